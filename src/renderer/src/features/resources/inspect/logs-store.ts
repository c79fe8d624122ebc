// The log of the open resource as it comes: so many newest lines, held still while the operator asks for it. Lines that come one by one are taken
// together. Fed by `resources.logs`.
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { LogLine } from '../../../../../shared/model/resource.ts';
import { type Api, api, describeFailure, follow } from '../../../session/client.ts';
import type { Failure } from '../../../ui/failure.ts';

/** So many lines are kept; older ones leave. */
export const MOST_LINES = 4000;
const FIRST_LINES = 300;
const TOGETHER_MS = 100;

export interface KeptLine extends LogLine {
  /** Counts up; tells lines of the same words apart. */
  readonly at0: number;
}

export interface LogsState {
  /** Null until the first word. */
  readonly lines: readonly KeptLine[] | null;
  /** Came while it was held still. */
  readonly waiting: readonly KeptLine[];
  readonly paused: boolean;
  /** Older lines were dropped. */
  readonly cut: boolean;
  readonly failure: Failure | null;
  /** It has no log, or none that goes on: nobody is asked again. */
  readonly ended: boolean;
  setPaused(paused: boolean): void;
  /** Follows one until the signal ends. */
  watch(id: string, goesOn: boolean, signal: AbortSignal): Promise<void>;
}

type Calls = Pick<Api['resources'], 'logs'>;

/** Nothing changes about these by asking again. */
const FINAL = new Set(['NOT_ALLOWED', 'NOT_FOUND', 'INVALID_INPUT', 'ACTION_NOT_ALLOWED']);

export function createLogsStore(calls: () => Calls): StoreApi<LogsState> {
  return createStore<LogsState>()((set, get) => {
    let counted = 0;

    function add(fresh: readonly KeptLine[], anew: boolean): void {
      const { paused, lines, waiting, cut } = get();
      if (paused && lines !== null) {
        // What an opening anew brings again is known by its time.
        const newest = [...lines, ...waiting].at(-1)?.at ?? null;
        const news = anew ? fresh.filter(({ at }) => at === null || newest === null || at > newest) : fresh;
        const all = [...waiting, ...news];
        set({ waiting: all.slice(-MOST_LINES), cut: cut || all.length > MOST_LINES });
        return;
      }
      const all = anew ? fresh : [...(lines ?? []), ...fresh];
      set({ lines: all.slice(-MOST_LINES), cut: (!anew && cut) || all.length > MOST_LINES, failure: null });
      if (anew) set({ waiting: [] });
    }

    return {
      lines: null,
      waiting: [],
      paused: false,
      cut: false,
      failure: null,
      ended: false,

      setPaused(paused) {
        set({ paused });
        if (paused) return;
        const { waiting } = get();
        set({ waiting: [] });
        add(waiting, false);
      },

      async watch(id, goesOn, signal) {
        set({ lines: null, waiting: [], paused: false, cut: false, failure: null, ended: false });
        const stop = new AbortController();
        const until = AbortSignal.any([signal, stop.signal]);
        let gathered: KeptLine[] = [];
        let anew = true;
        let timer: ReturnType<typeof setTimeout> | undefined;
        const flush = () => {
          clearTimeout(timer);
          timer = undefined;
          if (signal.aborted) return;
          add(gathered, anew);
          anew = false;
          gathered = [];
        };
        // An opening begins with the last lines again: they replace what there was.
        async function* opened(inner: AbortSignal) {
          try {
            const stream = await calls().logs({ id, tail: FIRST_LINES, follow: goesOn }, { signal: inner });
            anew = true;
            gathered = [];
            timer = setTimeout(flush, TOGETHER_MS * 3);
            yield* stream;
            flush();
            if (goesOn) return;
            set({ ended: true });
            stop.abort();
          } catch (thrown) {
            if (until.aborted) return;
            const failure = describeFailure(thrown);
            set({ failure });
            if (FINAL.has(failure.code)) {
              set({ ended: true });
              stop.abort();
            }
            throw thrown;
          }
        }
        await follow(
          (inner) => Promise.resolve(opened(inner)),
          ({ lines }) => {
            for (const line of lines) gathered.push({ ...line, at0: counted++ });
            timer ??= setTimeout(flush, TOGETHER_MS);
          },
          until,
        );
        clearTimeout(timer);
      },
    };
  });
}

export const logsStore = createLogsStore(() => api.resources);
