// Promise: what is shown is about the conflict that is open, in its present version; a proposal decides nothing; one press
// decides once, and somebody else's decision is told apart from a failure.
import { ORPCError } from '@orpc/client';
import { describe, expect, it } from 'vitest';
import type { Decision } from '../../../../../shared/model/decision.ts';
import { aConflict } from '../conflict.fixture.ts';
import { createDecisionStore } from './decision-store.ts';
import { decisionKey, decisionOf } from './draft.ts';

type Calls = ReturnType<Parameters<typeof createDecisionStore>[0]>;

const keep: Decision = { decision: 'keep' };

function core({ fail, gated }: { fail?: unknown; gated?: boolean } = {}) {
  const decided: unknown[] = [];
  const previewed: string[] = [];
  const gates: (() => void)[] = [];
  const hold = () => (gated ? new Promise<void>((open) => gates.push(open)) : Promise.resolve());
  const calls = {
    options: async () => ({
      dimensions: [],
      split: { existingDimension: 'artifact-type', newDimension: 'deployment-type' },
      cycle: [],
    }),
    preview: async ({ id, decision }: { id: number; decision: Decision }) => {
      previewed.push(`${String(id)} ${decision.decision}`);
      await hold();
      return {
        allowed: decision.decision !== 'replace',
        problem: null,
        diff: [],
        before: null,
        after: `${String(id)}`,
      };
    },
    suggest: async () => ({
      decision: { decision: 'move', dimension: 'membership', which: 'incoming' },
      reasoning: 'It says where it belongs.',
      model: 'demo',
      at: 1,
    }),
    decide: async (input: unknown) => {
      await Promise.resolve();
      if (fail) throw fail;
      decided.push(input);
      return { conflict: aConflict({ resolvedAt: 1 }), action: { id: 5, summary: 'done' } };
    },
  } as unknown as Calls;
  return { store: createDecisionStore(() => calls), decided, previewed, gates };
}

const settle = () => new Promise((resolve) => setImmediate(resolve));

describe('a form that is put away', () => {
  const split = (existingDimension: string, newDimension: string) => ({ existingDimension, newDimension });
  const typed = split('kind', 'hosting');

  it('has what was typed in it when its decision is chosen again, for that conflict and that decision alone', async () => {
    const { store } = core();
    const now = () => store.getState();
    now().open(aConflict({}));
    await settle();
    now().arm('split');
    now().change(typed);
    now().putAway();
    expect(now().draft).toBeNull();
    now().arm('move');
    expect(now().draft).toMatchObject({ dimension: '' });
    now().putAway();
    now().open(aConflict({ id: 2 }));
    await settle();
    now().arm('split');
    expect(now().draft).toMatchObject(split('artifact-type', 'deployment-type'));
    now().open(aConflict({}));
    await settle();
    expect(now().draft).toBeNull();
    now().arm('split');
    expect(now().draft).toMatchObject(typed);
  });

  it('keeps what was typed when another conflict is turned to, and lets go of it when it is cancelled or decided', async () => {
    const { store } = core();
    const now = () => store.getState();
    const type = () => {
      now().arm('split');
      now().change(typed);
    };
    now().open(aConflict({}));
    await settle();
    type();
    now().open(aConflict({ id: 2 }));
    now().open(aConflict({}));
    await settle();
    now().arm('split');
    expect(now().draft).toMatchObject(typed);
    now().disarm();
    now().arm('split');
    expect(now().draft).toMatchObject(split('artifact-type', 'deployment-type'));
    now().disarm();
    type();
    now().putAway();
    now().arm('split');
    await now().decide({ decision: 'split', ...typed });
    now().open(aConflict({ id: 2 }));
    now().open(aConflict({ version: 9 }));
    await settle();
    now().arm('split');
    expect(now().draft).toMatchObject(split('artifact-type', 'deployment-type'));
  });
});

describe('an open conflict', () => {
  it('knows before anything is pressed what the plain decisions and the suggested split would do', async () => {
    const { store, previewed } = core();
    store.getState().open(aConflict({}));
    await settle();
    expect(previewed).toEqual(['1 keep', '1 replace', '1 dismiss', '1 split']);
    expect(store.getState().looked.get(decisionKey({ decision: 'replace' }))?.preview?.allowed).toBe(false);
  });

  it('asks once for one decision, and again for a new version', async () => {
    const { store, previewed } = core();
    store.getState().open(aConflict({}));
    store.getState().look(keep);
    store.getState().open(aConflict({ seenCount: 2 }));
    await settle();
    expect(previewed.filter((each) => each === '1 keep')).toHaveLength(1);
    store.getState().open(aConflict({ version: 2 }));
    await settle();
    expect(previewed.filter((each) => each === '1 keep')).toHaveLength(2);
  });

  it('drops answers about the one that was open before', async () => {
    const { store, gates } = core({ gated: true });
    store.getState().open(aConflict({}));
    store.getState().open(aConflict({ id: 2 }));
    for (const open of gates) open();
    await settle();
    expect(store.getState().looked.get(decisionKey(keep))?.preview?.after).toBe('2');
  });

  it('asks nothing about one that is decided', async () => {
    const { store, previewed } = core();
    store.getState().open(aConflict({ resolvedAt: 1 }));
    await settle();
    expect(previewed).toEqual([]);
  });

  it('fills in what the graph suggests when it arrives after the form, but over nothing that was entered', async () => {
    const { store } = core();
    store.getState().open(aConflict({}));
    store.getState().arm('split');
    expect(store.getState()).toMatchObject({ reading: true, draft: { newDimension: '' } });
    await settle();
    expect(store.getState()).toMatchObject({ reading: false, draft: { newDimension: 'deployment-type' } });
    store.getState().open(aConflict({ id: 2 }));
    store.getState().arm('split');
    store.getState().change({ newDimension: 'mine' });
    await settle();
    expect(store.getState().draft).toMatchObject({ existingDimension: '', newDimension: 'mine' });
  });

  it('keeps what is being typed when only the version changes, and forgets it with the next conflict', async () => {
    const { store } = core();
    store.getState().open(aConflict({}));
    store.getState().arm('move');
    store.getState().change({ dimension: 'tech' });
    store.getState().open(aConflict({ version: 2 }));
    expect(store.getState().draft?.dimension).toBe('tech');
    store.getState().open(aConflict({ id: 2 }));
    expect(store.getState().draft).toBeNull();
  });
});

describe('a proposal', () => {
  it('chooses nothing until it is taken, and then only fills the form', async () => {
    const { store, decided } = core();
    const conflict = aConflict({});
    store.getState().open(conflict);
    await store.getState().ask();
    expect(store.getState().draft).toBeNull();
    store.getState().takeSuggestion();
    const { draft } = store.getState();
    expect(draft && decisionOf(draft, conflict)).toEqual({
      decision: 'move',
      dimension: 'membership',
      which: 'incoming',
    });
    expect(decided).toEqual([]);
  });
});

describe('deciding', () => {
  it('sends the version that was seen and the reason, once however often it is pressed', async () => {
    const { store, decided } = core();
    store.getState().open(aConflict({ version: 7 }));
    store.getState().setReason('  read the docs ');
    await Promise.all([store.getState().decide(keep), store.getState().decide(keep)]);
    expect(decided).toEqual([{ id: 1, decision: keep, reason: 'read the docs', expectedVersion: 7 }]);
  });

  it('offers the last reason and fills in none', async () => {
    const { store } = core();
    store.getState().open(aConflict({}));
    store.getState().setReason('read the docs');
    await store.getState().decide(keep);
    store.getState().open(aConflict({ id: 2 }));
    expect(store.getState().reason).toBe('');
    expect(store.getState().lastReason).toBe('read the docs');
  });

  it('tells being overtaken from a failure', async () => {
    const stale = core({ fail: new ORPCError('STALE_VERSION', { message: 'Decided meanwhile.' }) });
    stale.store.getState().open(aConflict({}));
    expect(await stale.store.getState().decide(keep)).toBeNull();
    expect(stale.store.getState().overtaken).toBe(true);
    const refused = core({ fail: new ORPCError('NOT_ALLOWED', { message: 'It would close a cycle.' }) });
    refused.store.getState().open(aConflict({}));
    await refused.store.getState().decide(keep);
    expect(refused.store.getState()).toMatchObject({
      overtaken: false,
      deciding: null,
      failure: { message: 'It would close a cycle.' },
    });
  });
});
