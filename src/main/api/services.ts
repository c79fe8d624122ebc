// What the typed calls are made of. The composition root puts it together.
import type { Readable } from 'node:stream';
import type { InferContractRouterOutputs } from '@orpc/contract';
import type { Contract } from '../../shared/contract/index.ts';
import type { Client, ClientPolicy, ClientsState } from '../../shared/model/client.ts';
import type { Clock } from '../../shared/model/clock.ts';
import type { Job, JobStatus } from '../../shared/model/job.ts';
import type { ChosenModel } from '../../shared/model/language-model.ts';
import type { SettingKey, Settings } from '../../shared/model/settings.ts';
import type { Series, SystemStatus } from '../../shared/model/status.ts';
import type { BackupFile, ExportFormat, ImportReport } from '../../shared/model/transfer.ts';
import type { UpstreamMode, UpstreamsState } from '../../shared/model/upstream.ts';
import type { TaskService, TaskStarted } from '../console/task-port.ts';
import type { ModelsService } from '../llm/open-llm.ts';
import type { VerifyReport } from '../memory/history/verify-memory.ts';
import type { Memory } from '../memory/memory.ts';
import type { Recalls } from '../memory/read/concept-reads.ts';
import type { Resolution } from '../memory/resolve/resolution.ts';
import type { TrafficLog } from '../proxy/traffic/traffic-log.ts';

/** What the contract says that a call answers. */
type Answers = InferContractRouterOutputs<Contract>;

/** Who is calling, derived from the door and never from an argument. */
export interface Caller {
  readonly actor: string;
  /** The console's own doors, or REST. */
  readonly door: 'console' | 'http';
}

/** A call that changed something beside the memory. */
export interface RecordedCall {
  /** Such as `clients.addKey`. */
  readonly call: string;
  readonly reach: 'console' | 'process';
  readonly actor: string;
  /** What it was about, as the contract names it; no secret. */
  readonly about: Readonly<Record<string, unknown>>;
}

/** What every write keeps to, whatever it does. */
export interface Calls {
  /** Waits while the memory is being replaced. @throws AppError UNAVAILABLE (retryable) when that takes long */
  whenOpen(): Promise<void>;
  /** Never throws: what was done is done. */
  record(call: RecordedCall): Promise<void>;
}

export type SettingRow = Answers['system']['settings'][number];

export interface SettingsService {
  current(): Settings;
  rows(): SettingRow[];
  /** Parses, stores, applies. @throws AppError INVALID_INPUT when the value does not fit or the file pins the key. */
  set(key: SettingKey, value: unknown): Promise<SettingRow>;
  /** The settings as they would be; nothing changes. @throws AppError INVALID_INPUT */
  tried(changes: Readonly<Record<string, unknown>>): Settings;
}

/** What other settings would have done. */
export type SettingsPreview = Answers['system']['previewSettings'];

export interface StatusService {
  current(): SystemStatus;
  /** @returns stops watching. */
  watch(listener: (status: SystemStatus) => void): () => void;
  series(range: '1h' | '24h'): Series;
}

export interface ExportStream {
  readonly fileName: string;
  readonly contentType: string;
  /** Pieces of UTF-8 text in order; ending early ends the export. */
  readonly pieces: AsyncIterable<Uint8Array>;
}

/** A file to import: opened from its beginning for each pass over it. */
export type ImportSource = () => AsyncIterable<Uint8Array>;

/** Taking the memory out and in. */
export interface TransferService {
  export(request: {
    readonly format: ExportFormat;
    readonly project: string | null;
    /** JSON Lines only: the record of changes too. */
    readonly events?: boolean;
  }): ExportStream;
  /**
   * Takes a file of JSON Lines in, all of it or nothing.
   * @throws (by its result) AppError INVALID_INPUT, PAYLOAD_TOO_LARGE, UNAVAILABLE, CANCELLED
   */
  import(options: {
    readonly source: ImportSource;
    readonly dryRun: boolean;
    readonly actor: string;
    readonly reason?: string;
  }): TaskStarted<ImportReport>;
  /** Newest first. @throws AppError UNAVAILABLE */
  backups(): Promise<BackupFile[]>;
  /** Writes a backup while everything goes on; with a passphrase it holds the API keys. */
  backup(options: { readonly passphrase?: string | undefined }): TaskStarted<BackupFile>;
  /** Checks the backup, saves the present, and replaces the memory. Agents are served from memory throughout. */
  restore(options: {
    readonly name: string;
    readonly passphrase?: string | undefined;
    readonly actor: string;
  }): TaskStarted<string>;
  /** @throws AppError NOT_FOUND, INVALID_INPUT for a name that is none of ours */
  openBackup(name: string): Promise<{ readonly bytes: number; readonly pieces: Readable }>;
  /** Recomputes the chain and compares memory with the tables. */
  verify(): Promise<VerifyReport>;
}

export type JobsState = Answers['jobs']['state'];

/** Jobs as an operator handles them. */
export interface JobDeskService {
  /** @throws AppError INVALID_INPUT for a kind that is none */
  list(filter: {
    readonly kind?: string | undefined;
    readonly statuses?: readonly JobStatus[] | undefined;
    readonly limit: number;
    readonly offset: number;
  }): Promise<Answers['jobs']['list']>;
  /** @throws AppError NOT_FOUND, NOT_ALLOWED */
  retry(id: string): Promise<Job>;
  /** @throws AppError NOT_FOUND, NOT_ALLOWED */
  discard(id: string, reason: string, actor: string): Promise<void>;
}

/** What waits in the queue, what runs, and what it costs. */
export interface JobsService {
  /** @throws AppError UNAVAILABLE when the database cannot be read */
  state(): Promise<JobsState>;
  /** Calls back on every change, at most twice a second. @returns stops watching */
  watch(listener: (state: JobsState) => void): () => void;
}

/** The pool. */
export interface UpstreamsService {
  state(): UpstreamsState;
  /** Calls back on every change, at most twice a second. @returns stops watching */
  watch(listener: (state: UpstreamsState) => void): () => void;
  /** @throws AppError NOT_FOUND */
  setMode(name: string, mode: UpstreamMode): UpstreamsState;
}

/** Who asks, and what the operator allows them. */
export interface ClientsService {
  state(): ClientsState;
  /** @throws AppError STALE_VERSION, UNAVAILABLE */
  save(name: string, policy: ClientPolicy, expectedVersion: number): Promise<Client>;
  /** @throws AppError NOT_FOUND, STALE_VERSION, NOT_ALLOWED where it would leave a host beyond loopback without keys */
  remove(name: string, expectedVersion: number): Promise<ClientsState>;
  addKey(name: string): Promise<{ key: string; client: Client }>;
  /** @throws AppError NOT_FOUND, NOT_ALLOWED as with `remove` */
  revokeKey(id: number): Promise<Client>;
}

/** Conversations that are in a loop. */
export interface LoopsService {
  state(): Answers['loops']['list'];
  /** Calls back on every change, at most twice a second. @returns stops watching */
  watch(listener: (state: Answers['loops']['list']) => void): () => void;
  /** True when the conversation is known. */
  clear(conversation: string): boolean;
}

export interface Services {
  /** Of the program. */
  readonly version: string;
  readonly calls: Calls;
  readonly transfer: TransferService;
  readonly tasks: TaskService;
  readonly clock: Clock;
  readonly memory: Memory;
  readonly traffic: TrafficLog;
  readonly upstreams: UpstreamsService;
  readonly clients: ClientsService;
  readonly loops: LoopsService;
  readonly settings: SettingsService;
  readonly status: StatusService;
  readonly recalls: Recalls;
  readonly jobs: JobsService;
  readonly jobDesk: JobDeskService;
  readonly models: ModelsService;
  /** Whether the models that settings name are there. */
  readonly chosenModels: { look(): Promise<readonly ChosenModel[]> };
  readonly resolution: Resolution;
  /** @throws AppError INVALID_INPUT for a value that does not fit */
  previewSettings(changes: Readonly<Record<string, unknown>>, limit: number): Promise<SettingsPreview>;
  sessionLink(): string;
  testPrompt(options: {
    model?: string | undefined;
    prompt?: string | undefined;
  }): Promise<Answers['system']['testPrompt']>;
}
