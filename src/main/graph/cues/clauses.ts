// Carries subjects through a sentence: verb phrases joined to one subject, descriptions, relative clauses and coordinated
// names ("X is a Y and runs on Z", "X, our agent, is ...", "X, which ...", "X and Y run on Z"). One instance lives for one
// sentence; statements.ts asks it chunk by chunk, in order.

import type { Lexicon } from '../types.ts';
import { isApposition } from './apposition.ts';
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
  /** Noun phrases waiting for their verb. */
  #waiting: Subject[] = [];
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
    const verb = mark === 'hole' ? -1 : this.#verbIn(words);
    if (verb !== -1) {
      const subject = readSubject(words.slice(0, verb), this.#lexicon);
      if (subject !== 'none') this.#running = subject !== null && isNamed(subject) ? subject : null;
      this.#waiting = [];
      this.#lastKind = 'clause';
      return;
    }
    const phrase =
      mark === 'hole' || mark === ')'
        ? null
        : readNounPhrase(words.slice(skipOpeners(words, words.length)), this.#lexicon);
    if (phrase === null) this.#lastKind = this.#waiting.length > 0 ? this.#lastKind : 'other';
    else {
      this.#lastKind = 'phrase';
      this.#wait(phrase);
    }
  }

  #wait(phrase: Subject): void {
    const [first] = this.#waiting;
    if (first === undefined || (first.kind === 'title' && isNamed(phrase))) this.#waiting = [phrase];
    else if (isNamed(phrase)) this.#waiting.push(phrase);
  }

  #forget(): void {
    this.#running = null;
    this.#waiting = [];
    this.#nearest = null;
    this.#lastKind = 'start';
  }

  /** The subjects a cue has: none when the clause has no subject that a fact may be about. */
  subjectsOf(chunk: Chunk, match: CueMatch): Subject[] {
    if (chunk.mark === ':') this.#forget();
    if (chunk.mark === 'hole' || match.cue.name === ONLY_ATTACHED) return [];
    const own = readSubject(beforeCue(chunk.words, match), this.#lexicon);
    if (chunk.conjunction !== null && RELATIVES.has(chunk.conjunction)) return this.#antecedent(chunk, own);
    const subjects = own === 'none' ? this.#carried(chunk, match) : this.#own(chunk, match, own);
    const several = subjects.length > 1;
    return match.plural === several && !(several && match.cue.isIsa) ? subjects : [];
  }

  /** "gnommoweb, which runs on Docker": only a clause set off by punctuation speaks of the name before it. */
  #antecedent(chunk: Chunk, own: Subject | 'none' | null): Subject[] {
    if (own !== 'none' || this.#nearest === null) return [];
    const [only, second] = this.#waiting;
    if (isApposition(chunk)) return [this.#nearest];
    if (chunk.mark === null || this.#isOwner) return [];
    return only === undefined || second === undefined ? [this.#nearest] : [];
  }

  #carried(chunk: Chunk, match: CueMatch): Subject[] {
    const { conjunction, mark } = chunk;
    const { strength, isIsa, dim } = match.cue;
    const joined = conjunction === 'and' || conjunction === 'but' || conjunction === 'yet';
    if (!joined && (conjunction !== null || mark === null)) return [];
    // Only what is set off by a comma speaks of the name before.
    const isSetOff = mark === ',' || mark === '-' || (mark === '(' && dim === ALIAS);
    if (strength === 'keyword' || (strength === 'bare' && (isIsa || !(joined || isSetOff)))) return [];
    const [only, second] = this.#waiting;
    if (joined && this.#running !== null) return [this.#running];
    if (only === undefined) return this.#running === null ? [] : [this.#running];
    return !joined && second === undefined && this.#running === null && isNamed(only) ? [only] : [];
  }

  #own(chunk: Chunk, match: CueMatch, own: Subject | null): Subject[] {
    if (own === null || own.kind === 'title') return [];
    // "The [kind/examples] project is ...": what stands behind a bracket may go on with what stood before it.
    if (chunk.mark === ')' && own.kind !== 'name') return [];
    // "X - a pastebin powered by Y" describes, "X, powered by Y, ..." speaks of X.
    const describes = /^(?:tech|geography|alias)$/.test(match.cue.dim) || own.kind !== 'name';
    if (
      match.cue.strength === 'bare' &&
      (describes || !(match.from === 1 || chunk.words.slice(0, match.from).every(isCapitalised)))
    )
      return [];
    const joins = chunk.conjunction === 'and' || chunk.conjunction === 'but';
    if (!joins || this.#lastKind === 'clause' || this.#lastKind === 'start') return [own];
    // "X and Y is ..." joins two noun phrases: only names with a plural verb say something of each.
    const all = [...this.#waiting, own];
    const named = all.every(isNamed) && all.some((subject) => subject.kind === 'name');
    return match.plural && this.#lastKind === 'phrase' && named ? all : [];
  }

  /** Takes note of a chunk whose cue has been dealt with. */
  leave(chunk: Chunk, match: CueMatch, subjects: readonly Subject[], object: CueObject | null): void {
    this.#noteName(chunk.words);
    if (object?.isName === true && object.to === chunk.words.length) {
      this.#nearest = { kind: 'name', token: object.token, capital: false };
      this.#isOwner = false;
    }
    if (chunk.conjunction !== null && RELATIVES.has(chunk.conjunction)) return;
    const [only, second] = subjects;
    // "X, part of Y, ..." is an apposition: X still waits for its verb.
    if (match.cue.strength === 'bare' && only !== undefined && only === this.#waiting[0]) return;
    this.#lastKind = 'clause';
    this.#running = second === undefined && only !== undefined && isNamed(only) ? only : null;
    this.#waiting = [];
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
    this.#isOwner = /^(?:of|by|from|behind|for|about|like|in|on|at)$/.test(words[at - 1]?.lower ?? '');
  }

  /** Index of the first word that makes a clause of the chunk, or -1. */
  #verbIn(words: readonly Word[]): number {
    return words.findIndex((word, at) => {
      if (isCapitalised(word) && !word.initial) return false;
      if (FINITE_VERBS.has(word.lower) || /n't$/.test(word.lower)) return true;
      const before = words[at - 1];
      if (before === undefined) return false;
      if (isPastForm(word, this.#lexicon) && !/^(?:the|a|an|our|my)$/.test(before.lower)) return true;
      const verbal = /[^s']s$/.test(word.lower) && !word.possessive && at <= 3;
      return verbal && this.#lexicon.isCommon(word.lower.slice(0, -1)) && isNameLike(before, this.#lexicon);
    });
  }
}

const isRunWord = (word: Word | undefined): boolean =>
  word !== undefined && isCapitalised(word) && !word.initial;

/** The words before the cue; the clitic of "noether's a server" is no possessive. */
function beforeCue(words: readonly Word[], match: CueMatch): readonly Word[] {
  const left = words.slice(0, match.from);
  const last = left[left.length - 1];
  if (last?.possessive !== true) return left;
  const clitic = match.cue.steps[0] === 'BE' && !/^(?:is|are|has|have)$/.test(words[match.from]?.text ?? '');
  return clitic ? [...left.slice(0, -1), { ...last, possessive: false }] : left;
}
