// How busy the resources are that are on the screen, for the small lines of the list: asked for what is visible alone, two at a time, and
// again only once a minute, since that is how often there is a new value. Fed by `resources.metrics`.
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { MetricSeries } from '../../../../../shared/model/resource.ts';
import { type Api, api } from '../../../session/client.ts';
import { livenessStore } from '../../../ui/liveness.ts';

export interface Load {
  /** Processor, graphics processor or disk: the first that is measured. */
  readonly busy: MetricSeries | null;
  readonly memory: MetricSeries | null;
}

const MINUTES = 60;
const AGAIN_MS = 60_000;
/** Nothing is measured of it, or it could not be read. */
const LATER_MS = 180_000;
/** What is only scrolled past is not asked for. */
const SETTLE_MS = 250;
const AT_ONCE = 2;

interface LoadsState {
  readonly loads: Readonly<Record<string, Load>>;
  /** For as long as a row is on the screen. @returns ends it */
  want(id: string): () => void;
}

const first = (series: readonly MetricSeries[], ...names: readonly MetricSeries['metric'][]) =>
  names.map((name) => series.find(({ metric }) => metric === name)).find((found) => found !== undefined) ??
  null;

const loadOf = (series: readonly MetricSeries[]): Load => ({
  busy: first(series, 'cpu', 'gpu', 'disk'),
  memory: first(series, 'memory', 'vram'),
});

export function createLoadsStore(
  calls: () => Pick<Api['resources'], 'metrics'>,
  now: () => number,
): StoreApi<LoadsState> {
  return createStore<LoadsState>()((set) => {
    const wanted = new Map<string, number>();
    /** When one is due, epoch milliseconds. */
    const due = new Map<string, number>();
    let running = 0;
    let timer: ReturnType<typeof setTimeout> | undefined;

    async function ask(id: string): Promise<void> {
      running += 1;
      due.set(id, now() + LATER_MS);
      try {
        const { series } = await calls().metrics({ id, minutes: MINUTES });
        const load = loadOf(series);
        if (load.busy ?? load.memory) due.set(id, now() + AGAIN_MS);
        set((s) => ({ loads: { ...s.loads, [id]: load } }));
      } catch {
        // The row then has no line; the inspector says why.
      }
      running -= 1;
      plan();
    }

    function plan(): void {
      clearTimeout(timer);
      if (wanted.size === 0 || running >= AT_ONCE) return;
      const soonest = Math.min(...[...wanted.keys()].map((id) => due.get(id) ?? 0));
      timer = setTimeout(run, Math.max(SETTLE_MS, soonest - now()));
    }

    function run(): void {
      const at = now();
      const ready = livenessStore.getState().live && !document.hidden;
      for (const id of ready ? wanted.keys() : [])
        if (running < AT_ONCE && (due.get(id) ?? 0) <= at) void ask(id);
      plan();
    }

    return {
      loads: {},
      want(id) {
        wanted.set(id, (wanted.get(id) ?? 0) + 1);
        plan();
        return () => {
          const left = (wanted.get(id) ?? 1) - 1;
          if (left > 0) wanted.set(id, left);
          else wanted.delete(id);
        };
      },
    };
  });
}

export const loadsStore = createLoadsStore(() => api.resources, Date.now);
