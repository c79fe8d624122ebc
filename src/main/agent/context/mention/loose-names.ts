// Words that are a part of a name, or its beginning, where no whole name holds them. Pure. Called by mentions.ts.
// Source: agent, Context (fuzzy matching).
import { KINDS_OF } from './catalogue.ts';
import { ofKinds } from './kinds.ts';
import { type Candidate, MIN_PART, MOST_WORDS, type Names } from './names.ts';
import { isSaidInGeneral, kindWordAt } from './signs.ts';
import type { Message } from './text.ts';

const MOST_MEANT = 5;

export class LooseNames {
  readonly #message: Message;
  readonly #names: Names;
  readonly #covered: ReadonlySet<number>;
  readonly #isPlain: (word: string) => boolean;

  /** @param covered words that a whole name holds */
  constructor(
    message: Message,
    names: Names,
    covered: ReadonlySet<number>,
    isPlain: (word: string) => boolean,
  ) {
    this.#message = message;
    this.#names = names;
    this.#covered = covered;
    this.#isPlain = isPlain;
  }

  /** @returns what the word may mean; empty where it fits more than can be told apart */
  at(at: number, rule: 'part' | 'prefix'): readonly Candidate[] {
    const span = { first: at, last: rule === 'part' ? at : this.#tokenEnd(at) };
    for (let each = at; each <= span.last; each += 1) if (this.#covered.has(each)) return [];
    const key = this.#message.atoms
      .slice(span.first, span.last + 1)
      .map(({ text }) => text)
      .join('');
    if (key.length < MIN_PART || /^\d+$/.test(key)) return [];
    if (span.last === at && this.#isPlain(key)) return [];
    if (this.#message.borders(span, (word) => KINDS_OF.has(word)) !== 'free') return [];
    if (isSaidInGeneral(this.#message, span)) return [];
    const fitting = this.#candidatesFor(key, rule);
    const kind = kindWordAt(this.#message, span);
    const ofKind = kind === null ? [] : ofKinds(fitting, kind);
    const meant = ofKind.length > 0 ? ofKind : fitting;
    // What fits many names names none of them.
    return meant.length > MOST_MEANT ? [] : meant;
  }

  #candidatesFor(key: string, rule: 'part' | 'prefix'): readonly Candidate[] {
    const singular = key.endsWith('s') ? key.slice(0, -1) : null;
    for (const word of singular === null || singular.length < MIN_PART ? [key] : [key, singular]) {
      const found =
        rule === 'part'
          ? this.#names.withPart(word)
          : this.#names.beginningWith(word).filter(({ name }) => !this.#isPlain(name.toLowerCase()));
      if (found.length > 0) return found;
    }
    return [];
  }

  /** The last word glued to one by points, hyphens or underscores. */
  #tokenEnd(at: number): number {
    let end = at;
    while (['.', '-', '_'].includes(this.#message.glue(end + 1)) && end - at < MOST_WORDS) end += 1;
    return end;
  }
}
