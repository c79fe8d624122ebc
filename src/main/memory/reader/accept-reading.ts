// Stores a statement that the checks refused, because the operator says that it is true. It becomes the operator's own fact: an action, in
// the audit, that can be undone. Called by reader.ts. Source: structure S2, decision 080.
import type { Clock } from '../../../shared/model/clock.ts';
import { AppError } from '../../../shared/model/envelope.ts';
import { factAnswer } from '../../../shared/model/graph.ts';
import type { Reading } from '../../../shared/model/memory/reader.ts';
import type { ConceptGraph } from '../../graph/columns/concept-graph.ts';
import type { Lexicon } from '../../graph/types.ts';
import { acceptKeptReading, type KeptReading, readingOf } from '../../store/reader/readings.ts';
import type { Store } from '../../store/store.ts';
import { offeredDimensions } from '../ask/question.ts';
import type { Edits } from '../edit/edits.ts';
import { refusalOf } from '../write/agent-telling.ts';
import { factOfStatement } from './check-statement.ts';

export interface AcceptParts {
  readonly store: Store;
  readonly graph: ConceptGraph;
  readonly lexicon: Lexicon;
  readonly edits: Pick<Edits, 'tell'>;
  readonly clock: Clock;
}

/**
 * @param actor who accepts it
 * @returns the action, which can be undone
 * @throws AppError NOT_FOUND, NOT_ALLOWED where it is stored already or its words can be no fact, and as a fact that is told
 */
export async function acceptReading(parts: AcceptParts, id: number, actor: string): Promise<number | null> {
  const { store, edits, clock } = parts;
  const reading = await readingOf(store.reader, id);
  if (reading === null)
    throw new AppError('NOT_FOUND', `There is no statement ${id}. The newest 10,000 are kept.`, { id });
  const { project, model, reason, sentence } = reading;
  if (reading.outcome !== 'refused')
    throw new AppError('NOT_ALLOWED', 'Only a refused statement can be stored this way.', { id });
  if (!isRefused(parts.graph, reading)) throw alreadyStored(id);
  const fact = factOf(parts.lexicon, dimensionsOf(parts.graph, project), reading);
  if (typeof fact === 'string') throw new AppError('NOT_ALLOWED', `${fact} Nothing was stored.`, { id });
  const nowhere = { conversation: null, role: null, segment: null };
  const provenance = { source: 'operator' as const, client: actor, ...nowhere, sentence, at: clock.now() };
  const why = `Accepted from the reader. ${model} read it, and the checks refused it: ${reason ?? ''}`.trim();
  const told = await edits.tell(
    project,
    { ...fact, confidence: 1 },
    provenance,
    { actor, reason: why },
    async (writer, outcome) => {
      if (outcome.status === 'refused') throw refusalOf(factAnswer(outcome));
      // The graph knows by now what another process stored.
      if (!isRefused(parts.graph, reading) || !(await acceptKeptReading(writer, reading, outcome)))
        throw alreadyStored(id);
    },
  );
  return told.action?.id ?? null;
}

const alreadyStored = (id: number): AppError =>
  new AppError('NOT_ALLOWED', 'This statement is already stored. Refresh the list.', { id });

/** Refused, and not accepted since; where the fact it became has ended, it can be accepted again. */
const isRefused = (graph: ConceptGraph, { outcome, edgeId, conflictId }: KeptReading): boolean =>
  outcome === 'refused' && conflictId === null && (edgeId === null || graph.edgeById(edgeId) === undefined);

/** The dimensions a fact of a project may be in. */
const dimensionsOf = (graph: ConceptGraph, project: string): ReadonlySet<string> =>
  new Set(offeredDimensions(graph, project).map(({ dimension }) => dimension));

function factOf(lexicon: Lexicon, dimensions: ReadonlySet<string>, reading: KeptReading) {
  const { concept, parent, dimension, isIsa, sentence, at } = reading;
  const words = { concept, parent, dimension, is_isa: isIsa };
  return factOfStatement(words, { text: sentence, at }, { dimensions, lexicon });
}

/** Statements of one project as the console shows them: whether each can be accepted, and as what it was. */
export function shownReadings(
  { graph, lexicon }: AcceptParts,
  project: string,
  kept: readonly KeptReading[],
): Reading[] {
  const dimensions = dimensionsOf(graph, project);
  return kept.map((one) => {
    const { project: _, ...reading } = one;
    if (one.outcome !== 'refused') return { ...reading, canAccept: false, acceptedAs: null };
    if (isRefused(graph, one)) {
      const canAccept = typeof factOf(lexicon, dimensions, one) !== 'string';
      return { ...reading, edgeId: null, acceptedAs: null, canAccept };
    }
    const edge = one.edgeId === null ? undefined : graph.edgeById(one.edgeId);
    const acceptedAs = edge === undefined ? null : graph.tokenOf(edge.concept);
    return { ...reading, canAccept: false, acceptedAs };
  });
}
