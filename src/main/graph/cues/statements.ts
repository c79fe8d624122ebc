// Reads the statements of one sentence: goes through its chunks, asks who is spoken of and what is said, and makes triples of
// what may be stated. Keeps silent where a mood, a question or a careless subject forbids it. Called by cues.ts.
// Source: memory, Cue scanner, D18, D19, D20, D21.

import type { CueChange, CueTriple, Lexicon } from '../types.ts';
import { attached } from './attached.ts';
import { changeOf, deniedPlace, withoutEnding } from './change.ts';
import { ClauseMemory } from './clauses.ts';
import { PLURALS, saidOut } from './coordination.ts';
import { CUE_WORDS, type CueMatch, findCue } from './match.ts';
import { type NamedChunk, withNames } from './naming.ts';
import { readPhrase } from './noun-phrase.ts';
import { type CueObject, readObject } from './object.ts';
import { rephrased, WORDING_WORDS } from './rephrase.ts';
import { isQuestion, type Reason, reasonsAgainst } from './scope.ts';
import type { Chunk, Sentence } from './sentences/sentences.ts';
import { readSubject, type Subject } from './subject.ts';
import { type Topic, withTopic } from './topic.ts';
import { makeTriple } from './triple.ts';
import { ALIAS, ASSISTANT_SHARE } from './words/table.ts';

const LONGEST_SENTENCE = 280;
/** Chunks behind a cue into which its object may reach. */
const REST = 6;

const PRONOUN = /^(?:it|its|that|this)$/;

/** What the statements of a sentence are read with. */
export interface Reading {
  readonly sentence: Sentence;
  /** The text the sentence stands in, as written. */
  readonly prose: string;
  readonly lexicon: Lexicon;
  readonly role: 'user' | 'assistant';
  /** What the sentence before spoke of. */
  readonly topic: () => Topic;
}

/** Words without which nothing is stated. */
const STATING = new RegExp(
  `\\b(?:${[...CUE_WORDS, ...WORDING_WORDS, ...PLURALS, 'called', 'named'].join('|')})\\b|['’]s\\b|n['’]t\\b`,
  'i',
);
/** "Quillwork, our CRM": a name beside what it names has an article, and a mark between. */
const ARTICLE = /\b(?:an?|the|our|my|one)\b/i;
const MARK = /[,(–—-]/;
/** Longest "hilbert: NAS". */
const LONGEST_LABEL = 120;

/** Whether a text may state something; cheap, so that most text is not read closer. */
export function mayState(text: string): boolean {
  return (
    STATING.test(text) ||
    (text.length < LONGEST_LABEL && /[:=]/.test(text)) ||
    (MARK.test(text) && ARTICLE.test(text))
  );
}

/** Whether a triple says that something is over. */
export function isEnding({ change }: CueTriple): boolean {
  return change?.kind === 'ends';
}

/** The triples a sentence states, in order, and what it speaks of at its end. */
export function statementsOf(reading: Reading): {
  readonly triples: readonly CueTriple[];
  readonly topic: () => Topic;
} {
  const { sentence, lexicon } = reading;
  const points = sentence.chunks.some(({ words }) =>
    [...words.slice(0, 3), ...words.slice(-1)].some(({ lower }) => PRONOUN.test(lower)),
  );
  const isAsked = isQuestion(sentence);
  const { chunks } = points && !isAsked ? withTopic(sentence.chunks, reading.topic(), lexicon) : sentence;
  return {
    triples: isAsked ? [] : triplesOf(reading, chunks),
    topic: () => withTopic(chunks, null, lexicon).topic,
  };
}

function triplesOf(reading: Reading, said: readonly Chunk[]): readonly CueTriple[] {
  const { lexicon } = reading;
  const chunks = rephrased(saidOut(withNames(said, lexicon), lexicon), lexicon).map(withoutEnding);
  const matches = chunks.map(({ words }) => findCue(words));
  if (chunks.every(({ asides }, index) => matches[index] === null && asides.length === 0)) return [];
  const statements = new Statements(reading, chunks, matches);
  return statements.mayState ? statements.read() : [];
}

/** One pass over the chunks of a sentence that has a cue. */
class Statements {
  readonly #reading: Reading;
  readonly #chunks: readonly NamedChunk[];
  readonly #matches: readonly (CueMatch | null)[];
  readonly #against: readonly (Reason | null)[];
  readonly #memory: ClauseMemory;
  readonly #triples: CueTriple[] = [];
  constructor(reading: Reading, chunks: readonly NamedChunk[], matches: readonly (CueMatch | null)[]) {
    const { sentence, lexicon } = reading;
    this.#reading = reading;
    this.#chunks = chunks;
    this.#matches = matches;
    const cueAt = matches.map((match) => match?.from ?? -1);
    this.#against = reasonsAgainst({ ...sentence, chunks }, cueAt, lexicon);
    this.#memory = new ClauseMemory(lexicon);
  }

  /** Whether there is a chunk with something to state that nothing speaks against. */
  get mayState(): boolean {
    return this.#chunks.some(
      ({ asides }, index) =>
        this.#against[index] === null && (this.#matches[index] !== null || asides.length > 0),
    );
  }

  read(): CueTriple[] {
    this.#chunks.forEach((chunk, index) => {
      const match = this.#matches[index] ?? null;
      if (match === null) this.#memory.passBy(chunk);
      else this.#chunk(chunk, index, match);
      if (this.#against[index] === null)
        for (const words of chunk.asides) this.#aside({ ...chunk, words, closedBy: ',' });
    });
    return this.#triples;
  }

  /** "Quillwork is a CRM", as it stood beside the name. */
  #aside(chunk: Chunk): void {
    const { lexicon } = this.#reading;
    const match = findCue(chunk.words) as CueMatch;
    const subject = readSubject(chunk.words.slice(0, match.from), lexicon);
    const object = readObject(chunk, match.to, [], match.cue, lexicon);
    if (subject === null || subject === 'none' || object === null) return;
    this.#state({ ...subject, kind: 'name' }, chunk, match, object, undefined);
  }

  #chunk(chunk: NamedChunk, index: number, match: CueMatch): void {
    const { lexicon, role } = this.#reading;
    const rest = this.#chunks.slice(index + 1, index + 1 + REST);
    const subject = this.#memory.subjectOf(chunk, match);
    const object = subject === null ? null : readObject(chunk, match.to, rest, match.cue, lexicon);
    this.#memory.leave(chunk, match, subject, object);
    const ends = chunk.ends === true;
    // "has been a container" may be over; "has been a container since May" is not.
    const isOver =
      match.cue.isIsa && chunk.words[match.from]?.text === 'has' && rest[0]?.conjunction !== 'since';
    if (subject === null || isOver || this.#against[index] != null) return;
    if (object === null) {
      if (!ends) this.#attach(subject, chunk, match, null);
      return;
    }
    const said = changeOf(chunk.words, match, object.to, ends, lexicon);
    const change = said === undefined ? this.#denied(match, rest[0]) : said;
    if (change === null || (role === 'assistant' && isNoStatement(change, match))) return;
    if (change?.kind === 'now' && change.from === object.token) return;
    this.#state(subject, chunk, match, object, change);
  }

  /** "runs on B, not on A" says where it was thought to be. */
  #denied({ cue }: CueMatch, next: Chunk | undefined): CueChange | undefined {
    const from = cue.isIsa
      ? null
      : deniedPlace(next, cue.pattern.split(' ').at(-1) ?? '', this.#reading.lexicon);
    return from === null ? undefined : { kind: 'now', from };
  }

  #state(
    subject: Subject,
    chunk: Chunk,
    match: CueMatch,
    object: CueObject,
    said: CueChange | undefined,
  ): void {
    const { role } = this.#reading;
    const triple = this.#triple(subject, match, object, chunk);
    if (triple === null) return;
    // Only a person corrects.
    const change = said !== undefined && role === 'user' && match.cue.dim !== ALIAS ? { change: said } : {};
    this.#triples.push({ ...triple, ...change });
    if (said === undefined) this.#attach(subject, chunk, match, object.to);
  }

  /** The chunk and those behind it; what stood beside a name stands alone. */
  #from(chunk: Chunk): readonly Chunk[] {
    const at = this.#chunks.indexOf(chunk as NamedChunk);
    return at === -1 ? [chunk] : this.#chunks.slice(at, at + 1 + REST);
  }

  /** "X is a daemon written in Rust", and also "X is a tool written in Rust", which says nothing else. */
  #attach(subject: Subject, chunk: Chunk, match: CueMatch, to: number | null): void {
    const { lexicon } = this.#reading;
    const end = to ?? readPhrase(chunk.words, match.to, lexicon)?.to;
    const more = end === undefined ? null : attached(this.#from(chunk), subject, match, end, lexicon);
    const second = more === null ? null : this.#triple(subject, more.match, more.object, chunk);
    if (second !== null) this.#triples.push(second);
  }

  #triple(subject: Subject, match: CueMatch, object: CueObject, chunk: Chunk): CueTriple | null {
    const triple = makeTriple(subject, match, object, shareOf(this.#reading));
    return triple === null ? null : { ...triple, sentence: quote(this.#reading, chunk) };
  }
}

function shareOf({ role }: Reading): number {
  return role === 'assistant' ? ASSISTANT_SHARE : 1;
}

/** What an assistant says to be over or to have moved is no statement. */
function isNoStatement(change: CueChange | undefined, match: CueMatch): boolean {
  return change?.kind === 'ends' || match.left !== undefined || match.cue.dim === ALIAS;
}

/** The sentence as written, white space collapsed, cut to fit around the chunk that states the fact. */
function quote({ prose, sentence }: Reading, chunk: Chunk): string {
  const whole = prose.slice(sentence.start, sentence.end + 1).length <= LONGEST_SENTENCE;
  const from = whole ? sentence.start : (chunk.words[0]?.start ?? sentence.start);
  const to = Math.min(sentence.end + 1, from + LONGEST_SENTENCE);
  return prose.slice(from, to).replace(/\s+/g, ' ').trim();
}
