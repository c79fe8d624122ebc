// What a proxied request leaves in the metrics once it is over. Every label comes from a closed list: names that callers
// choose (clients, models, paths, conversations) never become one. Source: proxy, Seeing it. Made by metrics.ts.
import { Counter, Histogram, type Registry } from 'prom-client';
import type { TrafficRow } from '../../shared/model/traffic.ts';

/** How a request ended, one word each. */
const ENDS = [
  'answered',
  'answered_here',
  'refused_4xx',
  'refused_5xx',
  'unreachable',
  'broken_off',
  'client_left',
] as const;
type End = (typeof ENDS)[number];

/** Bytes of a prompt that make up about one token, where the upstream counted none. */
const BYTES_PER_TOKEN = 4;
const MOST_LEVEL = 5;
const SLOW = [0.01, 0.05, 0.1, 0.5, 1, 5, 10, 30, 60, 300, 1800];

export function endOf(row: Pick<TrafficRow, 'state' | 'status' | 'local'>): End {
  if (row.state === 'aborted') return 'client_left';
  if (row.local) return 'answered_here';
  if (row.state !== 'failed') return 'answered';
  if (row.status === null) return 'unreachable';
  return row.status >= 500 ? 'refused_5xx' : row.status >= 400 ? 'refused_4xx' : 'broken_off';
}

/** @returns counts a request that is over */
export function requestMetrics(registry: Registry): (row: TrafficRow) => void {
  const registers = [registry];
  const counter = (name: string, help: string, ...labelNames: string[]) =>
    new Counter({ name: `festinger_${name}`, help, labelNames, registers });
  const histogram = (name: string, help: string, buckets: number[], ...labelNames: string[]) =>
    new Histogram({ name: `festinger_${name}`, help, buckets, labelNames, registers });

  const requests = counter('requests_total', 'Proxied requests that ended, by how', 'route', 'state', 'end');
  const aborts = counter('aborts_total', 'Requests whose client left, by what they were in', 'phase');
  const here = counter('local_answers_total', 'Requests answered here by the breaker');
  const firstByte = histogram('first_byte_seconds', 'Until the answer began', SLOW, 'route');
  const whole = histogram('request_seconds', 'From arrival to the end', SLOW, 'route');
  const prefill = histogram('prefill_seconds', 'Reading the prompt, as the upstream measured it', SLOW);
  const speed = histogram(
    'tokens_per_second',
    'Speed of writing, as the upstream measured it',
    [1, 2, 5, 10, 20, 40, 80, 160, 320, 640],
  );
  const tokens = counter('tokens_total', 'Tokens the upstreams read and wrote', 'direction');
  const promptBytes = counter('prompt_bytes_total', 'Bytes of prompts as they were forwarded');
  const prefixBytes = counter(
    'prefix_kept_bytes_total',
    'Bytes of prompts the same as in the request before',
  );
  const recalled = counter('recalled_concepts_total', 'Concepts put into prompts');
  const injected = counter('injected_bytes_total', 'Bytes put into prompts');
  const injectedTokens = counter(
    'injected_tokens_total',
    'Tokens put into prompts, estimated from their bytes',
  );
  const loops = counter('loops_total', 'Requests that were part of a loop', 'rule', 'level');
  const mitigations = counter('mitigations_total', 'What was done against loops', 'kind');

  function countUsage({ usage, injectedBytes, requestBytes }: TrafficRow): void {
    const { promptTokens, completionTokens, promptEvalNs, evalNs } = usage;
    if (promptTokens !== null) tokens.inc({ direction: 'in' }, promptTokens);
    if (completionTokens !== null) tokens.inc({ direction: 'out' }, completionTokens);
    if (promptEvalNs !== null) prefill.observe(promptEvalNs / 1e9);
    if (completionTokens && evalNs) speed.observe(completionTokens / (evalNs / 1e9));
    if (injectedBytes <= 0) return;
    injected.inc(injectedBytes);
    const perByte = promptTokens ? promptTokens / (requestBytes + injectedBytes) : 1 / BYTES_PER_TOKEN;
    injectedTokens.inc(Math.round(injectedBytes * perByte));
  }

  return (row) => {
    const { route, state, phase, timings, loop } = row;
    requests.inc({ route, state, end: endOf(row) });
    if (state === 'aborted') aborts.inc({ phase });
    if (row.local) here.inc();
    if (timings.firstByteMs !== null) firstByte.observe({ route }, timings.firstByteMs / 1000);
    if (timings.totalMs !== null) whole.observe({ route }, timings.totalMs / 1000);
    if (route === 'other') return;
    recalled.inc(row.recalledConcepts);
    if (!row.local && row.upstream !== '') {
      promptBytes.inc(row.requestBytes + row.injectedBytes);
      prefixBytes.inc(row.prefixBytes);
    }
    countUsage(row);
    if (loop === null) return;
    loops.inc({ rule: loop.rule, level: String(Math.min(MOST_LEVEL, Math.max(1, loop.level))) });
    for (const kind of loop.applied) mitigations.inc({ kind });
  };
}
