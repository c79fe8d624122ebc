// Promises: a stream of states tells the newest to whoever takes its time, misses no change from before its first state on, and lets
// go of everything when it ends.
import { expect, it } from 'vitest';
import { states } from './newest-states.ts';
import { Listeners } from './watched.ts';

function source(first: string | Promise<string> = 'first') {
  const listeners = new Listeners<string>();
  const abort = new AbortController();
  const stream = states({ state: () => first, watch: (listener) => listeners.add(listener) }, abort.signal);
  return { listeners, abort, stream };
}

it('gives a slow reader the newest instead of a growing queue, and stops listening when aborted', async () => {
  const { listeners, abort, stream } = source();
  expect((await stream.next()).value).toBe('first');
  const second = stream.next();
  listeners.tell('a');
  expect((await second).value).toBe('a');
  for (const state of ['b', 'c', 'd']) listeners.tell(state);
  expect((await stream.next()).value).toBe('d');
  const last = stream.next();
  abort.abort();
  expect((await last).done).toBe(true);
  expect(listeners.count).toBe(0);
});

it('misses nothing that changes while its first state is read, or taken', async () => {
  const gate = Promise.withResolvers<string>();
  const { listeners, stream } = source(gate.promise);
  const first = stream.next();
  listeners.tell('while it is read');
  gate.resolve('first');
  expect((await first).value).toBe('first');
  expect((await stream.next()).value).toBe('while it is read');
  const next = stream.next(); // once, and not again
  await new Promise((resolve) => setImmediate(resolve));
  listeners.tell('later');
  expect((await next).value).toBe('later');
  const taken = source();
  await taken.stream.next();
  taken.listeners.tell('while it is taken');
  expect((await taken.stream.next()).value).toBe('while it is taken');
});

it('stops listening when its reader leaves, and when its first state cannot be read', async () => {
  const { listeners, stream } = source();
  await stream.next();
  expect(listeners.count).toBe(1);
  await stream.return();
  expect(listeners.count).toBe(0);
  const broken = source(Promise.reject(new Error('no database')));
  await expect(broken.stream.next()).rejects.toThrow('no database');
  expect(broken.listeners.count).toBe(0);
});
