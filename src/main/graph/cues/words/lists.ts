// How the scanner's word lists are written: words, or phrases between semicolons, in a template string. Called by the lists beside it only.

/** A set of words, separated by white space. */
export function words(list: string): ReadonlySet<string> {
  return new Set(list.split(/\s+/).filter((word) => word !== ''));
}

/** Phrases between semicolons, found by the word they open with. */
export class Phrases {
  readonly #byWord: ReadonlyMap<string, readonly (readonly string[])[]>;

  constructor(list: string) {
    const split = list.split(';').map((line) => line.trim().split(/\s+/));
    this.#byWord = Map.groupBy(
      split.sort((a, b) => b.length - a.length),
      ([first = '']) => first,
    );
  }

  /** How many words the longest phrase at `at` has; 0 where none stands there. */
  lengthAt(words: readonly { readonly lower: string }[], at: number): number {
    const found = this.#byWord
      .get(words[at]?.lower ?? '')
      ?.find((phrase) => phrase.every((part, index) => words[at + index]?.lower === part));
    return found?.length ?? 0;
  }
}
