// Clients and what they may do, as the screen keeps them. A key that was made passes through as an answer and is not
// kept here. Rows keep their places while one looks at them: who came later stands further down.
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Client, ClientPolicy, ClientsState } from '../../../../shared/model/client.ts';
import { attempt } from '../../session/ask.ts';
import { type Api, api, describeFailure } from '../../session/client.ts';
import type { Failure } from '../../ui/failure.ts';

type Calls = Api['clients'];

export interface ClientsScreenState {
  readonly state: ClientsState | null;
  readonly failure: Failure | null;
  load(): Promise<void>;
  /** Null when done, else why not. */
  save(name: string, policy: ClientPolicy, expectedVersion: number): Promise<Failure | null>;
  remove(client: Client): Promise<Failure | null>;
  /** The key, or why there is none. */
  addKey(name: string): Promise<{ readonly key: string; readonly version: number } | Failure>;
  revokeKey(id: number): Promise<Failure | null>;
}

/** The clients in the order in which they stand already, new ones after those of their kind. Pure. */
export function inPlace(before: readonly Client[], next: readonly Client[]): Client[] {
  const places = new Map(before.map(({ name }, place) => [name, place]));
  const placeOf = ({ name }: Client) => places.get(name) ?? before.length;
  const seen = next.filter(({ stored }) => !stored).sort((a, b) => placeOf(a) - placeOf(b));
  return [...next.filter(({ stored }) => stored), ...seen];
}

export function createClientsStore(calls: () => Calls): StoreApi<ClientsScreenState> {
  return createStore<ClientsScreenState>()((set, get) => {
    const act = async (work: () => Promise<unknown>): Promise<Failure | null> => {
      const refused = await attempt(work);
      if (!refused) await get().load();
      return refused;
    };
    return {
      state: null,
      failure: null,
      async load() {
        const failure = await attempt(async () => {
          const state = await calls().list();
          set({ state: { ...state, clients: inPlace(get().state?.clients ?? [], state.clients) } });
        });
        set({ failure });
      },
      save: (name, policy, expectedVersion) => act(() => calls().save({ ...policy, name, expectedVersion })),
      remove: ({ name, version }) => act(() => calls().remove({ name, expectedVersion: version })),
      async addKey(name) {
        try {
          const { key, client } = await calls().addKey({ name });
          await get().load();
          return { key, version: client.version };
        } catch (thrown) {
          return describeFailure(thrown);
        }
      },
      revokeKey: (id) => act(() => calls().revokeKey({ id })),
    };
  });
}

export const clientsStore = createClientsStore(() => api.clients);
