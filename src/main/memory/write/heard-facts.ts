// Facts read out of prompts, in the order in which they were heard: plain statements together in one transaction, what
// changes a known fact as an action of its own between them. Called by memory.ts for the learner. Source: memory D19, D21.
import type { FactOutcome } from '../../../shared/model/graph.ts';
import type { StoreWriter } from '../../store/store.ts';
import type { SaidFact } from './plan-facts.ts';
import type { WithFacts } from './record-facts.ts';

export interface HeardParts {
  /** The write path; stops before a claim that changes what is known. @returns outcomes up to there */
  readonly record: (claims: readonly SaidFact[], alongside: WithFacts) => Promise<FactOutcome[]>;
  readonly act: (claim: SaidFact, alongside: (writer: StoreWriter) => Promise<void>) => Promise<FactOutcome>;
}

/** Written with the claims from `from` up to `to`, in the transaction of their effect. */
export type Settle = (writer: StoreWriter, from: number, to: number) => Promise<void>;

/** @returns one outcome for each claim @throws AppError UNAVAILABLE; what was settled by then stays */
export async function recordHeard(
  parts: HeardParts,
  claims: readonly SaidFact[],
  settle: Settle,
): Promise<FactOutcome[]> {
  const outcomes: FactOutcome[] = [];
  while (outcomes.length < claims.length) {
    const from = outcomes.length;
    // What ends a fact makes no words, so it does not even start on the write path.
    const ending = claims.findIndex(({ change }, i) => i >= from && change?.kind === 'ends');
    const plain = claims.slice(from, ending < 0 ? claims.length : ending);
    if (plain.length > 0) {
      const told = await parts.record(plain, async (writer, heard) => {
        if (heard.length > 0) await settle(writer, from, from + heard.length);
        return {};
      });
      outcomes.push(...told);
      if (told.length === plain.length) continue;
    }
    const at = outcomes.length;
    const claim = claims[at];
    if (claim) outcomes.push(await parts.act(claim, (writer) => settle(writer, at, at + 1)));
  }
  return outcomes;
}
