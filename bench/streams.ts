// Benchmark of many streams at once: a real `festinger serve` between a thousand streams and an upstream that paces them.
// Every line carries its stream's id. First without a limit of places, then with 200 for two clients of unequal demand.
// Prints a table, writes JSON to bench/results/, and exits with 1 when a promise is broken: a line lost or of another stream,
// a stream cut, event-loop delay p99 of 50 ms and more, shares that differ by more than 10 %.
//   node bench/streams.ts [--streams 1000] [--seconds 60] [--slots 200] [--every 100] [--cpu-prof DIR]
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { parseArgs } from 'node:util';
import {
  type Demand,
  driveStreams,
  type Pace,
  type StreamsResult,
  startStreamsUpstream,
  unfairness,
} from '../src/main/core/testing/many-streams.ts';
import { type FestingerProcess, startProcess } from '../src/main/core/testing/processes.ts';
import { machine, printTable, writeResults } from './lib/report.ts';

const MAX_DELAY_MS = 50;
const MAX_UNFAIRNESS = 1.1;

const { values } = parseArgs({
  options: {
    streams: { type: 'string', default: '1000' },
    seconds: { type: 'string', default: '60' },
    slots: { type: 'string', default: '200' },
    /** Milliseconds between two lines of a stream. */
    every: { type: 'string', default: '100' },
    'cpu-prof': { type: 'string' },
  },
});
const streams = Number(values.streams);
const ms = Number(values.seconds) * 1000;
const demands: readonly Demand[] = [
  { client: 'busy', streams: Math.round(streams * 0.7) },
  { client: 'calm', streams: Math.round(streams * 0.3) },
];

interface Run {
  readonly name: string;
  readonly pace: Pace;
  readonly slots: number | null;
}

interface Figures extends StreamsResult {
  readonly name: string;
  readonly most: number;
  /** Of the serving process, milliseconds; the timer that measures it ticks every 10 ms, which are in it. */
  readonly delayP99Ms: number;
  /** Of this process, which is upstream and clients at once: what it says of how busy the machine was. */
  readonly ownDelayP99Ms: number;
  readonly linesPerSecond: number;
  readonly cpuSeconds: number;
  readonly load: number;
}

async function metric(process: FestingerProcess, name: string): Promise<number> {
  const { body } = await process.operator('/metrics');
  return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(String(body))?.[1]);
}

const DELAY = 'festinger_event_loop_delay_p99_seconds';
const CPU = 'festinger_process_cpu_seconds_total';

async function run({ name, pace, slots }: Run): Promise<Figures> {
  await using upstream = await startStreamsUpstream(pace);
  const dataDir = mkdtempSync(join(tmpdir(), 'festinger-bench-streams-'));
  const places = slots === null ? '' : `, slots: ${slots}`;
  writeFileSync(
    join(dataDir, 'config.yaml'),
    `upstreams: [{ name: one, url: "${upstream.url}"${places} }]\n`,
  );
  const profile = values['cpu-prof'];
  const env: Record<string, string> =
    profile === undefined ? {} : { NODE_OPTIONS: `--cpu-prof --cpu-prof-dir=${profile}` };
  const festinger = await startProcess({ dataDir, upstream: null, env });
  try {
    const own = monitorEventLoopDelay({ resolution: 10 });
    own.enable();
    await metric(festinger, DELAY); // begins anew
    const cpuBefore = await metric(festinger, CPU);
    const began = performance.now();
    const result = await driveStreams(festinger.baseUrl, demands, pace, ms);
    const seconds = (performance.now() - began) / 1000;
    const delayP99Ms = (await metric(festinger, DELAY)) * 1000;
    const cpuSeconds = (await metric(festinger, CPU)) - cpuBefore;
    return {
      ...result,
      ...{ name, most: upstream.most, delayP99Ms, ownDelayP99Ms: own.percentile(99) / 1e6, cpuSeconds },
      ...{ linesPerSecond: result.lines / seconds, load: loadavg()[0] ?? 0 },
    };
  } finally {
    if (profile !== undefined) await festinger.stop();
    await festinger[Symbol.asyncDispose]();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** What a run breaks. */
function broken(figures: Figures, slots: number | null): string[] {
  const { name, lost, mixedUp, cut, delayP99Ms } = figures;
  const found: string[] = [];
  const check = (isBroken: boolean, what: string) => isBroken && found.push(`${name}: ${what}`);
  check(lost > 0, `${lost} lines lost`);
  check(mixedUp > 0, `${mixedUp} lines of another stream`);
  check(cut > 0, `${cut} streams cut`);
  check(!(delayP99Ms < MAX_DELAY_MS), `event-loop delay p99 ${delayP99Ms.toFixed(1)} ms`);
  const shares = unfairness(figures);
  check(slots !== null && shares > MAX_UNFAIRNESS, `shares differ by a factor of ${shares.toFixed(2)}`);
  return found;
}

const every = Number(values.every);
const RUNS: readonly Run[] = [
  { name: 'no limit', pace: { lines: Math.round(5000 / every), everyMs: every }, slots: null },
  // Streams of a second: the shares of many turns, not of a few.
  { name: `${values.slots} slots`, pace: { lines: 10, everyMs: every }, slots: Number(values.slots) },
];
const all: Figures[] = [];
const problems: string[] = [];
for (const one of RUNS) {
  const figures = await run(one);
  all.push(figures);
  problems.push(...broken(figures, one.slots));
}
printTable(
  [
    ...['run', 'at once', 'busy', 'calm', 'lines/s', 'lost', 'mixed up', 'cut'],
    ...['delay p99 ms', 'own p99 ms', 'CPU s', 'load'],
  ],
  all.map((one) => [
    ...[one.name, String(one.most), String(one.ended.busy ?? 0), String(one.ended.calm ?? 0)],
    ...[one.linesPerSecond.toFixed(0), String(one.lost), String(one.mixedUp), String(one.cut)],
    ...[one.delayP99Ms.toFixed(1), one.ownDelayP99Ms.toFixed(1)],
    ...[one.cpuSeconds.toFixed(1), one.load.toFixed(1)],
  ]),
);
console.log(`${streams} streams, ${values.seconds} s each run; ${machine.cores} cores`);
writeResults('streams', { streams, seconds: ms / 1000, runs: all, problems });
for (const problem of problems) console.error(`broken: ${problem}`);
process.exitCode = problems.length > 0 ? 1 : 0;
