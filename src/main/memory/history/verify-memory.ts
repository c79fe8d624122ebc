// Proves, or shows where not, that the graph in memory equals the tables, that the chains are whole, and that what is
// kept of the past, of approvals and of what was done agrees with them.
// Reads only. Runs while this process does not write (memory.ts holds the lock); others may, and are followed.
import { ChainName } from '../../../shared/model/audit.ts';
import type { ConceptGraph } from '../../graph/columns/concept-graph.ts';
import type { EdgeRow } from '../../graph/types.ts';
import { eventWords, readLink, verifyChain } from '../../store/audit/chain.ts';
import type { ChainWitness } from '../../store/audit/chain-witness.ts';
import { forEachConcept, forEachEdge, type LoadableStore } from '../../store/bulk/graph-loader.ts';
import { verifyHands } from '../../store/hands/verify-hands.ts';
import type { Store } from '../../store/store.ts';
import { readQuestions } from '../../store/tables/concepts.ts';
import { readPendingPlaces } from '../../store/tables/contested-places.ts';
import { verifyHistory } from './verify-history.ts';

/** Differences named in a report; the rest are counted. */
const MAX_PROBLEMS = 20;

export interface VerifyReport {
  readonly ok: boolean;
  /** Of the memory's chain. */
  readonly events: number;
  /** How far each chain was followed. */
  readonly chains: Readonly<Record<ChainName, number>>;
  readonly concepts: number;
  /** Roots included. */
  readonly edges: number;
  readonly conflictPlaces: number;
  readonly problems: string[];
}

const EDGE_FIELDS: readonly (keyof EdgeRow)[] = [
  'project',
  'concept',
  'parent',
  'dim',
  'isIsa',
  'confidence',
  'lastConfirmed',
  'source',
  'doNotUse',
  'isGuess',
  'until',
];

/** So often a difference may be put down to other processes' writes before they are kept from writing. */
const TRIES = 3;

/**
 * @param catchUp takes in what other processes wrote
 * @param witness what this console has seen of the chains; null where it keeps none
 */
export async function verifyMemory(
  store: Store,
  graph: ConceptGraph,
  catchUp: () => Promise<void>,
  witness: ChainWitness | null,
): Promise<VerifyReport> {
  for (let attempt = 1; attempt <= TRIES; attempt++) {
    const before = await store.pulse();
    const hands = await readLink(store.reader, 'agent');
    await catchUp();
    const report = await compareMemory(store, graph, witness);
    const after = await store.pulse();
    const isQuiet = (['head', 'concept', 'touch'] as const).every((what) => after[what] === before[what]);
    const isStill = (await readLink(store.reader, 'agent')).hash === hands.hash;
    if (report.ok || (isQuiet && isStill)) return report;
  }
  return store.write(async () => {
    await catchUp();
    return compareMemory(store, graph, witness);
  });
}

/** Compares a graph with tables that nobody changes meanwhile. */
export async function compareMemory(
  store: LoadableStore,
  graph: ConceptGraph,
  witness: ChainWitness | null,
): Promise<VerifyReport> {
  const problems: string[] = [];
  let omitted = 0;
  const report = (problem: string) => {
    if (problems.length < MAX_PROBLEMS) problems.push(problem);
    else omitted++;
  };
  const chains: Record<ChainName, number> = { memory: 0, host: 0, agent: 0 };
  for (const name of ChainName.options) {
    const chain = await verifyChain(store.reader, name);
    if (!chain.ok) report(`${eventWords(name, chain.brokenAt)}: ${chain.reason}`);
    chains[name] = chain.events;
  }
  for (const problem of (await witness?.faults(store.reader)) ?? []) report(problem);
  const concepts = await forEachConcept(store, (row) => {
    const held = graph.concept(row.id);
    if (held?.token !== row.token) report(`concept ${row.id} "${row.token}" is not in memory`);
    else if (held.common !== row.common) report(`concept ${row.id} "${row.token}": common differs`);
  });
  if (graph.conceptCount !== concepts)
    report(`memory has ${graph.conceptCount} concepts, the table ${concepts}`);
  const edges = await forEachEdge(store, (row) => {
    const held = graph.edgeById(row.edgeId);
    const field = held ? EDGE_FIELDS.find((name) => held[name] !== row[name]) : 'row';
    if (field) report(`edge ${row.edgeId}: ${held ? `${field} differs` : 'not in memory'}`);
  });
  let heldEdges = 0;
  for (const _edge of graph.edges()) heldEdges++;
  if (heldEdges !== edges) report(`memory has ${heldEdges} edges, the table ${edges}`);
  const places = await readPendingPlaces(store.reader);
  let waiting = 0;
  let asked = 0;
  for (const { project, concept, dim, count } of places) {
    waiting += count;
    const held = graph.pendingAt(project, concept, dim);
    if (held !== count)
      report(
        `concept ${concept} in dimension ${dim}: memory has ${held} conflicts waiting, the table ${count}`,
      );
  }
  if (graph.pendingCount !== waiting)
    report(`memory has ${graph.pendingCount} conflicts waiting, the table ${waiting}`);
  for (const { project, dim, question } of await readQuestions(store.reader)) {
    if (graph.questions.of(project, dim) !== question) report(`the question of dimension ${dim} differs`);
    asked++;
  }
  const held = graph.questions.all().length;
  if (held !== asked) report(`memory has ${held} questions of dimensions, the table ${asked}`);
  for (const problem of await verifyHistory(store.reader, MAX_PROBLEMS)) report(problem);
  for (const problem of await verifyHands(store.reader)) report(problem);
  if (omitted > 0) problems.push(`and ${omitted} more`);
  const counts = { events: chains.memory, chains, concepts, edges, conflictPlaces: places.length };
  return { ok: problems.length === 0, ...counts, problems };
}
