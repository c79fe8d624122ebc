// Stretches of a turn that a line opens: a mark (`[CONTEXT 0]`, `--- CONTENT ---`), a title, a label with a colon, or a sentence
// that hands a text over (foreign-handed.ts). What tools return goes to the turn's end or to the last mark that closes it; what
// is handed over is material. One pass over the lines; of each a bounded beginning is looked at. Used by foreign.ts.

import type { Foreign, Range } from '../types.ts';
import { lineEnd, paragraphEnd } from './foreign-forms.ts';
import { BARE, isSupposed, MARKS, OWN, POINTING, quoted, taskIn } from './foreign-handed.ts';
import {
  ASKING,
  ASKS,
  DATA,
  FRAMEWORK,
  PERSONS,
  REQUESTS,
  RETURNED,
  TELLING_LABEL,
  TELLS,
  UNREAL,
  WHOLE_TURN,
  WRITINGS,
} from './foreign-names.ts';

/** Lines whose beginning is looked at; a turn of more is a dump from there on. */
const MAX_LINES = 4096;
/** Characters of a line that are looked at. */
const MAX_LINE = 400;
/** Colons and sentences of a line that are looked at. */
const MAX_PARTS = 8;
/** Stretches that a turn hands over; what comes behind so many is handed over to its end. */
const MAX_HANDOVERS = 100;

interface Line {
  readonly start: number;
  readonly next: number;
  /** Its beginning, without white space at its end. */
  readonly head: string;
  readonly isWhole: boolean;
}

/** A stretch that a line opens. */
type Opening = Pick<Foreign, 'start' | 'end' | 'kind' | 'why'>;

/** How a line may open a stretch; the first that says so decides. Those that hand over count in a person's turn only. */
const OPENERS: readonly { handsOver: boolean; open: (text: string, line: Line) => Opening | null }[] = [
  { handsOver: false, open: marked },
  { handsOver: false, open: returnedBehindLabel },
  { handsOver: true, open: titled },
  { handsOver: true, open: behindColon },
  { handsOver: true, open: askedFor },
];

/**
 * @param quiet stretches whose author is known, in order and apart: nothing in them opens one
 * @param mayHandOver whether its speaker may hand a text over: a person may
 */
export function openedStretches(text: string, quiet: readonly Range[], mayHandOver: boolean): Foreign[] {
  if (endsAtPrompt(text, quiet))
    return [{ ...tool(text, 0, text.length, 'a prompt line of a shell'), isOpen: true }];
  const found: Foreign[] = [];
  let handedTo = mayHandOver ? 0 : text.length;
  let handovers = 0;
  let looked = 0;
  let within = 0;
  for (let start = 0; start < text.length; ) {
    while (within < quiet.length && (quiet[within] as Range).end <= start) within++;
    const around = quiet[within];
    if (around && around.start <= start) {
      start = lineEnd(text, around.end - 1);
      continue;
    }
    const line = lineAt(text, start);
    start = line.next;
    if (!/[\p{L}[]/u.test(line.head)) continue;
    if (++looked > MAX_LINES) return [...found, tool(text, line.start, text.length, 'too many lines')];
    const opening = openingOf(text, line, line.start >= handedTo);
    if (opening === null) continue;
    const isLast = opening.kind === 'material' && ++handovers > MAX_HANDOVERS;
    const end = isLast ? text.length : opening.end;
    found.push({ ...opening, end, isOpen: end === text.length });
    if (opening.kind === 'tool') start = end;
    handedTo = Math.max(handedTo, end);
  }
  return found.flatMap((one) => (one.kind === 'tool' && one.isOpen ? withQuestion(text, one) : [one]));
}

function openingOf(text: string, line: Line, mayHandOver: boolean): Opening | null {
  for (const { handsOver, open } of OPENERS) {
    const opening = handsOver && !mayHandOver ? null : open(text, line);
    if (opening && (mayHandOver || opening.kind === 'tool')) return opening;
  }
  return null;
}

function lineAt(text: string, start: number): Line {
  const next = lineEnd(text, start);
  const isWhole = next - start <= MAX_LINE;
  const head = text.slice(start, isWhole ? next : start + MAX_LINE).trimEnd();
  return { start, next, head: head.includes(WIDE_COLON) ? head.replaceAll(WIDE_COLON, ':') : head, isWhole };
}

/** As Chinese and Japanese write it. */
const WIDE_COLON = '\uff1a';

const tool = (text: string, start: number, end: number, why: string): Foreign => ({
  start,
  end,
  kind: 'tool',
  isOpen: end === text.length,
  why,
});

/** Characters at the turn's end in which a shell's prompt line is looked for. */
const PROMPT_CHARS = 1024;

function endsAtPrompt(text: string, quiet: readonly Range[]): boolean {
  WHOLE_TURN.lastIndex = Math.max(0, text.lastIndexOf('\n', text.length - PROMPT_CHARS));
  const mark = WHOLE_TURN.exec(text)?.index;
  return mark !== undefined && !quiet.some(({ start, end }) => start <= mark && mark < end);
}

/** Behind what nothing closes, up to the last line that introduces a question; that may be a person's. */
function withQuestion(text: string, one: Foreign): Foreign[] {
  const behind = text.slice(lineEnd(text, one.start));
  const asked = behind.slice(-MAX_QUESTION).matchAll(ASKS);
  const at = [...asked].at(-1)?.index;
  if (at === undefined) return [one];
  const start = Math.max(lineEnd(text, one.start), text.length - MAX_QUESTION) + at;
  return [
    { ...one, end: start, isOpen: false },
    { ...one, start, kind: 'material', why: `a question ${one.why}` },
  ];
}

/** A question behind a document is looked for in so many characters at the turn's end. */
const MAX_QUESTION = 8192;

// --- marks

const BRACKET = /^[\s>#*_~|=-]{0,24}\[(?!["{])([^\]\n]{1,160})\](?!\()/;
const BANNER = /^\s{0,8}([%=~-])\1{0,80} {0,2}(\p{L}[^%=~\n]{0,78}?) {0,2}\1{1,80}$/u;
const STARTS = /^\s{0,8}([A-Z][A-Z _-]{1,60}(?:BEGINS?|STARTS?|ENDS?))(?: HERE)?[ :!.]{0,3}$/;
const CLOSING = /^\/|\b(?:end|ends|eof)\b/i;
const EDGE = /[\s_]+(?:begins?|starts?|ends?)$/i;
const naming = (nouns: string): RegExp => new RegExp(`(?<!\\p{L})(?:${nouns})(?!\\p{L})`, 'iu');
const NAMES_RETURNED = naming(RETURNED);
const NAMES_TOOLS = naming(`${RETURNED}|${FRAMEWORK}|${[...ASKING].join('|')}`);

/** `[CONTEXT 0]:`, `--- CONTEXT ENTRY BEGIN ---`, `%CONTEXT%`, `CONTENT START HERE`: up to the last such line that ends one. */
function marked(text: string, line: Line): Opening | null {
  const bracket = BRACKET.exec(line.head);
  const name = bracket?.[1] ?? bannerName(line.head);
  if (name === null || CLOSING.test(name) || PERSONS.test(name.replace(EDGE, ''))) return null;
  const isTools = NAMES_TOOLS.test(name);
  if (bracket !== null && !isTools) return null;
  const isLabel = bracket !== null && NAMES_RETURNED.test(line.head.slice(bracket[0].length));
  const isAnswer = isLabel && ASKING.has((bracket[1] as string).split(' ')[0] as string);
  const end = isAnswer
    ? line.next
    : isLabel
      ? text.length
      : behindLast(text, line.next, (at) => endsMark(text, at));
  return { ...tool(text, line.start, end, `behind ${quoted(line.head.trim())}`), kind: isTools ? 'tool' : 'material' };
}

const bannerName = (head: string): string | null => BANNER.exec(head)?.[2] ?? STARTS.exec(head)?.[1] ?? null;

/** Behind the last line that is one; the turn's end when none is. */
function behindLast(text: string, from: number, isOne: (start: number) => boolean): number {
  for (let end = text.length; end > from; ) {
    const start = Math.max(text.lastIndexOf('\n', end - 2) + 1, from);
    if (isOne(start)) return end;
    end = start;
  }
  return text.length;
}

function endsMark(text: string, start: number): boolean {
  const { head } = lineAt(text, start);
  const name = END_BRACKET.exec(head)?.[1] ?? bannerName(head);
  return name !== null && CLOSING.test(name) && !PERSONS.test(name.replace(EDGE, ''));
}

/** `[webpage 1 end]` may stand behind words on its line. */
const END_BRACKET = /\[([^\]\n[]{1,120})\]\s*$/;

// --- labels of what tools and searches return

const HEADING = /^\s{0,8}(?:#{1,6}\s|[*_=-]{2})/;
const RETURN_LABEL = new RegExp(
  `^(?:[\\w'’-]+[ _]){0,5}(?:${RETURNED}|logs|entities|tool|function|exit ?code)(?: ?#?\\d{1,4})?(?: \\([^)]{0,80}\\))?(?: (?:of|from|to|by|about|is|are|id|with|for(?! you)) .{0,80}| is| are)?$|^(?!.*\\b(?:i|we)\\b).*\\b(?:tool|command|function)\\b.* (?:returned|responded|executed|completed|says|said)\\b`,
  'i',
);
const BELOW = new RegExp(`\\b(?:${RETURNED}|information|texts?|articles?|data) (?:is |are )?below\\b`, 'i');
/** "Fetched https://…": what stands there follows. */
const FETCHED = /^(?:fetched|scraped|crawled|downloaded|retrieved|read)\b.{0,40}https?:/i;

/** `Observation: …`, `### Context`, `Here are the search results:`: up to the turn's end. */
function returnedBehindLabel(text: string, line: Line): Opening | null {
  for (const { clause, start, isEnd } of clausesOf(line)) {
    if (TELLS.test(clause)) return null;
    if (isEnd ? NAMES_RETURNED.test(clause) && clause.length <= 160 : RETURN_LABEL.test(clause))
      return tool(text, line.start + start, text.length, `behind ${quoted(clause)}`);
  }
  const title = line.head.replace(MARKS, '');
  const isTitle = HEADING.test(line.head) && title.split(/\s+/).length <= 6 && NAMES_RETURNED.test(title);
  const isBelow = BELOW.test(title);
  if (!isTitle && !isBelow && !FETCHED.test(title)) return null;
  const isFenced = isBelow && isRule(text, line.next);
  const end = isFenced ? behindLast(text, lineEnd(text, line.next), (at) => isRule(text, at)) : text.length;
  return tool(text, line.start, end, `behind ${quoted(title)}`);
}

interface Clause {
  /** In the line. */
  readonly start: number;
  readonly clause: string;
  /** Only marks stand behind its colon. */
  readonly isEnd: boolean;
}

/** The clauses of a line behind whose colon a text may begin. */
function* clausesOf({ head, isWhole }: Line): Generator<Clause> {
  let from = 0;
  for (let n = 0; n < MAX_PARTS; n++) {
    const colon = head.indexOf(':', from);
    if (colon < 0) return;
    from = colon + 1;
    const rest = head.slice(from);
    const isEnd = isWhole && NOTHING.test(rest);
    if (!isEnd && !BEGINS.test(rest)) continue; // an address, a time, a scope
    const ends = Math.max(...['. ', '! ', '? '].map((end) => head.lastIndexOf(end, colon)));
    const start = ends < 0 ? 0 : ends + 2;
    const clause = head
      .slice(start, colon)
      .replace(MARKS, '')
      .replace(/[*_`"\]]+$/, '');
    if (clause !== '' && !/^\p{L}/u.test(clause)) return; // JSON, a path
    yield { start, clause, isEnd };
  }
}

const NOTHING = /^[\s*_"'`>|~-]*$/;
const BEGINS = /^[\s"'`*_([\p{Lo}]/u;

const RULE = /[ \t]{0,8}(?:-{3,200}|={3,200}|~{3,200})[ \t]{0,8}(?:\r?\n|$)/y;

function isRule(text: string, at: number): boolean {
  RULE.lastIndex = at;
  return RULE.test(text);
}

// --- what a person hands over

const handed = (text: string, start: number, end: number, why: string): Opening => ({
  ...tool(text, start, end, why),
  kind: 'material',
});

/** A line of a few words over a rule; a path over one. */
const OVER_RULE = /^\s{0,8}(?:\p{L}[^\n]{0,78}|[\w.@-]{0,60}\/[\w./@-]{1,160})$/u;
const NAMED_TEXT = /^\s{0,8}#{1,6}\s{1,4}(\S{1,40}(?:\s+\S{1,40}){0,5})$/;
const NAMES_TEXT = naming(`${RETURNED}|${WRITINGS}|${DATA}`);

/** `docs/hosts.md` over a rule, `## Document Content`. */
function titled(text: string, line: Line): Opening | null {
  const heading = NAMED_TEXT.exec(line.head)?.[1];
  const isTitle = isRule(text, line.next)
    ? OVER_RULE.test(line.head)
    : heading !== undefined && (NAMES_TEXT.test(heading) || UNREAL.test(heading));
  return isTitle ? handed(text, line.start, text.length, `a heading of a text: ${quoted(line.head)}`) : null;
}

function behindColon(text: string, line: Line): Opening | null {
  for (const one of clausesOf(line)) {
    const { clause } = one;
    const isPointing =
      (REQUESTS.test(clause) && POINTING.test(clause)) || /^[a-z]+ (?:this|these)\b/i.test(clause);
    if (TELLS.test(clause) || (!isPointing && TELLING_LABEL.test(clause))) return null;
    if (!UNREAL.test(clause) && !isHanding(text, line, one, isPointing)) {
      if (one.isEnd) return null;
      continue;
    }
    if (isLast(text, line.next) && isAlone(text, line.start) && POINTING.test(line.head))
      return handed(text, 0, text.length, `a task on the text it points at: ${quoted(line.head)}`);
    const words = line.head.slice(one.start).replace(MARKS, '');
    return handed(
      text,
      line.start + one.start,
      endOfTask(text, line),
      `handed over by a colon: ${quoted(words)}`,
    );
  }
  return null;
}

/** Whether a text follows the colon that may be somebody else's: a list behind a line that names no text is its author's own. */
function isHanding(text: string, { next }: Line, { clause, isEnd }: Clause, isPointing: boolean): boolean {
  if (!isEnd) {
    if (clause === '' || isPointing || REQUESTS.test(clause) || isMattersName(clause)) return true;
    return taskIn({ text: clause, isFirst: true, isLineEnd: true }) !== null;
  }
  if (clause === '' || isLast(text, next)) return false;
  if (BARE.test(clause)) return true;
  if (OWN.test(clause)) return false;
  return NAMES_TEXT.test(clause) || (!SAYS.test(clause) && !LIST_ITEM.test(text.slice(next, next + 40)));
}

const SAYS = /\b(?:i|i'm|i've|we|we've|we're)\b/i;
const LIST_ITEM = /^\s*(?:[-*+•]|\d{1,3}[.)])\s/;

/** `Information: …`, `Email body: …`; a label in a script whose words we don't know. */
const isMattersName = (clause: string): boolean =>
  !/\p{Script=Latin}/u.test(clause) || (NAME_OF_TEXT.test(clause) && !OWN.test(clause));

const NAME_OF_TEXT = new RegExp(`^(?:\\S+\\s+){0,2}(?:${RETURNED}|${WRITINGS}|${DATA})$`, 'i');

const SENTENCE_END = /[.!?…](?=["'”’)]?(?:\s|$))["'”’)]?\s*/g;
/** What a turn may open with in front of its first sentence: a greeting. */
const GREETING =
  /^[\W\d]*(?:(?:hi|hey|hello|dear|good (?:morning|evening|afternoon|day)|thanks|thank you|ok(?:ay)?|quick question|question|sorry)\b[^.!?\n]{0,30}[,.!?:]?\s*)?$/i;
/** What is longer is no greeting. Characters. */
const MAX_GREETING = 80;
/** A turn asks at its beginning or at its end. Characters of each that are looked at. */
const FIRST_CHARS = 4000;
const LAST_CHARS = 1500;
/** Where somebody invents a world, the turn stays in it. */
const STORY = /\b(?:once upon|role-?play|you are|act as|pretend)\b/i;

/** What one of the line's sentences asks for. */
function askedFor(text: string, line: Line): Opening | null {
  const { start, next, head } = line;
  if (start > FIRST_CHARS && text.length - next > LAST_CHARS) return null;
  const body = head.replace(MARKS, '');
  const offset = start + head.length - body.length;
  for (let n = 0, from = 0; n < MAX_PARTS && from < body.length; n++) {
    SENTENCE_END.lastIndex = from;
    const stop = SENTENCE_END.exec(body);
    const behind = stop ? SENTENCE_END.lastIndex : body.length;
    const sentence = body.slice(from, stop ? stop.index + 1 : body.length);
    if (sentence.endsWith(':')) break; // its colon was looked at
    const at = from === 0 ? start : offset + from;
    if (isSupposed(sentence)) {
      const end = STORY.test(sentence) ? text.length : paragraphEnd(text, next);
      return handed(text, at, end, `supposed: ${quoted(sentence)}`);
    }
    const isFirst = offset + from <= MAX_GREETING && GREETING.test(text.slice(0, offset + from));
    const task = taskIn({ text: sentence, isFirst, isLineEnd: behind >= body.length });
    if (task !== null) {
      const why = `${task}: ${quoted(sentence)}`;
      if (!isLast(text, offset + behind)) return handed(text, at, endOfTask(text, line), why);
      if (n === 0 && isAlone(text, start)) return handed(text, 0, text.length, why);
    }
    from = behind;
  }
  return null;
}

/** Whether nothing but white space and marks stands from `at` on. */
function isLast(text: string, at: number): boolean {
  WORDS.lastIndex = at;
  return !WORDS.test(text);
}

const WORDS = /[\p{L}\p{N}]/gu;

/** A line that stands by itself behind others. */
const isAlone = (text: string, start: number): boolean =>
  /\n[ \t\r]*\n$/.test(text.slice(Math.max(0, start - 20), start));

const SET_OFF = /\s*(`{3}|~{3}|>|<[A-Za-z][\w-]*)/y;
const EMPTY_LINE = /^[ \t\r]*\n/;

/**
 * Where what a task hands over ends: with the turn, or where the text stands in fences, quoted lines or tags behind the last of
 * them, if an empty line follows; behind the last `</context>` where a template says that it stands in one.
 */
function endOfTask(text: string, { head, next }: Line): number {
  SET_OFF.lastIndex = next;
  const setOff = SET_OFF.exec(text)?.[1]?.replace('<', '</');
  const mark = /\bcontext\b/i.test(head) ? '</context>' : setOff && `\n${setOff}`;
  const last = mark ? text.lastIndexOf(mark) : -1;
  const end = last < next - 1 ? 0 : lineEnd(text, last + 1);
  return end > 0 && EMPTY_LINE.test(text.slice(end, end + 20)) ? end : text.length;
}
