// Promises of structure S4 and of the bounds of a run, over HTTP and in all three wire formats: every answer stands under the record of its run; what was
// denied is not asked for again; what a model writes without measure is bounded; and the session goes on.
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Resource } from '../../../shared/model/resource.ts';
import {
  assistantRoad,
  calls,
  type Played,
  type Road,
  says,
  type Turn,
  WIRES,
} from '../../core/testing/assistant-road.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const LIST = ['query', { action: 'list', limit: 200 }] as const;
const codes = ({ tools }: Played) => tools.map(({ error }) => error?.code ?? 'ok');
const record = ({ done }: Played) =>
  done.outcomes.map((one) =>
    one.kind === 'write'
      ? `${one.marked ? '!' : ''}${one.outcome}: ${one.what}`
      : one.kind === 'read'
        ? `read: ${one.resource?.name ?? one.tool}`
        : one.kind,
  );

describe.each(WIRES)('over %s', (wire) => {
  let road: Road;
  let host: Resource;
  let dir: string;
  let files = 0;
  beforeAll(async () => {
    dir = mkdtempSync(join(tmpdir(), 'festinger-record-'));
    road = await assistantRoad({ wire });
    const { resources } = await road.get<{ resources: Resource[] }>('/resources?kind=host');
    host = resources[0] as Resource;
  });
  afterAll(async () => {
    await road[Symbol.asyncDispose]();
    rmSync(dir, { recursive: true });
  });
  const tee = () => {
    const file = join(dir, `mark-${files++}`);
    const call = (command: string) => ['run_command', { resource: host.id, command, timeout_s: 5 }] as const;
    return { file, write: call(`tee -a ${file}`), call, isThere: () => existsSync(file) };
  };
  const load = (name: string) => ['control', { resource: `model:ollama:${name}`, action: 'load' }] as const;
  const get = (name: string) => ['query', { action: 'get', resource: `model:ollama:${name}` }] as const;

  describe('the record of a run', () => {
    it('says that no tools were used', async () => {
      road.script(says('All containers are up and healthy.'));
      expect(record(await road.say('How is everything?'))).toEqual(['no_tools']);
    });

    it('says what was looked at, and when', async () => {
      road.script(calls(LIST, get('qwen2.5:7b')), says('It is loaded and fast.'));
      const played = await road.say('How is it?');
      expect(record(played)).toEqual(['read: query', 'read: qwen2.5:7b']);
      const [read] = played.done.outcomes;
      expect(read?.kind === 'read' && Math.abs(read.at - Date.now()) < 60_000).toBe(true);
    });

    it('puts a denied write first, whatever the answer claims and was read', async () => {
      const { write, isThere } = tee();
      road.script(calls(LIST), calls(write), calls(LIST), says('Done: it was started and is running.'));
      const run = await road.begin('Make the file');
      await road.deny(run.sessionId, 'no');
      const played = await run.played();
      expect(isThere()).toBe(false);
      expect(record(played)[0]).toMatch(/^!denied: /);
      expect(record(played).slice(1)).toEqual(['read: query']);
      const kept = (await road.session(played.sessionId)).entries.findLast(({ kind }) => kind === 'end');
      expect(kept).toMatchObject({ outcomes: played.done.outcomes });
    });

    it('calls a write verified by what it did itself, and a command unproven though a read came after it', async () => {
      const { write } = tee();
      road.script(calls(LIST), calls(load('llama3.2:3b')), says('It is loaded.'));
      const loaded = await road.begin('Load "llama3.2:3b"');
      await road.approve(loaded.sessionId);
      expect(record(await loaded.played())[0]).toMatch(/^verified: Load /);
      road.script(
        calls(LIST),
        calls(write),
        calls(['read', { action: 'run', resource: host.id, command: 'ls /' }]),
        says('All done and verified.'),
      );
      const written = await road.begin('Make the file');
      await road.approve(written.sessionId);
      expect(record(await written.played())[0]).toMatch(/^!not_verified: /);
    });

    it('names a write that failed, and one that no gate let through', async () => {
      const { call } = tee();
      road.script(calls(LIST), calls(call('touch /nowhere/at/all')), calls(LIST), says('It worked.'));
      const run = await road.begin('Run it');
      await road.approve(run.sessionId);
      expect(record(await run.played())[0]).toMatch(/^!failed: /);
      road.script(calls(['control', { resource: 'made-up', action: 'restart' }]), says('I restarted it.'));
      expect(record(await road.say('Restart it'))[0]).toBe('!rejected: restart made-up');
    });
  });

  describe('bounds', () => {
    it('a denied write is not asked for again, in other words or by another tool, until the operator speaks', async () => {
      const { write, call, file, isThere } = tee();
      road.script(
        ...[calls(LIST), calls(write), calls(call(`tee   -a  ${file}`)), calls(write)],
        says('I stop here.'),
        ...[calls(write), says('Asked again.')],
      );
      const run = await road.begin('Make the file');
      await road.deny(run.sessionId, 'not now');
      const played = await run.played();
      expect(codes(played)).toEqual(['ok', 'ACTION_NOT_ALLOWED', 'ACTION_NOT_ALLOWED', 'ACTION_NOT_ALLOWED']);
      const all = await road.get<{ approvals: unknown[] }>(`/approvals?session_id=${played.sessionId}`);
      expect(all.approvals).toHaveLength(1);
      const next = await road.begin('Now you may', { session_id: played.sessionId });
      await road.approve(next.sessionId);
      await next.played();
      expect(isThere()).toBe(true);
    });

    it('white space makes no other call: the fourth is a loop', async () => {
      const look = (command: string) => calls(['read', { action: 'run', resource: host.id, command }]);
      road.script(
        calls(LIST),
        look('uptime'),
        look('uptime '),
        look(' uptime'),
        look('uptime  '),
        says('Up.'),
      );
      expect(codes(await road.say('Is it up?'))).toEqual(['ok', 'ok', 'ok', 'ok', 'LOOP_DETECTED']);
    });

    it('after three denials nothing else is asked for', async () => {
      const writes = [1, 2, 3, 4, 5].map(() => tee().write);
      road.script(calls(LIST), ...writes.map((write) => calls(write)), says('Enough.'));
      const run = await road.begin('Make files');
      for (let n = 0; n < 3; n += 1) {
        await road.deny(run.sessionId, `no ${n}`);
        await expect
          .poll(
            async () =>
              (
                await road.get<{ approvals: unknown[] }>(
                  `/approvals?status=denied&session_id=${run.sessionId}`,
                )
              ).approvals.length,
          )
          .toBe(n + 1);
      }
      const played = await run.played();
      const all = await road.get<{ approvals: unknown[] }>(`/approvals?session_id=${played.sessionId}`);
      expect(all.approvals).toHaveLength(3);
    });

    it('makes eight calls of a turn, and says how many it did not make', async () => {
      const echo = (n: number) =>
        ['read', { action: 'run', resource: host.id, command: `echo ${n}` }] as const;
      road.script(calls(...Array.from({ length: 50 }, (_, n) => echo(n))), says('Done.'));
      const played = await road.say('Say the numbers');
      expect(played.tools).toHaveLength(8);
      expect(road.sent.at(-1)?.text).toContain('42 more calls of this turn were not made');
      expect(JSON.stringify(played.entries)).toContain('42 more calls of this turn were not made');
    });

    it('five writes of one turn are never more than one card at a time', async () => {
      const writes = Array.from({ length: 5 }, () => tee());
      road.script(
        calls(LIST),
        calls(...writes.map(({ write }) => write)),
        calls(LIST),
        says('One was made.'),
      );
      const run = await road.begin('Make five files');
      await road.asked(run.sessionId);
      const pending = await road.get<{ approvals: unknown[] }>(
        `/approvals?status=pending&session_id=${run.sessionId}`,
      );
      expect(pending.approvals).toHaveLength(1);
      await road.approve(run.sessionId);
      const played = await run.played();
      expect(writes.filter(({ isThere }) => isThere())).toHaveLength(1);
      expect(codes(played).filter((code) => code === 'FSM_BLOCKED')).toHaveLength(4);
    });

    it('sends an answer back for verification twice, then ends the run with the record', async () => {
      const { write } = tee();
      road.script(
        calls(LIST),
        calls(write),
        ...Array.from({ length: 15 }, (_, n) => says(`It is done ${n}.`)),
      );
      const run = await road.begin('Make the file');
      await road.approve(run.sessionId);
      const played = await run.played();
      expect(
        played.events.filter((event) => event.type === 'content_replaced' && event.text === ''),
      ).toHaveLength(2);
      expect(played.done).toMatchObject({ reason: 'answer', turns: 5, unverified: [host.name] });
      expect(played.answer).toMatch(/^Not verified: /);
      expect(record(played)[0]).toMatch(/^!not_verified/);
    });

    it.each([
      [
        'nested',
        (): unknown => {
          let deep: unknown = 1;
          for (let n = 0; n < 500; n += 1) deep = [deep];
          return { a: deep };
        },
        /deeper than 64 levels/,
      ],
      ['large', (): unknown => ({ a: 'x'.repeat(300 * 1024) }), /larger than 256 KB/],
    ])(
      'refuses arguments that are too %s, and goes on with such a call in its history',
      async (_what, given, why) => {
        road.script(calls(['query', given() as Record<string, unknown>]), says('That was too much.'));
        const played = await road.say('Go deep');
        expect(played.tools, JSON.stringify(played.entries).slice(0, 1500)).toHaveLength(1);
        expect(played.tools[0]?.error?.message).toMatch(why);
        expect(played.answer).toBe('That was too much.');
        road.script(calls(get('qwen2.5:7b')), says('It is there.'));
        const next = await road.say('And qwen?', { session_id: played.sessionId });
        expect(next.answer).toBe('It is there.');
        expect(road.sent.at(-1)?.text.length).toBeLessThan(200_000);
      },
    );
  });

  it('a tool that a model made up does not follow the session onto the wire', async () => {
    const madeUp = ['restаrt​', '', '../control', 'x'.repeat(300)];
    road.script(...madeUp.map((name) => calls([name, {}])), says('There is no such tool.'));
    const played = await road.say('Use your tools');
    expect(codes(played).slice(0, 3)).toEqual(['NOT_FOUND', 'NOT_FOUND', 'NOT_FOUND']);
    road.script(says('Yes.'));
    await road.say('Still there?', { session_id: played.sessionId });
    const sent = JSON.parse(road.sent.at(-1)?.text ?? '{}') as { messages: unknown[] };
    const called: string[] = [];
    JSON.stringify(sent.messages, (key, value: unknown) => {
      if (key === 'name' || key === 'tool_name') called.push(String(value));
      return value;
    });
    expect(called.length).toBeGreaterThan(0);
    for (const name of called) expect(name).toMatch(/^[\w-]{1,64}$/);
  });

  it('asks three questions a run at most, and an answer to one is no look at anything', async () => {
    const ask = calls(['question', { question: 'Which one?', options: ['a', 'b'] }]);
    road.script(...Array.from({ length: 6 }, () => ask), says('I have restarted it.'));
    const run = await road.begin('Restart it');
    for (let n = 0; n < 3; n += 1) {
      const open = () =>
        run.events.flatMap((event) => (event.type === 'question' ? [event.question_id] : []));
      await expect.poll(() => open().length, { timeout: 20_000 }).toBe(n + 1);
      await road.post(`/questions/${open().at(-1)}/answer`, { answer: 'a' });
    }
    const played = await run.played();
    expect(played.entries.filter(({ kind }) => kind === 'question')).toHaveLength(3);
    expect(record(played)).toEqual(['no_tools']);
    expect(played.answer, 'nothing succeeded: the claim is not shown').toContain('I apologize');
  });

  it('shows no control characters of a model', async () => {
    road.script(says('\u001b[31mred\u001b[0m\u0000 and\u009b1m bold\n\tindented'));
    expect((await road.say('Say it in red')).answer).toBe('[31mred[0m and1m bold\n\tindented');
  });

  it('reads go on after a verified write until a turn brings nothing new', async () => {
    const log = (n: number) =>
      calls(['read', { action: 'run', resource: host.id, command: `echo log ${n}` }]);
    road.script(
      calls(LIST),
      calls(load('gpt-oss:20b')),
      log(1),
      log(2),
      log(3),
      log(3),
      says('Its log is fine.'),
    );
    const run = await road.begin('Load "gpt-oss:20b", then show me its log');
    await road.approve(run.sessionId);
    const played = await run.played();
    expect(codes(played)).toEqual(['ok', 'ok', 'ok', 'ok', 'ok', 'ok']);
    expect(played).toMatchObject({ answer: 'Its log is fine.', done: { turns: 7 } });
    const body = road.sent.at(-1)?.body as { tools?: unknown; tool_choice?: unknown };
    if (wire === 'ollama') expect(body.tools, 'the turn after nothing new is words alone').toBeUndefined();
    else expect(JSON.stringify(body.tool_choice)).toContain('none');
  });

  it('the same call once as a call and once in the text is made once; a plan is no success; nothing to be seen is no answer', async () => {
    const text = `<tool_call>${JSON.stringify({ name: LIST[0], arguments: { limit: 200, action: 'list' } })}</tool_call>`;
    road.script({ ...says(text), ...calls(LIST) }, says('\u200b\u3164'), says('It is \u202efine\u202c.'));
    const twice = await road.say('What is there?');
    expect(twice.tools).toHaveLength(1);
    expect(twice.answer).toBe('It is fine.');

    const { write } = tee();
    road.script(calls(write), says('Here is the plan.'), says('Successfully restarted it.'));
    // What there is was found in the run before.
    const run = await road.begin('Do it', { profile: 'plan', session_id: twice.sessionId });
    const plan = await run.until('plan');
    if (plan.type !== 'plan') throw new Error('no plan');
    await road.post(`/plans/${plan.id}/decide`, { plan_hash: plan.plan_hash, approve: false, reason: 'no' });
    expect((await run.played()).answer).toContain('I apologize');
  });

  it('a call where only words are taken is asked about once; then the answer says that it was not made', async () => {
    const { write } = tee();
    const look = ['read', { action: 'run', resource: host.id, command: 'ls /' }] as const;
    const promise = { ...says('Let me check that now.'), ...calls(look) };
    const script = (...last: Turn[]) =>
      road.script(
        ...[calls(LIST), calls(write), calls(look), calls(get('qwen2.5:7b')), calls(get('qwen2.5:7b'))],
        ...[promise, ...last],
      );
    const begin = async () => {
      const run = await road.begin('Make the file');
      await road.approve(run.sessionId);
      return await run.played();
    };
    script(says('It is made.'));
    const asked = await begin();
    expect(asked.answer).toBe('It is made.');
    expect(road.sent.at(-1)?.text).toContain('read was not called');
    const shown = asked.entries.filter((entry) => entry.kind === 'answer').map((entry) => entry.text);
    expect(shown.join()).not.toContain('Let me check');
    script(promise);
    const ended = await begin();
    expect(ended.answer).toBe(
      'Let me check that now.\n\nThe run ended here: read was not called. Send a message to go on.',
    );
    expect(ended.tools.filter(({ tool }) => tool === 'read')).toHaveLength(1);
  });

  it('an answer that the limit cuts is continued once, as one answer, and marked where it still ends early', async () => {
    road.script({ ...says('The first half, '), doneReason: 'length' }, says('and the second half.'));
    const whole = await road.say('Tell me a lot');
    expect(whole.answer).toBe('The first half, and the second half.');
    expect(whole.entries.findLast(({ kind }) => kind === 'answer')).toMatchObject({ truncated: false });
    road.script(
      { ...says('One, '), doneReason: 'length' },
      { ...says('two, '), doneReason: 'length' },
      says('never asked'),
    );
    const cut = await road.say('Tell me more');
    expect(cut.answer).toBe('One, two, ');
    expect(cut.entries.findLast(({ kind }) => kind === 'answer')).toMatchObject({ truncated: true });
    road.script(says('Yes.'));
    await road.say('Is that all?', { session_id: cut.sessionId });
    expect(road.sent.at(-1)?.text).not.toContain('Go on exactly where it stopped');
  });
});
