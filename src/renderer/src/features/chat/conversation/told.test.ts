// Promise: however events are bundled, the conversation comes to the same, word for word; what waits is no longer there once it was handed over.
import { expect, it } from 'vitest';
import type { ChatEvent } from '../../../../../shared/model/assistant/events.ts';
import { fc, runs } from '../../../../../shared/testing/campaign.ts';
import { aSession } from '../chat.fixture.ts';
import { type Held, together, told } from './told.ts';

const EMPTY: Held = { session: null, entries: [], steering: [], roomTokens: null, ended: null };

const word = (type: 'content' | 'thinking', message_id: string, text: string): ChatEvent => ({
  ...{ type, run_id: 'r1', message_id, at: 1, turn: 1, text },
});
const words = fc
  .tuple(fc.constantFrom('content' as const, 'thinking' as const), fc.constantFrom('a', 'b'), fc.string())
  .map((given) => word(...given));
const others: fc.Arbitrary<ChatEvent> = fc.constantFrom<ChatEvent>(
  { type: 'content_replaced', message_id: 'a', text: 'No.', reason: 'phantom' },
  { type: 'session', session: aSession() },
  { type: 'message', id: 'u2', run_id: 'r1', at: 2, text: 'also', mentions: [], steering: true },
  { type: 'rewound', from_id: 'b' },
);

it('comes to the same in bundles of any size', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(words, words, others)), fc.nat(7), (events, size) => {
      const start = { ...EMPTY, steering: ['also', 'more'] };
      let bundled: Held = start;
      for (let at = 0; at < events.length; at += size + 1)
        bundled = told(bundled, events.slice(at, at + size + 1));
      let single: Held = start;
      for (const event of events) single = told(single, [event]);
      expect(bundled).toEqual(single);
    }),
    { numRuns: runs(1000) },
  );
});

it('puts the deltas of one message together, and no others', () => {
  const events = [
    word('content', 'a', 'It '),
    word('content', 'a', 'runs'),
    word('thinking', 'a', 'hm'),
    word('content', 'b', '!'),
  ];
  expect(together(events).map((event) => ('text' in event ? event.text : ''))).toEqual([
    'It runs',
    'hm',
    '!',
  ]);
});

it('lets go of what waited once it is handed over, of the same words only the first', () => {
  const held = { ...EMPTY, steering: ['stop that', 'use web-2', 'stop that'] };
  const handed: ChatEvent = {
    ...{ type: 'message', id: 'u2', run_id: 'r1', at: 2, text: 'stop that', mentions: [], steering: true },
  };
  expect(told(held, [handed]).steering).toEqual(['use web-2', 'stop that']);
  expect(told(held, [{ ...handed, steering: false }]).steering).toHaveLength(3);
});

it('remembers what the model holds when an answer does not say it, and which run ended', () => {
  const usage = (context_tokens: number | null): ChatEvent => ({
    ...{ type: 'usage', message_id: 'a', state: 'final', model: 'm', input_tokens: 1, output_tokens: 1 },
    ...{ cost: null, ms: 1, context_tokens },
  });
  const held = told(EMPTY, [word('content', 'a', 'x'), usage(8192), usage(null)]);
  expect(held.roomTokens).toBe(8192);
  expect(held.ended).toBeNull();
  const done: ChatEvent = {
    ...{
      type: 'done',
      id: 'e1',
      run_id: 'r1',
      at: 9,
      reason: 'stopped',
      unverified: [],
      outcomes: [],
      turns: 1,
      calls: 0,
    },
    ...{ input_tokens: 1, output_tokens: 1, cost: null, ms: 5 },
  };
  expect(told(held, [done]).ended).toMatchObject({ id: 'e1', reason: 'stopped' });
});
