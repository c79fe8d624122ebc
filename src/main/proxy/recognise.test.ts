// Promises: a session on two APIs is read by each one's own shape.
import { describe, expect, it } from 'vitest';
import { DEFAULT_SETTINGS } from '../../shared/model/settings.ts';
import { graphLexicon } from '../graph/lexicon.ts';
import { Enricher } from './enrich.ts';
import type { PromptRoute } from './routes.ts';
import { NOW, smallGraph } from './testing/rig.ts';

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
