// The graph of one moment as lines of the lossless file, page by page, in the file's order. Reads; formats nothing.
// Every export format is made from these. Source: memory, Store, D11, D12, D15.
import { sql } from 'kysely';
import { type Provenance, seedQuestion } from '../../shared/model/graph.ts';
import type {
  ConceptLine,
  ConflictLine,
  DimensionLine,
  EdgeLine,
  GraphLine,
  HistoryLine,
  ProvenanceLine,
} from '../../shared/model/graph-file.ts';
import { Page, pagesOf } from '../store/bulk/pages.ts';
import type { StoreSnapshot } from '../store/bulk/snapshot.ts';
import { conflictLine, provenanceOf } from './conflict-lines.ts';
import { EdgeNumbers, IdSet } from './edge-numbers.ts';

/** A concept with its number, which the graph formats need to join edges to nodes. */
export interface NumberedConcept extends ConceptLine {
  readonly id: number;
}

/** An edge with the numbers of its concepts and whether a conflict waits at its place. */
export interface NumberedEdge extends EdgeLine {
  readonly conceptId: number;
  readonly parentId: number;
  readonly dimensionId: number;
  readonly contested: boolean;
}

type Wanted = string | null;

const flag = (column: string, name: string) =>
  sql<number>`case when ${sql.ref(column)} then 1 else 0 end`.as(name);

/** Reads one project of a snapshot, or all of them. Use one for one file: it numbers the edges as they come. */
export class GraphPages {
  readonly #snapshot: StoreSnapshot;
  readonly #project: Wanted;
  readonly #numbers = new EdgeNumbers();
  readonly #provenanceWanted = new Set<number>();

  constructor(snapshot: StoreSnapshot, project: Wanted) {
    this.#snapshot = snapshot;
    this.#project = project;
  }

  /** How many facts there are to write, for progress. */
  async countEdges(): Promise<number> {
    let query = this.#snapshot.reader.selectFrom('urd').select((eb) => eb.fn.countAll<number>().as('n'));
    if (this.#project !== null) query = query.where('project', '=', this.#project);
    return Number((await query.executeTakeFirst())?.n ?? 0);
  }

  /** Concepts that edges use, and with `past` those of the history and of conflicts; oldest first. */
  async *concepts(past: boolean): AsyncGenerator<NumberedConcept[]> {
    const used = await this.usedConcepts(past);
    const rows = (after: number, limit: number) =>
      this.#snapshot.reader
        .selectFrom('soas')
        .select(['id', 'token', 'encounter_count', 'last_seen', 'novelty', flag('common', 'is_common')])
        .where('id', '>', after)
        .where('id', '<=', used.largest)
        .orderBy('id')
        .limit(limit);
    for await (const page of pagesOf(this.#snapshot, rows, 5000)) {
      const lines: NumberedConcept[] = [];
      for (let row = 0; row < page.rowCount; row++) {
        const id = page.number(row, 0);
        if (!used.has(id)) continue;
        lines.push({
          ...{ id, kind: 'concept', token: page.text(row, 1), encounters: page.number(row, 2) },
          ...{
            last_seen: page.number(row, 3),
            novelty: page.number(row, 4),
            common: page.number(row, 5) === 1,
          },
        });
      }
      if (lines.length > 0) yield lines;
    }
  }

  /** Ids of the concepts that edges use, and with `past` those of the history and of conflicts. */
  async usedConcepts(past: boolean): Promise<IdSet> {
    const used = new IdSet();
    for await (const page of this.#places('urd')) addPlaces(used, page);
    if (past) {
      for await (const page of this.#places('urd_history')) addPlaces(used, page);
      for await (const page of this.#conflictPlaces()) addPlaces(used, page);
    }
    return used;
  }

  #places(table: 'urd' | 'urd_history'): AsyncGenerator<Page> {
    const key = table === 'urd' ? 'edge_id' : 'history_id';
    return pagesOf(
      this.#snapshot,
      (after, limit) => {
        const query = this.#snapshot.reader
          .selectFrom(table)
          .select([sql.ref<number>(key).as('key'), 'id', 'parent_id', 'dim_id'])
          .where(sql<boolean>`${sql.ref(key)} > ${after}`)
          .orderBy(sql.ref(key))
          .limit(limit);
        return this.#project === null ? query : query.where('project', '=', this.#project);
      },
      5000,
    );
  }

  #conflictPlaces(): AsyncGenerator<Page> {
    return pagesOf(this.#snapshot, (after, limit) => {
      const query = this.#snapshot.reader
        .selectFrom('resolution_queue')
        .select(['id', 'concept_id', 'incoming_parent_id', 'dim_id', 'existing_parent_id'])
        .where('id', '>', after)
        .orderBy('id')
        .limit(limit);
      return this.#project === null ? query : query.where('project', '=', this.#project);
    });
  }

  /** Dimensions in use: the roots, oldest first. */
  async *dimensions(): AsyncGenerator<DimensionLine[]> {
    const rows = (after: number, limit: number) => {
      const query = this.#snapshot.reader
        .selectFrom('urd')
        .innerJoin('soas as d', 'd.id', 'urd.dim_id')
        .leftJoin('dimension_question as q', (join) =>
          join.onRef('q.project', '=', 'urd.project').onRef('q.dim_id', '=', 'urd.dim_id'),
        )
        .select(['urd.edge_id', 'urd.project', 'd.token', flag('urd.is_isa', 'is_isa'), 'q.question'])
        .whereRef('urd.id', '=', 'urd.dim_id')
        .where('urd.edge_id', '>', after)
        .orderBy('urd.edge_id')
        .limit(limit);
      return this.#project === null ? query : query.where('urd.project', '=', this.#project);
    };
    for await (const page of pagesOf(this.#snapshot, rows)) {
      yield page.map((row) => ({
        kind: 'dimension',
        project: page.text(row, 1),
        dimension: page.text(row, 2),
        is_isa: page.number(row, 3) === 1,
        ...(page.cell(row, 4) === null ? {} : { question: page.text(row, 4) }),
      }));
    }
  }

  /** What dimensions ask, by their names; several questions where projects ask different ones. */
  async questions(): Promise<ReadonlyMap<string, string>> {
    const asked = new Map<string, Set<string>>();
    for await (const page of this.dimensions())
      for (const { dimension, question = seedQuestion(dimension) } of page)
        if (question !== null) asked.set(dimension, (asked.get(dimension) ?? new Set()).add(question));
    return new Map([...asked].map(([dimension, questions]) => [dimension, [...questions].join(' / ')]));
  }

  /** Edges that hold now, oldest first, roots left out. @param withProvenance where they came from, too */
  async *edges(withProvenance: boolean): AsyncGenerator<NumberedEdge[]> {
    for await (const page of pagesOf(this.#snapshot, (after, limit) => this.#edgeRows(after, limit), 1000)) {
      const first = page.number(0, 0);
      const last = page.number(page.rowCount - 1, 0);
      const provenance = withProvenance ? await this.#provenanceBetween(first, last) : undefined;
      yield page.map((row) => {
        const edgeId = page.number(row, 0);
        return {
          kind: 'edge',
          edge: this.#numbers.add(edgeId),
          project: page.text(row, 1),
          concept: page.text(row, 2),
          dimension: page.text(row, 4),
          parent: page.text(row, 3),
          is_isa: page.number(row, 5) === 1,
          confidence: page.number(row, 6),
          source: page.text(row, 7) as EdgeLine['source'],
          valid_from: page.number(row, 8),
          last_confirmed: page.number(row, 9),
          do_not_use: page.number(row, 10) === 1,
          ...(page.number(row, 15) === 1 ? { is_guess: true } : {}),
          ...endIn(page.cell(row, 16)),
          provenance: provenance?.get(edgeId) ?? [],
          conceptId: page.number(row, 11),
          parentId: page.number(row, 12),
          dimensionId: page.number(row, 13),
          contested: page.number(row, 14) === 1,
        };
      });
    }
  }

  #edgeRows(after: number, limit: number) {
    const query = this.#snapshot.reader
      .selectFrom('urd as u')
      .innerJoin('soas as c', 'c.id', 'u.id')
      .innerJoin('soas as p', 'p.id', 'u.parent_id')
      .innerJoin('soas as d', 'd.id', 'u.dim_id')
      .select(['u.edge_id', 'u.project', 'c.token as concept', 'p.token as parent', 'd.token as dimension'])
      .select([flag('u.is_isa', 'is_isa'), 'u.confidence', 'u.source', 'u.valid_from', 'u.last_confirmed'])
      .select([flag('u.do_not_use', 'do_not_use'), 'u.id as concept_id', 'u.parent_id', 'u.dim_id'])
      // The partial index of open claims answers this.
      .select(
        sql<number>`case when exists (select 1 from resolution_queue q where q.project = u.project
          and q.concept_id = u.id and q.dim_id = u.dim_id and q.status in ('pending', 'needs_human'))
          then 1 else 0 end`.as('contested'),
      )
      .select([flag('u.is_guess', 'is_guess'), 'u.until'])
      .where('u.edge_id', '>', after)
      .whereRef('u.id', '!=', 'u.dim_id')
      .orderBy('u.edge_id')
      .limit(limit);
    return this.#project === null ? query : query.where('u.project', '=', this.#project);
  }

  async #provenanceBetween(first: number, last: number): Promise<Map<number, Provenance[]>> {
    const query = this.#snapshot.reader
      .selectFrom('edge_provenance as e')
      .innerJoin('urd as u', 'u.edge_id', 'e.edge_id')
      .select(['e.edge_id', 'e.entry'])
      .where('u.edge_id', '>=', first)
      .where('u.edge_id', '<=', last)
      .orderBy('e.edge_id')
      .orderBy('e.provenance_id');
    const wanted = this.#project === null ? query : query.where('u.project', '=', this.#project);
    const { rowCount, columns } = await this.#snapshot.readColumns(wanted);
    return entriesByEdge(new Page(rowCount, columns));
  }

  /** Periods that have ended, in the order in which they were closed. */
  async *history(): AsyncGenerator<HistoryLine[]> {
    const rows = (after: number, limit: number) => {
      const query = this.#snapshot.reader
        .selectFrom('urd_history as h')
        .innerJoin('soas as c', 'c.id', 'h.id')
        .innerJoin('soas as p', 'p.id', 'h.parent_id')
        .innerJoin('soas as d', 'd.id', 'h.dim_id')
        .select(['h.history_id', 'h.edge_id', 'h.project', 'c.token as concept', 'p.token as parent'])
        .select(['d.token as dimension', flag('h.is_isa', 'is_isa'), 'h.confidence', 'h.source'])
        .select(['h.valid_from', 'h.valid_to', 'h.last_confirmed', 'h.until'])
        .where('h.history_id', '>', after)
        .orderBy('h.history_id')
        .limit(limit);
      return this.#project === null ? query : query.where('h.project', '=', this.#project);
    };
    for await (const page of pagesOf(this.#snapshot, rows)) {
      yield page.map((row) => {
        const edgeId = page.number(row, 1);
        if (!this.#numbers.has(edgeId)) this.#provenanceWanted.add(edgeId);
        return {
          kind: 'history',
          edge: this.#numbers.numberOf(edgeId),
          project: page.text(row, 2),
          concept: page.text(row, 3),
          dimension: page.text(row, 5),
          parent: page.text(row, 4),
          is_isa: page.number(row, 6) === 1,
          confidence: page.number(row, 7),
          source: page.text(row, 8) as HistoryLine['source'],
          valid_from: page.number(row, 9),
          valid_to: page.number(row, 10),
          last_confirmed: page.number(row, 11),
          ...endIn(page.cell(row, 12)),
        };
      });
    }
  }

  /** Where edges came from that only the history knows. Read after `edges` and `history`. */
  async *provenance(): AsyncGenerator<ProvenanceLine[]> {
    const wanted = [...this.#provenanceWanted];
    for (let start = 0; start < wanted.length; start += 500) {
      const ids = wanted.slice(start, start + 500);
      const query = this.#snapshot.reader
        .selectFrom('edge_provenance')
        .select(['edge_id', 'entry'])
        .where('edge_id', 'in', ids)
        .orderBy('edge_id')
        .orderBy('provenance_id');
      const { rowCount, columns } = await this.#snapshot.readColumns(query);
      const entries = entriesByEdge(new Page(rowCount, columns));
      yield ids.flatMap((edgeId): ProvenanceLine[] => {
        const found = entries.get(edgeId);
        return found ? [{ kind: 'provenance', edge: this.#numbers.numberOf(edgeId), entries: found }] : [];
      });
    }
  }

  /** Conflicts, open and decided, in the order in which they arose. */
  async *conflicts(): AsyncGenerator<ConflictLine[]> {
    const rows = (after: number, limit: number) => {
      const query = this.#snapshot.reader
        .selectFrom('resolution_queue as q')
        .innerJoin('soas as c', 'c.id', 'q.concept_id')
        .innerJoin('soas as d', 'd.id', 'q.dim_id')
        .innerJoin('soas as i', 'i.id', 'q.incoming_parent_id')
        .leftJoin('soas as e', 'e.id', 'q.existing_parent_id')
        .select(['q.id', 'q.project', 'c.token as concept', 'd.token as dimension', 'q.collision_type'])
        .select(['q.status', 'q.existing_edge_id', 'e.token as existing', 'q.existing_confidence'])
        .select([flag('q.existing_is_isa', 'existing_is_isa'), 'q.existing_source', 'i.token as incoming'])
        .select([flag('q.incoming_is_isa', 'incoming_is_isa'), 'q.incoming_confidence', 'q.incoming_source'])
        .select(['q.provenance', 'q.priority', 'q.seen_count', 'q.last_seen', 'q.attempts', 'q.created_at'])
        .select(['q.resolved_at', 'q.decided_by', 'q.resolution', 'q.snoozed_until', 'q.note'])
        .select(['q.last_problem', flag('q.correction', 'correction'), flag('q.ends', 'ends')])
        .where('q.id', '>', after)
        .orderBy('q.id')
        .limit(limit);
      return this.#project === null ? query : query.where('q.project', '=', this.#project);
    };
    for await (const page of pagesOf(this.#snapshot, rows, 500)) {
      yield page.map((row) => conflictLine(page, row, this.#numbers));
    }
  }

  /** The record of changes, for reading. */
  async *events(): AsyncGenerator<GraphLine[]> {
    const rows = (after: number, limit: number) => {
      const query = this.#snapshot.reader
        .selectFrom('graph_event')
        .select(['id', 'at', 'project', 'kind', 'actor', 'payload', 'hash'])
        .where('id', '>', after)
        .orderBy('id')
        .limit(limit);
      return this.#project === null ? query : query.where('project', '=', this.#project);
    };
    for await (const page of pagesOf(this.#snapshot, rows)) {
      yield page.map((row) => ({
        kind: 'event',
        id: page.number(row, 0),
        at: page.number(row, 1),
        project: page.text(row, 2),
        event: page.text(row, 3),
        actor: page.text(row, 4),
        payload: JSON.parse(page.text(row, 5)) as unknown,
        hash: page.text(row, 6),
      }));
    }
  }
}

function addPlaces(used: IdSet, page: Page): void {
  for (let row = 0; row < page.rowCount; row++) {
    for (let column = 1; column <= 4; column++) {
      const id = page.cell(row, column);
      if (typeof id === 'number') used.add(id);
    }
  }
}

/** The member that says when a fact ends, or ended. */
function endIn(cell: unknown): { until?: number } {
  return cell === null ? {} : { until: Number(cell) };
}

function entriesByEdge(page: Page): Map<number, Provenance[]> {
  const byEdge = new Map<number, Provenance[]>();
  for (let row = 0; row < page.rowCount; row++) {
    const edgeId = page.number(row, 0);
    const entry = provenanceOf(page.text(row, 1));
    const held = byEdge.get(edgeId);
    if (held) held.push(entry);
    else byEdge.set(edgeId, [entry]);
  }
  return byEdge;
}
