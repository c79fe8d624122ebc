// Puts a plan into the tables: roots, edges and their provenance, conflicts, and an event for everything that matters.
// Decides nothing. Called by record-facts.ts within its transaction. Source: memory, Writing, Conflicts, D12.
import { AppError } from '../../../shared/model/envelope.ts';
import type { ConceptGraph } from '../../graph/columns/concept-graph.ts';
import type { EdgeRow } from '../../graph/types.ts';
import type { Json } from '../../store/audit/canonical-json.ts';
import type { EventKind, NewEvent } from '../../store/audit/chain.ts';
import { appendEvents } from '../../store/audit/events.ts';
import type { StoreWriter } from '../../store/store.ts';
import { type NewConflict, type QueuedConflict, queueConflicts } from '../../store/tables/conflict-queue.ts';
import { readPlacesOf } from '../../store/tables/contested-places.ts';
import {
  appendProvenance,
  confirmEdges,
  insertEdges,
  insertRoots,
  pruneProvenance,
} from '../../store/tables/edges.ts';
import type { GraphChange } from '../read/graph-cache.ts';
import { isNotable } from './confirmation.ts';
import { countDismissed } from './dismissed-claims.ts';
import { factNames } from './fact-names.ts';
import { settleFilled } from './filled-places.ts';
import {
  conflictPriority,
  type FactPlan,
  type PlannedConflict,
  type PlannedEdge,
  type SaidFact,
} from './plan-facts.ts';

/** What a plan came to in the tables. */
export interface WrittenPlan {
  /** Every planned edge as it is in the table now. */
  readonly edges: ReadonlyMap<PlannedEdge, EdgeRow>;
  readonly roots: readonly EdgeRow[];
  readonly conflictIds: ReadonlyMap<PlannedConflict, number>;
  /** Claims that were dismissed before and change nothing, with the conflict they were counted on. */
  readonly dismissed: ReadonlyMap<PlannedConflict, number>;
  readonly places: GraphChange['places'];
  readonly head: GraphChange['head'];
}

/**
 * Writes a plan within the caller's transaction.
 * @param now epoch milliseconds, for the events
 * @throws ConstraintError when the database knows better than the plan
 */
export async function writePlan(
  writer: StoreWriter,
  graph: ConceptGraph,
  plan: FactPlan,
  now: number,
): Promise<WrittenPlan> {
  const roots = await insertRoots(writer, plan.roots, now);
  const edges = await writeEdges(writer, plan, now);
  const dismissed = await countDismissed(writer, plan.conflicts);
  const waiting = plan.conflicts.filter((conflict) => !dismissed.has(conflict));
  const queued = await writeConflicts(writer, plan, waiting, edges);
  const opened = waiting.filter((_, i) => queued[i]?.opened);
  const conflictIds = new Map(waiting.map((conflict, i) => [conflict, queued[i]?.id ?? 0]));
  const told = [
    ...roots.map((root) => root.event),
    ...plan.inserted.map((edge) => edgeEvent('fact.inserted', edge, edges, now)),
    ...plan.confirmed.filter(isNotableEdge).map((edge) => edgeEvent('fact.confirmed', edge, edges, now)),
    ...opened.map((conflict) => conflictEvent(conflict, conflictIds.get(conflict) ?? 0, now)),
  ];
  const settled = await settleFilled(writer, graph, filledBy(plan, edges), told.length, now);
  const head = await appendEvents(writer, [...told, ...settled]);
  const places = await readPlacesOf(writer.reader, [
    ...opened.map((conflict) => conflictIds.get(conflict) ?? 0),
    ...settled.flatMap((event) => event.conflictId ?? []),
  ]);
  return { edges, roots: roots.map((root) => root.edge), conflictIds, dismissed, places, head };
}

async function writeEdges(
  writer: StoreWriter,
  plan: FactPlan,
  now: number,
): Promise<Map<PlannedEdge, EdgeRow>> {
  const ids = await insertEdges(
    writer,
    plan.inserted.map(({ row }) => ({ ...row, validFrom: now })),
  );
  await confirmEdges(
    writer,
    plan.confirmed.map(({ row }) => row),
  );
  const edges = new Map<PlannedEdge, EdgeRow>(plan.confirmed.map((edge) => [edge, edge.row]));
  for (const [i, edge] of plan.inserted.entries()) edges.set(edge, { ...edge.row, edgeId: ids[i] ?? 0 });
  const told = [...edges].flatMap(([edge, row]) =>
    edge.claims.map(({ provenance, fact: { confidence } }) => ({
      ...{ edgeId: row.edgeId, provenance, confidence },
    })),
  );
  await appendProvenance(writer, told);
  const toldAgain = [...edges].filter(([edge]) => edge.before || edge.claims.length > 1);
  await pruneProvenance(
    writer,
    toldAgain.map(([, row]) => row.edgeId),
  );
  return edges;
}

async function writeConflicts(
  writer: StoreWriter,
  plan: FactPlan,
  waiting: readonly PlannedConflict[],
  edges: ReadonlyMap<PlannedEdge, EdgeRow>,
): Promise<QueuedConflict[]> {
  const insertedRows = new Map(plan.inserted.map((edge) => [edge.row.edgeId, edges.get(edge)]));
  return queueConflicts(
    writer,
    waiting.map(({ claim, type, existing }): NewConflict => {
      const { project, concept, parent, dim, fact, provenance } = claim;
      const { isIsa, confidence } = fact;
      return {
        ...{ project, concept, dim, type, provenance, at: provenance.at },
        existing: existing && (insertedRows.get(existing.edgeId) ?? existing),
        incoming: { parent, isIsa, confidence, source: provenance.source },
        priority: conflictPriority(provenance.source),
        correction: null,
      };
    }),
  );
}

function filledBy(plan: FactPlan, edges: ReadonlyMap<PlannedEdge, EdgeRow>) {
  return plan.inserted.flatMap((edge) => {
    const [row, claim] = [edges.get(edge), edge.claims.at(-1)];
    return row && claim ? { row, actor: actorOf(claim) } : [];
  });
}

function isNotableEdge(edge: PlannedEdge): boolean {
  return edge.before !== undefined && isNotable(edge.before, edge.row);
}

/** Who said it: the client where one is known, otherwise the source class. */
function actorOf({ provenance }: SaidFact): string {
  return provenance.client ?? provenance.source;
}

function edgeEvent(
  kind: EventKind,
  edge: PlannedEdge,
  edges: ReadonlyMap<PlannedEdge, EdgeRow>,
  at: number,
): NewEvent {
  const claim = edge.claims.at(-1);
  const row = edges.get(edge);
  if (!claim || !row) throw new AppError('INTERNAL', 'An edge was planned without a claim.');
  const { confidence, source, isGuess, until } = row;
  const payload: Json = {
    ...{ ...factNames(claim.fact), confidence, source },
    ...(isGuess ? { isGuess } : {}),
    ...(until === undefined ? {} : { until }),
  };
  return {
    at,
    project: row.project,
    kind,
    actor: actorOf(claim),
    edgeId: row.edgeId,
    conflictId: null,
    payload,
  };
}

function conflictEvent({ claim, type }: PlannedConflict, conflictId: number, at: number): NewEvent {
  const payload: Json = {
    ...factNames(claim.fact),
    confidence: claim.fact.confidence,
    source: claim.provenance.source,
    collision: type,
  };
  const { project } = claim;
  return { at, project, kind: 'conflict.opened', actor: actorOf(claim), edgeId: null, conflictId, payload };
}
