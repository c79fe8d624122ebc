import { describe, expect, it } from 'vitest';
import { openSettings } from './settings-service.ts';

async function setup(
  stored: Record<string, string> = {},
  file: Record<string, string | number | boolean> = {},
) {
  const table = new Map(Object.entries(stored));
  const bad: string[] = [];
  const store = {
    readAll: async () => table,
    write: async (key: string, value: string) => void table.set(key, value),
  };
  return { settings: await openSettings(store, file, (key) => bad.push(key)), table, bad };
}

describe('settings', () => {
  it('the file wins over the table, the table over the defaults, and each row says who set it', async () => {
    const { settings } = await setup(
      { recollection_max_concepts: '5', saliency_read_threshold: '2' },
      { saliency_read_threshold: 3 },
    );
    expect(settings.current()).toMatchObject({
      recollection_max_concepts: 5,
      saliency_read_threshold: 3,
      recollection_max_chars: 2400,
    });
    const setBy = Object.fromEntries(settings.rows().map((row) => [row.key, row.setBy]));
    expect(setBy).toMatchObject({
      recollection_max_concepts: 'console',
      saliency_read_threshold: 'file',
      recollection_max_chars: 'default',
    });
  });

  it('a stored value that no longer fits is reported and left out, never half used', async () => {
    const { settings, bad } = await setup({
      recollection_max_concepts: '"many"',
      injection_position: 'nowhere',
    });
    expect(bad).toEqual(['recollection_max_concepts', 'injection_position']);
    expect(settings.current().recollection_max_concepts).toBe(12);
  });

  it('refuses a value that does not fit, and a key the file pins, without storing anything', async () => {
    const { settings, table } = await setup({}, { recollection_enabled: false });
    await expect(settings.set('recollection_max_concepts', 0)).rejects.toThrow(
      /recollection_max_concepts \(concepts\)/,
    );
    await expect(settings.set('recollection_enabled', true)).rejects.toThrow(/config.yaml/);
    expect(table.size).toBe(0);
    await settings.set('recollection_max_concepts', 7);
    expect([settings.current().recollection_max_concepts, table.get('recollection_max_concepts')]).toEqual([
      7,
      '7',
    ]);
  });

  it('a newer file takes effect at once, and what it no longer pins falls back', async () => {
    const { settings } = await setup({}, { recollection_max_concepts: 3 });
    let told = 0;
    settings.onChange(() => told++);
    await settings.set('saliency_read_threshold', 1);
    settings.useFile({ recollection_max_chars: 900 });
    expect(told, 'everybody who shows settings hears of both changes').toBe(2);
    expect(settings.current()).toMatchObject({ recollection_max_concepts: 12, recollection_max_chars: 900 });
    expect(told, 'everybody who shows settings hears of both changes').toBe(2);
  });

  it('a value set while the table is read again is not lost to what was read before it', async () => {
    const table = new Map([['recollection_max_concepts', '5']]);
    const gates: (() => void)[] = [];
    let isHeld = false;
    const store = {
      readAll: async () => {
        const before = new Map(table);
        if (isHeld) await new Promise<void>((open) => gates.push(open));
        return before;
      },
      write: async (key: string, value: string) => void table.set(key, value),
    };
    const settings = await openSettings(store, {}, () => undefined);
    isHeld = true;
    const reloading = settings.reload();
    await settings.set('recollection_max_concepts', 7);
    isHeld = false;
    for (const open of gates) open();
    await reloading;
    expect(settings.current().recollection_max_concepts).toBe(7);
  });
});
