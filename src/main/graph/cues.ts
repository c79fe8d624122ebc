// The relationship cue scanner: reads "X is a Y", "X runs on Y" and their kin out of prose, and keeps silent when a
// sentence does not plainly state one. Pure and linear in its input; never throws on any string, never does I/O.
// Called by the proxy for segments marked `scanned`, and by `festinger explain text`.
// Source: memory.md "Cue scanner" and D9; seed 002 "Relationship Cue Patterns".

import { ClauseMemory } from './cue-clauses.ts';
import { blankForeign } from './cue-foreign.ts';
import { type CueMatch, findCue } from './cue-match.ts';
import { TEXT_NOUNS } from './cue-nouns.ts';
import { type CueObject, readObject } from './cue-object.ts';
import { blockedChunks } from './cue-scope.ts';
import { type Chunk, readSentence, type Sentence, sentenceSpans } from './cue-sentences.ts';
import type { Subject } from './cue-subject.ts';
import { ASSISTANT_SHARE, CONFIDENCE } from './cue-table.ts';
import type { CueTriple, Lexicon } from './types.ts';

export interface ScanOptions {
  /** Whose text it is; an assistant's statements are trusted less. */
  readonly role: 'user' | 'assistant';
}

const LONGEST_SENTENCE = 280;

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
  const text = blankForeign(prose);
  const share = options.role === 'assistant' ? ASSISTANT_SHARE : 1;
  const found = new Map<string, CueTriple>();
  for (const span of sentenceSpans(text)) {
    const sentence = readSentence(text, span);
    for (const triple of readTriples(sentence, prose, lexicon, share)) {
      const key = `${triple.subject}\n${triple.parent}\n${triple.dim}\n${triple.isIsa}`;
      const before = found.get(key);
      if (before === undefined || before.confidence < triple.confidence) found.set(key, triple);
    }
  }
  return [...found.values()];
}

function readTriples(sentence: Sentence, prose: string, lexicon: Lexicon, share: number): CueTriple[] {
  const matches = sentence.chunks.map((chunk) => findCue(chunk.words));
  if (matches.every((match) => match === null)) return [];
  const blocked = blockedChunks(sentence, lexicon);
  const memory = new ClauseMemory(lexicon);
  const triples: CueTriple[] = [];
  sentence.chunks.forEach((chunk, index) => {
    const match = matches[index] ?? null;
    if (match === null) return memory.passBy(chunk);
    const subjects = memory.subjectsOf(chunk, match);
    const object = subjects.length === 0 ? null : readObject(chunk, match.to, match.cue, lexicon);
    memory.leave(chunk, subjects, object);
    if (object === null || blocked[index] === true) return;
    if (lacksSince(match, chunk, sentence.chunks[index + 1])) return;
    for (const subject of subjects) {
      const triple = makeTriple(subject, match, object, share);
      if (triple !== null) triples.push({ ...triple, sentence: quote(prose, sentence, chunk) });
    }
  });
  return triples;
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
  if (subject.token === object.token || dim === subject.token || dim === object.token) return null;
  const confidence = Math.round(CONFIDENCE[cue.strength] * share * 1_000) / 1_000;
  return { subject: subject.token, parent: object.token, dim, isIsa: cue.isIsa, confidence };
}

/** A name may be the subject of any cue; a common noun only of what is true of its whole class. */
function mayState(subject: Subject, { cue }: CueMatch, object: CueObject): boolean {
  if (subject.kind === 'name') return true;
  if (cue.strength === 'bare' || TEXT_NOUNS.has(object.token)) return false;
  if (cue.isIsa || cue.strength === 'keyword') return true;
  return subject.kind === 'noun' ? object.isName : cue.generic && object.indefinite;
}

/** The sentence as written, white space collapsed, cut to fit around the chunk that states the fact. */
function quote(prose: string, sentence: Sentence, chunk: Chunk): string {
  const whole = prose.slice(sentence.start, sentence.end + 1).length <= LONGEST_SENTENCE;
  const from = whole ? sentence.start : (chunk.words[0]?.start ?? sentence.start);
  const to = Math.min(sentence.end + 1, from + LONGEST_SENTENCE);
  return prose.slice(from, to).replace(/\s+/g, ' ').trim();
}
