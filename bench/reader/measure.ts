// What comes of labelled sentences where a model reads them, and of its mistakes: counts only. Called by reader.ts and the test
// beside it.
import type { Lexicon } from '../../src/main/graph/types.ts';
import { type OfferedSentence, offeredSentences } from '../../src/main/memory/reader/offered-sentences.ts';
import { checked, type SentenceReading } from '../../src/main/memory/reader/read-sentences.ts';
import type { ReadStatement } from '../../src/main/memory/reader/reader-question.ts';
import { seededRandom } from '../../src/shared/seeded-random.ts';
import type { Claim } from '../real/material.ts';
import {
  idealStatements,
  type Labelled,
  MISTAKES,
  type Mistake,
  mistakesOf,
  wrongPairs,
} from './labelled.ts';

const DIMENSIONS = ['type', 'membership', 'runs-on', 'tech', 'owned-by', 'geography'];

/** What the model would answer for the sentences of one text. */
export type Answering = (sentences: readonly OfferedSentence[], text: Labelled) => Promise<SentenceReading[]>;

export interface ReadingFigures {
  texts: number;
  expected: number;
  found: number;
  read: number;
  wrong: number;
  /** Texts that state nothing, and those of them in which something was read. */
  silent: number;
  silentRead: number;
  readonly refusals: Map<string, number>;
  /** For people: what was missed or is wrong. */
  readonly misses: string[];
}

/** Reads every text and compares it with its labels. */
export async function measureReading(
  texts: readonly Labelled[],
  lexicon: Lexicon,
  answer: Answering,
): Promise<ReadingFigures> {
  const figures: ReadingFigures = {
    ...{ texts: texts.length, expected: 0, found: 0, read: 0, wrong: 0, silent: 0, silentRead: 0 },
    refusals: new Map(),
    misses: [],
  };
  for (const text of texts) {
    const sentences = offeredSentences(text.text, lexicon);
    const readings = sentences.length === 0 ? [] : await answer(sentences, text);
    const facts = readings.flatMap(({ fact }) => fact ?? []);
    for (const { refusal } of readings)
      if (refusal !== null) figures.refusals.set(refusal, (figures.refusals.get(refusal) ?? 0) + 1);
    const right = [...text.expect, ...(text.optional ?? [])];
    const missed = text.expect.filter((claim) => !facts.some((fact) => isSame(fact, claim)));
    const wrong = facts.filter((fact) => !right.some((claim) => isSame(fact, claim)));
    figures.expected += text.expect.length;
    figures.found += text.expect.length - missed.length;
    figures.read += facts.length;
    figures.wrong += wrong.length;
    if (text.expect.length === 0) {
      figures.silent++;
      if (wrong.length > 0) figures.silentRead++;
    }
    for (const { subject, parent, dim } of missed)
      figures.misses.push(`missed ${subject[0]} [${dim[0]}] ${parent[0]} in ${JSON.stringify(text.text)}`);
    for (const { concept, parent, dimension } of wrong)
      figures.misses.push(`wrong ${concept} [${dimension}] ${parent} in ${JSON.stringify(text.text)}`);
  }
  return figures;
}

const folded = (name: string): string => name.replace(/[\s_-]+/g, '');

function isSame(
  fact: NonNullable<SentenceReading['fact']>,
  { subject, parent, dim, is_isa }: Claim,
): boolean {
  return (
    fact.isIsa === is_isa &&
    dim.includes(fact.dimension) &&
    subject.some((name) => folded(name) === folded(fact.concept)) &&
    parent.some((name) => folded(name) === folded(fact.parent))
  );
}

export interface CheckFigures {
  /** True statements, and those that the checks refuse. */
  readonly true: number;
  readonly lost: string[];
  /** By kind of mistake: how many were made, and which got through. */
  readonly mistakes: ReadonlyMap<Mistake, { made: number; readonly taken: string[] }>;
  /** Statements of two names that one sentence does not join. */
  readonly pairs: { made: number; readonly taken: string[] };
}

/** Lets the labels answer, and then every mistake that can be made of each answer. */
export function measureChecks(texts: readonly Labelled[], lexicon: Lexicon, seed: number): CheckFigures {
  const random = seededRandom(seed);
  const mistakes = new Map(MISTAKES.map((mistake) => [mistake, { made: 0, taken: [] as string[] }]));
  const pairs = { made: 0, taken: [] as string[] };
  const lost: string[] = [];
  let count = 0;
  const dimensions = new Set([
    ...DIMENSIONS,
    ...texts.flatMap(({ expect }) => expect.flatMap(({ dim }) => dim)),
  ]);
  const take = (statement: ReadStatement, sentences: readonly OfferedSentence[]) =>
    checked([statement], { sentences, dimensions, lexicon })[0];
  const shown = ({ concept, parent, dimension }: ReadStatement, { text }: Labelled) =>
    `${concept} [${dimension}] ${parent} in ${JSON.stringify(text)}`;
  for (const text of texts) {
    const sentences = offeredSentences(text.text, lexicon);
    const statements = idealStatements(sentences, text.expect);
    for (const wrong of wrongPairs(statements)) {
      pairs.made++;
      if (take(wrong, sentences)?.fact != null) pairs.taken.push(shown(wrong, text));
    }
    for (const statement of statements) {
      count++;
      const said = take(statement, sentences);
      if (said?.fact == null) lost.push(`${shown(statement, text)}: ${said?.refusal}`);
      for (const { mistake, statement: wrong, sentences: among } of mistakesOf(
        statement,
        { sentences, expect: text.expect },
        random,
      )) {
        const figures = mistakes.get(mistake);
        if (!figures) continue;
        figures.made++;
        if (take(wrong, among)?.fact != null) figures.taken.push(shown(wrong, text));
      }
    }
  }
  return { true: count, lost, mistakes, pairs };
}
