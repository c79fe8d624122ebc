// Promise: every engine of this machine is found once, under a name that doesn't change; what isn't used is reported with the reason.
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readConfigText } from '../../../settings/config.ts';
import { ContainersConfig } from './config.ts';
import { findEngines } from './find-engines.ts';

const DOCKER = '/var/run/docker.sock';
const PODMAN = '/run/podman/podman.sock';
const ROOTLESS = '/run/user/7/podman/podman.sock';

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'find-engines-'));
});
afterEach(() => rmSync(home, { recursive: true }));

/** @param there sockets, by the names they have */
function find(env: Record<string, string>, there: Readonly<Record<string, string>>, config?: unknown) {
  return findEngines({
    config: ContainersConfig.parse(config),
    ...{ hostname: 'box', env, home },
    realSocket: async (path) => there[path] ?? null,
  });
}
const found = async (...given: Parameters<typeof find>) =>
  (await find(...given)).places.map(({ engine, address, prefix }) => [engine, address, prefix]);

function writeContext(name: string, meta: unknown, tls = false): void {
  const hash = createHash('sha256').update(name).digest('hex');
  const folder = join(home, '.docker');
  mkdirSync(join(folder, 'contexts/meta', hash), { recursive: true });
  writeFileSync(join(folder, 'config.json'), JSON.stringify({ currentContext: name }));
  writeFileSync(join(folder, 'contexts/meta', hash, 'meta.json'), JSON.stringify(meta));
  if (tls) mkdirSync(join(folder, 'contexts/tls', hash, 'docker'), { recursive: true });
}
const at = (Host: string, more: object = {}) => ({ Name: 'lab', Endpoints: { docker: { Host, ...more } } });

describe('without a list in config.yaml', () => {
  it('engines are those at the usual sockets, each once, and only Docker has plain ids', async () => {
    const env = { XDG_RUNTIME_DIR: '/run/user/7' };
    const all = { [DOCKER]: '/run/docker.sock', [PODMAN]: PODMAN, [ROOTLESS]: ROOTLESS };
    expect(await found(env, all)).toEqual([
      ['docker', DOCKER, ''],
      ['podman', PODMAN, 'podman/'],
      ['podman-rootless', ROOTLESS, 'podman-rootless/'],
    ]);
    // Docker is installed later: the ids of Podman stay.
    expect(await found({}, { [PODMAN]: PODMAN })).toEqual([['podman', PODMAN, 'podman/']]);
    expect(await found({}, { [DOCKER]: PODMAN, [PODMAN]: PODMAN })).toEqual([['docker', DOCKER, '']]);
    expect((await find({}, { [PODMAN]: PODMAN })).places[0]?.hasOthers).toBe(false);
  });

  it('DOCKER_HOST and the current Docker context add theirs', async () => {
    writeContext('lab', at('unix:///lab.sock'));
    const there = { [DOCKER]: DOCKER, '/lab.sock': '/lab.sock', '/own.sock': '/own.sock' };
    expect(await found({ DOCKER_HOST: 'unix:///own.sock' }, there)).toEqual([
      ['docker', DOCKER, ''],
      ['context-lab', '/lab.sock', 'context-lab/'],
      ['docker-host', '/own.sock', 'docker-host/'],
    ]);
    expect(await found({ DOCKER_CONTEXT: 'default' }, there)).toEqual([['docker', DOCKER, '']]);
    expect(await found({ DOCKER_CONTEXT: 'default', DOCKER_HOST: 'tcp://localhost' }, {})).toEqual([
      ['docker-host', 'tcp://localhost:2375', 'docker-host/'],
    ]);
  });

  it('a resource tells when the docker command would talk to another engine', async () => {
    writeContext('lab', at('unix:///lab.sock'));
    const there = { [DOCKER]: DOCKER, '/lab.sock': '/lab.sock' };
    const talksTo = async () => (await find({}, there)).places.map(({ dockerCommand }) => dockerCommand);
    expect(await talksTo()).toEqual(['/lab.sock', null]);
    writeContext('lab', at('ssh://root@far'));
    expect(await talksTo()).toEqual(['Docker context lab (ssh://far)']);
  });

  it.each([
    [
      'tcp://10.0.0.7:2375',
      {},
      /^DOCKER_HOST \(tcp:\/\/10\.0\.0\.7:2375\) is not used: it is not on this machine\. Without TLS/,
    ],
    ['tcp://127.0.0.1:2376', { DOCKER_TLS_VERIFY: '1' }, /TLS is not supported/],
    ['https://127.0.0.1:2376', {}, /TLS is not supported/],
    ['ssh://root:pass@far', {}, /^DOCKER_HOST \(ssh:\/\/far\) is not used: add its machine to `hosts`/],
    ['unix://own.sock', {}, /starts with \//],
    ['unix:///gone.sock', {}, /there is no socket at \/gone\.sock/],
    ['npipe:////./pipe/docker', {}, /npipe:\/\/ is not supported: use unix:\/\/ or tcp:\/\//],
    ['nonsense', {}, /it is not a URL/],
    ['tcp://127.0.0.1:2375/v1', {}, /only a host and a port/],
  ])('DOCKER_HOST=%s is refused with the reason', async (DOCKER_HOST, env, reason) => {
    const { places, problems, off } = await find({ ...env, DOCKER_HOST }, { [DOCKER]: DOCKER });
    expect(places.map(({ engine }) => engine)).toEqual(['docker']);
    expect(problems).toEqual([expect.stringMatching(reason)]);
    expect(off).toBeNull();
    expect((await find({ ...env, DOCKER_HOST }, {})).off).toMatch(new RegExp(reason.source.replace('^', '')));
  });

  it.each([
    [at('tcp://127.0.0.1:2376'), true, /TLS is not supported/],
    [at('tcp://127.0.0.1:2376', { SkipTLSVerify: true }), false, /TLS is not supported/],
    [{ Name: 'lab' }, false, /no readable meta\.json in .*contexts\/meta\. See `docker context ls`/],
  ])('a context that is %j is refused with the reason', async (meta, tls, reason) => {
    writeContext('lab', meta, tls);
    expect((await find({}, {})).problems).toEqual([expect.stringMatching(reason)]);
  });
});

describe('a list in config.yaml', () => {
  it('is used as it is, and nothing else', async () => {
    const list = [
      { name: 'main', url: 'unix:///main.sock' },
      { name: 'lab', url: 'tcp://[::1]:99', host: 'far' },
      { name: 'again', socket: '/other-name.sock' },
    ];
    const there = { [DOCKER]: DOCKER, '/main.sock': '/main.sock', '/other-name.sock': '/main.sock' };
    const { places } = await find({ DOCKER_HOST: 'ssh://far' }, there, list);
    expect(places).toMatchObject([
      { engine: 'main', address: '/main.sock', prefix: '', host: 'box', dockerCommand: DOCKER },
      { engine: 'lab', address: 'tcp://[::1]:99', prefix: 'lab/', host: 'far', dockerCommand: null },
    ]);
    expect(await find({}, there, [])).toMatchObject({ places: [], off: expect.stringContaining('[]') });
  });

  it.each([
    [
      '{ socket: "/x.sock" }',
      /^config\.yaml line 2: providers\.containers: write a list such as \[\{ name: podman/,
    ],
    ['"off"', /providers\.containers: write a list .* or \[\] to use no container engine/],
    ['[{ name: a }]', /providers\.containers\.0\.socket: needs either/],
    ['[{ name: a, socket: /x, url: "unix:///x" }]', /providers\.containers\.0\.socket: needs either/],
    ['[{ name: a, socket: x }]', /0\.socket: the whole path of a socket, such as \/run\/podman/],
    ['[{ name: a, url: "tcp://far:2375" }]', /0\.url: it is not on this machine\. .*over ssh/],
    ['[{ name: A B, socket: /x }]', /0\.name: small letters, digits and dashes/],
    ['[{ name: a, socket: /x }, { name: a, socket: /y }]', /1\.name: "a" is already the name/],
    ['[{ name: a, socket: /x, colour: red }]', /colour/],
  ])('that is %s is refused with file, key and fix', (list, problem) => {
    const reading = readConfigText(`providers:\n  containers: ${list}\n`, 'config.yaml');
    expect(reading).toEqual({ ok: false, problem: expect.stringMatching(problem) });
  });
});
