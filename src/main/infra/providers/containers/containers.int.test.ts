// Promise: what the containers provider says of a real engine is so, what it does happens and is proven by asking anew, and no secret of
// an environment leaves it. Against Podman with storage of its own; skips with the reason where none can run.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { AppError } from '../../../../shared/model/envelope.ts';
import type { ActionName, LogLine, Resource } from '../../../../shared/model/resource.ts';
import { Inspection, Resource as ResourceShape, Sample } from '../../../../shared/model/resource.ts';
import { BARE_IMAGE, IMAGE, type TestEngine } from '../../testing/container-engine.ts';
import { startPodman } from '../../testing/podman.ts';
import { type Containers, openContainers } from './containers.ts';

// Real servers of others, each with programs of its own: a loaded machine takes its time.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

declare module 'vitest' {
  interface TaskMeta {
    skipReason?: string;
  }
}

const shortImage = 'festinger-busybox:1';
const SECRET = 'hunter2-Zq8vK3mXw9Lp';
const TICKS = ['sh', '-c', 'i=0; while true; do i=$((i+1)); echo tick $i; echo woe $i >&2; sleep 1; done'];
const PACE = { againMs: 50, looks: 100, settleMs: 100 };

let engine: TestEngine;
let provider: Containers;
let missing: string | null = 'not started';
const signal = () => AbortSignal.timeout(20_000);

beforeAll(async () => {
  const started = await startPodman();
  if ('missing' in started) {
    missing = started.missing;
    return;
  }
  missing = null;
  engine = started;
  provider = openContainers({
    config: [{ name: 'podman', socket: engine.socket }],
    ...{ hostname: 'box', env: {}, home: '/none', pace: PACE },
  });
});
afterAll(async () => {
  if (missing === null) await engine[Symbol.asyncDispose]();
});
beforeEach((context) => {
  if (missing === null) return;
  context.task.meta.skipReason = missing;
  context.skip(missing);
});

async function named(name: string): Promise<Resource> {
  const { resources } = await provider.discover(signal());
  const found = resources.find((resource) => resource.name === name);
  if (!found) throw new Error(`${name} was not discovered`);
  return found;
}

/** Plans it, does it, asks whether it came to be. */
async function done(resource: Resource, action: ActionName, args: Record<string, unknown> = {}) {
  const request = { resource, action, arguments: args };
  const plan = await provider.plan(request, signal());
  const outcome = await provider.act(request, { signal: signal(), progress: () => undefined });
  return { plan, outcome, verified: await provider.verify(request, signal(), outcome.effect) };
}

const wholeId = ({ aliases }: Resource): string | undefined =>
  aliases.find((alias) => /^[0-9a-f]{64}$/.test(alias));

async function refused(promise: Promise<unknown>): Promise<AppError> {
  const error = await promise.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!(error instanceof AppError)) throw new Error(`it was not refused: ${error}`);
  return error;
}

describe('what there is', () => {
  it('is found, each as its shape promises, and found again by its id as it was', async () => {
    await engine.started('found', TICKS, {
      Labels: { 'com.docker.compose.project': 'shop', 'com.docker.compose.service': 'clock' },
      HostConfig: { Binds: ['found-data:/data'] },
    });
    const { resources, off } = await provider.discover(signal());
    expect(off).toBeNull();
    for (const resource of resources) {
      ResourceShape.parse(resource);
      expect(await provider.find(resource.id, signal())).toEqual(resource);
    }
    expect(new Set(resources.map(({ kind }) => kind)).size).toBe(5);
    const clock = await named('found');
    expect(clock).toMatchObject({ state: 'running', parent: 'host:box', targetHost: 'box' });
    expect(clock.aliases).toContain('shop/clock');
    expect(clock.id).toMatch(/^docker_container:box:[0-9a-f]{12}$/);
    expect((await named('found-data')).detail).toContain('used by 1 container');
  });

  it('is null once it is gone, and for an id that is none of ours', async () => {
    expect(await provider.find('docker_container:box:0123456789ab', signal())).toBeNull();
    expect(await provider.find('docker_container:box:../../info', signal())).toBeNull();
    expect(await provider.find('docker_container:other:0123456789ab', signal())).toBeNull();
  });

  it('says where a container has its mounts, configuration and log', async () => {
    writeFileSync(join(engine.dir, 'app.conf'), 'a = 1\n');
    await engine.made('mounted', ['sleep', '1'], {
      HostConfig: {
        Binds: [`${engine.dir}/app.conf:/srv/app.conf:ro`],
        RestartPolicy: { Name: 'on-failure', MaximumRetryCount: 3 },
      },
    });
    const seen = Inspection.parse(await provider.inspect(await named('mounted'), signal()));
    expect(seen.mounts).toEqual([{ from: `${engine.dir}/app.conf`, to: '/srv/app.conf', readOnly: true }]);
    expect(seen.configPaths).toEqual([`${engine.dir}/app.conf`]);
    expect(seen.logPaths[0]).toContain('ctr.log');
    expect(seen.facts).toContainEqual({ label: 'restart policy', value: 'on-failure:3' });
  });

  it('never holds the value of an environment variable, in the command line or anywhere', async () => {
    await engine.started('secretive', ['sh', '-c', `sleep 600 # --password=${SECRET}`], {
      Env: [`DB_PASSWORD=${SECRET}`, 'PLAIN=a-value-nobody-sees'],
      Labels: { 'com.docker.compose.project': 'shop', note: SECRET },
    });
    const resource = await named('secretive');
    const inspection = await provider.inspect(resource, signal());
    expect(inspection.environment).toEqual(expect.arrayContaining(['DB_PASSWORD', 'PLAIN']));
    const plan = await provider.plan({ resource, action: 'stop', arguments: {} }, signal());
    const all = JSON.stringify([(await provider.discover(signal())).resources, inspection, plan]);
    expect(all).not.toContain(SECRET);
    expect(all).not.toContain('a-value-nobody-sees');
  });

  it('is measured, and counts nothing for what does not run', async () => {
    await engine.started('busy', ['sh', '-c', 'while true; do :; done']);
    const samples = (await provider.metrics(await named('busy'), signal())).map((sample) =>
      Sample.parse(sample),
    );
    const cpu = samples.find(({ metric }) => metric === 'cpu');
    expect(cpu?.value).toBeGreaterThan(5);
    expect(cpu?.value).toBeLessThan(cpu?.limit ?? 0);
    expect(samples.find(({ metric }) => metric === 'memory')?.value).toBeGreaterThan(10_000);
    await done(await named('busy'), 'kill');
    const after = await provider.metrics(await named('busy'), signal());
    expect(after).toEqual([{ metric: 'restarts', unit: 'count', value: 0, limit: null }]);
  });
});

describe('a log', () => {
  it('is read from its last lines on, each with its time and where it was written', async () => {
    await engine.started('logged', ['sh', '-c', 'echo one; echo two >&2; echo three']);
    const resource = await named('logged');
    const lines = await linesOf(resource, 10);
    // Two outputs are two pipes: which line the engine reads first is nobody's promise.
    expect(lines.map(({ stream, text }) => `${stream} ${text}`).sort()).toEqual([
      'err two',
      'out one',
      'out three',
    ]);
    expect(await linesOf(resource, 1)).toHaveLength(1);
    expect(lines.every(({ at }) => Math.abs((at ?? 0) - Date.now()) < 60_000)).toBe(true);
  });

  it('of a terminal is read the same', async () => {
    await engine.started('terminal', ['sh', '-c', 'echo one; echo two'], { Tty: true });
    expect((await linesOf(await named('terminal'), 10)).map(({ text }) => text)).toEqual(['one', 'two']);
  });

  it('is followed until nobody wants it any more', async () => {
    await engine.started('followed', TICKS);
    const stop = new AbortController();
    const texts: string[] = [];
    for await (const { text } of provider.logs(
      await named('followed'),
      { tail: 1, follow: true },
      stop.signal,
    )) {
      texts.push(text);
      if (texts.filter((one) => one.startsWith('tick')).length === 2) stop.abort();
    }
    expect(stop.signal.aborted).toBe(true);
  });

  it('is refused for what writes none', async () => {
    const error = await refused(linesOf(await named(shortImage), 1));
    expect(error.code).toBe('NOT_ALLOWED');
  });
});

async function linesOf(resource: Resource, tail: number): Promise<LogLine[]> {
  const lines: LogLine[] = [];
  for await (const line of provider.logs(resource, { tail, follow: false }, signal())) lines.push(line);
  return lines;
}

describe('an action', () => {
  it('is planned as the call that is sent, and restarts what is proven to run since later', async () => {
    await engine.started('again', TICKS);
    const before = await named('again');
    const { plan, verified } = await done(before, 'restart', { timeout_s: 0 });
    expect(plan).toMatchObject({ runs: `POST /containers/${wholeId(before)}/restart?t=0`, long: false });
    expect(verified.ok).toBe(true);
    expect(verified.evidence).toMatch(/^running since .* UTC, before .* UTC$/);
    const after = await named('again');
    expect(after.version).not.toBe(before.version);
    // What was restarted for an older resource is no proof for the newer one.
    const stale = await provider.verify(
      { resource: after, action: 'restart', arguments: {} },
      AbortSignal.timeout(300),
    );
    expect(stale.ok).toBe(false);
  });

  it('stops, starts, pauses, resumes and kills, and each time offers what goes with it then', async () => {
    await engine.started('moved', TICKS);
    for (const [action, state] of [
      ['pause', 'paused'],
      ['resume', 'running'],
      ['stop', 'stopped'],
      ['start', 'running'],
      ['kill', 'stopped'],
    ] as const) {
      const { verified } = await done(
        await named('moved'),
        action,
        action === 'stop' ? { timeout_s: 0 } : {},
      );
      expect([action, verified.ok, verified.evidence]).toEqual([action, true, expect.any(String)]);
      expect(await named('moved')).toMatchObject({ state });
    }
    const error = await refused(done(await named('moved'), 'pause'));
    expect(error.code).toBe('NOT_ALLOWED');
    expect(error.message).toContain('start, remove');
  });

  it('is not called done when what it started falls over at once', async () => {
    await engine.made('falls', ['sh', '-c', 'exit 3']);
    const { verified } = await done(await named('falls'), 'start');
    expect(verified.ok).toBe(false);
    expect(verified.evidence).toContain('exit code 3');
    expect((await named('falls')).state).toBe('failed');
  });

  it('removes a container, says what goes along, and takes that along', async () => {
    await engine.made('gone', ['sleep', '1'], {
      Volumes: { '/scratch': {} },
      HostConfig: { Binds: ['gone-kept:/data'] },
    });
    const resource = await named('gone');
    const { plan, verified } = await done(resource, 'remove', { volumes: true });
    expect(plan).toMatchObject({ runs: `DELETE /containers/${wholeId(resource)}?v=1`, undo: null });
    expect(plan.preview).toContain('without a name (/scratch) go with it');
    expect(plan.preview).toContain('Volumes that stay: gone-kept.');
    expect(verified.ok).toBe(true);
    expect(await provider.find(resource.id, signal())).toBeNull();
    expect((await refused(provider.inspect(resource, signal()))).code).toBe('NOT_FOUND');
  });

  it('removes a volume, a network and an image that nothing uses, and proves it by their absence', async () => {
    await engine.docker.createVolume({ Name: 'spare' });
    await engine.docker.createNetwork({ Name: 'spare-net', Driver: 'bridge' });
    await engine.docker.getImage(BARE_IMAGE).tag({ repo: 'localhost/spare', tag: '7' });
    for (const name of ['spare', 'spare-net']) {
      const { verified } = await done(await named(name), 'remove');
      expect([name, verified.ok]).toEqual([name, true]);
    }
    const image = await named('festinger-bare:1');
    const { plan, verified } = await done(image, 'remove');
    // Two names: all but one are removed first, and the image by its id.
    expect(plan.runs).toMatch(
      /^DELETE \/images\/localhost\/spare:7, then DELETE \/images\/sha256:[0-9a-f]{64}$/,
    );
    expect(verified.ok).toBe(true);
    expect((await named(shortImage)).actions).not.toContain('remove');
  });

  it('pulls as a task, and says so when the registry is out of reach', async () => {
    await engine.docker.getImage(IMAGE).tag({ repo: 'localhost:1/nowhere/app', tag: '2' });
    const image = await named(shortImage);
    const request = { resource: image, action: 'pull', arguments: {} } as const;
    expect((await provider.plan(request, signal())).long).toBe(true);
    const error = await refused(provider.act(request, { signal: signal(), progress: () => undefined }));
    expect(error.code).toBe('EXECUTION_FAILED');
    expect(error.message).toMatch(/was not pulled: .*registry/);
  });
});
