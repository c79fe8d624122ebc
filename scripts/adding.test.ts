// Promise: what docs/house.md says under "Adding" is true. Each of its five lists is followed once in a copy of the tree, in the
// files it names and no others, at most four each; and what it says follows by itself, follows.
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FestingerProcess } from '../src/main/core/testing/processes.ts';
import { isLong } from '../src/shared/testing/campaign.ts';
import { ADDITIONS, follow } from './adding.ts';

const ROOT = join(import.meta.dirname, '..');
const PAGE = readFileSync(join(ROOT, 'docs/house.md'), 'utf8');
const WHAT_IT_TAKES = [
  ...['src', 'scripts', 'resources', 'package.json', '.dependency-cruiser.cjs'],
  ...['tsconfig.json', 'tsconfig.base.json', 'tsconfig.renderer.json', 'tsconfig.preload.json'],
];

/** The files that the page names for an addition, in order. */
function named(what: string): string[] {
  const list = PAGE.split(`\n${what}`)[1]?.split('\n\nBy itself: ')[0] ?? '';
  return [...list.matchAll(/^\d\. `([^`]+)`: \S/gm)].map(([, file = '']) =>
    /^(?:renderer|shared)\//.test(file) ? `src/${file}` : `src/main/${file}`,
  );
}

/** Whether a file is the one that is meant; what stands in angle brackets is any name. */
const isMeant = (meant: string, file: string) =>
  new RegExp(`^${meant.replaceAll('.', '\\.').replaceAll(/<\w+>/g, '[\\w/-]+')}$`).test(file);

const copy = mkdtempSync(join(tmpdir(), 'festinger-adding-'));
const from = <T>(file: string): Promise<T> => import(join(copy, 'src', file));
let program: FestingerProcess;

beforeAll(async () => {
  for (const each of WHAT_IT_TAKES) cpSync(join(ROOT, each), join(copy, each), { recursive: true });
  symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'));
  for (const { changes } of ADDITIONS) follow(copy, changes);
  // The copy's own program, from its sources.
  delete process.env.FESTINGER_CLI;
  const { startProcess } = await from<{ startProcess(): Promise<FestingerProcess> }>(
    'main/core/testing/processes.ts',
  );
  program = await startProcess();
});
afterAll(async () => {
  await program?.[Symbol.asyncDispose]();
  rmSync(copy, { recursive: true, force: true });
});

const asked = async (path: string, body?: object) => {
  const headers = { 'content-type': 'application/json' };
  const init = body ? { method: 'POST', headers, body: JSON.stringify(body) } : {};
  const answer = await program.operator(`/api/console${path}`, init);
  return { ...answer, data: (answer.body as { data: unknown }).data };
};

it('the page has these five lists', () => {
  const [, section = ''] = PAGE.split('\n## Adding\n');
  const lists = section.split('\n## ')[0]?.split(/^(?=\d\. )/m) ?? [];
  expect(lists.filter((each) => each.startsWith('1. '))).toHaveLength(ADDITIONS.length);
});

it.each(ADDITIONS)('$what: the files it takes are those that the page names', ({ what, changes }) => {
  const files = Object.keys(changes);
  const meant = named(what);
  expect(meant.length).toBeGreaterThan(0);
  expect(meant.length).toBeLessThanOrEqual(4);
  expect(files.length).toBe(meant.length);
  for (const [i, file] of files.entries()) expect(isMeant(meant[i] ?? '', file), file).toBe(true);
});

it('the job is done, stands in Jobs, and is paused by its setting', async () => {
  await expect
    .poll(async () => (await asked('/jobs?status=done')).data)
    .toMatchObject({ jobs: [{ title: 'Greetings', summary: 'Greet world', result: 'Hello, world' }] });
  await asked('/system/settings', { key: 'greet_paused', value: true });
  const { data } = await asked('/jobs/state');
  expect((data as { counts: object[] }).counts).toContainEqual(
    expect.objectContaining({
      ...{ kind: 'greet', paused: true, done: 1 },
      pause: { setting: 'greet_paused', label: 'Greet hosts' },
    }),
  );
  expect((await program.call('/metrics')).body).toContain('festinger_jobs{kind="greet",status="done"} 1');
});

it('the setting is listed with its line, held to what fits, recorded, and taken from config.yaml', async () => {
  const title = 'Word of the greeting';
  const row = {
    key: 'greeting',
    title,
    default: 'Hello',
    unit: 'word',
    doc: 'What jobs greet with.',
    choices: null,
  };
  expect((await asked('/system/settings')).data).toContainEqual({ ...row, value: 'Hello', setBy: 'default' });
  const refused = await asked('/system/settings', { key: 'greeting', value: '' });
  expect(refused).toMatchObject({ status: 400, body: { error: { code: 'INVALID_INPUT' } } });
  expect((await asked('/system/settings', { key: 'greeting', value: 'Hi' })).data).toMatchObject({
    ...{ value: 'Hi', setBy: 'console' },
  });
  writeFileSync(join(program.dataDir, 'config.yaml'), 'settings: { greeting: Ho }');
  await expect
    .poll(async () => (await asked('/system/settings')).data, { timeout: 10_000 })
    .toContainEqual({ ...row, value: 'Ho', setBy: 'file' });
});

it('the route answers over REST, stands in OpenAPI with its kind, needs the token, and is an event', async () => {
  const answer = await asked('/system/greet', { host: 'pve1' });
  expect(answer).toMatchObject({ status: 200, data: { greeted: 'pve1' } });
  const { body } = await program.operator('/api/console/openapi.json');
  expect(body).toMatchObject({ paths: { '/system/greet': { post: { 'x-kind': 'write' } } } });
  expect((await program.call('/api/console/system/greet', { method: 'POST' })).status).toBe(401);
  const events = JSON.stringify((await asked('/audit/events?chain=host')).data);
  expect(events).toContain('system.greet');
});

it('the tool of the command line is in its help, runs, and refuses what does not go with it', () => {
  const run = (...words: string[]) =>
    spawnSync(process.execPath, [join(copy, 'src/main/cli.ts'), ...words], { encoding: 'utf8' });
  expect(run('--help').stdout).toContain('festinger greet NAME');
  expect(run('greet', 'world', '--json')).toMatchObject({ status: 0, stdout: '{"greeted":"world"}\n' });
  expect(run('greet', '--list')).toMatchObject({ status: 2 });
});

it('the screen is in the rail and the palette, has an address and keys, and can be drawn', async () => {
  const { SCREENS, parseRoute } = await from<{ SCREENS: string[]; parseRoute(hash: string): object }>(
    'renderer/src/session/router.ts',
  );
  expect(SCREENS).toContain('greetings');
  expect(parseRoute('#/greetings/7')).toMatchObject({ screen: 'greetings', id: '7' });
  const { SCREEN } = await from<{ SCREEN: object }>('renderer/src/app/screens.ts');
  expect(SCREEN).toHaveProperty('greetings.keys', 'g g');
  const { startI18n } = await from<{ startI18n(): void }>('renderer/src/app/catalogue.ts');
  startI18n();
  const { i18n } = await from<{ i18n: { t(key: string): string } }>('renderer/src/session/i18n.ts');
  expect(i18n.t('greetings.name')).toBe('Greetings');
  const { default: Greetings } = await from<{ default: () => null }>(
    'renderer/src/features/greetings/greetings.screen.tsx',
  );
  expect(renderToStaticMarkup(createElement(Greetings))).toBe('<p>Nobody to greet</p>');
});

describe.runIf(isLong)('all five at once', () => {
  it('fit the types', () => {
    const { status, stdout } = spawnSync(process.execPath, ['scripts/typecheck.mjs'], {
      ...{ cwd: copy, encoding: 'utf8' },
    });
    expect(status, stdout).toBe(0);
  }, 300_000);

  it('keep to the import rules', () => {
    const cruise = join(ROOT, 'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs');
    execFileSync(process.execPath, [cruise, 'src', '--config', '.dependency-cruiser.cjs'], { cwd: copy });
  }, 300_000);
});
