// What an import leaves in the chain of events. A small one is an action with all its parts, which can be undone; a
// large one is an action without parts, its changes told one by one as they are written, so that nothing is gathered.
// Nothing is written for an import that changes nothing. Source: memory D11, Store.

import {
  type ConflictDelta,
  type EdgeDelta,
  edgeRecord,
  type QuestionDelta,
} from '../memory/decide/deltas.ts';
import type { Json } from '../store/audit/canonical-json.ts';
import type { NewEvent } from '../store/audit/chain.ts';
import { appendEvents, type ChainHead } from '../store/audit/events.ts';
import type { StoreWriter } from '../store/store.ts';
import { insertAction } from '../store/tables/actions.ts';
import type { DatedEdge } from '../store/tables/edge-changes.ts';
import { readNewestTestimonies } from '../store/tables/edge-testimonies.ts';

/** Imports with more changes than this cannot be undone; a backup is written before them instead. */
export const UNDOABLE_CHANGES = 5000;

export interface JournalParts {
  readonly writer: StoreWriter;
  readonly chain: ChainHead;
  /** Epoch milliseconds, not before the chain's end. */
  readonly now: number;
  readonly actor: string;
  readonly reason: string;
  readonly project: string;
  /** Lines of the file that may change something. */
  readonly changes: number;
  /** A dry run writes no events: what is hashed is undone anyway. */
  readonly silent: boolean;
}

export interface EdgeChange {
  readonly before: DatedEdge | null;
  readonly after: DatedEdge;
}

export interface OpenedConflict {
  readonly id: number;
  readonly project: string;
  readonly part: ConflictDelta;
}

export class ImportJournal {
  /** The event that heads the import, and its action. */
  readonly actionId: number;
  readonly #parts: JournalParts;
  /** Whether it can be undone; then everything is held until `finish`. */
  readonly isSmall: boolean;
  readonly #held: NewEvent[] = [];
  #head: ChainHead;
  #began = false;

  constructor(parts: JournalParts) {
    this.#parts = parts;
    this.#head = parts.chain;
    this.actionId = parts.chain.id + 1;
    this.isSmall = parts.changes <= UNDOABLE_CHANGES;
  }

  /** Who imports. */
  get actor(): string {
    return this.#parts.actor;
  }

  get head(): ChainHead {
    return this.#head;
  }

  /** Roots that were made on the way. */
  async roots(events: readonly NewEvent[]): Promise<void> {
    const { actor } = this.#parts;
    await this.#tell(events.map((event) => ({ ...event, actor })));
  }

  /** What a dimension asks. */
  async asked(project: string, part: QuestionDelta): Promise<void> {
    const common = { ...this.#common(project), edgeId: null, conflictId: null };
    await this.#tell([{ ...common, kind: 'dimension.changed', payload: part as Json }]);
  }

  async edges(changes: readonly EdgeChange[], tokenOf: (id: number) => string): Promise<void> {
    const ids = this.isSmall ? changes.map(({ after }) => after.edgeId) : [];
    const heard = await readNewestTestimonies(this.#parts.writer.reader, ids);
    await this.#tell(
      changes.map(({ before, after }): NewEvent => {
        const common = { ...this.#common(after.project), edgeId: after.edgeId, conflictId: null };
        if (this.isSmall) {
          const part: EdgeDelta = {
            action: before ? 'confirm' : 'insert',
            before: before && edgeRecord(before, tokenOf),
            after: edgeRecord(after, tokenOf),
            heard: heard.get(after.edgeId) ?? 0,
          };
          return { ...common, kind: 'edge.changed', payload: part as Json };
        }
        const { concept, parent, dim, isIsa, confidence, source } = after;
        const names = { concept: tokenOf(concept), parent: tokenOf(parent), dimension: tokenOf(dim) };
        const kind = before ? 'fact.confirmed' : 'fact.inserted';
        return { ...common, kind, payload: { ...names, isIsa, confidence, source } };
      }),
    );
  }

  async conflicts(opened: readonly OpenedConflict[]): Promise<void> {
    await this.#tell(
      opened.map(({ id, project, part }): NewEvent => {
        const common = { ...this.#common(project), edgeId: null, conflictId: id };
        if (this.isSmall) return { ...common, kind: 'conflict.changed', payload: part as Json };
        return { ...common, kind: 'conflict.opened', payload: part.claim as Json };
      }),
    );
  }

  /** Something changed that is no part: periods of the past, conflicts decided elsewhere. The head will be there. */
  async touch(): Promise<void> {
    await this.#tell([]);
  }

  /**
   * Writes what was held back and the action. @param summary one plain line
   * @returns the action's id; null when nothing changed
   */
  async finish(summary: string): Promise<number | null> {
    if (!this.#began) return null;
    const { writer, now, actor, reason, project, silent } = this.#parts;
    const parts = this.isSmall ? this.#held.length : 0;
    if (this.isSmall && !silent) {
      this.#head = await appendEvents(writer, [this.#headEvent(summary, parts), ...this.#held]);
    }
    if (silent) return null;
    await insertAction(writer, {
      ...{ id: this.actionId, at: now, project, kind: 'import', actor, reason, summary, parts },
      ...{ undoes: null, undoneBy: null },
    });
    return this.actionId;
  }

  async #tell(events: readonly NewEvent[]): Promise<void> {
    const { writer, silent, changes } = this.#parts;
    const first = !this.#began;
    this.#began = true;
    if (silent) return;
    if (this.isSmall) this.#held.push(...events);
    else {
      const summary = `import of a file with ${changes.toLocaleString('en')} facts, periods and conflicts`;
      const head = first ? [this.#headEvent(summary, 0)] : [];
      if (head.length + events.length > 0) this.#head = await appendEvents(writer, [...head, ...events]);
    }
  }

  #headEvent(summary: string, parts: number): NewEvent {
    const { reason, project } = this.#parts;
    return {
      ...{ ...this.#common(project), kind: 'action.import', edgeId: null, conflictId: null },
      payload: { kind: 'import', reason, summary, parts },
    };
  }

  #common(project: string): { at: number; project: string; actor: string } {
    return { at: this.#parts.now, project, actor: this.#parts.actor };
  }
}
