// What a model says it read in a sentence, held against the sentence: code decides, and says why where it refuses. What is
// refused can be seen, and nothing that a sentence does not plainly say gets through. Pure. Called by read-sentences.ts;
// the write path checks names, cycles and contradictions after it. Source: structure S2.
import type { Fact } from '../../../shared/model/graph.ts';
import { readSentence } from '../../graph/cues/sentences/sentences.ts';
import { canonicalToken } from '../../graph/text/words.ts';
import type { Lexicon, Range } from '../../graph/types.ts';
import type { OfferedSentence } from './offered-sentences.ts';
import type { ReadStatement } from './reader-question.ts';
import { relationProblem } from './relation.ts';
import { sentenceEnd } from './sentence-end.ts';
import { isWithin, placedWords, type StatedSpans, wordsOf } from './sentence-words.ts';
import { kindProblem } from './statement-kind.ts';
import { moodProblem } from './statement-mood.ts';
import { headProblem, isNamed, nameOf, nameProblem, partProblem, wholeProblem } from './statement-names.ts';

/** The modes in which a sentence tells what is so. */
const TELLING: ReadonlySet<string> = new Set(['asserts', 'corrects']);

export interface CheckedFact {
  readonly fact: Omit<Fact, 'confidence'>;
  /** The statement's place among the sentences shown. */
  readonly sentence: number;
}

export interface StatementContext {
  /** As they were shown, in order. */
  readonly sentences: readonly OfferedSentence[];
  readonly dimensions: ReadonlySet<string>;
  readonly lexicon: Lexicon;
}

/** @returns the fact, or why it is refused, in plain words */
export function checkStatement(given: ReadStatement, context: StatementContext): CheckedFact | string {
  const { sentences, dimensions, lexicon } = context;
  const at = given.sentence - 1;
  const said = sentences[at];
  const ends = said?.at === undefined ? null : sentenceEnd(said.text, said.at);
  const shown = said && { ...said, text: without(said.text, ends) };
  if (shown === undefined) return `There is no sentence ${given.sentence}.`;
  if (!TELLING.has(given.mode)) return `The model reads it as "${given.mode}".`;
  const dimension = canonicalToken(given.dimension);
  if (!dimensions.has(dimension))
    return `The dimension ${JSON.stringify(given.dimension.slice(0, 60))} was not offered.`;
  const parents = spansOf(shown.text, given.parent);
  if (parents.length === 0) return 'The words for the parent do not stand in the sentence.';
  const concepts = spansOf(shown.text, given.concept);
  if (concepts.length === 0 && !isNamedBefore(given, at, context))
    return 'The words for the concept do not stand in the sentence.';
  const spans = nearest(concepts, parents);
  if (spans === null) return 'Concept and parent are the same words.';
  const sentence = readSentence(shown.text, { start: 0, end: shown.text.length, isQuestion: false });
  const words = placedWords(sentence);
  const own =
    spans.concept === null ? wordsOf(given.concept) : words.filter((word) => isWithin(word, spans.concept));
  const kind = words.filter((word) => isWithin(word, spans.parent));
  const names = { concept: nameOf(given.concept), parent: nameOf(given.parent) };
  return (
    moodProblem(shown.text, sentence, spans, lexicon) ??
    partProblem(words, given.is_isa ? { ...spans, parent: null } : spans, shown.text) ??
    wholeProblem(given.concept) ??
    wholeProblem(given.parent) ??
    nameProblem(names.concept, 'concept') ??
    nameProblem(names.parent, 'parent') ??
    (names.concept === names.parent ? 'Concept and parent are the same name.' : null) ??
    (names.concept === dimension ? 'The concept is the dimension.' : null) ??
    headProblem(kind, given, lexicon) ??
    (given.is_isa
      ? kindProblem(words, spans, { own, kind, isType: dimension === 'type' }, lexicon)
      : relationProblem(words, spans, dimension)) ??
    (isNamed(own, words, lexicon) ? null : 'The concept is no name.') ?? {
      fact: { ...names, dimension, isIsa: given.is_isa, ...(ends === null ? {} : { until: ends.until }) },
      sentence: at,
    }
  );
}

/** The sentence without what says when it ends, every offset as it was. */
function without(text: string, span: Range | null): string {
  if (span === null) return text;
  return text.slice(0, span.start) + ' '.repeat(span.end - span.start) + text.slice(span.end);
}

/** Where the words stand in the sentence as whole words. */
function spansOf(sentence: string, wanted: string): Range[] {
  const spans: Range[] = [];
  const words = wanted.trim();
  if (words === '') return spans;
  for (
    let start = sentence.indexOf(words);
    start >= 0;
    start = sentence.indexOf(words, start + words.length)
  ) {
    const end = start + words.length;
    if (!joins(sentence, start) && !joins(sentence, end)) spans.push({ start, end });
  }
  return spans;
}

/** The two that stand next to each other; null where they are always the same words. */
function nearest(concepts: readonly Range[], parents: readonly Range[]): StatedSpans | null {
  if (concepts.length === 0) return { concept: null, parent: parents[0] as Range };
  let found: (StatedSpans & { readonly gap: number }) | null = null;
  for (const concept of concepts) {
    for (const parent of parents) {
      const gap = Math.max(parent.start - concept.end, concept.start - parent.end);
      if (gap >= 0 && (found === null || gap < found.gap)) found = { concept, parent, gap };
    }
  }
  return found;
}

/** Whether a word goes on across the offset; a full stop at the end of one is none. */
function joins(text: string, at: number): boolean {
  const inside = (unit: string | undefined): boolean => unit !== undefined && /[\p{L}\p{N}_]/u.test(unit);
  const [before, behind] = [text[at - 1], text[at]];
  if (inside(before) && inside(behind)) return true;
  if (behind !== undefined && /[-.]/.test(behind)) return inside(before) && inside(text[at + 1]);
  return before !== undefined && /[-.]/.test(before) && inside(behind) && inside(text[at - 2]);
}

/** Whether an earlier sentence of the paragraph names the concept, and this one has a pronoun for it. */
function isNamedBefore(
  { concept, concept_sentence: named }: ReadStatement,
  at: number,
  { sentences }: StatementContext,
): boolean {
  const [here, there] = [sentences[at], sentences[named - 1]];
  if (!here || !there || named - 1 >= at || here.paragraph !== there.paragraph) return false;
  return spansOf(there.text, concept).length > 0 && /\b(?:it|its|this|that|they|he|she)\b/i.test(here.text);
}
