// Promise: what a container uses is figured from two readings as an operator reads it in `docker stats`, on Docker and on Podman.
import { describe, expect, it } from 'vitest';
import { PullProgress } from './pull.ts';
import { Stats } from './shapes.ts';
import { comparable, readingOf, samplesOf } from './stats.ts';

/** As Podman 4.3 answered, but for its numbers of time. */
const podman = (read: string, used: number) =>
  readingOf(
    Stats.parse({
      ...{ read, preread: '0001-01-01T00:00:00Z' },
      cpu_stats: {
        cpu_usage: { total_usage: used, percpu_usage: [1, 2] },
        // What all groups of the machine used: no measure of time.
        ...{ system_cpu_usage: 66_873_709_727_608, online_cpus: 2, cpu: 0 },
      },
      memory_stats: { usage: 663_552, limit: 25_276_063_744 },
      networks: { network: { rx_bytes: used / 1e6, tx_bytes: 0 } },
    }),
  );
const docker = (memory: object) =>
  readingOf(
    Stats.parse({
      read: '2026-11-24T18:52:55.501613466Z',
      cpu_stats: { cpu_usage: { total_usage: 5 }, system_cpu_usage: 9, online_cpus: 4 },
      memory_stats: memory,
      networks: null,
    }),
  );
const memoryOf = (memory: object) =>
  samplesOf(docker(memory), docker(memory)).find(({ metric }) => metric === 'memory');

describe('what a container uses', () => {
  it('is the processor time over the time that passed, one core being 100 %', () => {
    const [before, after] = [podman('2026-11-24T18:52:55Z', 1e9), podman('2026-11-24T18:52:57.5Z', 4.75e9)];
    expect(comparable(before, after)).toBe(true);
    expect(samplesOf(before, after)).toEqual([
      { metric: 'cpu', unit: 'percent', value: 150, limit: 200 },
      { metric: 'memory', unit: 'bytes', value: 663_552, limit: 25_276_063_744 },
      { metric: 'network_in', unit: 'bytes/s', value: 1500, limit: null },
      { metric: 'network_out', unit: 'bytes/s', value: 0, limit: null },
    ]);
  });

  it('is memory without the files that can be dropped again, of either kind of cgroup', () => {
    expect(memoryOf({ usage: 1000, limit: 4000, stats: { inactive_file: 300 } })).toMatchObject({
      value: 700,
      limit: 4000,
    });
    expect(memoryOf({ usage: 1000, stats: { total_inactive_file: 400, inactive_file: 1 } })).toMatchObject({
      value: 600,
    });
    expect(memoryOf({ usage: 1000, limit: 2 ** 63 - 4096 })).toMatchObject({
      value: 1000,
      limit: null,
    });
    expect(memoryOf({})).toBeUndefined();
  });

  it('is not figured over no time, over too long a time, or over a restart', () => {
    const before = podman('2026-11-24T18:52:55Z', 5e9);
    for (const after of [
      podman('2026-11-24T18:52:55.1Z', 6e9),
      podman('2026-11-24T19:52:55Z', 6e9),
      podman('2026-11-24T18:52:57Z', 1e9),
    ]) {
      expect(comparable(before, after)).toBe(false);
    }
    expect(comparable(undefined, before)).toBe(false);
  });
});

describe('a pull', () => {
  const line = (value: object) => `${JSON.stringify(value)}\r\n`;

  it('is as far as its layers are together, wherever its lines are cut', () => {
    const all = [
      line({ status: 'Pulling from library/nginx', id: '1.27' }),
      line({ status: 'Downloading', id: 'a', progressDetail: { current: 10, total: 100 } }),
      line({ status: 'Downloading', id: 'b', progressDetail: { current: 5, total: 50 } }),
      line({ status: 'Downloading', id: 'a', progressDetail: { current: 90, total: 100 } }),
      'no JSON at all\n',
    ].join('');
    const progress = new PullProgress();
    expect(progress.total).toBeNull();
    for (const letter of all) progress.add(letter);
    expect([progress.done, progress.total, progress.error]).toEqual([95, 150, null]);
  });

  it('that failed says why, though the engine had answered 200', () => {
    const progress = new PullProgress();
    progress.add(JSON.stringify({ error: 'pinging registry:\n refused', errorDetail: { message: 'x' } }));
    progress.end();
    expect(progress.error).toBe('pinging registry: refused');
  });
});
