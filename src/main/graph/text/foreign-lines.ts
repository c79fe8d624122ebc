// Stretches of a turn that a line opens: a mark (`[CONTEXT 0]`, `--- CONTENT ---`), a title, a label with a colon, or a sentence
// that hands a text over (foreign-handed.ts). What tools return goes to the turn's end or to the last mark that closes it; what
// is handed over is material. One pass over the lines; of each a bounded beginning is looked at. Used by foreign.ts.

import type { Foreign, Range } from '../types.ts';
import { lineEnd, paragraphEnd } from './foreign-forms.ts';
import { BARE, MARKS, OWN, POINTING, quoted, taskIn } from './foreign-handed.ts';
import {
  ASKING,
  DATA,
  FRAMEWORK,
  INVENTED,
  PERSONS,
  REQUESTS,
  RETURNED,
  SUPPOSES,
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
/** Characters of a title. */
const MAX_TITLE = 160;

interface Line {
  readonly start: number;
  readonly next: number;
  /** Its beginning, without white space at its end. */
  readonly head: string;
  /** The same without the marks in front. */
  readonly words: string;
  /** What a colon follows in it. */
  readonly clauses: readonly Clause[];
}

/** A stretch that a line opens. */
interface Opening {
  readonly start: number;
  readonly kind: 'tool' | 'material';
  readonly why: string;
  /** Where it ends, looked for once it counts; at the turn's end where it is left out. */
  readonly end?: () => number;
}

/** How a line may open a stretch: the first that says so decides. Where all is handed over, `handsOver` is not asked. */
const OPENERS: readonly { open: (text: string, line: Line) => Opening | null; handsOver: boolean }[] = [
  { open: marked, handsOver: false },
  { open: returned, handsOver: false },
  { open: titled, handsOver: false },
  { open: behindColon, handsOver: true },
  { open: askedFor, handsOver: true },
];

/**
 * @param quiet stretches whose author is known, in order: nothing in them opens one
 * @param mayHandOver whether its speaker may hand a text over: a person may
 */
export function openedStretches(text: string, quiet: readonly Range[], mayHandOver: boolean): Foreign[] {
  if (endsAtPrompt(text, quiet))
    return [{ start: 0, end: text.length, kind: 'tool', isOpen: true, why: 'a prompt line of a shell' }];
  const found: Foreign[] = [];
  let handedTo = mayHandOver ? 0 : text.length;
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
    if (line.words === '') continue;
    const opening =
      ++looked > MAX_LINES ? tool(line, 'too many lines') : openingOf(text, line, line.start >= handedTo);
    if (opening === null) continue;
    const end = opening.end?.() ?? text.length;
    found.push({ ...opening, end, isOpen: end === text.length });
    if (opening.kind === 'tool') start = end;
    handedTo = Math.max(handedTo, end);
  }
  return found;
}

function openingOf(text: string, line: Line, mayHandOver: boolean): Opening | null {
  for (const { open, handsOver } of OPENERS) {
    const opening = handsOver && !mayHandOver ? null : open(text, line);
    if (opening && (mayHandOver || opening.kind === 'tool')) return opening;
  }
  return null;
}

const tool = ({ start }: Pick<Line, 'start'>, words: string, end?: () => number): Opening => ({
  start,
  kind: 'tool',
  why: `behind ${quoted(words)}`,
  ...(end && { end }),
});

const handed = (start: number, rule: string, words: string, end?: () => number): Opening => ({
  start,
  kind: 'material',
  why: `${rule}: ${quoted(words)}`,
  ...(end && { end }),
});

function lineAt(text: string, start: number): Line {
  const next = lineEnd(text, start);
  const head = text
    .slice(start, Math.min(next, start + MAX_LINE))
    .trimEnd()
    .replaceAll(WIDE_COLON, ':');
  const line = { start, next, head, words: head.replace(MARKS, '') };
  return { ...line, clauses: clausesOf(line) };
}

/** As Chinese and Japanese write it. */
const WIDE_COLON = '\uff1a';

/** Characters at the turn's end in which a shell's prompt line is looked for. */
const PROMPT_CHARS = 1024;

/** What every such line has; most turns have nothing of it. */
const MAY_PROMPT = /[([]|bash/i;

function endsAtPrompt(text: string, quiet: readonly Range[]): boolean {
  const from = Math.max(0, text.lastIndexOf('\n', text.length - PROMPT_CHARS));
  if (!MAY_PROMPT.test(text.slice(from))) return false;
  WHOLE_TURN.lastIndex = from;
  const mark = WHOLE_TURN.exec(text)?.index;
  return mark !== undefined && !quiet.some(({ start, end }) => start <= mark && mark < end);
}

const naming = (nouns: string): RegExp => new RegExp(`(?<!\\p{L})(?:${nouns})(?!\\p{L})`, 'iu');
const NAMES_RETURNED = naming(RETURNED);
const NAMES_TOOLS = naming(`${RETURNED}|${FRAMEWORK}|${[...ASKING].join('|')}`);
const NAMES_TEXT = naming(`${RETURNED}|${WRITINGS}|${DATA}`);

// --- marks

const BRACKET = /^[\s>#*_~|=-]{0,24}\[(?!["{])([^\]\n]{1,160})\](?!\()/;
const BANNER = /^\s{0,8}([%=~-])\1{0,80} {0,2}(\p{L}[^%=~\n]{0,78}?) {0,2}\1{1,80}$/u;
/** What closes a mark may stand behind words on its line: `[webpage 1 end]`. */
const END_BRACKET = /\[([^\]\n[]{1,120})\]\s*$/;
const CLOSING = /^\/|\b(?:end|ends|eof)\b/i;
const EDGE = /[\s_]+(?:begins?|starts?|ends?)$/i;

const isPersons = (name: string): boolean => PERSONS.test(name.replace(EDGE, ''));
const bannerName = (head: string): string | undefined => BANNER.exec(head)?.[2];

/** `[CONTEXT 0]:`, `--- CONTEXT ENTRY BEGIN ---`, `%CONTEXT%`: up to the last such line that ends one. */
function marked(text: string, line: Line): Opening | null {
  const bracket = BRACKET.exec(line.head);
  const name = bracket?.[1] ?? bannerName(line.head);
  if (name === undefined || CLOSING.test(name) || isPersons(name)) return null;
  const closing = () => closingEnd(text, line);
  const isTools = NAMES_TOOLS.test(name);
  if (bracket === null || !isTools)
    return bracket ? null : { ...tool(line, line.words, closing), kind: isTools ? 'tool' : 'material' };
  const isLabel = NAMES_RETURNED.test(line.head.slice(bracket[0].length));
  const isAnswer = isLabel && ASKING.has(name.split(' ')[0] as string);
  return tool(line, line.words, isAnswer ? () => line.next : isLabel ? undefined : closing);
}

/** Behind the last line with a mark that ends something; the turn's end when there is none. */
function closingEnd(text: string, { next }: Line): number {
  for (let end = text.length; end > next; ) {
    const start = Math.max(text.lastIndexOf('\n', end - 2) + 1, next);
    const { head } = lineAt(text, start);
    const name = END_BRACKET.exec(head)?.[1] ?? bannerName(head);
    if (name !== undefined && CLOSING.test(name) && !isPersons(name)) return end;
    end = start;
  }
  return text.length;
}

// --- titles

const HEADING = /^\s{0,8}(?:#{1,6}\s|[*_=-]{2})/;
const BELOW = new RegExp(`\\b(?:${RETURNED}|information|texts?|articles?|data) (?:is |are )?below\\b`, 'i');
const FETCHED = /^(?:fetched|scraped|crawled|downloaded|retrieved|read)\b.{0,40}https?:/i;
/** A line of a few words over a rule; a path over one. */
const OVER_RULE = /^\s{0,8}(?:\p{L}[^\n]{0,78}|[\w.@-]{0,60}\/[\w./@-]{1,160})$/u;
const RULE = /[ \t]{0,8}(?:-{3,200}|={3,200}|~{3,200})[ \t]{0,8}(?:\r?\n|$)/y;
/** Words of a heading. */
const MAX_HEADING = 6;

/** `### Context`, `Context information is below.`, `Fetched https://…`; a person's `docs/hosts.md` over a rule, `## Document Content`. */
function titled(text: string, { head, words, start, next }: Line): Opening | null {
  const isHeading = HEADING.test(head) && words.split(/\s+/).length <= MAX_HEADING;
  const isTools =
    (words.includes('below') && BELOW.test(words)) ||
    FETCHED.test(words) ||
    (isHeading && NAMES_RETURNED.test(words));
  if (isTools) return tool({ start }, words);
  RULE.lastIndex = next;
  const isText = RULE.test(text)
    ? OVER_RULE.test(head)
    : isHeading && head.includes('#') && NAMES_TEXT.test(words);
  return isText ? handed(start, 'a heading of a text', words) : null;
}

// --- labels

interface Clause {
  /** In the text. */
  readonly start: number;
  readonly words: string;
  /** Only marks stand behind its colon. */
  readonly isEnd: boolean;
}

const NOTHING = /^[\s*_"'`>|~-]*$/;
const BEGINS = /^[\s"'`*_([\p{Lo}]/u;

/** The clauses of a line behind whose colon a text may begin. */
function clausesOf({ start: at, head, next }: Omit<Line, 'clauses'>): Clause[] {
  const clauses: Clause[] = [];
  for (
    let colon = head.indexOf(':');
    colon >= 0 && clauses.length < MAX_PARTS;
    colon = head.indexOf(':', colon + 1)
  ) {
    const rest = head.slice(colon + 1);
    const isEnd = next - at <= MAX_LINE && NOTHING.test(rest);
    if (!isEnd && !BEGINS.test(rest)) continue; // an address, a time, a scope
    const ends = Math.max(...['. ', '! ', '? '].map((end) => head.lastIndexOf(end, colon)));
    const start = ends < 0 ? 0 : ends + 2;
    const words = head
      .slice(start, colon)
      .replace(MARKS, '')
      .replace(/[*_`"\]]+$/, '');
    if (words !== '' && !/^\p{L}/u.test(words)) break; // JSON, a path
    clauses.push({ start: at + start, words, isEnd });
  }
  return clauses;
}

const POINTED = /^[a-z]+ (?:this|these)\b/i;
const isPointing = (words: string): boolean =>
  POINTED.test(words) || (REQUESTS.test(words) && POINTING.test(words));
/** A person says that something is to be known. */
const isTold = ({ words }: Clause): boolean =>
  TELLS.test(words) || (TELLING_LABEL.test(words) && !isPointing(words));

const RETURN_LABEL = new RegExp(
  `^(?:[\\w'’-]+[ _]){0,5}(?:${RETURNED}|logs|entities|tool|function|exit ?code)(?: ?#?\\d{1,4})?(?: \\([^)]{0,80}\\))?(?: (?:of|from|to|by|about|is|are|id|with|for(?! you)) .{0,80}| is| are)?$|^(?!.*\\b(?:i|we)\\b).*\\b(?:tool|command|function)\\b.* (?:returned|responded|executed|completed|says|said)\\b`,
  'i',
);

/** `Observation: …`, `Here are the search results:`. */
function returned(_: string, { clauses }: Line): Opening | null {
  const n = clauses.findIndex(({ words, isEnd }) =>
    isEnd ? words.length <= MAX_TITLE && NAMES_RETURNED.test(words) : RETURN_LABEL.test(words),
  );
  const clause = clauses[n];
  return clause && !clauses.slice(0, n + 1).some(isTold) ? tool(clause, clause.words) : null;
}

/** `Translate this: …`, `Expected result: …`. */
function behindColon(text: string, line: Line): Opening | null {
  const { clauses, words, start, next } = line;
  const n = clauses.findIndex((clause) => handsOver(text, line, clause));
  const handing = clauses[n];
  if (!handing || clauses.slice(0, n + 1).some(isTold)) return null;
  if (isLast(text, next) && isAlone(text, start) && POINTING.test(words))
    return handed(0, 'a task on the text it points at', words);
  return handed(handing.start, 'handed over by a colon', handing.words || words, () => endOfTask(text, line));
}

const SAYS = /\b(?:i|i'm|i've|we|we've|we're)\b/i;
const LIST_ITEM = /^\s*(?:[-*+•]|\d{1,3}[.)])\s/;
/** `Information: …`, `Email body: …`; a label in a script whose words we don't know. */
const NAME_OF_TEXT = new RegExp(
  `^(?:(?:\\S+\\s+){0,2}(?:${RETURNED}|${WRITINGS}|${DATA})|\\P{Script=Latin}+)$`,
  'iu',
);

/** What is done with each line of a list that follows. */
const SORTS =
  /^(?:please )?(?:translate|classify|categori[sz]e|sort|label|rate|grade|rank|rewrite|correct|proofread)\b/i;

/** Whether a text follows the colon that may be somebody else's: a list behind a line that names no text is its author's own. */
function handsOver(text: string, { next }: Line, { words, isEnd }: Clause): boolean {
  if (UNREAL.test(words)) return true;
  if (!isEnd) {
    if (words === '' || REQUESTS.test(words) || POINTED.test(words)) return true;
    if (NAME_OF_TEXT.test(words) && !OWN.test(words)) return true;
    return taskIn({ text: words, isFirst: true, isLineEnd: true }) !== null;
  }
  if (words === '' || isLast(text, next)) return false;
  if (SORTS.test(words)) return true;
  if (BARE.test(words) || OWN.test(words)) return BARE.test(words);
  return NAMES_TEXT.test(words) || (!SAYS.test(words) && !LIST_ITEM.test(text.slice(next, next + 40)));
}

// --- sentences

const SENTENCE_END = /[.!?…](?=["'”’)]?(?:\s|$))["'”’)]?\s*/g;
/** What a turn may open with in front of its first sentence: a greeting of a few words. */
const GREETING = /^\W*(?:[\p{L}'’]{1,20}\W{1,4}){0,4}$/u;
/** What is longer is no greeting. Characters. */
const MAX_GREETING = 80;
/** A turn asks at its beginning or at its end. Characters of each that are looked at. */
const FIRST_CHARS = 4000;
const LAST_CHARS = 1500;
/** "Write a story in which ...": what it tells stands in the sentence itself. */
const TELLS_STORY = new RegExp(`\\b${INVENTED}\\b`, 'i');
/** What one of the line's sentences asks for. */
function askedFor(text: string, line: Line): Opening | null {
  const { start, next, head, words } = line;
  if (start > FIRST_CHARS && text.length - next > LAST_CHARS) return null;
  const offset = start + head.length - words.length;
  for (let n = 0, from = 0; n < MAX_PARTS && from < words.length; n++) {
    SENTENCE_END.lastIndex = from;
    const stop = SENTENCE_END.exec(words);
    const behind = stop ? SENTENCE_END.lastIndex : words.length;
    const sentence = words.slice(from, stop ? stop.index + 1 : words.length);
    if (sentence.endsWith(':')) break; // its colon was looked at
    const at = from === 0 ? start : offset + from;
    if (SUPPOSES.test(sentence)) return handed(at, 'supposed', sentence, () => paragraphEnd(text, next));
    const isFollowed = !isLast(text, offset + behind) || TELLS_STORY.test(sentence);
    if (isFollowed || (n === 0 && isAlone(text, start))) {
      const isFirst = offset + from <= MAX_GREETING && GREETING.test(text.slice(0, offset + from));
      const task = taskIn({ text: sentence, isFirst, isLineEnd: behind >= words.length });
      if (task !== null)
        return isFollowed
          ? handed(at, task, sentence, () => endOfTask(text, line))
          : handed(0, task, sentence);
    }
    from = behind;
  }
  return null;
}

/** Characters in which a word is looked for behind a line: looking to the end at every line takes quadratic time. */
const MAX_TAIL = 512;

/** Whether nothing but white space and marks stands from `at` on. */
const isLast = (text: string, at: number): boolean => !WORD.test(text.slice(at, at + MAX_TAIL));

const WORD = /[\p{L}\p{N}]/u;

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
