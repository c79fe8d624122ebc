// The log as it comes: bounded, held still, begun anew after the stream broke, and not asked for again where there is none.
import { ORPCError } from '@orpc/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { LogLine } from '../../../../../shared/model/resource.ts';
import { connection } from '../../../session/client.ts';
import { createLogsStore, MOST_LINES } from './logs-store.ts';

const line = (at: number): LogLine => ({ at, stream: 'out', text: `line ${at}` });
const stop = { now: new AbortController() };

beforeEach(() => {
  vi.useFakeTimers();
  stop.now = new AbortController();
  connection.state.setState({ phase: 'open', lateMs: null }, true);
  vi.spyOn(connection, 'whenOpen').mockResolvedValue();
});
afterEach(() => {
  stop.now.abort();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** A log that says what it is told to, in turn. */
function spoken(...parts: readonly (readonly LogLine[])[]) {
  return createLogsStore(() => ({
    logs: (async () => {
      async function* say() {
        for (const lines of parts) {
          yield { lines: [...lines] };
          await new Promise((resolve) => setTimeout(resolve, 1000));
        }
        await new Promise(() => undefined);
      }
      return say();
    }) as never,
  }));
}

const texts = (store: ReturnType<typeof spoken>) => store.getState().lines?.map(({ text }) => text);

it('keeps so many of the newest lines and says that older ones left', async () => {
  const store = spoken(Array.from({ length: MOST_LINES + 5 }, (_, at) => line(at)));
  void store.getState().watch('a', true, stop.now.signal);
  await vi.advanceTimersByTimeAsync(500);
  expect(store.getState().lines).toHaveLength(MOST_LINES);
  expect(texts(store)?.[0]).toBe('line 5');
  expect(store.getState().cut).toBe(true);
});

it('stands still while it is held, and loses nothing', async () => {
  const store = spoken([line(1)], [line(2), line(3)]);
  void store.getState().watch('a', true, stop.now.signal);
  await vi.advanceTimersByTimeAsync(500);
  store.getState().setPaused(true);
  await vi.advanceTimersByTimeAsync(1500);
  expect(texts(store)).toEqual(['line 1']);
  expect(store.getState().waiting).toHaveLength(2);
  store.getState().setPaused(false);
  expect(texts(store)).toEqual(['line 1', 'line 2', 'line 3']);
});

it('says why there is no log, and does not ask again', async () => {
  const logs = vi.fn(() =>
    Promise.reject(new ORPCError('NOT_ALLOWED', { message: 'It has no log.', defined: false })),
  );
  const store = createLogsStore(() => ({ logs }) as never);
  void store.getState().watch('a', true, stop.now.signal);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(logs).toHaveBeenCalledTimes(1);
  expect(store.getState()).toMatchObject({ ended: true, failure: { message: 'It has no log.' } });
});
