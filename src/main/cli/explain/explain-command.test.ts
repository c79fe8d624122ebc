// Promise: `festinger explain command` says what a command may do, line by line and in order, and opens no database for it.
import { Readable } from 'node:stream';
import { expect, it } from 'vitest';
import { type Command, parseCommandLine } from '../arguments.ts';
import { explain } from './explain.ts';

async function run(argv: readonly string[], input = ''): Promise<{ code: number; said: string }> {
  const said: string[] = [];
  const command = parseCommandLine(['explain', 'command', ...argv]) as Extract<Command, { name: 'explain' }>;
  const code = await explain(command, Readable.from([Buffer.from(input)]), {
    write: (part) => said.push(part),
  });
  return { code, said: said.join('') };
}

it('judges one command, where the named database is not even there', async () => {
  const { code, said } = await run(['cat x | bash', '--database', 'postgres://u:p@127.0.0.1:1/none']);
  expect([code, JSON.parse(said)]).toEqual([
    0,
    { intent: 'WriteOrUnknown', reason: 'bash runs what it is given', phase: 'guard', proof: null },
  ]);
});

it('says how a read would be proven with a sandbox, and without one', async () => {
  const lines = [true, false].map((sandbox) => JSON.stringify({ command: 'awk 1 /etc/hosts', sandbox }));
  const { said } = await run(['--batch'], lines.join('\n'));
  const proofs = said
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line).proof);
  expect(proofs).toEqual(['confined', null]);
});

it('answers lines in order, and ends with 1 when one could not be answered', async () => {
  const lines = ['{"id":1,"command":"ls"}', '{"id":2}', 'no json', '{"id":"c","command":"rm x"}'];
  const { code, said } = await run(['--batch'], `${lines.join('\n')}\n`);
  const answers = said
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(code).toBe(1);
  expect(answers).toEqual([
    { id: 1, intent: 'ReadOnlyCertain', reason: 'ls only reads', phase: 'by_construction', proof: 'table' },
    { id: 2, error: { code: 'INVALID_INPUT', message: expect.any(String) } },
    { id: null, error: { code: 'INVALID_INPUT', message: expect.any(String) } },
    { id: 'c', intent: 'WriteOrUnknown', reason: 'rm changes things', phase: 'known_write', proof: null },
  ]);
});
