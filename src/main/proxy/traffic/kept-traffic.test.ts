// Promises: Traffic is there again after a restart, as it was and no more than it may hold; texts of prompts lie on disk only
// while prompts are kept; a file that does not read costs itself and one line of the log; off means gone.
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { DEFAULT_SETTINGS, type Settings } from '../../../shared/model/settings.ts';
import type { TrafficRow } from '../../../shared/model/traffic.ts';
import { NO_USAGE } from '../exchange/response-tail.ts';
import { ManualClock } from '../pool/testing/manual-clock.ts';
import { KeptTraffic } from './kept-traffic.ts';
import { headLine } from './traffic-file.ts';
import { TrafficLog } from './traffic-log.ts';

const dir = mkdtempSync(join(tmpdir(), 'festinger-kept-traffic-'));
const file = join(dir, 'traffic.log');
afterEach(() => rmSync(file, { force: true }));

const row = (id: string, more: Partial<TrafficRow> = {}): TrafficRow => ({
  ...{ id, at: 1, state: 'running', phase: 'reading', method: 'POST', path: '/api/chat', route: 'chat' },
  ...{ client: 'tester', project: 'default', conversation: null, model: 'm', upstream: 'u', status: null },
  ...{ error: null, streamed: true, reason: 'nothing_to_recall', recalledConcepts: 0, injectedBytes: 0 },
  ...{
    promptCut: null,
    leftOut: [],
    prefixBytes: 0,
    requestBytes: 0,
    responseBytes: 0,
    usage: NO_USAGE,
    loop: null,
  },
  ...{ timings: { addedMs: 0, queuedMs: 0, firstByteMs: null, totalMs: null }, local: false, pinned: false },
  ...more,
});

/** A run of the program, with what it logged. */
async function run(given: Partial<Settings> = {}, memory = 'm 1') {
  const settings = { ...DEFAULT_SETTINGS, ...given };
  const clock = new ManualClock();
  const limits = () => ({ requests: settings.traffic_max_requests, bytes: settings.traffic_max_bytes });
  const traffic = new TrafficLog(limits, { epoch: 'test', clock });
  const said: string[] = [];
  const log = { debug() {}, warn: (_: object, words: string) => void said.push(words), error() {} };
  const parts = { file, traffic, settings: () => settings, memory: async () => memory, clock, log };
  const kept = await KeptTraffic.open(parts);
  return { kept, traffic, settings, clock, said };
}

const ids = (traffic: TrafficLog) => traffic.list({ limit: 1000 }).rows.map(({ id }) => id);
const segment = (text: string) => ({ role: 'user', trust: 'user', scanned: true, text });
const prompt = (text: string) => ({
  ...{ lines: [], asked: [], loop: null, segments: [segment(text)] },
  diff: {
    bodiesKept: true,
    where: 'messages[0]',
    block: 'B',
    before: text,
    after: `B${text}`,
    truncated: false,
  },
});

it('has every request again, with what is known of it, and says of one that was on its way that it ended', async () => {
  const first = await run();
  const done = row('a', { at: 10, state: 'done', phase: 'over', status: 200 });
  first.traffic.begin(done);
  first.traffic.setDetail('a', {
    ...{ asked: [], loop: null, diff: null, segments: null },
    lines: [{ concept: 'web', line: 'web is', kind: 'edges', why: 'named_now', saliency: 1, edgeIds: [7] }],
  });
  first.traffic.setLearned('a', { text: 'web isa box', status: 'inserted' });
  first.traffic.begin(row('b', { at: 11 }));
  first.traffic.pin('a', true);
  const before = first.traffic.get('a');
  await first.kept.close();

  const second = await run();
  expect(second.traffic.get('a')).toEqual(before);
  expect(second.traffic.get('b')?.row).toMatchObject({
    state: 'failed',
    error: 'Festinger ended before the answer was over',
  });
  expect(ids(second.traffic)).toEqual(['b', 'a']);
  expect(second.said).toEqual([]);
  second.traffic.begin(row('c', { at: 12 }));
  await second.kept.close();
  expect(ids((await run()).traffic)).toEqual(['c', 'b', 'a']);
});

it('writes a second later, so that a kill loses that at most, and a line it cut in two is passed over', async () => {
  const killed = await run();
  killed.clock.advance(1000);
  killed.traffic.begin(row('a', { state: 'done' }));
  killed.clock.advance(1000);
  await expect.poll(() => readFileSync(file, 'utf8')).toContain('\na\t');
  killed.traffic.begin(row('b', { state: 'done' }));
  writeFileSync(file, `${readFileSync(file, 'utf8')}b\t{"row":{"id":"b`);
  const next = await run();
  expect([ids(next.traffic), next.said]).toEqual([['a'], []]);
});

it('lets nobody else on the host read it', async () => {
  const { kept, traffic } = await run();
  traffic.begin(row('a'));
  await kept.close();
  if (process.platform !== 'win32') expect(statSync(file).mode & 0o777).toBe(0o600);
});

it.each([
  ['a damaged line', () => `${readFileSync(file, 'utf8')}nonsense\n`, 'a line of it has no request'],
  ['a damaged request', () => readFileSync(file, 'utf8').replace('"state"', '"stale"'), 'does not read'],
  [
    'another version',
    () => readFileSync(file, 'utf8').replace('"version":1', '"version":0'),
    'another version',
  ],
  ['no log at all', () => `\u0000\u0001${'x'.repeat(5000)}\n`, 'another version'],
])('begins anew after %s, with one line that says why', async (_, damaged, why) => {
  const { kept, traffic } = await run();
  traffic.begin(row('a', { state: 'done' }));
  await kept.close();
  writeFileSync(file, damaged());
  const next = await run();
  expect(ids(next.traffic)).toEqual([]);
  expect(next.said).toHaveLength(1);
  expect(next.said[0]).toContain(why);
  next.traffic.begin(row('b', { state: 'done' }));
  await next.kept.close();
  const last = await run();
  expect([ids(last.traffic), last.said]).toEqual([['b'], []]);
});

it('keeps no text of a prompt that the log does not keep, and none any more once prompts are not kept', async () => {
  const { kept, traffic, settings } = await run({ traffic_keep_bodies: true });
  traffic.begin(row('a', { state: 'done' }));
  traffic.setDetail('a', prompt('the very words'));
  traffic.begin(row('large', { at: 2, state: 'done' }));
  traffic.setDetail('large', prompt('x'.repeat(600_000)));
  await kept.close();
  expect(readFileSync(file, 'utf8')).toContain('the very words');
  const again = await run({ traffic_keep_bodies: true });
  expect(again.traffic.get('a')?.segments).toEqual([segment('the very words')]);
  expect(again.traffic.get('large')).toMatchObject({ segments: null, diff: { before: null, block: 'B' } });
  again.settings.traffic_keep_bodies = false;
  again.kept.follow();
  await again.kept.close();
  expect(readFileSync(file, 'utf8')).not.toContain('the very words');
  expect(settings.traffic_keep_bodies).toBe(true);
});

it('takes no text of a prompt back where prompts are not kept any more', async () => {
  const { kept, traffic } = await run({ traffic_keep_bodies: true });
  traffic.begin(row('a', { state: 'done' }));
  traffic.setDetail('a', prompt('the very words'));
  await kept.close();
  const off = await run({ traffic_keep_bodies: false });
  expect(off.traffic.get('a')).toMatchObject({ segments: null, diff: { bodiesKept: false, before: null } });
  await off.kept.close();
  expect(readFileSync(file, 'utf8')).not.toContain('the very words');
});

it('is removed when it is turned off, and written whole when it is turned on again', async () => {
  const { kept, traffic, settings } = await run();
  traffic.begin(row('a', { state: 'done' }));
  const switchTo = (on: boolean) => {
    settings.traffic_survives_restart = on;
    kept.follow();
  };
  switchTo(false);
  await kept.close();
  expect(existsSync(file)).toBe(false);
  writeFileSync(file, headLine('m 1'));
  const off = await run({ traffic_survives_restart: false });
  off.traffic.begin(row('b', { state: 'done' }));
  await off.kept.close();
  expect([existsSync(file), ids(off.traffic)], 'nor is an old one left').toEqual([false, ['b']]);
  const on = await run({ traffic_survives_restart: false });
  on.traffic.begin(row('c', { state: 'done' }));
  on.settings.traffic_survives_restart = true;
  on.kept.follow();
  await on.kept.close();
  expect(ids((await run()).traffic)).toEqual(['c']);
});

it('is bounded as the log is: what left it leaves the file, pinned ones stay', async () => {
  const few: Partial<Settings> = { traffic_max_requests: 100 };
  const { kept, traffic, clock } = await run(few);
  for (let n = 0; n < 12_000; n++) {
    const id = `r${String(n).padStart(5, '0')}`;
    traffic.begin(row(id, { at: n, state: 'done', path: `/${'p'.repeat(200)}` }));
    if (n === 0) traffic.pin(id, true);
    if (n % 3000 === 0) {
      clock.advance(1000);
      await expect.poll(() => existsSync(file)).toBe(true);
    }
  }
  await kept.close();
  const next = await run(few);
  expect(next.traffic.held).toBe(100);
  expect(ids(next.traffic).slice(-1)).toEqual(['r00000']);
  next.clock.advance(1000);
  await expect.poll(() => statSync(file).size).toBeLessThan(150_000);
  const fewer = await run({ ...few, traffic_max_requests: 3 });
  expect(ids(fewer.traffic)).toEqual(['r11999', 'r11998', 'r00000']);
});

it('forgets on disk what the operator clears', async () => {
  const { kept, traffic } = await run();
  traffic.begin(row('a', { state: 'done' }));
  await kept.close();
  const next = await run();
  next.traffic.clear();
  await next.kept.close();
  expect(readFileSync(file, 'utf8')).toBe(headLine('m 1'));
});

it('leads to no edge of another memory', async () => {
  const { kept, traffic } = await run();
  traffic.begin(row('a', { state: 'done' }));
  const line = { concept: 'web', line: 'web is', kind: 'edges', why: 'named_now', saliency: 1 } as const;
  const rest = { asked: [], loop: null, diff: null, segments: null };
  traffic.setDetail('a', { ...rest, lines: [{ ...line, edgeIds: [7] }] });
  await kept.close();
  expect((await run({}, 'm 2')).traffic.get('a')?.lines).toEqual([{ ...line, edgeIds: [] }]);
  traffic.forgetEdges();
  expect(traffic.get('a')?.lines).toEqual([{ ...line, edgeIds: [] }]);
});

it('goes on without a disk, and says so once', async () => {
  const { kept, traffic, clock, said } = await run();
  clock.advance(1000);
  await expect.poll(() => existsSync(file)).toBe(true);
  rmSync(dir, { recursive: true });
  traffic.clear();
  clock.advance(1000);
  await expect.poll(() => said.length).toBe(1);
  traffic.begin(row('a'));
  clock.advance(60_000);
  await kept.close();
  expect([ids(traffic), said.length]).toEqual([['a'], 1]);
});
