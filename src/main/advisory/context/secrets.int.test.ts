// Promise: a secret in evidence or in what an operator asks reaches no log, digest, key, error, audit event, refusal, pack or prompt. Each kind of secret is put into
// every place of every kind of document, taken in by a whole Festinger; then all it wrote is searched. Evidence is kept as it came: its tables are the exception.
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Readable } from 'node:stream';
import { destination, pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { redact } from '../../../shared/redact.ts';
import { foundIn } from '../../../shared/testing/found-in.ts';
import { HELD_OUT, KINDS, Picker, type SecretText } from '../../../shared/testing/secret-kinds.ts';
import { type Command, parseCommandLine } from '../../cli/arguments.ts';
import { evidence } from '../../cli/evidence.ts';
import { explain } from '../../cli/explain/explain.ts';
import { startTestCore, type TestCore } from '../../core/testing/start-test-core.ts';
import type { StoreLocation } from '../../store/store.ts';
import { onDatabase } from '../../store/testing/on-database.ts';
import {
  dropDatabase,
  freshDatabase,
  TEST_DIALECTS,
  type TestDialect,
} from '../../store/testing/temp-store.ts';

/** A table begins with its line; within one it is none. */
const NEEDS_A_LINE = 'table row';
/** Kinds whose secrets are long enough to be told from chance, and others each time. */
const LONG = [...KINDS, ...HELD_OUT].filter(
  ({ name, make }) =>
    name !== NEEDS_A_LINE &&
    make(new Picker(1)).secrets.every((one) => one.length >= 8 && !make(new Picker(2)).secrets.includes(one)),
);
/** Documents of evidence and what is computed from them, as docs/evidence.md says; everything else is searched. */
const KEPT_AS_IT_CAME: ReadonlySet<string> = new Set([
  ...['evidence_document', 'evidence_raw', 'evidence_advisory', 'evidence_alias', 'evidence_affected'],
  ...['evidence_claim', 'evidence_component', 'evidence_note', 'evidence_chunk', 'evidence_chunk_key'],
  ...['evidence_exploited', 'finding', 'finding_unchecked', 'finding_observation'],
]);

interface Seeded {
  readonly place: string;
  readonly kind: string;
  readonly secrets: readonly string[];
}
let seeded: Seeded[] = [];
let next = 1;
/** A text with a secret of its own, so that what leaks says where it came from. */
function secretIn(place: string, kind: (typeof LONG)[number]): SecretText['text'] {
  let { text, secrets } = kind.make(new Picker(7919 * next++));
  // Forty letters without a word beside them are known by their mixture alone; six of 4,000 drawn are not mixed enough.
  while (kind.name === 'AWS secret key' && redact(text) === text)
    ({ text, secrets } = kind.make(new Picker(7919 * next++)));
  seeded.push({ place, kind: kind.name, secrets });
  return text;
}

const cve = (n: number): string => `CVE-2026-${20_000 + n}`;
const purl = (n: number): string => `pkg:npm/pad-${n}@1.0.0`;

/** Documents around one kind of secret, by the names of their files. */
function documentsOf(n: number): Record<string, unknown> {
  const kind = LONG[n] as (typeof LONG)[number];
  const at = (place: string) => secretIn(place, kind);
  const vex = (status: string, member: string) => ({
    ...{ '@context': 'https://openvex.dev/ns/v0.2.0', '@id': `https://vex.example/${status}-${n}` },
    ...{ author: at('VEX author'), timestamp: '2026-01-01T00:00:00Z', version: 1 },
    statements: [
      {
        ...{ vulnerability: { name: cve(n) }, products: [{ '@id': purl(n) }], status },
        [member]: at(`VEX ${member}`),
      },
    ],
  });
  const hint = { schema: 'runtime-hint.v1', ports: [], resource: `container:web-${n}` };
  const trace = { schema: 'policy-trace.v1', finding: `${cve(n)} ${purl(n)}` };
  const list = (component: object, product: object = {}) => ({
    ...{ bomFormat: 'CycloneDX', specVersion: '1.5', version: 1 },
    metadata: {
      timestamp: '2026-01-01T00:00:00Z',
      component: { type: 'application', name: `web-${n}`, version: '1', ...product },
    },
    components: [{ type: 'library', name: `pad-${n}`, version: '1.0.0', purl: purl(n), ...component }],
  });
  const osv = {
    id: `GHSA-2222-3333-${String(n).padStart(4, '2').replace(/[01]/g, 'x')}`,
    modified: '2026-01-01T00:00:00Z',
  };
  return {
    'osv.json': {
      ...{ ...osv, id: cve(n), summary: at('OSV summary') },
      details: `${'Long words. '.repeat(240)}${at('OSV details, near a cut')} ${'More words. '.repeat(40)}${at('OSV details')}`,
      references: [{ type: 'WEB', url: `https://web.example/?q=${encodeURIComponent(at('OSV reference'))}` }],
      affected: [
        {
          package: { ecosystem: 'npm', name: `pad-${n}` },
          ranges: [{ type: 'SEMVER', events: [{ introduced: '0' }, { fixed: '1.2.3' }] }],
        },
      ],
    },
    'list.json': list({ name: at('SBOM component name') }),
    'other-list.json': list({}, { name: at('SBOM product'), version: at('SBOM version') }),
    'nameless.json': list(
      { name: at('SBOM component without a package'), purl: undefined },
      { name: `un-${n}` },
    ),
    'affected.json': vex('affected', 'action_statement'),
    'safe.json': vex('not_affected', 'impact_statement'),
    'trace.json': {
      ...{ ...trace, policy_version: at('policy version'), decision: at('policy decision') },
      rules: [{ id: at('policy rule'), matched: true, text: at('policy text') }],
    },
    'hint.json': {
      ...hint,
      image_digest: null,
      entrypoint: ['web', at('hint entry point')],
      user: at('hint user'),
    },
    'kev.json': {
      ...{ title: 'KEV', catalogVersion: '1', dateReleased: `2026-01-01T00:00:0${n % 10}Z` },
      vulnerabilities: [
        {
          ...{ cveID: cve(n), vulnerabilityName: at('KEV name'), requiredAction: at('KEV action') },
          ...{ dateAdded: '2026-01-01', dueDate: '2026-01-22', knownRansomwareCampaignUse: 'Known' },
        },
      ],
    },
    'refused-json.json': `{"id": "x", "details": "${at('refused JSON').replaceAll('\n', ' ')}`,
    'refused-twice.json': `{"${'k'.repeat(3)} ${at('refused twice').replaceAll(/["\\\n]/g, ' ')}": 1, "a": 2, "a": 3}`,
    'refused-member.json': { ...hint, [at('refused member')]: 1 },
    'refused-version.json': { bomFormat: 'CycloneDX', specVersion: at('refused version') },
    'refused-id.json': {
      ...{ title: 'KEV', catalogVersion: '1', dateReleased: '2026-01-01T00:00:00Z' },
      vulnerabilities: [{ cveID: at('refused id'), dateAdded: '2026-01-01' }],
    },
    'refused-time.json': { ...osv, modified: at('refused time') },
    // A name of a file holds neither slashes nor lines, and those that need them are none.
    ...nameOfFile(kind),
  };
}

function nameOfFile(kind: (typeof LONG)[number]): Record<string, unknown> {
  const { text } = kind.make(new Picker(1));
  if (/[/\n]/.test(text) || text.length > 180) return {};
  return { [`${secretIn('name of a file', kind)}.json`]: '{"no": "format"}' };
}

/** All rows of a table as text, bytes read as letters. */
const asText = (rows: readonly object[]): string =>
  JSON.stringify(
    rows.map((row) =>
      Object.fromEntries(Object.entries(row).map(([name, value]) => [name, readable(value)])),
    ),
  );

function readable(value: unknown): unknown {
  if (typeof value === 'bigint') return String(value);
  return value instanceof Uint8Array ? Buffer.from(value).toString() : value;
}

async function tablesOf(location: StoreLocation): Promise<Map<string, string>> {
  return 'url' in location ? await tablesOfPostgres(location.url) : tablesOfSqlite(location.databasePath);
}

function tablesOfSqlite(path: string): Map<string, string> {
  const database = new DatabaseSync(path, { readOnly: true });
  try {
    const names = database.prepare("select name from sqlite_master where type = 'table'").all();
    return new Map(
      names
        .map(({ name }) => String(name))
        .filter((name) => !KEPT_AS_IT_CAME.has(name))
        .map((name) => {
          const rows = database.prepare(`select * from "${name}"`);
          rows.setReadBigInts(true);
          return [name, asText(rows.all())];
        }),
    );
  } finally {
    database.close();
  }
}

function tablesOfPostgres(url: string): Promise<Map<string, string>> {
  return onDatabase(url, async (client) => {
    const { rows: names } = await client.query<{ name: string }>(
      "select tablename as name from pg_tables where schemaname = 'public'",
    );
    const tables = new Map<string, string>();
    for (const { name } of names)
      if (!KEPT_AS_IT_CAME.has(name))
        tables.set(name, asText((await client.query<object>(`select * from "${name}"`)).rows));
    return tables;
  });
}

/** As it stands there, and as JSON writes it. */
const spellings = (secret: string): string[] => [
  ...new Set([secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret)]),
];

describe.each(TEST_DIALECTS)('on %s', (dialect: TestDialect) => {
  // What takes secrets out is the same on both; another database only keeps them elsewhere.
  const kinds = new Map([...LONG.entries()].filter(([n]) => dialect === 'sqlite' || n % 3 === 0));
  let core: TestCore;
  let home: string;
  let place: Awaited<ReturnType<typeof freshDatabase>>;
  /** All that was said or written, by where. */
  const said = new Map<string, string>();
  const hear = (where: string) => ({
    write: (text: string) => said.set(where, (said.get(where) ?? '') + text),
  });

  async function explained(...argv: string[]): Promise<void> {
    try {
      const command = parseCommandLine(['explain', 'pack', ...argv]) as Extract<Command, { name: 'explain' }>;
      await explain(command, Readable.from([]), hear('packs and prompts'), hear('words beside prompts'));
    } catch (error) {
      hear('errors').write(`${String(error)}${JSON.stringify(error)}\n`);
    }
  }

  beforeAll(async () => {
    seeded = [];
    home = mkdtempSync(join(tmpdir(), 'festinger-secrets-'));
    place = await freshDatabase(dialect, home);
    const folder = join(home, 'in');
    for (const n of kinds.keys()) {
      const own = join(folder, String(n));
      mkdirSync(own, { recursive: true });
      for (const [name, content] of Object.entries(documentsOf(n)))
        writeFileSync(join(own, name), typeof content === 'string' ? content : JSON.stringify(content));
    }
    mkdirSync(join(home, 'data'));
    const logFile = join(home, 'log');
    const log = pino({ level: 'trace' }, destination({ dest: logFile, sync: true }));
    core = await startTestCore({ dataDir: join(home, 'data'), database: place.database, log });
    const site = { url: core.core.consoleUrl, dataDir: core.dataDir, json: false };
    const project = undefined;
    await evidence(
      { ...site, action: 'add', paths: [folder], project },
      hear('festinger evidence'),
      hear('refusals'),
    );
    await evidence(
      { ...site, action: 'check', paths: [folder] },
      hear('festinger evidence'),
      hear('refusals'),
    );
    const named = join(folder, `the password is ${LONG[0]?.make(new Picker(99)).secrets[0]}`);
    seeded.push({
      place: 'a path',
      kind: LONG[0]?.name ?? '',
      secrets: LONG[0]?.make(new Picker(99)).secrets ?? [],
    });
    await evidence(
      { ...site, action: 'add', paths: [named], project },
      hear('festinger evidence'),
      hear('refusals'),
    );
    for (const path of ['/evidence/imports', '/jobs/state', '/history?limit=200', '/audit?limit=200'])
      hear('answers').write(JSON.stringify((await core.operator(`/api/console${path}`)).body));
    for (const { id } of (
      (await core.operator('/api/console/evidence/imports')).body as { data: { id: string }[] }
    ).data)
      hear('answers').write(
        JSON.stringify((await core.operator(`/api/console/evidence/imports/${id}/refusals`)).body),
      );
    await settled();
    const here = ['--data-dir', core.dataDir, '--database', place.database];
    for (const [n, kind] of kinds) {
      await explained(cve(n), ...here, '--json');
      await explained(cve(n), ...here, '--prompt', '--task', 'conflict');
      await explained(`${cve(n)}, and ${secretIn('operator', kind)}`, ...here, '--prompt');
      await explained(secretIn('operator, of nothing', kind), ...here, '--project', 'none');
      await explained(cve(n), '--artifact', secretIn('artifact', kind), ...here);
    }
    await core[Symbol.asyncDispose]();
    said.set('the log', readFileSync(logFile, 'utf8'));
    for (const [table, rows] of await tablesOf(place.location)) said.set(`table ${table}`, rows);
  }, 300_000);
  afterAll(async () => {
    rmSync(home, { recursive: true, force: true });
    if ('url' in place.location) await dropDatabase(place.location.url);
  });

  /** Until findings are as the evidence is. */
  async function settled(): Promise<void> {
    for (;;) {
      const { body } = await core.operator('/api/console/findings/state');
      if (!(body as { data: { matching: boolean } }).data.matching) return;
      await new Promise((resolve) => setImmediate(resolve));
    }
  }

  it('puts at least 25 kinds of secrets into every place, and all of them are taken in, shown or refused', () => {
    expect(kinds.size).toBeGreaterThanOrEqual(dialect === 'sqlite' ? 60 : 25);
    expect(new Set(seeded.map(({ place }) => place)).size).toBeGreaterThan(25);
    expect(said.get('packs and prompts')?.length).toBeGreaterThan(kinds.size * 7000);
    expect(said.get('the log')?.length).toBeGreaterThan(100);
    expect(said.get('packs and prompts')).toContain('[REDACTED:aws_key#');
    const refusals = JSON.parse(said.get('table evidence_refusal') ?? '[]') as unknown[];
    expect(refusals.length).toBeGreaterThan(kinds.size * 6);
  });

  it('none of them is in anything that was written, nor a digest of one', () => {
    const whose = new Map<string, string>();
    for (const { place, kind, secrets } of seeded)
      for (const secret of secrets)
        for (const form of [...spellings(secret), createHash('sha256').update(secret).digest('hex')])
          whose.set(form, `${place}, ${kind}`);
    const leaks = [...said].flatMap(([where, text]) =>
      [...foundIn(text, whose.keys())].map((form) => `${whose.get(form)}: in ${where}`),
    );
    expect([...new Set(leaks)]).toEqual([]);
  });
});
