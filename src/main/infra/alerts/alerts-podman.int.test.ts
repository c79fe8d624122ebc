// Promise: a container with a restart policy that is killed has an alert at the second look, one that was stopped has none, and the alert ends when the
// container has run for two. Against Podman with storage of its own; skips with the reason where none can run.
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { type TempStore, tempStore } from '../../store/testing/temp-store.ts';
import { Inventory } from '../inventory/inventory.ts';
import { openContainers } from '../providers/containers/containers.ts';
import type { TestEngine } from '../testing/container-engine.ts';
import { startPodman } from '../testing/podman.ts';
import { Alerts } from './alerts.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const LOOK_MS = 30_000;
const SLEEP = ['sleep', '600'];

let engine: TestEngine;
let temp: TempStore;
let inventory: Inventory;
let alerts: Alerts;
const sent: string[] = [];
let missing: string | null = 'not started';

beforeAll(async () => {
  const started = await startPodman();
  if ('missing' in started) {
    missing = started.missing;
    return;
  }
  missing = null;
  engine = started;
  temp = await tempStore('sqlite');
  const provider = openContainers({
    config: [{ name: 'podman', socket: engine.socket }],
    ...{ hostname: 'box', env: {}, home: '/none' },
  });
  inventory = new Inventory({ providers: [provider], clock: temp.clock, warn: () => undefined });
  let ids = 0;
  alerts = new Alerts({
    ...{ store: temp.store, clock: temp.clock, ids: () => `alert-${ids++}`, host: 'here' },
    ...{ notifies: () => true, onChange: () => undefined, redact: (text) => text, nameOf: () => null },
    notify: ({ event, alert }) => void sent.push(`${event} ${alert.rule} ${alert.resourceName}`),
  });
  await alerts.load();
});
afterAll(async () => {
  if (missing !== null) return;
  inventory.close();
  await temp[Symbol.asyncDispose]();
  await engine[Symbol.asyncDispose]();
});
beforeEach((context) => {
  if (missing === null) return;
  context.task.meta.skipReason = missing;
  context.skip(missing);
});

async function look(): Promise<string[]> {
  temp.clock.advance(LOOK_MS);
  await inventory.refresh();
  await alerts.look({
    ...{ resources: inventory.resources(), providers: inventory.providers(), upstreams: [], callouts: [] },
    ...{ recent: () => null, askedAt: () => null, stoppedAt: () => null, exploited: [], unknownOutcomes: [] },
    ...{ newestBackupAt: temp.clock.now(), programSince: 0, deadJobs: 0 },
  });
  return alerts.list().map(({ rule, resourceName }) => `${rule} ${resourceName}`);
}

const policy = (Name: string) => ({ HostConfig: { NetworkMode: 'host', RestartPolicy: { Name } } });

it('killed: an alert at the second look; stopped: none; started: it ends', async () => {
  await engine.started('killed', SLEEP, policy('unless-stopped'));
  await engine.started('stopped', SLEEP, policy('unless-stopped'));
  await engine.started('without', SLEEP, policy('no'));
  expect([await look(), await look()]).toEqual([[], []]);
  await engine.command('stop', '-t', '1', 'stopped');
  await engine.command('kill', 'killed');
  await engine.command('kill', 'without');
  expect(await look(), 'one look').toEqual([]);
  expect(await look(), 'two looks').toEqual(['down killed']);
  expect(sent).toEqual(['raised down killed']);
  const [alert] = alerts.list();
  expect(alert?.message).toContain('restart policy unless-stopped');
  await engine.command('start', 'killed');
  expect([await look(), await look()]).toEqual([['down killed'], []]);
});

it('removed by hand: told; made anew under its name: not told any more', async () => {
  await engine.started('removed', SLEEP, policy('always'));
  await look();
  await engine.command('rm', '--force', '--time', '0', 'removed');
  expect([await look(), await look()]).toEqual([[], ['missing removed']]);
  await engine.started('removed', SLEEP, policy('always'));
  expect([await look(), await look()]).toEqual([['missing removed'], []]);
});

it('an engine that does not answer is one alert, and its containers have none of their own', async () => {
  await engine.down();
  expect([await look(), await look()]).toEqual([[], ['unreachable Container engine']]);
});
