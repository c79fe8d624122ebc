// The upstreams as this screen needs them: who set them, what a change is based on, and what a test of an address came to. Header values go out with
// `add`, `update` and `test` and are not kept here.
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { IdleUpstream, UpstreamState, UpstreamsState } from '../../../../../shared/model/upstream.ts';
import type { UpstreamTrial } from '../../../../../shared/model/upstream-setting.ts';
import { attempt } from '../../../session/ask.ts';
import { type Api, api } from '../../../session/client.ts';
import type { Failure } from '../../../ui/failure.ts';
import { resourcesStore } from '../resources-store.ts';

type Calls = Pick<Api['upstreams'], 'add' | 'update' | 'remove' | 'test'>;
export type NewUpstream = Parameters<Calls['add']>[0];
export type ChangedUpstream = Parameters<Calls['update']>[0];

export interface UpstreamsStore {
  readonly pool: UpstreamsState | null;
  take(pool: UpstreamsState): void;
  /** Null when done, else why not. */
  add(upstream: NewUpstream): Promise<Failure | null>;
  update(upstream: ChangedUpstream): Promise<Failure | null>;
  remove(name: string, revision: number): Promise<Failure | null>;
  test(asked: Parameters<Calls['test']>[0]): Promise<UpstreamTrial | Failure>;
}

/** @param changed has what there is looked at anew: nobody waits for it */
export function createUpstreamsStore(calls: () => Calls, changed: () => void): StoreApi<UpstreamsStore> {
  return createStore<UpstreamsStore>()((set) => {
    const act = (work: () => Promise<UpstreamsState>): Promise<Failure | null> =>
      attempt(async () => {
        set({ pool: await work() });
        changed();
      });
    return {
      pool: null,
      take: (pool) => set({ pool }),
      add: (upstream) => act(() => calls().add(upstream)),
      update: (upstream) => act(() => calls().update(upstream)),
      remove: (name, revision) => act(() => calls().remove({ name, expectedVersion: revision })),
      async test(asked) {
        const come: { trial?: UpstreamTrial } = {};
        const failure = await attempt(async () => {
          come.trial = await calls().test(asked);
        });
        return come.trial ?? (failure as Failure);
      },
    };
  });
}

export const upstreamsStore = createUpstreamsStore(
  () => api.upstreams,
  () => void resourcesStore.getState().look(),
);

export const upstreamNamed = ({ pool }: UpstreamsStore, name: string): UpstreamState | null =>
  pool?.upstreams.find((one) => one.name === name) ?? null;

export const idleNamed = ({ pool }: UpstreamsStore, name: string): IdleUpstream | null =>
  pool?.idle.find((one) => one.name === name) ?? null;
