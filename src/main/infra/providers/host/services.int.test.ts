// Promises: services are found, told of, read, started, stopped and restarted as a real systemd has it, and whether they were is
// proven; values of environments stay where they are; the unit this program runs in offers no end of itself.
import { hostname } from 'node:os';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ActionName, Resource } from '../../../../shared/model/resource.ts';
import { Inspection, Resource as ResourceShape } from '../../../../shared/model/resource.ts';
import type { Provider } from '../../provider.ts';
import { liveClock } from '../../testing/live-clock.ts';
import { type OwnSystemd, startSystemd, whyNoSystemd } from '../../testing/own-systemd.ts';
import { spawnExecutor } from '../../testing/spawn-executor.ts';
import { childLines } from './child-lines.ts';
import { openHost } from './open-host.ts';

const why = whyNoSystemd();
if (why !== null) console.log(`skipped: services of a real systemd (${why})`);
const signal = () => AbortSignal.timeout(10_000);

describe.skipIf(why !== null)('services of a real systemd', () => {
  let systemd: OwnSystemd;
  let host: Provider;
  let ran: string[];
  const run = { signal: AbortSignal.timeout(60_000), progress: () => undefined };

  beforeAll(async () => {
    systemd = await startSystemd();
    const executor = spawnExecutor(systemd.enter);
    ran = executor.ran;
    const [program = '', ...before] = systemd.enter;
    host = openHost({
      ...{ clock: liveClock, executor, root: systemd.root },
      lines: (argv, stop) => childLines([program, ...before, ...argv], stop),
    });
  });
  afterAll(() => systemd?.close());

  const service = async (name: string): Promise<Resource> => {
    const found = await host.find(`service:${hostname()}:${name}.service`, signal());
    if (!found) throw new Error(`no ${name}`);
    return found;
  };
  const done = async (name: string, action: ActionName) => {
    const request = { resource: await service(name), action, arguments: {} };
    const outcome = await host.act(request, run);
    return { outcome, verification: await host.verify(request, signal()) };
  };

  it('are found with their states, and offer what fits them', async () => {
    const { resources, off } = await host.discover(signal());
    // What it says of graphics cards is not asked here.
    expect(off ?? '').not.toContain('systemd');
    const services = resources.filter(({ kind }) => kind === 'service');
    for (const each of services) ResourceShape.parse(each);
    const named = new Map(services.map((each) => [each.name, each]));
    expect(named.get('hello')).toMatchObject({ state: 'running', actions: ['stop', 'restart'] });
    expect(named.get('bad')).toMatchObject({ state: 'failed', actions: ['start'] });
    expect(named.get('bad')?.detail).toContain('failed: exit-code');
    expect(services.some(({ name }) => name === 'auditd')).toBe(false);
  });

  it('tell names of their environment and no values', async () => {
    const told = Inspection.parse(await host.inspect(await service('hello'), signal()));
    expect(told.environment).toEqual(['TOKEN', 'GREETING']);
    expect(told.configPaths).toEqual(['/run/systemd/system/hello.service']);
    expect(JSON.stringify(told)).not.toMatch(/not-to-be-told|good day/);
  });

  it('are restarted, and another run than before proves it', async () => {
    const { outcome, verification } = await done('hello', 'restart');
    expect(outcome).toEqual({ summary: 'restarted', exitCode: 0 });
    expect(verification).toMatchObject({ ok: true });
    expect(verification.evidence).toContain('another run than before');
    expect(ran).toContain('systemctl --no-ask-password --no-pager restart -- hello.service');
  });

  it('are not taken as restarted when nothing happened', async () => {
    const request = { resource: await service('hello'), action: 'restart' as const, arguments: {} };
    const again = openHost({ clock: liveClock, executor: spawnExecutor(systemd.enter), root: systemd.root });
    expect(await again.verify(request, AbortSignal.timeout(900))).toMatchObject({ ok: false });
  });

  it('are started and stopped, once each', async () => {
    expect(await done('idle', 'start')).toMatchObject({ verification: { ok: true } });
    expect((await service('idle')).state).toBe('running');
    expect(await done('idle', 'stop')).toMatchObject({
      outcome: { summary: 'stopped' },
      verification: { ok: true },
    });
    await expect(done('idle', 'stop')).rejects.toMatchObject({ code: 'NOT_ALLOWED' });
  });

  it('that end at once after they were started are not said to run', async () => {
    const { outcome, verification } = await done('brief', 'start');
    expect(outcome.summary).toBe('started');
    expect(verification).toMatchObject({ ok: false });
    expect(verification.evidence).toContain('brief.service is failed');
  });

  it('that come and go keep the version an approval relies on, and count their restarts', async () => {
    const versions = new Set<string>();
    for (let look = 0; look < 8; look++) versions.add((await service('flap')).version);
    expect(versions.size).toBe(1);
    const restarts = async () => (await host.metrics(await service('flap'), signal()))[0];
    expect(await restarts()).toMatchObject({ metric: 'restarts', unit: 'count' });
    // What is told may be ten seconds old.
    await expect.poll(async () => (await restarts())?.value, { timeout: 20_000 }).toBeGreaterThan(0);
  });

  it('tell the last lines of their log', async () => {
    const lines = [];
    const of = await service('hello');
    for await (const line of host.logs(of, { tail: 5, follow: false }, signal())) lines.push(line);
    expect(lines.map(({ text }) => text)).toContain('hello');
    expect(Math.abs((lines.at(-1)?.at ?? 0) - Date.now())).toBeLessThan(60_000);
  });

  it('are followed until nobody reads on, and the program that follows is ended', async () => {
    const stop = new AbortController();
    const texts: string[] = [];
    const of = await service('hello');
    for await (const { text } of host.logs(of, { tail: 1, follow: true }, stop.signal)) {
      texts.push(text);
      if (texts.length === 1) await done('hello', 'restart');
      if (texts.filter((each) => each === 'hello').length > 0 && texts.length > 1) stop.abort();
    }
    expect(texts.length).toBeGreaterThan(1);
    const living = async () => {
      const argv = ['sh', '-c', 'cat /proc/[0-9]*/stat'] as const;
      const bounds = { timeoutMs: 5000, maxOutputBytes: 100_000, writes: false };
      const { stdout } = await spawnExecutor(systemd.enter).run({ argv, ...bounds }, signal());
      // What was killed and waits for the machine's first process to notice lives no more.
      return stdout.split('\n').filter((stat) => stat.includes('(journalctl)') && !stat.includes(') Z '));
    };
    await expect.poll(living).toEqual([]);
  });

  it('refuse what is no service, and what nobody knows', async () => {
    const resource = {
      ...(await service('hello')),
      id: (await service('hello')).id.replace('hello', '--force'),
    };
    await expect(host.act({ resource, action: 'stop', arguments: {} }, run)).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
    const gone = { ...resource, id: resource.id.replace('--force', 'nobody') };
    await expect(
      host.plan({ resource: gone, action: 'stop', arguments: {} }, signal()),
    ).rejects.toMatchObject({ code: 'NOT_FOUND' });
    const kill = { resource: await service('hello'), action: 'kill' as const, arguments: {} };
    await expect(host.act(kill, run)).rejects.toMatchObject({ code: 'NOT_ALLOWED' });
  });
});
