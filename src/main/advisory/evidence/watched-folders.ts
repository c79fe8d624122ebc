// Folders of this host whose documents are taken in by themselves: looked at now and then, and taken in anew when a file in them is another by name, size or time.
// What is in them already is only seen again. A folder that is not there is looked for again. Called by core. Source: advisory, Evidence.
import { createHash } from 'node:crypto';
import { lstat, readdir } from 'node:fs/promises';
import { isAbsolute, join } from 'node:path';
import type { Clock } from '../../../shared/model/clock.ts';

export interface WatchedParts {
  readonly clock: Clock;
  /** Absolute paths, as the operator has them now. */
  readonly folders: () => readonly string[];
  /** Between two looks, milliseconds. */
  readonly everyMs: () => number;
  /** Takes a folder in; resolves when that is over, however it ended. */
  readonly take: (folder: string) => Promise<void>;
  readonly warn: (error: unknown, folder: string) => void;
}

/** Of a folder with more, the first are looked at. */
const MOST_FILES = 1_000_000;
const MOST_DEPTH = 32;

export class WatchedFolders {
  readonly #parts: WatchedParts;
  readonly #seen = new Map<string, string>();
  #stop: (() => void) | null = null;
  #looking: Promise<void> = Promise.resolve();
  #closed = false;

  constructor(parts: WatchedParts) {
    this.#parts = parts;
  }

  /** Looks now, and from then on. */
  start(): void {
    this.#looking = this.look().finally(() => {
      if (!this.#closed) this.#stop = this.#parts.clock.after(this.#parts.everyMs(), () => this.start());
    });
  }

  /** Takes in what changed since the last look. Never throws. */
  async look(): Promise<void> {
    const folders = this.#parts.folders().filter(isAbsolute);
    for (const known of this.#seen.keys()) if (!folders.includes(known)) this.#seen.delete(known);
    for (const folder of folders) {
      try {
        const state = await stateOf(folder);
        if (this.#closed || state === null || state === this.#seen.get(folder)) continue;
        await this.#parts.take(folder);
        this.#seen.set(folder, state);
      } catch (error) {
        this.#parts.warn(error, folder);
      }
    }
  }

  /** Waits for the look that is under way, and makes no other. */
  async close(): Promise<void> {
    this.#closed = true;
    this.#stop?.();
    await this.#looking;
  }
}

/** A digest over names, sizes and times of what is in it; null where it is not there. */
async function stateOf(folder: string): Promise<string | null> {
  const hash = createHash('sha256');
  const waiting: { readonly path: string; readonly depth: number }[] = [{ path: folder, depth: 0 }];
  let files = 0;
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { path, depth } = next;
    const entries = await readdir(path, { withFileTypes: true }).catch(absent);
    if (entries === null) {
      if (depth === 0) return null;
      continue;
    }
    for (const entry of entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
      const inner = join(path, entry.name);
      if (entry.isDirectory() && depth < MOST_DEPTH) waiting.push({ path: inner, depth: depth + 1 });
      else if (entry.isFile() && ++files <= MOST_FILES) {
        const stat = await lstat(inner).catch(absent);
        if (stat) hash.update(`${inner}\0${stat.size}\0${stat.mtimeMs}\n`);
      }
    }
  }
  return hash.digest('hex');
}

function absent(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return null;
  throw error;
}
