// What files held before they were edited, so that an edit can be taken back: a file each in the data directory, for this user alone,
// bounded by number and size, the oldest going first. Holds secrets where the files did, and shows them to nobody.
// Called by the hands before a write, and by whoever takes one back. Source: agent, Approvals (how to undo it).
import { createHash } from 'node:crypto';
import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { AppError } from '../../../shared/model/envelope.ts';
import type { Executor } from '../executor.ts';
import type { EditPlan } from './plan-edit.ts';

const Kept = z.strictObject({
  path: z.string(),
  /** What the edit left. */
  digest: z.string(),
  /** In base64; null where there was no file. */
  previous: z.string().nullable(),
});

/** What stands of an edit. `digest`: of what it left; `previous`: what was there before, null for no file. */
export type KeptEdit = Pick<EditPlan, 'path' | 'digest' | 'previous'>;

const EXECUTION_ID = /^[\w-]{1,64}$/;

export interface HistoryBounds {
  readonly count: number;
  readonly bytes: number;
}

const BOUNDS: HistoryBounds = { count: 500, bytes: 100_000_000 };

export class EditHistory {
  readonly #directory: string;
  readonly #bounds: HistoryBounds;

  constructor(dataDir: string, bounds: HistoryBounds = BOUNDS) {
    this.#directory = join(dataDir, 'edits');
    this.#bounds = bounds;
  }

  /** Before the write: what cannot be kept is not edited. */
  keep(executionId: string, { path, digest, previous }: EditPlan): void {
    const file = this.#fileOf(executionId);
    mkdirSync(this.#directory, { recursive: true, mode: 0o700 });
    chmodSync(this.#directory, 0o700);
    const kept = {
      path,
      digest,
      previous: previous === null ? null : Buffer.from(previous).toString('base64'),
    };
    writeFileSync(`${file}.new`, JSON.stringify(kept), { mode: 0o600, flush: true });
    renameSync(`${file}.new`, file);
    this.#forgetOldest();
  }

  /** What an edit changed, for whoever plans to take it back; null when it is kept no more. */
  kept(executionId: string): KeptEdit | null {
    if (statSync(this.#fileOf(executionId), { throwIfNoEntry: false }) === undefined) return null;
    const { path, digest, previous } = this.#read(executionId);
    return { path, digest, previous: previous === null ? null : Buffer.from(previous, 'base64') };
  }

  /**
   * Writes back what the file held, if and only if it still is what the edit left. A file that the edit made is left to be removed by a
   * command of its own: nothing here removes files.
   * @returns one line on what was done
   * @throws AppError NOT_FOUND when it is kept no more, STALE_VERSION when somebody changed the file since, NOT_ALLOWED
   */
  async takeBack(executionId: string, executor: Executor, signal: AbortSignal): Promise<string> {
    const { path, digest, previous } = this.#read(executionId);
    if (previous === null)
      throw new AppError('NOT_ALLOWED', `${path} was made by that edit; remove it with a command of its own`);
    await executor.writeFile(path, Buffer.from(previous, 'base64'), digest, signal);
    rmSync(this.#fileOf(executionId), { force: true });
    return `${path} holds again what it held before`;
  }

  #read(executionId: string): z.output<typeof Kept> {
    let text: string;
    try {
      text = readFileSync(this.#fileOf(executionId), 'utf8');
    } catch {
      throw new AppError('NOT_FOUND', 'what the file held before is kept no more; restore it from a backup');
    }
    return Kept.parse(JSON.parse(text));
  }

  #fileOf(executionId: string): string {
    if (!EXECUTION_ID.test(executionId))
      throw new AppError('INVALID_INPUT', 'an execution is named by letters, digits, dashes and underscores');
    // Windows and macOS tell no upper from lower case in names.
    const name = createHash('sha256').update(executionId).digest('hex').slice(0, 32);
    return join(this.#directory, name);
  }

  #forgetOldest(): void {
    const files = readdirSync(this.#directory).map((name) => {
      const { size, mtimeMs } = statSync(join(this.#directory, name));
      return { name, size, mtimeMs };
    });
    files.sort((a, b) => b.mtimeMs - a.mtimeMs);
    let bytes = 0;
    for (const [at, { name, size }] of files.entries()) {
      bytes += size;
      // The one that was just kept stays, however large.
      if (at > 0 && (at >= this.#bounds.count || bytes > this.#bounds.bytes))
        rmSync(join(this.#directory, name), { force: true });
    }
  }
}
