// Loops on the road, over real sockets: what an agent that repeats itself is told, step by step, until it is answered here;
// what lets it go on; what its client's switches leave out; answers that chant or stop short. What counts as a loop is
// tested beside the rules (loops/).
import { once } from 'node:events';
import { request } from 'node:http';
import { describe, expect, it } from 'vitest';
import { chatAnswer, GNOMMOWEB_BLOCK, post, type Rig, startRig } from '../testing/rig.ts';

interface Message {
  role: string;
  content: string;
}

const SYSTEM = { role: 'system', content: 'You are an agent. Be kind.' };
const asked = (content: string): Message => ({ role: 'user', content });

/** `copies` times the same call with the same result, as agent-zero writes them. */
function history(copies: number, task = 'list the files'): Message[] {
  const call = JSON.stringify({ thoughts: ['I look again.'], tool_name: 'ls', tool_args: { path: '/srv' } });
  const result = JSON.stringify({ tool_name: 'ls', tool_result: 'permission denied' });
  const round = [{ role: 'assistant', content: call }, asked(result)];
  return [SYSTEM, asked(task), ...Array.from({ length: copies }, () => round).flat()];
}

const send = (rig: Rig, messages: Message[], more: object = {}, headers: Record<string, string> = {}) =>
  post(`${rig.url}/api/chat`, JSON.stringify({ model: 'm', stream: false, messages, ...more }), headers);

const forwarded = (rig: Rig) => rig.lastBody() as { messages: Message[]; options?: Record<string, unknown> };
const newest = (rig: Rig) => rig.traffic.list({ limit: 1 }).rows[0];

/** Sends the conversation as it grows, up to so many copies. */
async function repeat(rig: Rig, copies: number, more: object = {}): Promise<void> {
  for (let n = 1; n <= copies; n++) await send(rig, history(n), more);
}

describe('an agent that repeats itself', () => {
  it('passes untouched twice, and is told the third time, behind what was said last', async () => {
    await using rig = await startRig();
    await repeat(rig, 2);
    expect(forwarded(rig).messages).toEqual(history(2));
    expect(newest(rig)?.loop).toBeNull();
    await repeat(rig, 3);
    const { messages } = forwarded(rig);
    expect(messages.slice(0, -1)).toEqual(history(3).slice(0, -1));
    expect(messages.at(-1)?.content).toContain('permission denied');
    expect(messages.at(-1)?.content).toMatch(/<loop-guard>[\s\S]*3 times/);
    expect(newest(rig)).toMatchObject({ loop: { rule: 'cycle', level: 1, applied: ['feedback'] } });
  });

  it('gets one step more with each copy, beside its recollection', async () => {
    await using rig = await startRig();
    const task = 'list the files of gnommoweb';
    for (let n = 1; n <= 6; n++) await send(rig, history(n, task), { options: { temperature: 0, seed: 7 } });
    const { messages, options } = forwarded(rig);
    expect(messages[0]?.content).toBe(`${GNOMMOWEB_BLOCK}\n\n${SYSTEM.content}`);
    expect(options?.temperature).toBeGreaterThan(0);
    expect(options?.seed).not.toBe(7);
    expect(messages.length).toBeLessThan(history(6).length);
    expect(messages.at(-1)?.content).toMatch(/repeated 6 times/);
    expect(newest(rig)?.loop).toMatchObject({
      level: 4,
      applied: ['feedback', 'sampling', 'forbid', 'collapse'],
    });
  });

  it('is answered here the seventh time, in its own words, and nothing goes upstream', async () => {
    await using rig = await startRig();
    await repeat(rig, 6);
    const before = rig.seen.length;
    const answer = await send(rig, history(7));
    expect(rig.seen).toHaveLength(before);
    const { message, done } = JSON.parse(answer.text) as { message: Message; done: boolean };
    expect(done).toBe(true);
    expect(JSON.parse(message.content)).toMatchObject({ tool_name: 'response' });
    expect(newest(rig)).toMatchObject({
      local: true,
      state: 'done',
      status: 200,
      upstream: '',
      reason: 'broken_loop',
    });
    expect(rig.proxy.loops.state().loops).toMatchObject([
      { level: 5, applied: ['break'], copies: 7, brokenUntil: expect.any(Number) },
    ]);
  });

  it('counts by what the request says: the same request again gets the same answer', async () => {
    await using rig = await startRig();
    await repeat(rig, 4);
    const first = newest(rig)?.loop;
    expect(first).toMatchObject({ level: 2 });
    await send(rig, history(4));
    expect(newest(rig)?.loop).toEqual(first);
  });

  it('goes on when a person speaks', async () => {
    await using rig = await startRig();
    await repeat(rig, 7);
    await send(rig, [...history(7), asked('You may not read that. Look in /home instead.')]);
    expect(newest(rig)).toMatchObject({ local: false, loop: null });
    expect(rig.proxy.loops.state().loops).toEqual([]);
  });

  it('goes on when the operator lets it', async () => {
    await using rig = await startRig();
    await repeat(rig, 7);
    const [loop] = rig.proxy.loops.state().loops;
    expect(rig.proxy.loops.clear(loop?.conversation ?? '')).toBe(true);
    await send(rig, history(7));
    expect(newest(rig)).toMatchObject({ local: false, loop: null });
    expect(forwarded(rig).messages).toEqual(history(7));
    expect(rig.proxy.loops.clear('nobody')).toBe(false);
  });

  it('is left alone where the setting is off', async () => {
    await using rig = await startRig({ settings: { loop_detection_enabled: false } });
    await repeat(rig, 8);
    expect(forwarded(rig).messages).toEqual(history(8));
  });

  it('is spared what its client switched off, and the others are not', async () => {
    await using rig = await startRig();
    const anything = {
      ...{ project: null, concurrency: null, ratePerMinute: null, note: '', version: 1 },
      learning: 'project' as const,
      questions: 'sparing' as const,
    };
    rig.clients.load([{ ...anything, name: 'spared', mitigationsOff: ['break', 'collapse'] }], []);
    for (let n = 1; n <= 8; n++) await send(rig, history(n), {}, { 'x-festinger-client': 'spared' });
    expect(newest(rig)).toMatchObject({
      local: false,
      loop: { applied: ['feedback', 'sampling', 'forbid'] },
    });
    expect(forwarded(rig).messages).toHaveLength(history(8).length);
  });

  it('that polls something that changes is no loop', async () => {
    await using rig = await startRig();
    const poll = (n: number) => [
      { role: 'assistant', content: JSON.stringify({ tool_name: 'status', tool_args: {} }) },
      asked(JSON.stringify({ tool_name: 'status', tool_result: `${n * 7} of 90 rows` })),
    ];
    for (let n = 1; n <= 9; n++) {
      const turns = Array.from({ length: n }, (_, i) => poll(i + 1)).flat();
      await send(rig, [SYSTEM, asked('watch the import'), ...turns]);
      expect(newest(rig)?.loop).toBeNull();
    }
  });

  it('keeps secrets out of what people are shown', async () => {
    await using rig = await startRig({ settings: { traffic_keep_bodies: true } });
    const call = JSON.stringify({ tool_name: 'login', tool_args: { password: 'hunter2' } });
    const round = [{ role: 'assistant', content: call }, asked('{"tool_result":"denied for hunter2"}')];
    for (let n = 1; n <= 3; n++) {
      await send(rig, [SYSTEM, asked('log in'), ...Array.from({ length: n }, () => round).flat()]);
    }
    const row = newest(rig);
    await expect.poll(() => rig.traffic.get(row?.id ?? '')?.loop?.evidence.length).toBeGreaterThan(0);
    const shown = JSON.stringify([rig.traffic.get(row?.id ?? '')?.loop, row, rig.proxy.loops.state()]);
    expect(shown).toContain('***');
    expect(shown).not.toContain('hunter2');
  });
});

describe('an answer', () => {
  const line = (content: string, done = false) =>
    `${JSON.stringify({ model: 'm', created_at: 'x', message: { role: 'assistant', content }, done })}\n`;

  function stream(rig: Rig, messages: Message[]) {
    const req = request(`${rig.url}/api/chat`, { method: 'POST', agent: false });
    req.on('error', () => {});
    req.end(JSON.stringify({ model: 'm', messages }));
    return once(req, 'response').then(([res]) => res);
  }

  it('that chants is cut with a valid end, the upstream is let go, and the agent is told the next time', async () => {
    const left = Promise.withResolvers<void>();
    let chants = true;
    await using rig = await startRig({
      upstream: async (_req, res) => {
        if (!chants) return void res.end(chatAnswer('fine'));
        res.on('close', () => !res.writableFinished && left.resolve());
        res.writeHead(200, { 'content-type': 'application/x-ndjson' });
        for (let n = 0; n < 5000 && !res.destroyed; n++) {
          res.write(line('I will now look at the configuration file again. '));
          await new Promise((resolve) => setImmediate(resolve));
        }
      },
    });
    const messages = [SYSTEM, asked('fix the configuration')];
    const res = await stream(rig, messages);
    const lines = String(Buffer.concat(await res.toArray()))
      .trimEnd()
      .split('\n');
    await left.promise;
    const last = JSON.parse(lines.at(-1) as string);
    expect(last).toMatchObject({ done: true, done_reason: 'stop', message: { content: '' } });
    expect(lines.length).toBeLessThan(30);
    expect(newest(rig)).toMatchObject({ state: 'done', loop: { rule: 'chant', applied: ['cut'] } });
    chants = false;
    await send(rig, messages);
    expect(forwarded(rig).messages.at(-1)?.content).toContain('look at the configuration file again');
  });

  it('that chants although the agent was told of its loop says both of what was done', async () => {
    let chants = false;
    await using rig = await startRig({
      upstream: (_req, res) => {
        if (!chants) return void res.end(chatAnswer('fine'));
        res.writeHead(200, { 'content-type': 'application/x-ndjson' });
        res.write(line('I will now look at the configuration file again. '.repeat(20)));
      },
    });
    await repeat(rig, 3);
    chants = true;
    await stream(rig, history(4)).then((res) => res.toArray());
    const applied = ['feedback', 'sampling', 'cut'];
    expect(newest(rig)?.loop).toMatchObject({ rule: 'chant', applied });
    expect(rig.traffic.get(newest(rig)?.id ?? '')?.loop).toMatchObject({ applied });
    expect(rig.proxy.loops.state().loops).toMatchObject([{ applied }]);
  });

  it('that stops before it is done, twice in a row, is a sign as well', async () => {
    await using rig = await startRig({
      upstream: (_req, res) => {
        res.writeHead(200, { 'content-type': 'application/x-ndjson' });
        res.end(line('a'));
      },
    });
    const messages = [SYSTEM, asked('go')];
    for (let n = 0; n < 3; n++) {
      const res = await stream(rig, messages);
      await res.toArray().catch(() => {});
    }
    await expect.poll(() => newest(rig)?.state).toBe('failed');
    expect(newest(rig)?.loop).toMatchObject({
      rule: 'cut_short',
      applied: expect.arrayContaining(['sampling']),
    });
  });

  it('that a client leaves once it has what it wants was no chant: it is named in one request, not in every one', async () => {
    let chants = true;
    await using rig = await startRig({
      upstream: (_req, res) => {
        res.writeHead(200, { 'content-type': 'application/x-ndjson' });
        res.write(line(chants ? 'I will now look at the configuration file again. '.repeat(20) : '{"tool'));
      },
    });
    const messages = [SYSTEM, asked('fix the configuration')];
    await stream(rig, messages).then((res) => res.toArray());
    expect(newest(rig)).toMatchObject({ loop: { rule: 'chant', applied: ['cut'] } });
    chants = false;
    // agent-zero closes a stream as soon as the call in it is complete.
    const leave = async () => {
      const before = rig.seen.length;
      const res = await stream(rig, messages);
      await once(res, 'data');
      res.destroy();
      await expect.poll(() => newest(rig)?.state).toBe('aborted');
      expect(rig.seen).toHaveLength(before + 1);
    };
    await leave();
    expect(forwarded(rig).messages.at(-1)?.content).toContain('loop-guard');
    await leave();
    expect(forwarded(rig).messages).toEqual(messages);
    expect(newest(rig)?.loop).toBeNull();
  });

  it('that stops short is not one of two in a row when the client had what it wanted in between', async () => {
    let isShort = true;
    await using rig = await startRig({
      upstream: (_req, res) => {
        res.writeHead(200, { 'content-type': 'application/x-ndjson' });
        res.write(line('a'));
        if (isShort) res.end();
      },
    });
    const messages = [SYSTEM, asked('go')];
    const short = () => stream(rig, messages).then((res) => res.toArray().catch(() => {}));
    await short();
    isShort = false;
    const res = await stream(rig, messages);
    await once(res, 'data');
    res.destroy();
    await expect.poll(() => newest(rig)?.state).toBe('aborted');
    isShort = true;
    await short();
    await short();
    expect(newest(rig)?.loop).toBeNull();
  });

  it('that chants tells nobody else who began with the same words', async () => {
    let chants = true;
    await using rig = await startRig({
      upstream: (_req, res) => {
        if (!chants) return void res.end(chatAnswer('fine'));
        res.writeHead(200, { 'content-type': 'application/x-ndjson' });
        res.write(line('I will now look at the configuration file again. '.repeat(20)));
      },
    });
    const messages = [SYSTEM, asked('hello')];
    await stream(rig, messages).then((res) => res.toArray());
    expect(newest(rig)?.loop).toMatchObject({ rule: 'chant' });
    chants = false;
    await send(rig, messages, {}, { 'x-festinger-client': 'somebody-else' });
    expect(forwarded(rig).messages).toEqual(messages);
  });
});
