// Stores a statement that the checks refused, because the operator says that it is true. It becomes the operator's own fact: an action, in
// the audit, undoable. Called by reader.ts. Source: structure S2, decision 080.
import type { Clock } from '../../../shared/model/clock.ts';
import { AppError } from '../../../shared/model/envelope.ts';
import { factAnswer } from '../../../shared/model/graph.ts';
import type { Reading } from '../../../shared/model/memory/reader.ts';
import { canonicalToken } from '../../graph/text/words.ts';
import { readingOf, settleReading } from '../../store/reader/readings.ts';
import type { Store } from '../../store/store.ts';
import type { Edits } from '../edit/edits.ts';
import { refusalOf } from '../write/agent-telling.ts';
import { outcomeOfReading } from './reader-worker.ts';
import { nameOf, nameProblem } from './statement-names.ts';

export interface AcceptedReading {
  readonly reading: Reading;
  /** Undoes it. */
  readonly actionId: number | null;
}

/**
 * @param actor who accepts it
 * @throws AppError NOT_FOUND, NOT_ALLOWED where it is stored already or holds no names, and as a fact that is told
 */
export async function acceptReading(
  {
    store,
    edits,
    clock,
  }: { readonly store: Store; readonly edits: Pick<Edits, 'tell'>; readonly clock: Clock },
  id: number,
  actor: string,
): Promise<AcceptedReading> {
  const reading = await readingOf(store.reader, id);
  if (reading === null)
    throw new AppError('NOT_FOUND', `There is no statement ${id}. The newest 10,000 are kept.`, { id });
  const { project, outcome, model, reason, sentence } = reading;
  if (outcome !== 'refused')
    throw new AppError('NOT_ALLOWED', 'This statement was not refused.', { id, outcome });
  const problem = nameProblem(reading.concept, 'concept') ?? nameProblem(reading.parent, 'parent');
  if (problem !== null)
    throw new AppError('NOT_ALLOWED', `${problem} Tell the fact on the Concepts screen in your own words.`, {
      id,
    });
  const fact = {
    concept: nameOf(reading.concept),
    parent: nameOf(reading.parent),
    dimension: canonicalToken(reading.dimension),
    isIsa: reading.isIsa,
    confidence: 1,
  };
  const nowhere = { conversation: null, role: null, segment: null };
  const provenance = { source: 'operator' as const, client: actor, ...nowhere, sentence, at: clock.now() };
  const why = `Accepted from the reader. ${model} read it, and the checks refused it: ${reason ?? ''}`.trim();
  const told = await edits.tell(project, fact, provenance, { actor, reason: why });
  if (told.outcome.status === 'refused') throw refusalOf(factAnswer(told.outcome));
  const became = {
    outcome: outcomeOfReading(told.outcome),
    edgeId: told.outcome.edgeId ?? null,
    conflictId: told.outcome.conflictId ?? null,
  };
  await store.write((writer) => settleReading(writer, id, became));
  const { project: _, ...shown } = reading;
  return { reading: { ...shown, ...became }, actionId: told.action?.id ?? null };
}
