// Carries subjects through a sentence: verb phrases joined to one subject, appositions, relative clauses and
// coordinated names ("X is a Y and runs on Z", "X, our agent, is ...", "X, which ...", "X and Y run on Z").
// One instance lives for one sentence; cues.ts asks it chunk by chunk, in order.

import type { Lexicon } from '../types.ts';
import { isApposition } from './apposition.ts';
import type { CueObject } from './compound.ts';
import { skipOpeners } from './fronted.ts';
import type { CueMatch } from './match.ts';
import { isAdjective, isCapitalised, isNameLike, isOrdinary, isPastForm, tellsWhichOne } from './names.ts';
import type { Chunk, Word } from './sentences/sentences.ts';
import { isNamed, readNounPhrase, readSubject, type Subject } from './subject.ts';
import { FINITE_VERBS, OPEN_DETERMINERS, PREPOSITIONS, RELATIVES } from './words/function-words.ts';

/** After these a name belongs to the noun before it, or to somebody. */
const OWNERS_OF_THE_NEXT: ReadonlySet<string> = new Set(
  'of by from behind for about like unlike in on at within inside into a an my your his her their this that'.split(
    ' ',
  ),
);

/** "a distribution based on Nix": read behind a class; elsewhere it tells of many things. */
const ONLY_ATTACHED = 'based on';

type ChunkKind = 'start' | 'clause' | 'phrase' | 'other';

export class ClauseMemory {
  private readonly lexicon: Lexicon;
  /** Subject of the running clause, for verbs that follow without one. */
  private running: Subject | null = null;
  /** Noun phrases waiting for their verb. */
  private waiting: Subject[] = [];
  /** The name the last chunk ended with, for a relative clause after it. */
  private lastName: Subject | null = null;
  /** Whether that name stands behind a verb or an article, not behind a preposition. */
  private lastIsObject = false;
  /** The same name, also where it belongs to something before it: what a description behind a comma speaks of. */
  private nearest: Subject | null = null;
  private lastKind: ChunkKind = 'start';
  /** Whether the running clause has gone on to other things: "X uses keys, powered by Y". */
  private wandered = false;
  /** Whether the last chunk broke off behind a preposition or an article. */
  private endsOpen = false;
  /** Whether the last chunk was a phrase that waits. */
  private justWaited = false;

  constructor(lexicon: Lexicon) {
    this.lexicon = lexicon;
  }

  /** Takes note of a chunk that has no cue. */
  passBy(chunk: Chunk): void {
    if (this.isAside(chunk)) return;
    if (chunk.mark === 'hole' || chunk.mark === ':') this.forget();
    const { words, conjunction } = chunk;
    this.nearest = this.endName(words);
    this.lastName = this.nameAtEnd(words);
    this.justWaited = false;
    if (conjunction !== null && RELATIVES.has(conjunction)) return;
    if (chunk.mark === 'hole') {
      this.lastKind = 'other';
      return;
    }
    const verb = this.verbIn(words);
    if (verb !== -1) {
      this.passClause(words.slice(0, verb));
      this.wandered = verb + 1 < words.length;
      return;
    }
    const start = skipOpeners(words, words.length);
    const phrase = this.hangsOn(chunk) ? null : readNounPhrase(words.slice(start), this.lexicon);
    const last = words[words.length - 1]?.lower ?? '';
    this.endsOpen = PREPOSITIONS.has(last) || OPEN_DETERMINERS.has(last);
    this.lastKind = phrase === null ? (this.waiting.length > 0 ? this.lastKind : 'other') : 'phrase';
    this.justWaited = phrase !== null;
    if (phrase !== null) this.wait(phrase);
  }

  /** "X, as described in Y, is a Z": X still waits for its verb. */
  private isAside({ mark, closedBy, conjunction, words }: Chunk): boolean {
    const [first] = words;
    if (first === undefined || conjunction !== null || mark !== ',' || closedBy !== ',') return false;
    if (this.waiting.length !== 1 || words.slice(1).some((word) => FINITE_VERBS.has(word.lower)))
      return false;
    return (
      PREPOSITIONS.has(first.lower) ||
      isPastForm(first, this.lexicon) ||
      /^(?:built|written|made)$/.test(first.lower)
    );
  }

  private passClause(before: readonly Word[]): void {
    const subject = readSubject(before, this.lexicon);
    if (subject !== 'none') this.running = subject !== null && isNamed(subject) ? subject : null;
    this.waiting = [];
    this.lastKind = 'clause';
  }

  /** "The source for the [Chart] is hosted on ...": speaks of the source. */
  private hangsOn({ mark }: Chunk): boolean {
    return mark !== ',' && mark !== null && this.endsOpen;
  }

  private wait(phrase: Subject): void {
    const [first] = this.waiting;
    if (first === undefined) this.waiting = [phrase];
    else if (first.kind === 'title' && isNamed(phrase)) this.waiting = [phrase];
    else if (isNamed(phrase)) this.waiting.push(phrase);
  }

  private forget(): void {
    this.running = null;
    this.waiting = [];
    this.lastName = null;
    this.lastKind = 'start';
  }

  /** The subjects a cue has: none when the clause has no subject that a fact may be about. */
  subjectsOf(chunk: Chunk, match: CueMatch): Subject[] {
    if (chunk.mark === ':') this.forget();
    if (chunk.mark === 'hole' || match.cue.name === ONLY_ATTACHED) return [];
    const left = beforeCue(chunk.words, match);
    const own = readSubject(left, this.lexicon);
    if (chunk.conjunction !== null && RELATIVES.has(chunk.conjunction)) return this.antecedent(chunk, own);
    const subjects = own === 'none' ? this.carried(chunk, match) : this.own(chunk, match, own, left);
    const several = subjects.length > 1 || subjects[0]?.plural === true;
    return match.plural === several && !(several && match.cue.isIsa) ? subjects : [];
  }

  /** "gnommoweb, which runs on Docker": only a clause set off by punctuation speaks of the name before it. */
  private antecedent(chunk: Chunk, own: Subject | 'none' | null): Subject[] {
    if (own !== 'none') return [];
    if (isApposition(chunk)) return this.nearest === null ? [] : [this.nearest];
    // "uses X which runs on Y": a name is not told from others of its kind, so this describes it.
    if (chunk.mark === null) return this.lastIsObject && this.lastName !== null ? [this.lastName] : [];
    const [only, second] = this.waiting;
    if (only !== undefined) return this.justWaited && second === undefined && isNamed(only) ? [only] : [];
    return this.lastName === null ? [] : [this.lastName];
  }

  private carried(chunk: Chunk, match: CueMatch): Subject[] {
    const { conjunction, mark } = chunk;
    const joined = conjunction === 'and' || conjunction === 'but' || conjunction === 'yet';
    if (!joined && (conjunction !== null || mark === null)) return [];
    // "Tests written (eight blocks) written in Build": only what is set off by a comma speaks of the name before.
    if (match.cue.strength === 'bare' && !joined && ((mark !== ',' && mark !== '-') || this.wandered))
      return [];
    if (match.cue.strength === 'keyword' || (match.cue.strength === 'bare' && match.cue.isIsa)) return [];
    const [only, second] = this.waiting;
    if (joined && this.running !== null) return [this.running];
    if (only === undefined) return this.running === null ? [] : [this.running];
    if (joined || second !== undefined || this.running !== null) return [];
    return isNamed(only) ? [only] : [];
  }

  private own(chunk: Chunk, match: CueMatch, own: Subject | null, left: readonly Word[]): Subject[] {
    if (own === null || own.kind === 'title') return [];
    // "The [kind/examples] project is ...": what stands behind a bracket may go on with what stood before it.
    if (chunk.mark === ')' && own.kind !== 'name') return [];
    // "X - a pastebin powered by Y" describes, "X, powered by Y, ..." speaks of X.
    const described = match.cue.dim === 'tech' || match.cue.dim === 'geography';
    const isBare = match.cue.strength === 'bare';
    if (isBare && (described || own.kind !== 'name' || !isBareName(left))) return [];
    const joins = chunk.conjunction === 'and' || chunk.conjunction === 'but';
    if (!joins || this.lastKind === 'clause' || this.lastKind === 'start') return [own];
    // "X and Y is ..." joins two noun phrases: only names with a plural verb say something of each.
    const all = [...this.waiting, own];
    const named = all.every(isNamed) && all.some((subject) => subject.kind === 'name');
    return match.plural && this.lastKind === 'phrase' && named ? all : [];
  }

  /** Takes note of a chunk whose cue has been dealt with. */
  leave(chunk: Chunk, match: CueMatch, subjects: readonly Subject[], object: CueObject | null): void {
    const atEnd = object?.isName === true && object.to === chunk.words.length;
    this.nearest = this.endName(chunk.words);
    this.lastName = atEnd
      ? { kind: 'name', token: object.token, capital: false }
      : this.nameAtEnd(chunk.words);
    if (chunk.conjunction !== null && RELATIVES.has(chunk.conjunction)) return;
    const [only, second] = subjects;
    // "X, part of Y, ..." is an apposition: X still waits for its verb.
    if (match.cue.strength === 'bare' && only !== undefined && only === this.waiting[0]) return;
    this.lastKind = 'clause';
    this.wandered = false;
    this.running = second === undefined && only !== undefined && isNamed(only) ? only : null;
    this.waiting = [];
  }

  /** A name (or capitalised run) at the very end of a chunk, unless it belongs to something before it. */
  private nameAtEnd(words: readonly Word[]): Subject | null {
    this.lastIsObject = false;
    const at = this.nameStart(words);
    const before = words[at - 1];
    if (before === undefined || OWNERS_OF_THE_NEXT.has(before.lower)) return null;
    if (describesLast(words, at, this.lexicon)) return null;
    this.lastIsObject = at > 1 && !PREPOSITIONS.has(before.lower);
    return this.endName(words);
  }

  private endName(words: readonly Word[]): Subject | null {
    const at = this.nameStart(words);
    if (at === -1) return null;
    const end = this.withoutTitle(words);
    // "Quill Press" alone in its chunk: its first word has a capital in any case.
    const isWhole = at === 1 && words.every(isCapitalised) && namesOne(words, this.lexicon);
    const whole = isWhole ? readNounPhrase(end, this.lexicon) : null;
    const subject = whole ?? readNounPhrase(end.slice(at), this.lexicon);
    return subject?.kind === 'name' ? subject : null;
  }

  /** "the gnommoweb service" ends with gnommoweb. */
  private withoutTitle(words: readonly Word[]): readonly Word[] {
    const [named, title] = words.slice(-2);
    const isTitled = named !== undefined && title !== undefined && tellsWhichOne(named, title, this.lexicon);
    return isTitled ? words.slice(0, -1) : words;
  }

  /** Where the name at the end begins; -1 where none stands there. */
  private nameStart(all: readonly Word[]): number {
    const titled = this.withoutTitle(all);
    // "Quill 2" ends with its number.
    const words = /^v?\p{N}{1,2}$/u.test(titled[titled.length - 1]?.text ?? '')
      ? titled.slice(0, -1)
      : titled;
    const last = words[words.length - 1];
    if (last === undefined || !isNameLike(last, this.lexicon) || last.possessive) return -1;
    // "from PHX to SEA, which ...": speaks of the way, not of where it ends.
    const leaves = words.findIndex((word) => word.lower === 'from');
    if (leaves !== -1 && words.slice(leaves).some((word) => word.lower === 'to')) return -1;
    let at = words.length - 1;
    while (at > 0 && isCapitalised(last) && runsOn(words[at - 1])) at--;
    return at;
  }

  /** Index of the first word that makes a clause of the chunk, or -1. */
  private verbIn(words: readonly Word[]): number {
    return words.findIndex((word, at) => {
      if (isCapitalised(word) && !word.initial) return false;
      if (FINITE_VERBS.has(word.lower) || /n't$/.test(word.lower)) return true;
      const before = words[at - 1];
      if (before === undefined) return false;
      if (isPastForm(word, this.lexicon) && !/^(?:the|a|an|our|my)$/.test(before.lower)) return true;
      const verbal = /[^s']s$/.test(word.lower) && !word.possessive && at <= 3;
      return verbal && this.lexicon.isCommon(word.lower.slice(0, -1)) && isNameLike(before, this.lexicon);
    });
  }
}

/** "a stopped Quill" and "a deliberately stopped Quill" are not the whole of it; "released Quill" is done to it. */
function describesLast(words: readonly Word[], at: number, lexicon: Lexicon): boolean {
  const word = words[at - 1];
  if (word === undefined || word.possessive || !isAdjective(word, lexicon)) return false;
  const first = /ly$/.test(words[at - 2]?.lower ?? '') ? words[at - 3] : words[at - 2];
  return !isPastForm(word, lexicon) || OPEN_DETERMINERS.has(first?.lower ?? '');
}

/** "Tekton Chains", "Slingshot Aerospace"; "Start Quill" and "Wraps Quill" do something to Quill. */
function namesOne([first, ...rest]: readonly Word[], lexicon: Lexicon): boolean {
  const last = rest[rest.length - 1];
  if (first === undefined || last === undefined) return false;
  return (
    !isOrdinary({ ...first, text: first.lower }, lexicon) ||
    isOrdinary({ ...last, text: last.lower }, lexicon)
  );
}

function runsOn(word: Word | undefined): boolean {
  return word !== undefined && isCapitalised(word) && !word.initial;
}

/** Whether nothing stands before the name: no opener, no determiner. */
function isBareName(left: readonly Word[]): boolean {
  if (skipOpeners(left, left.length) !== 0 || /^(?:the|our|my)$/.test(left[0]?.lower ?? '')) return false;
  // "Zorblat container running here" is one of several.
  const [first] = left;
  return first !== undefined && (left.every(isCapitalised) || !isCapitalised(first));
}

/** The words before the cue; the clitic of "noether's a server" is no possessive. */
function beforeCue(words: readonly Word[], match: CueMatch): readonly Word[] {
  const left = words.slice(0, match.from);
  const last = left[left.length - 1];
  if (last?.possessive !== true) return left;
  const clitic = match.cue.steps[0] === 'BE' && !/^(?:is|are|has|have)$/.test(words[match.from]?.text ?? '');
  return clitic ? [...left.slice(0, -1), { ...last, possessive: false }] : left;
}
