// Promise: spans go to the collector of their profile and nowhere else; what is not taken, or finds no room, is dropped and counted, and nobody waits for it.
import { describe, expect, it } from 'vitest';
import type { BriefProfile } from '../../shared/model/evidence/brief.ts';
import { failSpan, Traces } from './traces.ts';

interface Letter {
  readonly profile: BriefProfile;
  readonly names: readonly string[];
}

function open(
  endpoints: Partial<Record<BriefProfile, string>>,
  answer: () => Promise<boolean> = async () => true,
) {
  const letters: Letter[] = [];
  const counts = { sent: 0, dropped: 0 };
  const traces = new Traces({
    version: '1',
    endpoint: (profile) => endpoints[profile] ?? null,
    send(profile, _url, body) {
      const { resourceSpans } = JSON.parse(Buffer.from(body).toString());
      const spans = resourceSpans[0].scopeSpans[0].spans as { name: string }[];
      letters.push({ profile, names: spans.map(({ name }) => name) });
      return answer();
    },
    clock: { after: () => () => undefined },
    counters: {
      spans: (outcome, count) => {
        counts[outcome] += count;
      },
    },
  });
  return { traces, letters, counts };
}

const here = 'http://127.0.0.1:1';

it('sends a trace, calls within it too, to the collector of its profile, and what is of none to that of default', async () => {
  const { traces, letters, counts } = open({ 'fips-local': here, default: here });
  await traces.trace('fips-local', 'a', {}, async () => {
    await Promise.resolve();
    traces.within('b', {}, () => traces.begin('c', {}).end());
  });
  traces.begin('d', {}).end();
  await traces.close();
  expect(letters).toEqual([
    { profile: 'fips-local', names: ['c', 'b', 'a'] },
    { profile: 'default', names: ['d'] },
  ]);
  expect(counts).toEqual({ sent: 4, dropped: 0 });
});

it('makes none where the profile has no collector, though another has', async () => {
  const { traces, letters } = open({ default: here });
  await traces.trace('fips-local', 'a', {}, async (span) => {
    expect(span.isRecording()).toBe(false);
    traces.begin('c', {}).end();
  });
  await traces.close();
  expect(letters).toEqual([]);
});

describe('a collector that takes nothing', () => {
  it('costs the spans it was sent, which are counted', async () => {
    const { traces, counts } = open({ default: here }, async () => false);
    traces.begin('a', {}).end();
    await traces.close();
    expect(counts).toEqual({ sent: 0, dropped: 1 });
  });

  it('keeps so many waiting and no more', async () => {
    const { traces, counts } = open({ default: here }, () => new Promise(() => {}));
    for (let n = 0; n < 3000; n++) traces.begin('a', {}).end();
    expect(counts.dropped).toBe(3000 - 2048);
  });
});

it('a failure has the kind of its error and none of its words', async () => {
  const letters: string[] = [];
  const { traces } = open({ default: here });
  const span = traces.begin('a', {});
  failSpan(span, 'timeout');
  span.end();
  const failed = traces.within('b', {}, async () => {
    throw Object.assign(new Error('secret words'), { code: 'UNAVAILABLE' });
  });
  await expect(failed).rejects.toThrow('secret words');
  expect(() =>
    traces.within('c', {}, () => {
      throw new TypeError('other words');
    }),
  ).toThrow('other words');
  await traces.close();
  expect(letters.join()).not.toContain('words');
});
