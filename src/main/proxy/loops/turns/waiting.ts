// Whether a call or its result tells that the agent waits: a pause in the action, an argument that is a number and is named for a
// time, a state under way in the result. Who waits does the same again on purpose (rules.ts). What is under way is told in English
// alone; pure and linear. Used by turn-features.ts and result-shape.ts. Source: decisions 036, 082.

/** `idle`: nothing else is done meanwhile. `limited`: a time is given, as much as it may take. */
export type Wait = 'idle' | 'limited';

/** A longer result has more to say than that. */
const MAX_PENDING = 600;
/** So short a result is a state and nothing else. */
const MAX_STATE = 40;

const UNDER_WAY =
  /\b(?:pending|queued|provisioning|health: starting|containercreating|podinitializing|rolling out|under way|please wait|process running|waiting for|in[ _-]progress)\b|\bnot[ _](?:yet )?(?:ready|up|finished|done|completed?)\b|\bstill (?:running|building|working|waiting|processing|starting|loading|deploying|going)\b/i;
const STATES =
  '(?:starting|initiali[sz]ing|running|processing|building|loading|waiting|deploying|creating|scheduled|downloading)';
const STATE = new RegExp(String.raw`\b${STATES}\b|^(?!nothing|missing|string|warning)[a-z]{4,16}ing$`, 'i');
/** A state is all that a name has for a value: `"status": "running"`, `Phase: building`, `<state>running</state>`. */
const VALUE = new RegExp(String.raw`[:=>] ?"?${STATES}"? ?(?:$|[,}<\n])`, 'im');
const PAUSES =
  /^\W{0,8}(?:\w{1,32} )?["'{[]{0,4}(?:\w{1,24}["']?: ?["']?)?(?:sleep|wait|pause|start-sleep|timeout)(?![a-z]|["']:)|\bsleep(?: -\w{1,16})?[ (]\d/i;
const TIMED =
  /"(?:[A-Za-z_-]{0,32}(?:[Ww]ait|[Ss]leep|[Dd]elay|[Pp]ause|[Yy]ield|[Tt]ime_?[Oo]ut|[Dd]uration)[A-Za-z_-]{0,32}|(?:[A-Za-z_-]{0,32}[_-])?(?:m?s|secs?|seconds?|mins?|minutes?)|[A-Za-z]{1,32}(?:Ms|Secs?|Seconds?|Mins?|Minutes?))":"?(?:[1-9]|0?\.\d)/;
/** Arguments that are looked at, as they are spelled. */
const LOOKED_AT = 2000;

/** `0/1 passing`: a part of a whole. */
const PART = /(?<![\w/.-])(\d{1,6})\/(\d{1,6})(?![\w/-])/g;
const isPart = (text: string): boolean =>
  [...text.matchAll(PART)].some(([, part, whole]) => Number(part) < Number(whole));

/** What errno and HTTP have for something that is not there just now: refused, timed out, busy, throttled. */
const OUT_OF_REACH =
  /\bE(?:CONN\w{5,7}|TIMEDOUT|AI_AGAIN|AGAIN|BUSY|HOSTUNREACH)\b|\btimed?[ -]?out\b|\bconnect(?:ion)?\b[^\n]{0,80}\b(?:refused|reset)\b|\btemporar(?:y|ily)\b|\b(?:429|50[234])\b|\b(?:route to|resolve) host\b|\bno response\b|\b(?:get|held|acquir\w{1,3})\b[^\n]{0,20} lock\b/i;
/** The command has an answer of its own for that. */
const PROBES = /\|\| ?echo\b/;

/** Whether a step asked for something that was not there, and may be there the next time though nothing else was done. */
export const mayPass = (call: string, result: string): boolean =>
  PROBES.test(call) || OUT_OF_REACH.test(result);

/** @param text a result that does not complain, without what a harness puts around it */
export const isUnderWay = (text: string): boolean =>
  text.length <= MAX_PENDING &&
  (UNDER_WAY.test(text) ||
    VALUE.test(text) ||
    isPart(text) ||
    (text.length <= MAX_STATE && STATE.test(text)));

/** How a call waits, by itself. @param call its name and its arguments in one spelling */
export function waitOf(call: string): Wait | null {
  const said = call.slice(0, LOOKED_AT);
  if (PAUSES.test(said)) return 'idle';
  return TIMED.test(said) ? 'limited' : null;
}
