// For tests: a memory over a real database, and short ways to say facts and look into the tables.
import type { Fact, Provenance } from '../../../shared/model/graph.ts';
import { DEFAULT_SETTINGS } from '../../../shared/model/settings.ts';
import { ConceptGraph } from '../../graph/columns/concept-graph.ts';
import type { CueTriple } from '../../graph/types.ts';
import type { JobQueue } from '../../store/jobs/job-queue.ts';
import type { Store } from '../../store/store.ts';
import { queueOver } from '../../store/testing/temp-jobs.ts';
import { START, type TempStore, type TestDialect, tempStore } from '../../store/testing/temp-store.ts';
import { type Memory, type MemoryOptions, openMemory } from '../memory.ts';

export interface TempMemory extends AsyncDisposable {
  readonly temp: TempStore;
  readonly store: Store;
  readonly graph: ConceptGraph;
  readonly memory: Memory;
  readonly jobs: JobQueue;
  /** A second memory over the same database, with its own graph, as another process would have. */
  readonly another: () => Promise<{ memory: Memory; jobs: JobQueue; graph: ConceptGraph; store: Store }>;
}

export async function tempMemory(
  dialect: TestDialect = 'sqlite',
  options: Partial<Pick<MemoryOptions, 'settings' | 'model' | 'readerModel'>> = {},
): Promise<TempMemory> {
  const temp = await tempStore(dialect);
  const opened: { close(): Promise<void> }[] = [];
  const open = async (store: Store) => {
    const graph = new ConceptGraph();
    const { clock, log } = temp;
    const { settings = () => DEFAULT_SETTINGS, ...others } = options;
    const jobs = queueOver(store, temp, settings);
    const memory = await openMemory({ store, graph, clock, log, settings, jobs, ...others });
    jobs.start();
    opened.push(jobs, memory);
    return { memory, jobs, graph, store };
  };
  return {
    temp,
    ...(await open(temp.store)),
    another: async () => open(await temp.again()),
    async [Symbol.asyncDispose]() {
      for (const memory of opened) await memory.close();
      await temp[Symbol.asyncDispose]();
    },
  };
}

/** `fact('gnommoweb isa repo', 'type')`: words are tokens; `isa` or `ispart`. */
export function fact(text: string, dimension = 'type', confidence = 1): Fact {
  const [concept = '', flavour, parent = ''] = text.split(' ');
  return { concept, parent, dimension, isIsa: flavour === 'isa', confidence };
}

export function told(change: Partial<Provenance> = {}): Provenance {
  return {
    ...{
      source: 'gutask',
      client: null,
      conversation: null,
      role: null,
      segment: null,
      sentence: null,
      at: START,
    },
    ...change,
  };
}

export function triple(text: string, change: Partial<CueTriple> = {}): CueTriple {
  const { concept, parent, dimension, isIsa } = fact(text);
  return {
    subject: concept,
    parent,
    dim: dimension,
    isIsa,
    confidence: 0.8,
    sentence: `${text}.`,
    ...change,
  };
}

/** The edges of a project as the table has them: `concept flavour parent @dimension`, roots left out. */
export async function tableFacts(store: Store, project: string): Promise<string[]> {
  const rows = await store.reader
    .selectFrom('urd')
    .innerJoin('soas as c', 'c.id', 'urd.id')
    .innerJoin('soas as p', 'p.id', 'urd.parent_id')
    .innerJoin('soas as d', 'd.id', 'urd.dim_id')
    .where('project', '=', project)
    .whereRef('urd.id', '!=', 'urd.dim_id')
    .select(['c.token as concept', 'p.token as parent', 'd.token as dim', 'is_isa'])
    .orderBy('edge_id')
    .execute();
  return rows.map((row) => `${row.concept} ${row.is_isa ? 'isa' : 'ispart'} ${row.parent} @${row.dim}`);
}
