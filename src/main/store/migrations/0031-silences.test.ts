// A database of the version before keeps its alerts and silences; from then on a silence may have no end.
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import type { AlertSilence } from '../../../shared/model/alert.ts';
import { insertSilence, readRecentAlerts, readSilences } from '../hands/alerts.ts';
import { BACK_TO_0034 } from '../testing/back-to-0034.ts';
import { TEST_DIALECTS, tempStore } from '../testing/temp-store.ts';

const BEFORE = [
  ...BACK_TO_0034,
  'drop table read_sentence',
  'drop table reading',
  'alter table advisory_ai_outputs drop column coverage',
  ...['is_guess', 'until'].map((column) => `alter table urd drop column ${column}`),
  'alter table urd_history drop column until',
  'alter table alert drop column parents',
  'drop table alert_silence',
  `create table alert_silence (id text primary key, host text not null, resource_id text, resource_name text, rule text,
    reason text not null, until bigint not null, created_by text not null, created_at bigint not null,
    check (resource_id is not null or rule is not null))`,
  `insert into alert (id, host, key, rule, resource_name, severity, message, started_at)
    values ('a', 'here', 'down:x', 'down', 'x', 'critical', 'm', 5)`,
  `insert into alert_silence (id, host, resource_id, resource_name, rule, reason, until, created_by, created_at)
    values ('s', 'here', 'host:x', 'x', 'down', 'move', 99, 'ada', 7)`,
  "delete from kysely_migration where name >= '0031'",
];

it.each(TEST_DIALECTS)('alerts and silences of before are there (%s)', async (dialect) => {
  await using temp = await tempStore(dialect);
  for (const statement of BEFORE) await temp.store.write(({ db }) => sql.raw(statement).execute(db));
  const store = await temp.again();
  const before: AlertSilence = {
    ...{ id: 's', resourceId: 'host:x', resourceName: 'x', rule: 'down', reason: 'move', until: 99 },
    ...{ createdBy: 'ada', createdAt: 7 },
  };
  expect(await readSilences(store.reader, 'here')).toEqual([before]);
  expect(await readRecentAlerts(store.reader, 'here', 0)).toMatchObject([{ id: 'a', parents: [] }]);
  const open = { ...before, id: 't', until: null, createdAt: 8 };
  await store.write((writer) => insertSilence(writer, 'here', open));
  expect(await readSilences(store.reader, 'here')).toEqual([before, open]);
});
