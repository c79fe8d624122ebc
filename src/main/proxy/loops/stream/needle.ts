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

/** A word, cut in two in front of its rarest character. */
interface Cut {
  readonly head: string;
  readonly tail: string;
}

const CUTS = new Map<string, Cut>();

function cutOf(word: string): Cut {
  const known = CUTS.get(word);
  if (known) return known;
  const at = rarest(word);
  const cut = { head: word.slice(0, at), tail: word.slice(at) };
  CUTS.set(word, cut);
  return cut;
}

export class Needle {
  readonly #cut: Cut;
  #text = '';
  #at = 0;

  /** `word`: one of a few. */
  constructor(word: string) {
    this.#cut = cutOf(word);
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
    const { head, tail } = this.#cut;
    const text = this.#text;
    let at = text.indexOf(tail, from + head.length);
    while (at >= 0 && !text.startsWith(head, at - head.length)) at = text.indexOf(tail, at + 1);
    return at < 0 ? Number.POSITIVE_INFINITY : at - head.length;
  }
}
