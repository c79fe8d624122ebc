// Several conflicts at once: which are ticked, what one decision would do to each, and what became of each.
// Fed by `conflicts.preview` and `conflicts.decideMany`; decides only what was shown before and is allowed.
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Action, DecisionKind, DecisionPreview } from '../../../../../shared/model/decision.ts';
import type { Conflict } from '../../../../../shared/model/graph.ts';
import { type Api, api, describeFailure } from '../../../session/client.ts';
import type { Failure } from '../../../ui/failure.ts';

/** Splitting and moving ask for names, which differ from one conflict to the next. */
export const BULK_KINDS = ['keep', 'replace', 'dismiss'] as const satisfies readonly DecisionKind[];
export type BulkKind = (typeof BULK_KINDS)[number];

export interface PlanItem {
  readonly conflict: Conflict;
  readonly preview: DecisionPreview | null;
  /** Why it will not be, or was not decided. */
  readonly problem: string | null;
  /** What was done to it. */
  readonly action: Action | null;
}

export interface BulkState {
  readonly ticked: ReadonlySet<number>;
  readonly kind: BulkKind | null;
  readonly items: readonly PlanItem[];
  readonly reason: string;
  readonly phase: 'looking' | 'ready' | 'running' | 'done';
  readonly failure: Failure | null;
  tick(id: number): void;
  tickAll(ids: readonly number[]): void;
  /** Shows what the decision would do to each, before it is done to any. */
  plan(kind: BulkKind, conflicts: readonly Conflict[]): Promise<void>;
  setReason(reason: string): void;
  /** @returns the actions of those that were decided, in order. */
  run(): Promise<readonly Action[]>;
  close(): void;
}

const AT_ONCE = 6;

type Calls = Pick<Api['conflicts'], 'preview' | 'decideMany'>;

const CLOSED = { kind: null, items: [], reason: '', phase: 'looking', failure: null } as const;

export function createBulkStore(calls: () => Calls): StoreApi<BulkState> {
  return createStore<BulkState>()((set, get) => {
    let turn = 0;

    const put = (id: number, part: Partial<PlanItem>) =>
      set({ items: get().items.map((item) => (item.conflict.id === id ? { ...item, ...part } : item)) });

    async function look(conflict: Conflict, kind: BulkKind, mine: number): Promise<void> {
      try {
        const preview = await calls().preview({ id: conflict.id, decision: { decision: kind } });
        if (mine === turn) put(conflict.id, { preview, problem: preview.problem });
      } catch (thrown) {
        if (mine === turn) put(conflict.id, { problem: describeFailure(thrown).message });
      }
    }

    return {
      ticked: new Set(),
      ...CLOSED,

      tick(id) {
        const ticked = new Set(get().ticked);
        if (!ticked.delete(id)) ticked.add(id);
        set({ ticked });
      },

      tickAll: (ids) => set({ ticked: new Set(ids) }),

      async plan(kind, conflicts) {
        turn += 1;
        const mine = turn;
        const waiting = [...conflicts];
        const items = waiting.map((conflict) => ({ conflict, preview: null, problem: null, action: null }));
        set({ ...CLOSED, kind, items });
        const worker = async () => {
          for (let next = waiting.shift(); next && mine === turn; next = waiting.shift()) {
            await look(next, kind, mine);
          }
        };
        await Promise.all(Array.from({ length: AT_ONCE }, worker));
        if (mine === turn) set({ phase: 'ready' });
      },

      setReason: (reason) => set({ reason }),

      async run() {
        const { kind, items, reason, phase } = get();
        const able = items.filter((item) => item.problem === null);
        if (kind === null || phase !== 'ready' || able.length === 0) return [];
        set({ phase: 'running', failure: null });
        try {
          const answers = await calls().decideMany({
            items: able.map(({ conflict }) => ({ id: conflict.id, expectedVersion: conflict.version })),
            decision: { decision: kind },
            reason: reason.trim(),
          });
          const ticked = new Set(get().ticked);
          for (const { id, action, problem } of answers) {
            put(id, { action, problem: problem?.message ?? null });
            if (action) ticked.delete(id);
          }
          set({ phase: 'done', ticked });
          return answers.flatMap(({ action }) => (action ? [action] : []));
        } catch (thrown) {
          set({ phase: 'ready', failure: describeFailure(thrown) });
          return [];
        }
      },

      close() {
        turn += 1;
        set(CLOSED);
      },
    };
  });
}

export const bulkStore = createBulkStore(() => api.conflicts);
