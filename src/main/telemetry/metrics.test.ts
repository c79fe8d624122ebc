// Promises: what monitoring scrapes is well-formed, says what happened, and grows no label that a caller can choose; the
// dashboard asks for nothing that is not there.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { APPROVAL_STATUSES, EXECUTION_STATES } from '../../shared/model/approval.ts';
import { LOOP_RULES, MITIGATIONS } from '../../shared/model/loop.ts';
import { RESOURCE_KINDS } from '../../shared/model/resource.ts';
import { REQUEST_PHASES, REQUEST_STATES, ROUTE_KINDS, type TrafficRow } from '../../shared/model/traffic.ts';
import { fc, runs } from '../../shared/testing/campaign.ts';
import { createMetrics, type Metrics } from './metrics.ts';

const opened: Metrics[] = [];
afterEach(() => {
  for (const metrics of opened.splice(0)) metrics.close();
});

function open(): Metrics {
  const sources = {
    ...{ concepts: () => 3, edges: () => 2, conflictsPending: () => 1, jobs: () => ({ ask: { held: 1 } }) },
    ...{ approvalsPending: () => 2, resources: () => ({ docker_container: 3 }) },
    providers: () => [
      { name: 'host' as const, state: 'well' as const, lookedAt: 1 },
      { name: 'ssh' as const, state: 'off' as const, lookedAt: 1 },
      { name: 'ollama' as const, state: 'well' as const, lookedAt: null },
    ],
    ...{ upstreams: () => [], queueWaiting: () => 0, heldBytes: () => 0, databaseUp: () => true },
  };
  const metrics = createMetrics();
  metrics.follow(sources);
  opened.push(metrics);
  return metrics;
}

const row = (more: Partial<TrafficRow> = {}): TrafficRow => ({
  ...{ id: 'r', at: 0, state: 'done', phase: 'over', method: 'POST', path: '/api/chat', route: 'chat' },
  ...{ client: 'c', project: 'default', conversation: null, model: 'm', upstream: 'u', status: 200 },
  ...{ error: null, streamed: true, reason: 'injected', recalledConcepts: 2, injectedBytes: 100 },
  ...{
    prefixBytes: 700,
    promptCut: null,
    leftOut: [],
    requestBytes: 900,
    responseBytes: 20,
    loop: null,
    local: false,
    pinned: false,
  },
  timings: { addedMs: 0.5, queuedMs: 0, firstByteMs: 200, totalMs: 2000 },
  usage: { promptTokens: 250, completionTokens: 40, promptEvalNs: 1e9, evalNs: 2e9 },
  ...more,
});

interface Sample {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

/** Numbers are written in any case: the library says `Nan`, and Prometheus reads it. */
const SAMPLE = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (nan|[+-]inf|[-+0-9.e]+)$/i;
const LABEL = /([a-zA-Z_]\w*)="((?:[^"\\]|\\.)*)"(?:,|$)/g;

/** Reads the text format 0.0.4; throws on a line that is none of it. */
function parse(text: string): Sample[] {
  const samples: Sample[] = [];
  for (const line of text.split('\n')) {
    if (line === '' || /^# (HELP|TYPE) [a-zA-Z_:][\w:]* .+$/.test(line)) continue;
    const [, name = '', inner = '', value = ''] = SAMPLE.exec(line) ?? [];
    if (name === '') throw new Error(`not in the exposition format: ${line}`);
    const labels = Object.fromEntries([...inner.matchAll(LABEL)].map(([, key, text]) => [key, text]));
    samples.push({ name, labels, value: Number(value.replace('Inf', 'Infinity')) });
  }
  return samples;
}

const scrape = async (metrics: Metrics) => parse((await metrics.render()).body);

async function total(metrics: Metrics, name: string, labels: Record<string, string> = {}): Promise<number> {
  const found = (await scrape(metrics)).filter(
    (sample) =>
      sample.name === name && Object.entries(labels).every(([key, text]) => sample.labels[key] === text),
  );
  return found.reduce((sum, { value }) => sum + value, 0);
}

describe('a request that is over', () => {
  it('is counted with its times, tokens and bytes', async () => {
    const metrics = open();
    metrics.proxy.requestStarted('chat');
    metrics.proxy.requestFinished(row());
    const read = (name: string, labels = {}) => total(metrics, `festinger_${name}`, labels);
    expect(await read('requests_total', { route: 'chat', state: 'done', end: 'answered' })).toBe(1);
    expect(await read('requests_running', { route: 'chat' })).toBe(0);
    expect(await read('first_byte_seconds_sum', { route: 'chat' })).toBeCloseTo(0.2);
    expect(await read('request_seconds_sum', { route: 'chat' })).toBeCloseTo(2);
    expect(await read('prefill_seconds_sum')).toBeCloseTo(1);
    expect(await read('tokens_per_second_sum')).toBeCloseTo(20);
    expect(await read('tokens_total', { direction: 'in' })).toBe(250);
    expect(await read('tokens_total', { direction: 'out' })).toBe(40);
    expect(await read('prompt_bytes_total')).toBe(1000);
    expect(await read('prefix_kept_bytes_total')).toBe(700);
    expect(await read('injected_bytes_total')).toBe(100);
    expect(await read('injected_tokens_total')).toBe(25);
    expect(await read('recalled_concepts_total')).toBe(2);
  });

  it('beside it stand what is asked of the hands and comes of it, each from the first scrape on', async () => {
    const metrics = open();
    metrics.hands.approval('denied');
    metrics.hands.execution('done');
    const read = (name: string, labels = {}) => total(metrics, `festinger_${name}`, labels);
    expect(await read('approvals_pending')).toBe(2);
    expect(await read('approvals_total')).toBe(1);
    expect(await read('approvals_total', { status: 'denied' })).toBe(1);
    expect(await read('executions_total', { state: 'done' })).toBe(1);
    expect(await read('resources', { kind: 'docker_container' })).toBe(3);
    const providers = (await scrape(metrics)).filter(({ name }) => name === 'festinger_provider_up');
    expect(providers.map(({ labels }) => labels.provider)).toEqual(['host']);
    const states = (await scrape(metrics)).filter(({ name }) => name === 'festinger_executions_total');
    expect(states).toHaveLength(5);
  });

  it.each([
    [{ state: 'failed', status: 404 }, 'refused_4xx'],
    [{ state: 'failed', status: 503 }, 'refused_5xx'],
    [{ state: 'failed', status: null }, 'unreachable'],
    [{ state: 'failed', status: 200 }, 'broken_off'],
    [{ state: 'aborted', phase: 'queued' }, 'client_left'],
    [{ state: 'done', local: true }, 'answered_here'],
  ] as const)('%o ended as %s', async (part, end) => {
    const metrics = open();
    metrics.proxy.requestFinished(row(part));
    expect(await total(metrics, 'festinger_requests_total', { end })).toBe(1);
  });

  it('counts no bytes of a prompt that no model was given', async () => {
    const metrics = open();
    metrics.proxy.requestFinished(row({ local: true, upstream: '', reason: 'broken_loop' }));
    metrics.proxy.requestFinished(row({ state: 'aborted', phase: 'queued', upstream: '' }));
    expect(await total(metrics, 'festinger_prompt_bytes_total')).toBe(0);
    expect(await total(metrics, 'festinger_prefix_kept_bytes_total')).toBe(0);
  });

  it('says in which phase its client left, and what a loop came to', async () => {
    const metrics = open();
    metrics.proxy.requestFinished(row({ state: 'aborted', phase: 'prefill' }));
    const loop = { rule: 'cycle', level: 5, subject: 's', applied: ['feedback', 'break'] } as const;
    metrics.proxy.requestFinished(row({ local: true, loop: { ...loop, applied: [...loop.applied] } }));
    expect(await total(metrics, 'festinger_aborts_total', { phase: 'prefill' })).toBe(1);
    expect(await total(metrics, 'festinger_loops_total', { rule: 'cycle', level: '5' })).toBe(1);
    expect(await total(metrics, 'festinger_mitigations_total')).toBe(2);
    expect(await total(metrics, 'festinger_local_answers_total')).toBe(1);
  });
});

it('grows no label that a caller can choose, whatever is asked', async () => {
  const words = fc.string({ maxLength: 30, unit: 'grapheme' });
  const rows = fc.record({
    ...{ client: words, project: words, model: words, path: words, method: words, upstream: words },
    ...{ conversation: words, error: words, id: words },
    route: fc.constantFrom(...ROUTE_KINDS),
    state: fc.constantFrom(...REQUEST_STATES),
    phase: fc.constantFrom(...REQUEST_PHASES),
    status: fc.option(fc.integer({ min: 100, max: 999 })),
    local: fc.boolean(),
    loop: fc.option(
      fc.record({
        rule: fc.constantFrom(...LOOP_RULES),
        level: fc.integer({ min: -10, max: 1000 }),
        subject: words,
        applied: fc.subarray([...MITIGATIONS]),
      }),
    ),
  });
  const metrics = open();
  fc.assert(
    fc.property(rows, (part) => {
      metrics.proxy.requestFinished(row(part));
    }),
    { numRuns: runs(2000) },
  );
  const samples = await scrape(metrics);
  const values = new Map<string, Set<string>>();
  for (const { labels } of samples) {
    for (const [key, text] of Object.entries(labels))
      values.set(key, (values.get(key) ?? new Set()).add(text));
  }
  const allowed: Record<string, readonly string[]> = {
    route: ROUTE_KINDS,
    state: [...REQUEST_STATES, ...EXECUTION_STATES],
    status: [...APPROVAL_STATUSES, 'held'],
    provider: ['host'],
    phase: REQUEST_PHASES,
    rule: LOOP_RULES,
    kind: [...MITIGATIONS, ...RESOURCE_KINDS, 'ask', 'scavenge', 'minor', 'major', 'incremental', 'weakcb'],
    level: ['1', '2', '3', '4', '5'],
  };
  for (const [key, known] of Object.entries(allowed)) {
    expect(known, key).toEqual(expect.arrayContaining([...(values.get(key) ?? [])]));
  }
  const ours = samples.filter(({ name }) => !/^festinger_(nodejs|process)_/.test(name));
  expect(ours.length).toBeLessThan(800);
});

it('the dashboard asks only for metrics that are there', async () => {
  const metrics = open();
  metrics.proxy.requestStarted('chat');
  metrics.proxy.requestFinished(
    row({ loop: { rule: 'cycle', level: 1, subject: '', applied: ['feedback'] } }),
  );
  const body = (await metrics.render()).body;
  const declared = [...body.matchAll(/^# TYPE (\S+) (\S+)$/gm)];
  const there = new Set(
    declared.flatMap(([, name = '', type]) =>
      type === 'histogram' || type === 'summary'
        ? [`${name}_bucket`, `${name}_sum`, `${name}_count`]
        : [name],
    ),
  );
  const file = join(import.meta.dirname, '..', '..', '..', 'resources', 'grafana', 'festinger.json');
  const asked = new Set(readFileSync(file, 'utf8').match(/festinger_\w+/g));
  expect(asked.size).toBeGreaterThan(20);
  expect([...asked].filter((name) => !there.has(name))).toEqual([]);
});
