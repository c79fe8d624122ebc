// A request row for tests, complete by the contract; each test changes what it is about.
import type { TrafficRow } from '../../../../shared/model/traffic.ts';

export function trafficRow(part: Partial<TrafficRow> & { id: string }): TrafficRow {
  return {
    at: 0,
    state: 'done',
    phase: 'over',
    method: 'POST',
    path: '/api/chat',
    route: 'chat',
    client: 'coder-7',
    project: 'default',
    conversation: 'c_1',
    model: 'qwen3:8b',
    upstream: 'http://127.0.0.1:11434',
    status: 200,
    error: null,
    streamed: true,
    reason: 'injected',
    recalledConcepts: 2,
    promptCut: null,
    leftOut: [],
    injectedBytes: 120,
    prefixBytes: 0,
    requestBytes: 1000,
    responseBytes: 500,
    timings: { addedMs: 0.2, queuedMs: 0, firstByteMs: 100, totalMs: 900 },
    usage: { promptTokens: 250, completionTokens: 40, promptEvalNs: 8e7, evalNs: 8e8 },
    loop: null,
    local: false,
    pinned: false,
    ...part,
  };
}
