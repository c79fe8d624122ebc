// Carries subjects through a sentence: verb phrases joined to one subject and relative clauses ("X is a Y and runs on Z", "X, which
// ..."). One instance lives for one sentence; statements.ts asks it chunk by chunk, in order.

import type { Lexicon } from '../types.ts';
import { skipOpeners } from './fronted.ts';
import type { CueMatch } from './match.ts';
import { canonicalOf, isCapitalised, isNameLike, isPastForm } from './names.ts';
import { nameAtEnd } from './naming.ts';
import type { CueObject } from './object.ts';
import type { Chunk, Word } from './sentences/sentences.ts';
import { isNamed, readNounPhrase, readSubject, type Subject } from './subject.ts';
import { FINITE_VERBS, RELATIVES } from './words/function-words.ts';
import { LANGUAGES, MAKES, OPERATING_SYSTEMS } from './words/nouns.ts';
import { ALIAS } from './words/table.ts';

/** "a distribution based on Nix": read behind a class; elsewhere it tells of many things. */
const ONLY_ATTACHED = 'based on';

export class ClauseMemory {
  readonly #lexicon: Lexicon;
  /** The subject of the last clause, or a phrase that waits for its verb. */
  #running: Subject | null = null;
  /** Whether it waits. */
  #waits = false;
  /** Whether the last chunk was no clause: a verb behind "and" may be of both. */
  #isOpen = false;
  #isInBrackets = false;
  #isBegun = false;
  /** The name the last chunk ended with, for what is said of it behind a comma. */
  #nearest: Subject | null = null;

  constructor(lexicon: Lexicon) {
    this.#lexicon = lexicon;
  }

  /** Takes note of a chunk that has no cue. */
  passBy({ words, mark, conjunction }: Chunk): void {
    // What stands in brackets leaves a clause as it was.
    if (mark === '(' || mark === ')') this.#isInBrackets = mark === '(' && this.#isBegun;
    this.#isBegun = true;
    if (mark === 'hole' || (mark === ':' && !this.#isInBrackets)) this.#run(null, false);
    this.#note(words);
    if (RELATIVES.has(conjunction ?? '') || mark === 'hole' || this.#isInBrackets) return;
    const verb = verbIn(words, this.#lexicon);
    // "it stands between line 3 and SAP, runs on ..."
    if (verb === -1 && conjunction === 'and' && !this.#isOpen) return;
    // "..., Node.js, runs on ..."
    const [only, more] = words;
    if (
      more === undefined &&
      [MAKES, LANGUAGES, OPERATING_SYSTEMS].some((list) => list.has(only?.lower ?? ''))
    )
      return;
    const subject =
      verb === -1
        ? readNounPhrase(words.slice(skipOpeners(words, words.length)), this.#lexicon)
        : readSubject(words.slice(0, verb), this.#lexicon);
    this.#isOpen = verb === -1;
    if (subject === 'none' || (verb === -1 && (subject === null || !isNamed(subject)))) return;
    this.#run(subject, verb === -1);
  }

  #run(subject: Subject | null, waits: boolean): void {
    this.#running = subject !== null && isNamed(subject) ? subject : null;
    this.#waits = waits;
    this.#isOpen = waits;
  }

  /** The subject a cue has; null when the clause has none that a fact may be about. */
  subjectOf(chunk: Chunk, match: CueMatch): Subject | null {
    const { mark, conjunction, words } = chunk;
    if (mark === ':') this.#run(null, false);
    if (mark === 'hole' || match.cue.name === ONLY_ATTACHED) return null;
    const own = readSubject(beforeCue(words, match), this.#lexicon);
    // "gnommoweb, which runs on Docker": only a clause set off by punctuation speaks of the name before it.
    if (RELATIVES.has(conjunction ?? '')) return own === 'none' && mark !== null ? this.#nearest : null;
    const joined = /^(?:and|but|yet)$/.test(conjunction ?? '');
    const { strength, isIsa, dim } = match.cue;
    const isBare = strength === 'bare';
    if (own === 'none') {
      // Only what is set off by a comma speaks of the name before.
      const isSetOff = mark === ',' || mark === '-' || (mark === '(' && dim === ALIAS);
      if (!joined && (conjunction !== null || mark === null)) return null;
      if (strength === 'keyword' || (isBare && (isIsa || !(joined || isSetOff)))) return null;
      return joined && this.#waits ? null : this.#running;
    }
    // "X and Y is ..." joins two noun phrases; what stands behind a bracket may go on with what stood before it.
    if (own === null || own.kind === 'title' || (joined && this.#isOpen)) return null;
    if (mark === ')' && own.kind !== 'name') return null;
    // "X - a pastebin powered by Y" describes, "X, powered by Y, ..." speaks of X.
    const describes = /^(?:tech|geography|alias)$/.test(dim) || own.kind !== 'name';
    const isAlone = match.from === 1 || words.slice(0, match.from).every(isCapitalised);
    return isBare && (describes || !isAlone) ? null : own;
  }

  /** Takes note of a chunk whose cue has been dealt with. */
  leave(chunk: Chunk, match: CueMatch, subject: Subject | null, object: CueObject | null): void {
    this.#note(chunk.words);
    if (object?.isName === true && object.to === chunk.words.length)
      this.#nearest = { kind: 'name', token: object.token, capital: false };
    // "X, part of Y, ..." is an apposition: X still waits for its verb.
    const isAside = match.cue.strength === 'bare' && this.#waits && subject === this.#running;
    if (!RELATIVES.has(chunk.conjunction ?? '') && !isAside) this.#run(subject, false);
  }

  #note(words: readonly Word[]): void {
    const name = nameAtEnd(words, this.#lexicon);
    this.#nearest = name === null ? null : { kind: 'name', token: canonicalOf(name), capital: false };
  }
}

/** Index of the first word that makes a clause of a chunk, or -1. */
export function verbIn(words: readonly Word[], lexicon: Lexicon): number {
  return words.findIndex((word, at) => {
    if (FINITE_VERBS.has(word.lower) || /n't$/.test(word.lower)) return true;
    const before = words[at - 1];
    if (before === undefined) return false;
    if (isPastForm(word, lexicon) && !/^(?:the|a|an|our|my)$/.test(before.lower)) return true;
    const verbal = /[^s']s$/.test(word.lower) && !word.possessive && at <= 3;
    return verbal && lexicon.isCommon(word.lower.slice(0, -1)) && isNameLike(before, lexicon);
  });
}

/** The words before the cue; the clitic of "noether's a server" is no possessive. */
function beforeCue(words: readonly Word[], match: CueMatch): readonly Word[] {
  const left = words.slice(0, match.from);
  const last = left[left.length - 1];
  const clitic = match.cue.pattern.startsWith('BE') && !/^(?:is|has)$/.test(words[match.from]?.text ?? '');
  return clitic && last !== undefined ? [...left.slice(0, -1), { ...last, possessive: false }] : left;
}
