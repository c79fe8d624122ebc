// Promise: a list is read on once at a time, read anew as far as it was read, and what was read anew meanwhile is not added to.
import { expect, it } from 'vitest';
import { inPages } from './in-pages.ts';

function desk(total: number) {
  const asked: number[] = [];
  const gates: (() => void)[] = [];
  const there = { total, held: false, broken: false };
  const pages = inPages<number>(10, async ({ offset, limit }) => {
    asked.push(offset);
    if (there.held) await new Promise<void>((open) => gates.push(open));
    if (there.broken) throw new Error('gone');
    const count = Math.max(0, Math.min(limit, there.total - offset));
    return { list: Array.from({ length: count }, (_, n) => offset + n), total: there.total };
  });
  let state: { list: readonly number[] | null; total: number } = { list: null, total: 0 };
  const now = () => state;
  const put = (read: { list: readonly number[]; total: number }) => {
    state = read;
  };
  return { pages, asked, gates, there, now, put, load: async () => put(await pages.anew(now)) };
}

it('reads on to the end and asks for nothing behind it, nor before anything was read', async () => {
  const { pages, asked, now, put, load } = desk(25);
  await pages.more(now, put);
  expect(asked).toEqual([]);
  await load();
  for (let n = 0; n < 3; n += 1) await pages.more(now, put);
  expect(asked).toEqual([0, 10, 20]);
  expect(now()).toEqual({ list: Array.from({ length: 25 }, (_, n) => n), total: 25 });
});

it('reads anew as many as were read, or as many as there are now', async () => {
  const { pages, there, now, put, load } = desk(40);
  await load();
  await pages.more(now, put);
  await load();
  expect(now().list).toHaveLength(20);
  there.total = 13;
  await load();
  expect(now().list).toHaveLength(13);
});

it('asks for the next page once, however often the end comes near', async () => {
  const { pages, asked, gates, there, now, put, load } = desk(40);
  await load();
  there.held = true;
  const both = [pages.more(now, put), pages.more(now, put)];
  gates.shift()?.();
  await Promise.all(both);
  expect(asked).toEqual([0, 10]);
  expect(now().list).toHaveLength(20);
});

it('adds nothing to a list that was read anew meanwhile', async () => {
  const { pages, gates, there, now, put, load } = desk(40);
  await load();
  there.held = true;
  const longer = pages.more(now, put);
  there.held = false;
  await load();
  const anew = now();
  gates.shift()?.();
  await longer;
  expect(now()).toBe(anew);
});

it('leaves the list as it is when a page fails, and reads on afterwards', async () => {
  const { pages, there, now, put, load } = desk(40);
  await load();
  there.broken = true;
  await pages.more(now, put);
  expect(now().list).toHaveLength(10);
  there.broken = false;
  await pages.more(now, put);
  expect(now().list).toHaveLength(20);
});

it('ends where a page is empty, whatever the total says', async () => {
  const pages = inPages<number>(10, async ({ offset }) => ({ list: offset === 0 ? [1] : [], total: 9 }));
  expect(await pages.anew(() => ({ list: [1, 2, 3], total: 9 }))).toEqual({ list: [1], total: 9 });
});
