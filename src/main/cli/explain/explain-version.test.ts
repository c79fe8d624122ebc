// Promise: `festinger explain version` orders two versions, or says whether one is in a range, line by line and in order, under whatever
// name the scheme has; what is unknown is null, and a line that asks neither is named.
import { Readable } from 'node:stream';
import { expect, it } from 'vitest';
import { type Command, parseCommandLine } from '../arguments.ts';
import { explain } from './explain.ts';

async function run(argv: readonly string[], input: string): Promise<{ code: number; answers: unknown[] }> {
  const said: string[] = [];
  const command = parseCommandLine(['explain', 'version', ...argv]) as Extract<Command, { name: 'explain' }>;
  const out = { write: (part: string) => said.push(part) };
  const code = await explain(command, Readable.from([Buffer.from(input)]), out);
  const text = said.join('').trim();
  return {
    code,
    answers: (argv.includes('--batch') ? text.split('\n') : [text]).map((line) => JSON.parse(line)),
  };
}

it('answers one object on standard input, where the named database is not even there', async () => {
  const database = ['--database', 'postgres://u:p@127.0.0.1:1/none'];
  expect(await run(database, '{"scheme":"Debian:12","a":"1.0~rc1-1","b":"1.0-1"}')).toEqual({
    code: 0,
    answers: [{ cmp: -1 }],
  });
});

it('answers lines in order, and ends with 0 where some are unknown', async () => {
  const events = [{ introduced: '0' }, { fixed: '1.5' }];
  const lines = [
    { id: 1, scheme: 'rpm', a: '1:1.0-1', b: '2.0-1' },
    { id: 'x', scheme: 'cargo', version: '1.5.0', range: 'vers:cargo/>=1.0.0|<2.0.0' },
    { id: 3, scheme: 'PyPI', version: '1.5', range: '>=1.2, <2, !=1.5' },
    { id: 4, scheme: 'pypi', version: '1.4.9', range: events },
    { id: 5, scheme: 'homemade', a: '1', b: '2' },
    { id: 6, scheme: 'npm', version: '1.0.0', range: 'vers:npm/2.0.0|1.0.0' },
    { id: 7, scheme: 'npm', a: '1.0', b: '1.0.0' },
  ];
  const { code, answers } = await run(['--batch'], lines.map((line) => JSON.stringify(line)).join('\n'));
  expect(code).toBe(0);
  expect(answers).toEqual([
    { id: 1, cmp: 1 },
    { id: 'x', in: true },
    { id: 3, in: false },
    { id: 4, in: true },
    { id: 5, cmp: null },
    { id: 6, in: null },
    { id: 7, cmp: null },
  ]);
});

it('names what asks neither, goes on, and then ends with 1', async () => {
  const lines = [
    '{"id":1,"scheme":"npm","a":"1.0.0"}',
    'no json',
    '{"id":3,"scheme":"npm","a":"1.0.0","b":"1.0.0"}',
  ];
  const { code, answers } = await run(['--batch'], lines.join('\n'));
  expect(code).toBe(1);
  expect(answers).toEqual([
    { id: 1, error: { code: 'INVALID_INPUT', message: expect.any(String) } },
    { id: null, error: { code: 'INVALID_INPUT', message: expect.any(String) } },
    { id: 3, cmp: 0 },
  ]);
});
