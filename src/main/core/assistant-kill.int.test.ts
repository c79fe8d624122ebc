// Promise: kill -9 in the middle of a run loses nothing and does nothing twice. What waits for a word goes on waiting, and the run with it; what was
// being done is unknown, said to be so, and the session begins with verifying. Real processes, a scripted model, a real file.
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, inject, it } from 'vitest';
import type { Entry, Session } from '../../shared/model/assistant/transcript.ts';
import type { Behaviour } from '../fixtures/script.ts';
import { type DemoUpstream, startDemoUpstream } from '../fixtures/upstream.ts';
import { dropDatabase, emptyPostgres } from '../store/testing/temp-store.ts';
import { calls, says } from './testing/assistant-road.ts';
import { type FestingerProcess, startProcess } from './testing/processes.ts';

interface Snapshot {
  readonly session: Session;
  readonly entries: Entry[];
}

async function data<T>(program: FestingerProcess, path: string, body?: unknown): Promise<T> {
  const init = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
  const headers = { 'content-type': 'application/json' };
  const answer = await program.operator(path, { ...init, headers });
  const { ok, data: found, error } = answer.body as { ok: boolean; data: T; error?: { message: string } };
  if (!ok) throw new Error(`${path}: ${error?.message}`);
  return found;
}

/** Answers one after the other, over all processes. */
function script(upstream: DemoUpstream, turns: Behaviour[]): void {
  // A rule goes before those added earlier.
  for (const behave of turns.toReversed()) upstream.script({ path: '/api/chat', times: 1, behave });
}

async function choose(program: FestingerProcess): Promise<void> {
  const model = { label: 'm', provider: 'ollama', baseUrl: null, modelName: 'demo-plain', inputPrice: null };
  const { id } = await data<{ id: string }>(program, '/api/console/models', {
    ...{ ...model, outputPrice: null, contextTokens: 131_072 },
  });
  await data(program, '/api/console/system/settings', { key: 'assistant_model_id', value: id });
}

/** Whatever a shell is given is high risk: the machine's name is typed. */
const word = ({ plan_hash, resource_name }: Card) => ({ plan_hash, typed_name: resource_name });

async function begin(program: FestingerProcess): Promise<string> {
  const { session } = await data<{ session: Session }>(program, '/api/console/assistant/send', {
    ...{ id: null, message: 'Do it' },
  });
  return session.id;
}

type Card = {
  approval_id: string;
  plan_hash: string;
  resource_name: string;
  status: string;
  execution: { state: string } | null;
};

async function card(program: FestingerProcess, session: string): Promise<Card> {
  const asked = async () =>
    (await data<{ approvals: Card[] }>(program, `/api/ai/approvals?session_id=${session}`)).approvals[0];
  await expect.poll(asked, { timeout: 30_000 }).toBeDefined();
  return (await asked()) as Card;
}

const session = (program: FestingerProcess, id: string) => data<Snapshot>(program, `/api/ai/sessions/${id}`);

const over = (program: FestingerProcess, id: string) =>
  expect.poll(async () => (await session(program, id)).session.run_id, { timeout: 60_000 }).toBeNull();

const answerOf = ({ entries }: Snapshot) => entries.findLast((entry) => entry.kind === 'answer');

const DATABASES = ['sqlite', ...('missing' in inject('postgres') ? [] : ['postgres'])];

it.each(DATABASES)(
  'an approval that waits survives the process, runs once, and its run goes on, on %s',
  { timeout: 240_000 },
  async (dialect) => {
    const upstream = await startDemoUpstream();
    const dataDir = mkdtempSync(join(tmpdir(), 'festinger-assistant-kill-'));
    const database = dialect === 'postgres' ? await emptyPostgres() : undefined;
    const options = { dataDir, upstream: upstream.url, database };
    const file = join('/var/tmp', `made-${dialect}-${process.pid}`);
    try {
      const first = await startProcess(options);
      await choose(first);
      const host =
        (await data<{ resources: { id: string }[] }>(first, '/api/ai/resources?kind=host')).resources[0]
          ?.id ?? '';
      const append = [
        'run_command',
        { resource: host, command: `sh -c 'echo once >> ${file}'`, timeout_s: 5 },
      ] as const;
      script(upstream, [calls(['query', { action: 'list', kind: 'host' }]), calls(append)]);
      const id = await begin(first);
      const asked = await card(first, id);
      await first.kill();

      await using second = await startProcess(options);
      await expect.poll(async () => (await session(second, id)).session.state).toBe('WRITING');
      expect((await session(second, id)).session.run_id).not.toBeNull();
      expect((await card(second, id)).status).toBe('pending');
      expect(existsSync(file)).toBe(false);
      script(upstream, [
        calls(['read', { action: 'run', resource: host, command: `cat ${file}` }]),
        says('It is done: I looked.'),
      ]);
      await data(second, `/api/ai/approvals/${asked.approval_id}/approve`, word(asked));
      await over(second, id);
      expect(readFileSync(file, 'utf8')).toBe('once\n');
      const end = await session(second, id);
      expect(answerOf(end)).toMatchObject({ text: 'It is done: I looked.' });
      expect(end.session).toMatchObject({ state: 'READING', unverified: [] });
    } finally {
      rmSync(file, { force: true });
      rmSync(dataDir, { recursive: true, force: true });
      await upstream.close();
      if (database !== undefined) await dropDatabase(database);
    }
  },
);

it.each(DATABASES)(
  'what was being done is unknown, never done again, and has to be verified, on %s',
  { timeout: 240_000 },
  async (dialect) => {
    const upstream = await startDemoUpstream();
    const dataDir = mkdtempSync(join(tmpdir(), 'festinger-assistant-kill-'));
    const database = dialect === 'postgres' ? await emptyPostgres() : undefined;
    const options = { dataDir, upstream: upstream.url, database };
    const file = join('/var/tmp', `begun-${dialect}-${process.pid}`);
    try {
      const first = await startProcess(options);
      await choose(first);
      const host =
        (await data<{ resources: { id: string }[] }>(first, '/api/ai/resources?kind=host')).resources[0]
          ?.id ?? '';
      const slow = [
        'run_command',
        { resource: host, command: `sh -c 'echo once >> ${file}; sleep 20'`, timeout_s: 40 },
      ] as const;
      script(upstream, [calls(['query', { action: 'list', kind: 'host' }]), calls(slow)]);
      const id = await begin(first);
      const asked = await card(first, id);
      void data(first, `/api/ai/approvals/${asked.approval_id}/approve`, word(asked)).catch(() => undefined);
      await expect.poll(() => existsSync(file), { timeout: 30_000 }).toBe(true);
      await first.kill();

      await using second = await startProcess(options);
      await over(second, id);
      expect((await card(second, id)).execution?.state).toBe('unknown');
      const taken = await session(second, id);
      expect(taken.session.state).toBe('VERIFYING');
      expect(answerOf(taken)).toMatchObject({ text: expect.stringMatching(/^Not verified: /) });
      expect(readFileSync(file, 'utf8')).toBe('once\n');

      // Gone on with, it has to look before it answers; and nothing is run twice.
      script(upstream, [
        says('All is well.'),
        calls(['read', { action: 'run', resource: host, command: `cat ${file}` }]),
        says('It had been begun: the file is there.'),
      ]);
      await data(second, '/api/console/assistant/send', { id, message: 'go on' });
      await over(second, id);
      const end = await session(second, id);
      expect(answerOf(end)).toMatchObject({ text: 'It had been begun: the file is there.' });
      expect([end.session.state, readFileSync(file, 'utf8')]).toEqual(['READING', 'once\n']);
      // Every call in the history has its result: no provider would take it otherwise.
      const last = upstream.requests.findLast(({ path }) => path === '/api/chat');
      const { messages } = JSON.parse(last?.body.toString() ?? '{}') as {
        messages: { role: string; tool_calls?: unknown[] }[];
      };
      const called = messages.reduce((sum, { tool_calls }) => sum + (tool_calls?.length ?? 0), 0);
      expect(messages.filter(({ role }) => role === 'tool')).toHaveLength(called);
    } finally {
      rmSync(file, { force: true });
      rmSync(dataDir, { recursive: true, force: true });
      await upstream.close();
      if (database !== undefined) await dropDatabase(database);
    }
  },
);

it('a program that is stopped while something is read keeps what was said before, and says what was broken off', {
  timeout: 120_000,
}, async () => {
  const upstream = await startDemoUpstream();
  const dataDir = mkdtempSync(join(tmpdir(), 'festinger-assistant-stop-'));
  const options = { dataDir, upstream: upstream.url };
  try {
    const first = await startProcess(options);
    await choose(first);
    const host =
      (await data<{ resources: { id: string }[] }>(first, '/api/ai/resources?kind=host')).resources[0]?.id ??
      '';
    const slow = calls(['read', { action: 'run', resource: host, command: 'sleep 20' }]);
    script(upstream, [{ ...slow, text: 'I look at the machine first. ' }]);
    const id = await begin(first);
    const reads = async () => (await session(first, id)).entries.some(({ kind }) => kind === 'tool');
    await expect.poll(reads, { timeout: 30_000 }).toBe(true);
    await first.stop();

    await using second = await startProcess(options);
    await over(second, id);
    const { entries } = await session(second, id);
    const shown = entries.flatMap((entry) => (entry.kind === 'answer' ? [entry.text.trim()] : []));
    expect(shown).toContain('I look at the machine first.');
    expect(entries.find(({ kind }) => kind === 'tool')).toMatchObject({
      status: 'failed',
      error: { code: 'CANCELLED' },
    });
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
    await upstream.close();
  }
});
