// The large lists of words nobody needs to be asked about, packed: English (SCOWL up to 70), terms of the trade, brands,
// packages, places and people. Read in a thread of its own when first asked for, so that neither the start nor a request
// pays for them; kept as 1.1 MB of hashes. They say which words mean themselves: such are not asked about, and recalled only
// where one thing is meant (memory D22, decision 084). Notices: resources/NOTICE-wordlist.txt. Made by core/ and the command line.
import { Worker } from 'node:worker_threads';
import { PackedWords } from '../../graph/columns/packed-words.ts';
import type { OrdinaryWords } from '../../graph/text/particular.ts';
import type { StoreLog } from '../store-access.ts';
import type { PackedLists } from './word-lists-read.ts';

const WORKER_FILE = import.meta.url.endsWith('.ts') ? './word-lists-worker.ts' : './word-lists-worker.js';

/** @param lists as `readWordLists` packs them */
export function ordinaryWords(lists: PackedLists): OrdinaryWords {
  const words = new PackedWords(lists.words);
  const stems = new PackedWords(lists.stems);
  return { has: (word) => words.has(word), isStem: (word) => stems.has(word) };
}

/** The thread's heap, MB: left alone it takes what it finds and the system does not get it back at once. */
const ROOM = { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 4 };

export class WordLists {
  readonly #log: StoreLog;
  #words: OrdinaryWords | null = null;
  #reading: Promise<void> | null = null;

  constructor(log: StoreLog) {
    this.#log = log;
  }

  /** The lists; null until they are read. The first call begins that. Never throws: without them nobody is asked anything. */
  get words(): OrdinaryWords | null {
    if (this.#words === null) this.#reading ??= this.#read();
    return this.#words;
  }

  /** Resolves when they are read, where somebody asked for them. */
  async settled(): Promise<void> {
    await this.#reading;
  }

  async #read(): Promise<void> {
    try {
      this.#words = ordinaryWords(await packedLists());
    } catch (error) {
      this.#log.warn({ err: error }, 'the lists of words could not be read; agents are asked about no names');
    }
  }
}

/** Every reader's in this process: they never change. */
let lists: Promise<PackedLists> | undefined;

function packedLists(): Promise<PackedLists> {
  lists ??= readInThread();
  return lists;
}

function readInThread(): Promise<PackedLists> {
  const { promise, resolve, reject } = Promise.withResolvers<PackedLists>();
  const worker = new Worker(new URL(WORKER_FILE, import.meta.url), { resourceLimits: ROOM });
  worker.unref();
  worker.once('message', resolve);
  worker.once('error', reject);
  worker.once('exit', (code) => reject(new Error(`the reading thread ended with code ${code}`)));
  return promise;
}
