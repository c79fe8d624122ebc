// Promise: a body whose turns are in no form of any API is looked at without an error and in short, and what cannot be read is
// never taken for the same again; broken arguments are told apart, and a loop of them is found.
import { describe, expect, it } from 'vitest';
import { scanBody } from '../body/body-scanner.ts';
import type { PromptRoute } from '../routes.ts';
import type { LoopFinding } from './finding.ts';
import { LoopMemory } from './loop-memory.ts';
import { step } from './testing/look.ts';

function lookAt(route: PromptRoute, prompt: object): LoopFinding | null {
  const body = Buffer.from(JSON.stringify({ model: 'm', ...prompt }));
  const index = scanBody(body, route);
  if (!index) throw new Error('the body is JSON');
  const seen = { body, index, route, client: 'me', sharedBytes: 0, now: 0 };
  return new LoopMemory().look({ ...seen, breakerMs: 300_000, off: new Set() });
}

const rounds = (count: number, round: (n: number) => unknown[]): unknown[] =>
  Array.from({ length: count }, (_, n) => round(n)).flat();
const word = (n: number): string => String.fromCharCode(97 + n);
const asked = { role: 'user', content: 'Go.' };
const result = (content: unknown) => ({ role: 'tool', tool_call_id: 'c', content });
const calls = (tool_calls: unknown) => ({ role: 'assistant', content: null, tool_calls });
const call = (args: unknown) =>
  calls([{ id: 'c', type: 'function', function: { name: 'f', arguments: args } }]);
const deep = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth);

describe('turns that cannot be read are no loop', () => {
  const broken: Readonly<Record<string, (n: number) => unknown[]>> = {
    'calls that are no list': () => [calls('f'), result('the same result')],
    'calls that are an object': () => [calls({ f: 1 }), result('the same result')],
    'calls that are nothing': () => [calls([null, 7, 'f', []]), result('the same result')],
    'calls without a name': () => [calls([{}, { id: 'c', function: {} }]), result('the same result')],
    'null for every content': () => [calls(null), result(null)],
    'null from both sides': () => [
      { role: 'assistant', content: null },
      { role: 'user', content: null },
    ],
    'no content at all': () => [{ role: 'assistant' }, { role: 'user' }],
    'numbers for contents': () => [
      { role: 'assistant', content: 5 },
      { role: 'user', content: 7 },
    ],
    'turns without a role': () => [{ content: 'the same' }, { content: 'the same' }],
    'turns that are no objects': () => ['the same', 5, null, []],
    'results in front of their calls': (n) => [result(`result ${word(n)}`), call('{"a":1}')],
    'results without any call': () => [result('the same result')],
    'arguments that are no JSON, each another': (n) => [call(`{"a": "${word(n)}`), result(`told ${word(n)}`)],
  };
  it.each(Object.entries(broken))('%s', (_, round) => {
    const messages = [asked, ...rounds(20, round)];
    expect(lookAt('openai_chat', { messages })).toBeNull();
    expect(lookAt('chat', { messages })).toBeNull();
  });

  it('items and blocks without names and ids', () => {
    const items = rounds(20, () => [{ type: 'function_call' }, { type: 'function_call_output' }]);
    expect(lookAt('openai_responses', { input: [asked, ...items] })).toBeNull();
    expect(lookAt('openai_responses', { input: [null, 1, 'x', [], {}] })).toBeNull();
    const blocks = rounds(20, () => [
      { role: 'assistant', content: [null, 1, {}, { type: 'tool_use' }] },
      { role: 'user', content: [null, { type: 'tool_result' }] },
    ]);
    expect(lookAt('anthropic_messages', { messages: [asked, ...blocks] })).toBeNull();
  });
});

describe('a loop is found where', () => {
  const looping: Readonly<Record<string, () => unknown[]>> = {
    'calls have no id': () => [
      calls([{ function: { name: 'f', arguments: '{}' } }]),
      result('the same result'),
    ],
    'calls have no arguments': () => [
      calls([{ id: 'c', function: { name: 'f' } }]),
      result('the same result'),
    ],
    'arguments are no JSON': () => [call('{"a": "x'), result('the same result')],
    'arguments are null': () => [call(null), result('the same result')],
    'arguments are deep': () => [call(deep(5000)), result('the same result')],
  };
  it.each(Object.entries(looping))('%s', (_, round) => {
    expect(lookAt('openai_chat', { messages: [asked, ...rounds(4, round)] })).toMatchObject({ level: 2 });
  });
});

describe('takes no time', () => {
  const large: Readonly<Record<string, unknown[]>> = {
    'for arguments of a megabyte': rounds(3, () => [
      call(`{"a": "${'x y '.repeat(250_000)}`),
      result('told'),
    ]),
    'for many arguments': rounds(3, () => [
      call(JSON.stringify(Object.fromEntries(rounds(60_000, (n) => [[`k${n}`, n]]) as [string, number][]))),
      result('told'),
    ]),
    'for results of parts and times': rounds(4, () => [
      call('{"a": "|| echo"}'),
      result('connection 1/2 took duration_'.repeat(15_000)),
    ]),
    'for 10,000 turns': rounds(5000, (n) => step(n, 'f', { a: word(n % 26) + word(n % 25) }, `r${n % 24}`)),
    'for 10,000 turns of a loop': rounds(5000, (n) => step(n, 'f', { a: 1 }, 'the same result')),
    'for a person of 10,000 turns': rounds(5000, () => [asked, { role: 'assistant', content: 'Done.' }]),
  };
  it.each(Object.entries(large))('%s', (_, said) => {
    const started = performance.now();
    lookAt('openai_chat', { messages: [asked, ...said] });
    expect(performance.now() - started).toBeLessThan(1000);
  });
});
