// Promise: a framework that complains about the format, again and again, is no person and its agent is stuck, whatever of the
// agent's words it quotes and however many it counts; what a tool says of a file is no such complaint.
import { describe, expect, it } from 'vitest';
import { look } from '../testing/look.ts';
import { scoldKey, scolds } from './scolding.ts';

const THOUGHTS = ['I think', 'so it', 'must be', 'the lamp', 'that is', 'quite dark', 'and cold', 'tonight'];

const scolded = (count: number, scold: (n: number) => string) =>
  Array.from({ length: count }, (_, n) => [
    { role: 'assistant', content: `${THOUGHTS[n]}, number ${n}: ${THOUGHTS.slice(n).join(' or ')}.` },
    { role: 'user', content: scold(n) },
  ]).flat();

describe('a framework that scolds', () => {
  const said: Readonly<Record<string, (n: number) => string>> = {
    'the same words': () => 'Your last message called no tool. You must use a tool.',
    'another count': (n) => `Please give exactly one command in a block, found ${n * 2}.`,
    'what it quotes': (n) => `Could not parse the answer: ${THOUGHTS[n]} and ${THOUGHTS[7 - n]} went there`,
    'an excerpt': (n) => `Invalid format. What was read: "${THOUGHTS.slice(n).join(' ')}". Write JSON.`,
  };
  it.each(Object.entries(said))('%s: the agent is stuck at the sixth', (_, scold) => {
    expect(look(scolded(5, scold), 100)).toBeNull();
    expect(look(scolded(6, scold), 100)).toMatchObject({ rule: 'stuck', level: 1, copies: 6 });
  });

  it('a person who is not content says something else each time, or the same after a while', () => {
    const words = (n: number) => `That is not it, ${THOUGHTS[n]} should be brighter.`;
    expect(look(scolded(7, words), 100)).toBeNull();
    expect(look(scolded(8, () => 'You must use one lamp.'))).toBeNull();
  });
});

it.each([
  ['No tool calls were found in the response.', true],
  ['You did not use a tool.', true],
  ['Format error: three blocks', true],
  ['Your output was not formatted correctly.', true],
  ['The file was not found.', false],
  ['Error: no such file', false],
  ['Your garden must be lovely.', false],
  ['3 tests failed', false],
])('%s: %s', (text, does) => expect(scolds(text)).toBe(does));

it('is told by its first clause', () => {
  expect(scoldKey('Give exactly one action, found 3 actions. Then …')).toBe(
    'Give exactly one action, found # actions',
  );
  expect(scoldKey('x'.repeat(500))).toHaveLength(120);
});
