// Benchmark of agents beside a running assistant: what Festinger adds to the first byte of an agent's answer while the assistant is idle, and while it
// works without a pause (a model of its own elsewhere that streams and calls reading tools, turn after turn), in short blocks that take turns in one run.
// The model is a process of its own. The agents’ upstream and the load share a core; Festinger has the other (CORES=0,1: both). Prints a table, writes bench/results/assistant.json, and exits with 1 when the
// p99 beside the assistant is more than 10 % above that of idle (median of the ratios of neighbouring blocks).
//   node bench/assistant.ts [--blocks 20] [--requests 300] [--every 8] [--tokens 60] [--cpu-prof DIR]
import { type ChildProcess, execFileSync, fork } from 'node:child_process';
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startProcess } from '../src/main/core/testing/processes.ts';
import { startDemoUpstream } from '../src/main/fixtures/upstream.ts';
import { machine, percentile, printTable, writeResults } from './lib/report.ts';

const MOST_RATIO = 1.1;
const WARM_UP = 1500;

const { values } = parseArgs({
  options: {
    blocks: { type: 'string', default: '20' },
    requests: { type: 'string', default: '300' },
    /** Milliseconds between two requests. */
    every: { type: 'string', default: '8' },
    /** The assistant's model streams so many a second. */
    tokens: { type: 'string', default: '60' },
    /** A directory: what Festinger does is sampled, and lies there at the end. */
    'cpu-prof': { type: 'string' },
  },
});
const blocks = Number(values.blocks);
const requests = Number(values.requests);
const everyMs = Number(values.every);

const agents = await startDemoUpstream({ keepRequests: 1 });
const sampled = values['cpu-prof'];
const program = await startProcess({
  upstream: agents.url,
  ...(sampled ? { env: { NODE_OPTIONS: `--cpu-prof --cpu-prof-dir=${sampled}` } } : {}),
});
pin(process.pid, '0');
pin(program.pid, process.env.CORES ?? '1');

/** All threads of a process on one core, as far as the machine lets us. */
function pin(pid: number, core: string): void {
  try {
    execFileSync('taskset', ['-a', '-p', '-c', core, String(pid)], { stdio: 'ignore' });
  } catch {
    console.log('taskset is not here: the cores are shared as they come');
  }
}

async function asked<T>(path: string, body?: object): Promise<T> {
  const init = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
  const answer = await program.operator(path, { ...init, headers: { 'content-type': 'application/json' } });
  const { ok, data, error } = answer.body as { ok: boolean; data: T; error?: { message: string } };
  if (!ok) throw new Error(`${path}: ${error?.message}`);
  return data;
}

/** @returns the process that is asked */
async function setUp(): Promise<ChildProcess> {
  const { resources } = await asked<{ resources: { id: string }[] }>('/api/ai/resources?kind=host');
  const words = [values.tokens, resources[0]?.id ?? ''];
  const model = fork(join(import.meta.dirname, 'assistant-model.ts'), words, { silent: true });
  const [line] = (await once(model.stdout ?? model, 'data')) as [Buffer];
  const baseUrl = line.toString().trim();
  const { id } = await asked<{ id: string }>('/api/console/models', {
    ...{ label: 'bench', provider: 'ollama', baseUrl, modelName: 'demo-plain' },
    ...{ inputPrice: null, outputPrice: null, contextTokens: 131_072 },
  });
  const settings = {
    ...{ assistant_model_id: id, assistant_daily_tokens: 1_000_000_000, assistant_run_tokens: 1_000_000_000 },
  };
  for (const [key, value] of Object.entries(settings))
    await asked('/api/console/system/settings', { key, value });
  return model;
}

/** Keeps a run going until it is told to stop, followed as a page would follow it. @returns stops it, and waits until it has */
function busyAssistant(): () => Promise<void> {
  let isOver = false;
  const work = async () => {
    while (!isOver) {
      const answer = await fetch(`${program.baseUrl}/api/ai/chat`, {
        ...{ method: 'POST', body: JSON.stringify({ message: 'Look after this machine' }) },
        headers: { authorization: `Bearer ${program.token}` },
      });
      let id: string | undefined;
      for await (const chunk of answer.body ?? []) {
        heard++;
        id ??= /"id":"([^"]+)"/.exec(Buffer.from(chunk).toString())?.[1];
        if (isOver) break;
      }
      if (id !== undefined) await asked(`/api/ai/sessions/${id}/stop`, {});
    }
  };
  const done = work();
  return () => {
    isOver = true;
    return done;
  };
}

const keepAlive = new Agent({ keepAlive: true, maxSockets: 4 });
const BODY = JSON.stringify({
  model: 'demo-plain',
  stream: true,
  messages: [
    { role: 'user', content: 'Which host does dobby run on, and what has to be asked before it moves?' },
  ],
});

/** Milliseconds to the first byte. */
function firstByte(base: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const sentAt = performance.now();
    const sent = request(
      `${base}/api/chat`,
      { method: 'POST', agent: keepAlive, headers: { 'content-type': 'application/json' } },
      (answer) => {
        const ms = performance.now() - sentAt;
        answer.resume().once('end', () => resolve(ms));
      },
    );
    sent.once('error', reject);
    sent.end(BODY);
  });
}

/** What is added to the first byte, sorted, in milliseconds. */
async function block(): Promise<number[]> {
  const [direct, through]: [number[], number[]] = [[], []];
  for (let n = 0; n < requests; n++) {
    const began = performance.now();
    direct.push(await firstByte(agents.url));
    through.push(await firstByte(program.baseUrl));
    const left = everyMs - (performance.now() - began);
    if (left > 0) await new Promise((resolve) => setTimeout(resolve, left));
  }
  const base = percentile(
    direct.toSorted((a, b) => a - b),
    0.5,
  );
  return through.map((ms) => ms - base).toSorted((a, b) => a - b);
}

const middle = (numbers: readonly number[]): number =>
  percentile(
    numbers.toSorted((a, b) => a - b),
    0.5,
  );

let model: ChildProcess | undefined;
let heard = 0;
try {
  model = await setUp();
  for (let n = 0; n < WARM_UP; n++) await firstByte(program.baseUrl);
  const idle: number[][] = [];
  const beside: number[][] = [];
  for (let n = 0; n < blocks; n++) {
    // Which comes first changes, so that a trend of the machine's falls on both.
    const measureBeside = async () => {
      const stop = busyAssistant();
      await new Promise((resolve) => setTimeout(resolve, 400));
      beside.push(await block());
      await stop();
    };
    if (n % 2 === 0) idle.push(await block());
    await measureBeside();
    if (n % 2 === 1) idle.push(await block());
  }
  if (heard === 0) throw new Error('the assistant never asked its model: nothing was measured');
  const ratioOf = (share: number) =>
    middle(idle.map((one, n) => percentile(beside[n] ?? [], share) / percentile(one, share)));
  const row = (name: string, all: readonly number[][]) => {
    const of = (share: number) => middle(all.map((one) => percentile(one, share)));
    return { name, p50: of(0.5), p95: of(0.95), p99: of(0.99) };
  };
  const rows = [row('assistant idle', idle), row('assistant at work', beside)];
  printTable(
    ['added to the first byte, ms', 'p50', 'p95', 'p99'],
    rows.map(({ name, ...figures }) => [name, ...Object.values(figures).map((ms) => ms.toFixed(3))]),
  );
  const ratios = { p50: ratioOf(0.5), p95: ratioOf(0.95), p99: ratioOf(0.99) };
  console.log(
    `at work / idle: p50 ${ratios.p50.toFixed(3)}, p95 ${ratios.p95.toFixed(3)}, p99 ${ratios.p99.toFixed(3)} (median of ${blocks} pairs)`,
  );
  writeResults('assistant', { machine, blocks, requests, everyMs, rows, ratios });
  process.exitCode = ratios.p99 > MOST_RATIO ? 1 : 0;
} finally {
  await program.stop();
  await agents.close();
  model?.disconnect();
  keepAlive.destroy();
}
