// The words every vocabulary starts with: the same read at once and a little at a time, and others get their turn between.
import { expect, it } from 'vitest';
import { readDictionary, readDictionarySlowly } from './dictionary.ts';

it('is the same however it is read', async () => {
  const words = await readDictionarySlowly();
  expect([...words]).toEqual(readDictionary());
  expect(words.size).toBeGreaterThan(40_000);
  expect(words.has('colour') && words.has('color') && words.has('aren')).toBe(true);
  expect(words.has('jellyfin')).toBe(false);
});

it('lets others run while it is read slowly', async () => {
  let turns = 0;
  let isRead = false;
  const count = () => {
    turns += 1;
    if (!isRead) setImmediate(count);
  };
  setImmediate(count);
  await readDictionarySlowly().finally(() => {
    isRead = true;
  });
  expect(turns).toBeGreaterThan(15);
});
