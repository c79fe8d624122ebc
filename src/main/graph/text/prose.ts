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
  const steps = proseSteps(text);
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

/** The same a step at a time: it yields wherever other work may come in between, also within one long line. */
function* proseSteps(text: string): Generator<void, string> {
  let prose = text;
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const before = prose;
    // Markup first, since it may span lines; then each line is judged; then what paths the prose names.
    for (const spansOf of [markupSpans, machineLines, pathSpans])
      prose = yield* blanked(prose, spansOf(prose));
    if (prose === before) return prose;
  }
  return spaces(text);
}

/**
 * The same in pieces of `sliceChars` or a little more, so that a caller can let other work in between: after each piece,
 * and after each empty one, which only says that there is more to do. Joined they are as long as the text. Cuts only at a
 * line end outside all markup, before a line that is not indented.
 */
export function* proseSlices(text: string, sliceChars = 16_384): Generator<string> {
  let from = 0;
  let outside = 0;
  let cut = -1;
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
    for (;;) {
      const least = Math.max(outside, from + sliceChars);
      if (cut <= least) cut = nextCut(text, least);
      if (cut >= span[0]) break;
      yield* piece(cut);
    }
    outside = span[1];
  }
  if (from < text.length) yield* piece(text.length);
}

/** The offset behind the first line end at or behind `from` whose next line is not indented; beyond the text for none. */
function nextCut(text: string, from: number): number {
  CUT.lastIndex = from;
  return CUT.test(text) ? CUT.lastIndex : Number.POSITIVE_INFINITY;
}

const CUT = /\n(?=[^ \t])/g;

function* withLast<T>(items: Iterable<T>, last: NoInfer<T>): Generator<T> {
  yield* items;
  yield last;
}

/** Pieces that are joined at a time: a million of them at once would take too long. */
const JOINED = 1024;

/** The text with spaces in place of the spans; a null among them says that much was looked at and nothing found. */
function* blanked(text: string, spans: Iterable<Span | null>): Generator<void, string> {
  let prose = '';
  const parts: string[] = [];
  let from = 0;
  let finds = 0;
  for (const span of spans) {
    if (span !== null) {
      parts.push(text.slice(from, span[0]), spaces(text.slice(...span)));
      from = span[1];
    }
    if (parts.length >= JOINED) prose += parts.splice(0).join('');
    if (span === null || ++finds % STEP_LINES === 0) yield;
  }
  return from === 0 ? text : prose + parts.join('') + text.slice(from);
}

/** As many spaces, with the line ends of the text. */
const spaces = (text: string): string =>
  text.replace(/[^\n\r\u2028\u2029]+/g, (run) => ' '.repeat(run.length));

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
