// Promises: a day of one-minute means is kept within a stated size; a provider that hangs skips beats and piles nothing up; what is
// gone for an hour is forgotten.
import { afterEach, describe, expect, it } from 'vitest';
import type { Resource, Sample } from '../../../shared/model/resource.ts';
import { ManualClock } from '../../proxy/pool/testing/manual-clock.ts';
import { resource } from '../testing/fake-provider.ts';
import { MinuteRing } from './minute-ring.ts';
import { SAMPLER_BYTES, Sampler } from './sampler.ts';

const open: Sampler[] = [];
afterEach(() => {
  for (const sampler of open.splice(0)) sampler.close();
});
const settled = () => new Promise<void>((resolve) => setImmediate(resolve));
const percent = (value: number): Sample => ({ metric: 'cpu', unit: 'percent', value, limit: 100 });

function samplerOf(all: readonly Resource[], measure: (of: Resource) => Promise<readonly Sample[]>) {
  const clock = new ManualClock();
  clock.advance(60_000 - (clock.now() % 60_000));
  const there = { all };
  const sampler = new Sampler({ clock, resources: async () => there.all, measure });
  open.push(sampler);
  return { sampler, clock, there };
}

describe('the sampler', () => {
  it('keeps the mean of each minute, and the median of a day as what is usual', async () => {
    const values = [10, 20, 40, 60, 90, 90];
    const { sampler, clock } = samplerOf([resource('host:a')], async () => [percent(values.shift() ?? 0)]);
    sampler.start();
    for (let beat = 0; beat < 5; beat++) {
      await settled();
      clock.advance(30_000);
    }
    await settled();
    const [cpu] = sampler.series('host:a', { minutes: 4 });
    expect(cpu?.values).toEqual([null, 15, 50, 90]);
    expect(cpu).toMatchObject({ metric: 'cpu', stepMs: 60_000, baseline: 50, limit: 100 });
    expect(cpu?.from).toBe(Math.floor(clock.now() / 60_000) * 60_000 - 3 * 60_000);
  });

  it('asks four at once, and no provider again that did not answer', async () => {
    let asked = 0;
    const hanging: ((samples: Sample[]) => void)[] = [];
    const all = [
      ...Array.from({ length: 10 }, (_, at) => resource(`disk:a:${at}`, { provider: 'ssh' })),
      resource('host:well'),
    ];
    const { sampler, clock } = samplerOf(all, (of) => {
      if (of.provider === 'host') return Promise.resolve([percent(1)]);
      asked++;
      return new Promise((resolve) => void hanging.push(resolve));
    });
    const beat = async () => {
      const sampling = sampler.sample();
      await settled();
      clock.advance(5000);
      await sampling;
    };
    await beat();
    const first = asked;
    expect(first).toBeLessThanOrEqual(4);
    clock.advance(30_000);
    await beat();
    expect(asked, 'left alone while it hangs').toBe(first);
    expect(sampler.series('host:well', { minutes: 2 })[0]?.values).toContain(1);
    for (const answer of hanging) answer([]);
    await settled();
    const again = sampler.sample();
    await settled();
    expect(asked).toBeGreaterThan(first);
    clock.advance(5000);
    await again;
  });

  it('forgets what is gone for an hour, and keeps what comes back before', async () => {
    const { sampler, clock, there } = samplerOf([resource('host:a'), resource('host:b')], async () => [
      percent(1),
    ]);
    await sampler.sample();
    const whole = sampler.bytes;
    there.all = [resource('host:b')];
    clock.advance(59 * 60_000);
    await sampler.sample();
    expect(sampler.series('host:a', { minutes: 60 })).toHaveLength(1);
    clock.advance(60_000);
    await sampler.sample();
    expect(sampler.series('host:a', { minutes: 60 })).toEqual([]);
    expect(sampler.bytes).toBe(whole / 2);
  });

  it('never keeps more than it says, nor measures what is not at work', async () => {
    const many = Array.from({ length: 400 }, (_, at) => resource(`docker_container:a:${at}`));
    const stopped = resource('docker_container:a:stopped', { state: 'stopped' });
    const measured: string[] = [];
    const { sampler } = samplerOf([stopped, ...many], async ({ id }) => {
      measured.push(id);
      return (['cpu', 'memory', 'disk', 'gpu', 'vram', 'restarts'] as const).map((metric) => ({
        ...percent(1),
        metric,
      }));
    });
    await sampler.sample();
    expect([measured.length, measured.includes(stopped.id)]).toEqual([200, false]);
    expect([sampler.bytes, SAMPLER_BYTES]).toEqual([5_760_000, 5_760_000]);
  });
});

describe('a day of minutes', () => {
  it('begins anew when the clock is set back, and survives a correction', () => {
    const ring = new MinuteRing(false);
    const at = (minute: number) => (10_000 + minute) * 60_000;
    ring.add(1, at(10));
    ring.add(3, at(9));
    expect(ring.view(2, at(10))).toEqual([null, 2]);
    ring.add(7, at(-10));
    expect([ring.view(1, at(-10)), ring.view(1, at(10))]).toEqual([[7], [null]]);
  });

  it('holds 24 hours and no more, and a count as it was last', () => {
    const ring = new MinuteRing(true);
    for (let minute = 0; minute < 2000; minute++) ring.add(minute, minute * 60_000);
    ring.add(5000, 1999 * 60_000);
    const day = ring.view(1440, 1999 * 60_000);
    expect([day[0], day.at(-1), ring.view(1441, 1999 * 60_000)[0]]).toEqual([560, 5000, null]);
    ring.add(1, 9000 * 60_000);
    expect(ring.view(1440, 9000 * 60_000).filter((value) => value !== null)).toEqual([1]);
  });
});
