// Promises of the demo's scripted model as the assistant's: over each wire format it looks, asks, acts once after a yes, and answers with what the tools
// told; it says what was denied and what it does not understand. Nothing is scripted by the test: the model's own rules answer.
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Approval } from '../../shared/model/approval.ts';
import type { Resource } from '../../shared/model/resource.ts';
import { assistantRoad, type Played, type Road, WIRES } from './testing/assistant-road.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const madeIn = ({ tools }: Played) =>
  tools.map(({ tool, arguments: given }) => `${tool} ${given.action ?? ''}`.trim());
const writesIn = ({ tools }: Played) => tools.filter(({ tool }) => tool === 'control');

describe.each(WIRES)('the demo over %s', (wire) => {
  let road: Road;
  beforeAll(async () => {
    road = await assistantRoad({ wire, demo: 'bare' });
  });
  afterAll(() => road[Symbol.asyncDispose]());

  it('restarts jellyfin: looked up first, asked, done once, proven, told with what was seen', async () => {
    const underWay = await road.begin('Jellyfin stutters since this morning. Restart jellyfin, please.');
    const { resource_id: id, command } = await road.asked(underWay.sessionId);
    expect(command).toBe('docker restart jellyfin');
    await road.approve(underWay.sessionId);
    const played = await underWay.played();
    expect(madeIn(played)[0]).toBe('query get');
    expect(writesIn(played)).toHaveLength(1);
    const [write] = writesIn(played);
    const { verification } = (write?.result ?? {}) as { verification: { ok: boolean; evidence: string } };
    expect(verification).toMatchObject({ ok: true, evidence: expect.stringContaining('started anew') });
    expect(played.answer).toContain('I have restarted **jellyfin**, and it is proven');
    expect(played.answer).toContain(verification.evidence);
    expect(played.done).toMatchObject({ reason: 'answer', unverified: [] });
    expect(played.done.input_tokens).toBeGreaterThan(100);
    const { approvals } = await road.get<{ approvals: Approval[] }>(
      `/approvals?session_id=${underWay.sessionId}`,
    );
    expect(approvals.map(({ status }) => status)).toEqual(['approved']);
    const { resources } = await road.get<{ resources: Resource[] }>('/resources?kind=docker_container');
    expect(resources.find((one) => one.id === id)?.detail).toMatch(/^up \d+ s,/);
  });

  it('reads what was asked about at once, and says it with its numbers', async () => {
    const played = await road.say('Why is paperless slow?');
    expect(new Set(played.tools.map(({ turn }) => turn))).toEqual(new Set([1]));
    expect(madeIn(played)).toEqual(expect.arrayContaining(['query get', 'metrics summary', 'read logs']));
    expect(played.answer).toContain('hit its time limit (900 s)');
    expect(played.answer).toContain('**paperless** is running');
    expect(writesIn(played)).toEqual([]);
  });

  it('asks for two writes where two are wanted, and says of a denied one that it was', async () => {
    const underWay = await road.begin('Stop caddy and paperless.');
    await road.deny(underWay.sessionId, 'the web server stays');
    await road.approve(underWay.sessionId);
    const played = await underWay.played();
    expect(writesIn(played).map(({ arguments: given }) => given.action)).toEqual(['stop', 'stop']);
    expect(played.answer).toContain(
      'You denied the stop of **caddy**: the web server stays. Nothing was done.',
    );
    expect(played.answer).toContain('I have stopped **paperless**');
    const back = await road.begin('Start it again.', { session_id: underWay.sessionId });
    await road.approve(underWay.sessionId);
    expect((await back.played()).answer).toContain('I have started **paperless**');
  });

  it('names what there is where a name means nothing, and what it can do where it understands nothing', async () => {
    const played = await road.say('Restart jelyfin.');
    expect(writesIn(played)).toEqual([]);
    expect(played.answer).toContain('Nothing here is called “jelyfin”. There is jellyfin');
    const other = await road.say('Tell me a joke, my dear.');
    expect(other.tools).toEqual([]);
    expect(other.answer).toContain('I am the scripted model of this demo');
  });

  it('asks the shared memory what it remembers, and what contradicts itself', async () => {
    const played = await road.say('What do you remember about gnommoweb? Which contradictions are there?');
    expect(madeIn(played)).toEqual(
      expect.arrayContaining(['graph_query recall', 'graph_query edges', 'graph_query conflicts']),
    );
    expect(played.answer).toContain('[runs-on] ramanujan');
    expect(played.answer).toMatch(/\d+ contradictions wait for a decision/);
  });
});
