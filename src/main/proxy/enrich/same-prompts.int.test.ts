// Promise: prompts of one conversation that are under way together, that wait together, or that are written for a second upstream,
// end nothing: the process lives, every client has its answer, and what is counted of them is a number.
// Each of these ended a process once: what a prompt shared with the one sent before it was counted as endless.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { type FestingerProcess, startProcess } from '../../core/testing/processes.ts';

const ANSWER = JSON.stringify({ model: 'm', message: { role: 'assistant', content: 'hello' }, done: true });
const question = { role: 'user', content: 'Where does gnommoweb run, please tell me again?' };
const promptOf = (...messages: object[]) => JSON.stringify({ model: 'm', stream: false, messages });

const open: AsyncDisposable[] = [];
afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one[Symbol.asyncDispose]();
});

/** An Ollama that answers prompts when told to; everything else at once. */
async function startOllama(show: 'at_once' | 'held' = 'at_once') {
  const prompts: ServerResponse[] = [];
  const shows: ServerResponse[] = [];
  const server = createServer((req, res) => {
    req.resume().on('end', () => {
      if (req.url === '/api/chat') prompts.push(res);
      else if (req.url === '/api/show' && show === 'held') shows.push(res);
      else res.end('{}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  open.push({
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url, prompts, shows };
}

async function startWith(upstreams: string): Promise<FestingerProcess> {
  const dataDir = mkdtempSync(join(tmpdir(), 'festinger-same-prompts-'));
  writeFileSync(join(dataDir, 'config.yaml'), `upstreams:\n${upstreams}\n`);
  const festinger = await startProcess({ dataDir, upstream: null });
  open.push({
    async [Symbol.asyncDispose]() {
      await festinger[Symbol.asyncDispose]();
      rmSync(dataDir, { recursive: true, force: true });
    },
  });
  await festinger.tell(['gnommoweb -ispart ramanujan in context of runs-on']);
  return festinger;
}

const ask = (festinger: FestingerProcess, body = promptOf(question)) =>
  festinger.call('/api/chat', { method: 'POST', body }).then(({ status }) => status);

const until = (what: () => boolean) => expect.poll(what, { interval: 5, timeout: 10_000 }).toBe(true);

/** Nothing was swallowed either: what is counted is finite, and no fault of ours was met on the way. */
async function isWell(festinger: FestingerProcess): Promise<void> {
  const { status, body } = await festinger.call('/metrics', {
    headers: { authorization: `Bearer ${festinger.token}` },
  });
  expect(status, festinger.log()).toBe(200);
  const values = [...String(body).matchAll(/^festinger_(?!nodejs|process)\S+(?:\{.*\})? (\S+)$/gm)].map(
    ([, value]) => value,
  );
  expect(values.filter((value) => !Number.isFinite(Number(value)))).toEqual([]);
  const kept = /^festinger_prefix_kept_bytes_total (\d+)$/m.exec(String(body))?.[1];
  const sent = /^festinger_prompt_bytes_total (\d+)$/m.exec(String(body))?.[1];
  expect(Number(kept)).toBeLessThan(Number(sent));
  expect(String(body)).not.toMatch(/^festinger_faults_total\{.*\} [1-9]/m);
}

it('two equal prompts that wait together for one place', async () => {
  const ollama = await startOllama();
  const festinger = await startWith(`  - {name: one, url: "${ollama.url}", slots: 1}`);
  const asked = [ask(festinger)];
  await until(() => ollama.prompts.length === 1);
  asked.push(ask(festinger), ask(festinger));
  const waiting = async () =>
    String((await festinger.operator('/metrics')).body).includes('festinger_queue_waiting 2\n');
  await expect.poll(waiting, { timeout: 10_000 }).toBe(true);
  for (let n = 0; n < 3; n++) {
    await until(() => ollama.prompts.length === n + 1);
    ollama.prompts[n]?.end(ANSWER);
  }
  expect(await Promise.all(asked)).toEqual([200, 200, 200]);
  await isWell(festinger);
});

it('three equal prompts at once on a model that nothing is known of', async () => {
  const ollama = await startOllama('held');
  const festinger = await startWith(`  - {name: one, url: "${ollama.url}"}`);
  const asked = [ask(festinger), ask(festinger), ask(festinger)];
  await until(() => ollama.shows.length === 1);
  await expect.poll(async () => (await running(festinger)) === 3, { timeout: 10_000 }).toBe(true);
  for (const res of ollama.shows.splice(0)) res.end(JSON.stringify({ system: 'You are a model.' }));
  await until(() => ollama.prompts.length === 3);
  for (const res of ollama.prompts) res.end(ANSWER);
  expect(await Promise.all(asked)).toEqual([200, 200, 200]);
  await isWell(festinger);
});

const running = async (festinger: FestingerProcess) =>
  Number(
    /^festinger_requests_running\{route="chat"\} (\d+)$/m.exec(
      String((await festinger.operator('/metrics')).body),
    )?.[1],
  );

it('a prompt that is written again for a second upstream, the first being gone', async () => {
  const [gone, there] = [await startOllama(), await startOllama()];
  const festinger = await startWith(
    `  - {name: gone, url: "${gone.url}", weight: 1000}\n  - {name: there, url: "${there.url}"}`,
  );
  const stopped = open.shift();
  await stopped?.[Symbol.asyncDispose]();
  // With a system message nothing has to be asked of the upstream that is gone.
  const asked = ask(festinger, promptOf({ role: 'system', content: 'You help.' }, question));
  await until(() => there.prompts.length === 1);
  there.prompts[0]?.end(ANSWER);
  expect(await asked).toBe(200);
  await isWell(festinger);
});
