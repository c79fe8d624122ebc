// Promise: what stands in a row is what the core holds: a refused value changes nothing and says why.
import { expect, it } from 'vitest';
import { createSettingsStore } from './settings-store.ts';

type Calls = ReturnType<Parameters<typeof createSettingsStore>[0]>;
const row = (key: string, value: unknown) => ({
  key,
  value,
  default: 1,
  unit: 'days',
  doc: '',
  setBy: 'default' as const,
});

const calls = {
  settings: async () => [row('a', 1), row('b', 1)],
  setSetting: async ({ key, value }: { key: string; value?: unknown }) => {
    if (typeof value !== 'number' || value < 0) throw new Error(`${key}: too small`);
    return { ...row(key, Math.round(value)), setBy: 'console' as const };
  },
} as unknown as Calls;

it('shows the value as the core took it, and keeps the old one when it refuses', async () => {
  const store = createSettingsStore(() => calls);
  await store.getState().load();
  expect(await store.getState().save('a', 4.4)).toBeNull();
  expect((await store.getState().save('b', -1))?.message).toBe('b: too small');
  expect(store.getState().rows?.map((r) => [r.key, r.value, r.setBy])).toEqual([
    ['a', 4, 'console'],
    ['b', 1, 'default'],
  ]);
});
