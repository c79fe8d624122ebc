// Cuts an answer into the sentences that are judged one by one, each with the citations behind its full stop, and says which of them claim something.
// Judges no content. Called by coverage.ts, entities.ts and remediation.ts. Source: advisory, Guardrails.
import type { Block, Span } from './blocks.ts';
import type { Reading } from './reading.ts';

export interface Sentence extends Span {
  /**
   * It says something that needs a source: no `No evidence.`, and no heading, head of a table, question or announcement with a colon, unless it asserts or denies
   * something all the same.
   */
  readonly isClaim: boolean;
}

/** Stand for what is not read as words; as long as what they stand for. */
const OPAQUE = '\ue000';
const MARKER = '\ue001';

const STOPS = '.!?…';
const WIDE_STOPS = '。！？';
const CLOSERS = '"\'”’»)]*_~』」）';

/** Behind these a full stop ends no sentence. */
const NEVER_LAST = new Set(
  'e.g i.e vs cf approx ca incl resp dr mr mrs ms prof st viz dept est esp'.split(' '),
);
/** Behind these it ends none where a number follows: `no. 5`. */
const BEFORE_NUMBERS = new Set('no nos nr fig figs sec sect ver v rev ch vol p pp'.split(' '));
/** Behind these it does where a capital letter follows. */
const SELDOM_LAST = new Set('etc inc ltd corp co al u.s u.k jr sr gmbh llc'.split(' '));
const MOST_WORD = 12;

/** Every sentence and row in order, headings too; code is none. Linear. */
export function sentencesOf(reading: Reading): Sentence[] {
  const shape = shapeOf(reading);
  return reading.blocks.flatMap((block) => {
    const text = shape.slice(block.start, block.end);
    const { kind, start, end } = block;
    if (kind === 'heading' || kind === 'head-row')
      return [{ start, end, isClaim: asserts(text, kind === 'heading' ? MOST_TITLE : MOST_ANNOUNCED) }];
    if (kind === 'row') return [{ start, end, isClaim: saysSomething(text) }];
    return ofParagraph(reading, block, text);
  });
}

function ofParagraph({ text }: Reading, block: Block, shape: string): Sentence[] {
  const sentences: Sentence[] = [];
  const isTitle = isWhollyStrong(shape.trim());
  let from = 0;
  for (let at = 0; at < shape.length; ) {
    const end = endsAt(shape, at);
    if (end < 0) {
      // Stops that end nothing are not looked at one by one.
      at = Math.max(at + 1, skip(shape, at, STOPS));
      continue;
    }
    add(from, end);
    at = end;
    from = end;
  }
  add(from, shape.length);
  return sentences;

  function add(start: number, end: number): void {
    const part = shape.slice(start, end);
    const lead = part.length - part.trimStart().length;
    const span = { start: block.start + start + lead, end: block.start + start + part.trimEnd().length };
    if (span.start >= span.end) return;
    const said = text.slice(span.start, span.end);
    sentences.push({
      ...span,
      isClaim:
        !NOTHING_SAID.test(said) && (isTitle || isRunIn(part) ? asserts(part, MOST_TITLE) : claims(part)),
    });
  }
}

/** The prose, with signs in place of markers, links, code between ticks and tags. */
function shapeOf({ prose, markers, links, ticked, markup }: Reading): string {
  const spans = [
    ...markers.map(({ start, end }) => ({ start, end, sign: MARKER })),
    ...[...links, ...ticked, ...markup].map(({ start, end }) => ({ start, end, sign: OPAQUE })),
  ].toSorted((a, b) => a.start - b.start);
  const pieces: string[] = [];
  let from = 0;
  for (const { start, end, sign } of spans) {
    if (start < from) continue;
    pieces.push(prose.slice(from, start), sign.repeat(end - start));
    from = end;
  }
  pieces.push(prose.slice(from));
  return pieces.join('');
}

/** Behind the sentence that ends with the sign at this place, -1 where none does. */
function endsAt(shape: string, at: number): number {
  const char = shape.charAt(at);
  if (char === '\n') return isHardBreak(shape, at) ? at + 1 : -1;
  const isWide = WIDE_STOPS.includes(char);
  if (!isWide && !STOPS.includes(char)) return -1;
  let end = at + 1;
  while (end < shape.length && (STOPS + WIDE_STOPS).includes(shape.charAt(end))) end++;
  const isSingle = end === at + 1;
  end = skip(shape, end, CLOSERS);
  end = skip(shape, end, MARKER);
  end = skip(shape, end, CLOSERS);
  if (!isWide && end < shape.length && !isBlank(shape, end)) return -1;
  if (char === '.' && isSingle && isAbbreviation(shape, at, end)) return -1;
  return withMarkers(shape, end);
}

/** What a marker says or is; names of packages begin with small letters as well. */
const GOES_ON =
  /^[.,;]?\s*(?:(?:say|state|call|show|list|name|describe|report|confirm|note|add|give|rate|put|claim|mention|mark|agree|differ|disagree|explain|recommend|support|contain|hold|speak|date|refer|cite|point|warn)s?|and|or|but|nor|which|that|who|also|both|alone|only|too|as|in|on|of|for|to|with|by|is|are|was|were|has|have|does|do|did|had|said|stated|called|would|will|can|may|must)(?![\p{L}\p{N}_-])/u;

/** Markers behind a blank belong to the sentence before it, unless the next goes on with them: `It is so. [2] says why.` */
function withMarkers(shape: string, end: number): number {
  let last = end;
  for (let at = skip(shape, end, ' \t\n'); shape.charAt(at) === MARKER; ) {
    last = skip(shape, at, MARKER);
    at = skip(shape, last, ' \t');
  }
  if (last === end) return end;
  return GOES_ON.test(shape.slice(last, last + 24)) ? end : skip(shape, last, STOPS);
}

function isAbbreviation(shape: string, at: number, end: number): boolean {
  let from = at;
  while (from > 0 && at - from <= MOST_WORD && /[\p{L}.]/u.test(shape.charAt(from - 1))) from--;
  const word = shape.slice(from, at).toLowerCase();
  const next = shape.slice(end, end + 8);
  if (NEVER_LAST.has(word)) return true;
  if (BEFORE_NUMBERS.has(word)) return /^\s*\p{N}/u.test(next);
  // One letter is an initial: J. Doe; not `I.`, nor the end of a name such as `v2.b.`
  if (/^\p{L}$/u.test(word) && word !== 'i' && !/[\p{N}-]/u.test(shape.charAt(from - 1))) return true;
  return SELDOM_LAST.has(word) && !/^\s*[\p{Lu}\ue000]/u.test(next);
}

function isHardBreak(shape: string, at: number): boolean {
  const before = shape.charAt(at - 1) === '\r' ? at - 1 : at;
  return shape.charAt(before - 1) === '\\' || shape.slice(before - 2, before) === '  ';
}

function skip(shape: string, from: number, signs: string): number {
  let at = from;
  while (at < shape.length && signs.includes(shape.charAt(at))) at++;
  return at;
}

const isBlank = (shape: string, at: number): boolean => /\s/.test(shape.charAt(at));

const NOTHING_SAID = /^[*_]{0,3}No evidence\.?[*_]{0,3}$/i;
/** Finite verbs and words that deny: a title with one of them says something. */
const ASSERTS =
  /(?<![\p{L}\p{N}])(?:is|are|was|were|has|have|do|does|must|should|will|can|cannot|no(?!\.)|not|never|nothing|nobody|none|neither|safe|harmless|unaffected|ignore|\p{L}{2,6}n['’]t)(?![\p{L}\p{N}])/iu;
const DENIES =
  /(?<![\p{L}\p{N}])(?:cannot|no(?!\.)|not|never|nothing|nobody|none|neither|safe|harmless|unaffected|ignore|\p{L}{2,6}n['’]t)(?![\p{L}\p{N}])/iu;
const ASKS = /^[^\p{L}]*(?:what|why|how|when|who|where|which)(?!\p{L})/iu;
/** Titles of so few words name something; announcements and questions of so many say it. */
const MOST_NAMING = 2;
const MOST_TITLE = 12;
const MOST_ANNOUNCED = 30;

const wordsIn = (part: string): number => part.match(/[\p{L}\p{N}\ue000][^\s|]*/gu)?.length ?? 0;

/** Whether what looks like a title is a statement. */
function asserts(part: string, most: number): boolean {
  const words = wordsIn(part);
  if (words > most) return true;
  return (DENIES.test(part) || (words > MOST_NAMING && ASSERTS.test(part))) && !ASKS.test(part);
}

/** A letter or digit beside markers and markup; a question and an announcement say nothing, unless they deny something or go on and on. */
function claims(part: string): boolean {
  return (
    saysSomething(part) &&
    (!/[?？:：]/.test(ending(part)) || DENIES.test(part) || wordsIn(part) > MOST_ANNOUNCED)
  );
}

/** A letter or digit beside markers and markup. */
const saysSomething = (part: string): boolean => /[\p{L}\p{N}\ue000]/u.test(part);

/** The last sign that is no closing one and no marker. */
function ending(part: string): string {
  let at = part.length - 1;
  while (at >= 0 && (CLOSERS + MARKER).concat(' \t\r\n').includes(part.charAt(at))) at--;
  return part.charAt(at);
}

/** `**Impact.** It is so`: the words in front name what follows. */
const isRunIn = (part: string): boolean =>
  /^(\*\*|__)[^*_.!?]{1,40}\.\1$/.test(part.trim()) && wordsIn(part) <= 3;

/** `**Affected versions**` on a line of its own is a heading that was not marked as one. */
function isWhollyStrong(part: string): boolean {
  return /^(\*\*|__)[^*_]{1,200}\1:?$/.test(part) && !STOPS.includes(ending(part));
}
