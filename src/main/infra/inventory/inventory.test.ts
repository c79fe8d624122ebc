// Promises: a provider that fails or hangs holds up none of the others, and what it found stays for a while as unreachable; whoever
// watches is told of changes alone; names lead to one thing or to all that are meant, never to a guess.
import { afterEach, describe, expect, it } from 'vitest';
import { editDistance } from '../../../shared/edit-distance.ts';
import { fc, runs } from '../../../shared/testing/campaign.ts';
import { ManualClock } from '../../proxy/pool/testing/manual-clock.ts';
import { type FakeProvider, fakeProvider, resource } from '../testing/fake-provider.ts';
import { Inventory } from './inventory.ts';

const open: Inventory[] = [];
afterEach(() => {
  for (const inventory of open.splice(0)) inventory.close();
});

function inventoryOf(...providers: FakeProvider[]) {
  const clock = new ManualClock();
  const warned: string[] = [];
  const inventory = new Inventory({ providers, clock, warn: (message) => void warned.push(message) });
  open.push(inventory);
  return { inventory, clock, warned };
}
const settled = () => new Promise<void>((resolve) => setImmediate(resolve));
const never = () => new Promise<never>(() => undefined);

describe('looking', () => {
  it('is not held up by a provider that hangs, nor begun again while that may still answer', async () => {
    const [well, hangs] = [fakeProvider('host', [resource('host:a')]), fakeProvider('ssh')];
    hangs.answer = never;
    const { inventory, clock } = inventoryOf(hangs, well);
    const looking = inventory.refresh();
    await settled();
    expect(inventory.byId('host:a')?.name).toBe('a');
    clock.advance(10_000);
    await looking;
    expect(inventory.providers()).toMatchObject([
      { name: 'ssh', state: 'failed', reason: 'No answer within 10 s, looking at ssh.' },
      { name: 'host', state: 'well', found: 1 },
    ]);
    clock.advance(20_000);
    await inventory.refresh();
    expect([hangs.looks, well.looks]).toEqual([1, 2]);
    clock.advance(40_000);
    void inventory.refresh();
    await settled();
    expect(hangs.looks).toBe(2);
  });

  it('keeps what a failing provider found for ten minutes, and lets nothing be done to it', async () => {
    const ssh = fakeProvider('ssh', [resource('host:far', { actions: ['restart'] })]);
    const { inventory, clock } = inventoryOf(ssh);
    await inventory.refresh();
    const version = inventory.byId('host:far')?.version;
    const answer = ssh.answer;
    ssh.answer = () => Promise.reject(new Error('far refuses'));
    clock.advance(60_000);
    const told: string[] = [];
    inventory.watch(() => told.push(inventory.byId('host:far')?.state ?? 'gone'));
    await settled();
    expect(inventory.byId('host:far')).toMatchObject({
      state: 'unreachable',
      actions: [],
      detail: 'does not answer: far refuses',
    });
    expect(inventory.byId('host:far')?.version).not.toBe(version);
    for (let beat = 0; beat < 40; beat++) {
      clock.advance(15_000);
      await settled();
    }
    expect(told).toEqual(['unreachable', 'gone']);
    ssh.answer = answer;
    clock.advance(15_000);
    await settled();
    expect(inventory.byId('host:far')).toMatchObject({ state: 'running', version });
  });

  it('says why a provider finds nothing, and that one which found something is well', async () => {
    const [off, part] = [fakeProvider('containers'), fakeProvider('host')];
    off.answer = async () => ({ resources: [], off: 'No Docker here' });
    part.answer = async () => ({ resources: [resource('host:a')], off: 'No systemd here (PID 1 is sh)' });
    const { inventory } = inventoryOf(off, part);
    await inventory.refresh();
    expect(inventory.providers().map(({ state, reason }) => [state, reason])).toEqual([
      ['off', 'No Docker here'],
      ['well', 'No systemd here (PID 1 is sh)'],
    ]);
  });

  it('happens every 15 s while somebody watches, and not when nobody does', async () => {
    const host = fakeProvider('host', [resource('host:a')]);
    const { inventory, clock } = inventoryOf(host);
    const stop = inventory.watch(() => undefined);
    for (let beat = 0; beat < 4; beat++) {
      await settled();
      clock.advance(15_000);
    }
    await settled();
    expect(host.looks).toBe(5);
    stop();
    clock.advance(60_000);
    await settled();
    expect(host.looks).toBe(5);
    await inventory.fresh();
    await inventory.fresh();
    expect(host.looks).toBe(6);
  });

  it('says what did not answer while the rest was found', async () => {
    const containers = fakeProvider('containers');
    containers.answer = async () => ({
      ...{ resources: [resource('docker_container:here:1')], off: null },
      problems: ['podman: it does not answer', 'DOCKER_HOST is not used'],
    });
    const { inventory } = inventoryOf(containers);
    await inventory.refresh();
    expect(inventory.providers()[0]).toMatchObject({
      ...{ state: 'well', found: 1, reason: 'podman: it does not answer; DOCKER_HOST is not used' },
    });
  });

  it('tells whoever watches of what changed, and of nothing else', async () => {
    const host = fakeProvider('host', [resource('host:a')]);
    const { inventory } = inventoryOf(host);
    let told = 0;
    await inventory.refresh();
    inventory.watch(() => told++);
    await inventory.refresh();
    expect(told).toBe(0);
    host.answer = async () => ({ resources: [resource('host:a', { detail: 'other' })], off: null });
    await inventory.refresh();
    expect(told).toBe(1);
    host.answer = async () => ({ resources: [], off: null });
    expect(await inventory.find('host:a')).toBeNull();
    expect([told, inventory.byId('host:a')]).toEqual([2, null]);
  });

  it('lets the first of two providers tell of one id, with the ways of both, and says so once', async () => {
    const ssh = [{ via: 'ssh' as const, target: 'host:a', words: 'ssh root@a' }];
    const [first, other] = [
      fakeProvider('host', [resource('host:a', { detail: 'first' })]),
      fakeProvider('ssh', [resource('host:a', { detail: 'other', name: 'alpha', reachableVia: [ssh] })]),
    ];
    const { inventory, warned } = inventoryOf(first, other);
    await inventory.refresh();
    await inventory.refresh();
    const found = inventory.byId('host:a');
    expect(found).toMatchObject({ provider: 'host', detail: 'first', aliases: ['alpha'] });
    expect(found?.reachableVia.map((path) => path[0]?.via)).toEqual(['local', 'ssh']);
    expect(warned).toEqual(['host:a was found by host and by ssh; what host says of it counts']);
  });
});

describe('an inspection', () => {
  it('is asked for once a minute, and anew after something was done', async () => {
    const host = fakeProvider('host', [resource('host:a')]);
    const { inventory, clock } = inventoryOf(host);
    await inventory.refresh();
    const looks = async () => (await inventory.inspect('host:a')).facts[0]?.value;
    expect([await looks(), await looks()]).toEqual(['2', '2']);
    await inventory.touched('host:a');
    expect(await looks()).toBe('4');
    clock.advance(60_000);
    expect(await looks()).toBe('5');
    await expect(inventory.inspect('host:nobody')).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});

describe('what lies in what', () => {
  it('is told from the machine inwards', async () => {
    const { inventory } = inventoryOf(
      fakeProvider('host', [
        resource('node:delly'),
        resource('lxc:delly:141', { name: 'media', parent: 'node:delly' }),
        resource('docker_container:media:4f2c', { name: 'jellyfin', parent: 'lxc:delly:141' }),
      ]),
    );
    await inventory.refresh();
    const container = inventory.byId('docker_container:media:4f2c');
    expect(container && inventory.routeOf(container)).toBe('via node delly → lxc media');
    expect(inventory.parents('docker_container:media:4f2c').map(({ name }) => name)).toEqual([
      'media',
      'delly',
    ]);
    expect(inventory.children('node:delly').map(({ name }) => name)).toEqual(['media']);
    expect(inventory.allChildren('node:delly').map(({ name }) => name)).toEqual(['media', 'jellyfin']);
  });

  it('ends where a chain leads back to itself', async () => {
    const { inventory } = inventoryOf(
      fakeProvider('host', [
        resource('node:a', { parent: 'node:b' }),
        resource('node:b', { parent: 'node:a' }),
      ]),
    );
    await inventory.refresh();
    expect(inventory.parents('node:a').map(({ name }) => name)).toEqual(['b']);
    expect(inventory.allChildren('node:a').map(({ name }) => name)).toEqual(['b']);
  });
});

describe('a name', () => {
  const all = [
    resource('service:here:nginx.service', { name: 'nginx', aliases: ['nginx.service'] }),
    resource('process:here:7', { name: 'nginx' }),
    resource('vm:delly:1', { name: 'media' }),
    resource('docker_container:here:4f', { name: 'Media' }),
    resource('docker_container:here:5f', { name: 'jellyfin' }),
  ];
  const opened = async () => {
    const { inventory } = inventoryOf(fakeProvider('host', all));
    await inventory.refresh();
    return inventory;
  };

  it('leads to what is called so, by id, name or another name, in any case', async () => {
    const inventory = await opened();
    for (const word of ['nginx', 'NGINX', ' nginx.service ', 'service:here:nginx.service']) {
      expect(inventory.resolve(word).exact?.id, word).toBe('service:here:nginx.service');
    }
  });

  it('of several leads to none of them, and tells all', async () => {
    const found = (await opened()).resolve('media');
    expect(found.exact).toBeNull();
    expect(found.ambiguous.map(({ id }) => id)).toEqual(['vm:delly:1', 'docker_container:here:4f']);
  });

  it('of one or two letters leads to what is called so', async () => {
    const { inventory } = inventoryOf(
      fakeProvider('host', [
        resource('docker_container:here:1', { name: 'a' }),
        resource('docker_container:here:2', { name: 'db' }),
        resource('docker_container:here:3', { name: 'a-b' }),
      ]),
    );
    await inventory.refresh();
    expect(inventory.resolve('a').exact?.name).toBe('a');
    expect(inventory.resolve('DB').exact?.name).toBe('db');
    expect(inventory.resolve('b')).toMatchObject({ exact: null, ambiguous: [] });
  });

  it('that looks like the id of a container does not win over it', async () => {
    const id = '4f2c9a1b7d3e'.padEnd(64, '0');
    const target = 'docker_container:here:4f2c9a1b7d3e';
    for (const name of [id.slice(0, 12), id]) {
      const { inventory } = inventoryOf(
        fakeProvider('containers', [
          resource('docker_container:here:777777777777', { name, aliases: ['777777777777'] }),
          resource(target, { name: 'db', aliases: [id.slice(0, 12), id] }),
        ]),
      );
      await inventory.refresh();
      expect(inventory.resolve(name).exact?.id).toBe(target);
      expect(inventory.resolve('docker_container:here:777777777777').exact?.name).toBe(name);
    }
  });

  it('on two engines is ambiguous, with both ids', async () => {
    const { inventory } = inventoryOf(
      fakeProvider('containers', [
        resource('docker_volume:here:data', { name: 'data' }),
        resource('docker_volume:here:podman/data', { name: 'data' }),
      ]),
    );
    await inventory.refresh();
    expect(inventory.resolve('data').ambiguous.map(({ id }) => id)).toEqual([
      'docker_volume:here:data',
      'docker_volume:here:podman/data',
    ]);
  });

  it('of nothing leads to nothing, with the nearest names', async () => {
    const inventory = await opened();
    expect(inventory.resolve('jelyfin')).toEqual({ exact: null, ambiguous: [], suggestions: ['jellyfin'] });
    expect(inventory.resolve('jellyfin-media-server-1').suggestions).toEqual(['jellyfin']);
    expect(inventory.resolve('docker_container:nowhere:jelyfin').suggestions).toEqual(['jellyfin']);
    expect(inventory.resolve('ngnix').suggestions).toEqual(['nginx']);
    expect([inventory.resolve('').suggestions, inventory.resolve('x'.repeat(10_000)).suggestions]).toEqual([
      [],
      [],
    ]);
  });

  it('with a wrong letter in its id leads to the one whose id it nearly is', async () => {
    const { inventory } = inventoryOf(
      fakeProvider('containers', [
        resource('docker_container:media:4f2c9a1b7e30', { name: 'jellyfin' }),
        resource('docker_container:media:b81d03c6e5fa', { name: 'paperless' }),
      ]),
    );
    await inventory.refresh();
    expect(inventory.resolve('docker_container:media:4f2c9a1b7e31').suggestions).toEqual(['jellyfin']);
  });

  it('is as far from another as that is from it, and from itself not at all', () => {
    const word = fc.string({ maxLength: 12 });
    fc.assert(
      fc.property(word, word, (one, other) => {
        expect(editDistance(one, other, 99)).toBe(editDistance(other, one, 99));
        expect(editDistance(one, one, 99)).toBe(0);
        const whole = editDistance(one, other, 99);
        expect(editDistance(one, other, 3) > 3).toBe(whole > 3);
      }),
      { numRuns: runs(1000) },
    );
  });
});
