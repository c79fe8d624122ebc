// Promises: agents are counted for an hour, in bounded room whatever they call themselves; questions in a recollection are no
// recalled facts.
import { describe, expect, it } from 'vitest';
import type { TrafficRow } from '../../shared/model/traffic.ts';
import { ConceptGraph } from '../graph/columns/concept-graph.ts';
import { NO_USAGE } from '../proxy/exchange/response-tail.ts';
import { ManualClock } from '../proxy/pool/testing/manual-clock.ts';
import { TrafficLog } from '../proxy/traffic/traffic-log.ts';
import { MinuteSeries } from './minute-series.ts';
import { RecallCounter } from './recall-counter.ts';
import { followRequests } from './request-follower.ts';

const MINUTE = 60_000;

function start() {
  const time = { now: 0 };
  const traffic = new TrafficLog(() => ({ requests: 100, bytes: 1_000_000 }), {
    epoch: 'test',
    clock: new ManualClock(),
  });
  const series = new MinuteSeries();
  const followed = followRequests({
    ...{ traffic, series, graph: new ConceptGraph(), recalls: new RecallCounter(), onChange: () => {} },
    memory: { on: () => () => {} },
    clock: { now: () => time.now, monotonic: () => time.now },
  });
  const finish = (part: Partial<TrafficRow>) => {
    followed.started();
    followed.finished({
      ...{ id: 'r', at: time.now, state: 'done', phase: 'over', method: 'POST', path: '/api/chat' },
      ...{ route: 'chat', client: 'c', project: 'default', conversation: null, model: 'm', upstream: 'u' },
      ...{ status: 200, error: null, streamed: true, reason: 'nothing_to_recall', recalledConcepts: 0 },
      ...{
        injectedBytes: 0,
        promptCut: null,
        leftOut: [],
        prefixBytes: 0,
        requestBytes: 0,
        responseBytes: 0,
        usage: NO_USAGE,
        loop: null,
      },
      ...{
        timings: { addedMs: 0, queuedMs: 0, firstByteMs: null, totalMs: null },
        local: false,
        pinned: false,
      },
      ...part,
    });
  };
  return { time, traffic, series, followed, finish };
}

describe('agents', () => {
  it('are those whose requests ended in the last hour', () => {
    const { time, followed, finish } = start();
    finish({ client: 'a' });
    time.now = 40 * MINUTE;
    finish({ client: 'b' });
    finish({ client: 'b' });
    expect(followed.counts()).toEqual({ agents: 2, requestsRunning: 0 });
    time.now = 70 * MINUTE;
    expect(followed.counts().agents).toBe(1);
    finish({ client: 'a' });
    time.now = 101 * MINUTE;
    expect(followed.counts().agents).toBe(1);
  });

  it('take bounded room where each request comes under another name and nobody asks how many there are', () => {
    const { time, followed, finish } = start();
    for (let run = 0; run < 30_000; run++) finish({ client: `run-${run}` });
    expect(followed.counts().agents).toBeLessThanOrEqual(10_000);
    time.now = 61 * MINUTE;
    finish({ client: 'a' });
    expect(followed.counts().agents).toBe(1);
  });
});

it('counts as recalled facts the lines that hold facts, not the questions beside them', () => {
  const { traffic, series, finish } = start();
  const row = { id: 'x', reason: 'injected', recalledConcepts: 3 } as TrafficRow;
  traffic.begin(row);
  const line = { line: '- a isa b', concept: 'a', why: 'named_now', saliency: 1 } as const;
  traffic.setDetail('x', {
    ...{ asked: [], loop: null, diff: null, segments: null },
    lines: [
      { ...line, kind: 'edges', edgeIds: [1] },
      { ...line, kind: 'edges', edgeIds: [1] },
      { ...line, kind: 'zero_hit', edgeIds: [] },
    ],
  });
  finish({ id: 'x', reason: 'injected', recalledConcepts: 3 });
  expect(series.view('1h', 0).values.recalledFacts.at(-1)).toBe(2);
});
