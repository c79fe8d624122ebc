// The wording of what we say ourselves, so that it is known again when a client sends it back in a history: feedback in
// a tag of its own, a local answer by its first words. Neither is an action of the agent nor a word of a person.
// Used by turn-features.ts, feedback.ts and breaker-answer.ts.
import { NOTES } from '../../../graph/text/foreign-names.ts';

const OPENING = '<loop-guard>';
const CLOSING = '</loop-guard>';

/** How an answer of ours begins. */
export const ANSWER_LEAD = 'Festinger loop guard:';
/** In front of the lead where the answer is agent-zero's JSON. */
const IN_TOOL_JSON = '{"thoughts":["';

/** Feedback as it goes into a request. */
export function asFeedback(text: string): string {
  return `${OPENING}\n${text.replaceAll(CLOSING, '')}\n${CLOSING}`;
}

/** Whether an assistant's turn is a local answer of ours. */
export function isOwnAnswer(text: string): boolean {
  const said = text.trimStart();
  return said.startsWith(ANSWER_LEAD) || said.startsWith(IN_TOOL_JSON + ANSWER_LEAD);
}

/** What harnesses put into a turn in a tag of theirs, anew with every turn, and what we put there. */
const NOT_SAID = [...NOTES, 'recollection'].map((name) => ({ opening: `<${name}>`, closing: `</${name}>` }));

/** The text without feedback and recollections of ours and without a harness's notes. Linear. */
export function withoutNotes(text: string): string {
  if (!text.includes('</')) return text;
  return NOT_SAID.reduce((rest, tag) => withoutTag(rest, tag), text);
}

function withoutTag(text: string, { opening, closing }: { opening: string; closing: string }): string {
  const kept: string[] = [];
  let from = 0;
  for (;;) {
    const start = text.indexOf(opening, from);
    const end = start < 0 ? -1 : text.indexOf(closing, start);
    if (end < 0) break;
    kept.push(text.slice(from, start));
    from = end + closing.length;
  }
  return from === 0 ? text : kept.join('') + text.slice(from);
}
