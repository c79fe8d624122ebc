// Reads a text once, as the concepts it is made of: known names first (lookup.ts), then words by the tokeniser's rules, each
// looked up where it stands, so that a word that is known costs no string. Used by the hot path (mentions.ts) and by what
// counts behind it (observer.ts). Pure reads, linear. Source: memory, Tokeniser, D17; proxy, Speed.

import type { RecalledGraph } from '../columns/scoped-graph.ts';
import type { OrdinaryWords } from '../text/particular.ts';
import { type Dictionary, readTokens, type TokenSink, tokenSlices } from '../text/tokenise.ts';
import { NameReader, type NameSpan } from './lookup.ts';

/** Is told of every word of a text in order; offsets are UTF-16. */
export interface WordListener {
  /** A concept of the vocabulary; nothing need be known about it. */
  met(id: number, start: number): void;
  /** A word that is no concept yet. */
  unmet(token: string, start: number): void;
  /** A known name; it is not told as a word as well. */
  named(span: NameSpan): void;
}

export interface WordReading {
  readonly graph: RecalledGraph;
  /** What is known where. */
  readonly scope: string;
  readonly dictionary: Dictionary;
  /** The large lists of words; without them no name is found by a part of it. */
  readonly words?: () => OrdinaryWords | null;
}

/** @param isLate asked every few thousand characters @returns false when it got late on the way */
export function readWords(
  reading: WordReading,
  text: string,
  listener: WordListener,
  isLate?: () => boolean,
): boolean {
  const { sink, names } = parts(reading, text, listener);
  return readTokens(text, sink, reading.dictionary, names, isLate);
}

/** The same in slices of so many characters, for work behind the requests. */
export function wordSlices(
  reading: WordReading,
  text: string,
  listener: WordListener,
  sliceChars: number,
): Generator<void> {
  const { sink, names } = parts(reading, text, listener);
  return tokenSlices(text, sink, reading.dictionary, names, sliceChars);
}

function parts({ graph, scope, words }: WordReading, text: string, listener: WordListener) {
  const sink = new Words(graph, text, listener);
  const names = new NameReader(graph, scope, text, (span) => listener.named(span), words);
  return { sink, names };
}

class Words implements TokenSink {
  readonly #graph: RecalledGraph;
  readonly #text: string;
  readonly #listener: WordListener;

  constructor(graph: RecalledGraph, text: string, listener: WordListener) {
    this.#graph = graph;
    this.#text = text;
    this.#listener = listener;
  }

  word(start: number, end: number, state: number): void {
    const id = this.#graph.wordId(state, this.#text, start, end);
    if (id > 0) this.#listener.met(id, start);
    else this.#listener.unmet(this.#text.slice(start, end).toLowerCase(), start);
  }

  token(token: string, start: number): void {
    const id = this.#graph.conceptId(token);
    if (id === undefined) this.#listener.unmet(token, start);
    else this.#listener.met(id, start);
  }
}
