// Taking the memory out and in, put together: files of the data directory, threads that do the heavy work, tasks that
// show it, the memory that is replaced. Called by api/transfer.ts and http/file-routes.ts. Source: docs/transfer.md.
import { basename } from 'node:path';
import type { Clock } from '../../shared/model/clock.ts';
import { AppError } from '../../shared/model/envelope.ts';
import type { BackupFile, ExportFormat, ImportReport } from '../../shared/model/transfer.ts';
import type { TaskBoard, TaskHandle, TaskStarted } from '../console/task-board.ts';
import type { Llm } from '../llm/open-llm.ts';
import type { VerifyReport } from '../memory/history/verify-memory.ts';
import type { Memory } from '../memory/memory.ts';
import { openKeys } from '../store/backup/backup-format.ts';
import { clearRestoring } from '../store/backup/backup-load.ts';
import type { ArchiveReport } from '../store/backup/backup-read.ts';
import type { BackupRequest } from '../store/backup/backup-write.ts';
import type { StoreLocation } from '../store/store.ts';
import { isElsewhere } from '../store/store-errors.ts';
import type { BackupDirectory } from './backup-directory.ts';
import { EXPORT_FILES } from './export-formats.ts';
import { UNDOABLE_CHANGES } from './import-journal.ts';
import { checkGraphFile, type GraphSource } from './import-lines.ts';
import { runImport } from './run-import.ts';
import { exportOnThread, runOnThread } from './transfer-thread.ts';

export interface TransferParts {
  readonly place: StoreLocation;
  readonly directory: BackupDirectory;
  readonly memory: Memory;
  /** Why the database takes no writes; null when it does. */
  readonly refusal: () => AppError | null;
  readonly tasks: TaskBoard;
  readonly keys: Llm['keys'];
  readonly clock: Clock;
  readonly program: string;
  /** The tables are others now; whoever keeps something of them reads it anew, before anybody writes again. */
  readonly onReplaced: () => Promise<void>;
}

export interface ExportStream {
  readonly fileName: string;
  readonly contentType: string;
  /** Pieces of UTF-8 text in order; ending early ends the export. */
  readonly pieces: AsyncIterable<Uint8Array>;
}

interface ExportAsked {
  readonly format: ExportFormat;
  readonly project: string | null;
  /** JSON Lines only: the record of changes too. */
  readonly events?: boolean;
}

interface ImportAsked {
  readonly source: GraphSource;
  readonly dryRun: boolean;
  readonly actor: string;
  readonly reason?: string;
}

interface RestoreAsked {
  readonly name: string;
  readonly passphrase?: string | undefined;
  readonly actor: string;
}

const FORMAT_NAMES: Readonly<Record<ExportFormat, string>> = {
  jsonl: 'JSON Lines',
  graphml: 'GraphML',
  cytoscape: 'Cytoscape JSON',
  csv: 'CSV',
};

function describeImport({ inserted, confirmed, conflicts, refused, unchanged }: ImportReport): string {
  const counts = { inserted, confirmed, 'in conflict': conflicts, refused, unchanged: unchanged };
  return Object.entries(counts)
    .map(([word, n]) => `${number(n)} ${word}`)
    .join(', ');
}

const number = (n: number) => n.toLocaleString('en');

export class Transfers {
  readonly #parts: TransferParts;

  constructor(parts: TransferParts) {
    this.#parts = parts;
  }

  /** Removes what transfers that were killed left behind. */
  async clearLeftovers(): Promise<void> {
    const { place, directory } = this.#parts;
    await directory.clearLeftovers();
    if ('databasePath' in place) await clearRestoring(place.databasePath);
  }

  export(asked: ExportAsked): ExportStream {
    const { place, tasks, clock, program } = this.#parts;
    this.#refuseElsewhere();
    const { format, project, events = false } = asked;
    const { extension, contentType } = EXPORT_FILES[format];
    const now = clock.now();
    const request = { format, project, events, stamp: { program, now } };
    const stop = new AbortController();
    let pieces: AsyncIterable<Uint8Array> | undefined;
    tasks.start(
      {
        kind: 'export',
        title: `Export of ${project ?? 'all projects'} as ${FORMAT_NAMES[format]}`,
        unit: 'facts',
        describe: ({ edges, bytes }: { edges: number; bytes: number }) =>
          `${number(edges)} facts, ${number(bytes)} bytes`,
      },
      ({ signal, progress }) => {
        signal.addEventListener('abort', () => stop.abort(signal.reason));
        const run = exportOnThread({ kind: 'export', place, request }, { signal: stop.signal, progress });
        pieces = run.pieces;
        return run.result;
      },
    );
    async function* read() {
      // The task starts with the next turn.
      await Promise.resolve();
      if (pieces) yield* pieces;
    }
    const day = new Date(now).toISOString().slice(0, 10);
    return {
      fileName: `festinger-${project ?? 'all'}-${day}.${extension}`,
      contentType,
      pieces: read(),
    };
  }

  /**
   * Takes a file of JSON Lines in, all of it or nothing.
   * @throws (by its result) AppError INVALID_INPUT, PAYLOAD_TOO_LARGE, UNAVAILABLE, CANCELLED
   */
  import(asked: ImportAsked): TaskStarted<ImportReport> {
    const { dryRun } = asked;
    return this.#parts.tasks.start(
      {
        kind: 'import',
        title: dryRun ? 'Import (dry run)' : 'Import',
        unit: 'lines',
        describe: describeImport,
      },
      (handle) => this.#import(handle, asked),
    );
  }

  async #import(
    { signal, progress }: TaskHandle,
    { source, dryRun, actor, reason = '' }: ImportAsked,
  ): Promise<ImportReport> {
    const { memory, place, directory } = this.#parts;
    const file = await checkGraphFile(source, signal);
    let backup: string | null = null;
    if (!dryRun && file.changes > UNDOABLE_CHANGES) {
      await directory.prepare();
      const request = await this.#request('-before-import', undefined);
      await runOnThread({ kind: 'write_backup', place, request }, { signal, progress: () => undefined });
      backup = basename(request.path);
    }
    const result = await runImport(memory, {
      ...{ source, file, actor, reason, dryRun, signal },
      progress: (lines) => progress(lines, file.lines),
    });
    return { ...result, notes: [...result.notes], backup };
  }

  /** What is taken out is read from the database's place: not when something else lies there. @throws AppError */
  #refuseElsewhere(): void {
    const refusal = this.#parts.refusal();
    if (refusal && isElsewhere(refusal)) throw refusal;
  }

  /** Newest first. @throws AppError UNAVAILABLE */
  backups(): Promise<BackupFile[]> {
    return this.#parts.directory.list();
  }

  /** @throws AppError NOT_FOUND, INVALID_INPUT for a name that is none of ours */
  openBackup(name: string): ReturnType<BackupDirectory['open']> {
    return this.#parts.directory.open(name);
  }

  /** Writes a backup while everything goes on; with a passphrase it holds the API keys. */
  backup({ passphrase }: { readonly passphrase?: string | undefined }): TaskStarted<BackupFile> {
    const { tasks, directory, memory, place } = this.#parts;
    return tasks.start(
      {
        kind: 'backup',
        title: passphrase === undefined ? 'Backup' : 'Backup with API keys',
        unit: 'rows',
        describe: ({ name, bytes }: BackupFile) => `${name}, ${number(bytes)} bytes`,
      },
      async (handle) => {
        this.#refuseElsewhere();
        await directory.prepare();
        await memory.flush();
        const request = await this.#request('', passphrase);
        await runOnThread({ kind: 'write_backup', place, request }, handle);
        return directory.describe(request.path);
      },
    );
  }

  /** Checks the backup, saves the present, and replaces the memory. Agents are served from memory throughout. */
  restore(asked: RestoreAsked): TaskStarted<string> {
    return this.#parts.tasks.start(
      {
        kind: 'restore',
        title: `Restore of ${asked.name.slice(0, 120)}`,
        unit: 'rows',
        describe: (result: string) => result,
      },
      (handle) => this.#restore(handle, asked),
    );
  }

  async #restore(handle: TaskHandle, { name, passphrase, actor }: RestoreAsked): Promise<string> {
    const { directory, memory, place, clock } = this.#parts;
    const archive = await directory.pathOf(name);
    await directory.prepare();
    const report = await runOnThread({ kind: 'check_backup', path: archive }, handle);
    const sealedKeys = await this.#sealedKeys(report, passphrase);
    const total = Object.values(report.rows).reduce((sum, rows) => sum + rows, 0);
    const safety = await this.#request('-before-restore', undefined);
    const note = { at: clock.now(), actor, name };
    const done = await memory.replace(async () => {
      const loaded = await runOnThread(
        { kind: 'load_backup', request: { place, archive, safety, note, sealedKeys } },
        { signal: handle.signal, progress: (rows) => handle.progress(rows, total) },
      );
      await this.#parts.onReplaced();
      return loaded;
    });
    const keys =
      done.modelsWithoutKey === 0 ? '' : ` Models without a key: ${done.modelsWithoutKey}; enter theirs.`;
    return `${number(done.rows)} rows of ${new Date(report.header.at).toISOString()}. Before it: ${basename(safety.path)}.${keys}`;
  }

  /** Recomputes the chains and compares the graph in memory with the tables; facts wait meanwhile. */
  verify(): Promise<VerifyReport> {
    const { tasks, memory } = this.#parts;
    return tasks.start(
      {
        kind: 'verify',
        title: 'Check of the memory',
        unit: 'events',
        cancellable: false,
        describe: ({ ok, events, problems }: VerifyReport) =>
          ok ? `${number(events)} events, nothing wrong` : (problems[0] ?? 'something is wrong'),
      },
      () => memory.verify(),
    ).result;
  }

  async #request(label: string, passphrase: string | undefined): Promise<BackupRequest> {
    const { directory, keys, clock, program } = this.#parts;
    const now = clock.now();
    return {
      path: await directory.freshPath(now, label),
      program,
      now,
      keys: passphrase === undefined ? null : { passphrase, byModel: await keys.readableKeys() },
    };
  }

  /** The backup's API keys, sealed for this host. @throws AppError INVALID_INPUT for a wrong passphrase */
  async #sealedKeys(
    { header, models }: ArchiveReport,
    passphrase: string | undefined,
  ): Promise<Record<string, string>> {
    if (passphrase === undefined) return {};
    if (!header.keys) {
      throw new AppError('INVALID_INPUT', 'This backup holds no API keys; restore it without a passphrase.');
    }
    const opened = await openKeys(header.keys, passphrase);
    return Object.fromEntries(
      models.flatMap(({ id, provider, baseUrl }) => {
        const key = opened[id];
        return key === undefined ? [] : [[id, this.#parts.keys.sealKey(key, id, { provider, baseUrl })]];
      }),
    );
  }
}
