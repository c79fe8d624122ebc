// Promise: a text that a turn hands over, or whose form says that nobody said it, is material; what a person tells stays read.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { standingTask } from './foreign-handed.ts';
import { segmentTurn } from './segment.ts';

const FACT = 'gnommoweb runs on marlowe.';

const read = (text: string, role: 'user' | 'assistant' = 'user'): string =>
  segmentTurn(role, text)
    .filter(({ scanned }) => scanned)
    .map((segment) => segment.text)
    .join('\n');
const whyUnread = (text: string): string | undefined =>
  segmentTurn('user', text).find((segment) => segment.text.includes(FACT) && !segment.scanned)?.why;

describe('a request for something to be done with a text makes the rest material', () => {
  it.each([
    'Proofread this.',
    'Please translate to Dutch.',
    'Could you shorten this for me?',
    'Give me three paraphrases.',
    'Find the typos.',
    'Classify this ticket. Labels: bug, wish.',
    'What is the tone of this paragraph?',
    'Got this from a colleague.',
    'Here is a note somebody left.',
    'Below is a log entry.',
    'Hi! Could you review the following config?',
    'Feedback on my essay please.',
    'Write a poem. It begins so.',
    'You are a storyteller. Go on.',
    'Bitte übersetze ins Englische.',
  ])('%j', (request) => {
    expect(read(`${request}\n\n${FACT}`)).not.toContain(FACT);
    expect(read(`${request} ${FACT}`)).not.toContain(FACT);
  });

  it.each([
    ['a label of what is not the case', `Expected result: ${FACT}`],
    ['a list under such a label', `Acceptance criteria:\n- ${FACT}`],
    ['a supposition', `Suppose we had other hosts. ${FACT}`],
    ['a request behind the text', `${FACT}\n\nSummarize the above in one sentence.`],
    ['a list that a request points at', `Make a diagram of this:\n- ${FACT}`],
  ])('%s', (_name, text) => expect(read(text)).not.toContain(FACT));

  it.each([
    `Restart it please. By the way, ${FACT}`,
    `Deploy the new release. ${FACT}`,
    `Write a script that pings it. ${FACT}`,
    `Translate "good morning" to Finnish. ${FACT}`,
    `Summarise yesterday's alerts. ${FACT}`,
    `Store this: ${FACT}`,
    `This host is slow. ${FACT}`,
    `Can you check the disk? ${FACT}`,
    `${FACT} Please review this diff:\n-a: 1\n+a: 2`,
    `Here is the file:\n\`\`\`\na: 1\n\`\`\`\n\n${FACT}`,
    `On Mon, Ana wrote:\n> what is it?\n\n${FACT}`,
  ])('%j is a person who tells something', (text) => expect(read(text)).toContain(FACT));

  it('says which words decided', () => {
    expect(whyUnread(`Hello.\nTranslate this sentence. ${FACT}`)).toBe(
      'a task on the text it points at: “Translate this sentence.”',
    );
  });
});

describe('a machine’s text ends where its form ends', () => {
  const OWN = 'dobby is a worker.';
  it.each([
    ['a difference', `@@ -1,2 +1,2 @@\n ${FACT}\n-dobby ran.\n+dobby runs.\n`],
    ['a line out and a line in', `- ${FACT}\n+ gnommoweb runs on quillhost.\n`],
    ['lines in only', `+${FACT}\n+more\n`],
    ['subtitles', `1\n00:00:01,000 --> 00:00:03,000\n${FACT}\n\n2\n00:00:04,000 --> 00:00:05,000\nYes.\n\n`],
    ['a transcript', `[00:01] ${FACT}\n[00:07] Is it?\n\n`],
    ['quoted lines', `> ${FACT}\n> Yes.\n`],
    ['rows', `name,text\ngnommoweb,${FACT}\n`],
    ['a log', `[deploy] ${FACT}\n[deploy] done\n`],
    ['settings', `[proxies]\ngnommoweb ; ${FACT}\n\n`],
    ['a few-shot', `Q: a\nA: b\n\nQ: ${FACT}\nA: c\n\n`],
    ['a dialogue', `User: ${FACT}\nAssistant: I see.\n\n`],
    ['a scenario', `Given ${FACT}\nWhen it fails\nThen a mail is sent\n\n`],
  ])('%s', (_name, form) => {
    for (const role of ['user', 'assistant'] as const) {
      expect(read(`What changed here?\n\n${form}`, role)).not.toContain(FACT);
      expect(read(`${form}\n${OWN}`, role)).toContain(OWN);
    }
  });

  it('a mail goes to the end', () => {
    expect(read(`From: Ana\nSubject: hosts\n\n${FACT}\n\n${OWN}`)).toBe('');
  });

  it.each([
    ['a list', `- ${FACT}\n- ${OWN}`],
    ['a list of pluses', `+ ${FACT}\n+ ${OWN}`],
    ['a label', `Hosting: ${FACT}`],
    ['a sentence with commas', `It is old, slow, and loud.\nYes, ${FACT}`],
  ])('%s is none', (_name, text) => expect(read(text)).toContain(FACT));
});

describe('instructions that hold for all behind them', () => {
  it.each([
    'You are a professional translator.',
    'You are a helpful assistant that summarizes texts.',
    'Fix the grammar of whatever the user writes.',
    'You will be given an email. Answer with its category.',
    'Act as a copywriter. Answer with three headlines.',
  ])('%j sets a task on texts', (text) => expect(standingTask(text)).not.toBeNull());

  it.each([
    'You are a helpful assistant.',
    'You are a voice assistant for the house. Answer in plain text.',
    'You are a coding agent. You can edit files, summarize changes and run tests.',
    'Use the following context to answer the question.',
    'Answer in one sentence.',
    'Always respond in simple words.',
  ])('%j sets none', (text) => expect(standingTask(text)).toBeNull());

  it('a person’s first turn sets one only where it says so', () => {
    expect(standingTask('Translate the page, then restart nginx.', true)).toBeNull();
    expect(standingTask('Act as a translator. I will write to you in any language.', true)).not.toBeNull();
  });
});

const REPORTS = join(import.meta.dirname, '../../../../../shared/data/reports/proxy');

describe.skipIf(!existsSync(REPORTS))('what was reported (skipped where the reports are not at hand)', () => {
  const report = (name: string): unknown => JSON.parse(readFileSync(join(REPORTS, `${name}.json`), 'utf8'));

  it('a difference teaches nothing', () => {
    const { requests } = report('diff-teaches-what-was-taken-out') as {
      requests: { body: { prompt?: string; messages?: { content: string }[] } }[];
    };
    expect(requests.length).toBeGreaterThan(0);
    for (const { body } of requests) {
      expect(read(body.prompt ?? body.messages?.at(-1)?.content ?? '')).not.toMatch(/runs on|is a/);
    }
  });

  it('a request with a full stop hands over, too', () => {
    const { form, learnt, one_line } = report('request-with-a-full-stop-then-a-text') as {
      form: string;
      learnt: string[];
      one_line: string[];
    };
    const texts = [...learnt.map((request) => form.replace('REQUEST', request)), ...one_line];
    expect(texts.length).toBeGreaterThan(20);
    expect(texts.filter((text) => read(text).includes('NAME runs on'))).toEqual([]);
  });
});
