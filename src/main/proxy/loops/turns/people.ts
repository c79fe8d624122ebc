// Whose words stand in the users' turns of a history: a person's, who ends a loop, or a harness's and an environment's, which
// come back word for word, in rounds. A person who asks the same again of an agent that has answered is a person for longer.
// Pure. Source: loops, Rule 7. Used by history.ts.

/** Words in a user's turn that nothing marks as anybody else's. */
export interface Heard {
  readonly turn: number;
  readonly key: string;
  /** They drive the agent on, or scold its format. */
  readonly isNudge: boolean;
  /** The agent had answered in plain words. */
  readonly isAfterAnswer: boolean;
}

/** So often in a row the same words, or the same round of words, are nobody's: a person would say something else. */
const REPEATS = 3;
/** The same when each is said to an answer, which a person may do who is not content with it. */
const REPEATS_TO_ANSWERS = 4;
const MAX_ROUND = 5;

/** What people said; the words that a harness or an environment says over and over are left out. */
export function spokenByPeople(heard: readonly Heard[]): Heard[] {
  const spoken: Heard[] = [];
  for (let at = 0; at < heard.length; ) {
    const round = roundAt(heard, at);
    if (round === 0) spoken.push(heard[at] as Heard);
    at += Math.max(1, round);
  }
  return spoken;
}

/** How many words from here on are nobody's; 0 when the first is a person's. */
function roundAt(heard: readonly Heard[], at: number): number {
  for (let period = 1; period <= MAX_ROUND; period++) {
    let end = at + period;
    while (end < heard.length && heard[end]?.key === heard[end - period]?.key) end++;
    const isAsking = period === 1 && isAskedAgain(heard.slice(at, end));
    if (end - at >= period * (isAsking ? REPEATS_TO_ANSWERS : REPEATS)) return end - at;
  }
  return 0;
}

const isAskedAgain = ([first, ...again]: readonly Heard[]): boolean =>
  first?.isNudge === false && again.every(({ isAfterAnswer }) => isAfterAnswer);

const COUNTED =
  /\b\d{1,4} (?:more )?(?:steps?|turns?|attempts?|tries|rounds?|chances?|iterations?|actions?) (?:left|remaining)\b/i;
const DRIVES =
  /^(?:(?:ok(?:ay)?|yes|please|now|just)[,.!]? ){0,3}(?:continue|proceed|go on|keep going|carry on|resume|next)\b/i;
/** A longer text says something of its own; what is left is told behind whatever came back. */
const MAX_NUDGE = 600;
const MAX_COUNTED = 8000;

/** Whether a text drives an agent on. @param text what stands in a user's turn, white space folded */
export const drivesOn = (text: string): boolean =>
  (text.length <= MAX_NUDGE && DRIVES.test(text)) || (text.length <= MAX_COUNTED && COUNTED.test(text));
