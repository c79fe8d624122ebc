// Approvals as this window knows them: what waits, what runs, the rules, and every one that was looked at. Fed by `approvals.watch` (once, by the
// shell); says the operator's word and takes what comes back. Decides nothing. Used by the card, Approvals and Resources.
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { ApprovalsState } from '../../../../shared/contract/approvals.ts';
import type { Approval, ApprovalRule } from '../../../../shared/model/approval.ts';
import type { Failure } from '../../ui/failure.ts';
import { attempt } from '../ask.ts';
import { type Api, api, describeFailure, follow } from '../client.ts';

type Calls = Pick<
  Api['approvals'],
  | 'get'
  | 'approve'
  | 'approveMany'
  | 'deny'
  | 'denyMany'
  | 'edit'
  | 'takeBack'
  | 'rules'
  | 'makeRule'
  | 'revokeRule'
>;

/** What became of a word. */
export type Said =
  | { readonly kind: 'taken'; readonly approval: Approval }
  /** It is another by now: that one waits to be looked at, and nothing was done. */
  | { readonly kind: 'instead'; readonly id: string }
  /** It needs no word any more; it was read anew. */
  | { readonly kind: 'over'; readonly why: string }
  | { readonly kind: 'failed'; readonly failure: Failure };

export type ManySaid = Awaited<ReturnType<Calls['approveMany']>>;
export type RuleWish = Parameters<Calls['makeRule']>[0];

export interface ApprovalsStore {
  /** Null before the first word of the core. */
  readonly live: Pick<ApprovalsState, 'pending' | 'running' | 'rules'> | null;
  /** All that were met, as they are known now. */
  readonly known: ReadonlyMap<string, Approval>;
  /** Why one that was looked at could not be read. */
  readonly failures: ReadonlyMap<string, Failure>;
  /** Of what waits in another one's place: why. */
  readonly instead: ReadonlyMap<string, string>;
  take(state: ApprovalsState): void;
  look(id: string): Promise<void>;
  approve(approval: Approval, typedName?: string): Promise<Said>;
  deny(approval: Approval, reason: string): Promise<Said>;
  edit(approval: Approval, given: Record<string, unknown>, why: string): Promise<Said>;
  /** Asks for what takes it back: another card. */
  takeBack(approval: Approval): Promise<Said>;
  /** @throws what the call threw */
  approveMany(approvals: readonly Approval[]): Promise<ManySaid>;
  /** @throws what the call threw */
  denyMany(approvals: readonly Approval[], reason: string): Promise<ManySaid>;
  makeRule(wish: RuleWish): Promise<ApprovalRule | Failure>;
  /** Null when done, else why not. */
  revokeRule(id: string): Promise<Failure | null>;
}

const MOST_KNOWN = 500;

/** Something may still happen to it. */
const isOpen = ({ status, execution }: Approval): boolean =>
  status === 'pending' || execution?.state === 'started';

export function createApprovalsStore(calls: () => Calls): StoreApi<ApprovalsStore> {
  return createStore<ApprovalsStore>()((set, get) => {
    function learn(...met: readonly Approval[]): void {
      const known = new Map(get().known);
      for (const one of met) {
        // At its end again: the least lately met are forgotten first.
        const before = known.get(one.id);
        known.delete(one.id);
        known.set(one.id, before && JSON.stringify(before) === JSON.stringify(one) ? before : one);
      }
      for (const id of known.keys()) {
        if (known.size <= MOST_KNOWN) break;
        known.delete(id);
      }
      set({ known });
    }

    /** What is not in the core's lists any more has come to something, which is asked for. */
    function lookAtTheGone(): void {
      const { live, known, look } = get();
      if (!live) return;
      const listed = new Set([...live.pending, ...live.running].map(({ id }) => id));
      for (const one of known.values()) if (isOpen(one) && !listed.has(one.id)) void look(one.id);
    }

    function shown(id: string, failure: Failure | null): void {
      const failures = new Map(get().failures);
      if (failure) failures.set(id, failure);
      else failures.delete(id);
      set({ failures });
    }

    /** The core says what would be done is another, or that it is decided: what it is now is read, whichever it is. */
    async function notAsSeen(approval: Approval, failure: Failure): Promise<Said> {
      const { approval_id: next } = failure.details;
      const isOther = typeof next === 'string' && next !== approval.id;
      await Promise.all([get().look(approval.id), ...(isOther ? [get().look(next)] : [])]);
      if (!isOther) return { kind: 'over', why: failure.message };
      set({ instead: new Map(get().instead).set(next, failure.message) });
      return { kind: 'instead', id: next };
    }

    async function say(approval: Approval, work: () => Promise<Approval>): Promise<Said> {
      try {
        const answer = await work();
        learn(answer);
        return { kind: 'taken', approval: answer };
      } catch (thrown) {
        const failure = describeFailure(thrown);
        if (failure.code === 'STALE_VERSION') return await notAsSeen(approval, failure);
        return { kind: 'failed', failure };
      }
    }

    async function sayMany(work: () => Promise<ManySaid>): Promise<ManySaid> {
      const said = await work();
      learn(...said.flatMap(({ approval }) => approval ?? []));
      await Promise.all(said.flatMap(({ id, problem }) => (problem ? [get().look(id)] : [])));
      return said;
    }

    return {
      live: null,
      known: new Map(),
      failures: new Map(),
      instead: new Map(),

      take(state) {
        learn(...state.running, ...state.pending);
        const { known } = get();
        const same = (one: Approval) => known.get(one.id) ?? one;
        set({
          live: { pending: state.pending.map(same), running: state.running.map(same), rules: state.rules },
        });
        lookAtTheGone();
      },

      async look(id) {
        const failure = await attempt(async () => learn(await calls().get({ id })));
        shown(id, failure);
      },

      approve: (approval, typedName) => {
        const { id, planHash } = approval;
        const typed = typedName === undefined ? {} : { typedName };
        return say(approval, () => calls().approve({ id, planHash, ...typed }));
      },

      deny: (approval, reason) => say(approval, () => calls().deny({ id: approval.id, reason })),

      async edit(approval, given, why) {
        const { id, planHash } = approval;
        const said = await say(approval, () => calls().edit({ id, planHash, arguments: given }));
        if (said.kind !== 'taken' || said.approval.id === id) return said;
        await get().look(id);
        set({ instead: new Map(get().instead).set(said.approval.id, why) });
        return { kind: 'instead', id: said.approval.id };
      },

      async takeBack({ id }) {
        try {
          const asked = await calls().takeBack({ id });
          learn(asked);
          return { kind: 'instead', id: asked.id };
        } catch (thrown) {
          return { kind: 'failed', failure: describeFailure(thrown) };
        }
      },

      approveMany: (approvals) =>
        sayMany(() =>
          calls().approveMany({ items: approvals.map(({ id, planHash }) => ({ id, planHash })) }),
        ),

      denyMany: (approvals, reason) =>
        sayMany(() => calls().denyMany({ ids: approvals.map(({ id }) => id), reason })),

      async makeRule(wish) {
        try {
          return await calls().makeRule(wish);
        } catch (thrown) {
          return describeFailure(thrown);
        }
      },

      revokeRule: (id) =>
        attempt(async () => {
          const rules = await calls().revokeRule({ id });
          const { live } = get();
          if (live) set({ live: { ...live, rules } });
        }),
    };
  });
}

let calls: Calls = api.approvals;

/** Sends the calls another way than over the console's connection, from now on. Called once, by the page of a one-time link. */
export function sendApprovalCalls(over: Calls): void {
  calls = over;
}

export const approvalsStore = createApprovalsStore(() => calls);

/** Follows what waits until the signal ends. Called once by the shell. */
export function watchApprovals(signal: AbortSignal): Promise<void> {
  return follow(
    (inner) => api.approvals.watch(undefined, { signal: inner }),
    (state) => approvalsStore.getState().take(state),
    signal,
  );
}
