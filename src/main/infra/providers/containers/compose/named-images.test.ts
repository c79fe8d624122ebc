// Promises: the images of a project are those its Compose command prints, or, where it prints none, those that its files name by themselves; what a variable
// or another file decides is not known.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { spawnExecutor } from '../../../testing/spawn-executor.ts';
import { readNamedImages } from './named-images.ts';

const dir = mkdtempSync(join(tmpdir(), 'festinger-compose-'));
afterAll(() => rmSync(dir, { recursive: true, force: true }));

const executor = {
  ...spawnExecutor(),
  readFile: async (path: string) => {
    const bytes = readFileSync(path);
    return { bytes, size: bytes.length, digest: '', mode: 0o644 };
  },
};
/** @param config what the Compose command is: one that fails has no `config` */
function named(config: readonly [string, ...string[]], ...texts: readonly string[]) {
  const files = texts.map((text, at) => {
    writeFileSync(join(dir, `${at}.yaml`), text);
    return join(dir, `${at}.yaml`);
  });
  const command = { argv: config, timeoutMs: 10_000, maxOutputBytes: 10_000, writes: false };
  const project = { name: 'shop', directory: dir, files, containers: [] };
  return readNamedImages(executor, command, project, AbortSignal.timeout(10_000));
}

it('takes what the Compose command prints', async () => {
  const printed = '{"services":{"web":{"image":"nginx:1.27"},"app":{"build":{"context":"."}}}}';
  expect(await named(['echo', printed], 'services: { web: { image: other } }')).toEqual([
    { service: 'web', image: 'nginx:1.27', isBuilt: false },
    { service: 'app', image: null, isBuilt: true },
  ]);
});

it('reads the files where it prints nothing: merged keys, later files over earlier ones, variables not known', async () => {
  const first = [
    'services:',
    '  web: &web { image: "nginx:1" }',
    '  worker: { <<: *web, image: "nginx:2" }',
    '  db: { image: "postgres:$VERSION" }',
    '  other: { extends: { service: web }, image: "x:1" }',
  ].join('\n');
  expect(await named(['false'], first, 'services: { web: { image: "nginx:3" } }')).toEqual([
    { service: 'web', image: 'nginx:3', isBuilt: false },
    { service: 'worker', image: 'nginx:2', isBuilt: false },
    { service: 'db', image: null, isBuilt: false },
    { service: 'other', image: null, isBuilt: false },
  ]);
});

it('knows nothing of files that are broken, that include others, or that are not there', async () => {
  expect(await named(['false'], 'services: [')).toBeNull();
  expect(await named(['echo', 'no YAML: ['], 'include: [x.yaml]\nservices: {}')).toBeNull();
  expect(await named(['false'])).toBeNull();
});
