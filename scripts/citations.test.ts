// Promise: whoever follows a citation in a comment arrives: the decision, the record or the file is there.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, it } from 'vitest';
import { faultsOf, type House, proseOf } from './citations.ts';

const ROOT = join(import.meta.dirname, '..');
const CODE = ['src', 'e2e', 'bench', 'fuzz', 'scripts'];

const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const under = (path: string) =>
  readdirSync(join(ROOT, path), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(ROOT.length + 1));

/** "## D7 The mark of a conflict" is cited as D7, "## Rule 6: inside an answer" as Rule 6, "## Store" as Store. */
const headingsOf = (page: string) =>
  [...page.matchAll(/^## (D\d+|[^:\n]+)/gm)].map(([, heading]) => heading as string);

const house: House = {
  pages: new Map(under('docs/design').map((path) => [basename(path, '.md'), headingsOf(read(path))])),
  records: new Set(under('docs/decisions').map((path) => basename(path).slice(0, 3))),
  files: [...CODE.flatMap(under), ...readdirSync(ROOT)],
};

it('every citation in the code leads somewhere', () => {
  const sources = CODE.flatMap(under).filter(
    (path) => /\.(tsx?|mjs|css)$/.test(path) && !path.startsWith('scripts/citations'),
  );
  const texts = sources.map((path) => ({ path, prose: proseOf(read(path)) }));
  expect(texts.filter(({ prose }) => prose.some((text) => /\bmemory D\d/.test(text))).length).toBeGreaterThan(
    50,
  );
  const faults = texts.flatMap(({ path, prose }) =>
    prose.flatMap((text) => faultsOf(text, house)).map((fault) => `${path}: ${fault}`),
  );
  expect(faults).toEqual([]);
});

it('every room that a decision is said to be in is there', () => {
  const said = under('docs/design').flatMap((path) => [...read(path).matchAll(/\bRooms?: ([^.;]+)/g)]);
  const rooms = said.flatMap(([, list]) =>
    [...(list as string).matchAll(/`([^`]+)`/g)].map(([, room]) => room as string),
  );
  expect(rooms.length).toBeGreaterThan(50);
  expect(rooms.filter((room) => !existsSync(join(ROOT, 'src/main', room)))).toEqual([]);
});

it.each([
  ['// Source: memory D99.', 'docs/design/memory.md has no "D99"'],
  ['// Source: memory D1, Store, D77.', 'docs/design/memory.md has no "D77"'],
  ['// Source: memory, Store, Attic.', 'docs/design/memory.md has no "Attic"'],
  ['// Source: proxy, Nowhere.', 'docs/design/proxy.md has no "Nowhere"'],
  ['// Source: proxy, Rule 6.', 'docs/design/proxy.md has no "Rule 6"'],
  ['/** Never written (D25). */', 'D25 names no page'],
  ['const a = 1; // as memory.md Store says', '"memory.md" is no citation'],
  ['// One line\n// and decision\n// 999', 'decision 999 is not written'],
  ['// Called by no-such-file.ts.', 'there is no file no-such-file.ts'],
  ["it('holds (memory D99)', () => {})", 'docs/design/memory.md has no "D99"'],
])('%s is found', (source, fault) => {
  expect(proseOf(source).flatMap((text) => faultsOf(text, house))).toEqual([fault]);
});
