// Benchmark of one MCP client that sends 200 `query` calls at once: how long `/healthz` and a second client's `query` take meanwhile, against the same
// process when it is idle. Prints milliseconds and the ratio to idle, each the median of the rounds. `npm run bench:mcp -- --rounds 5 --calls 200`
import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { parseArgs } from 'node:util';
import { Worker } from 'node:worker_threads';
import { startProcess } from '../src/main/core/testing/processes.ts';
import { percentile, printTable } from './lib/report.ts';

const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '5' }, calls: { type: 'string', default: '200' } },
});
const calls = Number(values.calls);
const IDLE_MS = 1000;

const models = Array.from({ length: 200 }, (_, n) => ({ name: `model-${n}:8b`, model: `model-${n}:8b` }));
const upstream = createServer((req, res) => {
  req.resume().on('end', () => res.end(req.url === '/api/tags' ? JSON.stringify({ models }) : '{}'));
}).listen(0, '127.0.0.1');
await once(upstream, 'listening');
await using festinger = await startProcess({
  upstream: `http://127.0.0.1:${(upstream.address() as AddressInfo).port}`,
});
const port = Number(new URL(festinger.baseUrl).port);
const probe = new Worker(new URL('./hostile/probe.ts', import.meta.url), {
  workerData: { port, everyMs: 1 },
});

const body = JSON.stringify({
  ...{ jsonrpc: '2.0', id: 1, method: 'tools/call' },
  params: { name: 'query', arguments: { action: 'list', limit: 200 } },
});

/** @returns how many milliseconds it took, or null where it was refused */
async function query(client: string): Promise<number | null> {
  const at = performance.now();
  const sent = request({
    ...{ host: '127.0.0.1', port, path: '/mcp', method: 'POST', agent: false },
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'x-festinger-client': client,
    },
  }).end(body);
  const [answer] = await once(sent, 'response');
  let text = '';
  for await (const chunk of answer) text += chunk;
  return answer.statusCode === 200 && !text.includes('"isError":true') ? performance.now() - at : null;
}

async function healthz(): Promise<number[]> {
  const seen = once(probe, 'message');
  probe.postMessage(null);
  return ((await seen)[0] as { late: number[] }).late;
}

interface Figures {
  readonly worst: number;
  readonly p99: number;
  readonly second: number;
}

/** What `/healthz` and a second client see until `over` settles. */
async function watch(over: Promise<unknown>): Promise<Figures> {
  const took: number[] = [];
  let isOver = false;
  void over.finally(() => {
    isOver = true;
  });
  await healthz();
  while (!isOver) took.push((await query('second')) ?? Number.NaN);
  const late = await healthz();
  return { worst: late.at(-1) ?? Number.NaN, p99: percentile(late, 0.99), second: Math.max(...took) };
}

for (let n = 0; n < 50; n++) await query('warm-up');
const rounds: { readonly idle: Figures; readonly busy: Figures; readonly seconds: number }[] = [];
let answered = 0;
for (let n = 0; n < Number(values.rounds); n++) {
  const idle = await watch(new Promise((resolve) => setTimeout(resolve, IDLE_MS)));
  const at = performance.now();
  const all = Promise.all(Array.from({ length: calls }, () => query('greedy')));
  const busy = await watch(all);
  answered += (await all).filter((ms) => ms !== null).length;
  rounds.push({ idle, busy, seconds: (performance.now() - at) / 1000 });
}
const median = (all: readonly number[]) =>
  percentile(
    [...all].sort((a, b) => a - b),
    0.5,
  );
printTable(
  ['', 'idle ms', `${calls} calls ms`, 'ratio'],
  (['worst', 'p99', 'second'] as const).map((key) => [
    { worst: '/healthz worst', p99: '/healthz p99', second: 'second client worst' }[key],
    median(rounds.map(({ idle }) => idle[key])).toFixed(1),
    median(rounds.map(({ busy }) => busy[key])).toFixed(1),
    median(rounds.map(({ idle, busy }) => busy[key] / idle[key])).toFixed(1),
  ]),
);
console.log(
  `${answered} of ${calls * rounds.length} calls answered, ${median(rounds.map(({ seconds }) => seconds)).toFixed(2)} s a round`,
);
await probe.terminate();
upstream.closeAllConnections();
upstream.close();
