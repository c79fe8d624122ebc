// What the parts of one import share: the transaction, the graph as it will be, which names, edges and projects are known
// by now, and what came of it so far. Made by import-graph.ts.
import { AppError } from '../../shared/model/envelope.ts';
import type { EdgeLine, GraphLine, HistoryLine } from '../../shared/model/graph-file.ts';
import type { ConceptGraph } from '../graph/columns/concept-graph.ts';
import { type DimensionQuestion, DimensionQuestions } from '../graph/columns/dimension-questions.ts';
import { canonicalToken } from '../graph/text/tokenise.ts';
import type { ConceptRow } from '../graph/types.ts';
import { Overlay } from '../memory/write/overlay.ts';
import { readProjectsInUse, reserveEdgeIds } from '../store/bulk/import-rows.ts';
import type { StoreWriter } from '../store/store.ts';
import { ensureConcepts, writeQuestion } from '../store/tables/concepts.ts';
import { insertRoots } from '../store/tables/edges.ts';
import type { ImportJournal, OpenedConflict } from './import-journal.ts';

/** Conflicts and refusals that are named in the report. */
const MAX_NOTES = 20;

export interface ImportCounts {
  concepts: number;
  inserted: number;
  confirmed: number;
  conflicts: number;
  refused: number;
  /** Periods of the past. */
  history: number;
  /** Dimensions that ask what the file has them ask, and did not before. */
  questions: number;
  /** What was there exactly like this already. */
  unchanged: number;
}

/** A line and its number. */
export interface Numbered<L> {
  readonly line: L;
  readonly number: number;
}

export interface ImportParts {
  readonly writer: StoreWriter;
  readonly graph: ConceptGraph;
  /** Epoch milliseconds. */
  readonly now: number;
  readonly journal: ImportJournal;
}

/** A line with the ids of its names. */
export type Placed<L> = {
  readonly line: L;
  readonly number: number;
  readonly concept: number;
  readonly parent: number;
  readonly dim: number;
};

export class ImportState implements ImportParts {
  readonly counts: ImportCounts = {
    ...{ concepts: 0, inserted: 0, confirmed: 0, conflicts: 0, refused: 0 },
    ...{ history: 0, questions: 0, unchanged: 0 },
  };
  readonly notes: string[] = [];
  readonly overlay: Overlay;
  /** Concepts whose counters rose, as they are now. */
  readonly raised: ConceptRow[] = [];
  readonly conflictIds: number[] = [];
  /** What dimensions ask from now on. */
  readonly questions: DimensionQuestion[] = [];
  readonly #asked = new DimensionQuestions();
  /** Ids of edges by their numbers in the file. */
  readonly edgeIds = new Map<number, number>();
  readonly writer: StoreWriter;
  readonly graph: ConceptGraph;
  readonly now: number;
  readonly journal: ImportJournal;
  readonly tokenOf = (id: number): string => this.overlay.tokenOf(id);
  /** Projects that held something before, and those that are known not to have. */
  readonly #inUse = new Map<string, boolean>();

  constructor({ writer, graph, now, journal }: ImportParts) {
    this.writer = writer;
    this.graph = graph;
    this.now = now;
    this.journal = journal;
    this.overlay = new Overlay(graph);
  }

  /** Whether the project held anything before this import. */
  isUsed(project: string): boolean {
    return this.#inUse.get(project) ?? false;
  }

  async needProjects(lines: readonly GraphLine[]): Promise<void> {
    const names = lines.flatMap((line) => ('project' in line ? line.project : []));
    const unknown = [...new Set(names)].filter((project) => !this.#inUse.has(project));
    if (unknown.length === 0) return;
    const used = await readProjectsInUse(this.writer.reader, unknown);
    const { graph } = this;
    for (const project of unknown) {
      const hasFacts = graph.dimensionIds(project).some((dim) => graph.dimensionSize(project, dim) > 0);
      this.#inUse.set(project, hasFacts || used.has(project));
    }
  }

  /** A name that nobody could ever say: it would be in the graph and never be found. */
  refuseOdd(token: string, number: number): void {
    if (this.overlay.conceptId(token) !== undefined || canonicalToken(token) === token) return;
    const meant = canonicalToken(token);
    throw new AppError(
      'INVALID_INPUT',
      `Line ${number}: the name "${token.slice(0, 80)}" is not in its canonical form${meant ? `; write "${meant.slice(0, 80)}"` : ''}. Nothing was written.`,
      { line: number, field: 'token' },
    );
  }

  /** Makes what is not there. @returns the new ones */
  async ensure(tokens: readonly string[]): Promise<ConceptRow[]> {
    const unknown = [...new Set(tokens)].filter((token) => this.overlay.conceptId(token) === undefined);
    const rows = await ensureConcepts(this.writer, unknown);
    for (const row of rows) this.overlay.addConcept(row);
    this.counts.concepts += rows.length;
    return rows;
  }

  id(token: string): number {
    const id = this.overlay.conceptId(token);
    if (id === undefined) throw new AppError('INTERNAL', `The concept "${token}" was not made.`);
    return id;
  }

  async place<L extends EdgeLine | HistoryLine>(
    batch: readonly { line: L; number: number }[],
  ): Promise<Placed<L>[]> {
    for (const { line, number } of batch) {
      for (const token of [line.concept, line.parent, line.dimension]) this.refuseOdd(token, number);
    }
    await this.ensure(batch.flatMap(({ line }) => [line.concept, line.parent, line.dimension]));
    return batch.map(({ line, number }) => ({
      ...{ line, number, concept: this.id(line.concept) },
      ...{ parent: this.id(line.parent), dim: this.id(line.dimension) },
    }));
  }

  async needRoots(wanted: readonly { project: string; token: string; isIsa: boolean }[]): Promise<void> {
    const missing = new Map<string, { project: string; dim: number; token: string; isIsa: boolean }>();
    for (const { project, token, isIsa } of wanted) {
      const dim = this.id(token);
      const key = `${project} ${dim}`;
      if (missing.has(key) || this.overlay.edgeAt(project, dim, dim)) continue;
      missing.set(key, { project, dim, token, isIsa });
    }
    const { writer, now, journal } = this;
    const made = await insertRoots(writer, [...missing.values()], now);
    for (const { edge } of made) this.overlay.put(edge);
    if (made.length > 0) await journal.roots(made.map(({ event }) => event));
  }

  /** What an operator has a dimension ask, or the file by now; null where nobody said. */
  questionOf(project: string, dim: number): string | null {
    return this.#asked.of(project, dim) ?? this.graph.questions.of(project, dim);
  }

  async ask(asked: DimensionQuestion): Promise<void> {
    const { project, dim, question } = asked;
    this.counts.questions++;
    this.questions.push(asked);
    this.#asked.set(project, dim, question);
    await writeQuestion(this.writer, project, dim, question);
    const part = { dimension: this.tokenOf(dim), dimensionId: dim, before: null, after: question };
    await this.journal.asked(project, part);
  }

  async needEdgeIds(numbers: readonly number[]): Promise<void> {
    const unknown = [...new Set(numbers)].filter((number) => !this.edgeIds.has(number));
    const ids = await reserveEdgeIds(this.writer, unknown.length);
    for (const [i, number] of unknown.entries()) this.edgeIds.set(number, ids[i] ?? 0);
  }

  async opened(opened: readonly OpenedConflict[]): Promise<void> {
    if (opened.length === 0) return;
    this.counts.conflicts += opened.length;
    this.conflictIds.push(...opened.map(({ id }) => id));
    await this.journal.conflicts(opened);
  }

  refused({ line, number }: Placed<EdgeLine>, code: keyof typeof REFUSED): void {
    this.counts.refused++;
    this.note(number, `${factOf(line)} is refused: ${REFUSED[code]}`);
  }

  note(number: number, text: string): void {
    if (this.notes.length < MAX_NOTES) this.notes.push(`line ${number}: ${text}`);
  }
}

/** Why, as people are told. */
const REFUSED = {
  SELF_FACT: 'nothing has its place in itself',
  ROOT_FACT: 'it is what the dimension is called, which has no place in it',
  DISMISSED: 'it was decided against before, and what was kept instead still stands',
} as const;

export const factOf = (line: EdgeLine): string => `${line.concept}: [${line.dimension}] ${line.parent}`;
