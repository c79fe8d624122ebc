// The half of the program that remembers: database, settings, clients, models that may be asked, memory, its resolution job, long
// work on it, and what other processes change. Knows neither prompts nor doors. Opened by wire.ts alone.
import { hostname } from 'node:os';
import packageJson from '../../../package.json' with { type: 'json' };
import { BRIEF, CLOUD_BRIEF } from '../advisory/outputs/purposes.ts';
import { EMBED_PURPOSE } from '../advisory/retrieval/embed-job.ts';
import { ASSISTANT } from '../agent/loop/purpose.ts';
import { Clients } from '../clients/clients-service.ts';
import { CallRecord } from '../console/call-record.ts';
import { TaskBoard } from '../console/task-board.ts';
import { type NamedUpstreams, UpstreamRegistry } from '../console/upstreams/upstream-registry.ts';
import { ScopedGraph } from '../graph/columns/scoped-graph.ts';
import { isExplained } from '../graph/recollect/lookup.ts';
import { type Llm, openLlm } from '../llm/open-llm.ts';
import { hidden, Vault, vaultKeySource } from '../llm/vault.ts';
import { WRITE } from '../memory/ask/question.ts';
import { type Memory, openMemory } from '../memory/memory.ts';
import { READ } from '../memory/reader/reader-question.ts';
import { conflictDesk } from '../memory/resolve/conflict-desk.ts';
import { RESOLVE } from '../memory/resolve/question.ts';
import { Resolution } from '../memory/resolve/resolution.ts';
import { shownAddress } from '../settings/addresses.ts';
import { type FollowedChanges, followChanges } from '../settings/followed-changes.ts';
import { followSettings, type LiveSettings } from '../settings/settings-service.ts';
import type { ChainWitness } from '../store/audit/chain-witness.ts';
import { JobQueue } from '../store/jobs/job-queue.ts';
import { openStore, type Store } from '../store/store.ts';
import { BackupDirectory } from '../transfer/backup-directory.ts';
import { Transfers } from '../transfer/transfer-service.ts';
import { chainWitness } from './chain-witness.ts';
import type { Ground } from './ground.ts';
import type { OwnUrls } from './own-urls.ts';

export interface MemorySideParts extends Ground {
  /** Upstreams that are named outside of the console. */
  readonly named: () => NamedUpstreams;
  readonly urls: Pick<OwnUrls, 'targetProblem'>;
}

export interface MemorySide {
  readonly store: Store;
  /** Starts once every side has registered its kinds. */
  readonly queue: JobQueue;
  readonly settings: LiveSettings;
  readonly upstreams: UpstreamRegistry;
  readonly llm: Llm;
  /** What keeps secrets. */
  readonly vault: Vault;
  readonly clients: Clients;
  readonly memory: Memory;
  /** What was seen of the chains; whoever follows them looks. */
  readonly witness: ChainWitness;
  readonly tasks: TaskBoard;
  readonly calls: CallRecord;
  readonly transfer: Transfers;
  readonly resolution: Resolution;
  readonly changes: FollowedChanges;
}

/** @param resources gets everything that must be closed again. @throws AppError UNAVAILABLE, INVALID_INPUT */
export async function openMemorySide(
  parts: MemorySideParts,
  resources: AsyncDisposableStack,
): Promise<MemorySide> {
  const { site, graph, metrics, traces, clock, ids, log, changed, urls } = parts;
  const { dataDir, config } = site;
  const store = await openStore({ ...site.database, clock, log });
  resources.defer(() => store.close());
  const settings = await followSettings({
    store,
    config,
    clock,
    log,
    targetProblem: (url) => urls.targetProblem(url),
  });
  const clients = await Clients.open({
    ...{ store, clock, log },
    keysWanted: () => settings.current().client_keys_required,
    openAt: site.consoleListen === null ? null : shownAddress(site.listen),
    isAnswered: ({ scope, word }) => isExplained(new ScopedGraph(graph), scope, word),
  });
  resources.defer(() => clients.settled());
  const whileOpen = resources.use(new DisposableStack());
  const vault = new Vault(hidden(vaultKeySource(process.env, dataDir), whileOpen));
  const upstreams = await UpstreamRegistry.open({ store, clock, vault, named: parts.named });
  // `llm.ask` is the port through which the memory asks models.
  const llm = await openLlm({
    ...{ store, clock, log, settings: settings.current },
    vault,
    file: () => config.current.models,
    env: process.env,
    // Models without an address of their own are asked at the first.
    upstream: () => upstreams.wanted()[0].url,
    counters: metrics.models,
    traces,
  });
  llm.register(WRITE);
  llm.register(READ);
  llm.register(RESOLVE);
  llm.register(ASSISTANT);
  llm.register(EMBED_PURPOSE);
  llm.register(BRIEF);
  llm.register(CLOUD_BRIEF);
  resources.defer(() => llm.close());
  const queue = new JobQueue({ store, clock, log, settings: settings.current });
  const witness = chainWitness(site);
  const memory = await openMemory({
    ...{ store, graph, clock, log, settings: settings.current, model: llm.ask, readerModel: llm.ask },
    ...{ jobs: queue, witness },
  });
  resources.defer(() => memory.close());
  resources.defer(() => queue.close());
  resources.defer(memory.on('asked', ({ outcome }) => metrics.asked(outcome)));
  resources.defer(memory.on('words', (counts) => metrics.words(counts)));
  resources.defer(llm.onChange(() => queue.reconsider()));
  settings.onChange(() => {
    queue.reconsider();
    void llm.refresh().then(() => queue.reconsider());
  });

  const tasks = new TaskBoard(clock, ids);
  const transfer = new Transfers({
    ...{ place: site.database, memory, tasks, keys: llm.keys, clock },
    refusal: () => store.refusal(),
    directory: new BackupDirectory(dataDir),
    program: packageJson.version,
    async onReplaced() {
      await settings.reload().catch((error) => log.error({ err: error }, 'settings could not be read'));
      await llm.refresh();
      await clients.refresh().catch((error) => log.error({ err: error }, 'clients could not be read'));
      await upstreams.refresh().catch((error) => log.error({ err: error }, 'upstreams could not be read'));
    },
  });
  await transfer.clearLeftovers();
  resources.defer(() => tasks.close());

  const resolution = new Resolution({
    ...{ store, clock, log, settings: settings.current, ask: llm.ask },
    desk: conflictDesk(memory),
    runner: `${hostname()}:${process.pid}`,
  });
  resources.defer(() => resolution.close());
  resources.defer(memory.on('changed', () => resolution.changed()));
  settings.onChange(() => resolution.changed());

  const followed = { store, memory, queue, settings, clients, upstreams, llm, clock, log };
  const changes = await followChanges(followed, () => changed.tell());
  resources.defer(() => changes.close());
  metrics.follow({
    concepts: () => graph.conceptCount,
    edges: () => graph.edgeCount,
    conflictsPending: () => graph.pendingCount,
    databaseUp: () => changes.state.problem === null,
  });
  const calls = new CallRecord({ store, clock, log });
  const desks = { settings, llm, vault, clients, upstreams, memory, tasks, calls, transfer, resolution };
  return { store, queue, changes, witness, ...desks };
}
