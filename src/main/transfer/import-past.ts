// Periods of the past: they come in where their place has none for that time, in this memory and in the file itself.
import type { HistoryLine } from '../../shared/model/graph-file.ts';
import { readOverlaps } from '../store/bulk/import-rows.ts';
import { TableLoader } from '../store/bulk/table-loader.ts';
import { HISTORY_COLUMNS } from '../store/tables/edge-history.ts';
import type { ImportState, Placed } from './import-state.ts';

export class PastImport {
  readonly #state: ImportState;
  #past: Placed<HistoryLine>[] = [];
  /** Periods of this file, by place. */
  readonly #periods = new Map<string, { readonly from: number; readonly to: number }[]>();

  constructor(state: ImportState) {
    this.#state = state;
  }

  async add(given: readonly Placed<HistoryLine>[]): Promise<void> {
    const { writer, journal, now } = this.#state;
    const batch = given.map((placed) => ({ ...placed, line: pastOf(placed.line, now) }));
    // What the tables hold by now is not all: periods of this file may still be held back.
    const overlaps = await readOverlaps(writer, batch.map(periodOf));
    const kept = batch.filter((placed, i) => !overlaps[i] && this.#takesPeriod(placed));
    this.#state.counts.unchanged += batch.length - kept.length;
    await this.#state.needEdgeIds(kept.map(({ line }) => line.edge));
    this.#state.counts.history += kept.length;
    if (kept.length === 0) return;
    await journal.touch();
    this.#past.push(...kept);
    if (!journal.isSmall) await this.write();
  }

  /** Whether the period lies beside those that the file gave its place before. */
  #takesPeriod({ line, number, concept, dim }: Placed<HistoryLine>): boolean {
    const { project, valid_from: from, valid_to: to } = line;
    const key = `${concept} ${dim} ${project}`;
    const taken = this.#periods.get(key) ?? [];
    if (taken.some((other) => from < other.to && to > other.from)) {
      this.#state.note(number, `the period overlaps with another one of its place`);
      return false;
    }
    this.#periods.set(key, [...taken, { from, to }]);
    return true;
  }

  /** Periods refer to the event that heads the import, which has to be there first. */
  async write(): Promise<void> {
    const { writer, journal } = this.#state;
    const kept = this.#past;
    this.#past = [];
    const loader = await TableLoader.of(writer, 'urd_history', HISTORY_COLUMNS);
    for (const { line, concept, parent, dim } of kept) {
      await loader.add([
        ...[this.#state.edgeIds.get(line.edge) ?? 0, line.project, concept, parent, dim, line.is_isa],
        ...[line.confidence, line.last_confirmed, line.source, line.valid_from, line.valid_to],
        ...[journal.actionId, line.until ?? null],
      ]);
    }
    await loader.finish(null);
  }
}

function periodOf({ line, concept, parent, dim }: Placed<HistoryLine>) {
  const { project, valid_from: validFrom, valid_to: validTo } = line;
  return { project, concept, parent, dim, validFrom, validTo };
}

/** The period as it can have been: nothing ended later than now, however another clock goes. */
function pastOf(line: HistoryLine, now: number): HistoryLine {
  const { valid_from: from, valid_to: to } = line;
  return to <= now ? line : { ...line, valid_from: Math.min(from, now), valid_to: Math.min(to, now) };
}
