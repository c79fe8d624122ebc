// Benchmark of looking at a hub: the part of the graph a canvas shows around a concept with very many children, against
// building and sorting all of them; counting what waits about each node; and planning facts onto a deep chain. All of it
// runs on the thread that serves prompts, so the figure to read is the longest time that nothing else could happen.
// Prints a table, writes JSON to bench/results/.
//   node bench/neighbourhood.ts [--children 1000000]
import { parseArgs } from 'node:util';
import { ConceptGraph } from '../src/main/graph/columns/concept-graph.ts';
import { dimensionsOf, neighbourhood } from '../src/main/graph/columns/neighbourhood.ts';
import { Overlay } from '../src/main/memory/write/overlay.ts';
import { type PlacedClaim, planFacts } from '../src/main/memory/write/plan-facts.ts';
import { seededRandom } from '../src/shared/seeded-random.ts';
import { percentile, printTable, writeResults } from './lib/report.ts';
import { word } from './lib/words.ts';

const { values } = parseArgs({ options: { children: { type: 'string', default: '1000000' } } });
const most = Number(values.children);
const ROUNDS = 7;
const LIMIT = 300;
const P = 'default';
const TYPE = 1;
const HUB = 2;
const CHAIN = 20_000;
const FACTS = 2000;
const CONTESTED = 50_000;

function graphOf(concepts: number, name: (n: number) => string): ConceptGraph {
  const graph = new ConceptGraph();
  graph.reserve(concepts, concepts);
  for (let id = 1; id <= concepts; id++) {
    graph.putConcept({ id, token: name(id), encounterCount: 0, lastSeen: 0, novelty: 0, common: false });
  }
  place(graph, TYPE, TYPE);
  return graph;
}

function place(graph: ConceptGraph, concept: number, parent: number): void {
  graph.putEdge({
    ...{ edgeId: concept, project: P, concept, parent, dim: TYPE, isIsa: true, confidence: 1 },
    ...{ lastConfirmed: 1, source: 'gutask', doNotUse: false },
  });
}

/** Milliseconds of each round, sorted. */
function times(work: () => unknown): number[] {
  const taken = Array.from({ length: ROUNDS }, () => {
    const began = performance.now();
    work();
    return performance.now() - began;
  });
  return taken.sort((a, b) => a - b);
}

const figures: { what: string; size: number; p50: number; worst: number; ofAll: number | null }[] = [];

function hub(what: string, children: number, name: (n: number) => string): void {
  const graph = graphOf(children + HUB, name);
  for (let id = HUB + 1; id <= children + HUB; id++) place(graph, id, HUB);
  const look = () => [
    dimensionsOf(graph, P, HUB),
    neighbourhood(graph, HUB, { project: P, dim: TYPE, depth: 2, limit: LIMIT }),
  ];
  const all = () =>
    graph
      .childrenOf(P, HUB, TYPE)
      .map((edge) => graph.tokenOf(edge.concept))
      .sort();
  look();
  const [sorted, naive] = [times(look), times(all)];
  figures.push({
    ...{ what: `hub, ${what}`, size: children, p50: percentile(sorted, 0.5) },
    ...{ worst: sorted.at(-1) ?? 0, ofAll: percentile(sorted, 0.5) / percentile(naive, 0.5) },
  });
}

for (const children of [10_000, 100_000, most]) {
  hub('made-up names', children, (n) => `${word(Math.floor(seededRandom(n)() * 1e9))}-${n}`);
  hub('names counted up', children, (n) => `service-${String(n).padStart(8, '0')}`);
}

/** The longest time between two turns of the event loop while the work goes on. */
async function longestStall(work: () => Promise<unknown>): Promise<{ total: number; stall: number }> {
  let [stall, isOver] = [0, false];
  let last = performance.now();
  const tick = () => {
    stall = Math.max(stall, performance.now() - last);
    last = performance.now();
    if (!isOver) setImmediate(tick);
  };
  setImmediate(tick);
  const began = performance.now();
  await work();
  isOver = true;
  return { total: performance.now() - began, stall };
}

const claims = Array.from({ length: FACTS / 2 }, (_, i): PlacedClaim[] => {
  const [lower, upper] = [CHAIN + 2 * i + 2, CHAIN + 2 * i + 1];
  const said = (concept: number, parent: number): PlacedClaim => ({
    ...{ project: P, concept, parent, dim: TYPE },
    fact: { concept: `c${concept}`, parent: `c${parent}`, dimension: 'type', isIsa: true, confidence: 1 },
    provenance: {
      ...{ source: 'gutask', client: null, conversation: null, role: null, segment: null },
      ...{ sentence: null, at: 1 },
    },
  });
  return [said(lower, upper), said(upper, 2 + i)];
}).flat();
const planned: { total: number; stall: number }[] = [];
for (let round = 0; round < ROUNDS; round++) {
  const graph = graphOf(CHAIN + FACTS + 1, (n) => `n${n}`);
  for (let id = 2; id < CHAIN; id++) place(graph, id, id + 1);
  planned.push(await longestStall(() => planFacts(new Overlay(graph), claims)));
}
const totals = planned.map(({ total }) => total).sort((a, b) => a - b);
figures.push({
  ...{ what: `${FACTS} facts onto a chain`, size: CHAIN, p50: percentile(totals, 0.5) },
  ...{ worst: Math.max(...planned.map(({ stall }) => stall)), ofAll: null },
});

const contested = graphOf(CONTESTED + 1, (n) => `n${n}`);
for (let id = 2; id <= CONTESTED; id++) contested.setPending(P, id, TYPE, 1);
const counted = times(() => {
  for (let id = 2; id < 1502; id++) contested.pendingOf(P, { concept: id });
});
figures.push({
  ...{ what: 'what waits, of 1,500 nodes', size: CONTESTED, p50: percentile(counted, 0.5) },
  ...{ worst: counted.at(-1) ?? 0, ofAll: null },
});

printTable(
  ['', 'size', 'p50 ms', 'longest stall ms', 'of building all'],
  figures.map(({ what, size, p50, worst, ofAll }) => [
    ...[what, size.toLocaleString('en'), p50.toFixed(1), worst.toFixed(1)],
    ofAll === null ? '' : `${(100 * ofAll).toFixed(0)} %`,
  ]),
);
writeResults('neighbourhood', { limit: LIMIT, figures });
