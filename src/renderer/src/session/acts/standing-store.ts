// What stands for the palette to act on: the upstreams with what they may do, and the loops there are. Read when the palette opens,
// so that no command offers what is no more; what cannot be read offers nothing.
import { createStore } from 'zustand/vanilla';
import type { ActiveLoop } from '../../../../shared/model/loop.ts';
import { type Api, api } from '../client.ts';

export type Pool = Awaited<ReturnType<Api['upstreams']['list']>>;

interface Standing {
  readonly upstreams: Pool['upstreams'];
  readonly loops: readonly ActiveLoop[];
  read(): Promise<void>;
  take(pool: Pool): void;
}

export const standingStore = createStore<Standing>()((set) => ({
  upstreams: [],
  loops: [],
  async read() {
    const [pool, loops] = await Promise.all([
      api.upstreams.list().catch(() => null),
      api.loops.list().catch(() => null),
    ]);
    set({ upstreams: pool?.upstreams ?? [], loops: loops?.loops ?? [] });
  },
  take: ({ upstreams }) => set({ upstreams }),
}));
