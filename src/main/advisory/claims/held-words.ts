// The sentences of a brief with the words of what they cite: what each of these rules is asked. A sentence that claims nothing and cites nothing is held against all
// sources. Judges nothing. Used by the files of this room. Source: advisory, Guardrails.
import type { Span } from '../cite/blocks.ts';
import type { Citation } from '../cite/citations.ts';
import { citedIn } from '../cite/coverage.ts';
import type { SourceText } from '../cite/entities.ts';
import { plainSigns, spoken } from '../cite/plain-signs.ts';
import type { Reading } from '../cite/reading.ts';
import { remediationIn } from '../cite/remediation.ts';
import { wordsOf } from '../cite/row-words.ts';
import { sentencesOf } from '../cite/sentences.ts';
import { withDigits } from '../cite/spelled-numbers.ts';

export interface ToldSentence extends Span {
  /** In plain signs, without emphasis, ticks and markers; a cell of a table behind its head. */
  readonly text: string;
  /** What it is held against; null: all there is. */
  readonly ids: readonly number[] | null;
  readonly isRemedy: boolean;
}

/** What a sentence says that nothing it cites says. */
export interface ClaimFault extends Span {
  readonly code: 'entity_unsupported' | 'remediation_unapproved' | 'prompt_injection';
  /** What was said, as it was read. */
  readonly what: string;
  readonly words: string;
}

/** @param citations of the same reading @param sources how many there are: an id beyond them is no source */
export function toldSentences(
  reading: Reading,
  citations: readonly Citation[],
  sources: number,
): ToldSentence[] {
  const remediation = remediationIn(reading) ?? [];
  const words = wordsOf(reading);
  return citedIn(sentencesOf(reading), citations).map(({ sentence: { start, end, isClaim }, ids }) => ({
    ...{ start, end, text: spoken(words(start, end)).replace(/\s+/g, ' ').trim() },
    ids: isClaim || ids.length > 0 ? ids.filter((id) => id <= sources) : null,
    isRemedy: remediation.some((span) => start >= span.start && start < span.end),
  }));
}

/** As texts of affected packages name one. */
const PACKAGE = /\baffects \S{1,40} (\S{1,200}?)\.?(?=\s|$)/g;
const lastPart = (name: string): string =>
  name
    .replace(/\/v\d+$/, '')
    .split('/')
    .at(-1) ?? '';

/** Texts of sources, read as sentences are, and searched once each. */
export class HeldWords {
  readonly #texts: ReadonlyMap<number, string>;
  readonly #lower: ReadonlyMap<number, string>;
  readonly #found = new Map<string, boolean>();
  #packages: ReadonlySet<string> | null = null;

  constructor(sources: readonly SourceText[]) {
    this.#texts = new Map(
      sources.map(({ id, content }) => [id, withDigits(plainSigns(content)).replace(/\s+/g, ' ')]),
    );
    this.#lower = new Map([...this.#texts].map(([id, text]) => [id, text.toLowerCase()]));
  }

  /** Those of these sources; of all for null. */
  numbers(ids: readonly number[] | null): readonly number[] {
    return ids === null ? [...this.#texts.keys()] : ids;
  }

  textOf(id: number): string {
    return this.#texts.get(id) ?? '';
  }

  /** Whether one of them has it. @param pattern without a `g` */
  matches(pattern: RegExp, ids: readonly number[] | null): boolean {
    return this.numbers(ids).some((id) =>
      this.#once(`${id} ${pattern.source}`, () => pattern.test(this.textOf(id))),
    );
  }

  /** Whether one of them has these very words, in any case. */
  holds(said: string, ids: readonly number[] | null): boolean {
    const wanted = said.toLowerCase();
    return this.numbers(ids).some((id) =>
      this.#once(`${id}\n${wanted}`, () => (this.#lower.get(id) ?? '').includes(wanted)),
    );
  }

  /** The same, with no letter or digit beside it. */
  holdsWhole(said: string, ids: readonly number[] | null): boolean {
    const wanted = said.toLowerCase();
    return this.numbers(ids).some((id) =>
      this.#once(`${id}\t${wanted}`, () => hasWhole(this.#lower.get(id) ?? '', wanted)),
    );
  }

  /** The last parts of the names of packages that sources speak of, in lower case; short ones are words as well. */
  packages(): ReadonlySet<string> {
    this.#packages ??= new Set(
      [...this.#texts.values()].flatMap((text) =>
        [...text.matchAll(PACKAGE)]
          .map(([, name = '']) => lastPart(name.toLowerCase()))
          .filter((part) => part.length >= 4),
      ),
    );
    return this.#packages;
  }

  #once(key: string, look: () => boolean): boolean {
    const found = this.#found.get(key) ?? look();
    this.#found.set(key, found);
    return found;
  }
}

/** Looked for so often at most: a word that is a part of others everywhere is not one that stands there. */
const MOST_LOOKS = 1000;

function hasWhole(text: string, wanted: string): boolean {
  let at = text.indexOf(wanted);
  for (let looks = 0; at >= 0 && looks < MOST_LOOKS; looks++) {
    const [before, behind] = [text.charAt(at - 1), text.charAt(at + wanted.length)];
    if (!/[\p{L}\p{N}_]/u.test(before) && !/[\p{L}\p{N}_]/u.test(behind)) return true;
    at = text.indexOf(wanted, at + 1);
  }
  return false;
}
