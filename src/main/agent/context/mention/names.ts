// The names that a message may hold, to be looked up by how they sound: without the signs between their words. Made of what is there, once a message.
// Pure. Called by mentions.ts. Source: agent, Context (fuzzy matching).
import type { Resource } from '../../../../shared/model/resource.ts';
import { STORED } from './catalogue.ts';

export type Candidate = Pick<Resource, 'id' | 'kind' | 'name' | 'aliases'>;

export interface Name {
  readonly of: Candidate;
  /** In small letters. */
  readonly written: string;
  readonly words: readonly string[];
  readonly isAlias: boolean;
}

export const MIN_PART = 4;
export const MOST_WORDS = 8;
const MOST_NAME = 200;
/** More of one sound are not told apart by it. */
const MOST_ALIKE = 50;
const WORD = /[\p{L}\p{N}]+/gu;

export const wordsOf = (text: string): string[] => text.toLowerCase().match(WORD) ?? [];

export class Names {
  readonly #whole = new Map<string, Name[]>();
  readonly #parts = new Map<string, Candidate[]>();
  /** In the order of their keys. */
  readonly #keys: { readonly key: string; readonly of: Candidate }[] = [];

  constructor(candidates: readonly Candidate[]) {
    for (const of of candidates) {
      this.#add(of, of.name, false);
      // A model is called by its name without the tag.
      const bare = of.kind === 'model' ? of.name.split(':')[0] : undefined;
      for (const alias of [...(bare === undefined ? [] : [bare]), ...of.aliases]) this.#add(of, alias, true);
      if (!STORED.has(of.kind)) this.#addPieces(of);
    }
    this.#keys.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0));
  }

  /** @param key words joined without anything between */
  whole(key: string): readonly Name[] {
    return this.#whole.get(key) ?? [];
  }

  withPart(word: string): readonly Candidate[] {
    return this.#parts.get(word) ?? [];
  }

  beginningWith(key: string): readonly Candidate[] {
    const found: Candidate[] = [];
    for (let at = this.#firstFrom(key); found.length < MOST_ALIKE; at += 1) {
      const one = this.#keys[at];
      if (!one?.key.startsWith(key)) break;
      found.push(one.of);
    }
    return found;
  }

  #firstFrom(key: string): number {
    let [from, to] = [0, this.#keys.length];
    while (from < to) {
      const middle = (from + to) >> 1;
      if ((this.#keys[middle]?.key ?? '') < key) from = middle + 1;
      else to = middle;
    }
    return from;
  }

  #add(of: Candidate, name: string, isAlias: boolean): void {
    const words = wordsOf(name.slice(0, MOST_NAME));
    if (words.length === 0 || words.length > MOST_WORDS) return;
    push(this.#whole, words.join(''), { of, written: name.toLowerCase(), words, isAlias });
  }

  #addPieces(of: Candidate): void {
    const words = wordsOf(of.name.slice(0, MOST_NAME));
    if (words.length > 1)
      for (const word of new Set(words)) if (word.length >= MIN_PART) push(this.#parts, word, of);
    this.#keys.push({ key: words.join(''), of });
  }
}

function push<T>(map: Map<string, T[]>, key: string, value: T): void {
  const there = map.get(key);
  if (there) {
    if (there.length < MOST_ALIKE) there.push(value);
  } else map.set(key, [value]);
}
