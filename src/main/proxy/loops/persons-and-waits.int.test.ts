// Promises, over real sockets: a person is never told that an agent is stuck, however often the same is said; a harness that says the
// same at a machine's pace is; an agent that waits is told at most, for an hour, and what is answered here is true.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { chatAnswer, NOW, post, type Rig, startRig } from '../testing/rig.ts';

const SYSTEM = 'You are a voice assistant for Home Assistant. Answer in plain words, briefly.';
const MINUTES = 60_000;

interface Message {
  readonly role: string;
  readonly content: string;
  readonly tool_calls?: readonly object[];
}

const call = (name: string, args: object) => ({ tool_calls: [{ function: { name, arguments: args } }] });
const newest = (rig: Rig) => rig.traffic.list({ limit: 1 }).rows[0];

/** Sends a request and waits until the proxy is done with it, for the clock goes on then. */
async function send(rig: Rig, path: string, body: object): Promise<string> {
  const { text } = await post(`${rig.url}${path}`, JSON.stringify(body));
  const sent = newest(rig);
  await rig.finished(({ id }) => id === sent?.id);
  return text;
}

/** Home Assistant's: each command is answered by a call, its harness carries that out at once and asks again, and then it is said. */
class Household {
  readonly #rig: Rig;
  readonly #clock: { now: number };
  readonly #messages: object[] = [{ role: 'system', content: SYSTEM }];

  constructor(rig: Rig, clock: { now: number }) {
    this.#rig = rig;
    this.#clock = clock;
  }

  /** @returns what is answered in the end */
  async says(command: string, pace: number): Promise<string> {
    this.#clock.now += pace;
    this.#messages.push({ role: 'user', content: command });
    for (;;) {
      const answer = await this.#send();
      this.#messages.push(answer);
      if (!answer.tool_calls) return answer.content;
      this.#clock.now += 40;
      this.#messages.push({ role: 'tool', tool_name: 'HassSetVolume', content: '{"success":true}' });
    }
  }

  async #send(): Promise<Message> {
    const body = { model: 'm', stream: false, tools: [], messages: this.#messages };
    const text = await send(this.#rig, '/api/chat', body);
    return (JSON.parse(text) as { message: Message }).message;
  }
}

async function household(clock: { now: number }): Promise<Rig> {
  return startRig({
    now: () => clock.now,
    upstream: (_req, res, { body }) => {
      const { messages } = JSON.parse(body.toString()) as { messages: Message[] };
      // Behind the result there may be a note of ours.
      const isCarriedOut = messages.slice(-2).some(({ role }) => role === 'tool');
      const message = { role: 'assistant', content: '', ...call('HassSetVolume', { step: 10 }) };
      res.end(isCarriedOut ? chatAnswer('Done.') : JSON.stringify({ model: 'm', message, done: true }));
    },
  });
}

describe('the same words ten times', () => {
  it.each(['Volume up', 'Next', 'Continue.', 'status?'])(
    '%s: a person hears the model alone',
    async (words) => {
      const clock = { now: NOW };
      await using rig = await household(clock);
      const house = new Household(rig, clock);
      for (let n = 0; n < 10; n++) {
        expect(await house.says(words, 3000)).toBe('Done.');
        expect(newest(rig)).toMatchObject({ local: false, loop: null });
      }
      expect(rig.seen).toHaveLength(20);
      expect(rig.seen.map(({ body }) => body.toString()).join('')).not.toContain('loop-guard');
      expect(rig.proxy.loops.state().loops).toEqual([]);
    },
  );

  it('from a child that repeats them 200 ms after each answer are a person’s, too', async () => {
    const clock = { now: NOW };
    await using rig = await household(clock);
    const house = new Household(rig, clock);
    for (let n = 0; n < 20; n++) {
      expect(await house.says(n % 2 === 0 ? 'Lamp on' : 'Lamp off', 200)).toBe('Done.');
      expect(newest(rig)).toMatchObject({ local: false, loop: null });
    }
    expect(rig.seen.map(({ body }) => body.toString()).join('')).not.toContain('loop-guard');
  });

  it('of two people who say them in turn to one assistant are people’s', async () => {
    const clock = { now: NOW };
    await using rig = await startRig({ now: () => clock.now });
    const histories: object[][] = [[], []];
    for (let n = 0; n < 10; n++) {
      for (const [who, pace] of [100, 2900].entries()) {
        clock.now += pace;
        const messages = histories[who] as object[];
        messages.push({ role: 'user', content: 'Volume up' });
        await send(rig, '/api/chat', { model: 'm', messages });
        expect(newest(rig)).toMatchObject({ local: false, loop: null });
        messages.push({ role: 'assistant', content: 'hello' });
      }
    }
  });

  it('sent three times each by a client that retries are a person’s', async () => {
    const clock = { now: NOW };
    await using rig = await startRig({ now: () => clock.now });
    const messages: object[] = [];
    for (let n = 0; n < 10; n++) {
      messages.push({ role: 'user', content: 'Volume up' });
      clock.now += 3000;
      for (let sent = 0; sent < 3; sent++) {
        await send(rig, '/api/chat', { model: 'm', messages });
        expect(newest(rig)).toMatchObject({ local: false, loop: null });
        clock.now += 20;
      }
      messages.push({ role: 'assistant', content: 'hello' });
    }
  });

  it('from a harness, at once after each answer, are a loop', async () => {
    const clock = { now: NOW };
    await using rig = await household(clock);
    const house = new Household(rig, clock);
    const answers: string[] = [];
    for (let n = 0; n < 10; n++) answers.push(await house.says('Volume up', 50));
    expect(newest(rig)).toMatchObject({ local: false, loop: { level: 3 } });
    for (let n = 0; n < 2; n++) answers.push(await house.says('Volume up', 50));
    expect(answers.slice(0, 3)).toEqual(['Done.', 'Done.', 'Done.']);
    expect(answers.at(-1)).toMatch(/^Festinger loop guard: .*The same 2 steps \d times in a row/);
  });
});

/** An agent's history with so many equal looks at something, as Ollama's clients write it. */
const looks = (copies: number, args: object, result: string): object[] => [
  { role: 'user', content: 'Run the backup and tell me when it is done.' },
  ...Array.from({ length: copies }, () => [
    { role: 'assistant', content: '', ...call('look', args) },
    { role: 'tool', tool_name: 'look', content: result },
  ]).flat(),
];

describe('an agent that waits', () => {
  const waits: readonly (readonly [string, object, string])[] = [
    ['an argument that is named for a time', { session: 7, yield_time_ms: 30_000 }, ''],
    ['a state in the result', { session: 7 }, '(session 7 still running)'],
    ['a pause in a command', { command: 'sleep 30 && tail -1 backup.log' }, 'sending incremental file list'],
  ];
  it.each(waits)('%s: is told from the eighth look on, and goes on', async (_, args, result) => {
    const clock = { now: NOW };
    await using rig = await startRig({ now: () => clock.now });
    for (let n = 1; n <= 60; n++) {
      clock.now += 30_000;
      await send(rig, '/api/chat', { model: 'm', messages: looks(n, args, result) });
      expect(newest(rig)).toMatchObject({ local: false });
      expect(newest(rig)?.loop?.applied ?? []).toEqual(n < 8 ? [] : ['feedback']);
    }
    const note = rig.seen.at(-1)?.body.toString().split('<loop-guard>').at(-1);
    expect(note).toMatch(/ 60 times .*It waits\. Wait longer at a time/);
  });

  it('takes a step of the ladder an hour', async () => {
    const clock = { now: NOW };
    await using rig = await startRig({ now: () => clock.now });
    const levels: (number | undefined)[] = [];
    for (let n = 8; n <= 13; n++) {
      const messages = looks(n, { wait_seconds: 3000 }, '');
      await send(rig, '/api/chat', { model: 'm', messages });
      levels.push(newest(rig)?.loop?.level);
      clock.now += 60 * MINUTES;
    }
    expect(levels).toEqual([1, 2, 3, 4, 5, 5]);
  });

  it('is no loop that it was broken off for before', async () => {
    await using rig = await startRig();
    const stuck = looks(7, { path: '/srv' }, 'permission denied');
    await send(rig, '/api/chat', { model: 'm', messages: stuck });
    expect(newest(rig)).toMatchObject({ local: true });
    const waiting = [...stuck, ...looks(2, { session: 7 }, 'still running').slice(1)];
    await send(rig, '/api/chat', { model: 'm', messages: waiting });
    expect(newest(rig)).toMatchObject({ local: false, loop: null });
  });
});

/** Reported from outside; lies beside the checkout and belongs to others. */
const REPORT = join(import.meta.dirname, '../../../../../shared/data/reports/proxy/polling-is-stopped.json');
const Report = z.object({
  requests: z.array(z.object({ method: z.string(), path: z.string(), body: z.looseObject({}) })),
});

function reported(): z.output<typeof Report>['requests'] | null {
  try {
    return Report.parse(JSON.parse(readFileSync(REPORT, 'utf8'))).requests;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

describe('an agent that repeats a command', () => {
  const runs = (copies: number, order: string, result: string): object[] => [
    { role: 'user', content: order },
    ...Array.from({ length: copies }, () => [
      { role: 'assistant', content: '', ...call('bash', { command: 'pytest  -q', description: 'Runs it' }) },
      { role: 'tool', tool_name: 'bash', content: result },
    ]).flat(),
  ];
  /** The highest level in 20 requests, and how many of them were answered here. */
  async function repeat(order: string, result: string): Promise<{ level: number; local: number }> {
    const clock = { now: NOW };
    await using rig = await startRig({ now: () => clock.now });
    const rows = [];
    for (let n = 1; n <= 20; n++) {
      clock.now += 10_000;
      await send(rig, '/api/chat', { model: 'm', messages: runs(n, order, result) });
      rows.push(newest(rig));
    }
    return {
      level: Math.max(...rows.map((row) => row?.loop?.level ?? 0)),
      local: rows.filter((row) => row?.local).length,
    };
  }

  it('is told at most where a person ordered it so often and it does not fail', async () => {
    const order = 'I think one test is flaky. Run `pytest -q` 20 times and count the failures.';
    expect(await repeat(order, '31 passed in 3.4s')).toEqual({ level: 1, local: 0 });
  });
  it.each([
    ['Run the tests up to 20x, one of them is flaky.', '31 passed in 3.4s'],
    ['Run the tests again and again until one fails.', '31 passed in 3.4s'],
    ['Run the failing test 20 times, I want to see how stable it is.', '1 failed, 30 passed in 3.4s'],
  ])('is told at most where a person said how often or how long: %s', async (order, result) => {
    expect(await repeat(order, result)).toEqual({ level: 1, local: 0 });
  });
  it('is told when it was done as often as a person ordered, and broken off later', async () => {
    const { local } = await repeat('Run the failing test ten times.', '1 failed, 30 passed in 3.4s');
    expect(local).toBe(6);
  });
  it('is in a loop where a person counts as people do who are angry', async () => {
    const { local } = await repeat('I told you 100 times to make the test pass.', '1 failed, 30 passed');
    expect(local).toBeGreaterThan(10);
  });
  it('is in a loop where a long text tells of something else that many times', async () => {
    const text = `${'The migration failed 20 times last week. '.repeat(12)}Tidy up the tests.`;
    expect((await repeat(text, '31 passed in 3.4s')).local).toBeGreaterThan(10);
  });
  it('is in a loop where it fails the same way, or nobody ordered it', async () => {
    const until = await repeat(
      'Make `pytest -q` pass.',
      'E   AssertionError: expected 2\n1 failed, 30 passed',
    );
    expect(until.local).toBeGreaterThan(10);
    expect((await repeat('Tidy up the tests.', '31 passed in 3.4s')).local).toBeGreaterThan(10);
  });
});

it('polls that were reported as stopped reach the model', async ({ skip }) => {
  const requests = reported();
  if (!requests) return skip('no reports beside the checkout: shared/data/reports/proxy');
  await using rig = await startRig();
  for (const [at, { path, body }] of requests.entries()) {
    await send(rig, path, body);
    expect(newest(rig)).toMatchObject({ local: false });
    expect(newest(rig)?.loop?.applied ?? []).toEqual(at === 0 ? [] : ['feedback']);
  }
  expect(rig.seen).toHaveLength(requests.length);
});
