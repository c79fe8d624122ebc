// Promises of the assistant, each as a journey through HTTP with a scripted model, in all three wire formats.
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { assistantRoad, calls, type Road, says, WIRES } from '../../core/testing/assistant-road.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

describe.each(WIRES)('over %s', (wire) => {
  let road: Road;
  beforeAll(async () => {
    road = await assistantRoad({ wire });
  });
  afterAll(() => road[Symbol.asyncDispose]());

  it('answers with what a tool told it', async () => {
    road.script(calls(['query', { action: 'list', kind: 'model' }]), says('There are models.'));
    const played = await road.say('Which models are there?');
    expect(played.done.reason).toBe('answer');
    expect(played.answer).toBe('There are models.');
    expect(played.tools.map(({ tool, status }) => [tool, status])).toEqual([['query', 'done']]);
  });
});
