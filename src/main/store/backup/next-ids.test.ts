// Promise: a restore that is taken back leaves the memory as it was: what it was going to count from, too.
import { expect, it } from 'vitest';
import { ensureConcepts } from '../tables/concepts.ts';
import { TEST_DIALECTS, tempStore } from '../testing/temp-store.ts';
import { BACKUP_TABLES, readNextId, setNextId } from './backup-tables.ts';

it.each(TEST_DIALECTS)('on %s ids that are in use are not given out again', async (dialect) => {
  await using t = await tempStore(dialect);
  const words = BACKUP_TABLES.find(({ name }) => name === 'soas');
  if (!words) throw new Error('soas is no table of backups any more');
  const next = () => readNextId(t.store.reader, dialect, words);
  const before = (await next()) ?? 0;
  expect(before).toBeGreaterThan(100);
  const restore = t.store.write(async ({ reader }) => {
    await setNextId(reader, dialect, words, 5);
    throw new Error('killed');
  });
  await expect(restore).rejects.toThrow('killed');
  expect(await next()).toBe(before);
  const [made] = await t.store.write((writer) => ensureConcepts(writer, ['made-afterwards']));
  expect(made?.id).toBeGreaterThanOrEqual(before);
  await t.store.write(({ reader }) => setNextId(reader, dialect, words, before + 1000));
  expect(await next()).toBe(before + 1000);
});
