// Promise: what was seen last counts when the time is over, and what starts and falls over is not called done.
import { describe, expect, it } from 'vitest';
import { AppError } from '../../../../shared/model/envelope.ts';
import type { Found } from './catalogue.ts';
import { containerResource } from './container-resource.ts';
import { ContainerInfo } from './shapes.ts';
import { verification } from './verify.ts';

/** @param started seconds past noon; null: it does not run */
function container(started: number | null): Found {
  const StartedAt = new Date(Date.UTC(2026, 10, 24, 12, 0, started ?? 0)).toISOString();
  const info = ContainerInfo.parse({
    ...{ Id: 'ab'.repeat(32), Name: '/web', Created: StartedAt, Image: 'cd'.repeat(32) },
    State: { Status: started === null ? 'exited' : 'running', ExitCode: 143, StartedAt },
    ...{ HostConfig: {}, Config: {} },
  });
  const resource = containerResource(info, {
    ...{ engine: 'docker', prefix: '', hasOthers: false, dockerCommand: null },
    host: 'box',
    address: '/s',
  });
  return { kind: 'docker_container', info, resource };
}

/** Verifies a restart of what had started at noon, of which these are seen one after another; the last looks take for ever. */
async function restart(seen: readonly (Found | null)[]) {
  const end = new AbortController();
  const next = seen.values();
  return verification(
    { resource: container(0).resource, action: 'restart', arguments: {} },
    {
      look: async () => {
        const { value, done } = next.next();
        if (!done) return value;
        end.abort();
        throw new AppError('CANCELLED', 'stopped');
      },
      named: async () => null,
      sameName: async () => null,
      wait: async () => undefined,
      pace: { againMs: 1, looks: 9, settleMs: 1 },
      effect: { changed: true },
    },
    end.signal,
  );
}

describe('a restart', () => {
  it('is proven once it runs since later, and still does a moment after', async () => {
    expect(await restart([container(0), container(null), container(5), container(5)])).toEqual({
      ok: true,
      evidence: 'running since 2026-11-24 12:00:05 UTC, before 2026-11-24 12:00:00 UTC',
    });
  });

  it('is not proven by what restarts again and again', async () => {
    const { ok, evidence } = await restart([container(5), container(6)]);
    expect(ok).toBe(false);
    expect(evidence).toContain('a moment later: running since 2026-11-24 12:00:06 UTC');
  });

  it('is what was seen last when the time is over', async () => {
    expect(await restart([container(0)])).toMatchObject({
      ok: false,
      evidence: expect.stringContaining('not started anew'),
    });
    expect(await restart([])).toEqual({ ok: false, evidence: 'the engine did not answer in time' });
    expect(await restart([null])).toEqual({ ok: false, evidence: 'web is gone' });
  });
});
