// The seed's phantom list: phrases by which an answer claims to have acted. Read only over the final text of a run in which no tool succeeded; every
// other answer stands under the record of its run. Called by ending.ts. Source: agent, D6; structure S4.
import { DONE_WORDS } from '../tools/words.ts';

/** The seed's words, said instead of such an answer. */
export const SAFE_RESPONSE = `I apologize, but I wasn't able to access the infrastructure tools needed to complete that request. This can happen when:

1. The tools aren't available right now
2. There was a connection issue
3. The model I'm running on doesn't support function calling

Please try again, or let me know if you have a question I can answer without checking live infrastructure.`;

/** Characters that are read of an answer. */
const MAX_TEXT = 32_768;

const PARTICIPLES = [...Object.values(DONE_WORDS), 'deleted', 'created', 'changed', 'executed'].join('|');
const ADVERB = '(?:(?:now|just|already|successfully) )?';
const PHRASES = new RegExp(
  [
    `\\b(?:i have|i've) ${ADVERB}(?:${PARTICIPLES})\\b`,
    `\\bsuccessfully (?:${PARTICIPLES})\\b`,
    `\\bthe (?:[\\w.:/-]+ ){1,3}(?:has|have) ${ADVERB}been ${ADVERB}(?:${PARTICIPLES})\\b`,
    `\\bdone[!.:,]? (?:i have|i've)\\b`,
  ].join('|'),
);

/** Fenced code is no claim; the marks of tables, lists, quotes and emphasis are no words. */
const plainText = (answer: string): string =>
  answer
    .slice(0, MAX_TEXT)
    .split(/^ {0,3}(?:```|~~~).*$/m)
    .filter((_, at) => at % 2 === 0)
    .join(' ')
    .replaceAll(/[*_`#|>~\s]+/g, ' ')
    .replaceAll('’', "'")
    .toLowerCase();

/** @returns whether an answer says, in one of the seed's phrases, that something was done */
export const claimsExecution = (answer: string): boolean => PHRASES.test(plainText(answer));
