// Promises: what Proxmox holds is found and named; what is done to a guest is the call that was planned, waited for to its end and
// judged by the world; a hostile, slow or half-broken Proxmox is told about in words, and the token is in none of them.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { AppError } from '../../../../shared/model/envelope.ts';
import { Inspection, Resource } from '../../../../shared/model/resource.ts';
import type { ActionRequest } from '../../provider.ts';
import { HastyClock } from '../remote/testing/hasty-clock.ts';
import { selfSigned } from '../remote/testing/self-signed.ts';
import { ProxmoxConfig } from './config.ts';
import { ProxmoxProvider } from './provider.ts';
import { type ProxmoxDouble, startProxmox, TOKEN } from './testing/proxmox-double.ts';

const signal = new AbortController().signal;
const SECRET = TOKEN.slice(TOKEN.indexOf('=') + 1);

let double: ProxmoxDouble;
let clock: HastyClock;

beforeEach(async () => {
  double = await startProxmox();
  clock = new HastyClock();
});
afterEach(() => double.close());

const open = (more: object = {}, env: Record<string, string> = { PVE: TOKEN }): ProxmoxProvider =>
  new ProxmoxProvider(ProxmoxConfig.parse([{ name: 'home', url: double.url, token_env: 'PVE', ...more }]), {
    clock,
    env,
  });

const run = { signal, progress: () => {} };

async function ask(
  provider: ProxmoxProvider,
  id: string,
  action: ActionRequest['action'],
  given = {},
): Promise<ActionRequest> {
  const resource = await provider.find(id, signal);
  if (resource === null) throw new Error(`${id} is not there`);
  return { resource, action, arguments: given };
}

async function refusal(work: Promise<unknown>): Promise<AppError> {
  const error = await work.then(
    () => new Error('it was done'),
    (reason: unknown) => reason,
  );
  if (!(error instanceof AppError)) throw error;
  return error;
}

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
    expect(actions['lxc:pve:141']).toEqual(['shutdown', 'reboot', 'stop']);
    expect(actions['vm:pve:100']).toEqual(['start']);
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
      expect((await provider.plan(request)).runs).toBe(runs);
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
    expect((await refusal(provider.plan(template))).code).toBe('NOT_ALLOWED');
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

describe('a Proxmox that is not as it should be', () => {
  it('hides no guest behind an odd one, and says what did not fit', async () => {
    double.extraRows = [
      { type: 'qemu', vmid: 'many', node: 'pve' },
      { type: 'lxc', vmid: 143, node: '../etc' },
      'row',
      null,
      { type: {} },
    ];
    const { resources, problems } = await open().discover(signal);
    expect(resources.filter(({ kind }) => kind === 'vm' || kind === 'lxc')).toHaveLength(4);
    expect(problems).toEqual([
      expect.stringMatching(/^2 of 6 guests of Proxmox home did not fit and are left out: vmid/),
    ]);
  });

  it.each([
    ['no list', '{"data":{"a":1}}', /data/],
    ['no JSON', '<html>', /no JSON/],
    ['nothing', '', /no JSON/],
  ])('and answers with %s is unavailable, and the message names it', async (_, body, words) => {
    double.faults.set('/cluster/resources', { body });
    const error = await refusal(open().discover(signal));
    expect([error.code, error.message]).toEqual(['UNAVAILABLE', expect.stringMatching(words)]);
  });

  it('and answers with more than is read is unavailable', async () => {
    double.faults.set('/cluster/resources', { body: `{"data":["${'x'.repeat(9 * 1024 * 1024)}"]}` });
    expect((await refusal(open().discover(signal))).message).toContain('more than');
  });

  it('takes five thousand guests and no more, and says so', async () => {
    double.extraRows = Array.from({ length: 6000 }, (_, index) => ({
      type: 'lxc',
      vmid: 1000 + index,
      node: 'pve',
      status: 'stopped',
    }));
    const { resources, problems } = await open().discover(signal);
    expect(resources.filter(({ kind }) => kind === 'vm' || kind === 'lxc')).toHaveLength(5000);
    expect(problems).toEqual([expect.stringContaining('6004 guests')]);
  });

  it('and never answers is given up after its time', async () => {
    double.faults.set('/cluster/resources', 'hold');
    double.onHold = () => clock.expire();
    const error = await refusal(open().discover(signal));
    expect([error.code, error.message]).toEqual([
      'UNAVAILABLE',
      expect.stringContaining('no answer within 15 s'),
    ]);
  });

  it('and never answers a write leaves open whether it was done, and says so', async () => {
    const provider = open();
    const request = await ask(provider, 'vm:pve:100', 'start');
    double.faults.set('/nodes/pve/qemu/100/status/start', 'hold');
    double.onHold = () => clock.expire();
    const error = await refusal(provider.act(request, run));
    expect([error.code, error.message]).toEqual([
      'TIMEOUT',
      expect.stringContaining('look before trying again'),
    ]);
  });

  it('hides none of the others', async () => {
    const entry = { url: double.url, token_env: 'PVE' };
    const config = ProxmoxConfig.parse([
      { name: 'home', ...entry },
      { name: 'gone', url: 'http://127.0.0.1:1', token_env: 'PVE' },
    ]);
    const { resources, problems } = await new ProxmoxProvider(config, {
      clock,
      env: { PVE: TOKEN },
    }).discover(signal);
    expect(resources).toHaveLength(9);
    expect(problems).toEqual([
      expect.stringContaining('Proxmox gone at http://127.0.0.1:1: nothing listens there'),
    ]);
  });

  it('hides no guest behind a storage that does not list its backups', async () => {
    double.faults.set('/nodes/pve/storage/local/content', {
      status: 403,
      reason: 'Permission check failed',
      body: '{"data":null}',
    });
    const { resources, problems } = await open().discover(signal);
    expect(resources).toHaveLength(8);
    expect(problems).toEqual([expect.stringContaining('rights')]);
  });
});

describe('the token', () => {
  it('stands in no error and in nothing that is read, even when the server repeats it', async () => {
    const provider = open();
    double.faults.set('/cluster/resources', {
      status: 500,
      reason: `bad ${SECRET}`,
      body: JSON.stringify({ message: `PVEAPIToken=${TOKEN}` }),
    });
    const error = await refusal(provider.discover(signal));
    expect(JSON.stringify([error.message, error.details, error.stack])).not.toContain(SECRET);
    const { resource } = await ask(provider, 'lxc:pve:141', 'stop');
    const guest = double.guests[0];
    if (guest !== undefined) guest.config.hostname = SECRET;
    expect(JSON.stringify(await provider.inspect(resource, signal))).not.toContain(SECRET);
  });

  it.each([
    [{}, 'PVE, which config.yaml names for its token, is not set'],
    [{ PVE: 'root@pam' }, 'is no token of the form'],
    [{ PVE: `${TOKEN}\r\nx: y` }, 'is no token of the form'],
  ])('that is not there or no token is told about without being said', async (env, words) => {
    const error = await refusal(open({}, env).discover(signal));
    expect([error.code, error.message]).toEqual(['UNAVAILABLE', expect.stringContaining(words)]);
    expect(error.message).not.toContain(SECRET);
  });

  it('that Proxmox does not know is told about as such', async () => {
    const error = await refusal(open({}, { PVE: TOKEN.replace('6f1c', '0000') }).discover(signal));
    expect(error.message).toContain('check the token');
  });

  it.each([
    ['http://pve.lan:8006', 'in the open'],
    ['https://root:x@pve.lan:8006', 'no name or password'],
    ['https://pve.lan:8006/api2', 'nothing behind it'],
  ])('goes to no address such as %s', (url, words) => {
    const read = ProxmoxConfig.safeParse([{ name: 'home', url, token_env: 'PVE' }]);
    expect(read.error?.issues[0]?.message).toContain(words);
  });
});

const certificate = selfSigned();
const why = certificate === null ? ' (skipped: no openssl here to make a certificate)' : '';

describe.skipIf(certificate === null)(`over TLS with a certificate nobody signed${why}`, () => {
  let secure: ProxmoxDouble;
  beforeEach(async () => {
    if (certificate !== null) secure = await startProxmox(certificate);
  });
  afterEach(() => secure.close());

  const discover = (more: object) => open({ url: secure.url, ...more }).discover(signal);

  it('nothing is asked without a pin', async () => {
    const error = await refusal(discover({}));
    expect(error.message).toContain('its certificate is not trusted');
    expect(secure.asked).toEqual([]);
  });

  it('it is talked to with its pin, written with colons or without', async () => {
    const fingerprint = certificate?.fingerprint ?? '';
    for (const pin of [fingerprint, fingerprint.replaceAll(':', '').toLowerCase()]) {
      expect((await discover({ fingerprint: pin })).resources).toHaveLength(9);
    }
  });

  it('the token does not go out to another certificate than the pinned one, and the one that was shown is named', async () => {
    const error = await refusal(discover({ fingerprint: 'ab'.repeat(32) }));
    expect(error.message).toContain(certificate?.fingerprint);
    expect(secure.asked).toEqual([]);
  });
});
