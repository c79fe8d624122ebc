import { describe, expect, it } from 'vitest';
import { type HeardSentence, SentenceStore } from './sentence-store.ts';

const said = (text: string): HeardSentence => ({
  ...{ text, role: 'user', client: null, conversation: null, segment: null, at: 0 },
});
const texts = (store: SentenceStore, name: string) => store.of('default', name).map(({ text }) => text);

describe('the sentences a name stood in', () => {
  it('are the three newest distinct ones, newest first', () => {
    const store = new SentenceStore();
    for (const text of ['one', 'two', 'three', 'two', 'four']) store.add('default', ['x'], said(text));
    expect(texts(store, 'x')).toEqual(['four', 'two', 'three']);
    expect(store.of('other', 'x')).toEqual([]);
  });

  it('are kept on one line, 280 characters at most', () => {
    const store = new SentenceStore();
    store.add('default', ['x'], said(`x uses\n  this ${'and more '.repeat(60)}`));
    const [text = ''] = texts(store, 'x');
    expect(text).toMatch(/^x uses this and more/);
    expect(text.length).toBeLessThanOrEqual(280);
  });

  it('stay within their bytes: the names heard longest ago are forgotten', () => {
    const store = new SentenceStore(20_000);
    for (let n = 0; n < 500; n++) {
      store.add('default', ['kept', `name-${n}`], said(`kept and name-${n} stand here`));
      expect(store.bytes).toBeLessThanOrEqual(20_000);
    }
    expect(texts(store, 'name-0')).toEqual([]);
    expect(texts(store, 'name-499')).toHaveLength(1);
    expect(texts(store, 'kept')).toHaveLength(3);
  });
});
