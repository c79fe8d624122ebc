// A database of the version before keeps its lists of components, each under the version of what it is of.
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { TEST_DIALECTS, tempStore } from '../testing/temp-store.ts';

const BEFORE = [
  'drop index evidence_component_source',
  'alter table evidence_component drop column source_key',
  'alter table evidence_document drop column source',
  'alter table finding drop column unimportant',
  'alter table evidence_alias drop column kind',
  'drop table evidence_ecosystem',
  'drop table evidence_version',
  'drop table finding_list',
  'alter table evidence_document drop column product_version',
  "delete from kysely_migration where name >= '0038'",
];

const subjects = ['{"name":"shop","version":"2.1"}', '{"name":"shop","version":null}', null];

it.each(TEST_DIALECTS)('lists of before have the version of their product (%s)', async (dialect) => {
  await using temp = await tempStore(dialect);
  await temp.store.write(async ({ db }) => {
    for (const statement of BEFORE) await sql.raw(statement).execute(db);
    for (const [n, subject] of subjects.entries())
      await db
        .insertInto('evidence_document')
        .values({
          ...{ project: 'default', format: 'cyclonedx', key: String(n), version: '1', title: 'a list' },
          ...{ issuer: '', licence: null, origin: 'a.json', sha256: String(n), bytes: 1, stated_at: null },
          ...{ first_seen: 1, last_seen: 1, current: 1, product: 'name/shop', subject, notes: '[]' },
        })
        .execute();
  });
  const store = await temp.again();
  const rows = await store.reader
    .selectFrom('evidence_document')
    .select('product_version as version')
    .orderBy('key')
    .execute();
  expect(rows.map(({ version }) => version)).toEqual(['2.1', '', null]);
});
