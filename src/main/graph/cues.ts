// The relationship cue scanner: reads "X is a Y", "X runs on Y" and their kin out of prose, and keeps silent when a
// sentence does not plainly state one. Pure and linear in its input; never throws on any string, never does I/O.
// Called by the proxy for segments marked `scanned`, and by `festinger explain text`.
// Source: memory.md "Cue scanner" and D9; seed 002 "Relationship Cue Patterns".

import { type Alias, aliasesOf, renamesOf, withoutAliases } from './cue-alias.ts';
import { mayHoldCue, readableBlocks } from './cue-blocks.ts';
import { changeOf, insteadOf, takesUp, withoutEnding } from './cue-change.ts';
import { ClauseMemory } from './cue-clauses.ts';
import type { CueObject } from './cue-compound.ts';
import { blankForeign } from './cue-foreign.ts';
import { type CueMatch, findCue } from './cue-match.ts';
import { TEXT_NOUNS, TITLE_NOUNS, TRADE_NOUNS } from './cue-nouns.ts';
import { readObject } from './cue-object.ts';
import { blockedChunks } from './cue-scope.ts';
import { type Chunk, readSentence, type Sentence, sentenceSpans } from './cue-sentences.ts';
import type { Subject } from './cue-subject.ts';
import { ASSISTANT_SHARE, CONFIDENCE } from './cue-table.ts';
import type { CueChange, CueTriple, Lexicon } from './types.ts';

export interface ScanOptions {
  /** Whose text it is; an assistant's statements are trusted less. */
  readonly role: 'user' | 'assistant';
}

const LONGEST_SENTENCE = 280;
/** A longer one says nothing plainly; what is made of its clauses would hold the event loop. Characters. */
const LONGEST_READ = 2000;

/**
 * Reads the facts that a piece of prose states in so many words.
 * @param prose text of one segment; code, logs, JSON and the like are normally blanked already, and are ignored if not
 * @param lexicon what is a dictionary word and what is a known concept
 * @param options whose text it is
 * @returns the triples in order of appearance, each once, in canonical tokens
 * @example
 * scanCues('gnommoweb is a repo of Glitch University', lexicon, { role: 'user' })
 * // [{ subject: 'gnommoweb', parent: 'repo', dim: 'glitch_university', isIsa: true, confidence: 0.8, ... }]
 */
export function scanCues(prose: string, lexicon: Lexicon, options: ScanOptions): CueTriple[] {
  let triples: CueTriple[] = [];
  for (const read of cueSteps(prose, lexicon, options)) triples = read;
  return triples;
}

/**
 * The same sentence by sentence, so that a caller can let other work in between: only the last step gives the triples.
 */
export function* cueSteps(prose: string, lexicon: Lexicon, options: ScanOptions): Generator<CueTriple[]> {
  const found = new Map<string, CueTriple>();
  for (const block of readableBlocks(prose)) {
    const written = prose.slice(block.start, block.end);
    const text = blankForeign(written);
    let ended: CueTriple | null = null;
    for (const span of sentenceSpans(text)) {
      if (span.end - span.start > LONGEST_READ) continue;
      if (!mayHoldCue(text.slice(span.start, span.end + 1))) continue;
      const triples = readTriples(readSentence(text, span), written, lexicon, options.role, ended);
      for (const triple of triples) collect(found, triple);
      ended = triples.findLast(isEnding) ?? null;
      yield [];
    }
    yield [];
  }
  yield [...found.values()];
}

function isEnding({ change }: CueTriple): boolean {
  return change?.kind === 'ends';
}

function keyOf({ subject, parent, dim, isIsa }: CueTriple, ends: boolean): string {
  return `${subject}\n${parent}\n${dim}\n${isIsa}\n${ends}`;
}

/** Each fact once, at its higher confidence; what says where something moved from says that it left, too. */
function collect(found: Map<string, CueTriple>, triple: CueTriple): void {
  const key = keyOf(triple, isEnding(triple));
  const before = found.get(key);
  if (before === undefined || before.confidence < triple.confidence) found.set(key, triple);
  const { change } = triple;
  if (change?.kind === 'now' && change.from !== undefined)
    found.delete(keyOf({ ...triple, parent: change.from }, true));
}

/** @param before what the sentence before said to be over, last */
function readTriples(
  sentence: Sentence,
  prose: string,
  lexicon: Lexicon,
  role: ScanOptions['role'],
  before: CueTriple | null,
): CueTriple[] {
  const share = role === 'assistant' ? ASSISTANT_SHARE : 1;
  const renamed = role === 'user' ? renamesOf(sentence.chunks, lexicon) : [];
  const aliases = [...aliasesOf(sentence.chunks, lexicon), ...renamed];
  const endings = withoutAliases(sentence.chunks, aliases).map(withoutEnding);
  const chunks = endings.map((ending) => ending.chunk);
  const named = aliasTriples(sentence, aliases, prose, lexicon, share);
  const matches = chunks.map((chunk) => findCue(chunk.words));
  if (matches.every((match) => match === null)) return named;
  const blocked = blockedChunks({ ...sentence, chunks }, matches, lexicon);
  const instructs = addressesReader(sentence);
  const memory = new ClauseMemory(lexicon);
  const triples: CueTriple[] = named;
  let ended = before;
  chunks.forEach((chunk, index) => {
    const match = matches[index] ?? null;
    if (match === null) {
      memory.passBy(chunk);
      return;
    }
    const rest = chunks.slice(index + 1, index + 4);
    const subjects =
      ended !== null && takesUp(chunk.words, match, ended)
        ? [{ kind: 'name' as const, token: ended.subject, capital: false }]
        : memory.subjectsOf(chunk, match);
    const object = subjects.length === 0 ? null : readObject(chunk, match.to, rest, match.cue, lexicon);
    memory.leave(chunk, match, subjects, object);
    if (object === null || blocked[index] === true || lacksSince(match, chunk, rest[0])) return;
    const said = changeOf(chunk.words, match, object.to, endings[index]?.ends === true, lexicon);
    // Only a person corrects; what an assistant says to be over or to have moved is no statement either.
    if (said === null || (role === 'assistant' && isNoStatement(said, match))) return;
    const change = said !== undefined && role === 'user' ? { change: said } : {};
    // "reads, scans and latency belong to the table" speaks of that table.
    if (
      subjects.length > 1 &&
      match.cue.dim === 'membership' &&
      !object.isName &&
      !object.token.includes('_')
    )
      return;
    for (const subject of subjects) {
      if (instructs && !subject.capital && (subject.kind === 'generic' || subject.kind === 'noun')) continue;
      const triple = makeTriple(subject, match, object, share);
      if (triple === null) continue;
      const stated = insteadOf(ended, { ...triple, sentence: quote(prose, sentence, chunk), ...change });
      triples.push(stated);
      if (isEnding(stated)) ended = stated;
      const more = said === undefined ? attached(chunk, subject, match, object, lexicon) : null;
      const second = more === null ? null : makeTriple(subject, more.match, more.object, share);
      if (second !== null) triples.push({ ...second, sentence: quote(prose, sentence, chunk) });
    }
  });
  return triples;
}

/** Where a thing runs is left out: "a container deployed on Docker" tells what kind of container (seed 002, test B). */
const ATTACHED_DIMS: ReadonlySet<string> = new Set(['tech', 'owned-by', 'geography']);

/** "X is a daemon written in Rust": what is said of the class is said of X. */
function attached(
  chunk: Chunk,
  subject: Subject,
  { cue }: CueMatch,
  object: CueObject,
  lexicon: Lexicon,
): { readonly match: CueMatch; readonly object: CueObject } | null {
  if (!cue.isIsa || subject.kind !== 'name') return null;
  const found = findCue(chunk.words.slice(object.to));
  if (found === null || found.from !== 0 || found.cue.isIsa || !ATTACHED_DIMS.has(found.cue.dim)) return null;
  const match = { ...found, from: object.to, to: found.to + object.to };
  const place = readObject(chunk, match.to, [], match.cue, lexicon);
  return place?.isName === true ? { match, object: place } : null;
}

/** Other names that the sentence gives plainly, whatever else it says. */
function aliasTriples(
  { chunks, ...sentence }: Sentence,
  aliases: readonly Alias[],
  prose: string,
  lexicon: Lexicon,
  share: number,
): CueTriple[] {
  if (aliases.length === 0 || sentence.isQuestion) return [];
  const plain = { ...sentence, chunks: withoutAliases(chunks, aliases) };
  const nothing = plain.chunks.map(() => null);
  if (blockedChunks(plain, nothing, lexicon)[0] === true) return [];
  const confidence = Math.round(CONFIDENCE.full * share * 1_000) / 1_000;
  return aliases.map(({ name, of, chunk }) => ({
    ...{ subject: name, parent: of, dim: 'alias', isIsa: true, confidence },
    sentence: quote(prose, plain, chunk),
  }));
}

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

function makeTriple(
  subject: Subject,
  match: CueMatch,
  object: CueObject,
  share: number,
): Omit<CueTriple, 'sentence'> | null {
  const { cue } = match;
  const dim = object.dim ?? cue.dim;
  if (!mayState(subject, match, object)) return null;
  if (repeats(subject.token, object)) return null;
  if (subject.token === object.token || dim === subject.token || dim === object.token) return null;
  const confidence = Math.round(CONFIDENCE[cue.strength] * share * 1_000) / 1_000;
  return {
    subject: subject.token,
    parent: object.token,
    dim,
    isIsa: cue.isIsa,
    confidence,
  };
}

/** "Backoff is a backoff strategy": the name said it already. */
function repeats(subject: string, { token }: CueObject): boolean {
  return token.startsWith(`${subject}_`);
}

/** In what two plain nouns are told of: whose they are, and what they belong to. */
const COMPOUND_DIMS: ReadonlySet<string> = new Set(['membership', 'owned-by']);

/** A name may be the subject of any cue; a common noun only of what is true of its whole class. */
function mayState(subject: Subject, { cue, from }: CueMatch, object: CueObject): boolean {
  if (subject.kind === 'name') return true;
  if (subject.kind === 'compound')
    return !cue.isIsa && object.isName && cue.strength === 'full' && COMPOUND_DIMS.has(cue.dim);
  // "Composer is the package manager": a noun without an article is a name; "Backup is our server" is careless.
  if (cue.name === 'is our' || (cue.name === 'is the' && !(subject.capital && object.token.includes('_'))))
    return false;
  if (cue.strength === 'bare' && from > 0) return false;
  const likelyName = subject.capital && (object.dim !== null || TITLE_NOUNS.has(object.head));
  if (TEXT_NOUNS.has(object.head) && !likelyName) return false;
  const thing = TITLE_NOUNS.has(subject.token) || TRADE_NOUNS.has(subject.token);
  if (subject.kind === 'generic') return cue.isIsa || (cue.generic && object.indefinite);
  if (cue.strength === 'keyword') return true;
  return cue.isIsa ? !(thing && object.isName) : object.isName && !thing;
}

/** The sentence as written, white space collapsed, cut to fit around the chunk that states the fact. */
function quote(prose: string, sentence: Sentence, chunk: Chunk): string {
  const whole = prose.slice(sentence.start, sentence.end + 1).length <= LONGEST_SENTENCE;
  const from = whole ? sentence.start : (chunk.words[0]?.start ?? sentence.start);
  const to = Math.min(sentence.end + 1, from + LONGEST_SENTENCE);
  return prose.slice(from, to).replace(/\s+/g, ' ').trim();
}
