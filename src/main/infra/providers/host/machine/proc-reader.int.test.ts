// Promises: this machine is read as it is; odd files of /proc make nothing up and break nothing; no arguments of programs are told;
// a look holds nobody up.
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import os, { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { ManualClock } from '../../../../proxy/pool/testing/manual-clock.ts';
import { liveClock } from '../../../testing/live-clock.ts';
import { spawnExecutor } from '../../../testing/spawn-executor.ts';
import { openHost } from '../open-host.ts';
import { PortableReader } from './portable-reader.ts';
import { ProcReader } from './proc-reader.ts';

const signal = () => AbortSignal.timeout(10_000);
const isLinux = process.platform === 'linux';
if (!isLinux) console.log('skipped: what /proc says (there is none on this system)');

describe.skipIf(!isLinux)('this machine', () => {
  const reader = () => new ProcReader({ clock: liveClock, executor: spawnExecutor() });

  it('is told as Node itself sees it', async () => {
    const facts = await reader().facts();
    expect(facts).toMatchObject({ hostName: os.hostname(), kernel: os.release(), cpus: os.cpus().length });
    expect(Math.abs(facts.memoryBytes - os.totalmem())).toBeLessThan(4096);
    expect(Math.abs(facts.bootedAt - (Date.now() - os.uptime() * 1000))).toBeLessThan(5000);
    expect(facts.bootId).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('is told alike by both ways of reading', async () => {
    const portable = new PortableReader({ clock: liveClock });
    const [here, there] = await Promise.all([reader().facts(), portable.facts()]);
    expect({ ...there, os: '', bootId: '', bootedAt: 0, cpuModel: '' }).toEqual({
      ...{ ...here, os: '', bootId: '', bootedAt: 0, cpuModel: '' },
      memoryBytes: os.totalmem(),
    });
    const [disks, others] = await Promise.all([reader().disks(signal()), portable.disks()]);
    const root = (all: typeof disks) => all.find(({ mountpoint }) => mountpoint === '/');
    expect(root(disks)?.space?.size).toBe(root(others)?.space?.size);
    expect((await portable.processes(process.pid))[0]).toMatchObject({ pid: process.pid });
    expect((await portable.usage()).cpuPercent).toBeNull();
    expect((await portable.usage()).memoryPercent).toBeGreaterThan(0);
  });

  it('tells the file system of the root, and none the kernel makes up', async () => {
    const disks = await reader().disks(signal());
    const root = disks.find(({ mountpoint }) => mountpoint === '/');
    expect(root?.space?.size).toBeGreaterThan(1e9);
    expect(disks.filter(({ mountpoint }) => /^\/(proc|sys|dev)/.test(mountpoint))).toEqual([]);
  });

  it('tells a program by its name, and never what it was started with', async () => {
    const child = spawn(
      process.execPath,
      ['-e', 'setInterval(() => 0, 1000)', '--', '--token=not-to-be-told'],
      {
        stdio: 'ignore',
      },
    );
    try {
      const host = openHost({ clock: liveClock, executor: spawnExecutor() });
      const { resources } = await host.discover(signal());
      const found = await host.find(`process:${os.hostname()}:${child.pid}`, signal());
      expect(found?.kind).toBe('process');
      expect(JSON.stringify([resources, found])).not.toContain('not-to-be-told');
      const [own] = await reader().processes(process.pid);
      expect(own?.memoryBytes).toBeGreaterThan(10e6);
    } finally {
      child.kill('SIGKILL');
    }
  });
});

describe.skipIf(!isLinux)('a machine of files', () => {
  const roots: string[] = [];
  afterEach(() => {
    for (const root of roots.splice(0)) rmSync(root, { recursive: true });
  });
  const machine = (files: Readonly<Record<string, string>>) => {
    const root = mkdtempSync(join(tmpdir(), 'machine-'));
    roots.push(root);
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), text);
    }
    const clock = new ManualClock();
    const executor = spawnExecutor();
    return { root, clock, executor, reader: new ProcReader({ root, clock, executor }) };
  };

  it('that has none of them is nothing, and no error', async () => {
    const { reader } = machine({});
    expect(await reader.facts()).toMatchObject({
      hostName: 'localhost',
      os: 'Linux',
      cpus: 0,
      memoryBytes: 0,
    });
    expect(await reader.usage()).toEqual({
      cpuPercent: null,
      memoryPercent: 0,
      networkIn: null,
      networkOut: null,
    });
    expect(await reader.disks(signal())).toEqual([]);
    expect(await reader.processes()).toEqual([]);
    expect(await reader.firstProcess()).toBeNull();
  });

  it('has rates of what passed between two looks, and none at the first', async () => {
    const net = (received: number, sent: number) =>
      `Inter-|   Receive  |  Transmit\n face |bytes packets|bytes\n    lo: 9 0 0 0 0 0 0 0 9 0\n  eth0:${received} 0 0 0 0 0 0 0 ${sent} 0\n`;
    const memory = 'MemTotal: 1000 kB\nMemFree: 100 kB\nMemAvailable: 250 kB\n';
    const { reader, clock, root } = machine({
      ...{
        'proc/stat': 'cpu  100 0 100 800 0 0 0 0 0 0\ncpu0 1\n',
        'proc/meminfo': memory,
        'proc/net/dev': net(1000, 500),
      },
    });
    expect((await reader.usage()).cpuPercent).toBeNull();
    writeFileSync(join(root, 'proc/stat'), 'cpu  150 0 150 900 0 0 0 0 0 0\ncpu0 1\n');
    writeFileSync(join(root, 'proc/net/dev'), net(3000, 1500));
    clock.advance(2000);
    expect(await reader.usage()).toEqual({
      cpuPercent: 50,
      memoryPercent: 75,
      networkIn: 1000,
      networkOut: 500,
    });
    writeFileSync(join(root, 'proc/net/dev'), net(0, 0));
    clock.advance(2000);
    expect((await reader.usage()).networkIn, 'a counter that began anew').toBe(0);
  });

  it('has processes with any name, and no kernel threads', async () => {
    const stat = (pid: number, name: string, parent: number, pages: number) =>
      `${pid} (${name}) S ${parent} ${Array(9).fill(0).join(' ')} 50 50 0 0 20 0 1 0 1000 0 ${pages} 0`;
    const { reader } = machine({
      ...{ 'proc/uptime': '110.00 0', 'proc/stat': 'btime 1000\n' },
      ...{ 'proc/7/stat': stat(7, 'a) R (b\nc', 1, 5), 'proc/7/status': 'Name: x\nVmRSS:\t  20 kB\n' },
      ...{
        'proc/8/stat': stat(8, 'kworker/0:1', 2, 0),
        'proc/9/stat': 'what is this',
        'proc/self/stat': stat(7, 'x', 1, 1),
      },
    });
    expect(await reader.processes()).toEqual([
      {
        pid: 7,
        name: 'a) R (b?c',
        state: 'running',
        startedAt: 1_010_000,
        memoryBytes: 20_480,
        cpuPercent: 1,
      },
    ]);
  });

  it('names what calls itself as every program of Node does by its file, as long as that can be read', async () => {
    const stat = (pid: number) =>
      `${pid} (MainThread) S 1 ${Array(9).fill(0).join(' ')} 50 50 0 0 20 0 1 0 1000 0 5 0`;
    const { reader, root } = machine({
      ...{ 'proc/uptime': '110.00 0', 'proc/stat': 'btime 1000\n' },
      ...{ 'proc/7/stat': stat(7), 'proc/8/stat': stat(8) },
    });
    symlinkSync('/usr/bin/node', join(root, 'proc/7/exe'));
    const names = (await reader.processes()).map(({ pid, name }) => [pid, name]);
    expect(names.sort()).toEqual([
      [7, 'node'],
      [8, 'MainThread'],
    ]);
  });

  it('does not ask a file system again that another machine did not answer for', async () => {
    const { reader, executor, clock } = machine({
      'proc/self/mountinfo': '36 1 0:40 / /nobody/has\\040this rw - nfs4 nas:/all rw\n',
    });
    const hung = {
      ...executor,
      run: () => Promise.reject(new Error('it hangs')),
    };
    expect((await reader.disks(signal()))[0]).toMatchObject({ mountpoint: '/nobody/has this', space: null });
    expect(executor.ran).toEqual(['stat --file-system --format=%S %b %f %a -- /nobody/has this']);
    let asked = 0;
    const run = () => {
      asked++;
      return hung.run();
    };
    const again = new ProcReader({
      ...{ root: roots.at(-1) ?? '', clock },
      executor: { ...hung, run },
    });
    await again.disks(signal());
    await again.disks(signal());
    expect(asked).toBe(1);
    clock.advance(5 * 60_000 + 1);
    await again.disks(signal());
    expect(asked).toBe(2);
  });
});
