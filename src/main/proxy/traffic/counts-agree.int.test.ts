// Promise: what /metrics counts of a prompt is what its row in Traffic says of it.
import { describe, expect, it } from 'vitest';
import { post, type RigOptions, startRig } from '../testing/rig.ts';

const user = (content: string) => ({ role: 'user', content });
const looping = [
  user('list the files'),
  ...Array.from({ length: 7 }, () => [
    { role: 'assistant', content: '{"tool_name":"ls","tool_args":{}}' },
    user('{"tool_name":"ls","tool_result":"denied"}'),
  ]).flat(),
];

/** Sends one prompt; what was counted of it, and its row. */
async function counted(messages: object[], options: RigOptions = {}) {
  const told: { reason: string; ms: number }[] = [];
  const metrics = {
    enriched: (_route: string, reason: string, ms: number) => void told.push({ reason, ms }),
  };
  await using rig = await startRig({ ...options, metrics });
  await post(`${rig.url}/api/chat`, JSON.stringify({ model: 'm', stream: false, messages }));
  const row = await rig.finished();
  return { told, row };
}

describe('a prompt is counted by what became of it', () => {
  it('where the breaker answered', async () => {
    const { told, row } = await counted(looping);
    expect(row.reason).toBe('broken_loop');
    expect(told.map(({ reason }) => reason)).toEqual([row.reason]);
  });

  it("where the model's own SYSTEM could not be read, so that nothing went in", async () => {
    const { told, row } = await counted([user('what is gnommoweb')], {
      show: (_req, res) => void res.writeHead(500).end(),
    });
    expect(row.injectedBytes).toBe(0);
    expect(told.map(({ reason }) => reason)).toEqual([row.reason]);
  });

  it('with all the time it was held up', async () => {
    const { told, row } = await counted([user('what is gnommoweb')], {
      show: (_req, res) => void setTimeout(() => res.end('{"system":"S"}'), 100),
    });
    expect(row.timings.addedMs).toBeGreaterThan(90);
    expect(told.reduce((sum, { ms }) => sum + ms, 0)).toBeCloseTo(row.timings.addedMs, 3);
  });
});
