// Promise: the preview answers the newest draft, and saving stops at the first refusal and keeps what was not saved.
import { expect, it } from 'vitest';
import { createPreviewStore } from './preview-store.ts';

const settle = () => new Promise((resolve) => setImmediate(resolve));

function recorder(refuse?: string) {
  const asked: unknown[] = [];
  const saved: string[] = [];
  const gates: (() => void)[] = [];
  const calls = {
    previewSettings: async ({ changes }: { changes: Record<string, number> }) => {
      asked.push(changes);
      await new Promise<void>((open) => gates.push(open));
      return { changed: Object.keys(changes).length, prompts: 3, rows: [], askedBefore: 0, askedAfter: 0 };
    },
  } as unknown as Parameters<typeof createPreviewStore>[0] extends () => infer C ? C : never;
  const store = createPreviewStore(
    () => calls,
    async (key) => {
      if (key === refuse)
        return { message: 'too small', code: 'INVALID_INPUT', requestId: null, details: {}, offline: false };
      saved.push(key);
      return null;
    },
  );
  return { store, asked, saved, gates };
}

it('shows what the newest draft would do, whichever answer comes last', async () => {
  const { store, asked, gates } = recorder();
  store.getState().put('a', 1);
  store.getState().put('b', 2);
  expect(asked).toEqual([{ a: 1 }, { a: 1, b: 2 }]);
  gates[1]?.();
  await settle();
  gates[0]?.();
  await settle();
  expect(store.getState().preview?.changed).toBe(2);
});

it('keeps in the draft what could not be saved', async () => {
  const { store, saved, gates } = recorder('b');
  for (const key of ['a', 'b', 'c']) store.getState().put(key, 1);
  for (const open of gates) open();
  expect((await store.getState().save())?.message).toBe('too small');
  expect(saved).toEqual(['a']);
  expect(store.getState().draft).toEqual({ b: 1, c: 1 });
});
