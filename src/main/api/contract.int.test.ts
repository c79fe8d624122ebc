// Promise: what a procedure says of itself holds, for every procedure of the contract: its kind is its method in REST and in
// the description of it, a read changes nothing that is stored, a write waits while the memory is replaced and is recorded
// once. Source: decision 043.
import { writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { call, type ORPCError } from '@orpc/server';
import Sqlite from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Listed, proceduresOf } from '../../shared/contract/testing/procedures.ts';
import { AppError } from '../../shared/model/envelope.ts';
import { advisory, sbom } from '../advisory/testing/documents.ts';
import { startTestCore, type TestCore } from '../core/testing/start-test-core.ts';
import { Once } from './once.ts';
import { router } from './router.ts';
import type { Services } from './services.ts';

const procedures = proceduresOf();
const reads = procedures.filter(({ meta }) => meta.kind === 'read');
const writes = procedures.filter(({ meta }) => meta.kind !== 'read');
/** What reads cannot do without, beside the members of their paths. */
const QUERIES: Readonly<Record<string, string>> = {
  'audit.actors': 'of=actions',
  'audit.asOf': 'at=1700000000000',
  'briefs.find': 'task=summary&advisoryKey=GHSA-2222-3333-4444',
  'briefs.preview': 'task=summary&advisoryKey=GHSA-2222-3333-4444',
  'concepts.difference': 'from=1700000000000',
  'concepts.path': 'to=repo',
  'concepts.previewEdit': 'edit[kind]=retire',
  'conflicts.preview': 'decision[decision]=keep',
  'transfer.export': 'format=jsonl',
  'resources.inspect': `id=host:${hostname()}`,
  'resources.metrics': `id=host:${hostname()}`,
  'resources.logs': `id=host:${hostname()}`,
};

let core: TestCore;
let database: Sqlite.Database;
/** Of a brief. */
let cacheKey: string;
beforeAll(async () => {
  core = await startTestCore();
  await core.tell('gnommoweb -isa repo', 'ramanujan -isa server');
  await core.call('/iknowthat', {
    method: 'POST',
    body: JSON.stringify({ fact: 'gnommoweb -isa container' }),
  });
  await core.chat([{ role: 'user', content: 'Is gnommoweb on ramanujan?' }]);
  await core.core.settle();
  // The core writes in this very thread: to wait for its lock without letting it go on would be to wait in vain.
  const writer = new Sqlite(join(core.dataDir, 'festinger.db'), { timeout: 0 });
  const insert = writer.prepare(
    `insert into assistant_session (id, host, title, pinned, profile, state, started_by, created_at, updated_at)
     values (?, 'here', 'A question', 0, 'interactive', '{}', 'operator', 1, 1)`,
  );
  const isWritten = () => {
    try {
      return insert.run(session).changes === 1;
    } catch (error) {
      if ((error as { code?: string }).code === 'SQLITE_BUSY') return false;
      throw error;
    }
  };
  await vi.waitUntil(isWritten, { timeout: 20_000, interval: 10 });
  writer.close();
  const { resources } = await answerOf<{ resources: { id: string; kind: string }[] }>('/resources');
  const upstream = resources.find(({ kind }) => kind === 'upstream')?.id;
  await core.operator('/api/console/resource-propose', post({ id: upstream, action: 'drain' }));
  const files = [sbom(['pkg:npm/left-pad@1.0.0']), advisory({ id: 'GHSA-2222-3333-4444' })];
  const paths = files.map((_, n) => join(core.dataDir, `evidence-${n}.json`));
  for (const [n, path] of paths.entries()) writeFileSync(path, files[n] ?? '');
  await answerOf('/evidence/add', post({ paths }));
  const found = () => answerOf<{ total: number }>('/findings');
  await vi.waitUntil(async () => (await found()).total === 1, { timeout: 20_000 });
  const asked = await core.operator(
    '/api/v1/advisory/remediation',
    post({ advisoryKey: 'GHSA-2222-3333-4444' }),
  );
  ({ cache_key: cacheKey } = (asked.body as { data: { cache_key: string } }).data);
  const made = async () => (await core.operator(`/api/v1/advisory/outputs/${cacheKey}`)).status;
  await vi.waitUntil(async () => (await made()) === 200, { timeout: 20_000 });
  // Counts are written now and then; now.
  await core.operator('/reload', { method: 'POST' });
  database = new Sqlite(join(core.dataDir, 'festinger.db'), { readonly: true });
});
afterAll(async () => {
  database?.close();
  await core[Symbol.asyncDispose]();
});

const answerOf = async <T>(path: string, init?: RequestInit): Promise<T> =>
  ((await core.operator(`/api/console${path}`, init)).body as { data: T }).data;
/** Reads that are posted, because what they ask may be long. */
const POSTED: Readonly<Record<string, object>> = {
  'edits.preview': {
    edits: [
      { edit: 'rename', name: 'gnommoweb', to: 'never-heard-of' },
      { edit: 'add', concept: 'nobody-knows', parent: 'nothing-known', dimension: 'new-one', isIsa: true },
    ],
  },
};

const post = (body: object): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});

/** Of the assistant, with nothing in it. */
const session = 'session-of-a-test';

let looked: { readonly version: unknown; readonly rows: string } | undefined;

/**
 * Every row of every table; read again where another connection has written since.
 * By the library that the core uses: two copies of SQLite in one process take each other's locks away.
 */
function stored(): string {
  const version = database.pragma('data_version', { simple: true });
  if (looked === undefined || looked.version !== version) looked = { version, rows: everyRow() };
  return looked.rows;
}

function everyRow(): string {
  const named = database.prepare<[], string>(
    "select name from sqlite_master where type = 'table' order by 1",
  );
  const rows = named
    .pluck()
    .all()
    .map((name) => [name, database.prepare(`select * from "${name}"`).raw().all()]);
  return JSON.stringify(rows, (_key, value: unknown) =>
    value instanceof Uint8Array ? Buffer.from(value).toString('hex') : value,
  );
}

async function urlOf({ name, path }: Listed): Promise<string> {
  const id = async () => {
    if (name.startsWith('approvals'))
      return (await answerOf<{ approvals: { id: string }[] }>('/approvals')).approvals[0]?.id;
    if (name.startsWith('traffic'))
      return (await answerOf<{ rows: { id: string }[] }>('/traffic')).rows[0]?.id;
    if (name.startsWith('assistant')) return session;
    if (name === 'evidence.refusals') return 'any';
    if (name.startsWith('evidence'))
      return (await answerOf<{ documents: { id: number }[] }>('/evidence/documents')).documents[0]?.id;
    return (await answerOf<{ conflicts: { id: number }[] }>('/conflicts')).conflicts[0]?.id;
  };
  const edgeId = async () =>
    (await answerOf<{ edges: { edgeId: number }[] }>('/concepts/ramanujan')).edges[0]?.edgeId;
  const key = async () => (await answerOf<{ findings: { key: string }[] }>('/findings')).findings[0]?.key;
  const token = () => (name === 'concepts.dimension' ? 'type' : 'gnommoweb');
  const members = {
    token,
    dimension: () => 'type',
    other: () => 'tech',
    id,
    edgeId,
    key,
    cacheKey: () => cacheKey,
  };
  const product = async () => {
    const { products } = await answerOf<{ products: { key: string; document: number }[] }>('/findings/state');
    const [{ key: of, document } = { key: '', document: 0 }] = products;
    const both = name === 'findings.product' ? {} : { from: String(document), to: String(document) };
    return String(new URLSearchParams({ product: of, ...both }));
  };
  const query =
    name === 'briefs.plan'
      ? `finding=${await key()}`
      : name.startsWith('findings.product')
        ? await product()
        : (QUERIES[name] ?? '');
  let url = path;
  for (const [member, value] of Object.entries(members))
    if (url.includes(`{${member}}`)) url = url.replace(`{${member}}`, String(await value()));
  return `${core.core.consoleUrl}/api/console${url}?${query}`;
}

describe('every procedure', () => {
  it('has the method of its kind, and says what it reaches', () => {
    expect(procedures.length).toBeGreaterThan(60);
    for (const { name, meta, method } of procedures) {
      expect(method, name).toBe(meta.kind === 'read' && !(name in POSTED) ? 'GET' : 'POST');
      expect(meta.reach === 'nothing', name).toBe(meta.kind === 'read');
    }
  });

  it('is in the description of REST with its kind, and only with its method', async () => {
    const { body } = await core.operator('/api/console/openapi.json');
    const { paths } = body as {
      paths: Record<string, Record<string, { 'x-kind': string; parameters?: object[] }>>;
    };
    for (const { name, meta, method, path } of procedures) {
      const operation = paths[path]?.[method.toLowerCase()];
      expect(operation?.['x-kind'], name).toBe(meta.kind);
      const keyed =
        operation?.parameters?.some((one) => 'name' in one && one.name === 'Idempotency-Key') ?? false;
      expect(keyed, name).toBe(meta.kind !== 'read');
    }
    expect(Object.values(paths).flatMap(Object.keys)).toHaveLength(procedures.length);
  });
});

describe('a read', () => {
  it.each(reads.map((read) => [read.name, read] as const))(
    '%s leaves every table as it was',
    async (_name, read) => {
      const url = await urlOf(read);
      const before = stored();
      const stop = new AbortController();
      const headers = { authorization: `Bearer ${core.core.token}` };
      const body = POSTED[read.name];
      const sent = body === undefined ? {} : post(body);
      const response = await fetch(url, {
        ...sent,
        headers: { ...headers, 'content-type': 'application/json' },
        signal: stop.signal,
      });
      expect(response.status, await (response.ok ? '' : response.text())).toBe(200);
      await response.body?.getReader().read();
      stop.abort();
      await core.core.settle();
      expect(stored()).toBe(before);
    },
  );
});

describe('a write', () => {
  /** Services of which only the gate is there, and that is closed. */
  async function refusalOf(name: string): Promise<string | undefined> {
    const calls = {
      whenOpen: () => Promise.reject(new AppError('UNAVAILABLE', 'It is being replaced.', {}, true)),
      record: () => Promise.resolve(),
    };
    const [group = '', each = ''] = name.split('.');
    const procedure = (router as unknown as Record<string, Record<string, Parameters<typeof call>[0]>>)[
      group
    ]?.[each];
    if (!procedure) return undefined;
    const context = {
      ...{ services: { calls } as unknown as Services, caller: { actor: 'me', door: 'console' } },
      ...{ once: new Once(() => 0), onError: () => {} },
    };
    const error = await Promise.resolve(call(procedure, {}, { context })).then(
      () => undefined,
      (thrown: ORPCError<string, unknown>) => thrown.code,
    );
    return error;
  }

  it.each(writes.map(({ name, meta }) => [name, meta.reach] as const))(
    '%s is refused while the memory is replaced, unless it stores nothing (%s)',
    async (name, reach) => {
      if (reach === 'process') expect(await refusalOf(name)).not.toBe('UNAVAILABLE');
      else expect(await refusalOf(name)).toBe('UNAVAILABLE');
    },
  );

  it.each(reads.map(({ name }) => name))('%s, a read, passes', async (name) => {
    expect(await refusalOf(name)).not.toBe('UNAVAILABLE');
  });

  it('is recorded once: as an event of its own, or by the events it leaves', async () => {
    interface Recorded {
      kind: string;
      actor: string;
      payload: object;
    }
    const events = async (chain: string): Promise<Recorded[]> =>
      (await answerOf<{ events: Recorded[] }>(`/audit/events?limit=500&chain=${chain}`)).events.toReversed();
    const before = (await events('memory')).length;
    const hostBefore = (await events('host')).length;
    const { key } = await answerOf<{ key: string }>('/clients/keys', post({ name: 'roaming' }));
    await answerOf('/system/settings', post({ key: 'recollection_max_concepts', value: 7 }));
    await answerOf('/facts', post({ fact: 'ramanujan -ispart cellar in context of location' }));
    await answerOf(
      '/models',
      post({ label: 'One', provider: 'claude', modelName: 'm', apiKey: 'sk-very-secret' }),
    );
    await answerOf('/traffic/clear', post({}));
    expect((await core.operator('/api/console/clients/keys', post({}))).status, 'a refused one').toBe(400);
    const told = (await events('memory')).slice(before);
    const recorded = (await events('host')).slice(hostBefore);
    expect(recorded).toMatchObject([
      { actor: 'operator (REST)', payload: { call: 'clients.addKey', about: { name: 'roaming' } } },
      { payload: { call: 'system.setSetting', about: { key: 'recollection_max_concepts', value: 7 } } },
      { payload: { call: 'models.add', about: { label: 'One', provider: 'claude', modelName: 'm' } } },
    ]);
    expect(told.some(({ kind }) => kind.startsWith('action.'))).toBe(true);
    expect(key.length).toBeGreaterThan(10);
    for (const secret of [key, 'sk-very-secret'])
      expect(JSON.stringify([told, recorded])).not.toContain(secret);
    for (const chain of ['memory', 'host'])
      expect(await answerOf(`/audit/verify?chain=${chain}`)).toMatchObject({ chain, ok: true });
  });
});
