// Benchmark of agents beside a running assistant: what Festinger adds to the first byte of an agent's answer while the assistant works without a pause
// (a model of its own elsewhere that streams and calls reading tools, turn after turn), and while it is idle and a stand-in asks that model the same.
// Three arms in short blocks, in an order drawn anew each round: idle, idle once more (how far the figures scatter), at work. The agents, their upstream
// and the model share a core; Festinger and the programs it starts have the other (CORES=0,1: both). Prints a table, writes bench/results/assistant.json,
// and exits with 1 when the p99 of all requests beside the assistant is more than 10 % above that of all requests in both idle arms.
//   node bench/assistant.ts [--rounds 20] [--requests 400] [--every 8] [--tokens 60] [--parts run,metrics] [--words 24] [--cpu-prof DIR]
import { type ChildProcess, execFileSync, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { startProcess } from '../src/main/core/testing/processes.ts';
import { startDemoUpstream } from '../src/main/fixtures/upstream.ts';
import { seededRandom } from '../src/shared/seeded-random.ts';
import { ask, firstByte, hangUp } from './assistant/agents.ts';
import { overheard, standIn } from './assistant/stand-in.ts';
import { machine, percentile, printTable, writeResults } from './lib/report.ts';
import { type Ratio, ratioOf } from './lib/scatter.ts';

const MOST_RATIO = 1.1;
const WARM_UP = 1500;
/** Of one run of the assistant's. */
const PROMPTS = 18;
/** From the start of an arm to its first request. */
const SETTLE_MS = 400;
/** After so long without an agent the assistant goes at its own pace. */
const AGENTS_GONE_MS = 2500;
/** So long are its turns counted, alone and beside agents. */
const TURNS_MS = 10_000;
const SHARES = [0.5, 0.9, 0.95, 0.99] as const;

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '20' },
    requests: { type: 'string', default: '400' },
    /** Milliseconds between two requests. */
    every: { type: 'string', default: '8' },
    /** The assistant's model streams so many a second. */
    tokens: { type: 'string', default: '60' },
    /** What it calls in each turn: `run` starts a program, `metrics` does not. */
    parts: { type: 'string', default: 'run,metrics' },
    /** It says so many in each turn. */
    words: { type: 'string', default: '24' },
    /** A directory: what Festinger does is sampled, and lies there at the end. */
    'cpu-prof': { type: 'string' },
  },
});
const pace = { requests: Number(values.requests), everyMs: Number(values.every) };

const agents = await startDemoUpstream({ keepRequests: 1 });
const sampled = values['cpu-prof'];
const program = await startProcess({
  upstream: agents.url,
  ...(sampled
    ? { env: { NODE_OPTIONS: `--cpu-prof --cpu-prof-interval=200 --cpu-prof-dir=${sampled}` } }
    : {}),
});
pin(process.pid, '0');
pin(program.pid, process.env.CORES ?? '1');

/** All threads of a process on some cores, as far as the machine lets us. */
function pin(pid: number, cores: string): void {
  try {
    execFileSync('taskset', ['-a', '-p', '-c', cores, String(pid)], { stdio: 'ignore' });
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

/** Starts the model, and has the assistant use it. */
async function setUp(): Promise<{ readonly model: ChildProcess; readonly url: string }> {
  const { resources } = await asked<{ resources: { id: string }[] }>('/api/ai/resources?kind=host');
  const words = [values.tokens, resources[0]?.id ?? '', values.parts, values.words];
  const model = fork(join(import.meta.dirname, 'assistant/model.ts'), words, { silent: true });
  pin(model.pid ?? 0, process.env.CORES ?? '0');
  const [line] = (await once(model.stdout ?? model, 'data')) as [Buffer];
  const url = line.toString().trim();
  const { id } = await asked<{ id: string }>('/api/console/models', {
    ...{ label: 'bench', provider: 'ollama', baseUrl: url, modelName: 'demo-plain' },
    ...{ inputPrice: null, outputPrice: null, contextTokens: 131_072 },
  });
  const settings = {
    ...{ assistant_model_id: id, assistant_daily_tokens: 1_000_000_000, assistant_run_tokens: 1_000_000_000 },
  };
  for (const [key, value] of Object.entries(settings))
    await asked('/api/console/system/settings', { key, value });
  return { model, url };
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

async function promptsOf(model: ChildProcess): Promise<number> {
  model.send('count');
  const [count] = (await once(model, 'message')) as [number];
  return count;
}

/** Turns a second that the assistant takes while something else goes on. */
async function turnsDuring(model: ChildProcess, work: () => Promise<unknown>): Promise<number> {
  const [before, began] = [await promptsOf(model), performance.now()];
  await work();
  return ((await promptsOf(model)) - before) / ((performance.now() - began) / 1000);
}

const ARMS = ['idle', 'idle once more', 'at work'] as const;
type Arm = (typeof ARMS)[number];
const IDLE: ReadonlySet<Arm> = new Set(['idle', 'idle once more']);

/** What is added to the first byte, in milliseconds, block by block. */
async function measured(url: string, prompts: readonly string[]): Promise<Map<Arm, number[][]>> {
  const added = new Map<Arm, number[][]>(ARMS.map((arm) => [arm, []]));
  const random = seededRandom(Date.now());
  for (let round = 0; round < Number(values.rounds); round++) {
    const order = ARMS.map((arm) => ({ arm, at: random() })).toSorted((a, b) => a.at - b.at);
    for (const { arm } of order) {
      const stop = IDLE.has(arm) ? standIn(url, prompts) : busyAssistant();
      await sleep(SETTLE_MS);
      const { direct, through } = await ask({ upstream: agents.url, program: program.baseUrl }, pace);
      await stop();
      const base = percentile(
        direct.toSorted((a, b) => a - b),
        0.5,
      );
      added.get(arm)?.push(through.map((ms) => ms - base));
    }
  }
  return added;
}

let model: ChildProcess | undefined;
try {
  const started = await setUp();
  model = started.model;
  for (let n = 0; n < WARM_UP; n++) await firstByte(program.baseUrl);
  const stop = busyAssistant();
  const prompts = await overheard(model, PROMPTS);
  await sleep(AGENTS_GONE_MS);
  const alone = await turnsDuring(model, () => sleep(TURNS_MS));
  const beside = await turnsDuring(model, () =>
    ask(
      { upstream: agents.url, program: program.baseUrl },
      { ...pace, requests: Math.ceil(TURNS_MS / pace.everyMs) },
    ),
  );
  await stop();
  console.log(`turns a second: ${alone.toFixed(2)} alone, ${beside.toFixed(2)} beside agents`);
  const added = await measured(started.url, prompts);

  const of = (arm: Arm) => added.get(arm) ?? [];
  const idle = [...of('idle'), ...of('idle once more')];
  printTable(
    ['added to the first byte, ms', ...SHARES.map((share) => `p${share * 100}`)],
    ARMS.map((arm) => {
      const all = of(arm)
        .flat()
        .sort((a, b) => a - b);
      return [arm, ...SHARES.map((share) => percentile(all, share).toFixed(3))];
    }),
  );
  const said = ({ ratio, from, to }: Ratio) => `${ratio.toFixed(3)} (${from.toFixed(2)}–${to.toFixed(2)})`;
  const ratios = SHARES.map((share) => ({
    share,
    work: ratioOf(share, of('at work'), idle),
    control: ratioOf(share, of('idle once more'), of('idle')),
  }));
  printTable(
    ['ratio (9 of 10 draws between)', ...SHARES.map((share) => `p${share * 100}`)],
    [
      ['idle once more / idle', ...ratios.map(({ control }) => said(control))],
      ['at work / both idle', ...ratios.map(({ work }) => said(work))],
    ],
  );
  writeResults('assistant', { ...values, machine, ratios, turnsASecond: { alone, beside } });
  process.exitCode = (ratios.at(-1)?.work.ratio ?? Number.NaN) <= MOST_RATIO ? 0 : 1;
} finally {
  await program.stop();
  await agents.close();
  model?.disconnect();
  hangUp();
}
