// Promise: an agent's request never waits for the assistant: a call of the assistant's at the agents' upstream gives way in the middle of its answer, and
// says it anew when there is room; while agents fill the upstream, it waits, and Stop ends the waiting.
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { assistantRoad, type Road, says } from '../../core/testing/assistant-road.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

let road: Road;
beforeAll(async () => {
  // Another path than the agents', at the same upstream.
  road = await assistantRoad({ wire: 'openai' });
});
afterAll(() => road[Symbol.asyncDispose]());

const asAgent = () => road.test.chat([{ role: 'user', content: 'What is a llama?' }]);

it('gives way in the middle of its answer to an agent, and says it anew', async () => {
  road.script({ ...says('This is broken off here'), hold: { afterTokens: 2 } }, says('This is whole.'));
  const run = await road.begin('Say something long');
  // What may be the beginning of a key in use waits for the next piece: words come in other pieces than they were said in.
  const heard = () => run.events.map((event) => (event.type === 'content' ? event.text : '')).join('');
  await expect.poll(heard).toContain('This');
  // Held for good, it would hold up whoever waits for it.
  await asAgent();
  const played = await run.played();
  expect(played.done.reason).toBe('answer');
  expect(played.answer).toBe('This is whole.');
  const answers = played.entries.flatMap((entry) => (entry.kind === 'answer' ? [entry.state] : []));
  expect(answers, 'nothing is left of the broken-off answer').toEqual(['final']);
  const waits = played.events.flatMap((event) => (event.type === 'session' ? [event.session.waits] : []));
  const paused = waits.indexOf('agent');
  expect(paused, 'it says that it is paused').toBeGreaterThan(waits.indexOf('model'));
  expect(waits.indexOf('model', paused), 'and that it goes on').toBeGreaterThan(paused);
  expect(JSON.stringify(played.entries)).not.toContain('broken off');
});

it('that is broken off before its first word begins again unnoticed, and its prompt is counted once', async () => {
  const held = Promise.withResolvers<void>();
  const used = async () => (await road.get<{ budget: { usedToday: number } }>('/sessions')).budget.usedToday;
  road.script(says('Short.'));
  const from = await used();
  await road.say('Count me');
  const once = (await used()) - from;
  road.script({ ...says('Never heard'), hold: { afterTokens: 0, until: held.promise } }, says('Short.'));
  const asked = road.sent.length;
  const run = await road.begin('Count me');
  await expect.poll(() => road.sent.length).toBe(asked + 1);
  await asAgent();
  const played = await run.played();
  held.resolve();
  expect([played.answer, road.sent.length]).toEqual(['Short.', asked + 2]);
  expect(played.entries.filter(({ kind }) => kind === 'answer')).toHaveLength(1);
  expect((await used()) - from - once).toBeLessThan(once * 1.5);
});

it('waits while an agent is answered, goes when that is over, and is stopped while it waits', async () => {
  const gate = Promise.withResolvers<void>();
  road.test.upstream.script({
    ...{ path: '/api/chat', times: 1 },
    behave: { ...says('An agent’s answer'), hold: { afterTokens: 1, until: gate.promise } },
  });
  const agent = asAgent();
  await expect.poll(() => road.test.upstream.requests.at(-1)?.path).toBe('/api/chat');
  road.script(says('Now it is my turn.'));
  const asked = road.sent.length;
  const stopped = await road.begin('And?');
  await road.post(`/sessions/${stopped.sessionId}/stop`);
  expect((await stopped.played()).done.reason).toBe('stopped');
  const run = await road.begin('And now?');
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(road.sent.length, 'nothing was asked of the model meanwhile').toBe(asked);
  gate.resolve();
  await agent;
  expect((await run.played()).answer).toBe('Now it is my turn.');
});
