// Promises: what Proxmox holds is found and named; what is done to a guest is the call that was planned, waited for to its end and
// judged by the world; of a guest's set-up no password and no key is shown.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Inspection, Resource } from '../../../../shared/model/resource.ts';
import { HastyClock } from '../remote/testing/hasty-clock.ts';
import { ProxmoxConfig } from './config.ts';
import { ProxmoxProvider } from './provider.ts';
import { askOf as ask, openProxmox, refusal, never as signal } from './testing/open-provider.ts';
import { type ProxmoxDouble, startProxmox, TOKEN } from './testing/proxmox-double.ts';

let double: ProxmoxDouble;
let clock: HastyClock;

beforeEach(async () => {
  double = await startProxmox();
  clock = new HastyClock();
});
afterEach(() => double.close());

const open = (more: object = {}, env: Record<string, string> = { PVE: TOKEN }): ProxmoxProvider =>
  openProxmox(double.url, clock, more, env);

const run = { signal, progress: () => {} };

describe('what is there', () => {
  it('is found as nodes, guests, storages and the newest backup of each guest, each as the contract says', async () => {
    const { resources, off, problems } = await open().discover(signal);
    expect(off).toBeNull();
    expect(problems).toEqual([]);
    for (const resource of resources) expect(Resource.parse(resource)).toEqual(resource);
    expect(resources.map(({ id, state, parent }) => [id, state, parent])).toEqual([
      ['node:pve', 'running', null],
      ['node:pve2', 'unreachable', null],
      ['lxc:pve:141', 'running', 'node:pve'],
      ['vm:pve:100', 'stopped', 'node:pve'],
      ['vm:pve:900', 'available', 'node:pve'],
      ['lxc:pve:142', 'changing', 'node:pve'],
      ['storage:pve:local', 'available', 'node:pve'],
      ['storage:tank', 'available', null],
      ['backup:pve:local:backup/vzdump-lxc-141-2026_01_01-02_00_00.tar.zst', 'available', 'lxc:pve:141'],
    ]);
  });

  it('allows what its state allows, and nothing to templates and locked ones', async () => {
    const { resources } = await open().discover(signal);
    const actions = Object.fromEntries(resources.map(({ id, actions }) => [id, actions]));
    expect(actions['lxc:pve:141']).toEqual(['shutdown', 'reboot', 'stop', 'snapshot', 'rollback']);
    expect(actions['vm:pve:100']).toEqual(['start', 'snapshot', 'rollback']);
    expect(actions['vm:pve:900']).toEqual([]);
    expect(actions['lxc:pve:142']).toEqual([]);
  });

  it('is the same asked for alone: every resource keeps its version', async () => {
    const provider = open();
    for (const resource of (await provider.discover(signal)).resources) {
      expect((await provider.find(resource.id, signal))?.version, resource.id).toBe(resource.version);
    }
  });

  it('changes its version with its state and its set-up, not with its uptime', async () => {
    const provider = open();
    const version = async () => (await provider.find('lxc:pve:141', signal))?.version;
    const before = await version();
    const guest = double.guests[0];
    if (guest === undefined) throw new Error('no guest');
    guest.uptime += 100;
    expect(await version()).toBe(before);
    guest.tags = 'home';
    const tagged = await version();
    expect(tagged).not.toBe(before);
    guest.status = 'stopped';
    expect(await version()).not.toBe(tagged);
  });

  it('is null when it is gone, and an error when it is listed and does not answer', async () => {
    const provider = open();
    expect(await provider.find('vm:pve:777', signal)).toBeNull();
    double.faults.set('/nodes/pve/lxc/141/status/current', { status: 500, reason: 'no quorum', body: '{}' });
    expect((await refusal(provider.find('lxc:pve:141', signal))).message).toContain('no quorum');
  });

  it('is reached over ssh and pct or qm where an ssh host is named, and through the API always', async () => {
    const { resources } = await open({ ssh: { pve: 'delly' } }).discover(signal);
    const paths = resources.find(({ id }) => id === 'lxc:pve:141')?.reachableVia;
    expect(paths?.map((path) => path.map(({ via }) => via))).toEqual([['ssh', 'pct_exec'], ['api']]);
    expect(paths?.[0]?.[0]?.target).toBe('host:delly');
  });

  it('says which Proxmox it is of, where two have a node of one name', async () => {
    const entry = { url: double.url, token_env: 'PVE' };
    const config = ProxmoxConfig.parse([
      { name: 'home', ...entry },
      { name: 'attic', ...entry },
    ]);
    const provider = new ProxmoxProvider(config, { clock, env: { PVE: TOKEN } });
    const ids = (await provider.discover(signal)).resources.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).toContain('vm:attic/pve:100');
    expect((await provider.find('vm:attic/pve:100', signal))?.id).toBe('vm:attic/pve:100');
  });

  it('is nothing, and says so, when none is named', async () => {
    const provider = new ProxmoxProvider([], { clock, env: {} });
    expect(await provider.discover(signal)).toEqual({
      resources: [],
      off: 'No Proxmox is named in config.yaml.',
    });
  });
});

describe('what is shown of a guest', () => {
  it('is its set-up without passwords, keys and descriptions', async () => {
    const provider = open();
    for (const id of ['lxc:pve:141', 'vm:pve:100']) {
      const { resource } = await ask(provider, id, 'start');
      const seen = await provider.inspect(resource, signal);
      expect(Inspection.parse(seen)).toEqual(seen);
      expect(JSON.stringify(seen)).not.toMatch(/hunter2|cipassword|sshkeys|AAAA|description/);
    }
    const { resource } = await ask(provider, 'lxc:pve:141', 'stop');
    const { facts, mounts } = await provider.inspect(resource, signal);
    expect(facts).toContainEqual({ label: 'cores', value: '2' });
    expect(mounts).toContainEqual({ from: '/tank/films', to: '/films', readOnly: true });
  });

  it('is measured: processor, memory, disk, each against what there is', async () => {
    const provider = open();
    const { resource } = await ask(provider, 'lxc:pve:141', 'stop');
    expect(await provider.metrics(resource, signal)).toEqual([
      { metric: 'cpu', unit: 'percent', value: 25, limit: 100 },
      { metric: 'memory', unit: 'bytes', value: 1024 ** 3, limit: 2 * 1024 ** 3 },
      { metric: 'disk', unit: 'bytes', value: 4 * 1024 ** 3, limit: 16 * 1024 ** 3 },
    ]);
  });
});

describe('an action', () => {
  it.each([
    ['vm:pve:100', 'start', {}, 'POST /nodes/pve/qemu/100/status/start', 'running'],
    [
      'lxc:pve:141',
      'shutdown',
      { timeout_s: 30 },
      'POST /nodes/pve/lxc/141/status/shutdown timeout=30',
      'stopped',
    ],
    ['lxc:pve:141', 'stop', {}, 'POST /nodes/pve/lxc/141/status/stop', 'stopped'],
    ['lxc:pve:141', 'reboot', {}, 'POST /nodes/pve/lxc/141/status/reboot', 'running'],
  ] as const)(
    '%s %s sends the call it planned, once, and is as it promised',
    async (id, action, given, runs, seen) => {
      const provider = open();
      const request = await ask(provider, id, action, given);
      expect((await provider.plan(request, signal)).runs).toBe(runs);
      expect(double.asked.filter((call) => call.startsWith('POST'))).toEqual([]);
      await provider.act(request, run);
      expect(double.asked.filter((call) => call.startsWith('POST'))).toEqual([runs]);
      expect(await provider.verify(request, signal)).toEqual({
        ok: true,
        evidence: expect.stringContaining(seen),
      });
    },
  );

  it('whose task ends badly has failed, in the words of the task', async () => {
    const provider = open();
    double.nextExit = "command 'lxc-start' failed: no space left";
    const request = await ask(provider, 'vm:pve:100', 'start');
    const error = await refusal(provider.act(request, run));
    expect([error.code, error.message]).toEqual([
      'EXECUTION_FAILED',
      expect.stringContaining('no space left'),
    ]);
  });

  it('whose task ends with warnings is done', async () => {
    const provider = open();
    double.nextExit = 'WARNINGS: 2';
    const request = await ask(provider, 'vm:pve:100', 'start');
    expect((await provider.act(request, run)).summary).toBe('started');
  });

  it('that Proxmox calls done and that is not so is not verified', async () => {
    const provider = open();
    const request = await ask(provider, 'vm:pve:100', 'start');
    const { ok, evidence } = await provider.verify(request, signal);
    expect([ok, evidence]).toEqual([false, 'stopped; wanted running']);
  });

  it('calls no guest rebooted that has run on', async () => {
    const provider = open();
    const request = await ask(provider, 'lxc:pve:141', 'reboot');
    await provider.act(request, run);
    const guest = double.guests[0];
    if (guest !== undefined) guest.uptime = 90_010;
    expect((await provider.verify(request, signal)).ok).toBe(false);
  });

  it('that its state does not allow, or with arguments it does not take, is refused before anything is sent', async () => {
    const provider = open();
    const template = await ask(provider, 'vm:pve:900', 'start');
    expect((await refusal(provider.plan(template, signal))).code).toBe('NOT_ALLOWED');
    const odd = await ask(provider, 'lxc:pve:141', 'shutdown', { timeout_s: 'x; rm' });
    expect((await refusal(provider.act(odd, run))).code).toBe('INVALID_INPUT');
    expect(double.asked.filter((call) => call.startsWith('POST'))).toEqual([]);
  });

  it('is told as going on when the caller goes while its task runs', async () => {
    const provider = open();
    const request = await ask(provider, 'vm:pve:100', 'start');
    const going = new AbortController();
    double.onAsked = (call) => {
      if (call.includes('/tasks/')) going.abort();
    };
    const error = await refusal(provider.act(request, { ...run, signal: going.signal }));
    expect([error.code, error.message]).toEqual(['CANCELLED', expect.stringContaining('UPID%3Apve')]);
  });
});

describe('a log', () => {
  it('is what the tasks of a guest wrote, oldest first, under what each was', async () => {
    const provider = open();
    const request = await ask(provider, 'vm:pve:100', 'start');
    await provider.act(request, run);
    const lines = [];
    for await (const line of provider.logs(request.resource, { tail: 10, follow: false }, signal))
      lines.push(line.text);
    expect(lines).toEqual(['qmstart 100 by festinger@pve: OK', 'qmstart of 100', 'TASK OK']);
  });

  it('that is followed gives each new line once', async () => {
    const provider = open();
    const acting = provider.act(await ask(provider, 'vm:pve:100', 'start'), run);
    const { resource } = await ask(provider, 'node:pve', 'start');
    const leaves = new AbortController();
    const lines: string[] = [];
    for await (const line of provider.logs(resource, { tail: 10, follow: true }, leaves.signal)) {
      lines.push(line.text);
      if (line.text === 'TASK OK') leaves.abort();
    }
    await acting;
    expect(lines.slice(1)).toEqual(['qmstart of 100', 'TASK OK']);
  });

  it('is refused of a storage', async () => {
    const provider = open();
    const { resource } = await ask(provider, 'storage:tank', 'start');
    const reading = (async () => {
      for await (const line of provider.logs(resource, { tail: 1, follow: false }, signal)) void line;
    })();
    expect((await refusal(reading)).code).toBe('NOT_ALLOWED');
  });
});
