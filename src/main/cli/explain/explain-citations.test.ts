// Promise: `festinger explain citations` says of each line what it cites, with places, and what is wrong with it; a bad line gets an error and the rest
// goes on.
import { Readable } from 'node:stream';
import { expect, it } from 'vitest';
import { type Command, parseCommandLine } from '../arguments.ts';
import { explain } from './explain.ts';

async function run(argv: readonly string[], input = ''): Promise<{ code: number; answers: unknown[] }> {
  const said: string[] = [];
  const command = parseCommandLine(['explain', 'citations', ...argv]) as Extract<
    Command,
    { name: 'explain' }
  >;
  const out = { write: (part: string) => said.push(part) };
  const code = await explain(command, Readable.from([Buffer.from(input)]), out);
  const text = said.join('').trim();
  const lines = argv.includes('--batch') ? text.split('\n') : [text];
  return { code, answers: lines.map((line) => JSON.parse(line)) };
}

it('answers lines in order, each by its number of sources and its dialect', async () => {
  const lines = [
    '{"id":1,"text":"Fixed in 5.6.2 [1][^2].","sources":2}',
    '{"id":"b","text":"Fixed [1][^2].","sources":1,"dialect":"caret"}',
    '{"id":3,"text":"Fixed [1][^01].","sources":0,"dialect":"bracket"}',
    '{"text":"none","sources":-1}',
    'no json',
    '{"id":4,"text":"Fixed [9-7] [12].","sources":3,"dialect":"both"}',
  ];
  const { code, answers } = await run(['--batch'], `${lines.join('\n')}\n`);
  expect(code).toBe(1);
  expect(answers).toEqual([
    {
      id: 1,
      citations: [
        { marker: '[1]', ids: [1], start: 15, end: 18 },
        { marker: '[^2]', ids: [2], start: 18, end: 22 },
      ],
      faults: [],
    },
    {
      id: 'b',
      citations: [{ marker: '[^2]', ids: [2], start: 9, end: 13 }],
      faults: [{ code: 'citation_invalid', marker: '[^2]', start: 9, reason: 'out_of_range' }],
    },
    {
      id: 3,
      citations: [{ marker: '[1]', ids: [1], start: 6, end: 9 }],
      faults: [{ code: 'citation_invalid', marker: '[1]', start: 6, reason: 'out_of_range' }],
    },
    { id: null, error: { code: 'INVALID_INPUT', message: expect.any(String) } },
    { id: null, error: { code: 'INVALID_INPUT', message: expect.any(String) } },
    {
      id: 4,
      citations: [{ marker: '[12]', ids: [12], start: 12, end: 16 }],
      faults: [
        { code: 'citation_invalid', marker: '[9-7]', start: 6, reason: 'malformed' },
        { code: 'citation_invalid', marker: '[12]', start: 12, reason: 'out_of_range' },
      ],
    },
  ]);
});

it('judges one text, of which no id is out of range', async () => {
  expect(await run(['So it is [7].'])).toEqual({
    code: 0,
    answers: [{ citations: [{ marker: '[7]', ids: [7], start: 9, end: 12 }], faults: [] }],
  });
});

it('refuses a text that is too long or nested too deep, and goes on with the next', async () => {
  const texts = [
    'a'.repeat(65_537),
    `a\n${'> - '.repeat(50)}[1]`,
    `${'> '.repeat(99)}[1]`,
    'a'.repeat(65_536),
  ];
  const { code, answers } = await run(
    ['--batch'],
    texts.map((text) => `${JSON.stringify({ text })}\n`).join(''),
  );
  expect(code).toBe(1);
  expect(answers).toEqual([
    {
      id: null,
      error: { code: 'INVALID_INPUT', message: expect.stringContaining('more than 65536 characters') },
    },
    { id: null, error: { code: 'INVALID_INPUT', message: expect.stringContaining('nests 100 quotations') } },
    { citations: [expect.objectContaining({ marker: '[1]' })], faults: [] },
    { citations: [], faults: [] },
  ]);
});
