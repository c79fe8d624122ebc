// Promise: kill -9 in the middle of a run loses nothing and does nothing twice. What waits for a word goes on waiting, and the run with it; what was
// being done is unknown, said to be so, and the session begins with verifying. Real processes, a scripted model over each wire format, a real file.
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, inject, it } from 'vitest';
import type { Entry, Session } from '../../shared/model/assistant/transcript.ts';
import type { Provider } from '../../shared/model/language-model.ts';
import type { Behaviour } from '../fixtures/script.ts';
import { type DemoUpstream, startDemoUpstream } from '../fixtures/upstream.ts';
import { dropDatabase, emptyPostgres } from '../store/testing/temp-store.ts';
import { calls, PROMPT_PATHS, says, scriptedModel, WIRES } from './testing/assistant-road.ts';
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
function script(upstream: DemoUpstream, wire: Provider, turns: Behaviour[]): void {
  // A rule goes before those added earlier.
  for (const behave of turns.toReversed()) upstream.script({ path: PROMPT_PATHS[wire], times: 1, behave });
}

async function choose(program: FestingerProcess, wire: Provider, url: string): Promise<void> {
  const model = scriptedModel(wire, url);
  const { id } = await data<{ id: string }>(program, '/api/console/models', model);
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

async function hostOf(program: FestingerProcess): Promise<string> {
  const { resources } = await data<{ resources: { id: string }[] }>(program, '/api/ai/resources?kind=host');
  return resources[0]?.id ?? '';
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

/** How often a prompt's history calls, and how often it has what came of a call: in each format words of their own. */
function inHistory(upstream: DemoUpstream, wire: Provider): { called: number; answered: number } {
  const last = upstream.requests.findLast(({ path }) => path === PROMPT_PATHS[wire])?.body.toString() ?? '{}';
  const { messages = [] } = JSON.parse(last) as {
    messages?: { role: string; tool_calls?: unknown[]; content: string | { type: string }[] | null }[];
  };
  const blocks = messages.flatMap(({ content }) => (Array.isArray(content) ? content : []));
  const ofType = (type: string) => blocks.filter((block) => block.type === type).length;
  return {
    called: ofType('tool_use') + messages.reduce((sum, { tool_calls }) => sum + (tool_calls?.length ?? 0), 0),
    answered: ofType('tool_result') + messages.filter(({ role }) => role === 'tool').length,
  };
}

const ON_SQLITE = WIRES.map((wire) => ['sqlite', wire] as const);
const WAYS = [
  ...ON_SQLITE,
  ...('missing' in inject('postgres')
    ? []
    : [['postgres', 'claude'] as const, ['postgres', 'ollama'] as const]),
];

it.each(WAYS)(
  'an approval that waits survives the process, runs once, and its run goes on, on %s over %s',
  { timeout: 240_000 },
  async (dialect, wire) => {
    const upstream = await startDemoUpstream();
    const dataDir = mkdtempSync(join(tmpdir(), 'festinger-assistant-kill-'));
    const database = dialect === 'postgres' ? await emptyPostgres() : undefined;
    const options = { dataDir, upstream: upstream.url, database };
    const file = join('/var/tmp', `made-${dialect}-${wire}-${process.pid}`);
    try {
      const first = await startProcess(options);
      await choose(first, wire, upstream.url);
      const host = await hostOf(first);
      const append = [
        'run_command',
        { resource: host, command: `sh -c 'echo once >> ${file}'`, timeout_s: 5 },
      ] as const;
      script(upstream, wire, [calls(['query', { action: 'list', kind: 'host' }]), calls(append)]);
      const id = await begin(first);
      const asked = await card(first, id);
      await first.kill();

      await using second = await startProcess(options);
      await expect.poll(async () => (await session(second, id)).session.state).toBe('WRITING');
      expect((await session(second, id)).session.run_id).not.toBeNull();
      expect((await card(second, id)).status).toBe('pending');
      expect(existsSync(file)).toBe(false);
      script(upstream, wire, [
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

it.each(WAYS)(
  'what was being done is unknown, never done again, and has to be verified, on %s over %s',
  { timeout: 240_000 },
  async (dialect, wire) => {
    const upstream = await startDemoUpstream();
    const dataDir = mkdtempSync(join(tmpdir(), 'festinger-assistant-kill-'));
    const database = dialect === 'postgres' ? await emptyPostgres() : undefined;
    const options = { dataDir, upstream: upstream.url, database };
    const file = join('/var/tmp', `begun-${dialect}-${wire}-${process.pid}`);
    try {
      const first = await startProcess(options);
      await choose(first, wire, upstream.url);
      const host = await hostOf(first);
      const slow = [
        'run_command',
        { resource: host, command: `sh -c 'echo once >> ${file}; sleep 20'`, timeout_s: 40 },
      ] as const;
      script(upstream, wire, [calls(['query', { action: 'list', kind: 'host' }]), calls(slow)]);
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
      script(upstream, wire, [
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
      const { called, answered } = inHistory(upstream, wire);
      expect([called, answered]).toEqual([3, 3]);
    } finally {
      rmSync(file, { force: true });
      rmSync(dataDir, { recursive: true, force: true });
      await upstream.close();
      if (database !== undefined) await dropDatabase(database);
    }
  },
);

it.each(WIRES)(
  'a program that is stopped while something is read keeps what was said before, and says what was broken off, over %s',
  {
    timeout: 120_000,
  },
  async (wire) => {
    const upstream = await startDemoUpstream();
    const dataDir = mkdtempSync(join(tmpdir(), 'festinger-assistant-stop-'));
    const options = { dataDir, upstream: upstream.url };
    try {
      const first = await startProcess(options);
      await choose(first, wire, upstream.url);
      const host = await hostOf(first);
      const slow = calls(['read', { action: 'run', resource: host, command: 'sleep 20' }]);
      script(upstream, wire, [{ ...slow, text: 'I look at the machine first. ' }]);
      const id = await begin(first);
      const reads = async () => (await session(first, id)).entries.some(({ kind }) => kind === 'tool');
      await expect.poll(reads, { timeout: 30_000 }).toBe(true);
      await data(first, `/api/ai/sessions/${id}/messages`, { message: 'and its disks' });
      await first.stop();

      await using second = await startProcess(options);
      await over(second, id);
      const { entries } = await session(second, id);
      const shown = entries.flatMap((entry) => (entry.kind === 'answer' ? [entry.text.trim()] : []));
      expect(shown).toContain('I look at the machine first.');
      expect(entries).toContainEqual(expect.objectContaining({ text: 'and its disks', steering: true }));
      expect(entries.find(({ kind }) => kind === 'tool')).toMatchObject({
        status: 'failed',
        error: { code: 'CANCELLED' },
      });
    } finally {
      rmSync(dataDir, { recursive: true, force: true });
      await upstream.close();
    }
  },
);
