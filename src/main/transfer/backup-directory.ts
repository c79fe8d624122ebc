// The backups of a data directory: their names, sizes, and whether they hold keys. Keeping and removing them is the
// operator's. Knows nothing of what is in them but the first line.
import { createReadStream } from 'node:fs';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { AppError } from '../../shared/model/envelope.ts';
import type { BackupFile } from '../../shared/model/transfer.ts';
import { diskError, UNFINISHED } from '../store/backup/backup-file.ts';
import { readBackupHeader } from '../store/backup/backup-read.ts';

const EXTENSION = '.festinger-backup.jsonl.gz';
const NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,120}\.festinger-backup\.jsonl\.gz$/;

export class BackupDirectory {
  readonly #path: string;
  /** Names handed out by this process; what is being written under them is not there yet. */
  readonly #given = new Set<string>();

  constructor(dataDir: string) {
    this.#path = join(dataDir, 'backups');
  }

  /** Makes the directory, if it is not there. */
  async prepare(): Promise<void> {
    try {
      await mkdir(this.#path, { recursive: true, mode: 0o700 });
    } catch (error) {
      throw diskError(error, this.#path);
    }
  }

  /** Removes what a killed process left unfinished. For the start alone: later, such a file is being written. */
  async clearLeftovers(): Promise<void> {
    await this.prepare();
    try {
      for (const name of await readdir(this.#path)) {
        if (name.endsWith(UNFINISHED)) await rm(join(this.#path, name), { force: true });
      }
    } catch (error) {
      throw diskError(error, this.#path);
    }
  }

  /** A name nobody has yet, such as `2026-11-21T02-00-00Z.festinger-backup.jsonl.gz`. @param now epoch milliseconds */
  async freshPath(now: number, label = ''): Promise<string> {
    const taken = new Set([...(await this.#names()), ...this.#given]);
    const stem = `${new Date(now).toISOString().slice(0, 19).replaceAll(':', '-')}Z${label}`;
    for (let i = 1; ; i++) {
      const name = `${stem}${i === 1 ? '' : `-${i}`}${EXTENSION}`;
      if (taken.has(name)) continue;
      this.#given.add(name);
      return join(this.#path, name);
    }
  }

  /** @throws AppError INVALID_INPUT for what is no name of a backup, NOT_FOUND */
  async pathOf(name: string): Promise<string> {
    if (!NAME.test(name)) {
      throw new AppError(
        'INVALID_INPUT',
        `"${name.slice(0, 120)}" is not the name of a backup; they look like 2026-11-21T02-00-00Z${EXTENSION}.`,
      );
    }
    if (!(await this.#names()).includes(name)) {
      throw new AppError('NOT_FOUND', `There is no backup ${name} in ${this.#path}.`, { name });
    }
    return join(this.#path, name);
  }

  async list(): Promise<BackupFile[]> {
    const files: BackupFile[] = [];
    for (const name of await this.#names()) {
      const file = await this.#describe(name);
      if (file) files.push(file);
    }
    return files.sort((a, b) => b.at - a.at || (a.name < b.name ? 1 : -1));
  }

  async describe(path: string): Promise<BackupFile> {
    const file = await this.#describe(path.slice(this.#path.length + 1));
    if (!file) throw new AppError('UNAVAILABLE', `The backup ${path} is gone already.`);
    return file;
  }

  async open(name: string): Promise<{ readonly bytes: number; readonly pieces: Readable }> {
    const path = await this.pathOf(name);
    return { bytes: (await stat(path)).size, pieces: createReadStream(path) };
  }

  async #names(): Promise<string[]> {
    try {
      return (await readdir(this.#path)).filter((name) => NAME.test(name));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
      throw diskError(error, this.#path);
    }
  }

  /** Undefined for a file that is no backup, or gone by now: listing says what there is. */
  async #describe(name: string): Promise<BackupFile | undefined> {
    const path = join(this.#path, name);
    try {
      const { size } = await stat(path);
      const { at, keys } = await readBackupHeader(path);
      return { name, bytes: size, at, hasKeys: keys !== null };
    } catch {
      return undefined;
    }
  }
}
