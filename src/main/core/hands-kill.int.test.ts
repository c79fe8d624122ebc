// Promise: kill -9 between the word and the result. What was being done is unknown, said to be so, and never done again by itself; its resource is
// free again, other things wait as they waited, and the books agree. Real processes, a real upstream that counts what it is asked to do.
import { hash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, inject, it } from 'vitest';
import type { approvalAnswer } from '../http/ai/answers.ts';
import { canonicalJson } from '../store/audit/canonical-json.ts';
import type { StoredEvent } from '../store/audit/event-reads.ts';
import { dropDatabase, emptyPostgres } from '../store/testing/temp-store.ts';
import { type FestingerProcess, startProcess } from './testing/processes.ts';

const MODEL = 'model:ollama:slow:latest';

/** An Ollama that takes for ever to load a model, until it is told to go on. */
class SlowOllama implements AsyncDisposable {
  /** How often it was asked to load one. */
  loads = 0;
  isSlow = true;
  #isLoaded = false;
  readonly #server = createServer(async (request, response) => {
    await request.toArray();
    this.#answer(request.url ?? '', response);
  });

  async listen(): Promise<this> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    return this;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  #answer(path: string, response: ServerResponse): void {
    const model = { name: 'slow:latest', model: 'slow:latest', size: 1000, digest: 'd1' };
    const json = (body: unknown) =>
      response.setHeader('content-type', 'application/json').end(JSON.stringify(body));
    if (path === '/api/version') json({ version: '0.12.0' });
    else if (path === '/api/tags') json({ models: [model] });
    else if (path === '/api/ps') json({ models: this.#isLoaded ? [{ ...model, size_vram: 1000 }] : [] });
    else if (path === '/api/show') json({ capabilities: ['completion'], model_info: {} });
    else if (path === '/api/generate') {
      this.loads++;
      if (this.isSlow) return;
      this.#isLoaded = true;
      json({ model: 'slow:latest', done: true, done_reason: 'load' });
    } else response.writeHead(404).end();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }
}

type Card = ReturnType<typeof approvalAnswer>;

async function post(program: FestingerProcess, path: string, body: unknown) {
  const answer = await program.operator(path, { method: 'POST', body: JSON.stringify(body) });
  return answer as {
    status: number;
    body: { data: Card; error?: { code: string; details: unknown } };
  };
}

async function ask(program: FestingerProcess, given: object = {}): Promise<Card> {
  const { status, body } = await post(program, '/api/ai/tools/control', {
    arguments: { resource: MODEL, action: 'load', arguments: given },
  });
  expect([status, body.error?.code]).toEqual([202, 'APPROVAL_REQUIRED']);
  return body.error?.details as Card;
}

const approve = (program: FestingerProcess, { approval_id, plan_hash }: Card) =>
  post(program, `/api/ai/approvals/${approval_id}/approve`, { plan_hash });

async function cardOf(program: FestingerProcess, id: string): Promise<Card> {
  return ((await program.operator(`/api/ai/approvals/${id}`)).body as { data: Card }).data;
}

/** The upstream is known and its model seen. */
async function seen(program: FestingerProcess): Promise<void> {
  const found = async () => {
    const { body } = await program.operator('/api/ai/resources?kind=model');
    return (body as { data: { resources: { id: string }[] } }).data.resources.map(({ id }) => id);
  };
  await expect.poll(found, { timeout: 60_000 }).toContain(MODEL);
}

type Line = StoredEvent & { readonly payload: unknown };

/** The agent's chain as Audit exports it. */
async function exportedChain(program: FestingerProcess): Promise<Line[]> {
  const { body } = await program.operator('/api/console/audit/export?chain=agent');
  const pieces = String(body)
    .split('\n')
    .filter((line) => line.startsWith('data: {'))
    .map((line) => (JSON.parse(line.slice('data: '.length)) as { chunk: string }).chunk);
  return pieces
    .join('')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Line);
}

/** Whoever has the file alone can tell that nothing is missing in it. @returns the kinds */
function recomputed(lines: readonly Line[]): string[] {
  let before = hash('sha256', 'agent');
  return lines.map(({ kind, hash: ours, prevHash, id, at, project, actor, edgeId, conflictId, payload }) => {
    const event = {
      id,
      at,
      project,
      kind,
      actor,
      edgeId,
      conflictId,
      payload: canonicalJson(payload as never),
    };
    const expected = hash('sha256', canonicalJson({ ...event, prevHash: before }));
    expect([prevHash, ours], kind).toEqual([before, expected]);
    before = ours;
    return kind;
  });
}

const hasPostgres = !('missing' in inject('postgres'));

it.each(['sqlite', ...(hasPostgres ? ['postgres'] : [])])(
  'a load that was under way at a kill -9 is unknown afterwards, and the upstream was asked once, on %s',
  { timeout: 240_000 },
  async (dialect) => {
    await using upstream = await new SlowOllama().listen();
    const dataDir = mkdtempSync(join(tmpdir(), 'festinger-hands-kill-'));
    const database = dialect === 'postgres' ? await emptyPostgres() : undefined;
    const options = { dataDir, upstream: upstream.url, database };
    try {
      const first = await startProcess(options);
      await seen(first);
      const waiting = await ask(first, { keep_alive: '10m' });
      const card = await ask(first);
      const said = approve(first, card).catch(() => 'gone');
      await expect.poll(() => upstream.loads, { timeout: 60_000 }).toBe(1);
      await first.kill();
      expect(await said).toBe('gone');

      await using second = await startProcess(options);
      expect(await cardOf(second, card.approval_id)).toMatchObject({
        status: 'approved',
        execution: { state: 'unknown', verified: 'unproven' },
      });
      await seen(second);
      expect(upstream.loads, 'never run again by itself').toBe(1);
      expect((await approve(second, card)).status, 'nor by the same word').toBe(409);
      expect(upstream.loads).toBe(1);

      // What waited still waits; its resource is free again.
      upstream.isSlow = false;
      expect((await approve(second, waiting)).body.data).toMatchObject({
        status: 'approved',
        execution: { state: 'done', verified: 'yes' },
      });
      expect(upstream.loads).toBe(2);
      const books = await second.operator('/api/console/files/verify', { method: 'POST' });
      expect(books.body).toMatchObject({ data: { ok: true, problems: [] } });
      expect(recomputed(await exportedChain(second))).toEqual([
        ...['approval.asked', 'approval.asked', 'approval.approved', 'execution.started'],
        ...['execution.unknown', 'approval.approved', 'execution.started', 'execution.finished'],
      ]);
    } finally {
      rmSync(dataDir, { recursive: true, force: true });
      if (database !== undefined) await dropDatabase(database);
    }
  },
);
