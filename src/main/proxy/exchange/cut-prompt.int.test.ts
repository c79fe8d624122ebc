// Promise: a prompt that is longer than its model's context is said to be cut, with what was sent and read; where nothing is proven, nothing
// is said. Source: proxy, Traps; decision 083.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { describe, expect, it } from 'vitest';
import { fc } from '../../../shared/testing/campaign.ts';
import { post, type RigOptions, startRig } from '../testing/rig.ts';
import { CutPromptBook } from '../traffic/cut-prompts.ts';
import { firstRow } from '../traffic/traffic-row.ts';
import { cutOf, endsAtCut, promptSize } from './cut-prompt.ts';

const words = (count: number) => 'word '.repeat(count).trim();
const sizeOf = (text: string) => {
  const turn = { read: () => [{ role: 'user' as const, text }] };
  const work = promptSize({ bytes: Buffer.alloc(0), turns: [turn as never] }, null);
  for (let step = work.next(); ; step = work.next()) if (step.done) return step.value;
};
const server = { contextTokens: 4096, setBy: 'server' } as const;

describe('the size of a prompt', () => {
  it('is at least its words, whatever they are made of', () => {
    expect(sizeOf('one  two\n\tthree\u00a0four ')).toEqual({ words: 4, tokens: 6 });
    expect(sizeOf('')).toEqual({ words: 0, tokens: 0 });
    fc.assert(
      fc.property(fc.array(fc.stringMatching(/^[^\s]+$/u), { maxLength: 50 }), (all) => {
        expect(sizeOf(all.join(' ')).words).toBe(all.filter((one) => one !== '').length);
      }),
    );
  });
});

describe('a cut', () => {
  it.each([
    [5000, 2050, true],
    [5000, 4096, true],
    [5000, null, true],
    [5000, 3900, true],
  ])('of %d words with %s read is certain', (count, read, certain) => {
    expect(cutOf(sizeOf(words(count)), server, read)?.isCertain).toBe(certain);
  });

  it.each([
    ['short, and read whole', words(100), 140],
    ['about as long as the context, and read to an odd place', words(3900), 3990],
    ['longer by estimate alone', 'a'.repeat(20_000), 3000],
    ['read from a cache that older versions leave out', words(3000), 12],
    ['read with more than that context', words(9000), 12_000],
    ['blanks that are few tokens', `${' '.repeat(40_000)}a`, 900],
  ])('is not said of one that is %s', (_what, text, read) => {
    expect(cutOf(sizeOf(text), server, read)).toBeNull();
  });

  it('may be said of one whose count ends where Ollama cuts', () => {
    const code = 'x=f(y);'.repeat(3000);
    for (const read of [4096, 4095, 2050, 2048])
      expect(cutOf(sizeOf(code), server, read)).toMatchObject({
        isCertain: false,
        readTokens: read,
        sentTokens: 5250,
      });
    expect([2050, 2048, 4096, 32_770, 3000, null].map((read) => endsAtCut(read, 4096))).toEqual([
      true,
      true,
      true,
      false,
      false,
      false,
    ]);
    expect(endsAtCut(32_770, 65_536)).toBe(true);
  });
});

/** An Ollama that says how much it read. */
const reading =
  (promptTokens: number): NonNullable<RigOptions['upstream']> =>
  (_req: IncomingMessage, res: ServerResponse) => {
    const done = {
      model: 'm',
      message: { role: 'assistant', content: 'ok' },
      done: true,
      prompt_eval_count: promptTokens,
    };
    res.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(done));
  };
const chat = (content: string, more: object = {}) =>
  JSON.stringify({ model: 'qwen3:8b', stream: false, messages: [{ role: 'user', content }], ...more });

describe('on the road', () => {
  it.each([
    ['what the request asks for', { options: { num_ctx: 4096 } }, {}, 'request'],
    ['what the Modelfile sets', {}, { show: { parameters: 'num_ctx 4096' } }, 'modelfile'],
    ['our setting', {}, { settings: { model_context_lengths: 'qwen3:8b=4096' } }, 'setting'],
  ] as const)('%s is the context', async (_what, more, options, setBy) => {
    await using rig = await startRig({ upstream: reading(2050), ...options });
    const send = () => post(`${rig.url}/api/chat`, chat(words(9000), more));
    await send();
    const newest = async () => {
      await send();
      return rig.traffic.list({ limit: 1 }).rows[0]?.promptCut;
    };
    const cut = { contextTokens: 4096, setBy, sentTokens: 11_250, readTokens: 2050, isCertain: true };
    await expect.poll(newest, { interval: 100 }).toEqual(cut);
    expect(rig.proxy.cutPrompts.list()).toMatchObject([
      { model: 'qwen3:8b', upstream: 'test', route: 'chat' },
    ]);
  });

  it('tools count, since they are what a prompt is often made of', async () => {
    const tools = Array.from({ length: 40 }, (_, n) => ({
      type: 'function',
      function: { name: `tool_${n}`, description: words(200), parameters: {} },
    }));
    await using rig = await startRig({ upstream: reading(2050) });
    await post(`${rig.url}/api/chat`, chat('hi', { tools, options: { num_ctx: 4096 } }));
    await expect.poll(() => rig.traffic.list({ limit: 1 }).rows[0]?.promptCut?.isCertain).toBe(true);
  });

  it('a prompt is counted where it has two bytes for each token of the context, and not before', async () => {
    await using rig = await startRig({ upstream: reading(1000), show: { parameters: 'num_ctx 4096' } });
    const cutOfBody = async (bytes: number) => {
      const shell = chat('').length;
      await post(`${rig.url}/api/chat`, chat('a '.repeat(bytes).slice(0, bytes - shell)));
      await rig.proxy.idle();
      return rig.traffic.list({ limit: 1 }).rows[0]?.promptCut;
    };
    await cutOfBody(5000); // the model is asked about
    expect(await cutOfBody(8191)).toBeNull();
    const most = 2 * 4096 + chat('').length + 1;
    await expect.poll(() => cutOfBody(most), { interval: 100 }).toMatchObject({ sentTokens: 4097 });
  });

  it('nothing is said where the context is not known, or all was read', async () => {
    await using rig = await startRig({ upstream: reading(12_000), show: { parameters: 'num_ctx 16384' } });
    for (let n = 0; n < 3; n++) await post(`${rig.url}/api/chat`, chat(words(9000 + n)));
    await using other = await startRig({ upstream: reading(2050) });
    await post(`${other.url}/v1/chat/completions`, chat(words(9000)));
    await rig.proxy.idle();
    expect(rig.traffic.list({ limit: 9 }).rows.map(({ promptCut }) => promptCut)).toEqual([null, null, null]);
    expect(rig.proxy.cutPrompts.list()).toEqual([]);
    expect(other.traffic.list({ limit: 1 }).rows[0]?.promptCut).toBeNull();
  });
});

it('a model is listed until a prompt of that length fits, or an hour has passed', () => {
  let now = 0;
  let changes = 0;
  const book = new CutPromptBook({ now: () => now }, () => changes++);
  const req = { method: 'POST', headers: {} } as IncomingMessage;
  const from = { req, path: '/api/chat', route: { kind: 'chat' }, caller: { client: 'c', project: 'p' } };
  const row = { ...firstRow({ id: 'r1', at: 0, ...from } as never), model: 'm', upstream: 'u' };
  const cut = { ...server, sentTokens: 11_000, readTokens: 2050, isCertain: true };
  book.enter(row, cut);
  book.enter({ ...row, id: 'r2' }, cut);
  expect(book.list()).toEqual([
    { model: 'm', upstream: 'u', cut, route: 'chat', requestId: 'r2', lastAt: 0, count: 2 },
  ]);
  book.fitted(row, 8192);
  expect(book.list()).toHaveLength(1);
  book.fitted(row, 16_384);
  expect(book.list()).toEqual([]);
  book.enter(row, cut);
  now = 3_600_001;
  expect(book.list()).toEqual([]);
  expect(changes).toBe(4);
});
