// What a model says it read in a sentence, held against the sentence: code decides, and says why where it refuses. What is
// refused can be seen, and nothing that a sentence does not plainly say gets through. Pure. Called by read-sentences.ts;
// the write path checks names, cycles and contradictions after it. Source: structure S2.
import type { Fact } from '../../../shared/model/graph.ts';
import { isPlural } from '../../graph/cues/object.ts';
import { readSentence, type Word } from '../../graph/cues/sentences/sentences.ts';
import { canonicalToken } from '../../graph/text/words.ts';
import type { Lexicon, Range } from '../../graph/types.ts';
import type { OfferedSentence } from './offered-sentences.ts';
import type { ReadStatement } from './reader-question.ts';
import { relationProblem } from './relation.ts';
import { sentenceEnd } from './sentence-end.ts';
import { placedWords, spansOf, statedSpans, wordsOf } from './sentence-words.ts';
import { kindProblem } from './statement-kind.ts';
import { moodProblem } from './statement-mood.ts';
import { headProblem, isNamed, nameOf, nameProblem, partProblem } from './statement-names.ts';

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

/** The words of a statement that become a fact. */
export type StatementWords = Pick<ReadStatement, 'concept' | 'parent' | 'dimension' | 'is_isa'>;

/**
 * What a statement is as a fact, whether or not its sentence says so.
 * @param said the sentence; with a time where an end in it may be read
 * @returns why its words can be no fact, where they cannot
 */
export function factOfStatement(
  read: StatementWords,
  said: Pick<OfferedSentence, 'text' | 'at'>,
  { dimensions, lexicon }: Omit<StatementContext, 'sentences'>,
): Omit<Fact, 'confidence'> | string {
  const dimension = canonicalToken(read.dimension);
  if (!dimensions.has(dimension))
    return `The dimension ${JSON.stringify(read.dimension.slice(0, 60))} was not offered.`;
  const quoted = withoutPreposition(read.parent);
  const [concept, parent] = [nameOf(read.concept), nameOf(quoted)];
  const problem =
    nameProblem(read.concept, 'concept') ??
    nameProblem(quoted, 'parent') ??
    (concept === parent ? 'Concept and parent are the same name.' : null) ??
    (concept === dimension ? 'The concept is the dimension.' : null);
  if (problem !== null) return problem;
  const ends = said.at === undefined ? null : sentenceEnd(said.text, said.at);
  return {
    concept,
    parent: read.is_isa ? oneOf(parent, wordsOf(quoted), lexicon) : parent,
    dimension,
    isIsa: read.is_isa,
    ...(ends === null ? {} : { until: ends.until }),
  };
}

/** @returns the fact, or why it is refused, in plain words */
export function checkStatement(read: ReadStatement, context: StatementContext): CheckedFact | string {
  const given = { ...read, parent: withoutPreposition(read.parent) };
  const { sentences, lexicon } = context;
  const at = given.sentence - 1;
  const said = sentences[at];
  if (said === undefined) return `There is no sentence ${given.sentence}.`;
  if (!TELLING.has(given.mode)) return `The model reads it as "${given.mode}".`;
  const fact = factOfStatement(read, said, context);
  if (typeof fact === 'string') return fact;
  const { dimension } = fact;
  const ends = said.at === undefined ? null : sentenceEnd(said.text, said.at);
  // An aside and what a semicolon parts are clauses of their own.
  const written = without(said.text, ends);
  const text = written.replace(/[();]/g, ',');
  const own = { concept: spansOf(text, given.concept), parent: spansOf(text, given.parent) };
  const before = sentences.slice(0, at).filter(({ paragraph }) => paragraph === said.paragraph);
  const named = sentences[given.concept_sentence - 1];
  const isBefore = (name: string, where: readonly OfferedSentence[]) =>
    where.some((sentence) => spansOf(sentence.text, name).length > 0);
  if (own.parent.length === 0 && (own.concept.length === 0 || !isBefore(given.parent, before)))
    return 'The words for the parent do not stand in the sentence.';
  if (
    own.concept.length === 0 &&
    !isBefore(
      given.concept,
      before.filter((one) => one === named),
    )
  )
    return 'The words for the concept do not stand in the sentence.';

  const sentence = readSentence(text, { start: 0, end: text.length, isQuestion: text.endsWith('?') });
  const words = placedWords(sentence);
  const kind = wordsOf(given.parent);
  const head = headProblem(kind, { words, span: own.parent[0] }, { ...given, dimension }, lexicon);
  if (head !== null) return head;
  const isNameHere = own.concept.length === 0 || own.concept.some((span) => isNamed(words, span, lexicon));
  let first: string | null = null;
  for (const spans of statedSpans(words, own)) {
    const reason =
      partProblem(words, own.concept.includes(spans.concept) ? spans.concept : null, text, true) ??
      partProblem(
        words,
        given.is_isa || !own.parent.includes(spans.parent) ? null : spans.parent,
        text,
        false,
      ) ??
      (given.is_isa
        ? kindProblem(
            words,
            spans,
            { own: wordsOf(given.concept), kind, isType: dimension === 'type' },
            lexicon,
          )
        : relationProblem(words, spans, { dimension, kind }, lexicon)) ??
      moodProblem(written, sentence, spans, own.concept[0], lexicon) ??
      (isNameHere ? null : 'The concept is no name.');
    if (reason === null) return { fact, sentence: at };
    first ??= reason;
  }
  return first ?? 'Concept and parent are the same words.';
}

/** "the shelf" of "on the shelf", which some models quote. */
const withoutPreposition = (parent: string): string =>
  parent.replace(/^(?:in|on|at|under|behind|above|over|atop|near|next to)\s+(?=\S)/i, '');

/** The kind of one: "two web nodes, ash and elm". */
function oneOf(parent: string, kind: readonly Word[], lexicon: Lexicon): string {
  const head = kind.at(-1);
  return head !== undefined && isPlural(head, lexicon) ? parent.replace(/s$/, '') : parent;
}

/** The sentence without what says when it ends, every offset as it was. */
function without(text: string, span: Range | null): string {
  if (span === null) return text;
  return text.slice(0, span.start) + ' '.repeat(span.end - span.start) + text.slice(span.end);
}
