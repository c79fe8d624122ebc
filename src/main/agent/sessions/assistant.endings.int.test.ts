// Promises of the assistant about how runs end, each as a journey through HTTP with a scripted model, in all three wire formats: what is not proven is
// said, whatever ended the run; and what has changed, or waited too long, is not done.
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Entry } from '../../../shared/model/assistant/transcript.ts';
import type { Clock } from '../../../shared/model/clock.ts';
import type { Resource } from '../../../shared/model/resource.ts';
import { systemClock } from '../../core/clock.ts';
import { assistantRoad, calls, type Road, says, WIRES } from '../../core/testing/assistant-road.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const LIST = ['query', { action: 'list', limit: 200 }] as const;
/** A read of nothing in particular: it proves nothing. */
const elsewhere = (n: number) => calls(['query', { action: 'search', text: `x${n}` }]);

describe.each(WIRES)('over %s', (wire) => {
  let road: Road;
  let host: string;
  let hostName: string;
  let dir: string;
  let ahead = 0;
  let files = 0;
  const clock: Clock = { ...systemClock, now: () => systemClock.now() + ahead };
  beforeAll(async () => {
    // Where files may be edited: the kernel's own places are refused.
    dir = mkdtempSync('/var/tmp/festinger-ending-');
    road = await assistantRoad({ wire, clock });
    const { resources } = await road.get<{ resources: Resource[] }>('/resources?kind=host');
    host = resources[0]?.id ?? '';
    hostName = resources[0]?.name ?? '';
  });
  afterAll(async () => {
    await road[Symbol.asyncDispose]();
    rmSync(dir, { recursive: true });
  });
  const touch = () =>
    calls([
      'run_command',
      { resource: host, command: `tee -a ${join(dir, `mark-${files++}`)}`, timeout_s: 5 },
    ]);
  const look = () => calls(['read', { action: 'run', resource: host, command: `ls ${dir}` }]);

  it('at turn 20: the answer opens with what is not verified, and the next run begins with verifying', async () => {
    road.script(
      calls(LIST),
      touch(),
      ...Array.from({ length: 17 }, (_, n) => elsewhere(n)),
      says('All done.'),
    );
    const run = await road.begin('Make it');
    await road.approve(run.sessionId);
    const played = await run.played();
    expect(played.done).toMatchObject({ reason: 'turns', turns: 20, unverified: [hostName] });
    expect(played.answer).toMatch(/^Not verified: .*\n\nAll done\.$/s);
    expect(played.session.state).toBe('VERIFYING');

    road.script(says('It is fine.'), look(), says('I looked: it is there.'));
    const next = await road.say('Is it there?', { session_id: played.sessionId });
    expect(next.events.filter(({ type }) => type === 'content_replaced')).toHaveLength(1);
    expect(next).toMatchObject({
      answer: 'I looked: it is there.',
      session: { state: 'READING', unverified: [] },
    });
  });

  it('after three turns in which every call failed', async () => {
    const bad = (n: number) =>
      calls(['read', { action: 'file', resource: host, path: join(dir, `no-${n}`) }]);
    road.script(calls(LIST), touch(), ...[1, 2, 3].map(bad), says('I give up.'));
    const run = await road.begin('Make it');
    await road.approve(run.sessionId);
    const played = await run.played();
    expect(played.done).toMatchObject({ reason: 'answer', unverified: [hostName] });
    expect(played.answer).toMatch(/^Not verified: .*I give up\.$/s);
  });

  it('when it is stopped', async () => {
    road.script(calls(LIST), touch(), { ...says('Well.'), hold: { afterTokens: 0 } });
    const run = await road.begin('Make it');
    await road.approve(run.sessionId);
    await expect.poll(async () => (await road.session(run.sessionId)).session.state).toBe('VERIFYING');
    await road.post(`/sessions/${run.sessionId}/stop`);
    const played = await run.played();
    expect(played.done).toMatchObject({ reason: 'stopped', unverified: [hostName] });
    expect(played.answer).toMatch(/^Not verified: /);
  });

  it('when it is stopped while a write waits or runs: its end says which, and what comes of it later is put into the record', async () => {
    const file = join(dir, `mark-${files++}`);
    const write = calls(['run_command', { resource: host, command: `sleep 1.5; touch ${file}` }]);
    const writeOf = ({ entries }: { entries: readonly Entry[] }) =>
      entries.find((entry) => entry.kind === 'tool' && entry.tool === 'run_command');
    road.script(calls(LIST), write);
    const waiting = await road.begin('Make it');
    await road.asked(waiting.sessionId);
    await road.post(`/sessions/${waiting.sessionId}/stop`);
    const stopped = await waiting.played();
    const nothingDone = 'The run was stopped. It was not approved, and nothing was done.';
    expect(writeOf(stopped)).toMatchObject({ error: { message: nothingDone }, write: { outcome: 'denied' } });

    road.script(calls(LIST), write);
    const run = await road.begin('Make it now');
    const approved = road.approve(run.sessionId);
    await expect
      .poll(async () => writeOf(await road.session(run.sessionId)), { timeout: 20_000 })
      .toMatchObject({ write: { outcome: 'running' } });
    await road.post(`/sessions/${run.sessionId}/stop`);
    const played = await run.played();
    expect(writeOf(played)).toMatchObject({ error: { message: expect.stringContaining('it goes on') } });
    expect(played.done.outcomes[0]).toMatchObject({ outcome: 'running' });
    const end = async () =>
      (await road.session(run.sessionId)).entries.find((entry) => entry.kind === 'end')?.outcomes[0];
    await expect.poll(end, { timeout: 20_000 }).toMatchObject({ outcome: 'not_verified' });
    await approved;
    expect(existsSync(file)).toBe(true);
    expect(writeOf(await road.session(run.sessionId))).toMatchObject({ write: { outcome: 'not_verified' } });
    road.script(says('I look later.'));
    await road.say('Is it there?', { session_id: run.sessionId });
    expect(road.sent.findLast(({ text }) => text.includes('sleep 1.5'))?.text).toContain('it goes on');
  });

  it('when the budget is used up: what was found is told without a call', async () => {
    const small = await assistantRoad({ wire, settings: { assistant_run_tokens: 25_000 } });
    try {
      small.script(calls(LIST), touch(), ...Array.from({ length: 20 }, (_, n) => elsewhere(n)));
      const run = await small.begin('Make it');
      await small.approve(run.sessionId);
      const played = await run.played();
      expect(played.done).toMatchObject({ reason: 'budget', unverified: [hostName] });
      expect(played.answer).toMatch(/^Not verified: [\s\S]*used up[\s\S]*calls had succeeded/);
      expect(
        played.entries.some((entry) => entry.kind === 'notice' && entry.code === 'BUDGET_EXCEEDED'),
      ).toBe(true);
    } finally {
      await small[Symbol.asyncDispose]();
    }
  });

  it('what nobody decides in time is not done', async () => {
    const mark = join(dir, `mark-${files}`);
    road.script(calls(LIST), touch(), says('Nobody answered.'));
    const run = await road.begin('Make it');
    await road.asked(run.sessionId);
    ahead += 6 * 60_000;
    const played = await run.played();
    expect(played.tools[1]?.error).toMatchObject({ code: 'TIMEOUT' });
    expect([existsSync(mark), played.session.state]).toEqual([false, 'READING']);
  });

  it('what has changed since it was asked is not done, and is asked anew', async () => {
    const file = join(dir, 'notes.txt');
    writeFileSync(file, 'one\n');
    const append = ['file_edit', { action: 'append', resource: host, path: file, text: 'two\n' }] as const;
    road.script(calls(LIST), calls(append), look(), says('It is written.'));
    const run = await road.begin('Add a line');
    const { approval_id, plan_hash } = await road.asked(run.sessionId);
    writeFileSync(file, 'one and a half\n');
    const first = await road.post(`/approvals/${approval_id}/approve`, { plan_hash });
    expect([first.status, first.error?.code]).toEqual([409, 'STALE_VERSION']);
    expect(readFileSync(file, 'utf8')).toBe('one and a half\n');
    await expect.poll(async () => (await road.asked(run.sessionId)).approval_id).not.toBe(approval_id);
    await road.approve(run.sessionId);
    const played = await run.played();
    expect(readFileSync(file, 'utf8')).toBe('one and a half\ntwo\n');
    expect(played.events.filter(({ type }) => type === 'approval_needed')).toHaveLength(2);
  });

  it('a command whose file has changed since it was asked ends, and the model is told to propose it again', async () => {
    const file = join(dir, 'deploy.sh');
    writeFileSync(file, 'true\n');
    const deploy = calls(['run_command', { resource: host, command: `sh ${file}`, timeout_s: 5 }]);
    road.script(calls(LIST), deploy, says('It has changed: look at it.'));
    const run = await road.begin('Deploy it');
    const { approval_id, plan_hash } = await road.asked(run.sessionId);
    const needed = await run.until('approval_needed');
    expect(needed).toMatchObject({
      preview: expect.stringMatching(/deploy\.sh: 5 bytes, SHA-256 [0-9a-f]{64}$/),
    });
    writeFileSync(file, `touch ${join(dir, 'evil')}\n`);
    const word = { plan_hash, typed_name: hostName };
    const refused = await road.post(`/approvals/${approval_id}/approve`, word);
    expect(refused).toMatchObject({ status: 409, error: { code: 'STALE_VERSION' } });
    const played = await run.played();
    expect(played.tools[1]?.error).toMatchObject({
      code: 'STALE_VERSION',
      message: expect.stringMatching(/deploy\.sh has changed.*Propose it again/),
    });
    expect([existsSync(join(dir, 'evil')), played.session.state]).toEqual([false, 'READING']);
  });

  it('a write to what is gone by then ends as soon as that is seen, and the model is told', async () => {
    const load = calls(['control', { resource: 'model:ollama:llama3.2:3b', action: 'load' }]);
    road.script(calls(LIST), load, says('It is gone.'));
    const run = await road.begin('Load it');
    await road.asked(run.sessionId);
    await fetch(`${road.test.upstream.url}/api/delete`, {
      method: 'DELETE',
      body: JSON.stringify({ model: 'llama3.2:3b' }),
    });
    await road.test.operator('/api/console/resources-look', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}',
    });
    const played = await run.played();
    expect(played.tools[1]?.error).toMatchObject({
      code: 'STALE_VERSION',
      message: expect.stringMatching(/llama3\.2:3b no longer exists/),
    });
    expect(played.session.state).toBe('READING');
  });

  it('a run of the profile plan reads, shows all its steps, and does them under one word', async () => {
    const [one, two] = [join(dir, 'plan-1'), join(dir, 'plan-2')];
    const write = (path: string) =>
      ['file_edit', { action: 'write', resource: host, path, text: 'x\n' }] as const;
    road.script(
      calls(LIST),
      calls(write(one)),
      calls(write(two)),
      says('Two files.'),
      look(),
      says('Both are there.'),
    );
    const run = await road.begin('Make both', { profile: 'plan' });
    const plan = await run.until('plan');
    if (plan.type !== 'plan') throw new Error('no plan');
    expect(plan.steps).toHaveLength(2);
    expect([existsSync(one), existsSync(two)]).toEqual([false, false]);
    const wrong = await road.post(`/plans/${plan.id}/decide`, { plan_hash: 'another', approve: true });
    expect(wrong.status).toBe(409);
    await road.post(`/plans/${plan.id}/decide`, { plan_hash: plan.plan_hash, approve: true });
    const played = await run.played();
    expect([existsSync(one), existsSync(two), played.answer]).toEqual([true, true, 'Both are there.']);
  });

  it('an investigation only reads, whatever it is told', async () => {
    const mark = join(dir, `mark-${files}`);
    road.script(calls(LIST), touch(), says('It should be made by you.'));
    const played = await road.say('Make the file, you have my word', { profile: 'investigation' });
    expect(played.tools[1]?.error?.code).toBe('READ_ONLY_VIOLATION');
    expect(existsSync(mark)).toBe(false);
  });

  it('an autonomous run does what was allowed by name, so many times an hour, and nothing else', async () => {
    const auto = await assistantRoad({
      ...{ wire },
      settings: { assistant_autonomous_actions: 'model.load', assistant_autonomous_per_hour: 1 },
    });
    try {
      const control = (name: string, action: string) =>
        calls(['control', { resource: `model:ollama:${name}`, action }]);
      auto.script(
        calls(LIST),
        control('qwen2.5:7b', 'load'),
        control('llama3.2:3b', 'load'),
        control('qwen2.5:7b', 'unload'),
        says('One of them.'),
      );
      const played = await auto.say('load "qwen2.5:7b" and "llama3.2:3b", unload "qwen2.5-coder:1.5b"', {
        profile: 'autonomous',
      });
      expect(played.tools.map(({ error }) => error?.code ?? 'ok')).toEqual([
        'ok',
        'ok',
        'RATE_LIMITED',
        'ACTION_NOT_ALLOWED',
      ]);
      const { approvals } = await auto.get<{ approvals: { decided_by: string; status: string }[] }>(
        `/approvals?session_id=${played.sessionId}`,
      );
      expect(approvals).toMatchObject([{ status: 'approved', decided_by: 'allowed by name: model.load' }]);
    } finally {
      await auto[Symbol.asyncDispose]();
    }
  });

  it('switched to reading only, it changes nothing', async () => {
    const reading = await assistantRoad({ wire, settings: { assistant_read_only: true } });
    try {
      reading.script(calls(LIST), touch(), says('I may not.'));
      const played = await reading.say('Make it');
      expect(played.tools[1]?.error?.code).toBe('READ_ONLY_VIOLATION');
    } finally {
      await reading[Symbol.asyncDispose]();
    }
  });

  it('a mention of what is not there is refused before anything begins; one that is there is known and meant', async () => {
    const mention = { id: 'model:ollama:nope', kind: 'model', name: 'nope', start: 7, end: 12 };
    await expect(road.begin('unload @nope', { mentions: [mention] })).rejects.toThrow(/400.*nope/s);
    const there = { id: 'model:ollama:qwen2.5:7b', kind: 'model', name: 'qwen2.5:7b', start: 5, end: 16 };
    road.script(calls(['control', { resource: there.id, action: 'load' }]), says('Loaded.'));
    const run = await road.begin('load @qwen2.5:7b', { mentions: [there] });
    await road.approve(run.sessionId);
    const played = await run.played();
    expect(played.answer).toBe('Loaded.');
    expect(road.sent.at(-2)?.text).toContain('target_host');
  });
});
