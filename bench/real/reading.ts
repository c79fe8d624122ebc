// What is read out of real text, beside what people said of it: how much is false or says nothing, how much is found. Reads
// as the product does for a person's words (explain-text.ts). Pure but for the graph it is handed. Called by real.ts.
import type { ConceptGraph } from '../../src/main/graph/columns/concept-graph.ts';
import { graphLexicon } from '../../src/main/graph/columns/lexicon.ts';
import { scanCues } from '../../src/main/graph/cues/cues.ts';
import { explainText } from '../../src/main/graph/text/explain-text.ts';
import type { Role } from '../../src/main/graph/types.ts';
import type { Claim, Judged, Sentence, TextFile, Triple } from './material.ts';

export type Reader = (text: string, role?: Role) => Triple[];

/** Reads with the vocabulary of `graph`, and adds nothing to it. */
export function readerOf(graph: ConceptGraph): Reader {
  const lexicon = graphLexicon(graph);
  return (text, role = 'user') =>
    explainText({ text, role }, lexicon, scanCues).triples.map(({ subject, parent, dim, is_isa }) => ({
      ...{ subject, parent, dim, is_isa },
    }));
}

export interface Precision {
  readonly texts: number;
  readonly read: number;
  readonly right: number;
  readonly useless: number;
  readonly wrong: number;
  /** Read, and judged by nobody yet. */
  readonly unlabelled: Judged[];
}

const keyOf = ({ subject, parent, dim, is_isa }: Triple): string =>
  `${subject} ${is_isa ? 'isa' : 'ispart'} ${parent} [${dim}]`;

/** A text, and where it is from. */
export interface Passage {
  readonly text: string;
  readonly source?: string | null | undefined;
}

/** Reads each text once and looks up what people said of what comes out. */
export function precisionOf(passages: Iterable<Passage>, judged: readonly Judged[], read: Reader): Precision {
  const verdicts = new Map(judged.map(({ text, triple, label }) => [`${text}\n${keyOf(triple)}`, label]));
  const counts = { true: 0, useless: 0, false: 0 };
  const unlabelled: Judged[] = [];
  const all = new Map<string, Passage>();
  for (const passage of passages) if (!all.has(passage.text)) all.set(passage.text, passage);
  for (const [text, { source }] of all)
    for (const triple of read(text)) {
      const label = verdicts.get(`${text}\n${keyOf(triple)}`) ?? null;
      if (label === null) unlabelled.push({ text, triple, label, source });
      else counts[label]++;
    }
  const { true: right, useless, false: wrong } = counts;
  return {
    texts: all.size,
    read: right + useless + wrong + unlabelled.length,
    right,
    useless,
    wrong,
    unlabelled,
  };
}

export interface Recall {
  readonly texts: number;
  readonly expected: number;
  readonly found: number;
  /** Of the found: by the very name memory D18 asks for. */
  readonly byFirstName: number;
  /** Texts of which nothing should be read, and those that were left alone. */
  readonly silent: { readonly texts: number; readonly kept: number };
  readonly useless: number;
  /** Read, and neither expected nor allowed. */
  readonly others: Judged[];
  readonly missed: { readonly text: string; readonly claim: Claim }[];
}

const isClaimed = ({ subject, parent, dim, is_isa }: Triple, claim: Claim): boolean =>
  claim.is_isa === is_isa &&
  claim.subject.includes(subject) &&
  claim.parent.includes(parent) &&
  claim.dim.includes(dim);

/** How much of what a person expects is read, and what else is. */
export function recallOf(sentences: readonly Sentence[], read: Reader): Recall {
  const silent = { texts: 0, kept: 0 };
  const others: Judged[] = [];
  const missed: { text: string; claim: Claim }[] = [];
  let [expected, found, byFirstName, useless] = [0, 0, 0, 0];
  for (const { text, expect, optional, useless: empty } of sentences) {
    const triples = read(text);
    const isAny = (claims: readonly Claim[]) => (triple: Triple) =>
      claims.some((claim) => isClaimed(triple, claim));
    for (const claim of expect) {
      expected++;
      const match = triples.filter((triple) => isClaimed(triple, claim));
      if (match.length === 0) missed.push({ text, claim });
      else found++;
      if (match.some(({ subject, parent }) => subject === claim.subject[0] && parent === claim.parent[0]))
        byFirstName++;
    }
    useless += triples.filter(isAny(empty)).length;
    const rest = triples.filter((triple) => !isAny([...expect, ...optional, ...empty])(triple));
    others.push(...rest.map((triple): Judged => ({ text, triple, label: null })));
    if (expect.length > 0) continue;
    silent.texts++;
    if (triples.length === 0) silent.kept++;
  }
  return { texts: sentences.length, expected, found, byFirstName, silent, useless, others, missed };
}

/** The paragraphs of documentation, each once, as somebody would paste one. */
export function* paragraphsOf(files: readonly TextFile[]): Generator<Passage> {
  for (const { path, text } of files)
    for (const paragraph of text.split(/\n[ \t]*\n/))
      if (paragraph.trim() !== '') yield { text: paragraph.trim(), source: path };
}

/** What is read out of agents' own prompts, by who says them. */
export interface ReadPrompts {
  readonly system: Judged[];
  readonly tool: Judged[];
  /** A whole file as one turn of a person, and each of its paragraphs alone. */
  readonly user: Judged[];
  readonly paragraphs: Judged[];
}

/** Reads files of prompts whole in each role, and paragraph by paragraph as a person's words. */
export function readPrompts(files: readonly TextFile[], read: Reader): ReadPrompts {
  const of = (passages: Iterable<Passage>, role: Role): Judged[] =>
    [...passages].flatMap(({ text, source }) =>
      read(text, role).map((triple) => ({ text, triple, label: null, source })),
    );
  const whole = files.map(({ path, text }) => ({ text, source: path }));
  return {
    system: of(whole, 'system'),
    tool: of(whole, 'tool'),
    user: of(whole, 'user'),
    paragraphs: of(paragraphsOf(files), 'user'),
  };
}
