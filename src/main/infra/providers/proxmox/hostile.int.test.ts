// Promises: a hostile, slow or half-broken Proxmox is told about in words an operator can act on and hides nothing of the rest; the token
// is in none of these words, and goes to no address and no certificate but the named one.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { HastyClock } from '../remote/testing/hasty-clock.ts';
import { selfSigned } from '../remote/testing/self-signed.ts';
import { ProxmoxConfig } from './config.ts';
import { ProxmoxProvider } from './provider.ts';
import { askOf as ask, openProxmox, refusal, never as signal } from './testing/open-provider.ts';
import { type ProxmoxDouble, startProxmox, TOKEN } from './testing/proxmox-double.ts';

const SECRET = TOKEN.slice(TOKEN.indexOf('=') + 1);

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
