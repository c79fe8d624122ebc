// The relationship cue scanner: reads "X is a Y", "X runs on Y" and their kin out of prose, and keeps silent when a
// sentence does not plainly state one. Pure and linear in its input; never throws on any string, never does I/O.
// Called by the proxy for segments marked `scanned`, and by `festinger explain text`.
// Source: memory, Cue scanner, D9.

import type { CueTriple, Lexicon } from '../types.ts';
import { blankForeign } from './sentences/foreign.ts';
import { proseBlocks } from './sentences/paragraphs.ts';
import { readSentence, sentenceSpans } from './sentences/sentences.ts';
import { isEnding, mayState, statementsOf } from './statements.ts';
import { type Topic, withTopic } from './topic.ts';

export interface ScanOptions {
  /** Whose text it is; an assistant's statements are trusted less. */
  readonly role: 'user' | 'assistant';
}

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
  for (const block of proseBlocks(prose)) {
    const written = prose.slice(block.start, block.end);
    if (!mayState(written)) continue;
    const text = blankForeign(written);
    let topic = (): Topic => null;
    for (const span of sentenceSpans(text)) {
      if (span.end - span.start > LONGEST_READ) continue;
      // A question states nothing, but speaks of something.
      if (!span.isQuestion && mayState(text.slice(span.start, span.end + 1))) {
        const sentence = readSentence(text, span);
        const read = statementsOf({ sentence, prose: written, lexicon, role: options.role, topic });
        for (const triple of read.triples) collect(found, triple);
        topic = read.topic;
      } else topic = () => withTopic(readSentence(text, span).chunks, null, lexicon).topic;
      yield [];
    }
    yield [];
  }
  yield [...found.values()];
}

function keyOf({ subject, parent, dim, isIsa }: CueTriple, ends: boolean): string {
  return `${subject}\n${parent}\n${dim}\n${isIsa}\n${ends}`;
}

/** Each fact once, at its higher confidence. */
function collect(found: Map<string, CueTriple>, triple: CueTriple): void {
  const key = keyOf(triple, isEnding(triple));
  const before = found.get(key);
  if (before === undefined || before.confidence < triple.confidence) found.set(key, triple);
}
