// Reduces a text to the prose in it: everything else becomes spaces, so that offsets and line ends stay. The cue scanner
// and zero hits see nothing but this. Pure; linear in the text. Source: memory.md Segmenting, D8.
import { closingBracket } from './json-spans.ts';
import { SlashChunks } from './path-spans.ts';
import { isMachineLine, opensTrace } from './prose-lines.ts';

/** Half-open offsets of a stretch to blank, in order and apart from each other. */
type Span = readonly [start: number, end: number];

/** Blanking a stretch can leave a line that now looks like another kind; after this many rounds nothing is prose. */
const MAX_ROUNDS = 4;

/**
 * The text with everything but prose blanked: code fences and spans, JSON, logs, stack traces, SQL, shell, URLs, paths,
 * HTML and tables. Same length in UTF-16 units, line ends in place, `proseOf(proseOf(x)) === proseOf(x)`.
 */
export function proseOf(text: string): string {
  let prose = text;
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const next = pass(prose);
    if (next === prose) return prose;
    prose = next;
  }
  return blanked(text, [[0, text.length]]);
}

/**
 * The same in pieces of `sliceChars` or a little more, so that a caller can let other work in between; joined they are
 * as long as the text. Cuts only at a line end outside all markup, before a line that is not indented.
 */
export function* proseSlices(text: string, sliceChars = 16_384): Generator<string> {
  const cuts = new CutPoints(text);
  let from = 0;
  let outside = 0;
  const spans = [...markupSpans(text), [text.length, text.length] as const];
  for (const [start, end] of spans) {
    for (let cut = cuts.next(Math.max(outside, from + sliceChars), start); cut > 0; ) {
      yield proseOf(text.slice(from, cut));
      from = cut;
      cut = cuts.next(from + sliceChars, start);
    }
    outside = end;
  }
  if (from < text.length) yield proseOf(text.slice(from));
}

/** Line ends whose next line is not indented, asked for in order. */
class CutPoints {
  readonly #text: string;
  #newline = -1;

  constructor(text: string) {
    this.#text = text;
  }

  /** The offset behind the first such line end in the stretch; 0 when there is none. */
  next(from: number, to: number): number {
    for (let at = this.#lineEnd(from); at + 1 < to; at = this.#lineEnd(at + 1)) {
      const unit = this.#text.charCodeAt(at + 1);
      if (unit !== 0x20 && unit !== 0x09) return at + 1;
    }
    return 0;
  }

  #lineEnd(from: number): number {
    if (this.#newline < from) {
      const found = this.#text.indexOf('\n', from);
      this.#newline = found < 0 ? Number.POSITIVE_INFINITY : found;
    }
    return this.#newline;
  }
}

/** Markup first, since it may span lines; then each line is judged; then what paths the prose names. */
function pass(text: string): string {
  const withoutMarkup = blanked(text, [...markupSpans(text)]);
  const proseLines = blanked(withoutMarkup, [...machineLines(withoutMarkup)]);
  return blanked(proseLines, [...pathSpans(proseLines)]);
}

/** Visible characters become spaces; line ends stay. */
function blanked(text: string, spans: readonly Span[]): string {
  if (spans.length === 0) return text;
  const parts: string[] = [];
  let from = 0;
  for (const [start, end] of spans) {
    parts.push(text.slice(from, start), text.slice(start, end).replace(/[^\n\r\u2028\u2029]/g, ' '));
    from = end;
  }
  parts.push(text.slice(from));
  return parts.join('');
}

function* pathSpans(text: string): Generator<Span> {
  const chunks = new SlashChunks(text);
  for (let chunk = chunks.next(0); chunk !== null; chunk = chunks.next(chunk.end)) {
    if (chunk.isPath) yield [chunk.start, chunk.end];
  }
}

function* machineLines(text: string): Generator<Span> {
  let inTrace = false;
  for (let start = 0; start < text.length; ) {
    const newline = text.indexOf('\n', start);
    const end = newline < 0 ? text.length : newline;
    const line = text.slice(start, end);
    const indented = /^[ \t]+\S/.test(line);
    inTrace = opensTrace(line) || (inTrace && indented);
    if (line.trim() !== '' && (inTrace || isMachineLine(line))) yield [start, end];
    start = end + 1;
  }
}

// --- markup: fences, code spans, HTML, JSON

const OPENING = /`+|~{3,}|<|\{\s*["']|\[\s*["'{]/g;

/** Reads from front to back; every opening is asked for its end, and reading goes on behind it. */
function* markupSpans(text: string): Generator<Span> {
  const scan = new MarkupScan(text);
  const opening = new RegExp(OPENING);
  for (let match = opening.exec(text); match !== null; match = opening.exec(text)) {
    const end = scan.endOf(match.index, match[0]);
    if (end <= match.index) continue;
    yield [match.index, end];
    opening.lastIndex = end;
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
const TAG = /<(\/?)([A-Za-z][\w:-]{0,40})(?:\s[^<>]{0,1000})?\/?>/y;

class MarkupScan {
  readonly #text: string;
  /** Closing marks that are known not to come any more, so that they are looked for once. */
  readonly #gone = new Set<string>();
  #noBracketCloses = false;

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
      if (match[0].length === mark.length) return run.lastIndex;
      if (match[0].length >= 3) return at;
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
    if (match[1] === '/' || match[0].endsWith('/>') || !ELEMENTS.has(name)) return end;
    const close = this.#find(`</${match[2]}>`, end);
    return close ?? end;
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
