// Benchmark of looking over a whole memory in slices: a dimension as a whole, filtered or not, a hub, two dimensions side by side, a way
// that is not there. On the thread that serves prompts, so the figure to read is the longest that one slice worked: what else the machine
// does is not counted. Prints a table, writes JSON to bench/results/.
//   node bench/views.ts [--facts 1000000]
import { setImmediate as yieldLoop } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { ConceptGraph } from '../src/main/graph/columns/concept-graph.ts';
import type { Pause } from '../src/main/graph/views/pause.ts';
import { treeAround, wholeTree } from '../src/main/graph/views/view-tree.ts';
import { Viewing } from '../src/main/graph/views/viewing.ts';
import type { FactFilter } from '../src/shared/model/memory/fact-filter.ts';
import { percentile, printTable, writeResults } from './lib/report.ts';

const { values } = parseArgs({ options: { facts: { type: 'string', default: '1000000' } } });
const FACTS = Number(values.facts);
const ROUNDS = 7;
/** As in memory/read/views.ts. */
const SLICE_MS = 8;
const P = 'default';
const [TYPE, TECH, HUB] = [1, 2, 3];
const TOPS = 1000;

const graph = new ConceptGraph();
graph.reserve(FACTS + TOPS, 2 * FACTS);
for (let id = 1; id <= FACTS + TOPS; id++)
  graph.putConcept({
    ...{ id, token: `c${String(id)}`, encounterCount: 0, lastSeen: 0, novelty: 0, common: false },
  });
const place = (concept: number, parent: number, dim: number) =>
  graph.putEdge({
    ...{ edgeId: dim * 100_000_000 + concept, project: P, concept, parent, dim, isIsa: true },
    ...{ confidence: (concept % 10) / 10, lastConfirmed: 1, source: 'gutask', doNotUse: false },
  });
for (const dim of [TYPE, TECH]) place(dim, dim, dim);
for (let id = TOPS + 1; id <= FACTS + TOPS; id++) place(id, HUB + 1 + (id % (TOPS - HUB - 1)), TYPE);
for (let id = TOPS + 1; id <= FACTS / 2; id++) place(id, HUB, TECH);

const worked = (): number => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
};

async function measure(what: string, work: (viewing: Viewing, pause: Pause) => Promise<unknown>) {
  const totals: number[] = [];
  let longest = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const start = performance.now();
    let [began, from] = [performance.now(), worked()];
    const pause: Pause = () => {
      if (performance.now() - began < SLICE_MS) return;
      longest = Math.max(longest, worked() - from);
      return yieldLoop().then(() => {
        [began, from] = [performance.now(), worked()];
      });
    };
    await work(new Viewing(graph.held, P, pause), pause);
    longest = Math.max(longest, worked() - from);
    totals.push(performance.now() - start);
  }
  totals.sort((a, b) => a - b);
  return { what, p50: percentile(totals, 0.5), longest };
}

const within = (viewing: Viewing, pause: Pause) => ({
  ...{ depth: 2, limit: 300, compareNames: viewing.compareNames, pause },
});
const whole = (filter?: FactFilter) => async (viewing: Viewing, pause: Pause) =>
  wholeTree(await viewing.dimension(TYPE, filter), within(viewing, pause));

const figures = [
  await measure('a dimension as a whole', whole()),
  await measure('the same, half of its facts pass a filter', whole({ sureFrom: 0.5 })),
  await measure('a hub with half as many children', async (viewing, pause) =>
    treeAround(await viewing.dimension(TECH, undefined), viewing.rowOf(HUB), within(viewing, pause)),
  ),
  await measure('a way that is not there, between two parts of it', (viewing) =>
    viewing.way(TOPS + 1, 3, 12),
  ),
];

printTable(
  ['', 'p50 ms', 'longest slice ms'],
  figures.map(({ what, p50, longest }) => [what, p50.toFixed(0), longest.toFixed(1)]),
);
writeResults('views', { facts: FACTS, figures });
