// Promises: through HTTP, in all three wire formats, an operator asks for an update, sees what changes, approves it, and it is done, or is rolled back by itself
// and told so; what was updated is undone by the card's own way back. Against Podman and a registry on loopback.
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Approval } from '../../../shared/model/approval.ts';
import { assistantRoad, calls, type Road, says, WIRES } from '../../core/testing/assistant-road.ts';
import { imageArchive, type TestEngine } from '../../infra/testing/container-engine.ts';
import { startPodman } from '../../infra/testing/podman.ts';
import { type RegistryDouble, startRegistry } from '../../infra/testing/registry-double.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

declare module 'vitest' {
  interface TaskMeta {
    skipReason?: string;
  }
}

let engine: TestEngine;
let registry: RegistryDouble;
let missing: string | null = 'not started';

beforeAll(async () => {
  const started = await startPodman();
  if ('missing' in started) {
    missing = started.missing;
    return;
  }
  missing = null;
  engine = started;
  registry = await startRegistry(readFileSync(imageArchive(engine.dir)));
});
afterAll(async () => {
  if (missing !== null) return;
  await engine[Symbol.asyncDispose]();
  await registry[Symbol.asyncDispose]();
});
beforeEach((context) => {
  if (missing === null) return;
  context.task.meta.skipReason = missing;
  context.skip(missing);
});

const publish = (repository: string, version: string, check: string) =>
  registry.publish(repository, '1', {
    config: {
      Env: ['PATH=/bin', `VERSION=${version}`],
      Cmd: ['sh', '-c', 'trap "exit 0" TERM; while true; do sleep 0.1; done'],
      Healthcheck: { Test: ['CMD-SHELL', check], Interval: 1e8, Timeout: 5e9, Retries: 2 },
    },
  });

describe.each(WIRES)('over %s', (wire) => {
  let road: Road;
  beforeAll(async () => {
    if (missing !== null) return;
    const config = `providers: { containers: [{ name: podman, socket: ${engine.socket} }] }`;
    road = await assistantRoad({ wire, config });
  });
  afterAll(async () => {
    if (missing === null) await road[Symbol.asyncDispose]();
  });
  const console = async (path: string, body?: object): Promise<unknown> => {
    const init = body && {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    };
    const answer = (await road.test.operator(`/api/console${path}`, init)).body as {
      ok: boolean;
      data: unknown;
    };
    if (!answer.ok) throw new Error(`${path}: ${JSON.stringify(answer)}`);
    return answer.data;
  };
  /** The newest of a session, once it is over. */
  const cardOf = async (session: string): Promise<Approval> => {
    let card: Approval | undefined;
    const isOver = async () => {
      const { approvals } = (await console(`/approvals?session=${session}`)) as { approvals: Approval[] };
      card = approvals[0];
      return card?.execution && card.execution.state !== 'started';
    };
    await expect.poll(isOver, { timeout: 60_000 }).toBe(true);
    return card as Approval;
  };

  it('an update that fails its health check is rolled back by itself, and one that passes stays', async () => {
    const name = `app-${wire}`;
    publish(name, '1', 'true');
    const image = `${registry.address}/${name}:1`;
    await engine.command('pull', image);
    const id = await engine.started(
      name,
      ['sh', '-c', 'trap "exit 0" TERM; while true; do sleep 0.1; done'],
      { Image: image },
    );
    publish(name, '2', 'echo no database; false');
    const inspect = () => engine.docker.getContainer(name).inspect();
    const update = async () => {
      road.script(
        calls(['docker', { action: 'list', kind: 'docker_container' }]),
        calls(['docker', { action: 'update', resource: name }]),
        calls(['docker', { action: 'inspect', resource: name }]),
        says('See above.'),
      );
      const run = await road.begin(`Update ${name}`);
      const { command } = await road.asked(run.sessionId);
      await road.approve(run.sessionId);
      const played = await run.played();
      return { command, played, card: await cardOf(run.sessionId) };
    };

    const failed = await update();
    expect(failed.command).toContain(`POST /containers/create?name=${name}-updating-${id.slice(0, 12)}`);
    expect(failed.card.plan.preview).toMatchObject({
      kind: 'diff',
      text: expect.stringContaining(`-image ${image}`),
    });
    expect(failed.card.execution).toMatchObject({ state: 'failed', verified: 'no' });
    expect(failed.card.execution?.summary).toContain(`its health check fails`);
    expect(failed.card.execution?.summary).toContain(`Rolled back: ${name} runs as before.`);
    expect(await inspect()).toMatchObject({ Id: id, State: { Running: true } });

    publish(name, '3', 'true');
    const { command, card, played } = await update();
    expect(command).toBe(failed.command);
    expect(card.execution).toMatchObject({ state: 'done', verified: 'yes' });
    expect(played.done.unverified).toEqual([]);
    const now = await inspect();
    expect([now.Id === id, now.Config.Env.includes('VERSION=3')]).toEqual([false, true]);

    // The card's own way back, which is asked for like anything else.
    const back = (await console(`/approvals/${card.id}/take-back`, {})) as Approval;
    expect(back.plan.description).toContain('Roll back the container');
    await road.post(`/approvals/${back.id}/approve`, { plan_hash: back.planHash });
    await expect.poll(async () => (await inspect()).Id, { timeout: 30_000 }).toBe(id);
    await expect.poll(async () => (await inspect()).State.Running).toBe(true);
  });
});
