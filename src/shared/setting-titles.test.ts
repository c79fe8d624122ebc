// Promise: every setting is called by words, each by words of its own, and no unit or line names what only the code knows.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { SETTING_KEYS, SETTINGS } from './model/settings.ts';
import { SETTING_TITLES, settingTitle } from './setting-titles.ts';

it('gives every setting a title of its own', () => {
  expect(SETTING_KEYS.filter((key) => SETTING_TITLES[key] === undefined)).toEqual([]);
  const titles = SETTING_KEYS.map(settingTitle);
  expect(titles.filter((title, at) => titles.indexOf(title) !== at)).toEqual([]);
  expect(Object.keys(SETTING_TITLES).filter((key) => !SETTING_KEYS.includes(key as never))).toEqual([]);
});

it('says in words what a key or a formula would', () => {
  const said = SETTING_KEYS.map(
    (key) => `${settingTitle(key)} · ${SETTINGS[key].unit} · ${SETTINGS[key].doc}`,
  );
  const names = /\bln\(|\b[a-z]+(?:_[a-z]+)+\b/;
  // A name of an action is what is written into that setting; its line shows one.
  expect(said.filter((words) => names.test(words.replace('docker_container.restart', '')))).toEqual([]);
});

it('no sentence of the core names a setting by its key', () => {
  const root = join(import.meta.dirname, '..', 'main');
  const keys = SETTING_KEYS.filter((key) => key.includes('_')).join('|');
  const sentence = new RegExp(`(['\`])[A-Z][^'\`\\n]*\\s\\(?(?:${keys})\\b[^'\`\\n]*\\1`);
  const files = globSync('**/*.ts', { cwd: root }).filter(
    (file) => !/test|fixtures|cli|telemetry/.test(file),
  );
  expect(files.filter((file) => sentence.test(readFileSync(join(root, file), 'utf8')))).toEqual([]);
});
