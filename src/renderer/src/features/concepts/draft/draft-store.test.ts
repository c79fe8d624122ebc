// Promise: edits gather, survive a reload, go back and forth, and reach the memory only when they are applied, as what was looked at.
import { describe, expect, it } from 'vitest';
import type { GraphEdit } from '../../../../../shared/model/memory/graph-edit.ts';
import { createDraftStore, MOST_EDITS } from './draft-store.ts';
import { createHandStore } from './hand-store.ts';
import { adding, forget, moveInto, moveUnder } from './make-edits.ts';

type Calls = ReturnType<Parameters<typeof createDraftStore>[0]>;
const rename = (name: string, to: string): GraphEdit => ({ edit: 'rename', name, to });

/** Of another version, or of somebody else: nothing of it may keep the screen from opening. */
const NO_EDITS = [
  '[{"edit":"evil"}]',
  '[{"edit":"constructor"}]',
  '[{"edit":"move"}]',
  '[{"edit":"split","dimension":"type","parts":[null]}]',
  '[{"edit":"rename","name":"a","to":7}]',
];

/** A core that takes every edit but a rename to `taken`, and the browser's storage. */
function desk(kept: Record<string, string> = {}) {
  const asked: {
    readonly edits: readonly GraphEdit[];
    readonly basis?: unknown;
    readonly shown?: unknown;
  }[] = [];
  let refuses = false;
  const calls = {
    preview: async (input: { edits: GraphEdit[] }) => {
      asked.push(input);
      const problems = input.edits.flatMap((edit, at) =>
        edit.edit === 'rename' && edit.to === 'taken'
          ? [{ at, code: 'NAME_TAKEN', message: 'taken', path: [] }]
          : [],
      );
      const summaries = input.edits.map((edit, at) =>
        edit.edit !== 'rename' || problems.some((one) => one.at === at)
          ? null
          : `${edit.name} renamed ${edit.to}`,
      );
      return { problems, summaries, basis: `basis of ${String(input.edits.length)}`, edges: [] };
    },
    apply: async (input: { edits: GraphEdit[]; basis: unknown }) => {
      if (refuses) throw new Error('STALE_VERSION');
      asked.push(input);
      return { action: { id: 7, summary: 'done' } };
    },
  } as unknown as Calls;
  const storage = {
    getItem: (key: string) => kept[key] ?? null,
    setItem(key: string, value: string) {
      kept[key] = value;
    },
    removeItem(key: string) {
      delete kept[key];
    },
  };
  const store = createDraftStore(() => calls, storage);
  return { store, asked, kept, storage, calls, refuse: () => (refuses = true) };
}
const settle = () => new Promise((resolve) => setImmediate(resolve));

describe('a draft', () => {
  it('is one, in however many windows it is looked at: nothing gathered in one is lost by the other', async () => {
    const { store, calls, storage } = desk();
    const other = createDraftStore(() => calls, storage);
    store.getState().change(adding(rename('a', 'b')));
    other.getState().follow();
    other.getState().change(adding(rename('c', 'd')));
    store.getState().follow();
    expect(store.getState().edits).toEqual([rename('a', 'b'), rename('c', 'd')]);
    store.getState().undo();
    expect(store.getState().edits).toEqual([rename('a', 'b')]);
    other.getState().follow();
    other.getState().follow();
    expect(other.getState().edits).toEqual([rename('a', 'b')]);
    await settle();
    expect(other.getState().look).toMatchObject({ basis: 'basis of 1' });
  });

  it('keeps what came to it while the rest was applied', async () => {
    const { store, calls, storage } = desk();
    const other = createDraftStore(() => calls, storage);
    store.getState().change(adding(rename('a', 'b')));
    await settle();
    other.getState().follow();
    const applied = store.getState().apply('because');
    other.getState().change(adding(rename('c', 'd')));
    store.getState().follow();
    await applied;
    other.getState().follow();
    for (const one of [store, other]) expect(one.getState().edits).toEqual([rename('c', 'd')]);
  });

  it('gathers edits, and keeps them over a reload', async () => {
    const { store, calls, storage } = desk();
    store.getState().change(adding(rename('a', 'b')));
    store.getState().change(adding(rename('c', 'd')));
    await settle();
    expect(store.getState().look?.basis).toBe('basis of 2');
    const reloaded = createDraftStore(() => calls, storage);
    expect(reloaded.getState().edits).toEqual([rename('a', 'b'), rename('c', 'd')]);
    expect(createHandStore(reloaded).getState().isEditing).toBe(true);
  });

  it('reads nothing that is no draft', () => {
    for (const text of ['{"a":1}', 'no json', '[1]', '[{"name":"x"}]', 'null', '[null]', ...NO_EDITS]) {
      const { calls, storage } = desk({ 'festinger.concepts.draft': text });
      expect(createDraftStore(() => calls, storage).getState().edits).toEqual([]);
    }
  });

  it('goes back and forth, and a new edit ends what lay ahead', () => {
    const { store } = desk();
    const { change, undo, redo, drop } = store.getState();
    change(adding(rename('a', 'b')));
    change(adding(rename('c', 'd')));
    undo();
    expect(store.getState().edits).toHaveLength(1);
    redo();
    drop();
    expect(store.getState().edits).toEqual([]);
    undo();
    expect(store.getState().edits).toHaveLength(2);
    undo();
    change(adding(rename('e', 'f')));
    redo();
    expect(store.getState().edits).toEqual([rename('a', 'b'), rename('e', 'f')]);
  });

  it('applies what was looked at, and is empty then', async () => {
    const { store, asked, kept } = desk();
    store.getState().change(adding(rename('a', 'b')));
    await settle();
    await store.getState().apply('why');
    expect(asked.at(-1)).toMatchObject({ basis: 'basis of 1', reason: 'why' });
    expect(store.getState()).toMatchObject({ edits: [], past: [], busy: false, look: null });
    expect(kept).toEqual({});
  });

  it('stays as it was where it is refused', async () => {
    const { store, refuse } = desk();
    store.getState().change(adding(rename('a', 'b')));
    await settle();
    refuse();
    await expect(store.getState().apply('')).rejects.toThrow('STALE_VERSION');
    expect(store.getState()).toMatchObject({ edits: [rename('a', 'b')], busy: false });
  });

  it('asks whether an edit could follow, of that edit alone', async () => {
    const { store } = desk();
    store.getState().change(adding(rename('a', 'taken')));
    const { judge } = store.getState();
    expect(await judge(adding(rename('c', 'd')))).toEqual({ verdict: null, words: 'c renamed d' });
    expect(await judge(adding(rename('c', 'taken')))).toMatchObject({
      verdict: { message: 'taken' },
      words: null,
    });
  });

  it('asks nothing of more edits than go together', async () => {
    const { store, asked } = desk();
    const many = Array.from({ length: MOST_EDITS + 1 }, (_, i) => rename('a', `b${String(i)}`));
    store.getState().change(adding(...many));
    await settle();
    expect(asked).toEqual([]);
  });
});

describe('what is selected', () => {
  const neighbourhood = {
    dimension: 'place',
    nodes: [
      { concept: { token: 'web' }, edge: { edgeId: 4 } },
      { concept: { token: 'new' }, edge: { edgeId: 0 } },
      { concept: { token: 'top' }, edge: null },
    ],
  } as unknown as Parameters<typeof forget>[0]['neighbourhood'];
  const added: GraphEdit = { edit: 'add', concept: 'new', parent: 'top', dimension: 'place', isIsa: true };
  const chosen = { neighbourhood, tokens: ['web', 'new', 'top'] };

  it('becomes edits, and what is only in the draft is changed there', () => {
    expect(moveUnder(chosen, 'rack')([added])).toEqual([
      { ...added, parent: 'rack' },
      { edit: 'move', edges: [4], parent: 'rack' },
    ]);
    expect(forget(chosen)([added])).toEqual([{ edit: 'retire', edges: [4] }]);
    expect(moveInto(chosen, 'duty', null)([added])).toEqual([
      { ...added, dimension: 'duty' },
      { edit: 'move', edges: [4], dimension: 'duty' },
    ]);
    expect(moveInto(chosen, 'duty', { question: 'What for?' })([])).toEqual([
      {
        ...{ edit: 'split', dimension: 'place' },
        parts: [{ dimension: 'duty', question: 'What for?', which: { by: 'edges', edges: [4] } }],
      },
    ]);
  });

  it('is carried, and dropped only where it may be', async () => {
    const { store } = desk();
    const hand = createHandStore(store);
    hand.getState().carry(chosen, 'mouse');
    await hand.getState().over('rack');
    expect(hand.getState().carried).toMatchObject({ onto: 'rack', verdict: 'free' });
    expect(hand.getState().drop()).toBe(true);
    expect(store.getState().edits).toHaveLength(1);
    hand.getState().carry(chosen, 'keyboard');
    expect(hand.getState().drop()).toBe(false);
    expect(hand.getState().carried).toBeNull();
  });
});
