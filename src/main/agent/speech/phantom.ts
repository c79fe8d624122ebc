// Whether an answer claims to have acted on the infrastructure, or to know its live state. Asked only of the final text of a run in which no tool
// succeeded: there such a claim is made up. Judges words alone, sentence by sentence; never changes the answer. Called by the agentic loop and by
// `festinger explain phantom`. Source: agent, D6 Phantom.
import { claimsOwnAct } from './phantom/acts.ts';
import { type SentenceView, type Subject, viewOf } from './phantom/clauses.ts';
import { claimsFindings } from './phantom/findings.ts';
import { claimsDone, isWhole } from './phantom/happened.ts';
import { type Block, proseIn } from './phantom/prose.ts';
import { type Sentence, sentencesIn } from './phantom/sentences.ts';
import { claimsState } from './phantom/states.ts';

/** An act that the assistant claims, or a state that it claims to know. */
export interface Claim {
  readonly kind: 'action' | 'state';
  /** Where its sentence begins in the text, in UTF-16 units. */
  readonly at: number;
  readonly text: string;
}

/** Said instead of an answer that claims what was never done. */
export const SAFE_RESPONSE = `I'm sorry, I could not reach the infrastructure tools that this needs, so I have neither done nor looked at anything. Usual reasons:

1. The tools are not available right now.
2. The connection to them failed.
3. The model that I run on cannot call functions.

Please try again, or ask me something that I can answer without looking at the live infrastructure.`;

/** Characters that are read of an answer: nobody's final answer is longer, and more would hold up the others. */
const MAX_TEXT = 32_768;
const MAX_CLAIM = 200;

/** Claims of having acted on the infrastructure, or of knowing its live state, one a sentence at most, in order. */
export function claimsIn(answer: string): readonly Claim[] {
  const text = answer.slice(0, MAX_TEXT);
  const { blocks, hasCode } = proseIn(text);
  const claims: Claim[] = [];
  let before: Subject = 'none';
  for (const block of blocks)
    for (const sentence of sentencesIn(text, block.from, block.to)) {
      const view = viewOf(sentence, before);
      before = view.clauses.find(({ subject }) => subject !== 'none')?.subject ?? before;
      const kind = kindOf(block, sentence, view, hasCode);
      if (kind !== null)
        claims.push({
          kind,
          at: sentence.at,
          text: text.slice(sentence.at, sentence.end).trim().slice(0, MAX_CLAIM),
        });
    }
  return claims;
}

function kindOf(
  block: Block,
  sentence: Sentence,
  { clauses, isGuarded }: SentenceView,
  hasCode: boolean,
): Claim['kind'] | null {
  if (block.isPlanned || sentence.isQuestion) return null;
  const { words } = sentence;
  const around = { hasCode, isGuarded, isWhole: isWhole(words), isItem: block.isItem, length: words.length };
  if (clauses.some((clause) => claimsOwnAct(clause, around) || claimsDone(clause, around))) return 'action';
  const isKnown =
    clauses.some((clause) => claimsState(clause, around)) || claimsFindings(sentence, clauses, around);
  return isKnown ? 'state' : null;
}
