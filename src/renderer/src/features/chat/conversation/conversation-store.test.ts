// Promise: a session is read once and followed from there; a gap and a broken stream lose no word and double none; what is said stands until it is in
// the transcript, and comes back when it was not taken.
import { ORPCError } from '@orpc/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { ChatEvent } from '../../../../../shared/model/assistant/events.ts';
import { connection } from '../../../session/client.ts';
import { aMessage, anAnswer, anEnd, aSession } from '../chat.fixture.ts';
import { createConversationStore } from './conversation-store.ts';

type Calls = ReturnType<Parameters<typeof createConversationStore>[0]>;
type Told = { id: string; events: ChatEvent[] | null };

const word = (text: string): ChatEvent => ({
  ...{ type: 'content', run_id: 'r1', message_id: 'a1', at: 1, turn: 1, text },
});
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

/** A core whose streams say what they are told to, in turn, and then wait or break off. */
function core(streams: readonly (readonly (Told | 'breaks')[])[], more: Partial<Calls> = {}) {
  const asked: (string | undefined)[] = [];
  let text = 'It ';
  const calls = {
    session: vi.fn(async () => ({
      session: aSession({ run_id: 'r1' }),
      entries: [aMessage(), anAnswer({ text, state: 'streaming' })],
      steering: [],
      lastEventId: `read ${text}`,
    })),
    async follow({ lastEventId }: { lastEventId?: string }, { signal }: { signal: AbortSignal }) {
      const script = streams[asked.length] ?? [];
      asked.push(lastEventId);
      return (async function* () {
        for (const told of script) {
          if (told === 'breaks') return;
          yield told;
        }
        await new Promise((resolve) => signal.addEventListener('abort', resolve));
      })();
    },
    ...more,
  } as unknown as Calls;
  const store = createConversationStore(
    () => calls,
    (flush) => {
      const timer = setTimeout(flush, 30);
      return () => clearTimeout(timer);
    },
  );
  const answer = () => {
    const entry = store.getState().entries.findLast(({ kind }) => kind === 'answer');
    return entry?.kind === 'answer' ? entry.text : null;
  };
  return {
    store,
    calls,
    asked,
    answer,
    isNow: (now: string) => {
      text = now;
    },
  };
}

it('goes on from where the reading ended, and after a break from the last event it took', async () => {
  const { store, asked, answer, calls } = core([
    [{ id: '1', events: [word('runs')] }, 'breaks'],
    [{ id: '2', events: [word(' well')] }],
  ]);
  void store.getState().watch('s1', stop.now.signal);
  await vi.advanceTimersByTimeAsync(2000);
  expect(answer()).toBe('It runs well');
  expect(asked).toEqual(['read It ', '1']);
  expect(calls.session).toHaveBeenCalledTimes(1);
});

it('reads anew after a gap, and takes nothing of the old reading', async () => {
  const { store, asked, answer, isNow } = core([
    [
      { id: '1', events: [word('ru')] },
      { id: '9', events: null },
      { id: '10', events: [word('LATE')] },
    ],
    [{ id: '11', events: [word('.')] }],
  ]);
  void store.getState().watch('s1', stop.now.signal);
  isNow('It runs now');
  await vi.advanceTimersByTimeAsync(500);
  expect(answer()).toBe('It runs now.');
  expect(asked.at(-1)).toBe('read It runs now');
});

it('is of the one that is open, whatever still comes of the last', async () => {
  const { store, answer } = core([[{ id: '1', events: [word('runs')] }]]);
  const first = new AbortController();
  void store.getState().watch('s1', first.signal);
  await vi.advanceTimersByTimeAsync(10);
  first.abort();
  void store.getState().watch(null, stop.now.signal);
  await vi.advanceTimersByTimeAsync(500);
  expect(answer()).toBeNull();
  expect(store.getState()).toMatchObject({ id: null, session: null, isRead: false });
});

it('asks again for what could not be read, but not for what is gone', async () => {
  const fails = vi.fn();
  const gone = core([], { session: fails as never });
  fails.mockRejectedValue(new ORPCError('NOT_FOUND', { message: 'Gone.', defined: false }));
  void gone.store.getState().watch('s1', stop.now.signal);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(fails).toHaveBeenCalledTimes(1);
  expect(gone.store.getState().failure).toMatchObject({ code: 'NOT_FOUND' });
  const busy = vi.fn().mockRejectedValue(new ORPCError('UNAVAILABLE', { message: 'Busy.', defined: false }));
  void core([], { session: busy as never })
    .store.getState()
    .watch('s1', stop.now.signal);
  await vi.advanceTimersByTimeAsync(20_000);
  expect(busy.mock.calls.length).toBeGreaterThan(2);
});

it('shows what is said until it stands in the transcript, and lets it go when it was refused', async () => {
  const refused = core([], { send: (async () => Promise.reject(new Error('Busy.'))) as never });
  const said = { id: null, message: 'Hello', mentions: [] };
  const answer = refused.store.getState().send(said);
  expect(refused.store.getState().sending).toMatchObject({ text: 'Hello' });
  expect(await answer).toMatchObject({ message: 'Busy.' });
  expect(refused.store.getState().sending).toBeNull();
  const taken = core([], { send: (async () => ({ session: aSession(), runId: 'r1' })) as never });
  await taken.store.getState().send(said);
  expect(taken.store.getState().sending).toMatchObject({ text: 'Hello', runId: 'r1' });
  void taken.store.getState().watch('s1', stop.now.signal);
  await vi.advanceTimersByTimeAsync(10);
  expect(taken.store.getState().sending).toBeNull();
});

it('says of what was said here that it ended, also when that was before the session was read', async () => {
  const { store } = core([], {
    send: (async () => ({ session: aSession(), runId: 'r1' })) as never,
    session: (async () => ({
      ...{ session: aSession(), entries: [aMessage(), anAnswer(), anEnd()], steering: [], lastEventId: '9' },
    })) as never,
  });
  const first = new AbortController();
  void store.getState().watch('s1', first.signal);
  await vi.advanceTimersByTimeAsync(10);
  expect(store.getState().ended, 'what ended long ago is no news').toBeNull();
  first.abort();
  void store.getState().watch(null, new AbortController().signal);
  await store.getState().send({ id: null, message: 'Why is web-1 slow?', mentions: [] });
  void store.getState().watch('s1', stop.now.signal);
  await vi.advanceTimersByTimeAsync(10);
  expect(store.getState().ended).toMatchObject({ id: 'e1' });
});

it('takes a steering message back that was not taken', async () => {
  const { store } = core([], { steer: (async () => Promise.reject(new Error('Full.'))) as never });
  void store.getState().watch('s1', stop.now.signal);
  await vi.advanceTimersByTimeAsync(10);
  const failure = store.getState().steer({ text: 'also web-2', mentions: [] });
  expect(store.getState().steering).toEqual(['also web-2']);
  expect((await failure)?.message).toBe('Full.');
  expect(store.getState().steering).toEqual([]);
});

it('says as what comes next what came too late to steer, also after another was opened', async () => {
  const send = vi.fn(async () => ({ session: aSession(), runId: 'r2' }));
  const over = new ORPCError('NOT_ALLOWED', { message: 'Nothing runs.', defined: false });
  const { store } = core([], { send: send as never, steer: (async () => Promise.reject(over)) as never });
  const first = new AbortController();
  void store.getState().watch('s1', first.signal);
  await vi.advanceTimersByTimeAsync(10);
  expect(await store.getState().steer({ text: 'also web-2', mentions: [] })).toBeNull();
  expect(send).toHaveBeenLastCalledWith({ id: 's1', message: 'also web-2', mentions: [] });
  expect(store.getState()).toMatchObject({ steering: [], sending: { text: 'also web-2', runId: 'r2' } });
  const late = store.getState().steer({ text: 'and web-3', mentions: [] });
  first.abort();
  void store.getState().watch(null, stop.now.signal);
  expect(await late).toBeNull();
  expect(send).toHaveBeenLastCalledWith({ id: 's1', message: 'and web-3', mentions: [] });
  expect(store.getState().sending?.text).not.toBe('and web-3');
});
