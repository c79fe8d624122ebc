// Stretches of a turn behind a line that says whose they are: `Observation:`, `Tool result:`, `### Context`,
// `[CONTEXT 0]:`, `Contents of https://…`. They go to the turn's end, or to the last mark that closes their kind. One pass
// over the lines; of each a bounded head is looked at. The list: foreign-names.ts. Used by foreign.ts.

import type { Foreign, Range } from '../types.ts';
import { handedOver } from './foreign-handed.ts';
import {
  ASKING,
  ASKS,
  BELOW,
  BRACKETED,
  CLOSES,
  HEADINGS,
  HEADS_MATTER,
  LEADS,
  NAMES_CONTEXT,
  WHOLE_TURN,
} from './foreign-names.ts';

/** Lines whose beginning is looked at; a turn of more is a dump from there on. */
const MAX_LINES = 4096;
/** Marks of emphasis, headings, lists and quotes in front of a label. */
const MAX_MARKS = 24;
const MAX_BRACKET = 160;
/** Closed stretches that a turn hands over; one that is not closed goes to the turn's end. */
const MAX_HANDOVERS = 100;

const any = (patterns: readonly string[]): string => `(?:${patterns.join('|')})`;
const HEADED = new RegExp(`${any(HEADINGS)}[ \\t*_\\])]{0,6}[:\\uff1a]`, 'iy');
const HEADED_ALONE = new RegExp(`${any(HEADINGS)}[ \\t*_=#)\\]-]{0,8}(?:[:\\uff1a]|\\r?$)`, 'imy');
const LED = new RegExp(any(LEADS), 'imy');
const RESULT_OF = /\[([a-z][\w.-]{1,60})(?: for '[^\n]{0,300})?\] {0,2}(?:result|error|output)s? ?:/iy;
const FENCE = /[ \t]{0,8}(?:-{5,}|={5,}|\*{5,})[ \t]{0,8}\r?$/my;

/** A template that puts its documents between two rules: LlamaIndex. */
const CONTEXT_BELOW = /\bcontext (?:information )?(?:is )?below\b/i;

/** A line's beginning without the marks in front of it. */
interface Line {
  readonly start: number;
  readonly at: number;
  /** A heading, bold, or between rules: it needs no colon. */
  readonly isHeading: boolean;
}

/** How far what a line opens goes; `line`: no further than the line. */
type Opening = 'to_end' | 'to_context' | 'to_closing' | 'to_fence' | 'whole' | 'line';

/**
 * @param quiet stretches whose author is known, in order and apart: no label in them counts
 * @param mayHandOver whether a text that is handed over without a known label is material (foreign-handed.ts)
 */
export function labelledStretches(text: string, quiet: readonly Range[], mayHandOver: boolean): Foreign[] {
  if (endsAtPrompt(text, quiet)) return [tool(0, text.length, true, 'a prompt line of a shell at its end')];
  const found: Foreign[] = [];
  /** Whether all that follows is material already, or nothing is. */
  let isHandedOver = !mayHandOver;
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
    const next = lineEnd(text, start);
    const line = lineAt(text, start, next);
    if (line !== null && ++looked > MAX_LINES)
      return [...found, tool(start, text.length, true, 'too many lines')];
    const opening = line && openingOf(text, line, next);
    if (!opening) {
      const handed = isHandedOver ? null : handedOver(text, start, next);
      if (handed === null) {
        start = next;
        continue;
      }
      isHandedOver = handed.end === text.length || ++handovers > MAX_HANDOVERS;
      const end = isHandedOver ? text.length : handed.end;
      found.push({ ...handed, end, kind: 'material', isOpen: isHandedOver });
      start = isHandedOver ? next : end;
      continue;
    }
    const why = `behind “${text.slice(start, Math.min(next, start + SHOWN_CHARS)).trim()}”`;
    if (opening === 'whole') return [tool(0, text.length, true, why)];
    const end = endOf(text, next, opening);
    if (end < 0) return [...found, ...unclosed(text, start, next, why)];
    found.push(tool(start, end, false, why));
    start = end;
  }
  return found;
}

/** Characters of a label that are shown. */
const SHOWN_CHARS = 80;

/** Characters at the turn's end in which a shell's prompt line is looked for, whatever opens in front of it. */
const PROMPT_CHARS = 1024;

function endsAtPrompt(text: string, quiet: readonly Range[]): boolean {
  const from = text.lastIndexOf('\n', text.length - PROMPT_CHARS) + 1;
  const mark = lastLine(text, from, WHOLE_TURN);
  return mark >= 0 && !quiet.some(({ start, end }) => start <= mark && mark < end);
}

const tool = (start: number, end: number, isOpen: boolean, why: string): Foreign => ({
  start,
  end,
  kind: 'tool',
  isOpen,
  why,
});

/** Behind what nothing closes, up to the last line that introduces a question; that may be a person's. */
function unclosed(text: string, start: number, from: number, why: string): Foreign[] {
  const asked = lastLine(text, from, ASKS);
  if (asked < 0) return [tool(start, text.length, true, why)];
  const question: Foreign = {
    start: asked,
    end: text.length,
    kind: 'material',
    isOpen: true,
    why: `a question ${why}`,
  };
  return [tool(start, asked, false, why), question];
}

/** The line that starts at `start`, if it has a letter or a bracket behind its marks. */
function lineAt(text: string, start: number, end: number): Line | null {
  const limit = Math.min(end, start + MAX_MARKS);
  let isHeading = false;
  for (let at = start; at < limit; at++) {
    const unit = text.charCodeAt(at);
    if (isLetter(unit) || unit === OPEN_BRACKET || unit === OPEN_PAREN) return { start, at, isHeading };
    if (!isMark(unit)) return null;
    isHeading ||= unit === HASH || (unit === text.charCodeAt(at + 1) && RULES.has(unit));
  }
  return null;
}

const HASH = 0x23;
const OPEN_BRACKET = 0x5b;
const OPEN_PAREN = 0x28;
const SMALL_B = 0x62;
const RULES = new Set([...'*_=-'].map((unit) => unit.charCodeAt(0)));
const MARKS = new Set([...' \t>#*_-+=~|:.!?/\\'].map((unit) => unit.charCodeAt(0)));
const isLetter = (unit: number): boolean => (unit | 0x20) >= 0x61 && (unit | 0x20) <= 0x7a;
/** Pictures and bullets count as marks too. */
const isMark = (unit: number): boolean => MARKS.has(unit) || unit >= 0x2000;

function matches(pattern: RegExp, text: string, at: number): boolean {
  pattern.lastIndex = at;
  return pattern.test(text);
}

function openingOf(text: string, { start, at, isHeading }: Line, next: number): Opening | null {
  const first = text.charCodeAt(at);
  if (first === OPEN_BRACKET) return bracketed(text, at, start);
  if ((first === OPEN_PAREN || (first | 0x20) === SMALL_B) && matches(WHOLE_TURN, text, at)) return 'whole';
  if (first === OPEN_PAREN) return null;
  if (isLabel(text, at, isHeading) || headsMatter(text, at, next)) {
    if (text.startsWith('--- ', start)) return 'to_closing';
    const isFenced = matches(FENCE, text, next) && CONTEXT_BELOW.test(text.slice(at, next));
    return isFenced ? 'to_fence' : 'to_end';
  }
  return matches(NAMES_CONTEXT, text, at) ? 'to_context' : null;
}

const isLabel = (text: string, at: number, isHeading: boolean): boolean =>
  !matches(NAMES_CONTEXT, text, at) &&
  (matches(isHeading ? HEADED_ALONE : HEADED, text, at) || matches(LED, text, at));

const MAX_TITLE = 160;

/** Whether the line is a title, with a colon at its end or a rule below, that announces what somebody else said. */
function headsMatter(text: string, at: number, next: number): boolean {
  if (next - at > MAX_TITLE) return false;
  let end = next;
  while (end > at && TITLE_ENDS.has(text.charCodeAt(end - 1))) end--;
  const last = text.charCodeAt(end - 1);
  const line = text.slice(at, end);
  if (line.includes('below') && BELOW.test(line)) return true;
  const isTitle = last === COLON || last === WIDE_COLON || matches(FENCE, text, next);
  return isTitle && hasWord(line, HEADS_MATTER);
}

const COLON = 0x3a;
const WIDE_COLON = 0xff1a;
/** White space and emphasis behind a title. */
const TITLE_ENDS = new Set([...' \t\r\n*_'].map((unit) => unit.charCodeAt(0)));

const hasWord = (line: string, words: ReadonlySet<string>): boolean =>
  line
    .toLowerCase()
    .split(/[^a-z]+/)
    .some((word) => words.has(word));

function bracketed(text: string, at: number, start: number): Opening | null {
  if (matches(WHOLE_TURN, text, at)) return 'whole';
  RESULT_OF.lastIndex = at;
  const result = RESULT_OF.exec(text);
  if (result) return ASKING.has((result[1] as string).toLowerCase()) && start === 0 ? 'line' : 'to_end';
  const end = text.slice(at, at + MAX_BRACKET).indexOf(']');
  if (
    end < 0 ||
    '{"'.includes(text.charAt(at + 1)) ||
    text.charAt(at + end + 1) === '(' ||
    matches(CLOSES, text, at)
  )
    return null;
  return hasWord(text.slice(at + 1, at + end), BRACKETED) ? 'to_closing' : null;
}

const CONTEXT_END = '</context>';

/** Where the stretch ends that was opened on the line before `next`; -1 when nothing closes it. */
function endOf(text: string, next: number, opening: Exclude<Opening, 'whole'>): number {
  if (opening === 'to_end') return -1;
  if (opening === 'line') return next;
  if (opening === 'to_context') {
    const closing = text.toLowerCase().lastIndexOf(CONTEXT_END);
    return closing < next ? -1 : closing + CONTEXT_END.length;
  }
  const isFenced = opening === 'to_fence';
  const mark = lastLine(text, isFenced ? lineEnd(text, next) : next, isFenced ? FENCE : CLOSES);
  return mark < 0 ? -1 : lineEnd(text, mark);
}

/** The offset behind the line that `at` lies on. */
const lineEnd = (text: string, at: number): number => text.indexOf('\n', at) + 1 || text.length;

/** Where the last line starts that begins with the pattern, marks in front of it taken away; -1 when none does. */
function lastLine(text: string, from: number, pattern: RegExp): number {
  for (let end = text.length; end > from; ) {
    const start = Math.max(text.lastIndexOf('\n', end - 1) + 1, from);
    const line = lineAt(text, start, end);
    if (matches(pattern, text, start) || (line && matches(pattern, text, line.at))) return start;
    end = start - 1;
  }
  return -1;
}
