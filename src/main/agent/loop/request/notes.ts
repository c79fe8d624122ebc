// What a model is told beside the operator's words: in the newest message and nowhere before it, so that what it has read stays as it was. Pure.
// Source: agent, The loop (nudges, facts, prefetch).

const NUDGE_AT = 12;
const ESCALATE_AT = 18;

/** @returns what is said now, and how far that has gone; null when nothing is */
export function nudge(
  calls: number,
  nudgedAt: number,
): { readonly text: string; readonly at: number } | null {
  if (calls >= ESCALATE_AT && nudgedAt < ESCALATE_AT)
    return {
      at: ESCALATE_AT,
      text: `You have made ${calls} calls. Give your final answer now, with what you know.`,
    };
  if (calls >= NUDGE_AT && nudgedAt < NUDGE_AT)
    return { at: NUDGE_AT, text: `You have made ${calls} calls. Consider summing up what you have found.` };
  return null;
}
