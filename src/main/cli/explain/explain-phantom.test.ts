// Promise: `festinger explain phantom` says what an answer claims that nobody did, line by line and in order, from standard input or a
// file; a line that is none is named, and the command then ends with 2.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { expect, it, onTestFinished } from 'vitest';
import { type Command, parseCommandLine } from '../arguments.ts';
import { explain } from './explain.ts';

async function run(argv: readonly string[], input = ''): Promise<{ code: number; answers: unknown[] }> {
  const said: string[] = [];
  const command = parseCommandLine(['explain', 'phantom', ...argv]) as Extract<Command, { name: 'explain' }>;
  const out = { write: (part: string) => said.push(part) };
  const code = await explain(command, Readable.from([Buffer.from(input)]), out);
  const text = said.join('').trim();
  const isBatch = argv.includes('--batch');
  return { code, answers: (isBatch ? text.split('\n') : [text]).map((line) => JSON.parse(line)) };
}

const CLAIM = { kind: 'action', at: 4, text: 'I have restarted web-1.' };

it('judges one answer', async () => {
  expect(await run(['Hi! I have restarted web-1.'])).toEqual({
    code: 0,
    answers: [{ phantom: true, claims: [CLAIM] }],
  });
  expect(await run(['I can restart web-1. Shall I?'])).toEqual({
    code: 0,
    answers: [{ phantom: false, claims: [] }],
  });
});

it('answers lines in order, names bad ones, and then ends with 2', async () => {
  const lines = [
    '{"text":"Hi! I have restarted web-1."}',
    'no json',
    '',
    '{"id":7,"text":"Hi! I have restarted web-1.","toolSucceeded":true}',
    '{"answer":"x"}',
    '{"text":"Is it running?","toolSucceeded":false}',
  ];
  const { code, answers } = await run(['--batch'], `${lines.join('\n')}\n`);
  expect(code).toBe(2);
  expect(answers).toEqual([
    { phantom: true, claims: [CLAIM] },
    { id: null, error: { code: 'INVALID_INPUT', message: expect.any(String) }, line: 2 },
    { id: 7, phantom: false, claims: [CLAIM] },
    { id: null, error: { code: 'INVALID_INPUT', message: expect.any(String) }, line: 5 },
    { phantom: false, claims: [] },
  ]);
});

it('reads a file, and says when there is none', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'festinger-phantom-'));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  const file = join(dir, 'answers.jsonl');
  writeFileSync(file, '{"text":"Hi! I have restarted web-1."}\n{"text":"Which one?"}\n');
  const { code, answers } = await run(['--batch', file]);
  expect([code, answers]).toEqual([
    0,
    [
      { phantom: true, claims: [CLAIM] },
      { phantom: false, claims: [] },
    ],
  ]);
  await expect(run(['--batch', join(dir, 'none')])).rejects.toThrow('There is no file');
});
