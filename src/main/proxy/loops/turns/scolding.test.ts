// Promise: a framework that complains about the format, again and again, is no person and its agent is stuck, whatever of the
// agent's words it quotes and however many it counts; what a tool says of a file is no such complaint.
import { describe, expect, it } from 'vitest';
import { scanBody } from '../../body/body-scanner.ts';
import type { LoopFinding } from '../finding.ts';
import { LoopMemory } from '../loop-memory.ts';
import { scoldKey, scolds } from './scolding.ts';

const THOUGHTS = ['I think', 'so it', 'must be', 'the lamp', 'that is', 'quite dark', 'and cold', 'tonight'];

function look(count: number, scold: (n: number) => string): LoopFinding | null {
  const messages = Array.from({ length: count }, (_, n) => [
    { role: 'assistant', content: `${THOUGHTS[n]}, number ${n}: ${THOUGHTS.slice(n).join(' or ')}.` },
    { role: 'user', content: scold(n) },
  ]).flat();
  const body = Buffer.from(
    JSON.stringify({ model: 'm', messages: [{ role: 'user', content: 'Go.' }, ...messages] }),
  );
  const index = scanBody(body, 'openai_chat');
  if (!index) throw new Error('the body is JSON');
  return new LoopMemory().look({
    ...{ body, index, route: 'openai_chat', client: 'me', sharedBytes: 0, now: 0 },
    ...{ breakerMs: 300_000, off: new Set() },
  });
}

describe('a framework that scolds', () => {
  const said: Readonly<Record<string, (n: number) => string>> = {
    'the same words': () => 'Your last message called no tool. You must use a tool.',
    'another count': (n) => `Please give exactly one command in a block, found ${n * 2}.`,
    'what it quotes': (n) => `Could not parse the answer: ${THOUGHTS[n]} and ${THOUGHTS[7 - n]} went there`,
    'an excerpt': (n) => `Invalid format. What was read: "${THOUGHTS.slice(n).join(' ')}". Write JSON.`,
  };
  it.each(Object.entries(said))('%s: the agent is stuck at the sixth', (_, scold) => {
    expect(look(5, scold)).toBeNull();
    expect(look(6, scold)).toMatchObject({ rule: 'stuck', level: 1, copies: 6 });
  });

  it('a person who is not content says something else each time', () => {
    expect(look(7, (n) => `That is not it, ${THOUGHTS[n]} should be brighter.`)).toBeNull();
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
