// Promise: docs/house.md describes the house as it is, and the house keeps to its measures.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '..');
const MAIN = join(ROOT, 'src/main');
const PAGE = readFileSync(join(ROOT, 'docs/house.md'), 'utf8');

/** Files that are kept for the figures and for tests are no rooms of the program. */
const OTHER_FOLDERS = /(?:^|\/)(?:testing|story|agents|model|routes)$/;
/** Rooms whose inner rooms have a line each. */
const WINGS = ['advisory', 'agent', 'graph', 'infra', 'memory', 'proxy', 'store'];

const sourcesIn = (folder: string) =>
  readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));

const sources = sourcesIn('src');

const foldersIn = (path: string) =>
  readdirSync(path, { withFileTypes: true }).filter((entry) => entry.isDirectory());

it('every room has a line in the map, and every line a room', () => {
  const rooms = foldersIn(MAIN).flatMap(({ name }) =>
    WINGS.includes(name) ? foldersIn(join(MAIN, name)).map((inner) => `${name}/${inner.name}`) : [name],
  );
  const listed = [...PAGE.matchAll(/^\| `([a-z/-]+)` \| /gm)].map(([, room]) => room);
  expect(listed.toSorted()).toEqual(rooms.filter((room) => !OTHER_FOLDERS.test(room)).toSorted());
});

/** The walks of the page: what they are called, and their files in order. */
const walks = [...PAGE.matchAll(/^- ([^:\n]+): (`[^`]+`(?: → `[^`]+`)+)$/gm)].map(
  ([, name = '', files = '']) => ({
    name,
    files: [...files.matchAll(/`([^`]+)`/g)].map(([, file = '']) =>
      join(ROOT, 'src', /^(?:renderer|shared)\//.test(file) ? file : `main/${file}`),
    ),
  }),
);

it.each(walks)('the walk "$name" can be walked: each file imports the next', ({ files }) => {
  expect(files.filter((file) => !existsSync(file))).toEqual([]);
  for (const [i, next] of files.slice(1).entries()) {
    const here = files[i] ?? '';
    const text = readFileSync(here, 'utf8');
    const imported = [...text.matchAll(/(?:from|import\()\s*'(\.[^']+)'/g)].map(([, path = '']) =>
      resolve(dirname(here), path),
    );
    expect(imported, here).toContain(next);
  }
});

it('has the walks of a prompt, a fact, a decision and a call', () => {
  expect(walks.length).toBeGreaterThan(20);
  for (const name of ['A prompt:', 'A fact:', 'A decision:', 'A call of the console:'])
    expect(PAGE).toContain(`\n${name}\n`);
});

it('no folder but that of the migrations, which only grows, has more than 25 source files side by side', () => {
  const counts = new Map<string, number>();
  for (const file of [...sources, ...sourcesIn('e2e')])
    counts.set(dirname(file), (counts.get(dirname(file)) ?? 0) + 1);
  const crowded = [...counts].filter(([folder, count]) => count > 25 && basename(folder) !== 'migrations');
  expect(crowded.map(([folder, count]) => `${basename(folder)}: ${count}`)).toEqual([]);
});

it('has no modifiers inside regular expressions, which V8 forgets in a process that has compiled many', () => {
  const tables = readdirSync(join(ROOT, 'resources/commands')).map((name) =>
    join(ROOT, 'resources/commands', name),
  );
  const modified = [...sources, ...tables].filter((path) =>
    /\(\?[ims]+(?:-[ims]+)?:|\(\?-[ims]+:/.test(
      readFileSync(path, 'utf8').replace(/^\s*(?:\*|\/\/).*$/gm, ''),
    ),
  );
  expect(modified).toEqual([]);
});
