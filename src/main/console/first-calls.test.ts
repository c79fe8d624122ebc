// Promise: a light turns on with what really came in, by the path it asked for and by what its program calls itself; the console's own
// test turns none on, and a restart forgets none. Who comes after the first over the same wire is told, once.
import { expect, it, onTestFinished } from 'vitest';
import { TEST_DIALECTS, tempStore } from '../store/testing/temp-store.ts';
import { createLog } from '../telemetry/log.ts';
import { FirstCalls, wiresOf } from './first-calls.ts';
import { TEST_CLIENT } from './test-prompt.ts';

it.each([
  ['/api/chat', 'ollama-python/0.5.1', ['ollama']],
  ['/api/tags', undefined, ['ollama']],
  ['/v1/chat/completions', 'OpenAI/Python 1.99.0', ['openai']],
  ['/v1/models', 'openai-node', ['openai']],
  ['/v1/messages', 'Anthropic/Python 0.60', ['anthropic']],
  ['/v1/messages/count_tokens', '', ['anthropic']],
  ['/api/generate', 'litellm/1.79.3', ['ollama', 'agent_zero']],
  ['/v1/chat/completions', 'curl/8.14.1', ['openai', 'curl']],
  // Whether anybody is at home is asked over no wire.
  ['/', 'curl/8.14.1', []],
  ['/apis', 'curl/8.14.1', []],
])('%s by %s', (path, userAgent, wires) => {
  expect(wiresOf({ path, userAgent })).toEqual(wires);
});

it.each(TEST_DIALECTS)('the first of each is kept over a restart, in %s', async (dialect) => {
  const temp = await tempStore(dialect);
  onTestFinished(() => temp[Symbol.asyncDispose]());
  const { store, clock } = temp;
  const open = () => FirstCalls.open({ store, clock, log: createLog('silent'), onChange: () => undefined });
  const calls = await open();
  calls.note({ path: '/api/chat', userAgent: 'curl/8', client: TEST_CLIENT });
  expect(calls.all()).toEqual([]);
  calls.note({ path: '/v1/messages', userAgent: 'claude-cli/2.0 (external)', client: 'coder' });
  calls.note({ path: '/v1/messages', userAgent: 'other/1', client: 'later' });
  calls.note({ path: '/api/chat', userAgent: '<script>', client: 'odd' });
  await calls.settled();
  const again = await open();
  expect(again.all()).toEqual(calls.all().map((call) => ({ ...call, newest: null })));
  expect(again.all()).toMatchObject([
    { wire: 'ollama', client: 'odd', program: null },
    { wire: 'anthropic', client: 'coder', program: 'claude-cli/2.0' },
  ]);
  await again.forget((client) => client === 'odd');
  expect((await open()).all()).toMatchObject([{ wire: 'anthropic' }]);
});

it('says who came last that had not come before, in bounded room', async () => {
  const temp = await tempStore('sqlite');
  onTestFinished(() => temp[Symbol.asyncDispose]());
  const { store, clock } = temp;
  let changes = 0;
  const calls = await FirstCalls.open({ store, clock, log: createLog('silent'), onChange: () => changes++ });
  const chat = (client: string, userAgent?: string) => calls.note({ path: '/api/chat', userAgent, client });
  const newest = () => calls.all().find(({ wire }) => wire === 'ollama')?.newest;
  chat('lab', 'curl/8.14.1');
  chat('lab', 'curl/8.14.1');
  expect(newest()).toBeNull();
  chat('coder', 'ollama-python/0.5');
  expect(newest()).toEqual({ at: clock.now(), client: 'coder', program: 'ollama-python/0.5' });
  // The light of curl, that of Ollama, and the second caller of Ollama's.
  expect(changes).toBe(3);
  for (let n = 0; n < 3; n++) {
    chat('lab', `curl/8.14.1 (run ${n})`);
    chat('coder', `ollama-python/0.5 (run ${n})`);
  }
  expect(changes).toBe(3);
  chat('coder', `sk-ant-${'a1'.repeat(20)}`);
  expect(newest()).toMatchObject({ client: 'coder', program: null });
  for (let n = 0; n < 1000; n++) chat(`client-${n}`);
  expect(newest()).toMatchObject({ client: 'client-999' });
  await calls.forget((client) => client === 'client-999');
  expect(newest()).toBeNull();
});
