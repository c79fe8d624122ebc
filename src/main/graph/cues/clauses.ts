// Carries subjects through a sentence: verb phrases joined to one subject, descriptions, relative clauses and coordinated
// names ("X is a Y and runs on Z", "X, our agent, is ...", "X, which ...", "X and Y run on Z"). One instance lives for one
// sentence; statements.ts asks it chunk by chunk, in order.

import type { Lexicon } from '../types.ts';
import { skipOpeners } from './fronted.ts';
import type { CueMatch } from './match.ts';
import { isCapitalised, isNameLike, isPastForm, tellsWhichOne } from './names.ts';
import type { CueObject } from './object.ts';
import type { Chunk, Word } from './sentences/sentences.ts';
import { isNamed, readNounPhrase, readSubject, type Subject } from './subject.ts';
import { FINITE_VERBS, RELATIVES } from './words/function-words.ts';
import { ALIAS } from './words/table.ts';

/** "a distribution based on Nix": read behind a class; elsewhere it tells of many things. */
const ONLY_ATTACHED = 'based on';

type ChunkKind = 'start' | 'clause' | 'phrase' | 'other';

export class ClauseMemory {
  readonly #lexicon: Lexicon;
  /** Subject of the running clause, for verbs that follow without one. */
  #running: Subject | null = null;
  /** A noun phrase that waits for its verb. */
  #waiting: Subject | null = null;
  /** The name the last chunk ended with, for what is said of it behind a comma. */
  #nearest: Subject | null = null;
  /** Whether that name belongs to something before it: "the owner of Quill, who ...". */
  #isOwner = false;
  #lastKind: ChunkKind = 'start';

  constructor(lexicon: Lexicon) {
    this.#lexicon = lexicon;
  }

  /** Takes note of a chunk that has no cue. */
  passBy(chunk: Chunk): void {
    const { words, mark, conjunction } = chunk;
    if (mark === 'hole' || mark === ':') this.#forget();
    this.#noteName(words);
    if (conjunction !== null && RELATIVES.has(conjunction)) return;
    const verb = mark === 'hole' ? -1 : verbIn(words, this.#lexicon);
    if (verb !== -1) {
      const subject = readSubject(words.slice(0, verb), this.#lexicon);
      if (subject !== 'none') this.#running = subject !== null && isNamed(subject) ? subject : null;
      this.#waiting = null;
      this.#lastKind = 'clause';
      return;
    }
    const phrase =
      mark === 'hole' || mark === ')'
        ? null
        : readNounPhrase(words.slice(skipOpeners(words, words.length)), this.#lexicon);
    if (phrase === null) this.#lastKind = this.#waiting !== null ? this.#lastKind : 'other';
    else {
      this.#lastKind = 'phrase';
      this.#waiting ??= phrase;
    }
  }

  #forget(): void {
    this.#running = null;
    this.#waiting = null;
    this.#nearest = null;
    this.#lastKind = 'start';
  }

  /** The subject a cue has; null when the clause has none that a fact may be about. */
  subjectOf(chunk: Chunk, match: CueMatch): Subject | null {
    if (chunk.mark === ':') this.#forget();
    if (chunk.mark === 'hole' || match.cue.name === ONLY_ATTACHED) return null;
    const own = readSubject(beforeCue(chunk.words, match), this.#lexicon);
    // "gnommoweb, which runs on Docker": only a clause set off by punctuation speaks of the name before it.
    if (chunk.conjunction !== null && RELATIVES.has(chunk.conjunction))
      return own !== 'none' || chunk.mark === null || this.#isOwner ? null : this.#nearest;
    return own === 'none' ? this.#carried(chunk, match) : this.#own(chunk, match, own);
  }

  #carried(chunk: Chunk, match: CueMatch): Subject | null {
    const { conjunction, mark } = chunk;
    const { strength, isIsa, dim } = match.cue;
    const joined = conjunction === 'and' || conjunction === 'but' || conjunction === 'yet';
    if (!joined && (conjunction !== null || mark === null)) return null;
    // Only what is set off by a comma speaks of the name before.
    const isSetOff = mark === ',' || mark === '-' || (mark === '(' && dim === ALIAS);
    if (strength === 'keyword' || (strength === 'bare' && (isIsa || !(joined || isSetOff)))) return null;
    if (this.#running !== null && (joined || this.#waiting === null)) return this.#running;
    return !joined && this.#running === null && this.#waiting !== null && isNamed(this.#waiting)
      ? this.#waiting
      : null;
  }

  #own(chunk: Chunk, match: CueMatch, own: Subject | null): Subject | null {
    if (own === null || own.kind === 'title') return null;
    // "The [kind/examples] project is ...": what stands behind a bracket may go on with what stood before it.
    if (chunk.mark === ')' && own.kind !== 'name') return null;
    // "X - a pastebin powered by Y" describes, "X, powered by Y, ..." speaks of X.
    const describes = /^(?:tech|geography|alias)$/.test(match.cue.dim) || own.kind !== 'name';
    if (
      match.cue.strength === 'bare' &&
      (describes || !(match.from === 1 || chunk.words.slice(0, match.from).every(isCapitalised)))
    )
      return null;
    // "X and Y is ..." joins two noun phrases.
    const joins = chunk.conjunction === 'and' || chunk.conjunction === 'but';
    return !joins || this.#lastKind === 'clause' || this.#lastKind === 'start' ? own : null;
  }

  /** Takes note of a chunk whose cue has been dealt with. */
  leave(chunk: Chunk, match: CueMatch, subject: Subject | null, object: CueObject | null): void {
    this.#noteName(chunk.words);
    if (object?.isName === true && object.to === chunk.words.length) {
      this.#nearest = { kind: 'name', token: object.token, capital: false };
      this.#isOwner = false;
    }
    if (chunk.conjunction !== null && RELATIVES.has(chunk.conjunction)) return;
    // "X, part of Y, ..." is an apposition: X still waits for its verb.
    if (match.cue.strength === 'bare' && subject !== null && subject === this.#waiting) return;
    this.#lastKind = 'clause';
    this.#running = subject !== null && isNamed(subject) ? subject : null;
    this.#waiting = null;
  }

  /** Notes the name (or capitalised run) at the very end of a chunk: "the gnommoweb service" ends with gnommoweb. */
  #noteName(all: readonly Word[]): void {
    this.#nearest = null;
    const [named, title] = all.slice(-2);
    const isTitled = named !== undefined && title !== undefined && tellsWhichOne(named, title, this.#lexicon);
    const words = isTitled ? all.slice(0, -1) : all;
    const last = words[words.length - 1];
    if (last === undefined || !isNameLike(last, this.#lexicon) || last.possessive) return;
    let at = words.length - 1;
    while (at > 0 && isCapitalised(last) && isRunWord(words[at - 1])) at--;
    const subject = readNounPhrase(words.slice(at), this.#lexicon);
    this.#nearest = subject?.kind === 'name' ? subject : null;
    this.#isOwner = /^(?:of|by|from|behind|for|about|like)$/.test(words[at - 1]?.lower ?? '');
  }
}

/** Index of the first word that makes a clause of a chunk, or -1. */
export function verbIn(words: readonly Word[], lexicon: Lexicon): number {
  return words.findIndex((word, at) => {
    if (isCapitalised(word) && !word.initial) return false;
    if (FINITE_VERBS.has(word.lower) || /n't$/.test(word.lower)) return true;
    const before = words[at - 1];
    if (before === undefined) return false;
    if (isPastForm(word, lexicon) && !/^(?:the|a|an|our|my)$/.test(before.lower)) return true;
    const verbal = /[^s']s$/.test(word.lower) && !word.possessive && at <= 3;
    return verbal && lexicon.isCommon(word.lower.slice(0, -1)) && isNameLike(before, lexicon);
  });
}

const isRunWord = (word: Word | undefined): boolean =>
  word !== undefined && isCapitalised(word) && !word.initial;

/** The words before the cue; the clitic of "noether's a server" is no possessive. */
function beforeCue(words: readonly Word[], match: CueMatch): readonly Word[] {
  const left = words.slice(0, match.from);
  const last = left[left.length - 1];
  if (last?.possessive !== true) return left;
  const clitic = match.cue.pattern.startsWith('BE') && !/^(?:is|has)$/.test(words[match.from]?.text ?? '');
  return clitic ? [...left.slice(0, -1), { ...last, possessive: false }] : left;
}
