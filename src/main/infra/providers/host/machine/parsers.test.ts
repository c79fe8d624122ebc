// Promises: mounts, graphics processors and units are read from what their programs really write; anything else is left out, and
// no text breaks a reader.
import { describe, expect, it } from 'vitest';
import { fc, runs } from '../../../../../shared/testing/campaign.ts';
import { readEntry } from '../systemd/journal.ts';
import { isServiceName, readUnits } from '../systemd/unit.ts';
import { readAmd, readNvidia } from './gpus.ts';
import { readMounts } from './mounts.ts';
import {
  readAssignments,
  readMemory,
  readNetwork,
  readProcessStat,
  readStat,
  unitsOf,
} from './proc-files.ts';

describe('mounts', () => {
  const line = (device: string, root: string, at: string, kind: string, from: string, options = 'rw') =>
    `36 35 ${device} ${root} ${at} ${options},noatime shared:1 master:2 - ${kind} ${from} rw`;

  it('are shown once, at the whole of the file system, without what holds no files', () => {
    const mounts = readMounts(
      [
        line('254:0', '/', '/', 'ext4', '/dev/vda'),
        line('254:0', '/srv/a', '/a', 'ext4', '/dev/vda'),
        line('0:21', '/', '/proc', 'proc', 'proc'),
        line('0:22', '/', '/snap/core/1', 'squashfs', '/dev/loop0'),
        line('0:23', '/', '/run', 'tmpfs', 'tmpfs'),
        line('0:44', '/', '/mnt/my\\040nas', 'nfs4', 'nas:/all'),
        line('0:45', '/@home', '/home', 'btrfs', '/dev/sdb', 'ro'),
        'nonsense',
      ].join('\n'),
    );
    expect(mounts.map(({ mountpoint, remote, readOnly }) => [mountpoint, remote, readOnly])).toEqual([
      ['/', false, false],
      ['/home', false, true],
      ['/mnt/my nas', true, false],
    ]);
  });

  it('of a container show its root, and no files mounted from outside twice', () => {
    const mounts = readMounts(
      [
        line('0:60', '/', '/', 'overlay', 'overlay'),
        line('254:0', '/docker/hosts', '/etc/hosts', 'ext4', '/dev/vda'),
        line('254:0', '/volumes/data', '/data', 'ext4', '/dev/vda'),
      ].join('\n'),
    );
    expect(mounts.map(({ mountpoint }) => mountpoint)).toEqual(['/', '/data']);
  });
});

describe('graphics processors', () => {
  // The form is that of `nvidia-smi --query-gpu=… --format=csv,noheader,nounits`, as NVIDIA documents it.
  it('of NVIDIA are read with what they cannot say', () => {
    const lines =
      'GPU-1c2d, 550.54.14, 37, 10240, 24576, NVIDIA GeForce RTX 4090\nGPU-3e4f, 550.54.14, [N/A], [N/A], [N/A], NVIDIA GB10\n';
    expect(readNvidia(lines)).toEqual([
      {
        ...{ uid: 'GPU-1c2d', name: 'NVIDIA GeForce RTX 4090', driver: '550.54.14', busy: 37 },
        ...{ memoryUsed: 10240 * 1024 ** 2, memoryTotal: 24576 * 1024 ** 2 },
      },
      {
        uid: 'GPU-3e4f',
        name: 'NVIDIA GB10',
        driver: '550.54.14',
        busy: null,
        memoryUsed: null,
        memoryTotal: null,
      },
    ]);
    expect(readNvidia('No devices were found\n')).toEqual([]);
  });

  // The form is that of `rocm-smi --json`, whose names of values changed case between versions.
  it('of AMD are read in the spelling of any version', () => {
    const card = {
      'Unique ID': '0x1f',
      'GPU use (%)': '3',
      'VRAM Total Memory (B)': '17163091968',
      'VRAM Total Used Memory (B)': '1',
    };
    const old = JSON.stringify({
      card0: { ...card, 'Card series': 'RX 7900' },
      system: { 'Driver version': '6' },
    });
    const newer = JSON.stringify({ card0: { ...card, 'Card Series': 'RX 7900' } });
    const expected = [
      { uid: '0x1f', name: 'RX 7900', driver: null, busy: 3, memoryUsed: 1, memoryTotal: 17163091968 },
    ];
    expect([readAmd(old), readAmd(newer), readAmd('not json')]).toEqual([expected, expected, []]);
  });
});

describe('units', () => {
  // Recorded from `systemctl show --all` of systemd 252, in the order it writes.
  const recorded = [
    'MainPID=51\nResult=success\nNRestarts=8\nMemoryCurrent=[not set]\nEnvironment=\nUser=\nId=flap.service',
    'Names=flap.service\nDescription=Comes and goes\nLoadState=loaded\nActiveState=active\nSubState=running',
    'FragmentPath=/run/systemd/system/flap.service\nUnitFileState=static\nActiveEnterTimestamp=Tue 2026-11-24 18:55:39 UTC',
    'ActiveEnterTimestampMonotonic=46629492631\nCanStart=yes\nCanStop=yes\nInvocationID=036c733a3c3c47eea1501bd918312c48\n',
    'MainPID=0\nId=auditd.service\nNames=auditd.service\nLoadState=not-found\nActiveState=inactive\nSubState=dead\nCanStart=no\nCanStop=yes\n',
  ].join('\n');

  it('are read from what systemd writes', () => {
    const [flap, auditd] = readUnits(recorded);
    expect(flap).toMatchObject({
      name: 'flap.service',
      active: 'active',
      restarts: 8,
      memory: null,
      canStop: true,
      pid: 51,
    });
    expect(auditd).toMatchObject({ name: 'auditd.service', load: 'not-found', canStart: false });
  });

  it('tell the names in their environment, quoted or not', () => {
    const [unit] = readUnits('Id=a.service\nEnvironment=A=1 "B=two = words" C="x" "D=\\" E=no" F=');
    expect(unit?.environment).toEqual(['A', 'B', 'C', 'D', 'F']);
  });

  it('without memory accounting in older versions have none', () => {
    expect(readUnits('Id=a.service\nMemoryCurrent=18446744073709551615')[0]?.memory).toBeNull();
  });

  it('have names that are no options, paths or patterns', () => {
    const names = ['nginx.service', 'getty@tty1.service', 'systemd-fsck@dev-disk-by\\x2duuid.service'];
    const others = [
      '--force.service',
      '-.service',
      'a b.service',
      '*.service',
      '../x.service',
      'nginx',
      'a.service\n',
    ];
    expect(names.map(isServiceName)).toEqual(names.map(() => true));
    expect(others.map(isServiceName)).toEqual(others.map(() => false));
  });
});

describe('entries of a journal', () => {
  it('are read whether text, bytes, several or too long', () => {
    const entry = (message: unknown, priority = '6') =>
      readEntry(
        JSON.stringify({ __REALTIME_TIMESTAMP: '1795546535602949', PRIORITY: priority, MESSAGE: message }),
      );
    expect(entry('hello')).toEqual({ at: 1795546535602, stream: 'out', text: 'hello' });
    expect(entry([104, 255, 105])?.text).toBe('h\ufffdi');
    expect(entry(['a', 'b'])?.text).toBe('a\nb');
    expect(entry(null)?.text).toBe('(too long to be shown)');
    expect(entry('x', '3')?.stream).toBe('err');
    expect([readEntry('-- No entries --'), readEntry('{}')]).toEqual([null, null]);
  });
});

describe('the services that hold a process', () => {
  it('are all those on its path, in either version of control groups', () => {
    expect(unitsOf('0::/user.slice/user-1000.slice/user@1000.service/app.slice/festinger.service\n')).toEqual(
      [...['user@1000.service', 'festinger.service']],
    );
    expect(
      unitsOf('8:pids:/system.slice/festinger.service\n1:name=systemd:/system.slice/festinger.service\n'),
    ).toEqual(['festinger.service']);
    expect(unitsOf('0::/\n')).toEqual([]);
  });
});

it('no text breaks a reader', () => {
  const readers = [
    ...[readMounts, readNvidia, readAmd, readUnits, readEntry, unitsOf],
    ...[readAssignments, readMemory, readNetwork, readProcessStat, readStat],
  ];
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
      for (const read of readers) read(text);
    }),
    { numRuns: runs(1000) },
  );
});
