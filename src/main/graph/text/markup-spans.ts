// Where markup stands in a text: fences, code spans, links, HTML, JSON. It may span lines, so it is looked for before any line is
// judged. Pure; linear in the text. Called by prose.ts. Source: memory, Segmenting.
import { closingBracket } from './json-spans.ts';

/** Half-open offsets of a stretch to blank, in order and apart from each other. */
export type Span = readonly [start: number, end: number];

const OPENING = /`+|~{3,}|<(?=[!/A-Za-z])|\{\s*["']|\[\s*["'{]/y;
/** What an opening begins with, by ASCII code. */
const OPENS = Uint8Array.from({ length: 128 }, (_, code) =>
  Number('`~<{['.includes(String.fromCharCode(code))),
);
/** Characters looked at between two chances for other work, and what one that may open something counts for. */
const STEP_CHARS = 65_536;
const OPENING_COSTS = 50;

/** One name: no call, path, option, file or value. Files end in what no name ends in. */
const CODE_NAME = /^(`{1,2})\p{L}[\p{L}\p{N}_-]*(?:\.[\p{L}\p{N}_-]+)*\1$/u;
const LONGEST_NAME = 64;

/** Reads from front to back; every opening is asked for its end, and reading goes on behind it. */
export function* markupSpans(text: string): Generator<Span | null> {
  const scan = new MarkupScan(text);
  const opening = new RegExp(OPENING);
  let left = STEP_CHARS;
  for (let at = 0; at < text.length; at++) {
    if (--left <= 0) {
      left = STEP_CHARS;
      yield null;
    }
    const unit = text.charCodeAt(at);
    if (unit > 127 || OPENS[unit] === 0) continue;
    left -= OPENING_COSTS;
    opening.lastIndex = at;
    const mark = opening.exec(text)?.[0];
    if (mark === undefined) continue;
    const end = scan.endOf(at, mark);
    // A code span that holds one name stays, backticks and all: it is how people write names (memory, Segmenting).
    const isName = end - at <= LONGEST_NAME && CODE_NAME.test(text.slice(at, end));
    if (end > at && !isName) yield [at, end];
    // A mark that opens nothing is passed by to the end of its line.
    at = Math.max(end, at + (mark.includes('\n') ? 1 : mark.length)) - 1;
  }
}

/** Elements whose content is not read either; of any other tag (a placeholder, a wrapper) only the tag goes. */
const ELEMENTS = new Set(
  (
    'html head body title style script noscript template pre code kbd samp var table thead tbody tfoot tr td th caption ' +
    'div section article header footer main nav aside p span a b i u s em strong small sub sup mark q cite ul ol li dl ' +
    'dt dd h1 h2 h3 h4 h5 h6 blockquote form label button select option textarea svg figure figcaption details summary'
  ).split(' '),
);
const CLOSING_TAG = /<\/([A-Za-z][A-Za-z0-9]{0,15})>/g;
const TAG = /<(\/?)([A-Za-z][\w:-]{0,40})(?:\s[^<>]{0,1000})?\/?>/y;

class MarkupScan {
  readonly #text: string;
  /** Closing marks that are known not to come any more, so that they are looked for once. */
  readonly #gone = new Set<string>();
  /** Offsets behind the closing tags of elements, the first one last; read once, when the first element is met. */
  #closings: Map<string, number[]> | null = null;

  constructor(text: string) {
    this.#text = text;
  }

  /** Where the stretch ends that opens with `mark` at `at`; `at` or less when it opens nothing. */
  endOf(at: number, mark: string): number {
    const first = mark.charAt(0);
    if (first === '<') return this.#tagEnd(at);
    if (first === '{' || first === '[') return this.#jsonEnd(at, mark);
    if (mark.length >= 3) return this.#find(mark, at + mark.length) ?? this.#text.length;
    return this.#codeSpanEnd(at, mark);
  }

  /** The offset behind the next `mark`, or undefined when there is none. */
  #find(mark: string, from: number): number | undefined {
    const found = this.#gone.has(mark) ? -1 : this.#text.indexOf(mark, from);
    if (found >= 0) return found + mark.length;
    this.#gone.add(mark);
    return undefined;
  }

  /** A code span closes with as many backticks, on its own line. */
  #codeSpanEnd(at: number, mark: string): number {
    const run = /`+|\n/g;
    run.lastIndex = at + mark.length;
    for (let found = run.exec(this.#text); found !== null; found = run.exec(this.#text)) {
      if (found[0] === mark) return run.lastIndex;
      if (found[0] === '\n' || found[0].length >= 3) return at;
    }
    return at;
  }

  #tagEnd(at: number): number {
    if (this.#text.startsWith('<!--', at)) return this.#find('-->', at + 4) ?? this.#text.length;
    TAG.lastIndex = at;
    const match = TAG.exec(this.#text);
    if (match === null) return at;
    const name = (match[2] as string).toLowerCase();
    const end = TAG.lastIndex;
    const isElement = match[1] === '' && !match[0].endsWith('/>') && ELEMENTS.has(name);
    return (isElement ? this.#closingOf(name, end) : undefined) ?? end;
  }

  /** The offset behind the first `</name>` behind `from`; undefined when none comes. Asked for in order. */
  #closingOf(name: string, from: number): number | undefined {
    if (this.#closings === null) {
      const tags = [...this.#text.matchAll(CLOSING_TAG)].reverse();
      const named = Map.groupBy(tags, ([, name]) => (name as string).toLowerCase());
      const endsOf = (of: RegExpExecArray[]) => of.map((tag) => tag.index + tag[0].length);
      this.#closings = new Map([...named].map(([name, of]) => [name, endsOf(of)]));
    }
    const ends = this.#closings.get(name) ?? [];
    while ((ends.at(-1) ?? Number.POSITIVE_INFINITY) <= from) ends.pop();
    return ends.at(-1);
  }

  /** JSON or a Python literal up to its closing bracket; without one, the rest of the line that shows it to be one. */
  #jsonEnd(at: number, mark: string): number {
    const text = this.#text;
    const quote = mark.endsWith("'") ? 0x27 : 0x22;
    const end = this.#gone.has('}') ? -1 : closingBracket(text, at, text.length, quote);
    if (end > 0) return end;
    this.#gone.add('}');
    return mark.includes('\n') ? at : (this.#find('\n', at) ?? text.length + 1) - 1;
  }
}
