// Whether a step waits: its result says that something is under way, or its action is a pause. An agent that waits does the same
// thing again on purpose, so it takes longer to be a loop (rules.ts). English alone; pure and linear. Used by
// result-shape.ts and history.ts. Source: loops, Rule 2; decision 036.

/** A longer result has more to say than that. */
const MAX_PENDING = 600;
/** So short a result is a state and nothing else. */
const MAX_STATE = 40;

const UNDER_WAY =
  /\b(?:pending|queued|provisioning|health: starting|containercreating|podinitializing|rolling out|under way|please wait|waiting for|in[ _-]progress)\b|\bnot (?:yet )?(?:ready|up|finished|done|completed?)\b|\bstill (?:running|building|working|waiting|processing|starting|loading|deploying|going)\b/i;
const STATE =
  /\b(?:starting|initiali[sz]ing|running|processing|building|loading|waiting|deploying|creating|scheduled|downloading)\b/i;
const PAUSES =
  /^\W{0,8}(?:\w{1,32} )?["'{[]{0,4}(?:\w{1,24}["']?: ?["']?)?(?:sleep|wait|pause|start-sleep|timeout)(?![a-z])/i;

/** @param text a result that does not complain, without what a harness puts around it */
export const isUnderWay = (text: string): boolean =>
  text.length <= MAX_PENDING && (UNDER_WAY.test(text) || (text.length <= MAX_STATE && STATE.test(text)));

/** Whether a call begins with a pause: `sleep 60 && gh run view`, `wait({"seconds": 5})`. @param label as turn-features.ts cuts it */
export const pauses = (label: string): boolean => PAUSES.test(label);
