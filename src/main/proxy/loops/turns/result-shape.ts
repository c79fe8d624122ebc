// What a tool's result is worth as evidence: whether it complains, whether it says no more than that something was done, and
// which of its numbers could tell of progress. Pure and linear; a long result is not taken apart. Never decides what a loop is:
// no-progress.ts does. Used by turn-features.ts. Source: loops, No progress; decision 036.
import { scolds } from './scolding.ts';
import { isUnderWay } from './waiting.ts';

/**
 * What a number in a result is: `budget` counts the calls themselves, `name` points at something (a line, a port), `measure`
 * says how much there is of something.
 */
export type NumberKind = 'budget' | 'name' | 'measure';

export interface NumberIn {
  readonly value: number;
  readonly digits: number;
  readonly kind: NumberKind;
}

/**
 * `complaint`: it says that something went wrong. `under_way`: that something is not done yet. `silent`: nothing, or no more than
 * that it was done.
 */
export type ResultTone = 'complaint' | 'under_way' | 'silent' | 'told';

export interface ResultShape {
  /** The text with every run of digits made one mark. */
  readonly text: string;
  /** Its numbers in order; null where there are too many, or the text is too long, to be taken apart. */
  readonly numbers: readonly NumberIn[] | null;
  readonly tone: ResultTone;
}

/** A longer result is compared as it stands. */
const MAX_TAKEN_APART = 8192;
const MAX_NUMBERS = 64;
/** Words that complain stand at the front or at the end. */
const HEAD = 1000;
/** An acknowledgement is short. */
const MAX_SILENT = 300;
/** So little is no evidence by itself: `0`, `[]`, `null`. */
const MIN_TOLD = 12;

/** That something asked for is not there is an answer, not a complaint. */
const COMPLAINS = new RegExp(
  [
    String.raw`\b(?:errors?|exception|traceback|fail(?:ed|ure|s)?|fatal|cannot|can't|could ?n[o']t|unable|unavailable)\b`,
    String.raw`\b(?:command|module|table|column) not found\b|\bnot (?:an? )?(?:recogni[sz]ed|allowed|permitted|valid|possible|understood)\b`,
    String.raw`\b(?:no such|invalid|unknown|unexpected|missing|malformed|denied|refused|forbidden|unauthori[sz]ed|impossible|wrong|incorrect)\b`,
    String.raw`\b(?:doesn't|does not|did not|didn't) (?:exist|match|work|understand|recogni[sz]e)\b|\b(?:do not|don't) understand\b|\busage:`,
    // of a world that an action left as it was
    String.raw`\bnothing (?:happens|happened|changes|changed)\b|\b(?:has|had) no effect\b`,
    String.raw`\bno known action\b`,
  ].join('|'),
  'i',
);
/** What harnesses put around a result, also around none. */
const WRAPPING = new RegExp(
  [
    String.raw`^(?:Observation|Results?|Output|Tool (?:result|output))(?: ?#?\d{1,4})? ?:`,
    String.raw`<\/?[A-Za-z][\w-]{0,40}>|[{},]`,
    String.raw`\bexit ?code:? 0\b|"(?:return_?code|exit_?code)": ?0\b|"(?:output|stdout|stderr)": ?""`,
    // where the shell is, and its prompt
    String.raw`\((?:Open file|Current directory): [^()]{0,300}\)|\bbash-?[\d.]{0,5}[$#] ?$`,
    String.raw`\[(?:The )?[Cc]ommand (?:completed|finished) with exit code 0\.?\]`,
    String.raw`\[(?:Current working directory|Python interpreter): [^\]]{0,300}\]`,
  ].join('|'),
  'g',
);
const ACKNOWLEDGES =
  /\b(?:success(?:ful|fully)?|succeeded|ok|okay|done|saved|stored|written|wrote|created|updated|added|applied|removed|deleted|inserted|replaced|edited|sent|clicked|pressed|typed|moved|queued|no output|not produce any output)\b/i;

const NUMBER = /\d+/g;
const CALLS_BEHIND = /^ (?:steps?|turns?|attempts?|tries|retries|chances?|calls?)\b/i;
const CALLS_BEFORE = /\b(?:attempt|try|retry|poll|request|call|check)[ #:=]{1,2}$|\bIn ?\[$/i;
const MEASURES_BEHIND = /^(?:[%/A-Za-z]|\.\d| ?(?:%|of\b|out\b)| [A-Za-z])/;
const MEASURES_BEFORE = /(?:\/|[\d]\.|\bof )$/;

/** @param text a masked result, white space as it came */
export function shapeOf(text: string): ResultShape {
  const tone = toneOf(text);
  if (text.length > MAX_TAKEN_APART) return { text, numbers: null, tone };
  const numbers: NumberIn[] = [];
  const masked = text.replace(NUMBER, (run, at: number) => {
    if (numbers.length <= MAX_NUMBERS)
      numbers.push({ value: Number(run), digits: run.length, kind: kindOf(text, at, run.length) });
    return '#';
  });
  return { text: masked, numbers: numbers.length > MAX_NUMBERS ? null : numbers, tone };
}

/** `AssertionError: expected 2`: the line in which a trace says what was raised; the lines above show the agent's own code. */
const RAISED = /^(?:[A-Za-z_][\w.]{0,80})?(?:Error|Exception): \S[^\n]{0,300}$/;
/** Lines at the end that are looked at: a harness writes below a trace. */
const LAST_LINES = 8;

/** What a trace says was raised, or null where the text is none. @param text a masked result, white space as it came */
export function raisedIn(text: string): string | null {
  const lines = text.slice(-2 * HEAD).split('\n');
  return lines.slice(-LAST_LINES).findLast((line) => RAISED.test(line)) ?? null;
}

/** Whether a result, as it stands in a body, may end in such a line; no where none does. */
export function mayRaise(bytes: string): boolean {
  const end = bytes.slice(-2 * HEAD);
  return end.includes('Error: ') || end.includes('Exception: ');
}

function kindOf(text: string, at: number, length: number): NumberKind {
  const before = text.slice(Math.max(0, at - 16), at);
  const behind = text.slice(at + length, at + length + 16);
  if (CALLS_BEHIND.test(behind) || CALLS_BEFORE.test(before)) return 'budget';
  return MEASURES_BEHIND.test(behind) || MEASURES_BEFORE.test(before) ? 'measure' : 'name';
}

/** What a result says, without what is put around it; of a long one the beginning and the end. */
function saidIn(text: string): string {
  const ends = text.length > 2 * HEAD ? `${text.slice(0, HEAD)}\n${text.slice(-HEAD)}` : text;
  return ends.replace(WRAPPING, '').trim();
}

function toneOf(text: string): ResultTone {
  const said = saidIn(text);
  if (COMPLAINS.test(said) || scolds(said)) return 'complaint';
  if (isUnderWay(text) || isUnderWay(said)) return 'under_way';
  if (said.length < MIN_TOLD) return 'silent';
  return said.length <= MAX_SILENT && ACKNOWLEDGES.test(said) ? 'silent' : 'told';
}
