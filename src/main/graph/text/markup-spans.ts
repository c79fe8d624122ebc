// Where markup stands in a text: fences, code spans, links, HTML, JSON. It may span lines, so it is looked for before any line is
// judged. Pure; linear in the text. Called by prose.ts. Source: memory, Segmenting.
import { closingBracket } from './json-spans.ts';

/** Half-open offsets of a stretch to blank, in order and apart from each other. */
export type Span = readonly [start: number, end: number, fill?: string];

/** Stands for what no reader sees and a sentence goes on behind; spaces in a row are what was taken out of one. */
const UNSEEN = '\u00a0';

const OPENING = /`+|~{3,}|<(?=[!/A-Za-z])|\{\s*["']|\[\s*["'{]/y;
/** What an opening begins with, by ASCII code. */
const OPENS = Uint8Array.from({ length: 128 }, (_, code) =>
  Number('`~<{['.includes(String.fromCharCode(code))),
);
/** Characters looked at between two chances for other work, and what one that may open something counts for. */
const STEP_CHARS = 65_536;
const OPENING_COSTS = 50;

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
    const link = mark === '`' ? linkAt(text, at) : null;
    if (link !== null) {
      yield [at, at + 1, UNSEEN];
      yield [link.shownTo, link.end, UNSEEN];
      at = link.end - 1;
      continue;
    }
    const end = scan.endOf(at, mark);
    // A mark that opens nothing is passed by to the end of its line, and so is a code span that stays.
    if (end > at) yield [at, end];
    at = Math.max(end, scan.keptTo, at + (mark.includes('\n') ? 1 : mark.length)) - 1;
  }
}

/** A link of reStructuredText, `shown <target>`_: what is shown stays. */
const LINK = /`([^`<\n]{1,200})<[^<>`\n]{1,1000}>`__?(?![\p{L}\p{N}_])/uy;

/** The same where the target stands elsewhere: `shown`_. */
const REFERENCE = /`([^`<>\n]{1,200})`__?(?![\p{L}\p{N}_])/uy;

function linkAt(text: string, at: number): { readonly shownTo: number; readonly end: number } | null {
  LINK.lastIndex = at;
  REFERENCE.lastIndex = at;
  const found = LINK.exec(text) ?? REFERENCE.exec(text);
  return found === null ? null : { shownTo: at + 1 + (found[1] ?? '').length, end: at + found[0].length };
}

/** Elements whose content is not read either; of any other tag (a placeholder, a wrapper) only the tag goes. */
const ELEMENTS = new Set(
  (
    'html head body title style script noscript template pre code kbd samp var table thead tbody tfoot tr td th caption ' +
    'div section article header footer main nav aside p span a b i u s em strong small sub sup mark q cite ul ol li dl ' +
    'dt dd h1 h2 h3 h4 h5 h6 blockquote form label button select option textarea svg figure figcaption details summary'
  ).split(' '),
);
const CLOSING_TAG = /<\/([A-Za-z][A-Za-z0-9]{0,15})>/y;
const TAG = /<(\/?)([A-Za-z][\w:-]{0,40})(?:\s[^<>]{0,1000})?\/?>/y;

/** One name: no call, path, option, file or value. Files end in what no name ends in. */
const CODE_NAME = /^\p{L}[\p{L}\p{N}_-]*(?:\.[\p{L}\p{N}_-]+)*$/u;
const LONGEST_NAME = 64;

class MarkupScan {
  readonly #text: string;
  /** Closing marks that are known not to come any more, so that they are looked for once. */
  readonly #gone = new Set<string>();
  readonly #closingTags: ClosingTags;
  #noBracketCloses = false;
  /** Where the last code span ends that holds a name, and stays. */
  keptTo = 0;

  constructor(text: string) {
    this.#text = text;
    this.#closingTags = new ClosingTags(text);
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
    if (this.#gone.has(mark)) return undefined;
    const found = this.#text.indexOf(mark, from);
    if (found >= 0) return found + mark.length;
    this.#gone.add(mark);
    return undefined;
  }

  /** A code span closes with as many backticks, on its own line. */
  #codeSpanEnd(at: number, mark: string): number {
    const text = this.#text;
    const run = /`+|\n/g;
    run.lastIndex = at + mark.length;
    for (let match = run.exec(text); match !== null && match[0] !== '\n'; match = run.exec(text)) {
      if (match[0].length === mark.length) {
        if (!this.#isName(at, mark, match.index)) return run.lastIndex;
        this.keptTo = run.lastIndex;
        return at;
      }
      if (match[0].length >= 3) return at;
    }
    return at;
  }

  /** A code span that holds one name stays, backticks and all: it is how people write names (memory, Segmenting). */
  #isName(at: number, mark: string, end: number): boolean {
    if (mark.length > 2 || end - at > LONGEST_NAME) return false;
    return CODE_NAME.test(this.#text.slice(at + mark.length, end));
  }

  #tagEnd(at: number): number {
    if (this.#text.startsWith('<!--', at)) return this.#find('-->', at + 4) ?? this.#text.length;
    TAG.lastIndex = at;
    const match = TAG.exec(this.#text);
    if (match === null) return at;
    const name = (match[2] as string).toLowerCase();
    const end = TAG.lastIndex;
    if (match[1] === '/' || match[0].endsWith('/>') || !ELEMENTS.has(name)) return end;
    return this.#closingTags.next(name, end) ?? end;
  }

  /** JSON or a Python literal up to its closing bracket; without one, the rest of the line that shows it to be one. */
  #jsonEnd(at: number, mark: string): number {
    const quote = mark.endsWith("'") ? 0x27 : 0x22;
    if (!this.#noBracketCloses) {
      const end = closingBracket(this.#text, at, this.#text.length, quote);
      if (end > 0) return end;
      this.#noBracketCloses = true;
    }
    if (mark.includes('\n')) return at;
    const newline = this.#text.indexOf('\n', at);
    return newline < 0 ? this.#text.length : newline;
  }
}

/** Where elements are closed. However many are asked for, in whatever mix of cases, the text is read through once. */
class ClosingTags {
  readonly #text: string;
  /** Offsets behind closing tags that were passed on the way to others, by name, in order. */
  readonly #passed = new Map<string, { readonly ends: number[]; at: number }>();
  #read = 0;

  constructor(text: string) {
    this.#text = text;
  }

  /** The offset behind the first `</name>` at or after `from`; undefined when none comes. Asked for in order. */
  next(name: string, from: number): number | undefined {
    const passed = this.#passed.get(name);
    if (passed !== undefined) {
      for (; passed.at < passed.ends.length; passed.at++) {
        const end = passed.ends[passed.at] as number;
        if (end > from) return end;
      }
    }
    return this.#readTo(name, from);
  }

  #readTo(wanted: string, from: number): number | undefined {
    const text = this.#text;
    while (this.#read < text.length) {
      const at = text.indexOf('</', this.#read);
      if (at < 0) break;
      CLOSING_TAG.lastIndex = at;
      const name = CLOSING_TAG.exec(text)?.[1]?.toLowerCase();
      this.#read = at + 2;
      if (name === undefined || !ELEMENTS.has(name)) continue;
      const end = CLOSING_TAG.lastIndex;
      if (name === wanted && at >= from) return end;
      const passed = this.#passed.get(name);
      if (passed === undefined) this.#passed.set(name, { ends: [end], at: 0 });
      else passed.ends.push(end);
    }
    this.#read = text.length;
    return undefined;
  }
}
