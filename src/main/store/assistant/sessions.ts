// Sessions of the assistant and what is in them, as they are stored. What changed of one is written in one transaction: the row of the session with
// every entry that is new or another. Called by agent/sessions. Source: agent, The loop (sessions).
import { sql } from 'kysely';
import { Entry } from '../../../shared/model/assistant/transcript.ts';
import type { Profile } from '../../../shared/model/assistant/words.ts';
import { compiledOnce } from '../compiled-once.ts';
import { contains, isIn } from '../contains.ts';
import { param } from '../statement-template.ts';
import type { Store, StoreReader, StoreWriter } from '../store-access.ts';

export interface StoredSession {
  readonly id: string;
  readonly host: string;
  readonly title: string;
  readonly pinned: boolean;
  readonly profile: Profile;
  readonly modelId: string | null;
  /** JSON of the loop's. */
  readonly state: unknown;
  /** JSON of the run under way. */
  readonly run: unknown;
  readonly startedBy: string;
  readonly createdAt: number;
  readonly updatedAt: number;
}

export interface StoredEntry {
  readonly seq: number;
  readonly entry: Entry;
  readonly sent: unknown;
}

const COLUMNS = [
  ...(['id', 'host', 'title', 'pinned', 'profile', 'state', 'run'] as const),
  ...(['model_id as modelId', 'started_by as startedBy', 'created_at as createdAt'] as const),
  'updated_at as updatedAt' as const,
];

const parsed = <Row extends { pinned: number; state: string; run: string | null }>(row: Row) => ({
  ...row,
  pinned: row.pinned === 1,
  state: JSON.parse(row.state) as unknown,
  run: row.run === null ? null : (JSON.parse(row.run) as unknown),
});

/** Writes the row, and of its entries those that are given. */
export async function keepSession(
  writer: StoreWriter,
  session: StoredSession,
  entries: readonly StoredEntry[],
): Promise<void> {
  const { id, title, profile, modelId, host, startedBy, createdAt, updatedAt } = session;
  const row = {
    ...{ id, title, profile, modelId, host, startedBy, createdAt, updatedAt, pinned: session.pinned ? 1 : 0 },
    state: JSON.stringify(session.state),
    run: session.run === null ? null : JSON.stringify(session.run),
  };
  await writer.each(sessionStatement(writer), [row]);
  const rows = entries.map(({ seq, entry, sent }) => ({
    ...{ session: id, seq, id: entry.id, entry: JSON.stringify(entry) },
    sent: sent === null ? null : JSON.stringify(sent),
  }));
  await writer.each(entryStatement(writer), rows);
}

type SessionRow = Readonly<Record<'id' | 'host' | 'title' | 'profile' | 'state' | 'startedBy', string>> &
  Readonly<Record<'pinned' | 'createdAt' | 'updatedAt', number>> &
  Readonly<Record<'modelId' | 'run', string | null>>;

const sessionStatement = compiledOnce<SessionRow>(({ db }) =>
  db
    .insertInto('assistant_session')
    .values({
      ...{ id: param('id'), host: param('host'), title: param('title'), profile: param('profile') },
      ...{ pinned: param('pinned'), model_id: param('modelId'), state: param('state'), run: param('run') },
      ...{ started_by: param('startedBy'), created_at: param('createdAt'), updated_at: param('updatedAt') },
    })
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet((eb) => ({
        ...{ title: eb.ref('excluded.title'), profile: eb.ref('excluded.profile') },
        ...{ pinned: eb.ref('excluded.pinned'), model_id: eb.ref('excluded.model_id') },
        ...{ state: eb.ref('excluded.state'), run: eb.ref('excluded.run') },
        updated_at: eb.ref('excluded.updated_at'),
      })),
    ),
);

type EntryRow = Readonly<Record<'session' | 'id' | 'entry', string>> & {
  readonly seq: number;
  readonly sent: string | null;
};

const entryStatement = compiledOnce<EntryRow>(({ db }) =>
  db
    .insertInto('assistant_entry')
    .values({
      ...{ session: param('session'), seq: param('seq') },
      ...{ id: param('id'), entry: param('entry'), sent: param('sent') },
    })
    .onConflict((conflict) =>
      conflict.columns(['session', 'seq']).doUpdateSet((eb) => ({
        ...{ id: eb.ref('excluded.id'), entry: eb.ref('excluded.entry') },
        sent: eb.ref('excluded.sent'),
      })),
    ),
);

/** Takes away everything from a place on. */
export async function cutEntries(writer: StoreWriter, session: string, fromSeq: number): Promise<void> {
  await writer.db
    .deleteFrom('assistant_entry')
    .where('session', '=', session)
    .where('seq', '>=', fromSeq)
    .execute();
}

export async function removeSession(writer: StoreWriter, id: string): Promise<void> {
  await writer.db.deleteFrom('assistant_entry').where('session', '=', id).execute();
  await writer.db.deleteFrom('assistant_session').where('id', '=', id).execute();
}

export async function readSession(reader: StoreReader, id: string): Promise<StoredSession | undefined> {
  const row = await reader
    .selectFrom('assistant_session')
    .select(COLUMNS)
    .where('id', '=', id)
    .executeTakeFirst();
  return row && parsed(row);
}

/** In order. An entry that no longer fits its schema is left out: it is shown nowhere, and breaks nothing. */
export async function readEntries(reader: StoreReader, session: string): Promise<StoredEntry[]> {
  const rows = await reader
    .selectFrom('assistant_entry')
    .select(['seq', 'entry', 'sent'])
    .where('session', '=', session)
    .orderBy('seq')
    .execute();
  return rows.flatMap(({ seq, entry, sent }) => {
    const fits = Entry.safeParse(JSON.parse(entry));
    return fits.success
      ? [{ seq, entry: fits.data, sent: sent === null ? null : (JSON.parse(sent) as unknown) }]
      : [];
  });
}

/** Pinned before all, then the newest; `search` looks at titles, and at what the operator and the assistant said. */
export async function listSessions(
  { reader, dialect }: Pick<Store, 'reader' | 'dialect'>,
  { search, limit }: { readonly search: string; readonly limit: number },
): Promise<{ sessions: StoredSession[]; total: number }> {
  let query = reader.selectFrom('assistant_session');
  if (search.trim() !== '') {
    const text = search.trim();
    const member = (name: string) =>
      dialect === 'postgres'
        ? sql<string>`assistant_entry.entry::jsonb ->> ${name}::text`
        : sql<string>`json_extract(assistant_entry.entry, ${`$.${name}`})`;
    query = query.where((eb) =>
      eb.or([
        contains('title', text),
        eb.exists(
          eb
            .selectFrom('assistant_entry')
            .select('assistant_entry.id')
            .whereRef('assistant_entry.session', '=', 'assistant_session.id')
            .where(member('kind'), 'in', ['user', 'answer'])
            .where(isIn(member('text'), text)),
        ),
      ]),
    );
  }
  const { total } = await query
    .select((eb) => eb.fn.countAll<number | string>().as('total'))
    .executeTakeFirstOrThrow();
  const rows = await query
    .select(COLUMNS)
    .orderBy('pinned', 'desc')
    .orderBy('updated_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
  return { sessions: rows.map(parsed), total: Number(total) };
}

/** Ids of those of a host whose run was broken off. */
export async function readBrokenOff(reader: StoreReader, host: string): Promise<string[]> {
  const rows = await reader
    .selectFrom('assistant_session')
    .select('id')
    .where('host', '=', host)
    .where('run', 'is not', null)
    .execute();
  return rows.map(({ id }) => id);
}

/** Runs of a kind that began after a time: what a limit an hour counts. */
export async function countStartedBy(
  reader: StoreReader,
  { prefixes, since }: { readonly prefixes: readonly string[]; readonly since: number },
): Promise<number> {
  const row = await reader
    .selectFrom('assistant_session')
    .select((eb) => eb.fn.countAll<number | string>().as('count'))
    .where('created_at', '>', since)
    .where((eb) => eb.or(prefixes.map((prefix) => eb('started_by', 'like', `${prefix}%`))))
    .executeTakeFirstOrThrow();
  return Number(row.count);
}
