// Promises of the assistant, each as a journey through HTTP with a scripted model, in all three wire formats. What is written to is real: this machine,
// and models of the scripted upstream.
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { ChatEvent } from '../../../shared/model/assistant/events.ts';
import type { Resource } from '../../../shared/model/resource.ts';
import {
  assistantRoad,
  calls,
  type Played,
  type Road,
  says,
  WIRES,
} from '../../core/testing/assistant-road.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const LIST = ['query', { action: 'list', limit: 200 }] as const;
const codes = ({ tools }: Played) => tools.map(({ error }) => error?.code ?? 'ok');
const of = <T extends ChatEvent['type']>(events: readonly ChatEvent[], type: T) =>
  events.filter((event): event is Extract<ChatEvent, { type: T }> => event.type === type);

describe.each(WIRES)('over %s', (wire) => {
  let road: Road;
  let host: string;
  let dir: string;
  let files = 0;
  beforeAll(async () => {
    dir = mkdtempSync(join(tmpdir(), 'festinger-journey-'));
    road = await assistantRoad({ wire });
    const { resources } = await road.get<{ resources: Resource[] }>('/resources?kind=host');
    host = resources[0]?.id ?? '';
  });
  afterAll(async () => {
    await road[Symbol.asyncDispose]();
    rmSync(dir, { recursive: true });
  });
  /** A file that a command makes: what was run once is seen by it. */
  const marks = () => {
    const file = join(dir, `mark-${files++}`);
    const touch = ['run_command', { resource: host, command: `tee -a ${file}`, timeout_s: 5 }] as const;
    const ls = ['read', { action: 'run', resource: host, command: `ls ${dir}` }] as const;
    return { file, touch, ls, isThere: () => existsSync(file) };
  };

  it('answers with what a tool told it, and shows the gates it passed', async () => {
    road.script(calls(['query', { action: 'list', kind: 'model' }]), says('There are models.'));
    const played = await road.say('Which models are there?');
    expect(played.done).toMatchObject({ reason: 'answer', unverified: [], turns: 2, calls: 1 });
    expect(played.answer).toBe('There are models.');
    expect(played.tools.map(({ tool, status }) => [tool, status])).toEqual([['query', 'done']]);
    expect(played.tools[0]?.gates.map(({ gate }) => gate).slice(0, 4)).toEqual([
      ...['schema', 'profile', 'fsm', 'resolution'],
    ]);
  });

  it('writes to nothing that was not discovered: a made-up name gets the names there are', async () => {
    road.script(
      calls(['query', { action: 'list', kind: 'model' }]),
      calls(['control', { resource: 'qwen2.5:7c', action: 'unload' }]),
      says('There is no such model.'),
    );
    const played = await road.say('Unload qwen2.5:7c');
    expect(codes(played)).toEqual(['ok', 'STRICT_RESOLUTION']);
    expect(played.tools[1]?.error?.details?.suggestions).toContain('qwen2.5:7b');
    expect(played.tools[1]?.status).toBe('blocked');
  });

  it('writes to nothing that exists and this session has not looked up, in its first turn too', async () => {
    road.script(
      calls(['control', { resource: 'model:ollama:llama3.2:3b', action: 'load' }]),
      says('I have to look first.'),
    );
    const played = await road.say('Load it');
    expect(codes(played)).toEqual(['STRICT_RESOLUTION']);
    const { approvals } = await road.get<{ approvals: unknown[] }>(
      `/approvals?session_id=${played.sessionId}`,
    );
    expect(approvals).toEqual([]);
  });

  it('a final answer after a write that is not proven is sent back, as often as it comes, until the resource is read', async () => {
    const { touch, ls, isThere } = marks();
    road.script(
      calls(LIST),
      calls(touch),
      says('Done, the file is there.'),
      says('It really is done.'),
      calls(ls),
      says('The file is there: I looked.'),
    );
    const run = await road.begin('Make the file');
    await road.approve(run.sessionId);
    const played = await run.played();
    expect(isThere()).toBe(true);
    const back = of(played.events, 'content_replaced');
    expect(back.map(({ reason, text }) => [reason, text])).toEqual([
      ['verify', ''],
      ['verify', ''],
    ]);
    expect(played).toMatchObject({
      answer: 'The file is there: I looked.',
      done: { reason: 'answer', unverified: [] },
    });
    expect(played.session.state).toBe('READING');
  });

  it('does one write after the other: the second of one turn waits until the first is proven', async () => {
    const [one, two] = [marks(), marks()];
    road.script(
      calls(LIST),
      calls(one.touch, two.touch),
      calls(one.ls),
      calls(two.touch),
      calls(two.ls),
      says('Both are there.'),
    );
    const run = await road.begin('Make both files');
    await road.approve(run.sessionId);
    await expect.poll(() => one.isThere()).toBe(true);
    await road.approve(run.sessionId);
    const played = await run.played();
    expect(codes(played)).toEqual(['ok', 'ok', 'FSM_BLOCKED', 'ok', 'ok', 'ok']);
    expect([one.isThere(), two.isThere(), played.answer]).toEqual([true, true, 'Both are there.']);
  });

  it('"unload a and b" is two approvals, two executions, two proofs, one answer', async () => {
    const models = ['llama3.2:3b', 'qwen2.5-coder:1.5b'];
    const control = (name: string, action: string) =>
      ['control', { resource: `model:ollama:${name}`, action }] as const;
    road.script(calls(LIST), ...models.map((name) => calls(control(name, 'load'))), says('Both are loaded.'));
    const run = await road.begin('load "llama3.2:3b" and "qwen2.5-coder:1.5b"');
    await road.approve(run.sessionId);
    await expect.poll(async () => (await road.asked(run.sessionId)).resource_id).toContain('coder');
    await road.approve(run.sessionId);
    const played = await run.played();
    expect(codes(played)).toEqual(['ok', 'ok', 'ok']);
    expect(played.answer).toBe('Both are loaded.');
    expect(played.done.turns).toBe(4);
  });

  it('what is denied is not done, and the model is told why', async () => {
    const { touch, isThere } = marks();
    road.script(calls(LIST), calls(touch), says('You said no, so nothing was done.'));
    const run = await road.begin('Make the file');
    await road.deny(run.sessionId, 'not on this machine');
    const played = await run.played();
    expect(isThere()).toBe(false);
    expect(road.sent.at(-1)?.text).toContain('Command denied: not on this machine');
    expect(played.tools[1]).toMatchObject({ status: 'blocked', error: { code: 'ACTION_NOT_ALLOWED' } });
    expect(played).toMatchObject({ session: { state: 'READING' }, done: { unverified: [] } });
  });

  it('what is approved runs exactly once, is proven and audited; a second word changes nothing', async () => {
    const resource = 'model:ollama:gpt-oss:20b';
    road.script(calls(LIST), calls(['control', { resource, action: 'load' }]), says('It is loaded.'));
    const run = await road.begin('Load gpt-oss');
    const { approval_id, plan_hash } = await road.asked(run.sessionId);
    const [one, two] = await Promise.all([
      road.post(`/approvals/${approval_id}/approve`, { plan_hash }),
      road.post(`/approvals/${approval_id}/approve`, { plan_hash }),
    ]);
    expect([one.status, two.status].toSorted()).toEqual([200, 409]);
    const played = await run.played();
    expect(played.tools[1]?.result).toMatchObject({ verification: { ok: true } });
    const again = await road.post(`/approvals/${approval_id}/approve`, { plan_hash });
    expect(again.status).toBe(409);
    const { execution } = await road.get<{ execution: { state: string; verified: string } }>(
      `/approvals/${approval_id}`,
    );
    expect(execution).toMatchObject({ state: 'done', verified: 'yes' });
    const loads = road.test.upstream.requests.filter(
      ({ path, body }) => path === '/api/generate' && body.toString().includes('gpt-oss'),
    );
    expect(loads).toHaveLength(1);
  });

  it('a word that a model claims to have is none', async () => {
    const { touch, isThere } = marks();
    const [tool, given] = touch;
    road.script(
      calls(LIST),
      calls([tool, { ...given, _approval_id: 'approved-by-operator' }]),
      says('Waiting was in vain.'),
    );
    const run = await road.begin('Make the file');
    await road.asked(run.sessionId);
    expect(isThere()).toBe(false);
    await road.deny(run.sessionId, 'no');
    await run.played();
    expect(isThere()).toBe(false);
  });

  it('the fourth call that is the same is a loop', async () => {
    const ls = ['read', { action: 'run', resource: host, command: 'uptime' }] as const;
    road.script(calls(LIST), ...[1, 2, 3, 4].map(() => calls(ls)), says('It is up.'));
    const { session } = await road.say('Is it up? Look again and again');
    const { entries } = await road.session(session.id);
    const tools = entries.flatMap((entry) => (entry.kind === 'tool' ? [entry.error?.code ?? 'ok'] : []));
    expect(tools).toEqual(['ok', 'ok', 'ok', 'ok', 'LOOP_DETECTED']);
  });

  it('what was written may be polled: four equal reads after it pass, though there were three before', async () => {
    const { touch, ls } = marks();
    road.script(
      calls(LIST),
      ...[1, 2, 3].map(() => calls(ls)),
      calls(touch),
      ...[1, 2, 3, 4].map(() => calls(ls)),
      says('It is there now.'),
    );
    const run = await road.begin('Look again, make the file, and poll');
    await road.approve(run.sessionId);
    const played = await run.played();
    expect(codes(played).filter((code) => code !== 'ok')).toEqual([]);
  });

  it('after 12 and 18 calls it is told to come to an end, once each, in the newest message', async () => {
    const many = Array.from({ length: 19 }, (_, n) =>
      calls(['read', { action: 'run', resource: host, command: `echo ${n}` }]),
    );
    road.script(calls(LIST), ...many, says('That was all.'));
    const played = await road.say('Say the numbers');
    const last = road.sent.at(-1)?.text ?? '';
    expect(last.split('Consider summing up').length - 1).toBe(1);
    expect(last.split('Give your final answer now').length - 1).toBe(1);
    expect(played.done).toMatchObject({ reason: 'turns', turns: 20 });
  });

  it('the last turn is words alone: a call that comes anyway is dropped, and what was found is said', async () => {
    const echo = (n: number) => calls(['read', { action: 'run', resource: host, command: `echo n${n}` }]);
    const dropped = await road.counted('festinger_ai_dropped_calls_total');
    road.script(...Array.from({ length: 20 }, (_, n) => echo(n)));
    const played = await road.say('Never stop');
    expect(played.done).toMatchObject({ reason: 'turns', turns: 20, calls: 19 });
    expect(played.answer).toContain('calls had succeeded');
    expect(await road.counted('festinger_ai_dropped_calls_total')).toBe(dropped + 1);
    const body = road.sent.at(-1)?.body as { tools?: unknown; tool_choice?: unknown };
    if (wire === 'ollama') expect(body.tools).toBeUndefined();
    else
      expect([body.tools !== undefined, body.tool_choice]).toEqual([
        true,
        wire === 'openai' ? 'none' : { type: 'none' },
      ]);
  });

  it('a claim without a tool is replaced in the stream, and stays so after a reload', async () => {
    road.script(says('I have restarted web-1 and it is running again.'));
    const played = await road.say('Restart web-1');
    const [replaced] = of(played.events, 'content_replaced');
    expect(replaced?.reason).toBe('phantom');
    const answer = played.entries.findLast((entry) => entry.kind === 'answer');
    expect(answer).toMatchObject({
      text: replaced?.text,
      replaced: { reason: 'phantom', original: 'I have restarted web-1 and it is running again.' },
    });
    expect(played.answer).not.toContain('restarted');
  });

  it('what was found out a moment ago is served with its age, until a write makes it unknown', async () => {
    const id = 'model:ollama:qwen2.5:7b';
    const get = ['query', { action: 'get', resource: id }] as const;
    road.script(
      calls(get),
      calls(get),
      calls(['control', { resource: id, action: 'load' }]),
      says('Loaded.'),
    );
    const run = await road.begin('Load qwen');
    await road.approve(run.sessionId);
    const played = await run.played();
    expect(played.tools[1]?.gates.at(-1)).toMatchObject({ gate: 'knowledge', verdict: 'answered' });
    expect(JSON.stringify(played.tools[1]?.result)).toMatch(/Already known \(\d+ s ago\)/);
    road.script(calls(get), says('It is loaded.'));
    const next = await road.say('And?', { session_id: played.sessionId });
    expect(
      next.tools[0]?.gates.some(({ gate, verdict }) => gate === 'knowledge' && verdict === 'passed'),
    ).toBe(true);
    expect(next.tools[0]?.result).toHaveProperty('resource');
  });

  it('old results are shortened to what was learnt from them, the newest stay whole', async () => {
    const long = (n: number) =>
      calls(['read', { action: 'run', resource: host, command: `seq ${n}000 ${n}999` }]);
    road.script(...[1, 2, 3, 4, 5, 6].map(long), says('Counted.'));
    await road.say('Count');
    const text = road.sent.at(-1)?.text ?? '';
    expect(text).not.toContain('1500');
    expect(text).toMatch(/facts|truncated/);
    expect(text).toContain('6500');
  });

  it('markup of a model, split over pieces, is neither shown nor kept', async () => {
    const pieces = ['The host is ', 'up.<｜DS', 'ML｜function', '_calls>', '<｜DSML｜invoke name="x">'];
    road.script(calls(LIST), { pieces });
    const played = await road.say('Is it up?');
    expect(played.answer.trim()).toBe('The host is up.');
    expect(JSON.stringify(played.entries)).not.toContain('DSML');
  });

  it('a call that was written as text passes the same gates, and is marked', async () => {
    road.script(
      says('{"name": "query", "arguments": {"action": "list", "kind": "model"}}'),
      says('There are some.'),
    );
    const played = await road.say('Which models?');
    expect(played.tools).toMatchObject([{ tool: 'query', as_text: true, status: 'done' }]);
  });

  it('a call shown in a code block between words is not made; the model is asked once whether it meant it', async () => {
    const shown =
      'Like this:\n```json\n{"name": "query", "arguments": {"action": "list"}}\n```\nThat shows it.';
    road.script(says(shown), calls(LIST), says('There are some.'));
    const meant = await road.say('Which models?');
    expect(meant.tools).toMatchObject([{ tool: 'query', as_text: false, status: 'done' }]);
    expect(meant.answer).toBe('There are some.');
    expect(road.sent.at(-2)?.text).toContain('shows a call of query in a code block; it was not made');
    road.script(says(shown), says(shown));
    const example = await road.say('How is a call written?');
    expect([example.tools, example.answer]).toEqual([[], shown]);
  });

  it('what is typed while it works is handed over at the next turn', async () => {
    const gate = Promise.withResolvers<void>();
    road.script({ ...calls(LIST), hold: { afterTokens: 0, until: gate.promise } }, says('Understood.'));
    const run = await road.begin('Look around');
    const { status, data } = await road.post<{ waiting: number }>(`/sessions/${run.sessionId}/messages`, {
      message: 'only models, please',
    });
    expect([status, data.waiting]).toEqual([200, 1]);
    gate.resolve();
    const played = await run.played();
    expect(road.sent.at(-1)?.text).toContain('only models, please');
    expect(played.entries.filter((entry) => entry.kind === 'user')).toMatchObject([
      { steering: false },
      { steering: true },
    ]);
  });

  it('what is typed during its last word is answered in the same run', async () => {
    const gate = Promise.withResolvers<void>();
    road.script(
      { ...says('All is well.'), hold: { afterTokens: 1, until: gate.promise } },
      says('Blue it is.'),
    );
    const run = await road.begin('Paint it');
    await road.post(`/sessions/${run.sessionId}/messages`, { message: 'in blue' });
    gate.resolve();
    const played = await run.played();
    expect(played.entries.map((entry) => ('text' in entry ? entry.text : entry.kind))).toEqual([
      ...['Paint it', 'All is well.', 'in blue', 'Blue it is.', 'end'],
    ]);
    expect(road.sent.at(-1)?.text).toContain('in blue');
  });

  it('what is typed before Stop is kept, and read by the next run', async () => {
    const never = Promise.withResolvers<void>();
    road.script({ ...says('Well, well.'), hold: { afterTokens: 1, until: never.promise } });
    const run = await road.begin('Paint it');
    await road.post(`/sessions/${run.sessionId}/messages`, { message: 'in blue' });
    await road.post(`/sessions/${run.sessionId}/stop`);
    const played = await run.played();
    never.resolve();
    expect(played.entries.filter((entry) => entry.kind === 'user')).toMatchObject([
      { text: 'Paint it', steering: false },
      { text: 'in blue', steering: true },
    ]);
    const late = await road.post(`/sessions/${run.sessionId}/messages`, { message: 'or green' });
    expect(late.error?.code).toBe('NOT_ALLOWED');
    road.script(says('Blue it is.'));
    await road.say('Go on', { session_id: run.sessionId });
    expect(road.sent.at(-1)?.text).toContain('in blue');
  });

  it('whatever is taken while it works stands in the transcript, whenever it came', async () => {
    for (let round = 0; round < 12; round++) {
      road.script(calls(LIST), says('All is well.'));
      const run = await road.begin(`Look ${round}`);
      const taken: string[] = [];
      for (let n = 0; n < 4; n++) {
        await new Promise((resolve) => setTimeout(resolve, (round * 7 + n * 3) % 23));
        const text = `also ${round}.${n}`;
        const { status } = await road.post(`/sessions/${run.sessionId}/messages`, { message: text });
        if (status === 200) taken.push(text);
        else expect(status).toBe(409);
      }
      const { entries } = await run.played();
      expect(
        entries.flatMap((entry) => (entry.kind === 'user' && entry.steering ? [entry.text] : [])),
      ).toEqual(taken);
      const { steering } = await road.get<{ steering: string[] }>(`/sessions/${run.sessionId}`);
      expect(steering).toEqual([]);
    }
  });

  it('new words give a run its hands back after a write that is proven', async () => {
    const { touch, ls } = marks();
    const gate = Promise.withResolvers<void>();
    const from = road.sent.length;
    road.script(
      ...[calls(LIST), calls(touch), { ...calls(ls), hold: { afterTokens: 0, until: gate.promise } }],
      ...[calls(['query', { action: 'list', kind: 'model' }]), says('There are some.')],
    );
    const run = await road.begin('Make the file');
    await road.approve(run.sessionId);
    await expect.poll(() => road.sent.length - from, { timeout: 20_000 }).toBe(3);
    await road.post(`/sessions/${run.sessionId}/messages`, { message: 'and list the models' });
    gate.resolve();
    const played = await run.played();
    expect(codes(played)).toEqual(['ok', 'ok', 'ok', 'ok']);
    expect(played.answer).toBe('There are some.');
  });

  it('more than eight messages at once are refused', async () => {
    const gate = Promise.withResolvers<void>();
    road.script({ ...says('Well.'), hold: { afterTokens: 0, until: gate.promise } }, says('Read them all.'));
    const run = await road.begin('Wait');
    for (let n = 0; n < 8; n++) await road.post(`/sessions/${run.sessionId}/messages`, { message: `n${n}` });
    const ninth = await road.post(`/sessions/${run.sessionId}/messages`, { message: 'one too many' });
    expect([ninth.status, ninth.error?.code]).toEqual([429, 'RATE_LIMITED']);
    gate.resolve();
    await run.played();
  });

  it('Stop ends the call of the model; a write that waits is withdrawn, and is not done', async () => {
    const { touch, isThere } = marks();
    road.script(calls(LIST), calls(touch));
    const run = await road.begin('Make the file');
    const { approval_id } = await road.asked(run.sessionId);
    await road.post(`/sessions/${run.sessionId}/stop`);
    const played = await run.played();
    expect(played.done.reason).toBe('stopped');
    const { status } = await road.get<{ status: string }>(`/approvals/${approval_id}`);
    expect([status, isThere()]).toEqual(['denied', false]);
  });

  it('a question is asked only after it has looked, and its answer goes on', async () => {
    const ask = ['question', { question: 'Which one?', options: ['a', 'b'] }] as const;
    road.script(calls(ask), calls(LIST), calls(ask), says('Then a.'));
    const run = await road.begin('Do it');
    const asked = await run.until('question');
    const id = asked.type === 'question' ? asked.question_id : '';
    await road.post(`/questions/${id}/answer`, { answer: 'a' });
    const played = await run.played();
    expect(codes(played)).toEqual(['FSM_BLOCKED', 'ok', 'ok']);
    expect(road.sent.at(-1)?.text).toContain('"answer\\":\\"a\\"'.replaceAll('\\\\', '\\'));
  });

  it('what it is sent at one turn is the beginning of what it is sent at the next', async () => {
    road.script(calls(LIST), calls(['query', { action: 'list', kind: 'host' }]), says('Seen.'));
    const from = road.sent.length;
    await road.say('Look around');
    const messages = road.sent.slice(from).map(({ body }) => body.messages as unknown[]);
    for (const [n, earlier] of messages.slice(0, -1).entries())
      expect(JSON.stringify(messages[n + 1]?.slice(0, earlier.length))).toBe(JSON.stringify(earlier));
    const heads = road.sent.slice(from).map(({ body }) => JSON.stringify([body.system, body.tools]));
    expect(new Set(heads).size).toBe(1);
  });
});
