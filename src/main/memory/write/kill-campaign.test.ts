// kill -9 at random moments of everything that writes: told facts and heard ones, corrections, a resolution run, decisions taken back
// and done again, an import, edits of names and dimensions, the very first start, a migration to the other database. After each: the next start repairs by itself,
// what was acknowledged is there, nothing is there twice or by half, the record holds together, and memory is what the tables are. On
// both databases. Moments come from a seed, which is printed with a failure.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { AppError } from '../../../shared/model/envelope.ts';
import { DEFAULT_SETTINGS } from '../../../shared/model/settings.ts';
import { chance, RUNS, SEED } from '../../../shared/testing/campaign.ts';
import { CLI } from '../../core/testing/processes.ts';
import { ConceptGraph } from '../../graph/columns/concept-graph.ts';
import { readChainHead } from '../../store/audit/events.ts';
import { moveDatabase } from '../../store/backup/move-database.ts';
import type { JobCounts } from '../../store/jobs/job.ts';
import type { JobQueue } from '../../store/jobs/job-queue.ts';
import { openStore, type Store, type StoreLocation } from '../../store/store.ts';
import { queueOver } from '../../store/testing/temp-jobs.ts';
import {
  dropDatabase,
  emptyPostgres,
  freshDatabase,
  MemoLog,
  TEST_DIALECTS,
} from '../../store/testing/temp-store.ts';
import { type Memory, openMemory } from '../memory.ts';
import { clock } from '../testing/own-process.ts';
import { readsPlacings } from '../testing/reads-placings.ts';
import { recordHoldings, tableHoldings } from '../testing/record-replay.ts';

const PROGRAM = fileURLToPath(new URL('../testing/do-until-killed.ts', import.meta.url));
/** A kill comes at most so long after the first thing is acknowledged; some come before. */
const LONGEST_MS = 250;
/** Facts of a file that do-until-killed.ts imports. */
const FILE_LINES = 150;
/** Facts that each round of edits in do-until-killed.ts is about. */
const EDITED_FACTS = 40;
/** Of each activity, on each database; and of the migrations each way. */
const KILLS = Math.round(RUNS / 12);
const MIGRATIONS = Math.round(RUNS / 24);
/** Generous: two processes share a machine with others. */
const KILL_MS = 20_000;

/** What the process said before it died. */
interface Said {
  readonly told: (readonly [concept: string, status: string])[][];
  readonly decided: number[];
  readonly actions: number[];
  readonly imported: number[];
  /** Names in sentences that were queued for the reader. */
  readonly queued: string[];
  /** Facts that were retracted, and those of them that were put back. */
  readonly ended: string[];
  readonly back: string[];
}

interface Opened {
  readonly memory: Memory;
  readonly jobs: JobQueue;
  readonly graph: ConceptGraph;
  readonly store: Store;
}

interface Activity {
  readonly name: string;
  /** What is wrong with what was acknowledged and what was under way. */
  readonly faults: (opened: Opened, said: Said, seed: string) => Promise<string[]>;
}

const ACTIVITIES: readonly Activity[] = [
  { name: 'write', faults: writeFaults },
  { name: 'correct', faults: correctFaults },
  { name: 'resolve', faults: resolveFaults },
  { name: 'undo', faults: undoFaults },
  { name: 'import', faults: importFaults },
  { name: 'edit', faults: editFaults },
  { name: 'read', faults: readFaults },
];

describe.each(TEST_DIALECTS)('kill -9 on %s', (dialect) => {
  it.each(ACTIVITIES)(
    'while it does this loses and doubles nothing: $name',
    async ({ name, faults }) => {
      const dir = mkdtempSync(join(tmpdir(), 'festinger-kill-'));
      const { location, database } = await freshDatabase(dialect, dir);
      const random = chance(`${dialect} ${name}`);
      try {
        for (let kill = 0; kill < KILLS; kill++) {
          const seed = `${name[0]}${kill}`;
          const said = await runAndKill([name, database, seed], random);
          const found = await withMemory(location, async (opened) => [
            ...(await generalFaults(opened)),
            ...(await faults(opened, said, seed)),
          ]);
          expect(found, `kill ${kill} of seed ${SEED}`).toEqual([]);
        }
      } finally {
        rmSync(dir, { recursive: true, force: true });
        if ('url' in location) await dropDatabase(location.url);
      }
    },
    KILLS * KILL_MS,
  );

  it(
    'during the very first start leaves what the next start opens',
    async () => {
      const dir = mkdtempSync(join(tmpdir(), 'festinger-kill-'));
      const random = chance(`${dialect} first start`);
      try {
        for (let kill = 0; kill < KILLS; kill++) {
          const location =
            dialect === 'postgres'
              ? { url: await emptyPostgres() }
              : { databasePath: join(dir, `${kill}.db`) };
          const database = 'url' in location ? location.url : location.databasePath;
          const said = await runAndKill(['write', database, 'first'], random, 150 + random() * 600);
          const found = await withMemory(location, async (opened) => [
            ...(await generalFaults(opened)),
            ...(await writeFaults(opened, said, 'first')),
          ]);
          expect(found, `kill ${kill} of seed ${SEED}`).toEqual([]);
          if ('url' in location) await dropDatabase(location.url);
        }
      } finally {
        rmSync(dir, { recursive: true, force: true });
      }
    },
    KILLS * KILL_MS,
  );
});

describe.skipIf(TEST_DIALECTS.length < 2)('kill -9 during festinger migrate', () => {
  it.each([
    ['sqlite', 'postgres'],
    ['postgres', 'sqlite'],
  ] as const)(
    'from %s to %s leaves the source as it was, and a target that is empty or the same',
    async (from, to) => {
      const dir = mkdtempSync(join(tmpdir(), 'festinger-kill-'));
      const random = chance(`${from} to ${to}`);
      const source = await freshDatabase(from, dir);
      const urls = 'url' in source.location ? [source.location.url] : [];
      try {
        await runAndKill(['undo', source.database, 'm'], () => 0.9);
        await withMemory(source.location, async ({ memory }) => memory.flush());
        for (let kill = 0; kill < MIGRATIONS; kill++) {
          const target =
            to === 'postgres' ? { url: await emptyPostgres() } : { databasePath: join(dir, `${kill}.db`) };
          if ('url' in target) urls.push(target.url);
          const place = 'url' in target ? target.url : target.databasePath;
          await migrateAndKill(source.database, place, random() * 1500);
          await expect.poll(() => moved(source.location, target), { timeout: 20_000 }).toBe('there');
          const heads = [source.location, target].map((location) =>
            withMemory(location, async (opened) => {
              expect(await generalFaults(opened), `kill ${kill} of seed ${SEED}`).toEqual([]);
              return {
                ...(await readChainHead(opened.store.reader)),
                edges: (await tableHoldings(opened.store, 'default')).edges,
              };
            }),
          );
          expect(await heads[1]).toEqual(await heads[0]);
        }
      } finally {
        rmSync(dir, { recursive: true, force: true });
        for (const url of urls) await dropDatabase(url);
      }
    },
    MIGRATIONS * KILL_MS * 2,
  );
});

async function migrateAndKill(from: string, to: string, afterMs: number): Promise<void> {
  const child = spawn(process.execPath, [CLI, 'migrate', '--while-running', '--from', from, '--to', to], {
    stdio: 'ignore',
  });
  const timer = setTimeout(() => child.kill('SIGKILL'), afterMs);
  await once(child, 'exit');
  clearTimeout(timer);
}

/** Moves what the killed migration did not: a target that holds something refuses, and must then be complete. */
async function moved(from: StoreLocation, to: StoreLocation): Promise<'there' | string> {
  try {
    await moveDatabase({ from, to, whileInUse: true }, () => undefined);
    return 'there';
  } catch (error) {
    if (error instanceof AppError && error.code === 'NOT_ALLOWED') return 'there';
    return String(error);
  }
}

/**
 * One in eight is killed while it opens the database, the others while they work.
 * @param early milliseconds from its start after which it is killed in any case
 */
async function runAndKill(args: readonly string[], random: () => number, early?: number): Promise<Said> {
  const child = spawn(process.execPath, [PROGRAM, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  const stderr: string[] = [];
  child.stderr.on('data', (chunk: Buffer) => stderr.push(chunk.toString()));
  const said: Said = { told: [], decided: [], actions: [], imported: [], queued: [], ended: [], back: [] };
  const kill = () => child.kill('SIGKILL');
  const isEarly = early !== undefined || random() < 1 / 8;
  const after = random() * LONGEST_MS;
  let timer = isEarly ? setTimeout(kill, early ?? after * 3) : undefined;
  const lines = createInterface({ input: child.stdout });
  lines.on('line', (line) => {
    const {
      told,
      decided,
      action,
      imported,
      queued = [],
      ended,
      back,
    } = JSON.parse(line) as {
      ended?: string;
      back?: string;
      told?: Said['told'][number];
      decided?: number;
      action?: number | null;
      imported?: number;
      queued?: string[];
    };
    if (told) said.told.push(told);
    if (decided !== undefined) said.decided.push(decided);
    if (typeof action === 'number') said.actions.push(action);
    if (imported !== undefined) said.imported.push(imported);
    said.queued.push(...queued);
    if (ended !== undefined) said.ended.push(ended);
    if (back !== undefined) said.back.push(back);
    if (!isEarly && 'ready' in JSON.parse(line)) timer = setTimeout(kill, after);
  });
  const [[code, signal]] = await Promise.all([once(child, 'exit'), once(lines, 'close')]);
  clearTimeout(timer);
  expect([code, signal, stderr.join('')], `it ended by itself (seed ${SEED})`).toEqual([null, 'SIGKILL', '']);
  return said;
}

/** Opens the database as the next start of the program does, and lets what was left over run. */
async function withMemory<T>(location: StoreLocation, look: (opened: Opened) => Promise<T>): Promise<T> {
  const log = new MemoLog();
  const store = await openStore({ ...location, clock, log });
  const graph = new ConceptGraph();
  const jobs = queueOver(store, { clock, log });
  const memory = await openMemory({
    ...{ store, graph, clock, log, settings: () => DEFAULT_SETTINGS, jobs, readerModel: readsPlacings() },
  });
  jobs.start();
  try {
    await memory.idle();
    return await look({ memory, jobs, graph, store });
  } finally {
    await jobs.close();
    await memory.close();
    await store.close();
  }
}

/** What the tables and the record say of one moment: what a dead process had claimed may be done between two looks, so they are repeated then. */
async function holdings(store: Store) {
  for (;;) {
    const { id } = await readChainHead(store.reader);
    const tables = await tableHoldings(store, 'default');
    const record = await recordHoldings(store, 'default');
    if ((await readChainHead(store.reader)).id === id) return { tables, record };
  }
}

async function generalFaults({ memory, store }: Opened): Promise<string[]> {
  const { problems } = await memory.verify();
  const { tables, record } = await holdings(store);
  const only = (from: readonly string[], other: readonly string[], where: string) => {
    const there = new Set(other);
    return from.filter((line) => !there.has(line)).map((line) => `only in the ${where}: ${line}`);
  };
  return [
    ...problems,
    ...only(record.edges, tables.edges, 'record'),
    ...only(tables.edges, record.edges, 'table'),
    ...only(record.open, tables.open, 'record'),
    ...only(tables.open, record.open, 'queue'),
  ];
}

/** Acknowledged batches whole, the one under way whole or not at all, none after it; each contradiction queued once. */
async function writeFaults({ graph }: Opened, { told }: Said, seed: string): Promise<string[]> {
  const type = graph.conceptId('type') ?? 0;
  const isThere = (concept: string) => {
    const id = graph.conceptId(concept);
    return id !== undefined && graph.edgeAt('default', id, type) !== undefined;
  };
  const faults: string[] = [];
  for (const batch of told) {
    for (const [concept, status] of batch) {
      if (!isThere(concept)) faults.push(`${concept} was acknowledged (${status}) and is not there`);
      if (status !== 'conflict') continue;
      const waiting = graph.pendingAt('default', graph.conceptId(concept) ?? 0, type);
      if (waiting !== 1) faults.push(`${waiting} conflicts wait at ${concept}`);
    }
  }
  const size = 30;
  const under = Array.from({ length: size }, (_, n) => isThere(`${seed}-${told.length}-${n}`));
  const there = under.filter(Boolean).length;
  if (there !== 0 && there !== size)
    faults.push(`${there} of ${size} facts of the batch under way are there`);
  if (isThere(`${seed}-${told.length + 1}-0`)) faults.push('a batch is there that nobody had told yet');
  return faults;
}

/**
 * What was retracted is no more, unless that was taken back (the newest may be on its way back); what prose corrected was
 * so once, by one action, or is still to be.
 */
async function correctFaults(opened: Opened, said: Said): Promise<string[]> {
  const { graph, memory, jobs, store } = opened;
  const type = graph.conceptId('type') ?? 0;
  const parentOf = (name: string) => {
    const edge = graph.edgeAt('default', graph.conceptId(name) ?? 0, type);
    return edge && graph.tokenOf(edge.parent);
  };
  const faults: string[] = [];
  for (const name of said.ended) {
    const isBack = said.back.includes(name);
    if (!isBack && name === said.ended.at(-1)) continue;
    if ((parentOf(name) !== undefined) !== isBack)
      faults.push(`${name} was ${isBack ? 'put back' : 'retracted'} and is ${parentOf(name) ?? 'not there'}`);
  }
  let waiting = 0;
  const heard = [...graph.edges()].filter(
    (edge) => edge.concept !== edge.dim && graph.tokenOf(edge.concept).startsWith('h'),
  );
  for (const { concept } of heard) {
    const name = graph.tokenOf(concept);
    const isCorrected = parentOf(name) === 'container';
    const actions = await memory.history.actions({ project: 'default', search: `${name}:`, limit: 10 });
    if (actions.length !== (isCorrected ? 1 : 0))
      faults.push(`${name} was corrected ${actions.length} times`);
    if (!isCorrected) waiting += 1;
  }
  const learn = (await jobs.counts()).learn as JobCounts;
  // On PostgreSQL the process that died may have taken those; they run once its claim is over.
  if (store.dialect === 'sqlite' && waiting > 0) faults.push(`${waiting} corrections were left over`);
  if (waiting > learn.waiting + learn.active)
    faults.push(`${waiting} corrections were heard and are not done, ${learn.waiting + learn.active} wait`);
  if (learn.dead > 0) {
    const dead = await jobs.list({ kind: 'learn', statuses: ['dead'], limit: 3, offset: 0 });
    const why = dead.jobs.map(({ attempts, lastError }) => `after ${attempts} attempts: ${lastError}`);
    faults.push(`${learn.dead} corrections are dead ${why.join(', ')}`);
  }
  return [...faults, ...(await undoFaults(opened, { ...said, actions: [] }))];
}

/** The facts of a round are all as one edit left them, or all as the next one did; every acknowledged edit is there. */
async function editFaults(opened: Opened, said: Said): Promise<string[]> {
  const { graph } = opened;
  const rounds = new Map<string, string[]>();
  for (const edge of graph.edges()) {
    const round = /^(e\w+-\d+)-\d+$/.exec(graph.tokenOf(edge.concept))?.[1];
    if (round === undefined) continue;
    const places = rounds.get(round) ?? [];
    places.push(`[${graph.tokenOf(edge.dim)}] ${graph.tokenOf(edge.parent)}`);
    rounds.set(round, places);
  }
  const halves = [...rounds].filter(([, at]) => at.length !== EDITED_FACTS || new Set(at).size !== 1);
  return [
    ...halves.map(([round, at]) => `${round} has ${at.length} facts: ${[...new Set(at)].join(', ')}`),
    ...(await undoFaults(opened, said)),
  ];
}

/** Acknowledged files whole, each with its action; the one under way whole or not at all. */
async function importFaults(opened: Opened, said: Said, seed: string): Promise<string[]> {
  const { graph } = opened;
  const type = graph.conceptId('type') ?? 0;
  const there = (batch: number) =>
    Array.from({ length: FILE_LINES }, (_, n) => graph.conceptId(`f${seed}-${batch}-${n}`)).filter(
      (id) => id !== undefined && graph.edgeAt('default', id, type) !== undefined,
    ).length;
  const lost = said.imported.filter((batch) => there(batch) !== FILE_LINES);
  const underWay = there(said.imported.length);
  return [
    ...lost.map((batch) => `file ${batch} was acknowledged and has ${there(batch)} of ${FILE_LINES} facts`),
    ...(underWay === 0 || underWay === FILE_LINES
      ? []
      : [`${underWay} facts of the file under way are there`]),
    ...(await undoFaults(opened, said)),
  ];
}

/** Every decision that was acknowledged is there once; the claim of the dead runner ends, as time would. */
async function resolveFaults({ store }: Opened, { decided }: Said): Promise<string[]> {
  const rows = await store.reader
    .selectFrom('resolution_queue')
    .where('project', '=', 'default')
    .select(['id', 'status'])
    .execute();
  const status = new Map(rows.map((row) => [row.id, row.status]));
  const journal = await store.reader
    .selectFrom('resolution_journal')
    .select(['conflict_id', 'outcome'])
    .execute();
  await store.write(async ({ db }) => {
    await db.updateTable('resolution_run').set({ claimed_until: null }).execute();
  });
  const applied = new Map<number, number>();
  for (const { conflict_id } of journal) applied.set(conflict_id, (applied.get(conflict_id) ?? 0) + 1);
  return [
    ...decided
      .filter((id) => status.get(id) === 'pending')
      .map((id) => `conflict ${id} was decided and is pending`),
    ...[...applied]
      .filter(([, times]) => times > 1)
      .map(([id, times]) => `conflict ${id} was decided ${times} times`),
    ...[...applied]
      .filter(([id]) => status.get(id) === 'pending')
      .map(([id]) => `conflict ${id} is pending with a decision in the journal`),
    ...rows
      .filter((row) => row.status !== 'pending' && !applied.has(row.id))
      .map(({ id }) => `conflict ${id} was decided and is not in the journal`),
  ];
}

/** Every sentence that was queued is read once, with its fact, and so is what was queued and not said so any more. */
async function readFaults({ graph, jobs, store }: Opened, { queued }: Said, seed: string): Promise<string[]> {
  // On PostgreSQL the process that died keeps its claims for a while.
  await store.write(({ db }) =>
    db.updateTable('job').set({ claimed_until: 0 }).where('claimed_until', 'is not', null).execute(),
  );
  jobs.wake('read');
  await jobs.settled();
  const faults: string[] = [];
  const dim = graph.conceptId('runs-on') ?? 0;
  const readings = await store.reader
    .selectFrom('reading')
    .select(['concept', 'outcome', 'edge_id'])
    .where('concept', 'like', `svc-${seed}-%`)
    .execute();
  for (const name of new Set([...queued, ...readings.map(({ concept }) => concept)])) {
    const edge = graph.edgeAt('default', graph.conceptId(name) ?? -1, dim);
    const own = readings.filter(({ concept }) => concept === name);
    if (own.length !== 1 || own[0]?.outcome !== 'inserted' || own[0].edge_id !== edge?.edgeId)
      faults.push(`${name} has edge ${edge?.edgeId} and the readings ${JSON.stringify(own)}`);
  }
  const facts = [...graph.edges()].filter(({ concept }) => graph.tokenOf(concept).startsWith(`svc-${seed}-`));
  if (facts.length !== readings.length) faults.push(`${facts.length} facts of ${readings.length} readings`);
  const unread = await store.reader
    .selectFrom('read_sentence')
    .select('hash')
    .where('model', 'is', null)
    .execute();
  if (unread.length > 0)
    faults.push(`${unread.length} sentences are marked as given to a model and are not read`);
  const { waiting, active, dead } = (await jobs.counts()).read as JobCounts;
  if (waiting + active + dead > 0) faults.push(`${waiting} jobs wait, ${active} run, ${dead} are dead`);
  return faults;
}

/** Every acknowledged action is in its table, each with its head event; one more at most, which was under way. */
async function undoFaults({ store }: Opened, { actions }: Said): Promise<string[]> {
  const rows = await store.reader.selectFrom('graph_action').select(['id', 'undoes', 'undone_by']).execute();
  const ids = new Set(rows.map(({ id }) => id));
  const newest = actions.at(-1) ?? Number.POSITIVE_INFINITY;
  const unsaid = rows.filter(({ id }) => id > newest);
  return [
    ...actions.filter((id) => !ids.has(id)).map((id) => `action ${id} was acknowledged and is not there`),
    ...(unsaid.length > 1 ? [`${unsaid.length} actions are there that nobody was told of`] : []),
  ];
}
