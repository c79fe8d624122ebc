// Promise: every counter of the assistant moves when what it counts happens, as /metrics tells it; and a command on a host, while the session is about a
// container in a guest on it, is sent to the container, however deep that lies. The demo's things are acted on, the model is scripted.
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Resource } from '../../../shared/model/resource.ts';
import {
  assistantRoad,
  calls,
  type Played,
  type Road,
  says,
  WIRES,
} from '../../core/testing/assistant-road.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const codes = ({ tools }: Played) => tools.map(({ error }) => error?.code ?? 'ok');

async function ids(road: Road) {
  const { resources } = await road.get<{ resources: Resource[] }>('/resources');
  const id = (kind: Resource['kind'], name: string) =>
    resources.find((one) => one.kind === kind && one.name === name)?.id ?? `no ${kind} ${name}`;
  return {
    ...{ node: id('node', 'pve1'), lxc: id('lxc', 'media') },
    ...{ jellyfin: id('docker_container', 'jellyfin'), paperless: id('docker_container', 'paperless') },
  };
}

describe.each(WIRES)('over %s', (wire) => {
  let road: Road;
  beforeAll(async () => {
    road = await assistantRoad({ wire, demo: 'bare', by: 'script' });
  });
  afterAll(() => road[Symbol.asyncDispose]());

  it.each(['lxc', 'node'] as const)(
    'a command on the %s, while a container in the LXC is meant, is refused, and goes through on the container',
    async (outer) => {
      const known = await ids(road);
      const run = (resource: string) => ['read', { action: 'run', resource, command: 'ls /config' }] as const;
      road.script(
        calls(['query', { action: 'get', resource: known.jellyfin }]),
        calls(run(known[outer])),
        calls(run(known.jellyfin)),
        says('I looked into the container.'),
      );
      const played = await road.say('What does it have in its configuration?');
      expect(codes(played)).toEqual(['ok', 'ROUTING_MISMATCH', 'ok']);
      expect(played.tools[1]?.error?.details).toMatchObject({
        ...{ target_resource_id: known.jellyfin, more_specific_resources: ['jellyfin'] },
        ...{ target_kind: outer, child_kind: 'docker_container', auto_recoverable: true },
      });
      expect(road.sent.at(-2)?.text, 'the model is told where to go').toContain(known.jellyfin);
    },
  );
});

it('every counter moves', async () => {
  await using road = await assistantRoad({ wire: 'ollama', demo: 'bare', by: 'script' });
  const { jellyfin, paperless, lxc } = await ids(road);
  const COUNTERS = [
    ...['agentic_iterations', 'fsm_tool_block', 'fsm_final_block', 'strict_resolution_block'],
    ...['routing_mismatch_block', 'phantom_detected', 'auto_recovery_attempt', 'auto_recovery_success'],
    ...['dropped_calls', 'loop_block', 'knowledge_served', 'markup_removed', 'text_calls', 'runs'],
  ];
  const counted = async () =>
    Object.fromEntries(
      await Promise.all(
        COUNTERS.map(async (name) => [name, await road.counted(`festinger_ai_${name}_total`)] as const),
      ),
    );
  const before = await counted();
  const get = (resource: string) => ['query', { action: 'get', resource }] as const;
  const restart = (resource: string) => ['control', { resource, action: 'restart' }] as const;
  // Undiscovered, then found; known already; a host in the place of a container, then that; a loop.
  const ls = (resource: string) => ['read', { action: 'run', resource, command: 'ls /config' }] as const;
  const logs = ['read', { action: 'logs', resource: jellyfin, lines: 5 }] as const;
  road.script(
    calls(restart(jellyfin)),
    calls(get(jellyfin)),
    calls(get(jellyfin)),
    calls(ls(lxc)),
    calls(ls(jellyfin)),
    ...[1, 2, 3, 4].map(() => calls(logs)),
    calls(restart(jellyfin)),
    says('It was restarted.<｜end▁of▁thinking｜>'),
  );
  const run = await road.begin('Restart it');
  await road.approve(run.sessionId);
  await run.played();
  // Claims what nothing was done for.
  road.script(says('I have restarted jellyfin.'));
  await road.say('Restart jellyfin again');
  // A call as text; a write that is not proven, an answer and another write on top of it.
  road.script(
    says('{"name": "query", "arguments": {"action": "list", "limit": 200}}'),
    calls(['run_command', { resource: jellyfin, command: 'touch /config/x', timeout_s: 5 }]),
    calls(restart(paperless)),
    says('Done.'),
    calls(get(jellyfin)),
    says('It is there.'),
  );
  const second = await road.begin('Touch it');
  const { approval_id, plan_hash } = await road.asked(second.sessionId);
  await road.post(`/approvals/${approval_id}/approve`, { plan_hash, typed_name: 'jellyfin' });
  await second.played();
  // A call in the turn of words alone.
  road.script(...Array.from({ length: 20 }, (_, n) => calls(['query', { action: 'search', text: `x${n}` }])));
  await road.say('Never stop');

  const after = await counted();
  for (const name of COUNTERS) expect(after[name], name).toBeGreaterThan(before[name] ?? 0);
});
