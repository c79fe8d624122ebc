// Promise: the gate of knowledge answers a read whose every fact is fresh, and never one that has to look: while a write is unproven, of what was written
// in this run, of what was looked at before the operator asked, or when it is switched off.
import { describe, expect, it } from 'vitest';
import type { Resource } from '../../../../shared/model/resource.ts';
import { Knowledge } from '../../context/knowledge.ts';
import { toolNamed } from '../../tools/registry.ts';
import { UNBEGUN, type Unproven } from '../fsm.ts';
import type { CallOnItsWay, GateRun, Parsed } from './gate.ts';
import { knowledge as gate, knowableCall } from './knowledge.ts';

const ID = 'docker_container:media:web';
const DATA = '{"resource":{"state":"running"}}';
const UNPROVEN: Unproven = {
  ...{ approvalId: 'a', resourceId: 'x', resourceName: 'x', within: [], what: 'Restart x', removes: false },
};

function run(more: Partial<GateRun> = {}): GateRun {
  const known = new Knowledge();
  const knowable = knowableCall(GET() as Parsed);
  if (!knowable) throw new Error('a call that cannot be known');
  known.keepResult(knowable, { callId: 'c', data: DATA, about: ID, within: [], observedAt: 0 });
  const parts = {
    knowledge: known,
    askedAt: 0,
    fsm: UNBEGUN,
    written: new Set(),
    now: () => 5000,
    ...more,
  };
  return parts as unknown as GateRun;
}

function call(named: string, given: Record<string, unknown>, kind = 'resolve'): CallOnItsWay {
  const tool = toolNamed(named);
  if (!tool) throw new Error(named);
  const parsed = { tool, args: tool.schema.parse(given), kind } as unknown as NonNullable<
    CallOnItsWay['parsed']
  >;
  return { id: 'c', tool: named, given, parsed, resource: { id: ID } as Resource };
}
const GET = () => call('query', { action: 'get', resource: 'web' });

describe('the gate of knowledge', () => {
  it('answers with what is known and how old it is, by whatever name the resource was called', async () => {
    expect(await gate.judge(GET(), run())).toEqual({
      answer: { text: `Already known (5 s ago): ${DATA}`, observedAt: 0 },
    });
  });

  it.each<[string, Partial<GateRun>]>([
    ['when it is switched off', { knowledge: null }],
    ['when the operator asked after it was looked at', { askedAt: 5001 }],
    ['while a write waits to be proven', { fsm: { ...UNBEGUN, unproven: [UNPROVEN] } }],
    ['of what was written in this run', { written: new Set([ID]) }],
    ['of what is stale', { now: () => 60_001 }],
  ])('lets it look %s', async (_why, more) => {
    expect(await gate.judge(GET(), run(more))).toBeUndefined();
  });

  it('lets a list, a log and a write pass', async () => {
    expect(await gate.judge(call('query', { action: 'list' }), run())).toBeUndefined();
    expect(await gate.judge(call('read', { action: 'logs', resource: ID }, 'read'), run())).toBeUndefined();
    expect(
      await gate.judge(call('control', { action: 'restart', resource: ID }, 'write'), run()),
    ).toBeUndefined();
  });
});
