// What the operator is about to ask for, from the first press to the card: an action that still wants its arguments, one on its way to the core, or
// why it was refused. Executes nothing: what comes back waits for the operator's word on its card. Fed by `resources.propose`.
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Approval } from '../../../../../shared/model/approval.ts';
import type { ActionName, Resource } from '../../../../../shared/model/resource.ts';
import { attempt } from '../../../session/ask.ts';
import { type Api, api } from '../../../session/client.ts';
import type { Failure } from '../../../ui/failure.ts';
import { fieldsOf } from './action-fields.ts';

export type Proposal =
  | { readonly phase: 'asks'; readonly resourceId: string; readonly action: ActionName }
  | { readonly phase: 'proposes'; readonly resourceId: string; readonly action: ActionName }
  | {
      readonly phase: 'refused';
      readonly resourceId: string;
      readonly action: ActionName;
      readonly failure: Failure;
    };

export interface ProposalState {
  readonly now: Proposal | null;
  /** The newest card that was asked for here, by resource. */
  readonly cards: Readonly<Record<string, string>>;
  /** A card that nobody has looked at yet: it gets the focus when it is there. */
  readonly fresh: string | null;
  /** Asks for what the action takes, or proposes it at once where it takes nothing. */
  begin(resource: Resource, action: ActionName): void;
  propose(
    resource: Pick<Resource, 'id'>,
    action: ActionName,
    given: Record<string, unknown>,
  ): Promise<Approval | null>;
  drop(): void;
  seen(): void;
  /** Another card stands for the resource: what was asked for is another by now. */
  show(resourceId: string, id: string): void;
  /** Its card is put away. */
  putAway(resourceId: string): void;
}

export function createProposalStore(calls: () => Pick<Api['resources'], 'propose'>): StoreApi<ProposalState> {
  return createStore<ProposalState>()((set, get) => ({
    now: null,
    cards: {},
    fresh: null,
    begin(resource, action) {
      if (fieldsOf(resource.kind, action).length > 0)
        set({ now: { phase: 'asks', resourceId: resource.id, action } });
      else void get().propose(resource, action, {});
    },
    async propose({ id }, action, given) {
      const mine: Proposal = { phase: 'proposes', resourceId: id, action };
      set({ now: mine });
      let asked: Approval | null = null;
      const failure = await attempt(async () => {
        asked = await calls().propose({ id, action, arguments: given });
      });
      const card = (asked as Approval | null)?.id;
      if (card) set((s) => ({ cards: { ...s.cards, [id]: card }, fresh: card }));
      // Something else may have been begun meanwhile.
      if (get().now === mine)
        set({ now: failure ? { phase: 'refused', resourceId: id, action, failure } : null });
      return asked;
    },
    drop: () => set({ now: null }),
    seen: () => set({ fresh: null }),
    show: (resourceId, id) => set((s) => ({ cards: { ...s.cards, [resourceId]: id } })),
    putAway(resourceId) {
      const cards = { ...get().cards };
      delete cards[resourceId];
      set({ cards });
    },
  }));
}

export const proposalStore = createProposalStore(() => api.resources);
