// Readiness is an answer that can be no: it follows the upstream, and says why. That nothing is there to act on is said, and is no reason.
import { expect, it } from 'vitest';
import { startDemoUpstream } from '../fixtures/upstream.ts';
import { startProcess } from './testing/processes.ts';
import { startTestCore } from './testing/start-test-core.ts';

it('/readyz is 200 while the upstream answers and 503 with the reason once it is gone; /healthz stays 200', async () => {
  await using road = await startTestCore();
  const ready = async () => {
    const { status, body } = await road.call('/readyz');
    return [status, (body as { reasons: string[] }).reasons.length];
  };
  await expect.poll(ready, { timeout: 15_000 }).toEqual([200, 0]);
  await road.upstream.close();
  await expect.poll(ready, { timeout: 15_000 }).toEqual([503, 1]);
  expect((await road.call('/healthz')).status).toBe(200);
});

interface Line {
  readonly name: string;
  readonly state: string;
  readonly reason: string | null;
}

it('without containers, hosts, clusters or any program to ask, every provider says so in a line, and nothing else fails', async () => {
  const upstream = await startDemoUpstream();
  try {
    const nowhere = {
      PATH: '/nowhere',
      DOCKER_HOST: 'unix:///nowhere/docker.sock',
      KUBECONFIG: '/nowhere/config',
    };
    const env = {
      ...nowhere,
      CONTAINER_HOST: 'unix:///nowhere/podman.sock',
      XDG_RUNTIME_DIR: '/nowhere',
      HOME: '/nowhere',
    };
    await using bare = await startProcess({ upstream: upstream.url, env });
    const ready = async () => (await bare.call('/readyz')).body as { ok: boolean; providers: Line[] };
    const looked = async () => {
      const { ok, providers } = await ready();
      return {
        ok,
        quiet: providers.filter(({ state, reason }) => state !== 'well' && !reason).map(({ name }) => name),
      };
    };
    const waiting = async () =>
      (await ready()).providers.filter(({ state }) => state === 'not looked at yet').length;
    await expect.poll(waiting, { timeout: 60_000 }).toBe(0);
    await expect.poll(looked, { timeout: 60_000 }).toEqual({ ok: true, quiet: [] });
    const { providers } = await ready();
    const stateOf = Object.fromEntries(providers.map(({ name, state }) => [name, state]));
    expect(stateOf).toMatchObject({
      host: 'well',
      ollama: 'well',
      ssh: 'off',
      proxmox: 'off',
      kubernetes: 'off',
    });
    expect(Object.keys(stateOf)).toHaveLength(6);
    expect(Object.values(stateOf).filter((state) => state !== 'well')).toHaveLength(4);
    const host = providers.find(({ name }) => name === 'host');
    expect(host?.reason).toContain('No GPU');
    for (const { reason } of providers) expect(reason ?? '').not.toContain('\n');
    const seen = await bare.operator('/api/ai/resources');
    expect(seen.status).toBe(200);
    await bare.tell(['gnommoweb -isa repo']);
    expect(String((await bare.operator('/metrics')).body)).toContain(
      'festinger_provider_up{provider="host"} 1',
    );
    expect((await bare.operator('/api/console/files/verify', { method: 'POST' })).body).toMatchObject({
      data: { ok: true },
    });
  } finally {
    await upstream.close();
  }
});
