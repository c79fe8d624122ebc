// The half of the program that remembers: database, settings, clients, models that may be asked, memory, its resolution job, long
// work on it, and what other processes change. Knows neither prompts nor doors. Opened by wire.ts alone.
import { hostname } from 'node:os';
import packageJson from '../../../package.json' with { type: 'json' };
import type { Clock, Ids } from '../../shared/model/clock.ts';
import { Clients } from '../clients/clients-service.ts';
import { CallRecord } from '../console/call-record.ts';
import { TaskBoard } from '../console/task-board.ts';
import type { ConceptGraph } from '../graph/columns/concept-graph.ts';
import { ScopedGraph } from '../graph/columns/scoped-graph.ts';
import { isExplained } from '../graph/recollect/lookup.ts';
import { type Llm, openLlm } from '../llm/open-llm.ts';
import { Vault, vaultKeySource } from '../llm/vault.ts';
import { type Memory, openMemory } from '../memory/memory.ts';
import { conflictDesk } from '../memory/resolve/conflict-desk.ts';
import { Resolution } from '../memory/resolve/resolution.ts';
import { shownAddress } from '../settings/addresses.ts';
import { type FollowedChanges, followChanges } from '../settings/followed-changes.ts';
import { followSettings, type LiveSettings } from '../settings/settings-service.ts';
import { JobQueue } from '../store/jobs/job-queue.ts';
import { openStore, type Store } from '../store/store.ts';
import type { Log } from '../telemetry/log.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import { BackupDirectory } from '../transfer/backup-directory.ts';
import { Transfers } from '../transfer/transfer-service.ts';
import type { Site } from './site.ts';

export interface MemorySideParts {
  readonly place: Site;
  /** Empty; filled from the database. */
  readonly graph: ConceptGraph;
  readonly metrics: Metrics;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly log: Log;
  /** Where models without an address of their own are asked. */
  readonly upstreamUrl: () => string;
  /** Prompts that wait in the queue, by client. */
  readonly waiting: () => ReadonlyMap<string, number>;
  /** What clients may do was changed here. */
  readonly onClients: () => void;
  /** A model that may be asked was added, changed or removed here. */
  readonly onModels: () => void;
  /** The database stopped answering, or answers again. */
  readonly onDatabase: () => void;
}

export interface MemorySide {
  readonly store: Store;
  readonly queue: JobQueue;
  readonly settings: LiveSettings;
  readonly llm: Llm;
  readonly clients: Clients;
  readonly memory: Memory;
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
  const { place, graph, metrics, clock, ids, log } = parts;
  const { dataDir, config } = place;
  const store = await openStore({ ...place.database, clock, log });
  resources.defer(() => store.close());
  const settings = await followSettings(store, config, clock, log);
  const clients = await Clients.open({
    ...{ store, clock, log, waiting: parts.waiting, onChange: parts.onClients },
    keysWanted: () => settings.current().client_keys_required,
    openAt: place.consoleListen === null ? null : shownAddress(place.listen),
    isAnswered: ({ scope, word }) => isExplained(new ScopedGraph(graph), scope, word),
  });
  resources.defer(() => clients.settled());
  // `llm.ask` is the port through which the memory asks models.
  const llm = await openLlm({
    ...{ store, clock, log, settings: settings.current },
    vault: new Vault(vaultKeySource(process.env, dataDir)),
    file: () => config.current.models,
    env: process.env,
    upstream: parts.upstreamUrl,
    counters: metrics.models,
    onChange: () => {
      memory.reconsider();
      parts.onModels();
    },
  });
  resources.defer(() => llm.close());
  const queue = new JobQueue({ table: store.jobs, store, clock, log, random: Math.random });
  const memory: Memory = await openMemory({
    ...{ store, graph, clock, log, settings: settings.current, model: llm.ask, jobs: queue },
  });
  resources.defer(() => memory.close());
  resources.defer(() => queue.close());
  resources.defer(memory.on('asked', ({ outcome }) => metrics.asked(outcome)));
  resources.defer(memory.on('words', (counts) => metrics.words(counts)));
  settings.onChange(() => {
    memory.reconsider();
    void llm.refresh().then(() => memory.reconsider());
  });

  const tasks = new TaskBoard(clock, ids);
  const transfer = new Transfers({
    ...{ place: place.database, memory, tasks, keys: llm.keys, clock },
    refusal: () => store.refusal(),
    directory: new BackupDirectory(dataDir),
    program: packageJson.version,
    async onReplaced() {
      await settings.reload().catch((error) => log.error({ err: error }, 'settings could not be read'));
      await llm.refresh();
      await clients.refresh().catch((error) => log.error({ err: error }, 'clients could not be read'));
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

  const changes = await followChanges(
    { store, memory, settings, clients, llm, clock, log },
    parts.onDatabase,
  );
  resources.defer(() => changes.close());
  const calls = new CallRecord({ store, clock, log });
  return { store, queue, settings, llm, clients, memory, tasks, calls, transfer, resolution, changes };
}
