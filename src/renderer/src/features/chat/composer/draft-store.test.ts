// Promise: what is typed outlives a reload, a draft for each session; what was sent does not come back.
import { expect, it } from 'vitest';
import { createDraftStore, readDraft } from './draft-store.ts';
import { EMPTY_DRAFT } from './mentions.ts';

function kept() {
  const items = new Map<string, string>();
  const storage = {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  };
  return { items, open: () => createDraftStore(() => storage) };
}

const mention = { id: 'x', kind: 'host', name: 'lab', start: 0, end: 4 };

it('keeps a draft for each session', () => {
  const { open } = kept();
  const before = open();
  before.getState().open('s1');
  before.getState().change({ text: '@lab is slow', mentions: [mention] });
  before.getState().open(null);
  before.getState().replace({ text: 'new', mentions: [] });
  const after = open();
  after.getState().open('s1');
  expect(after.getState()).toMatchObject({ text: '@lab is slow', mentions: [mention] });
  after.getState().open(null);
  expect(after.getState().text).toBe('new');
});

it('keeps the last letters when the page goes right after them', () => {
  const { open } = kept();
  const store = open();
  store.getState().open('s1');
  store.getState().change({ text: 'Tell me more', mentions: [] });
  store.getState().settle();
  const after = open();
  after.getState().open('s1');
  expect(after.getState().text).toBe('Tell me more');
});

it('forgets what was sent at once', () => {
  const { open, items } = kept();
  const store = open();
  store.getState().open('s1');
  store.getState().replace({ text: 'Restart it', mentions: [] });
  store.getState().change(EMPTY_DRAFT);
  expect(items.size).toBe(0);
});

it.each([null, '', '{', '[]', '7', '{"text":7}'])('takes nothing from %s', (text) => {
  expect(readDraft(text)).toEqual(EMPTY_DRAFT);
});

it('drops what is no mention, and lives without a store', () => {
  expect(readDraft('{"text":"a","mentions":[{"id":1},null]}')).toEqual({ text: 'a', mentions: [] });
  const store = createDraftStore(() => {
    throw new Error('forbidden');
  });
  expect(() => store.getState().replace({ text: 'a', mentions: [] })).not.toThrow();
});
