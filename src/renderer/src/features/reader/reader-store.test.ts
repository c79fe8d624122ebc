// Promises of the Reader's store: what came since goes in front and nothing of what was read is lost; a list is read on from its end; a
// preview that was cancelled shows nothing, and one whose model was not set up sets it up first.
import { describe, expect, it } from 'vitest';
import type { LanguageModel } from '../../../../shared/model/language-model.ts';
import type { ReaderPreview, Reading } from '../../../../shared/model/memory/reader.ts';
import type { Resource } from '../../../../shared/model/resource.ts';
import { readerModels } from '../../session/reader-models.ts';
import { createReaderStore, withNewest } from './reader-store.ts';

const reading = (id: number, change: Partial<Reading> = {}): Reading => ({
  ...{ id, at: id, model: 'Oracle', isLocal: true, client: 'desk', role: 'user', outcome: 'inserted' },
  ...{ sentence: 'jellyfin ended up on nas01', concept: 'jellyfin', parent: 'nas01', dimension: 'runs-on' },
  ...{ isIsa: false, reason: null, edgeId: 1, conflictId: null, canAccept: false, acceptedAs: null },
  ...change,
});
const down = (from: number, to: number) => Array.from({ length: from - to + 1 }, (_, i) => reading(from - i));
const ids = (list: readonly Reading[] | null) => list?.map(({ id }) => id);

const STATE = {
  ...{ model: 'Oracle', isLocal: true, isPaused: false, problem: null, waiting: 0, recent: 1 },
  ...{ tokensToday: 0, tokensLimit: 1000, models: [] },
};
const PREVIEW: ReaderPreview = { model: 'Oracle', isLocal: true, ms: 1, sentences: [], statements: [] };

function start(all: Reading[]) {
  const asked: object[] = [];
  const added: string[] = [];
  let answer: () => Promise<ReaderPreview> = async () => PREVIEW;
  const calls = {
    reader: {
      state: async () => STATE,
      readings: async ({ before, outcome, limit }: { before?: number; outcome?: string; limit?: number }) => {
        asked.push({ before, outcome });
        return all
          .filter((one) => (before === undefined || one.id < before) && (!outcome || one.outcome === outcome))
          .slice(0, limit);
      },
      accept: async ({ id }: { id: number }) => {
        const accepted = { ...all.find((one) => one.id === id), canAccept: false, edgeId: 7 } as Reading;
        all.splice(
          all.findIndex((one) => one.id === id),
          1,
          accepted,
        );
        return { reading: accepted, action_id: 5 };
      },
      preview: async () => answer(),
    },
    models: {
      list: async () => [],
      add: async ({ label }: { label: string }) => {
        added.push(label);
        return { id: '7' };
      },
    },
    resources: { list: async () => ({ resources: [] }) },
  };
  const store = createReaderStore(
    () => calls as unknown as ReturnType<Parameters<typeof createReaderStore>[0]>,
  );
  return { store, asked, added, all, answerWith: (next: typeof answer) => (answer = next) };
}

describe('statements that came since', () => {
  it('go in front', () => {
    expect(ids(withNewest([reading(2), reading(1)], down(4, 1)))).toEqual([4, 3, 2, 1]);
  });
  it('replace what changed', () => {
    const refused = (canAccept: boolean) => reading(2, { outcome: 'refused', canAccept });
    const [newer, older] = withNewest([refused(true), reading(1)], [refused(false)]);
    expect([newer?.canAccept, older?.id]).toEqual([false, 1]);
  });
  it('leave a list alone in which nothing is new', () => {
    const before = down(3, 1);
    expect(withNewest(before, down(3, 2))).toBe(before);
  });
  it('are all there is where a gap lies between, and where nothing was read yet', () => {
    expect(ids(withNewest([reading(1)], down(9, 5)))).toEqual([9, 8, 7, 6, 5]);
    expect(ids(withNewest(null, down(2, 1)))).toEqual([2, 1]);
    expect(ids(withNewest(down(2, 1), []))).toEqual([]);
  });
});

it('reads on from the end of the list, and no further than there is something', async () => {
  const { store, asked } = start(down(70, 1));
  await store.getState().load();
  expect(store.getState().list).toHaveLength(50);
  await store.getState().loadOlder();
  expect(ids(store.getState().list)).toEqual(ids(down(70, 1)));
  expect(store.getState().hasMore).toBe(false);
  await store.getState().loadOlder();
  expect(asked).toHaveLength(2);
});

it('keeps what was read further down when something new comes', async () => {
  const all = down(70, 1);
  const { store } = start(all);
  await store.getState().load();
  await store.getState().loadOlder();
  all.unshift(reading(71));
  await store.getState().load();
  expect(ids(store.getState().list)).toEqual(ids(down(71, 1)));
});

it('asks for one outcome', async () => {
  const { store, asked } = start([reading(2, { outcome: 'refused' }), reading(1)]);
  store.getState().narrow({ outcome: 'refused', model: '' });
  await store.getState().load();
  expect(asked.at(-1)).toMatchObject({ outcome: 'refused' });
  expect(ids(store.getState().list)).toEqual([2]);
});

describe('a preview', () => {
  const served = readerModels(
    [],
    [{ kind: 'model', name: 'llama3.2:3b', actions: ['pull'], detail: '3B llama' } as unknown as Resource],
  )[0];

  it('sets up a model that is only on the server, and shows what it would have read', async () => {
    const { store, added } = start([]);
    if (!served) throw new Error('no model is offered');
    await store.getState().preview(served);
    expect(added).toEqual(['llama3.2:3b']);
    expect(store.getState().trial).toEqual({ phase: 'done', key: '7', preview: PREVIEW });
  });

  it('that was cancelled shows nothing when its answer comes', async () => {
    const { store, answerWith } = start([]);
    let come: (preview: ReaderPreview) => void = () => {};
    answerWith(() => new Promise((resolve) => (come = resolve)));
    if (!served) throw new Error('no model is offered');
    const done = store.getState().preview({ ...served, id: '1' });
    await expect.poll(() => store.getState().trial.phase).toBe('running');
    const { trial } = store.getState();
    if (trial.phase === 'running') trial.cancel();
    await new Promise((resolve) => setTimeout(resolve));
    come(PREVIEW);
    await done;
    expect(store.getState().trial).toEqual({ phase: 'none' });
  });
});

it('offers the model that reads first, then the others, and of the server what is not set up and writes', () => {
  const setUp = [
    { id: '1', label: 'Cloudy', provider: 'claude', baseUrl: null, modelName: 'c', usedFor: [] },
    {
      id: '2',
      label: 'Small',
      provider: 'ollama',
      baseUrl: null,
      modelName: 'qwen2.5:7b',
      usedFor: ['read'],
    },
  ] as unknown as LanguageModel[];
  const onServer = (name: string, detail: string, actions: string[] = ['pull']) =>
    ({ kind: 'model', name, detail, actions }) as unknown as Resource;
  const offered = readerModels(setUp, [
    onServer('qwen2.5:7b', '7B qwen2'),
    onServer('llama3.2:3b', '3B llama'),
    onServer('nomic-embed-text:latest', '137M nomic-bert'),
    onServer('gpt', 'listed by its server, which is not managed from here', []),
  ]);
  expect(offered.map(({ label, isCloud, isChosen }) => [label, isCloud, isChosen])).toEqual([
    ['Small', false, true],
    ['Cloudy', true, false],
    ['llama3.2:3b', false, false],
  ]);
});
