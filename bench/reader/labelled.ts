// Labelled sentences as a model would have to answer for them, and the mistakes a model makes, mixed in by a seed. Used by
// `npm run eval:reader` and the tests of the reader's checks. Source: structure S2.

import { readFileSync } from 'node:fs';
import * as z from 'zod';
import { canonicalToken } from '../../src/main/graph/text/words.ts';
import type { OfferedSentence } from '../../src/main/memory/reader/offered-sentences.ts';
import type { ReadStatement } from '../../src/main/memory/reader/reader-question.ts';
import { SEED_DIMENSIONS } from '../../src/shared/model/graph.ts';
import type { Claim } from '../real/material.ts';

/** A text with the facts a person reads in it. */
export interface Labelled {
  readonly text: string;
  readonly expect: readonly Claim[];
  /** Neither missed nor wrong. */
  readonly optional?: readonly Claim[];
}

/** The runs of words of a sentence whose token is one of the names, longest first. */
function spellings(sentence: string, names: readonly string[]): string[] {
  const words = [...sentence.matchAll(/[\p{L}\p{N}_][\p{L}\p{N}_.'’-]*[\p{L}\p{N}_]|[\p{L}\p{N}_]/gu)];
  const found: string[] = [];
  for (let from = 0; from < words.length; from++) {
    for (let to = Math.min(words.length, from + 6); to > from; to--) {
      const [first, last] = [words[from], words[to - 1]];
      if (!first || !last) continue;
      const run = sentence.slice(first.index, last.index + last[0].length).replace(/['’]s$/, '');
      if (names.includes(canonicalToken(run))) found.push(run);
    }
  }
  return found;
}

/** What a reader without fault would answer of a text's labels; labels it cannot quote are left out. */
export function idealStatements(
  sentences: readonly OfferedSentence[],
  expect: readonly Claim[],
): ReadStatement[] {
  return expect.flatMap(({ subject, parent, dim, is_isa }) => {
    for (const [i, { text, paragraph }] of sentences.entries()) {
      const of = spellings(text, parent)[0];
      if (of === undefined) continue;
      const here = spellings(text, subject).find((run) => run !== of);
      const before = sentences
        .slice(0, i)
        .findLastIndex((one) => one.paragraph === paragraph && spellings(one.text, subject).length > 0);
      const at = here === undefined ? before : i;
      const concept = here ?? spellings(sentences[at]?.text ?? '', subject)[0];
      if (concept === undefined) continue;
      return [
        {
          ...{ sentence: i + 1, mode: 'asserts' as const, concept, concept_sentence: at + 1, parent: of },
          ...{ dimension: dim[0] ?? 'type', is_isa },
        },
      ];
    }
    return [];
  });
}

export const MISTAKES = [
  'invented concept',
  'invented parent',
  'swapped spans',
  'wrong dimension',
  'made-up dimension',
  'other sentence',
  'question as fact',
] as const;
export type Mistake = (typeof MISTAKES)[number];

/** Joins the concept of one statement of a sentence with the parent of another; nothing that the labels say, either way round. */
export function wrongPairs(statements: readonly ReadStatement[]): ReadStatement[] {
  const isSame = (one: ReadStatement, concept: string, parent: string) =>
    (one.concept === concept && one.parent === parent) || (one.concept === parent && one.parent === concept);
  return statements.flatMap((one) =>
    statements
      .filter(({ sentence, concept }) => sentence === one.sentence && concept !== one.concept)
      .filter(({ parent }) => !statements.some((said) => isSame(said, one.concept, parent)))
      .filter(({ parent }) => parent !== one.concept)
      .map(({ parent, dimension, is_isa }) => ({ ...one, parent, dimension, is_isa })),
  );
}

/** A statement gone wrong, and the sentences it is said of. */
export interface Mistaken {
  readonly mistake: Mistake;
  readonly statement: ReadStatement;
  readonly sentences: readonly OfferedSentence[];
}

const NAMES = ['zanzibox', 'nas77', 'quorvex', 'Pluto Cluster', 'mail relay'];
const ASKED = ['Is it true that', 'Do you know whether', 'What if', 'If'];

/** Every way in which a true statement goes wrong that its labels allow; which name or question it becomes, `random` says. */
export function mistakesOf(
  statement: ReadStatement,
  {
    sentences,
    expect,
  }: { readonly sentences: readonly OfferedSentence[]; readonly expect: readonly Claim[] },
  random: () => number,
): Mistaken[] {
  const any = (of: readonly string[]): string => of[Math.floor(random() * of.length)] as string;
  // What is "a repo of Z" is a repo, too.
  const seeds: readonly string[] = SEED_DIMENSIONS.map(({ token }) => token);
  const labelled = new Set(
    expect.flatMap(({ dim }) => dim.map((one) => (seeds.includes(one) ? one : 'type'))),
  );
  const other = (statement.sentence % (sentences.length + 1)) + 1;
  const wrong = (mistake: Mistake, change: Partial<ReadStatement>, said = sentences): Mistaken => ({
    mistake,
    statement: { ...statement, ...change },
    sentences: said,
  });
  const asked = sentences.map((one, i) =>
    i === statement.sentence - 1 ? { ...one, text: `${any(ASKED)} ${one.text}` } : one,
  );
  return [
    wrong('invented concept', { concept: any(NAMES) }),
    wrong('invented parent', { parent: any(NAMES) }),
    wrong('swapped spans', {
      concept: statement.parent,
      parent: statement.concept,
      concept_sentence: statement.sentence,
    }),
    ...SEED_DIMENSIONS.filter(({ token }) => !labelled.has(token)).map(({ token, isIsa }) =>
      wrong('wrong dimension', { dimension: token, is_isa: isIsa }),
    ),
    wrong('made-up dimension', { dimension: 'favourite-colour' }),
    wrong('other sentence', { sentence: other, concept_sentence: other }),
    wrong('question as fact', {}, asked),
  ];
}

const CueLabels = z.object({
  text: z.string(),
  kind: z.string(),
  triples: z.array(
    z.object({ subject: z.string(), parent: z.string(), dim: z.string(), is_isa: z.boolean() }),
  ),
});

/** The labelled sentences that ship with the cue rules, those that state nothing among them. */
export function shippedLabels(file: 'cues-dev' | 'cues-held-out'): Labelled[] {
  const path = new URL(`../../src/main/graph/eval/${file}.jsonl`, import.meta.url);
  const lines = readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line !== '');
  return lines.map((line) => {
    const { text, triples } = CueLabels.parse(JSON.parse(line));
    const expect = triples.map(({ subject, parent, dim, is_isa }) => ({
      subject: [subject],
      parent: [parent],
      dim: [dim],
      is_isa,
    }));
    return { text, expect };
  });
}
