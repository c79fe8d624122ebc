// A mirror of OSV's databases, laid out as OSV's own bucket is: `BASE/ECOSYSTEM/all.zip`, `BASE/ECOSYSTEM/modified_id.csv` (`time,id` a line) and
// `BASE/ECOSYSTEM/ID.json`. Asked only at an address the operator gave. Called by ecosystems.ts. Source: structure S5, Coverage.
import { createReadStream } from 'node:fs';
import { basename, join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { AppError } from '../../../shared/model/envelope.ts';
import { Refusal } from '../formats/refusal.ts';
import { documentUrl, type RemoteDocuments, StatusRefusal, shownUrl } from './remote-document.ts';

/** Records asked for at a time. */
const AT_ONCE = 8;
const MOST_RECORDS = 2_000_000;
const RECORD_ID = /^[A-Za-z0-9][\w.:+-]{0,199}$/;

export interface ModifiedRecord {
  readonly id: string;
  /** Epoch milliseconds. */
  readonly at: number;
}

interface MirrorParts {
  /** As the operator wrote it. */
  readonly base: string;
  readonly ecosystem: string;
  readonly remote: RemoteDocuments;
  /** Where what is fetched is kept meanwhile. */
  readonly folder: () => string;
  readonly keep: (name: string, body: Readable) => Promise<void>;
  readonly signal: AbortSignal;
}

/** @throws AppError INVALID_INPUT for an address that is none */
export function mirrorUrl(base: string): URL {
  const url = documentUrl(base);
  if (!url.pathname.endsWith('/')) url.pathname += '/';
  return url;
}

export class OsvMirror {
  readonly #parts: MirrorParts;
  readonly #url: URL;

  constructor(parts: MirrorParts) {
    this.#parts = parts;
    this.#url = mirrorUrl(parts.base);
  }

  /** As it is shown and stored. */
  get shown(): string {
    return shownUrl(this.#url);
  }

  /** @returns the path of the archive on this disk. @throws AppError UNAVAILABLE */
  archive(): Promise<string> {
    return this.#fetch('all.zip', 'all');
  }

  /** Every record of the ecosystem, once. @throws AppError UNAVAILABLE, also where the list is damaged */
  async modified(): Promise<ModifiedRecord[]> {
    const path = await this.#fetch('modified_id.csv', 'modified');
    const records = new Map<string, ModifiedRecord>();
    let line = 0;
    for await (const text of createInterface({ input: createReadStream(path, 'utf8') })) {
      this.#parts.signal.throwIfAborted();
      line++;
      if (text === '') continue;
      const record = recordOf(text);
      if (record === null || line > MOST_RECORDS)
        throw unavailable(`modified_id.csv of ${this.shown} is no list of times and ids: see line ${line}.`);
      if (!records.has(record.id)) records.set(record.id, record);
    }
    if (records.size === 0) throw unavailable(`modified_id.csv of ${this.shown} is empty.`);
    return [...records.values()];
  }

  /**
   * Fetches records, several at a time.
   * @returns the path of each on this disk; null where the mirror has it no more
   * @throws AppError UNAVAILABLE where any other cannot be fetched
   */
  async records(
    ids: readonly string[],
    progress: (done: number, total: number) => void,
  ): Promise<{ readonly id: string; readonly path: string | null }[]> {
    const fetched: { id: string; path: string | null }[] = [];
    let next = 0;
    const fetchSome = async () => {
      while (next < ids.length) {
        const n = next++;
        const id = ids[n] ?? '';
        try {
          fetched.push({ id, path: await this.#record(id, `record-${n}`) });
        } catch (error) {
          // Nothing of it is used then.
          next = ids.length;
          throw error;
        }
        progress(fetched.length, ids.length);
      }
    };
    // All have ended before what they keep is dropped.
    const ended = await Promise.allSettled(Array.from({ length: AT_ONCE }, fetchSome));
    const failed = ended.find(({ status }) => status === 'rejected');
    if (failed?.status === 'rejected') throw failed.reason;
    return fetched;
  }

  async #record(id: string, name: string): Promise<string | null> {
    try {
      return await this.#fetch(`${encodeURIComponent(id)}.json`, name);
    } catch (error) {
      if (error instanceof NotThere) return null;
      throw error;
    }
  }

  async #fetch(file: string, name: string): Promise<string> {
    const { ecosystem, remote, keep, folder, signal } = this.#parts;
    const url = new URL(`${encodeURIComponent(ecosystem)}/${file}`, this.#url);
    url.search = this.#url.search;
    try {
      const kept = await remote.bring(url, name, keep, signal);
      return join(folder(), kept);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      if (error instanceof StatusRefusal && error.status === 404) throw new NotThere(shownUrl(url));
      throw unavailable(`${shownUrl(url)}: ${error.message}`);
    }
  }
}

const unavailable = (message: string): AppError => new AppError('UNAVAILABLE', message, undefined, true);

class NotThere extends AppError {
  constructor(address: string) {
    super(
      'UNAVAILABLE',
      `${address} is not there: see how the mirror spells the ecosystem.`,
      undefined,
      true,
    );
  }
}

function recordOf(line: string): ModifiedRecord | null {
  const comma = line.indexOf(',');
  const at = Date.parse(line.slice(0, Math.max(0, comma)));
  // The list of the whole bucket has the ecosystem before the id.
  const id = basename(line.slice(comma + 1).trim());
  return comma > 0 && !Number.isNaN(at) && RECORD_ID.test(id) ? { id, at } : null;
}
