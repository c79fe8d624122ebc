// Puts a checked file into the tables, within one transaction, a few lines of a kind at a time. What is there exactly like
// this already changes nothing, so that a file can be imported again. Source: docs/transfer.md, memory D11, D12.
import type {
  ConceptLine,
  ConflictLine,
  DimensionLine,
  EdgeLine,
  HistoryLine,
  ProvenanceLine,
} from '../../shared/model/graph-file.ts';
import { importConcepts, importDimensions } from './import-concepts.ts';
import { ConflictImport } from './import-conflicts.ts';
import { importEdges } from './import-edges.ts';
import type { NumberedLine } from './import-lines.ts';
import { PastImport } from './import-past.ts';
import { importProvenance } from './import-provenance.ts';
import { type ImportParts, ImportState, type Numbered } from './import-state.ts';

/** Lines of one kind that are written together. */
const BATCH = 250;

export class GraphImport {
  readonly state: ImportState;
  readonly #past: PastImport;
  readonly #conflicts: ConflictImport;
  #batch: NumberedLine[] = [];

  constructor(parts: ImportParts) {
    this.state = new ImportState(parts);
    this.#past = new PastImport(this.state);
    this.#conflicts = new ConflictImport(this.state);
  }

  /** Takes lines in the order of the file. @throws AppError INVALID_INPUT; the caller's transaction undoes what was written */
  async add(lines: readonly NumberedLine[]): Promise<void> {
    for (const line of lines) {
      if (this.#batch.length >= BATCH || this.#batch[0]?.line.kind !== line.line.kind) await this.#write();
      this.#batch.push(line);
    }
  }

  /** @returns the import's action; null when nothing changed, and for a dry run */
  async finish(): Promise<number | null> {
    await this.#write();
    const { inserted, confirmed, conflicts, history, questions } = this.state.counts;
    const said = [
      `${inserted} facts`,
      `${confirmed} confirmed`,
      `${conflicts} conflicts`,
      `${history} past periods`,
      ...(questions > 0 ? [`${questions} questions`] : []),
    ];
    const actionId = await this.state.journal.finish(`imported ${said.join(', ')}`);
    if (actionId !== null) await this.#past.write();
    return actionId;
  }

  async #write(): Promise<void> {
    const batch = this.#batch;
    this.#batch = [];
    const kind = batch[0]?.line.kind;
    if (kind === undefined) return;
    const lines = batch.map(({ line }) => line);
    await this.state.needProjects(lines);
    switch (kind) {
      case 'concept':
        return importConcepts(this.state, batch as Numbered<ConceptLine>[]);
      case 'dimension':
        return importDimensions(this.state, batch as Numbered<DimensionLine>[]);
      case 'edge':
        return importEdges(this.state, await this.state.place(batch as Numbered<EdgeLine>[]));
      case 'history':
        return this.#past.add(await this.state.place(batch as Numbered<HistoryLine>[]));
      case 'provenance':
        return importProvenance(this.state, lines as ProvenanceLine[]);
      case 'conflict':
        return this.#conflicts.add(batch as Numbered<ConflictLine>[]);
      case 'event':
      case 'end':
        return undefined;
    }
  }
}
