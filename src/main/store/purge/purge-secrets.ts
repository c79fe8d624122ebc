// Forgets what early versions kept: words that look like secrets, and secrets in sentences and payloads. Once for a
// database, at its first start with this version, and for a backup of an earlier version when it is restored; in one
// transaction. Backups that lie about are not touched. Source: memory D25; decision 024. Called by store.ts and
// backup-load.ts.
import { type Kysely, sql } from 'kysely';
import { isSecretWord } from '../../../shared/redact.ts';
import { beginningOf, eventHash } from '../audit/chain.ts';
import { inChunks } from '../in-chunks.ts';
import { guardEvents, unguardEvents } from '../migrations/0002-guards.ts';
import { raiseRevisions, readPulse } from '../pulse.ts';
import type { OpenAccess, StoreLog, StoreReader, StoreWriter } from '../store-access.ts';
import { readConfig, writeConfig } from '../tables/config.ts';
import { type PurgedWords, purgedJson, purgedNames, purgedText } from './purge-texts.ts';

const KEY = 'store.purged';
const PURGED = '1';
/** Purged, and the file may still hold the bytes. */
const UNSWEPT = '1-unswept';
const PAGE = 2000;

/** What a purge did, for the log: numbers and ids, never names. */
export interface PurgeReport {
  /** Words that nobody had told a fact about, and texts that were changed. */
  readonly forgotten: number;
  readonly renamed: number;
  readonly texts: number;
  /** Ids of concepts that look like secrets and stay, because a person told a fact about them. */
  readonly kept: readonly number[];
}

/** Purges a database that was never purged, and has SQLite write its file anew. */
export async function purgeOnce(
  store: OpenAccess,
  db: Kysely<never>,
  now: number,
  log: StoreLog,
): Promise<void> {
  const state = await readConfig(store.reader, KEY);
  if (state === PURGED) return;
  const report = state === UNSWEPT ? null : await store.write((writer) => purgeTables(writer, now, UNSWEPT));
  if (report && isNothing(report)) return;
  if (report) log.warn({ ...report }, 'secrets that earlier versions kept were taken out of the memory');
  if (store.dialect === 'sqlite') await sweepFile(db);
  await store.write((writer) => writeConfig(writer, KEY, PURGED, now));
}

/** What was deleted lies in free pages and in the log until both are written anew. */
export async function sweepFile(db: Kysely<never>): Promise<void> {
  await sql`vacuum`.execute(db);
  await sql`pragma wal_checkpoint(truncate)`.execute(db);
}

const isNothing = ({ forgotten, renamed, texts }: PurgeReport) => forgotten + renamed + texts === 0;

/**
 * Before anything in the transaction asks where the chain ends: it may end in another hash afterwards.
 * @param done what is noted when something was found: a file may still hold the bytes
 * @returns null when another process did it meanwhile
 */
export async function purgeTables(
  writer: StoreWriter,
  now: number,
  done: typeof PURGED | typeof UNSWEPT = PURGED,
): Promise<PurgeReport | null> {
  if ((await readConfig(writer.reader, KEY)) !== undefined) return null;
  const { revisions } = await readPulse(writer.reader);
  const { words, ids } = await purgeWords(writer);
  const texts = await purgeColumns(writer, words);
  const events = await purgeEvents(writer, words);
  const { forgotten, renamed } = words;
  const report = { forgotten: forgotten.size, renamed: renamed.size, texts: texts + events, kept: ids };
  await writeConfig(writer, KEY, isNothing(report) ? PURGED : done, now);
  if (!isNothing(report)) await raiseRevisions(writer, revisions);
  return report;
}

// --- words

interface StoredToken {
  readonly id: number;
  readonly token: string;
}

async function purgeWords(writer: StoreWriter): Promise<{ words: PurgedWords; ids: number[] }> {
  const suspects = await suspectsOf(writer.reader);
  const used = await usesOf(writer.reader);
  const gone = suspects.filter(({ id }) => !used.has(id));
  const secret = suspects.filter(({ id, token }) => used.has(id) && isSecretWord(token));
  const kept = secret.filter(({ id }) => used.get(id) === 'told');
  const inferred = secret.filter(({ id }) => used.get(id) === 'inferred');
  const renamed = new Map(inferred.map(({ id, token }) => [token, `redacted_${id}`]));
  for (const { id } of inferred) {
    await writer.db
      .updateTable('soas')
      .set({ token: `redacted_${id}` })
      .where('id', '=', id)
      .execute();
  }
  await inChunks(
    gone.map(({ id }) => id),
    async (ids) => {
      await writer.db.deleteFrom('soas').where('id', 'in', ids).execute();
      return [];
    },
  );
  const words = {
    ...{ renamed, kept: new Set(kept.map(({ token }) => token)) },
    forgotten: new Set(gone.map(({ token }) => token)),
  };
  return { words, ids: kept.map(({ id }) => id) };
}

/**
 * Words that may be secrets. A word of letters and digits that was merely counted may be a password: nobody can tell any
 * more, and what is counted again tomorrow costs nothing to forget.
 */
async function suspectsOf(reader: StoreReader): Promise<StoredToken[]> {
  const found: StoredToken[] = [];
  for (let after = 0; ; ) {
    const page = await reader
      .selectFrom('soas')
      .select(['id', 'token', 'common'])
      .where('id', '>', after)
      .orderBy('id')
      .limit(PAGE)
      .execute();
    const words = page.filter(({ common }) => !common);
    found.push(
      ...words.filter(({ token }) => (/\d/.test(token) && /\p{L}/u.test(token)) || isSecretWord(token)),
    );
    if (page.length < PAGE) return found;
    after = page.at(-1)?.id ?? after;
  }
}

/** Which concepts facts, conflicts and questions name, and whether a person told one of them. */
async function usesOf(reader: StoreReader): Promise<Map<number, 'told' | 'inferred'>> {
  const uses = new Map<number, 'told' | 'inferred'>();
  const note = (source: string | null, ids: readonly (number | null)[]) => {
    const told = source === 'operator' || source === 'gutask';
    for (const id of ids)
      if (id !== null && (told || !uses.has(id))) uses.set(id, told ? 'told' : 'inferred');
  };
  const edges = await reader.selectFrom('urd').select(['id', 'parent_id', 'dim_id', 'source']).execute();
  const past = await reader
    .selectFrom('urd_history')
    .select(['id', 'parent_id', 'dim_id', 'source'])
    .execute();
  for (const edge of [...edges, ...past]) note(edge.source, [edge.id, edge.parent_id, edge.dim_id]);
  const conflicts = await reader
    .selectFrom('resolution_queue')
    .select(['concept_id', 'dim_id', 'existing_parent_id', 'incoming_parent_id', 'incoming_source'])
    .execute();
  for (const one of conflicts) {
    note(one.incoming_source, [one.concept_id, one.dim_id, one.incoming_parent_id]);
    note(null, [one.existing_parent_id]);
  }
  const questions = await reader.selectFrom('concept_question').select('concept_id').execute();
  note(
    null,
    questions.map(({ concept_id }) => concept_id),
  );
  return uses;
}

// --- texts

type Purge = (text: string, words: PurgedWords) => string;

/** Table, key, and what its columns hold. */
const COLUMNS: readonly (readonly [table: string, key: string, columns: Readonly<Record<string, Purge>>])[] =
  [
    ['edge_provenance', 'provenance_id', { entry: purgedJson }],
    [
      'resolution_queue',
      'id',
      { provenance: purgedJson, resolution: purgedJson, note: purgedText, last_problem: purgedText },
    ],
    ['job', 'id', { payload: purgedJson, last_error: purgedText, result: purgedText }],
    ['injection', 'id', { concepts: purgedNames }],
    ['graph_action', 'id', { reason: purgedText, summary: purgedText }],
    ['resolution_journal', 'id', { detail: purgedText }],
    ['model_call', 'id', { problem: purgedText }],
  ];

/** @returns how many rows were changed */
async function purgeColumns(writer: StoreWriter, words: PurgedWords): Promise<number> {
  let changed = 0;
  for (const [table, key, columns] of COLUMNS) {
    const names = Object.keys(columns);
    const selected = sql.join([key, ...names].map((name) => sql.ref(name)));
    for (let after = 0; ; ) {
      const page = sql<Record<string, string | number | null>>`
        select ${selected} from ${sql.table(table)} where ${sql.ref(key)} > ${after} order by ${sql.ref(key)} limit ${PAGE}`;
      const { rows } = await page.execute(writer.db);
      for (const row of rows) {
        const changes = names.flatMap((name) => {
          const text = row[name];
          const next = typeof text === 'string' ? columns[name]?.(text, words) : text;
          return next === text ? [] : [sql`${sql.ref(name)} = ${next}`];
        });
        if (changes.length === 0) continue;
        changed++;
        await sql`update ${sql.table(table)} set ${sql.join(changes)} where ${sql.ref(key)} = ${row[key]}`.execute(
          writer.db,
        );
      }
      if (rows.length < PAGE) break;
      after = Number(rows.at(-1)?.[key]);
    }
  }
  return changed + (await purgeQuestions(writer, words));
}

async function purgeQuestions(writer: StoreWriter, words: PurgedWords): Promise<number> {
  const rows = await writer.reader
    .selectFrom('concept_question')
    .select(['project', 'concept_id', 'detail'])
    .execute();
  const changed = rows.filter(({ detail }) => purgedText(detail, words) !== detail);
  for (const { project, concept_id, detail } of changed) {
    await writer.db
      .updateTable('concept_question')
      .set({ detail: purgedText(detail, words) })
      .where('project', '=', project)
      .where('concept_id', '=', concept_id)
      .execute();
  }
  return changed.length;
}

// --- events

/** Takes secrets out of what events quote, and links the chain anew from the first that changed. */
async function purgeEvents(writer: StoreWriter, words: PurgedWords): Promise<number> {
  let prevHash = beginningOf('memory').hash;
  let changed = 0;
  for (let after = 0; ; ) {
    const page = await writer.reader
      .selectFrom('graph_event')
      .selectAll()
      .where('id', '>', after)
      .orderBy('id')
      .limit(PAGE)
      .execute();
    for (const row of page) {
      const payload = purgedJson(row.payload, words);
      if (payload !== row.payload && changed++ === 0) await unguardEvents(writer.db as never, writer.dialect);
      if (changed > 0) prevHash = await relink(writer, { ...row, payload }, prevHash);
      else prevHash = row.hash;
    }
    if (page.length < PAGE) break;
    after = page.at(-1)?.id ?? after;
  }
  if (changed > 0) await guardEvents(writer.db as never, writer.dialect);
  return changed;
}

async function relink(
  writer: StoreWriter,
  row: { id: number; at: number; project: string; kind: string; actor: string; payload: string } & {
    edge_id: number | null;
    conflict_id: number | null;
  },
  prevHash: string,
): Promise<string> {
  const { id, at, project, kind, actor, edge_id: edgeId, conflict_id: conflictId, payload } = row;
  const hash = eventHash({ id, at, project, kind, actor, edgeId, conflictId, payload }, prevHash);
  await writer.db
    .updateTable('graph_event')
    .set({ payload, prev_hash: prevHash, hash })
    .where('id', '=', id)
    .execute();
  return hash;
}
