// What this console has seen of the chains that nothing takes from, the host's and the agent's: number and hash of the newest event of each, in a file
// beside the database and not in it. Events that are cut off at the end together with their rows leave nothing in the database that would miss them;
// this does. Never writes to the database. Looked through every few seconds (core/hands), held against the chains by memory/history/verify-memory.ts.
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import * as z from 'zod';
import type { StoreReader } from '../store-access.ts';
import { CHAINS, eventWords, type Link, readLink } from './chain.ts';

/** A restore brings another memory's chain in the place of the memory's: of that one nothing can be held. */
const WITNESSED = ['host', 'agent'] as const;
type Witnessed = (typeof WITNESSED)[number];

const Seen = z.strictObject({ id: z.number().int().positive(), hash: z.string().regex(/^[0-9a-f]{64}$/) });
const SeenByDatabase = z.record(
  z.string(),
  z.strictObject({ host: Seen.optional(), agent: Seen.optional() }),
);
type SeenByDatabase = z.infer<typeof SeenByDatabase>;

export class ChainWitness {
  readonly #file: string;
  readonly #database: string;

  /** @param database names it among those this console has written to; no password in it */
  constructor(file: string, database: string) {
    this.#file = file;
    this.#database = database;
  }

  /**
   * Takes note of how far the chains have come. What was seen before and is not there any more stays noted, however far they come again.
   * @throws what the reader throws, and what writing a file throws
   */
  async look(reader: StoreReader): Promise<void> {
    const newest = new Map<Witnessed, Link>();
    for (const chain of WITNESSED) {
      const seen = this.#read()?.[this.#database]?.[chain];
      const link = await readLink(reader, chain);
      const isNews = link.id > (seen?.id ?? 0) && (!seen || (await isThere(reader, chain, seen)));
      if (isNews) newest.set(chain, link);
    }
    if (newest.size === 0) return;
    // Read once more, and written in one piece with that: somebody may have looked meanwhile.
    const all = this.#read();
    if (!all) return;
    const ours = { ...all[this.#database] };
    for (const [chain, { id, hash }] of newest) if (id > (ours[chain]?.id ?? 0)) ours[chain] = { id, hash };
    const text = `${JSON.stringify({ ...all, [this.#database]: ours }, null, 1)}\n`;
    writeFileSync(`${this.#file}.new`, text, { mode: 0o600 });
    renameSync(`${this.#file}.new`, this.#file);
  }

  /** @returns what was seen and is not there any more, a line each. @throws what the reader throws */
  async faults(reader: StoreReader): Promise<string[]> {
    const all = this.#read();
    if (!all)
      return [
        `${this.#file} cannot be read: what this console has seen of the chains is not known. Remove it to begin anew.`,
      ];
    const faults: string[] = [];
    for (const chain of WITNESSED) {
      const seen = all[this.#database]?.[chain];
      if (!seen || (await isThere(reader, chain, seen))) continue;
      faults.push(
        `${eventWords(chain, seen.id)}, which this console has seen, is not there any more: the end of the chain was cut off or written anew. If you put another database there, or an older copy of it, remove ${this.#file}.`,
      );
    }
    return faults;
  }

  /** Null when there is a file and it is none of ours. */
  #read(): SeenByDatabase | null {
    try {
      if (!existsSync(this.#file)) return {};
      return SeenByDatabase.parse(JSON.parse(readFileSync(this.#file, 'utf8')));
    } catch {
      return null;
    }
  }
}

async function isThere(
  reader: StoreReader,
  chain: Witnessed,
  { id, hash }: Pick<Link, 'id' | 'hash'>,
): Promise<boolean> {
  const row = await reader
    .selectFrom(CHAINS[chain].table)
    .select('hash')
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.hash === hash;
}
