// Promise: `festinger explain loop` says of a conversation why it is a loop or is none: a person without a mark of a harness, a wait, a
// repetition; a line that is no prompt is named.
import { Readable } from 'node:stream';
import { expect, it } from 'vitest';
import { type Command, parseCommandLine } from '../arguments.ts';
import { explain } from './explain.ts';

async function run(...lines: object[]): Promise<{ code: number; answers: unknown[] }> {
  const said: string[] = [];
  const command = parseCommandLine(['explain', 'loop', '--batch']) as Extract<Command, { name: 'explain' }>;
  const input = Readable.from([Buffer.from(lines.map((line) => JSON.stringify(line)).join('\n'))]);
  const code = await explain(command, input, { write: (part: string) => said.push(part) });
  const answers = said.join('').trim().split('\n');
  return { code, answers: answers.map((line) => JSON.parse(line)) };
}

const line = (messages: object[], more: object = {}) => ({
  ...{ id: 1, route: '/api/chat', body: { model: 'm', messages }, ...more },
});
const user = (content: string) => ({ role: 'user', content });
const up = [user('Volume up'), { role: 'assistant', content: 'Done.' }];
const looks = (copies: number, args: object, result: string) => [
  user('Look after it.'),
  ...Array.from({ length: copies }, () => [
    { role: 'assistant', content: '', tool_calls: [{ function: { name: 'look', arguments: args } }] },
    { role: 'tool', content: result },
  ]).flat(),
];

it('takes the same words for a person’s, and for a harness’s at a machine’s pace', async () => {
  const seven = [...Array.from({ length: 7 }, () => up).flat(), user('Volume up')];
  const { code, answers } = await run(line(seven), line(seven, { seconds_after_answer: 0.1 }));
  expect(code).toBe(0);
  const [person, harness] = answers as { words: { by: string }[] }[];
  expect(person).toMatchObject({
    loop: null,
    why: expect.stringMatching(/^person: no mark of a harness/),
    words: Array(8).fill({ by: 'person: no mark of a harness', text: 'Volume up' }),
  });
  expect(harness).toMatchObject({
    loop: { rule: 'cycle', level: 5, copies: 7 },
    why: 'The same answer 7 times in a row: Done., and each time the same came back (Volume up).',
  });
  expect(harness?.words[7]?.by).toMatch(/^harness: .* faster than anybody types/);
});

it('says what is a wait, and what is no repetition yet', async () => {
  const { answers } = await run(
    line(looks(5, { yield_time_ms: 30_000 }, '')),
    line(looks(9, { yield_time_ms: 30_000 }, '')),
    line(looks(2, { at: 'lamp' }, 'It is dark.')),
    line([...looks(6, { at: 'lamp' }, 'It is dark.'), user('Stop.')]),
  );
  expect(answers).toMatchObject([
    { loop: null, why: expect.stringMatching(/^wait: .*8th.* the last is the same as 4 in front of it/) },
    { loop: { rule: 'cycle', level: 1, copies: 9 }, why: expect.stringMatching(/It waits\.$/) },
    { loop: null, why: expect.stringMatching(/^Of 2 steps since a person spoke .* from 3 on/) },
    {
      loop: null,
      why: expect.stringMatching(/^person: /),
      words: [{ turn: 0 }, { turn: 13, text: 'Stop.' }],
    },
  ]);
});

it('says that a person ordered what repeats', async () => {
  const order = user('Run `npm test` 9 times and tell me how often it fails.');
  const run9 = Array.from({ length: 8 }, () => [
    {
      role: 'assistant',
      content: '',
      tool_calls: [{ function: { name: 'bash', arguments: { command: 'npm test' } } }],
    },
    { role: 'tool', content: '31 passed in 2.4 s' },
  ]).flat();
  const { answers } = await run(line([order, ...run9]));
  expect(answers).toMatchObject([
    { loop: { rule: 'cycle', level: 1, copies: 8 }, why: expect.stringMatching(/A person asked for it\.$/) },
  ]);
});

it('names a line that is none', async () => {
  const { code, answers } = await run(
    { id: 1, route: '/api/tags', body: {} },
    { id: 2, route: '/api/chat' },
    { id: 3, body: {} },
  );
  expect(code).toBe(1);
  for (const answer of answers) expect(answer).toMatchObject({ error: { code: 'INVALID_INPUT' } });
});
