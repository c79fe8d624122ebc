// Reduces a text to the prose in it: everything else becomes spaces, so that offsets and line ends stay. The cue scanner
// and zero hits see nothing but this. Pure; linear in the text. Source: memory, Segmenting, D8.
import { markupSpans, type Span } from './markup-spans.ts';
import { SlashChunks } from './path-spans.ts';
import { isMachineLine, opensTrace } from './prose-lines.ts';

/** Blanking a stretch can leave a line that now looks like another kind; after this many rounds nothing is prose. */
const MAX_ROUNDS = 4;
/** What is found between two chances for other work: a millisecond at worst. */
const STEP_FINDS = 2000;
/** Of lines, which cost more. */
const STEP_LINES = 200;

/**
 * The text with everything but prose blanked: code fences and spans, JSON, logs, stack traces, SQL, shell, URLs, paths,
 * HTML and tables. Same length in UTF-16 units, line ends in place, `proseOf(proseOf(x)) === proseOf(x)`.
 */
export function proseOf(text: string): string {
  return drained(proseSteps(text));
}

/** The same a step at a time: it yields wherever other work may come in between, also within one long line. */
function* proseSteps(text: string): Generator<void, string> {
  let prose = text;
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const next = yield* pass(prose);
    if (next === prose) return prose;
    prose = next;
  }
  const nothing = new Blanker(text);
  nothing.blank(0, text.length);
  return nothing.finish();
}

/** The value of a generator that may take its time. */
function drained<T>(steps: Generator<unknown, T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

/**
 * The same in pieces of `sliceChars` or a little more, so that a caller can let other work in between: after each piece,
 * and after each empty one, which only says that there is more to do. Joined they are as long as the text. Cuts only at a
 * line end outside all markup, before a line that is not indented.
 */
export function* proseSlices(text: string, sliceChars = 16_384): Generator<string> {
  const cuts = new CutPoints(text);
  let from = 0;
  let outside = 0;
  const piece = function* (to: number): Generator<string> {
    const steps = proseSteps(text.slice(from, to));
    let step = steps.next();
    for (; !step.done; step = steps.next()) yield '';
    from = to;
    yield step.value;
  };
  let finds = 0;
  for (const span of withLast(markupSpans(text), [text.length, text.length] as const)) {
    if (span === null || ++finds % STEP_LINES === 0) yield '';
    if (span === null) continue;
    const [start] = span;
    for (let cut = cuts.next(Math.max(outside, from + sliceChars), start); cut > 0; ) {
      yield* piece(cut);
      cut = cuts.next(from + sliceChars, start);
    }
    outside = span[1];
  }
  if (from < text.length) yield* piece(text.length);
}

function* withLast<T>(items: Iterable<T>, last: NoInfer<T>): Generator<T> {
  yield* items;
  yield last;
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
function* pass(text: string): Generator<void, string> {
  const withoutMarkup = yield* blanked(text, markupSpans(text));
  const proseLines = yield* blanked(withoutMarkup, machineLines(withoutMarkup));
  return yield* blanked(proseLines, pathSpans(proseLines));
}

/** The text without the spans; a null among them says that much was looked at and nothing found. */
function* blanked(text: string, spans: Iterable<Span | null>): Generator<void, string> {
  const blanker = new Blanker(text);
  let finds = 0;
  for (const span of spans) {
    if (span !== null) blanker.blank(...span);
    if (span === null || ++finds % STEP_LINES === 0) yield;
  }
  return blanker.finish();
}

const LINE_ENDS = /[\n\r\u2028\u2029]/;
const EVERY_LINE_END = /[\n\r\u2028\u2029]+/g;
/** Pieces that are joined at a time: a million of them at once would take too long. */
const JOINED = 1024;

/** Puts spaces in the place of visible characters, span after span; line ends stay. */
class Blanker {
  readonly #text: string;
  readonly #joined: string[] = [];
  #parts: string[] = [];
  #from = 0;

  constructor(text: string) {
    this.#text = text;
  }

  blank(start: number, end: number, fill = ' '): void {
    if (start > this.#from) this.#parts.push(this.#text.slice(this.#from, start));
    this.#parts.push(spaces(this.#text.slice(start, end), fill));
    this.#from = end;
    if (this.#parts.length >= JOINED) this.#join();
  }

  finish(): string {
    if (this.#from === 0) return this.#text;
    this.#parts.push(this.#text.slice(this.#from));
    this.#join();
    return this.#joined.join('');
  }

  #join(): void {
    this.#joined.push(this.#parts.join(''));
    this.#parts = [];
  }
}

/** As many spaces, with the line ends of the text. */
function spaces(text: string, fill: string): string {
  if (!LINE_ENDS.test(text)) return fill.repeat(text.length);
  const kept: string[] = [];
  let from = 0;
  for (const { index, 0: ends } of text.matchAll(EVERY_LINE_END)) {
    kept.push(fill.repeat(index - from), ends);
    from = index + ends.length;
  }
  return kept.join('') + fill.repeat(text.length - from);
}

function* pathSpans(text: string): Generator<Span | null> {
  const chunks = new SlashChunks(text);
  let looked = 0;
  for (let chunk = chunks.next(0); chunk !== null; chunk = chunks.next(chunk.end)) {
    if (chunk.isPath) yield [chunk.start, chunk.end];
    else if (++looked % STEP_FINDS === 0) yield null;
  }
}

function* machineLines(text: string): Generator<Span | null> {
  let inTrace = false;
  let looked = 0;
  for (let start = 0; start < text.length; ) {
    const newline = text.indexOf('\n', start);
    const end = newline < 0 ? text.length : newline;
    const line = text.slice(start, end);
    const indented = /^[ \t]+\S/.test(line);
    inTrace = opensTrace(line) || (inTrace && indented);
    if (line.trim() !== '' && (inTrace || isMachineLine(line))) yield [start, end];
    else if (++looked % STEP_LINES === 0) yield null;
    start = end + 1;
  }
}
