// Reads the statements of one sentence: goes through its chunks, asks who is spoken of and what is said, and makes triples of
// what may be stated. Keeps silent where a mood, a question or a careless subject forbids it. Called by cues.ts.
// Source: memory, Cue scanner, D18, D19, D20, D21.

import type { CueChange, CueTriple, Lexicon } from '../types.ts';
import { type Alias, aliasesOf, renamesOf, withoutAliases } from './alias.ts';
import { withAppositions } from './apposition.ts';
import { attached } from './attached.ts';
import {
  asPassive,
  changeOf,
  deniedPlace,
  type Ending,
  goesOn,
  insteadOf,
  takesUp,
  withoutEnding,
} from './change.ts';
import { ClauseMemory } from './clauses.ts';
import type { CueObject } from './compound.ts';
import { withNameFirst } from './inverse.ts';
import { withArticle } from './mass.ts';
import { type CueMatch, findCue } from './match.ts';
import { withNamings } from './naming.ts';
import { readObject } from './object.ts';
import { readPhrase } from './phrase.ts';
import { type Reason, reasonsAgainst } from './scope.ts';
import type { Chunk, Sentence } from './sentences/sentences.ts';
import type { Subject } from './subject.ts';
import { makeTriple } from './triple.ts';
import { ASSISTANT_SHARE, CONFIDENCE } from './words/table.ts';

const LONGEST_SENTENCE = 280;
/** Chunks behind a cue into which its object may reach. */
const REST = 6;

/** What the statements of a sentence are read with. */
export interface Reading {
  readonly sentence: Sentence;
  /** The text the sentence stands in, as written. */
  readonly prose: string;
  readonly lexicon: Lexicon;
  readonly role: 'user' | 'assistant';
  /** What the sentence before said to be over, last. */
  readonly before: CueTriple | null;
}

/** Whether a triple says that something is over. */
export function isEnding({ change }: CueTriple): boolean {
  return change?.kind === 'ends';
}

/** The triples a sentence states, in order. */
export function statementsOf(reading: Reading): CueTriple[] {
  const { sentence, role, lexicon } = reading;
  const said = role === 'user' ? sentence.chunks.map(asPassive) : sentence.chunks;
  const renamed = role === 'user' ? renamesOf(said, lexicon) : [];
  const aliases = [...aliasesOf(said, lexicon), ...renamed];
  const described = withAppositions(withNamings(withoutAliases(said, aliases), lexicon), lexicon);
  const endings = described.map((chunk) => withArticle(withNameFirst(chunk, lexicon))).map(withoutEnding);
  const named = aliasTriples(reading, aliases);
  const matches = endings.map(({ chunk }) => findCue(chunk.words));
  if (matches.every((match) => match === null)) return named;
  return [...named, ...new Statements(reading, endings, matches).read()];
}

/** One pass over the chunks of a sentence that has a cue. */
class Statements {
  readonly #reading: Reading;
  readonly #chunks: readonly Chunk[];
  readonly #endings: readonly Ending[];
  readonly #matches: readonly (CueMatch | null)[];
  readonly #against: readonly (Reason | null)[];
  readonly #memory: ClauseMemory;
  readonly #instructs: boolean;
  readonly #triples: CueTriple[] = [];
  /** What was said to be over, last, and the cue that said it in this sentence. */
  #ended: CueTriple | null;
  #endedBy: CueMatch | null = null;

  constructor(reading: Reading, endings: readonly Ending[], matches: readonly (CueMatch | null)[]) {
    const { sentence, lexicon } = reading;
    this.#reading = reading;
    this.#chunks = endings.map(({ chunk }) => chunk);
    this.#endings = endings;
    this.#matches = matches;
    const cueAt = matches.map((match) => match?.from ?? -1);
    this.#against = reasonsAgainst({ ...sentence, chunks: this.#chunks }, cueAt, lexicon);
    this.#memory = new ClauseMemory(lexicon);
    this.#instructs = addressesReader(sentence);
    this.#ended = reading.before;
  }

  read(): CueTriple[] {
    this.#chunks.forEach((chunk, index) => {
      const match = this.#matches[index] ?? this.#continued(index);
      if (match === null) this.#memory.passBy(chunk);
      else this.#chunk(chunk, index, match);
    });
    return this.#triples;
  }

  /** "... no longer runs on A" goes on with "but on B". */
  #continued(index: number): CueMatch | null {
    const chunk = this.#chunks[index];
    const by = this.#endedBy;
    const last = by === null ? undefined : lastWord(by);
    return chunk === undefined || by === null || last === undefined ? null : goesOn(chunk, by, last);
  }

  #chunk(chunk: Chunk, index: number, match: CueMatch): void {
    const { lexicon, role } = this.#reading;
    const rest = this.#chunks.slice(index + 1, index + 1 + REST);
    const subjects = this.#subjects(chunk, index, match);
    const object = subjects.length === 0 ? null : readObject(chunk, match.to, rest, match.cue, lexicon);
    this.#memory.leave(chunk, match, subjects, object);
    const ends = this.#endings[index]?.ends === true;
    if (this.#against[index] != null || lacksSince(match, chunk, rest[0])) return;
    if (object === null) {
      if (!ends && subjects.length === 1) this.#attach(subjects[0] as Subject, chunk, match, null);
      return;
    }
    const said = changeOf(chunk.words, match, object.to, ends, lexicon);
    const change = said === undefined ? this.#denied(match, rest[0]) : said;
    if (change === null || (role === 'assistant' && isNoStatement(change, match))) return;
    if (change?.kind === 'now' && change.from === object.token) return;
    if (subjects.length > 1 && speaksOfOne(match, object)) return;
    for (const subject of subjects) this.#state(subject, chunk, match, object, change);
  }

  #subjects(chunk: Chunk, index: number, match: CueMatch): readonly Subject[] {
    const ended = this.#ended;
    const isSame = ended !== null && (this.#matches[index] === null || takesUp(chunk.words, match, ended));
    return isSame
      ? [{ kind: 'name', token: ended.subject, capital: false }]
      : this.#memory.subjectsOf(chunk, match);
  }

  /** "runs on B, not on A" says where it was thought to be. */
  #denied({ cue }: CueMatch, next: Chunk | undefined): CueChange | undefined {
    const from = cue.isIsa
      ? null
      : deniedPlace(next, cue.steps[cue.steps.length - 1] ?? '', this.#reading.lexicon);
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
    if (this.#instructs && !subject.capital && (subject.kind === 'generic' || subject.kind === 'noun'))
      return;
    const triple = this.#triple(subject, match, object, chunk);
    if (triple === null) return;
    // Only a person corrects.
    const change = said !== undefined && role === 'user' ? { change: said } : {};
    const stated = insteadOf(this.#ended, { ...triple, ...change });
    this.#triples.push(stated);
    if (isEnding(stated)) {
      this.#ended = stated;
      this.#endedBy = match;
    }
    if (said === undefined) this.#attach(subject, chunk, match, object.to);
  }

  #from(chunk: Chunk): readonly Chunk[] {
    const at = this.#chunks.indexOf(chunk);
    return this.#chunks.slice(at, at + 1 + REST);
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

function lastWord({ cue }: CueMatch): string | undefined {
  return cue.steps[cue.steps.length - 1];
}

/** "reads, scans and latency belong to the table" speaks of that table. */
function speaksOfOne({ cue }: CueMatch, object: CueObject): boolean {
  return cue.dim === 'membership' && !object.isName && !object.token.includes('_');
}

/** Other names that the sentence gives plainly, whatever else it says. */
function aliasTriples(reading: Reading, aliases: readonly Alias[]): CueTriple[] {
  const { sentence, lexicon } = reading;
  if (aliases.length === 0 || sentence.isQuestion) return [];
  const chunks = withoutAliases(sentence.chunks, aliases);
  if (reasonsAgainst({ ...sentence, chunks }, [], lexicon)[0] != null) return [];
  const confidence = Math.round(CONFIDENCE.full * shareOf(reading) * 1_000) / 1_000;
  return aliases.map(({ name, of, chunk }) => ({
    ...{ subject: name, parent: of, dim: 'alias', isIsa: true, confidence },
    sentence: quote(reading, chunk),
  }));
}

/** What an assistant says to be over or to have moved is no statement. */
function isNoStatement(change: CueChange | undefined, match: CueMatch): boolean {
  return change?.kind === 'ends' || match.left !== undefined;
}

/** "A helper is an agent with the same tools as you": advice to the reader, not a fact about a class. */
function addressesReader({ chunks }: Sentence): boolean {
  return chunks.some((chunk) => chunk.words.some((word) => /^you(?:r|rs|rself)?$/.test(word.lower)));
}

/** "has been a container" may be over; "has been a container since May" is not. */
function lacksSince(match: CueMatch, chunk: Chunk, next: Chunk | undefined): boolean {
  if (!match.perfect) return false;
  const lasting = !match.cue.isIsa && /^is /.test(match.cue.name);
  if (lasting || next?.conjunction === 'since') return false;
  return !chunk.words.slice(match.to).some((word) => word.lower === 'for');
}

/** The sentence as written, white space collapsed, cut to fit around the chunk that states the fact. */
function quote({ prose, sentence }: Reading, chunk: Chunk): string {
  const whole = prose.slice(sentence.start, sentence.end + 1).length <= LONGEST_SENTENCE;
  const from = whole ? sentence.start : (chunk.words[0]?.start ?? sentence.start);
  const to = Math.min(sentence.end + 1, from + LONGEST_SENTENCE);
  return prose.slice(from, to).replace(/\s+/g, ' ').trim();
}
