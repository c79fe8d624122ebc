// Promise: the list of the program's own components follows the schema, names what is built in and what is installed, and is the same for the same sources.
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { readDocument } from '../src/main/advisory/formats/read-document.ts';
import { ownSbomFile } from '../src/main/core/paths.ts';
import { ownSbom } from './own-sbom.ts';

const ROOT = {
  name: 'festinger-console',
  version: '9.9.9',
  dependencies: { a: '1' },
  devDependencies: { shown: '1', tool: '1' },
};
const LOCK = {
  'node_modules/a': {
    version: '1.0.0',
    dependencies: { '@s/b': '2' },
    integrity: `sha512-${Buffer.alloc(64).toString('base64')}`,
  },
  'node_modules/a/node_modules/@s/b': { version: '2.0.0' },
  'node_modules/@s/b': { version: '1.0.0', dev: true },
  'node_modules/shown': { version: '3.0.0', dev: true },
  'node_modules/tool': { version: '4.0.0', dev: true },
  'node_modules/native': { version: '5.0.0', optional: true },
  'node_modules/node': { version: '24.21.0', dev: true },
};

it('lists what is installed and what is built in, with what needs what, and the same whatever the order', async () => {
  const text = ownSbom(ROOT, LOCK, new Set(['node_modules/shown']));
  const turned = Object.fromEntries(Object.entries(LOCK).reverse()) as typeof LOCK;
  expect(ownSbom(ROOT, turned, new Set(['node_modules/shown']))).toBe(text);
  const read = await readDocument(Buffer.from(text));
  if (!read.ok) throw new Error(`${read.path}: ${read.reason}`);
  const { sbom, statedAt, key } = read.document;
  expect(sbom?.subject).toMatchObject({ name: 'Festinger Console', purl: 'pkg:npm/festinger-console@9.9.9' });
  expect(sbom?.components.map(({ purl }) => purl).toSorted()).toEqual([
    'pkg:generic/node@24.21.0',
    'pkg:npm/%40s/b@2.0.0',
    'pkg:npm/a@1.0.0',
    'pkg:npm/shown@3.0.0',
  ]);
  expect(sbom?.dependencies).toContainEqual(
    expect.objectContaining({ from: 'node_modules/a', to: 'node_modules/a/node_modules/@s/b' }),
  );
  expect([statedAt, key]).toEqual([null, expect.stringMatching(/^urn:uuid:[0-9a-f-]{36}$/)]);
  expect(ownSbom({ ...ROOT, version: '9.9.10' }, LOCK, new Set())).not.toContain(key);
});

it('the built one names the libraries of the program, of its console and its Node', async () => {
  const read = await readDocument(readFileSync(ownSbomFile()));
  if (!read.ok) throw new Error(`${read.path}: ${read.reason}`);
  const names = new Set(read.document.sbom?.components.map(({ name }) => name));
  for (const name of ['fastify', 'react', 'zod', 'better-sqlite3', '@opentelemetry/api', 'node'])
    expect(names).toContain(name);
  for (const name of ['vitest', 'typescript', '@biomejs/biome']) expect(names).not.toContain(name);
});
