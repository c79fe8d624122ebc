// Promise: the Containerfile makes an image that runs without root, keeps everything in its volume, says whether it is well, ends in
// order, and lets other machines in with a key alone. Built and run by Podman on a base image of this machine's own files, since no registry
// is needed for that; of the Containerfile only the line that builds the program from sources is not run here. Skips where there is no Podman.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { type DemoUpstream, startDemoUpstream } from '../../src/main/fixtures/upstream.ts';
import { packBase, stageProgram } from './material.ts';
import { Container, NO_PODMAN, podman, podmanDoes, runWords, whyNoPodman } from './podman.ts';

declare module 'vitest' {
  interface TaskMeta {
    skipReason?: string;
  }
}

const root = join(import.meta.dirname, '..', '..');
const TAG = `festinger-test-${process.pid}`;
const BASE = `localhost/${TAG}-base`;
const IMAGE = `localhost/${TAG}`;

/** Half a minute on a machine that is free; the disk is what it waits for, and tests beside it use it, too. */
const BUILT_WITHIN_MS = 600_000;

/** Null once the image is there. */
let missing: string | null = 'not built';
let upstream: DemoUpstream;
let containers = 0;

beforeAll(async () => {
  upstream = await startDemoUpstream();
  const dir = mkdtempSync(join(tmpdir(), 'festinger-image-'));
  try {
    missing = await whyNoPodman(() => packBase(dir), BASE);
    if (missing !== null) return;
    const build = [
      'build',
      '--format',
      'docker',
      '--isolation',
      'chroot',
      '--layers=false',
      '--network',
      'host',
    ];
    const what = ['--build-arg', `BASE=${BASE}`, '-f', join(root, 'Containerfile'), '-t', IMAGE];
    await podmanDoes(...build, ...what, stageProgram(dir));
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}, BUILT_WITHIN_MS);
afterAll(async () => {
  await upstream.close();
  if (missing !== NO_PODMAN) await podman('rmi', '--force', IMAGE, BASE);
});
beforeEach((context) => {
  if (missing === null) return;
  context.task.meta.skipReason = missing;
  context.skip(missing);
});

/** A volume that goes when the test does. */
async function volume(): Promise<AsyncDisposable & { readonly name: string }> {
  const name = `${TAG}-${++containers}`;
  await podmanDoes('volume', 'create', name);
  return { name, [Symbol.asyncDispose]: async () => void (await podman('volume', 'rm', '--force', name)) };
}

/** Begins to run it on a volume. @param options `podman run`'s, @param words `festinger serve`'s */
const started = (data: string, options: readonly string[], ...words: string[]) =>
  new Container(`${TAG}-${++containers}`, ['-v', `${data}:/data`, ...options], IMAGE, [
    ...['serve', '--json', '--upstream', upstream.url, ...words],
  ]);

interface Ready {
  /** Where agents and the console come in. */
  readonly origin: string;
  readonly token: string;
}

const ready = async (container: Container): Promise<Ready> => {
  const { url, token } = JSON.parse(await container.firstLine()) as { url: string; token: string };
  return { origin: new URL(url).origin, token };
};

const post = (url: string, body: object, headers: Record<string, string> = {}) =>
  fetch(url, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json', ...headers },
  });
const FACT = { facts: ['gnommoweb -isa repo'] };
const PROMPT = {
  model: 'demo-plain',
  stream: false,
  messages: [{ role: 'user', content: 'what is gnommoweb' }],
};

/** The config.yaml of compose.yaml, on a free port and another database. */
function asShipped(database: string): string {
  const text = readFileSync(join(root, 'resources/container/config.yaml'), 'utf8');
  const changed = text.replace(/(?<=listen: \S+:)\d+/, '0').replace(/(?<=url: )postgres:\S+/, database);
  expect(changed).toContain(database);
  return changed;
}

// A start in a container is one of some seconds where other tests keep both cores busy.
describe('the image', { timeout: 120_000 }, () => {
  it('runs as user 1000, serves agents and the console, and is well', async () => {
    await using data = await volume();
    await using container = started(data.name, [], '--listen', '127.0.0.1:0');
    const { origin, token } = await ready(container);
    expect(
      await container.exec(
        'node',
        '-p',
        '[process.getuid(), fs.statSync("/data/operator-token").mode & 0o777]',
      ),
    ).toBe('[ 1000, 384 ]');
    const console = await fetch(`${origin}/console/`, { headers: { authorization: `Bearer ${token}` } });
    expect([console.status, (await console.text()).includes('<title>')]).toEqual([200, true]);
    expect((await post(`${origin}/api/chat`, PROMPT)).status).toBe(200);
    expect((await podman('healthcheck', 'run', container.name)).code).toBe(0);
    expect(await container.exec('festinger', 'url')).toContain(origin);
  });

  it('is well as a demo, too', async () => {
    await using data = await volume();
    await using container = started(data.name, [], '--demo', '--listen', '127.0.0.1:0');
    await ready(container);
    expect((await podman('healthcheck', 'run', container.name)).code).toBe(0);
  });

  it('is not well where nothing answers', async () => {
    const check = ['node', '/festinger/resources/container/healthy.mjs'];
    expect(
      (await podman(...runWords('--rm', '--entrypoint', check[0] as string), IMAGE, check[1] as string)).code,
    ).toBe(1);
  });

  it('ends with 0 when it is stopped, and knows afterwards what it was told', async () => {
    await using data = await volume();
    await using first = started(data.name, [], '--listen', '127.0.0.1:0');
    const told = await post(`${(await ready(first)).origin}/iknowthat`, FACT);
    expect([told.status, await first.stop()]).toEqual([200, 0]);
    await using second = started(data.name, [], '--listen', '127.0.0.1:0');
    await post(`${(await ready(second)).origin}/api/chat`, PROMPT);
    expect(upstream.requests.at(-1)?.systemSeen).toContain('gnommoweb: [type] repo');
  });

  it('lets other machines in only once there is a key, and only with it', async () => {
    await using data = await volume();
    const open = ['--listen', '0.0.0.0:0', '--console-listen', '127.0.0.1:0'];
    await using refused = started(data.name, [], ...open);
    await expect(refused.firstLine()).rejects.toThrow('there is no client key yet');
    const key = await podmanDoes(
      ...runWords('--rm', '-v', `${data.name}:/data`),
      IMAGE,
      'client-key',
      'add',
      'night',
    );
    expect(key).toMatch(/^fk-/);
    await using container = started(data.name, [], ...open);
    const { origin, token } = await ready(container);
    const status = await fetch(`${origin}/api/console/system/status`, {
      headers: { authorization: `Bearer ${token}` },
    });
    const { data: told } = (await status.json()) as { data: { baseUrl: string } };
    const agents = `http://127.0.0.1:${new URL(told.baseUrl).port}/api/chat`;
    expect((await post(agents, PROMPT)).status).toBe(401);
    expect((await post(agents, PROMPT, { authorization: `Bearer ${key}` })).status).toBe(200);
    expect((await podman('healthcheck', 'run', container.name)).code).toBe(0);
  });

  it('keeps its memory in a PostgreSQL whose password stands in no file', async (context) => {
    const server = inject('postgres');
    if ('missing' in server) {
      context.task.meta.skipReason = server.missing;
      return context.skip(server.missing);
    }
    const name = `container_${process.pid}`;
    const owner = new pg.Client(server.url);
    await owner.connect();
    await owner.query(`create database ${name}`);
    const url = new URL(server.url);
    const { password } = url;
    url.password = '';
    url.pathname = name;
    const dir = mkdtempSync(join(tmpdir(), 'festinger-config-'));
    const config = join(dir, 'config.yaml');
    writeFileSync(config, asShipped(url.href));
    try {
      await using data = await volume();
      const withConfig = (...options: string[]) =>
        started(data.name, ['-v', `${config}:/data/config.yaml:ro`, ...options]);
      await using container = withConfig('-e', `PGPASSWORD=${password}`);
      expect((await post(`${(await ready(container)).origin}/iknowthat`, FACT)).status).toBe(200);
      expect(await container.stop()).toBe(0);
      await using without = withConfig();
      await expect(without.firstLine()).rejects.toThrow('password');
    } finally {
      rmSync(dir, { recursive: true });
      await owner.query(`drop database ${name} with (force)`);
      await owner.end();
    }
  });
});
