import { describe, expect, it } from 'vitest';
import { fc } from '../../../shared/testing/campaign.ts';
import type { EdgeRow } from '../../graph/types.ts';
import { START, TEST_DIALECTS } from '../../store/testing/temp-store.ts';
import { fact, tempMemory, told } from '../testing/temp-memory.ts';
import { confirmedEdge, isNotable, raisedConfidence } from './confirmation.ts';

const share = fc.double({ min: 0, max: 1, noNaN: true });
const DAY = 86_400_000;

describe('raisedConfidence', () => {
  it('never falls, never passes 1 and does not ask who spoke first', () => {
    fc.assert(
      fc.property(share, share, (a, b) => {
        const raised = raisedConfidence(a, b);
        expect(raised).toBeGreaterThanOrEqual(Math.max(a, b));
        expect(raised).toBeLessThanOrEqual(1);
        expect(raised).toBe(raisedConfidence(b, a));
      }),
    );
    expect(raisedConfidence(0.8, 0.65)).toBeCloseTo(0.865, 12);
    expect(raisedConfidence(0.5, 1)).toBe(1);
  });

  it('comes near 1 when the same is said again and again', () => {
    let confidence = 0.65;
    for (let i = 0; i < 20; i++) confidence = raisedConfidence(confidence, 0.65);
    expect(confidence).toBeGreaterThan(0.999);
  });
});

describe('confirmedEdge', () => {
  const edge: EdgeRow = {
    ...{
      edgeId: 1,
      project: 'p',
      concept: 1,
      parent: 2,
      dim: 3,
      isIsa: true,
      confidence: 0.6,
      lastConfirmed: 100,
    },
    ...{ source: 'inferred', doNotUse: true },
  };

  it('lifts the source to the more trusted, never lowers it, and never turns the time back', () => {
    const lifted = confirmedEdge(edge, { confidence: 1, source: 'operator', at: 200 });
    expect(lifted).toMatchObject({ source: 'operator', lastConfirmed: 200, confidence: 1, doNotUse: true });
    const later = confirmedEdge(lifted, { confidence: 0.1, source: 'cloud_llm', at: 50 });
    expect(later).toMatchObject({ source: 'operator', lastConfirmed: 200, confidence: 1 });
  });

  it('is worth an event on a new day, at a new tenth, and when someone more trusted speaks', () => {
    const again = (change: Partial<EdgeRow>) => isNotable(edge, { ...edge, ...change });
    expect(again({ confidence: 0.69, lastConfirmed: DAY - 1 })).toBe(false);
    expect(again({ confidence: 0.7 })).toBe(true);
    expect(again({ lastConfirmed: DAY })).toBe(true);
    expect(again({ source: 'gutask' })).toBe(true);
  });
});

describe.each(TEST_DIALECTS)('saying the same a thousand times on %s', (dialect) => {
  it('leaves a handful of events, the first and the latest provenance, and an up-to-date row', async () => {
    await using t = await tempMemory(dialect);
    const say = (i: number) =>
      t.memory.tell(
        'p',
        [fact('echo isa sound', 'type', 0.3)],
        told({ source: 'inferred', sentence: `no ${i}`, at: START + i }),
      );
    for (let i = 0; i < 200; i++) await say(i);
    await t.memory.tell(
      'p',
      Array.from({ length: 800 }, () => fact('echo isa sound', 'type', 0.3)),
      told({ source: 'inferred', sentence: 'many', at: START + 300 }),
    );
    const events = await t.store.reader
      .selectFrom('graph_event')
      .select('kind')
      .where('kind', '=', 'fact.confirmed')
      .execute();
    expect(events.length).toBeGreaterThan(3);
    expect(events.length).toBeLessThanOrEqual(10);
    const id = t.graph.conceptId('echo') ?? 0;
    const [edge] = await t.memory.read.edges(t.graph.edgesOf('p', id));
    expect(edge?.lastConfirmed).toBe(START + 300);
    expect(edge?.confidence).toBeGreaterThan(0.99);
    expect(edge?.provenance.map((entry) => entry.sentence)).toEqual([
      'no 0',
      ...Array.from({ length: 9 }, () => 'many'),
    ]);
    expect(await t.memory.verify()).toMatchObject({ ok: true });
  });
});
