// Promise: an error that nothing caught, in a callback or a promise, is counted and logged, and ends no process.
// Failed before: the process ended with exit code 1 and every stream on it broke.
import { expect, it } from 'vitest';
import { startProcess } from './testing/processes.ts';

/** Preloaded into the program: throws where nobody catches when it is told to. */
const THROWER = `process.on('SIGUSR2', () => {
  setImmediate(() => { throw new Error('thrown in a callback'); });
  Promise.reject(new Error('rejected'));
});`;

it('lives on and says so', async () => {
  const preload = `--import=data:text/javascript,${encodeURIComponent(THROWER)}`;
  const nodeOptions = `${process.env.NODE_OPTIONS ?? ''} ${preload}`.trim();
  await using festinger = await startProcess({ env: { NODE_OPTIONS: nodeOptions } });
  process.kill(festinger.pid, 'SIGUSR2');
  const metrics = async () => String((await festinger.operator('/metrics')).body);
  await expect.poll(metrics, { timeout: 5000 }).toContain('festinger_faults_total{where="process"} 2\n');
  expect((await festinger.call('/healthz')).status).toBe(200);
  expect(festinger.log()).toContain('a fault of ours was caught');
  await festinger.tell(['gnommoweb -isa repo']);
  expect(await festinger.stop()).toBe(0);
});
