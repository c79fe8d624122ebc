// Benchmark of the proxy beside others, on one mock upstream, in one run: requests per second, time to first byte,
// processor time and memory, as ratios to a bare node:http + undici pass-through. Festinger is the whole program with a
// big graph: it enriches every prompt, counts and reads it afterwards, and keeps its traffic log.
//   node bench/proxy.ts [--quick] [--rounds 5] [--seconds 2] [--sizes 1,32,256] [--concurrency 1,8,32] [--cores 1|2] [--edges 100000] [--tokens 32] [--warm 20] [--only name,...] [--source] [--profile DIR] [--turn known|fresh|prose|same] [--words 45]
// The upstream and the load share core 0; the proxy measured has core 1, with `--cores 2` both. All are warmed up, 20 s each.
// Rounds take the proxies in turn (bare, ours, bare, ours, ...), so that what the machine does meanwhile falls on all; ratios are
// medians of those of each round. `--only 'festinger,no follow-up'` asks Festinger once more as a client of which nothing
// is learnt: no worker for the follow-up could make it cheaper; `--only 'festinger,nothing on disk'` measures one beside it that does
// not write Traffic down. Then the same load goes through Festinger once more while its main thread is sampled: the parts
// are shares of the samples, times the processor time measured before. nginx is measured where it is installed; http-proxy and
// @portkey-ai/gateway are installed from npm into .cache/bench-proxies. Writes bench/results/proxy.json. Source: proxy, Speed.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { bigConcepts } from './lib/big-graph.ts';
import { percentile, printTable, writeResults } from './lib/report.ts';
import { type LoadResult, load, TURNS } from './proxy/load.ts';
import { PART_NAMES, type SourceOf, sharesOf } from './proxy/parts.ts';
import { BACK_CORE, installOthers, type MeasuredProxy, Programs } from './proxy/programs.ts';
import { sampled, sourcesOfBuild } from './proxy/sampler.ts';

const ROOT = join(import.meta.dirname, '..');
const CORES: Readonly<Record<string, string>> = { 1: '1', 2: '0,1' };

const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '2' },
    sizes: { type: 'string', default: '1,32,256' },
    concurrency: { type: 'string', default: '1,8,32' },
    cores: { type: 'string', default: '1' },
    edges: { type: 'string', default: '100000' },
    tokens: { type: 'string', default: '32' },
    warm: { type: 'string', default: '20' },
    only: { type: 'string' },
    source: { type: 'boolean', default: false },
    turn: { type: 'string', default: 'known' },
    words: { type: 'string', default: '45' },
    profile: { type: 'string' },
  },
});
const numbers = (list: string) => list.split(',').map(Number);
const rounds = values.quick ? 2 : Number(values.rounds);
const seconds = values.quick ? 1 : Number(values.seconds);
const sizes = numbers(values.sizes);
const concurrencies = numbers(values.concurrency);
const turn = TURNS.find((one) => one === values.turn) ?? fail(`--turn is one of ${TURNS.join(', ')}`);
const programs = new Programs({
  cores: CORES[values.cores] ?? fail(`--cores is one of ${Object.keys(CORES).join(', ')}`),
  edges: Number(values.edges),
  isSource: values.source,
  profile: values.profile,
});

function fail(message: string): never {
  console.error(message);
  process.exit(2);
}

/** Processor time of a process or a thread, from the kernel's count of it in hundredths of a second. */
function processorSeconds(stat: string): number {
  const fields = readFileSync(stat, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0);

const wholeSeconds = (pids: readonly number[]): number =>
  sum(pids.map((pid) => processorSeconds(`/proc/${pid}/stat`)));
const mainSeconds = (pids: readonly number[]): number =>
  sum(pids.map((pid) => processorSeconds(`/proc/${pid}/task/${pid}/stat`)));

const residentMb = (pids: readonly number[]): number =>
  sum(
    pids.map((pid) => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024),
  );

interface Sample {
  readonly rps: number;
  readonly p50: number;
  readonly p99: number;
  /** Processor time of a request, in microseconds: of all threads, and of the main one. */
  readonly cpuUs: number;
  readonly mainUs: number;
}

/** What a proxy was measured with: kilobytes of history, and requests at once. */
interface Case {
  readonly kb: number;
  readonly concurrency: number;
}

const median = (values: readonly number[]): number =>
  percentile(
    values.toSorted((a, b) => a - b),
    0.5,
  );

const names = [...bigConcepts(2000)].map(({ token }) => token);

async function measure(
  { port, headers, pids }: MeasuredProxy,
  { kb, concurrency }: Case,
  ms: number,
): Promise<Sample> {
  const [whole, main] = [wholeSeconds(pids), mainSeconds(pids)];
  const { answers, seconds, firstByteMs }: LoadResult = await load({
    ...{ port, headers, concurrency, ms, names, turn },
    ...{ words: Number(values.words), historyBytes: kb * 1024, seed: kb * 1000 },
  });
  return {
    rps: answers / seconds,
    p50: percentile(firstByteMs, 0.5),
    p99: percentile(firstByteMs, 0.99),
    cpuUs: ((wholeSeconds(pids) - whole) / answers) * 1e6,
    mainUs: ((mainSeconds(pids) - main) / answers) * 1e6,
  };
}

async function start(missing: string[]): Promise<MeasuredProxy[]> {
  const upstream = await programs.upstream(values.tokens);
  const wanted = (name: string) => !values.only || values.only.split(',').includes(name);
  const proxies: MeasuredProxy[] = [await programs.bare(upstream)];
  if (wanted('festinger') || wanted('no follow-up')) {
    const festinger = await programs.festinger(upstream);
    proxies.push(festinger);
    if (values.only && wanted('nothing on disk')) {
      const off = '{ traffic_survives_restart: false }';
      proxies.push(await programs.festinger(upstream, 'nothing on disk', off));
    }
    if (values.only && wanted('no follow-up')) proxies.push(programs.withoutFollowUp(festinger));
  }
  if (wanted('nginx')) {
    const started = await programs.nginx(upstream);
    if (typeof started === 'string') missing.push(started);
    else proxies.push(started);
  }
  if (wanted('http-proxy') || wanted('portkey')) {
    const problem = installOthers();
    if (problem) missing.push(problem);
    if (!problem && wanted('http-proxy')) proxies.push(await programs.httpProxy(upstream));
    if (!problem && wanted('portkey')) proxies.push(await programs.portkey(upstream));
  }
  return proxies;
}

/** Figures of a proxy's rounds beside the yardstick's. */
function figureOf(proxy: MeasuredProxy, own: readonly Sample[], yardstick: readonly Sample[]) {
  const ratios = own.map(({ rps }, round) => rps / (yardstick[round] as Sample).rps);
  const of = (key: keyof Sample) => median(own.map((sample) => sample[key]));
  const added = (key: 'p50' | 'p99') =>
    median(own.map((s, round) => s[key] - (yardstick[round] as Sample)[key]));
  return {
    ...{ proxy: proxy.name, rps: of('rps'), ratio: median(ratios) },
    ...{ lowest: Math.min(...ratios), highest: Math.max(...ratios) },
    ...{ p50: of('p50'), p99: of('p99'), addedP50: added('p50'), addedP99: added('p99') },
    ...{ cpuUs: of('cpuUs'), mainUs: of('mainUs'), residentMb: residentMb(proxy.pids) },
  };
}
type Figure = ReturnType<typeof figureOf>;

async function figuresOf(proxies: readonly MeasuredProxy[], at: Case): Promise<Figure[]> {
  for (const proxy of proxies) await measure(proxy, at, seconds * 1000); // warm, and histories seen
  const samples = proxies.map((): Sample[] => []);
  for (let round = 0; round < rounds; round++) {
    for (const [n, proxy] of proxies.entries()) samples[n]?.push(await measure(proxy, at, seconds * 1000));
  }
  return proxies.map((proxy, n) => figureOf(proxy, samples[n] as Sample[], samples[0] as Sample[]));
}

/** Microseconds of processor time a request costs in each part of a program. */
async function partsOf(
  proxy: MeasuredProxy & Required<Pick<MeasuredProxy, 'inspector'>>,
  at: Case,
  { cpuUs, mainUs }: Figure,
  sourceOf: SourceOf,
): Promise<Record<string, number>> {
  const profile = await sampled(proxy.inspector, () => measure(proxy, at, Math.max(3, seconds) * 1000));
  const shares = sharesOf(profile, sourceOf);
  const parts = PART_NAMES.map((name) => [name, (shares.get(name) ?? 0) * mainUs]);
  return Object.fromEntries([...parts, ['other threads', cpuUs - mainUs]]);
}

function printFigures(figures: readonly (Case & Figure)[]): void {
  printTable(
    [
      ...['proxy', 'prompt', 'conc.', 'req/s', 'ratio', 'spread', 'ttfb p50 ms', 'p99', 'added p50', 'p99'],
      ...['CPU us/req', 'MB'],
    ],
    figures.map((f) => [
      ...[f.proxy, `${f.kb} KB`, String(f.concurrency), f.rps.toFixed(0), f.ratio.toFixed(2)],
      `${f.lowest.toFixed(2)}-${f.highest.toFixed(2)}`,
      ...[f.p50, f.p99, f.addedP50, f.addedP99].map((ms) => ms.toFixed(2)),
      ...[f.cpuUs.toFixed(0), f.residentMb.toFixed(0)],
    ]),
  );
}

interface Parts extends Case {
  readonly cpuUs: number;
  /** Of the yardstick, which has nothing but a relay. */
  readonly bareUs: number;
  readonly parts: Readonly<Record<string, number>>;
}

function printParts(measured: readonly Parts[]): void {
  console.log('\nprocessor time of a request in festinger, microseconds, by part (sampled):');
  const row = (name: string, of: (parts: Parts) => number) => [
    name,
    ...measured.map((p) => of(p).toFixed(0)),
  ];
  printTable(
    ['part', ...measured.map(({ kb, concurrency }) => `${kb} KB, ${concurrency} at once`)],
    [
      ...Object.keys(measured[0]?.parts ?? {}).map((name) => row(name, ({ parts }) => parts[name] ?? 0)),
      row('together', ({ cpuUs }) => cpuUs),
      row('bare undici, all of it', ({ bareUs }) => bareUs),
    ],
  );
}

async function run(): Promise<void> {
  execFileSync('taskset', ['-pc', BACK_CORE, String(process.pid)], { stdio: 'ignore' });
  const missing: string[] = [];
  const proxies = await start(missing);
  for (const what of missing) console.log(`left out: ${what}`);
  // On one core a compiler that is still at work stands in the way of what it compiles.
  const warmUp = { kb: 32, concurrency: 8 };
  for (const proxy of proxies) await measure(proxy, warmUp, values.quick ? 1000 : Number(values.warm) * 1000);

  const cases = sizes.flatMap((kb) => concurrencies.map((concurrency): Case => ({ kb, concurrency })));
  const figures: (Case & Figure)[] = [];
  for (const at of cases)
    figures.push(...(await figuresOf(proxies, at)).map((figure) => ({ ...at, ...figure })));
  printFigures(figures);

  const parts: Parts[] = [];
  const ours = proxies.find(({ inspector }) => inspector);
  if (ours?.inspector) {
    const sourceOf = sourcesOfBuild(ROOT);
    for (const at of cases) {
      const of = (name: string) =>
        figures.find((f) => f.proxy === name && f.kb === at.kb && f.concurrency === at.concurrency) as Figure;
      const own = of(ours.name);
      const measured = await partsOf({ ...ours, inspector: ours.inspector }, at, own, sourceOf);
      parts.push({ ...at, cpuUs: own.cpuUs, bareUs: of('bare undici').cpuUs, parts: measured });
    }
    printParts(parts);
  }
  const { edges, tokens, cores } = values;
  writeResults('proxy', { edges, tokens, cores, turn, rounds, seconds, missing, figures, parts });
}

try {
  await run();
} finally {
  await programs.close();
}
