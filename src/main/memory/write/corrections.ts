// Carries out what changes a known fact because somebody says so: each is an action of its own, in the chain, undoable.
// `retract` is what is said on purpose; `heard` what was read in a person's prose. Called by memory.ts and learner.ts.
// Source: memory D19, D21; decision 035.
import type { FactOutcome, Source } from '../../../shared/model/graph.ts';
import type { StoreWriter } from '../../store/store.ts';
import { countRepeat } from '../../store/tables/conflict-updates.ts';
import type { Planning } from '../decide/planning.ts';
import { runAction } from '../decide/run-action.ts';
import { factNames, UNNAMED } from './fact-names.ts';
import { KnownSpelling } from './known-spelling.ts';
import { type Planned, planEnd, planNow, planStatement, type Said } from './plan-correction.ts';
import type { SaidFact } from './plan-facts.ts';
import { type Alongside, refusalOf, withEnd } from './record-facts.ts';
import type { WriteParts } from './transact.ts';

/**
 * Ends the fact that says exactly this, where the speaker is at least as trusted as it; otherwise a correction waits.
 * @returns `retracted`, `conflict` or `absent`
 * @throws AppError UNAVAILABLE
 */
export function retract(parts: WriteParts, said: Said): Promise<FactOutcome> {
  return act(parts, { ...said, change: { kind: 'ends' } });
}

/**
 * Does what a claim says to a known fact: ends it, puts another in its place, or makes it more specific. Where nothing of the kind is left to do, it is a plain statement.
 * @param alongside written in the same transaction, whatever comes of it
 * @throws AppError UNAVAILABLE
 */
export async function act(
  parts: WriteParts,
  claim: SaidFact,
  alongside: Alongside = async () => undefined,
): Promise<FactOutcome> {
  let done: { said: Said; planned: Planned } | undefined;
  const written = await runAction(
    parts,
    async (planning) => {
      done = await plan(planning, claim);
      const { summary } = done.planned;
      if (summary === null) return null;
      const { source, client, sentence } = claim.provenance;
      const isRefined =
        done.planned.outcome.status === 'refined' || done.planned.outcome.status === 'confirmed';
      const kind = isRefined && !claim.change ? ('refinement' as const) : ('correction' as const);
      return { project: claim.project, kind, actor: client ?? source, reason: sentence ?? '', summary };
    },
    async (writer) => {
      if (done) await countAgain(writer, done.planned, claim.provenance.at);
      await alongside(writer);
    },
  );
  if (!done) throw new Error('a correction was written without a plan');
  const { said, planned } = done;
  const { outcome } = planned;
  const names = outcome.reason === 'SECRET_NAME' ? UNNAMED : factNames(said.fact);
  const edgeId =
    outcome.edgeId === undefined ? undefined : (written?.edgeIds.get(outcome.edgeId) ?? outcome.edgeId);
  const conflictId = outcome.conflictId ?? written?.conflictIds[0];
  return { ...names, ...outcome, edgeId, conflictId };
}

async function plan(planning: Planning, claim: SaidFact): Promise<{ said: Said; planned: Planned }> {
  const { project, provenance, change } = withEnd(claim);
  const fact = new KnownSpelling(planning.draft.graph).of(project, claim.fact);
  const said: Said = { project, fact, provenance };
  if (change?.kind === 'ends') return { said, planned: await planEnd(planning, said) };
  const reason = refusalOf(said);
  if (reason) return { said, planned: { outcome: { status: 'refused', reason }, summary: null } };
  return { said, planned: await (change ? planNow(planning, said, change) : planStatement(planning, said)) };
}

/** A correction that somebody decided against is counted there. */
async function countAgain(writer: StoreWriter, { outcome }: Planned, at: number): Promise<void> {
  if (outcome.reason === 'DISMISSED' && outcome.conflictId !== undefined)
    await countRepeat(writer, outcome.conflictId, at);
}

/** What a reader of prose may say of a change: a person's word only; an assistant's never corrects. */
export function mayCorrect({
  source,
  role,
}: {
  readonly source: Source;
  readonly role: string | null;
}): boolean {
  return source !== 'inferred' || role === 'user';
}
