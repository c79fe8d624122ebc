// A word that is looked for in one line after the other of a text: where it was met last is kept, so that the text is searched
// once. The search begins with the word's rarest character, which is what the native search skips to: in JSON a quote is
// everywhere. Used by stream-delta.ts and stream-progress.ts.

/** The rarest first. */
const BY_RARITY = 'zqxjkv_bpygfwmculdrhsnioate';

function rarest(word: string): number {
  const ranks = Array.from(word, (sign) => {
    const rank = BY_RARITY.indexOf(sign);
    return rank < 0 ? BY_RARITY.length : rank;
  });
  return ranks.indexOf(Math.min(...ranks));
}

const OFFSETS = new Map<string, number>();

function offsetOf(word: string): number {
  const known = OFFSETS.get(word);
  if (known !== undefined) return known;
  const offset = rarest(word);
  OFFSETS.set(word, offset);
  return offset;
}

export class Needle {
  readonly #offset: number;
  readonly #head: string;
  readonly #tail: string;
  #text = '';
  #at = 0;

  /** `word`: one of a few. */
  constructor(word: string) {
    this.#offset = offsetOf(word);
    this.#head = word.slice(0, this.#offset);
    this.#tail = word.slice(this.#offset);
  }

  open(text: string): void {
    this.#text = text;
    this.#at = -1;
  }

  /** Where it first stands in [`from`, `end`); -1 when it does not. Lines are asked for in their order. */
  find(from: number, end: number): number {
    if (this.#at < from) this.#at = this.#search(from);
    return this.#at < end ? this.#at : -1;
  }

  #search(from: number): number {
    let at = this.#text.indexOf(this.#tail, from + this.#offset);
    while (at >= 0 && !this.#text.startsWith(this.#head, at - this.#offset)) {
      at = this.#text.indexOf(this.#tail, at + 1);
    }
    return at < 0 ? Number.POSITIVE_INFINITY : at - this.#offset;
  }
}
