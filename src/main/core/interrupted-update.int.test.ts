// Promises: kill -9 of the program in the middle of the replacement of a container loses nothing: after a restart its outcome is unknown, the resource says that
// it was interrupted, and one "Roll back" makes the old container run again. The built program against Podman, killed while it waits for the engine.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request as ask, createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import type { Approval } from '../../shared/model/approval.ts';
import type { Resource } from '../../shared/model/resource.ts';
import type { TestEngine } from '../infra/testing/container-engine.ts';
import { startPodman } from '../infra/testing/podman.ts';
import { type FestingerProcess, startProcess } from './testing/processes.ts';

vi.setConfig({ testTimeout: 180_000, hookTimeout: 120_000 });

declare module 'vitest' {
  interface TaskMeta {
    skipReason?: string;
  }
}

const LOOP = ['sh', '-c', 'trap "exit 0" TERM; while true; do sleep 0.1; done'];

let engine: TestEngine;
let missing: string | null = 'not started';
beforeAll(async () => {
  const started = await startPodman();
  missing = 'missing' in started ? started.missing : null;
  if (!('missing' in started)) engine = started;
});
afterAll(async () => {
  if (missing === null) await engine[Symbol.asyncDispose]();
});
beforeEach((context) => {
  if (missing === null) return;
  context.task.meta.skipReason = missing;
  context.skip(missing);
});

/** Between the program and its engine: a call that is held never reaches the engine. */
async function startGate(socket: string) {
  const gate = { isHeld: (_call: string): boolean => false, held: (): void => undefined };
  const server = createServer((request, answer) => {
    if (gate.isHeld(`${request.method} ${request.url}`)) return gate.held();
    const { method, url: path, headers } = request;
    const onward = ask({ socketPath: engine.socket, method, path, headers }, (from) => {
      answer.writeHead(from.statusCode ?? 500, from.headers);
      from.pipe(answer);
    });
    onward.on('error', () => answer.destroy());
    answer.on('close', () => onward.destroy());
    request.pipe(onward);
  });
  await new Promise<void>((resolve) => server.listen(socket, resolve));
  return Object.assign(gate, {
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  });
}

async function call<T>(program: FestingerProcess, path: string, body?: object): Promise<T> {
  const init = body && {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  };
  const answer = (await program.operator(`/api/console${path}`, init)).body as { ok: boolean; data: T };
  if (!answer.ok) throw new Error(`${path}: ${JSON.stringify(answer)}\n${program.log()}`);
  return answer.data;
}

/** As the buttons of the console do: the card, then its approval. */
async function press(program: FestingerProcess, resource: Resource, action: string): Promise<string> {
  const { id, planHash } = await call<Approval>(program, '/resource-propose', { id: resource.id, action });
  await call(program, `/approvals/${id}/approve`, { id, planHash });
  return id;
}

/** Of what is listed now, what belongs to `app`. */
async function listed(program: FestingerProcess): Promise<readonly Resource[]> {
  const { resources } = await call<{ resources: Resource[] }>(program, '/resources-look', {});
  return resources.filter(({ kind, name }) => kind === 'docker_container' && name.startsWith('app'));
}

it('is rolled back by one press after a restart: the old container was stopped, and the new one not yet started', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'festinger-interrupted-'));
  const socket = join(engine.dir, 'gate.sock');
  const gate = await startGate(socket);
  writeFileSync(
    join(dataDir, 'config.yaml'),
    `providers: { containers: [{ name: podman, socket: ${socket} }] }\n`,
  );
  const old = await engine.started('app', LOOP);
  await engine.command('exec', 'app', 'sh', '-c', 'echo kept > /tmp/own');
  let program = await startProcess({ dataDir });
  try {
    const app = (await listed(program)).find(({ name }) => name === 'app');
    if (!app) throw new Error('app is not listed');
    const reached = new Promise<void>((resolve) => Object.assign(gate, { held: resolve }));
    gate.isHeld = (made) => made.startsWith('POST') && made.includes('/rename?');
    const approval = await press(program, app, 'recreate');
    await reached;
    await program.kill();
    gate.isHeld = () => false;
    // Neither runs, and both are there.
    expect((await engine.docker.getContainer(old).inspect()).State.Running).toBe(false);

    program = await startProcess({ dataDir });
    const left = await listed(program);
    expect(left.map(({ state }) => state)).toEqual(['stopped', 'stopped']);
    for (const { actions } of left) expect(actions).toContain('rollback');
    expect(await call<Approval>(program, `/approvals/${approval}`)).toMatchObject({
      execution: { state: 'unknown' },
    });
    const one = left.find(({ name }) => name !== 'app') ?? left[0];
    const back = await press(program, one as Resource, 'rollback');
    await expect
      .poll(async () => (await call<Approval>(program, `/approvals/${back}`)).execution, {
        timeout: 60_000,
      })
      .toMatchObject({ state: 'done', verified: 'yes' });
    expect(await engine.docker.getContainer('app').inspect()).toMatchObject({
      Id: old,
      State: { Running: true },
    });
    expect((await engine.command('exec', 'app', 'cat', '/tmp/own')).stdout).toBe('kept\n');
    expect((await listed(program)).map(({ name }) => name)).toEqual(['app']);
  } finally {
    await program[Symbol.asyncDispose]();
    gate.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
});
