// A large set of words in four bytes each: sorted hashes, searched by halves. It may take a word for one of its own by
// chance (one in 15,000 with 280,000 words), never the other way round. Pure. Filled by store/words/word-lists.ts, asked by
// particular.ts. Source: memory D22.

const FNV_OFFSET = 0x811c9dc5;
const FNV_PRIME = 0x01000193;

/** FNV-1a over UTF-16 units, and a last mixing: short words differ in their low bits alone. */
function hashOf(word: string): number {
  let hash = FNV_OFFSET;
  for (let at = 0; at < word.length; at++) hash = Math.imul(hash ^ word.charCodeAt(at), FNV_PRIME);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  return (hash ^ (hash >>> 13)) >>> 0;
}

/** Packs words one by one: a set of strings first would take twenty times the room. */
export class WordPacker {
  #hashes = new Uint32Array(65_536);
  #count = 0;

  add(word: string): void {
    if (this.#count === this.#hashes.length) {
      const grown = new Uint32Array(2 * this.#count);
      grown.set(this.#hashes);
      this.#hashes = grown;
    }
    this.#hashes[this.#count++] = hashOf(word);
  }

  /** The hashes as `PackedWords` wants them: ascending, each once. */
  packed(): Uint32Array {
    const hashes = this.#hashes.subarray(0, this.#count).sort();
    let kept = 0;
    for (const hash of hashes) if (kept === 0 || hash !== hashes[kept - 1]) hashes[kept++] = hash;
    return hashes.slice(0, kept);
  }
}

/** See `WordPacker`. */
export function packWords(words: Iterable<string>): Uint32Array {
  const packer = new WordPacker();
  for (const word of words) packer.add(word);
  return packer.packed();
}

export class PackedWords {
  readonly #hashes: Uint32Array;

  /** @param hashes as `packWords` gives them */
  constructor(hashes: Uint32Array) {
    this.#hashes = hashes;
  }

  get size(): number {
    return this.#hashes.length;
  }

  /** @param word in canonical form: NFKC, lower case */
  has(word: string): boolean {
    const hashes = this.#hashes;
    const wanted = hashOf(word);
    let low = 0;
    let high = hashes.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((hashes[middle] as number) < wanted) low = middle + 1;
      else high = middle;
    }
    return hashes[low] === wanted;
  }
}
