// Settings in force: defaults, then the `config` table, then config.yaml. One place that parses, stores and tells.
import * as z from 'zod';
import type { Clock } from '../../shared/model/clock.ts';
import { AppError } from '../../shared/model/envelope.ts';
import {
  choicesOf,
  DEFAULT_SETTINGS,
  SETTING_KEYS,
  SETTINGS,
  type SettingKey,
  type SettingRow,
  type Settings,
} from '../../shared/model/settings.ts';
import { settingTitle } from '../../shared/setting-titles.ts';
import type { Store } from '../store/store.ts';
import { readAllConfig, writeConfig } from '../store/tables/config.ts';
import { Listeners } from '../streams/watched.ts';
import type { Log } from '../telemetry/log.ts';
import type { ConfigFile, ConfigSource } from './config.ts';

export interface SettingsStore {
  readAll(): Promise<ReadonlyMap<string, string>>;
  write(key: string, value: string): Promise<void>;
}

export interface LiveSettings {
  current(): Settings;
  rows(): SettingRow[];
  /** Parses, stores, applies. @throws AppError INVALID_INPUT when the value does not fit or the file pins the key. */
  set(key: SettingKey, value: unknown): Promise<SettingRow>;
  /** The settings as they would be; nothing changes. @throws AppError INVALID_INPUT */
  tried(changes: Readonly<Record<string, unknown>>): Settings;
  /** Applies a newer config.yaml. */
  useFile(file: ConfigFile['settings']): void;
  /** Reads the table again: another process may have changed it. @throws AppError when it cannot be read */
  reload(): Promise<void>;
  /** Calls back after every change, whoever made it. */
  onChange(listener: () => void): void;
}

/**
 * A stored value that no longer fits is left out and reported.
 * @param targetProblem why nothing would be sent to an address; null when it may be
 * @throws AppError when the table cannot be read
 */
export async function openSettings(
  store: SettingsStore,
  file: ConfigFile['settings'],
  onBadValue: (key: string, problem: string) => void,
  targetProblem: (url: string) => Promise<string | null> = async () => null,
): Promise<LiveSettings> {
  const readTable = async () => {
    const found: Partial<Record<SettingKey, unknown>> = {};
    for (const [key, text] of await store.readAll()) {
      if (!isKey(key)) continue;
      const parsed = parseStored(key, text);
      if (parsed.success) found[key] = parsed.data;
      else onBadValue(key, z.prettifyError(parsed.error));
    }
    return found;
  };
  let table = await readTable();
  /** Values set by this process, begun and done. */
  let writes = 0;
  let pinned = file as Partial<Record<SettingKey, unknown>>;
  let current = merge(table, pinned);
  const listeners = new Listeners();
  const apply = () => {
    current = merge(table, pinned);
    listeners.tell();
  };

  const row = (key: SettingKey): SettingRow => ({
    key,
    value: current[key],
    default: DEFAULT_SETTINGS[key],
    unit: SETTINGS[key].unit,
    title: settingTitle(key),
    doc: SETTINGS[key].doc,
    choices: choicesOf(key),
    setBy: pinned[key] !== undefined ? 'file' : table[key] !== undefined ? 'console' : 'default',
  });

  return {
    current: () => current,
    rows: () => SETTING_KEYS.map(row),
    async set(key, value) {
      if (pinned[key] !== undefined) {
        throw new AppError('INVALID_INPUT', `${key} is set by config.yaml; change it there.`, { key });
      }
      const fitting = parseValue(key, value);
      const problem = isAddress(key) && fitting !== '' ? await targetProblem(String(fitting)) : null;
      if (problem !== null) throw new AppError('INVALID_INPUT', `${key}: ${problem}`, { key });
      writes++;
      await store.write(key, JSON.stringify(fitting));
      writes++;
      table[key] = fitting;
      apply();
      return row(key);
    },
    tried(changes) {
      const known = Object.entries(changes).map(([key, value]) => {
        if (isKey(key)) return [key, parseValue(key, value)] as const;
        throw new AppError('INVALID_INPUT', `There is no setting "${key.slice(0, 100)}".`, { key });
      });
      return { ...current, ...Object.fromEntries(known) };
    },
    async reload() {
      // What was read before a value was set here does not know of it.
      for (let seen = -1; seen !== writes; ) {
        seen = writes;
        const read = await readTable();
        if (seen === writes) table = read;
      }
      apply();
    },
    useFile(next) {
      pinned = next as Partial<Record<SettingKey, unknown>>;
      apply();
    },
    onChange: (listener) => listeners.add(listener),
  };
}

/** Settings of a store and a followed config.yaml, live. */
export async function followSettings({
  store,
  config,
  clock,
  log,
  targetProblem,
}: {
  readonly store: Store;
  readonly config: ConfigSource;
  readonly clock: Clock;
  readonly log: Log;
  readonly targetProblem: (url: string) => Promise<string | null>;
}): Promise<LiveSettings> {
  const settings = await openSettings(
    {
      readAll: () => readAllConfig(store.reader),
      write: (key, value) => store.write((writer) => writeConfig(writer, key, value, clock.now())),
    },
    config.current.settings,
    (key, problem) => log.warn({ key, problem }, 'a stored setting no longer fits; its default is in force'),
    targetProblem,
  );
  config.onChange((file) => settings.useFile(file.settings));
  return settings;
}

function isKey(key: string): key is SettingKey {
  return Object.hasOwn(SETTINGS, key);
}

const isAddress = (key: SettingKey): boolean => SETTINGS[key].unit === 'address';

/** @throws AppError INVALID_INPUT naming the key, its unit and what is wrong */
function parseValue(key: SettingKey, value: unknown): unknown {
  const parsed = SETTINGS[key].schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new AppError('INVALID_INPUT', `${key} (${SETTINGS[key].unit}): ${z.prettifyError(parsed.error)}`, {
    key,
  });
}

function parseStored(key: SettingKey, text: string) {
  try {
    return SETTINGS[key].schema.safeParse(JSON.parse(text));
  } catch {
    return SETTINGS[key].schema.safeParse(text);
  }
}

/** The file wins over the table, the table over the defaults. */
function merge(
  table: Partial<Record<SettingKey, unknown>>,
  pinned: Partial<Record<SettingKey, unknown>>,
): Settings {
  const set = Object.entries(pinned).filter(([, value]) => value !== undefined);
  return { ...DEFAULT_SETTINGS, ...table, ...Object.fromEntries(set) } as Settings;
}
