// Promises: a change that is asked for with a snapshot takes it first, of what the card names, or is not done at all; its record says how to go back; where
// nothing can take one, it is refused with why. Containers of a real Podman on a real btrfs; guests of the doubled Proxmox.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { AppError } from '../../../shared/model/envelope.ts';
import type { ActionName, Resource } from '../../../shared/model/resource.ts';
import { systemClock, timeSortedIds } from '../../core/clock.ts';
import { noSandbox } from '../../infra/executors/confined/testing/no-sandbox.ts';
import { LocalExecutor } from '../../infra/executors/local-executor.ts';
import { programsHere } from '../../infra/executors/local-program.ts';
import type { Provider } from '../../infra/provider.ts';
import { type Containers, openContainers } from '../../infra/providers/containers/containers.ts';
import { openProxmox } from '../../infra/providers/proxmox/testing/open-provider.ts';
import { type ProxmoxDouble, startProxmox } from '../../infra/providers/proxmox/testing/proxmox-double.ts';
import { HastyClock } from '../../infra/providers/remote/testing/hasty-clock.ts';
import { type BtrfsMount, mountBtrfs } from '../../infra/testing/btrfs.ts';
import { IMAGE, type TestEngine } from '../../infra/testing/container-engine.ts';
import { resource as made } from '../../infra/testing/fake-provider.ts';
import { startPodman } from '../../infra/testing/podman.ts';
import type { CallContext } from '../tools/tool.ts';
import { planAction } from './plan-action.ts';
import { planSnapshotFirst } from './snapshot-first.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

declare module 'vitest' {
  interface TaskMeta {
    skipReason?: string;
  }
}

const HOST = made('host:box', { reachableVia: [[{ via: 'local', target: 'host:box', words: 'here' }]] });
const LOOP = ['sh', '-c', 'trap "exit 0" TERM; while true; do sleep 0.1; done'];
const LIMITS = ['--ulimit', 'nofile=20000:20000', '--ulimit', 'nproc=4000:4000'];
const NAMED = /festinger-\d{8}-\d{6}/;
const signal = () => AbortSignal.timeout(60_000);
const run = { by: 'operator', approval: '01APPROVAL', signal: signal(), progress: () => undefined };

/** @param within what the resource lies in, innermost first */
function contextOf(
  providers: readonly Provider[],
  within: readonly Resource[],
  resources: readonly Resource[] = [],
): CallContext {
  const executor = new LocalExecutor(HOST.reachableVia[0] ?? [], {
    ids: timeSortedIds(systemClock),
    programs: programsHere(systemClock),
  });
  const providerOf = ({ provider }: Resource) => {
    const found = providers.find(({ name }) => name === provider);
    if (!found) throw new Error(`no ${provider} here`);
    return found;
  };
  const known = {
    ...{
      providerOf,
      routeOf: () => '',
      within: () => within,
      resources: () => resources,
      changed: () => undefined,
    },
    inspect: (one: Resource) => providerOf(one).inspect(one, signal()),
    find: (id: string) =>
      providers.find(({ kinds }) => kinds.includes(id.split(':')[0] as 'vm'))?.find(id, signal()),
  };
  return {
    parts: { known, executors: { on: async () => executor }, confinements: noSandbox, isOwnHost: () => true },
    ...{ signal: signal(), resource: null },
  } as unknown as CallContext;
}

const planned = (resource: Resource, action: ActionName, context: CallContext) =>
  planAction(
    {
      tool: 'control',
      resource,
      action,
      given: { snapshot_first: true },
      arguments: { snapshot_first: true },
    },
    context,
  );

async function refused(work: Promise<unknown>): Promise<AppError> {
  const error = await work.then(
    () => new Error('it was done'),
    (reason: unknown) => reason,
  );
  if (!(error instanceof AppError)) throw error;
  return error;
}

describe('of a container', () => {
  let engine: TestEngine;
  let btrfs: BtrfsMount;
  let provider: Containers;
  let double: ProxmoxDouble;
  let missing: string | null = 'not started';

  beforeAll(async () => {
    const [started, mounted] = [await startPodman(), mountBtrfs()];
    missing = 'missing' in started ? started.missing : 'missing' in mounted ? mounted.missing : null;
    if (!('missing' in mounted)) btrfs = mounted;
    if (!('missing' in started)) engine = started;
    if (missing !== null) return;
    provider = openContainers({
      config: [{ name: 'podman', socket: engine.socket }],
      ...{ hostname: 'box', env: {}, home: '/none', pace: { againMs: 50, looks: 20, settleMs: 100 } },
      healthPace: { againMs: 200, steadyMs: 500 },
    });
  });
  afterAll(async () => {
    await engine?.[Symbol.asyncDispose]();
    btrfs?.[Symbol.dispose]();
  });
  beforeEach(async (context) => {
    double = await startProxmox();
    if (missing === null) return;
    context.task.meta.skipReason = missing;
    context.skip(missing);
  });
  afterEach(() => double.close());

  /** @param options what it mounts, and labels of Compose */
  async function started(name: string, ...options: string[]): Promise<Resource> {
    const volumes = options.flatMap((one) =>
      one.startsWith('/') ? ['-v', one] : ['--label', `com.docker.compose.${one}`],
    );
    const words = ['run', '-d', '--name', name, ...LIMITS, '--net', 'host', ...volumes, IMAGE, ...LOOP];
    expect((await engine.command(...words)).exitCode).toBe(0);
    const { resources } = await provider.discover(signal());
    const found = resources.find((one) => one.name === name);
    if (!found) throw new Error(`${name} is not there`);
    return found;
  }
  const idOf = async (name: string) => (await engine.docker.getContainer(name).inspect()).Id;
  function data(name: string): string {
    const path = join(btrfs.subvolume(name), 'files');
    mkdirSync(path);
    writeFileSync(join(path, 'page'), 'before');
    return path;
  }
  const snapshotsIn = (name: string) => readdirSync(join(btrfs.dir, name)).filter((one) => NAMED.test(one));

  it('names on the card what is in it and what is not, is taken first, and its record says how to go back', async () => {
    const files = data('web');
    const web = await started('web', `${files}:/srv`, `${engine.dir}:/other`, `${btrfs.dir}:/seen:ro`);
    const work = await planned(web, 'recreate', contextOf([provider], [HOST]));
    const { runs, preview, undo, preconditions } = work.plan;
    const root = join(btrfs.dir, 'web');
    expect(runs.split('\n')[0]).toBe(`btrfs subvolume snapshot -r ${root} ${root}/.festinger-{time}`);
    expect(runs.split('\n')[1]).toMatch(/^POST \/containers\/create/);
    expect(preview?.kind).toBe('diff');
    expect(preview?.text).toContain(` Snapshot ${root}/.festinger-{time} first: holds ${files}`);
    expect(preview?.text).toContain(` Not in a snapshot: ${engine.dir}: it is on`);
    expect(preview?.text).not.toContain(`Not in a snapshot: ${btrfs.dir}`);
    expect(undo).toContain(`stop web, then copy the files back from ${root}/.festinger-{time}.`);
    expect(preconditions.map(({ what }) => what)).toContain('what the snapshot holds');
    expect(snapshotsIn('web')).toEqual([]);

    const before = await idOf('web');
    const outcome = await work.perform(run);
    const [taken = ''] = snapshotsIn('web');
    expect(outcome.summary).toContain(`Recreated`);
    expect(outcome.summary).toContain(
      `Snapshot taken before: ${root}/${taken}. The data as of before: stop web`,
    );
    expect(outcome.undo).toContain(`copy the files back from ${root}/${taken}.`);
    expect(readFileSync(join(root, taken, 'files', 'page'), 'utf8')).toBe('before');
    expect(await idOf('web')).not.toBe(before);
    expect((await work.verify(signal())).ok).toBe(true);
  });

  it('of a Compose project is of what its containers write to', async () => {
    const files = data('shop');
    const labels = ['project=shop', 'service=web', `project.config_files=${engine.dir}/compose.yaml`];
    const web = await started('shop-web', `${files}:/srv`, ...labels);
    const { resources } = await provider.discover(signal());
    const project = resources.find(({ kind, name }) => kind === 'compose_project' && name === 'shop');
    if (!project) throw new Error('no project');
    const { lines } = await planSnapshotFirst(project, 'up', contextOf([provider], [HOST], [web, HOST]));
    const root = join(btrfs.dir, 'shop');
    expect(lines).toEqual([`Snapshot ${root}/.festinger-{time} first: holds ${files}, as after a power cut`]);
  });

  it('that fails leaves everything as it was', async () => {
    const files = data('fails');
    const web = await started('fails', `${files}:/srv:rw`);
    const work = await planned(web, 'recreate', contextOf([provider], [HOST]));
    const before = await idOf('fails');
    // Every name of the next 30 seconds belongs to a file.
    const spoilt = Array.from({ length: 30 }, (_, i) => new Date(Date.now() + i * 1000));
    for (const at of spoilt) {
      const [date, time] = at.toISOString().slice(0, 19).replaceAll(/[-:]/g, '').split('T');
      writeFileSync(join(btrfs.dir, 'fails', `.festinger-${date}-${time}`), 'a file in its place');
    }
    const error = await refused(work.perform(run));
    expect([error.code, error.message]).toEqual([
      'EXECUTION_FAILED',
      expect.stringContaining(
        'The snapshot before it failed, so nothing else was done: btrfs subvolume snapshot',
      ),
    ]);
    expect(await idOf('fails')).toBe(before);
  });

  it('whose change fails afterwards says so, and where the snapshot is', async () => {
    const web = await started('late', `${data('late')}:/srv`);
    const work = await planned(web, 'recreate', contextOf([provider], [HOST]));
    await engine.command('rm', '-f', '-t', '0', 'late');
    const error = await refused(work.perform(run));
    expect(error.message).toMatch(`Snapshot taken before: ${join(btrfs.dir, 'late')}/.festinger-`);
    expect(snapshotsIn('late')).toHaveLength(1);
  });

  it('is of the guest it runs in where none of its mounts can be, and otherwise refused with why', async () => {
    const plain = await started('plain', `${engine.dir}:/srv`);
    const proxmox = openProxmox(double.url, new HastyClock());
    const guest = await proxmox.find('vm:pve:100', signal());
    if (guest === null) throw new Error('no guest');
    const work = await planned(plain, 'recreate', contextOf([provider, proxmox], [HOST, guest]));
    expect(work.plan.preview?.text).toContain(
      ' Snapshot desk@festinger-{time} first: all disks of the virtual machine desk',
    );
    const outcome = await work.perform(run);
    expect(outcome.summary).toContain('Snapshot taken before: desk@festinger-20260101-000000.');
    expect(double.guests.find(({ vmid }) => vmid === 100)?.snapshots[0]?.description).toBe(
      'Before: Recreate plain, approval 01APPROVAL\n',
    );

    const now = await provider.find(
      (await provider.discover(signal())).resources.find(({ name }) => name === 'plain')?.id ?? '',
      signal(),
    );
    if (now === null) throw new Error('plain is gone');
    const cannot = double.guests.find(({ vmid }) => vmid === 100);
    if (cannot) cannot.takesSnapshots = false;
    const error = await refused(planned(now, 'recreate', contextOf([provider, proxmox], [HOST, guest])));
    expect([error.code, error.message]).toEqual([
      'ACTION_NOT_ALLOWED',
      expect.stringMatching(`${engine.dir}: it is on .*desk can't take a snapshot`),
    ]);
    const alone = await refused(planned(now, 'recreate', contextOf([provider], [HOST])));
    expect(alone.message).toContain('it runs in no virtual machine or LXC container that is known here');
  });
});

describe('of a guest', () => {
  let double: ProxmoxDouble;
  beforeEach(async () => {
    double = await startProxmox();
    const media = double.guests[0];
    if (media) media.takesSnapshots = true;
  });
  afterEach(() => double.close());

  it('is taken before it is stopped; where that fails, it goes on running', async () => {
    const proxmox = openProxmox(double.url, new HastyClock());
    const media = await proxmox.find('lxc:pve:141', signal());
    if (media === null) throw new Error('no guest');
    const work = await planned(media, 'stop', contextOf([proxmox], []));
    expect(work.plan.runs).toBe(
      'POST /nodes/pve/lxc/141/snapshot snapname=festinger-{time}\nPOST /nodes/pve/lxc/141/status/stop',
    );
    expect(work.plan).toMatchObject({ risk: 'high', long: true });
    double.nextExit = 'no space left in pool';
    expect((await refused(work.perform(run))).message).toContain('nothing else was done');
    expect(double.guests[0]?.status).toBe('running');
    double.nextExit = 'OK';
    const { summary, undo } = await work.perform(run);
    expect(summary).toMatch(/^stopped\. Snapshot taken before: media@festinger-/);
    expect(undo).toMatch(/roll the LXC container media back to the snapshot festinger-2/);
    expect(double.guests[0]?.status).toBe('stopped');
    const posts = double.asked.filter((call) => call.startsWith('POST')).map((call) => call.split(' ')[1]);
    expect(posts.slice(-2)).toEqual(['/nodes/pve/lxc/141/snapshot', '/nodes/pve/lxc/141/status/stop']);
  });
});
