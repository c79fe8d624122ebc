// Promises: a session on two APIs is read by each one's own shape; runs are told apart by what they call, however little they say.
import { describe, expect, it } from 'vitest';
import { DEFAULT_SETTINGS } from '../../../shared/model/settings.ts';
import { graphLexicon } from '../../graph/columns/lexicon.ts';
import type { PromptRoute } from '../routes.ts';
import { NOW, smallGraph } from '../testing/rig.ts';
import { Enricher } from './enrich.ts';

function start() {
  const graph = smallGraph();
  const enricher = new Enricher({
    graph,
    lexicon: graphLexicon(graph),
    settings: () => DEFAULT_SETTINGS,
    clock: { now: () => NOW, monotonic: () => 0 },
    contextTokens: () => undefined,
  });
  return (body: object, route: PromptRoute = 'chat', sessionId: string | null = null) =>
    enricher.enrich({
      ...{ route, sessionId, body: Buffer.from(JSON.stringify(body)) },
      ...{ project: 'default', isForeignOrigin: false },
    });
}

const user = (content: string) => ({ role: 'user', content });

describe('one session on two APIs', () => {
  it('is read on each by its own shape', () => {
    const send = start();
    const body = {
      ...{ model: 'm', system: [{ type: 'text', text: 'Be kind.' }] },
      messages: [user('what is gnommoweb')],
    };
    const first = send({ model: 'm', messages: [user('hello')] }, 'chat', 's');
    const second = send(body, 'anthropic_messages', 's');
    const third = send(body, 'chat', 's');
    // To /api/chat a `system` beside the messages is nothing.
    expect(third.turns.map(({ role }) => role)).toEqual(['user']);
    expect(second.conversation?.id).not.toBe(first.conversation?.id);
    expect(third.conversation?.id).toBe(first.conversation?.id);
  });
});

describe.each([
  ['told apart by hashes', 'Be kind.'],
  ['told apart by bytes', 'Be kind. '.repeat(100)],
])('two runs of an agent that say nothing but call tools: %s', (_how, prompt) => {
  const step = (content: string | null, path: string) => [
    { role: 'assistant', content, tool_calls: [{ function: { name: 'ls', arguments: { path } } }] },
    { role: 'tool', tool_name: 'ls', content: 'denied' },
  ];
  const opening = [{ role: 'system', content: prompt }, user('look around')];

  it.each([[''], [null], ['I look.']])('are two conversations from their first call on: %j', (content) => {
    const send = start();
    const runs = ['/a', '/b'].map((root) => ({ root, steps: [] as object[], ids: new Set<unknown>() }));
    for (const n of [1, 2, 3]) {
      for (const { root, steps, ids } of runs) {
        steps.push(...step(content, `${root}/${n}`));
        ids.add(send({ model: 'm', messages: [...opening, ...steps] }).conversation?.id);
      }
    }
    expect(runs.map(({ ids }) => ids.size)).toEqual([1, 1]);
    expect(runs[0]?.ids).not.toEqual(runs[1]?.ids);
  });

  it('a run stays one conversation when what its agent thought is left out of its history', () => {
    const send = start();
    const ids: (string | undefined)[] = [];
    const steps: object[] = [];
    for (let n = 0; n < 4; n++) {
      const [call, result] = step('', `/a/${n}`) as [object, object];
      const thought = { ...call, thinking: `I wonder about ${n}.` };
      ids.push(send({ model: 'm', messages: [...opening, ...steps, thought, result] }).conversation?.id);
      steps.push(call, result);
    }
    expect(new Set(ids).size).toBe(1);
  });
});
