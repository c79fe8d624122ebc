// Promise: a brief is a trace with its stretches and its calls of a model, at the collector of its profile, and holds no text; a collector that is gone changes nothing.
import { expect, it } from 'vitest';
import { ARRANGED } from '../../advisory/brief/testing/answers.ts';
import { briefedCore, wordedBy } from '../../advisory/outputs/testing/briefed-core.ts';
import { startScriptedServer } from '../../llm/testing/scripted-server.ts';
import { startCollector } from '../../telemetry/testing/collector.ts';

const KEY = 'CVE-2026-1000';

it('a brief arrives as a trace without a word of prompt or answer', async () => {
  await using collector = await startCollector();
  const server = await startScriptedServer({ wire: 'ollama' });
  server.otherwise(() => ({ text: ARRANGED, usage: { in: 321, out: 45 } }));
  const config = {
    ...JSON.parse(wordedBy(server)),
    profiles: { 'fips-local': { telemetry_endpoint: `${collector.url}/` } },
  };
  await using core = await briefedCore({ config: JSON.stringify(config) });
  expect((await core.brief('summary', { advisoryKey: KEY })).status).toBe(200);
  const root = await collector.has('brief summary');
  expect(root.parentSpanId ?? '').toBe('');
  expect(root.attributes).toEqual({ 'festinger.profile': 'fips-local', 'festinger.brief.task': 'summary' });
  const children = collector.spans.filter(({ parentSpanId }) => parentSpanId === root.spanId);
  expect(children.map(({ name }) => name)).toEqual([
    'retrieval',
    'prompt',
    'inference',
    'validation',
    'cache_write',
  ]);
  expect(new Set(collector.spans.map(({ traceId }) => traceId)).size).toBe(1);
  const call = await collector.has('chat scripted');
  expect(call.parentSpanId).toBe(children.find(({ name }) => name === 'inference')?.spanId);
  expect(call.kind).toBe(3);
  expect(call.attributes).toMatchObject({
    'gen_ai.operation.name': 'chat',
    'gen_ai.provider.name': 'ollama',
    'gen_ai.request.model': 'scripted',
    'gen_ai.response.model': 'scripted',
    'gen_ai.usage.input_tokens': 321,
    'gen_ai.usage.output_tokens': 45,
    'festinger.purpose': 'brief',
  });
  // Neither the advisory nor what a model said of it.
  for (const text of [KEY, 'left-pad', '"order"', 'source id']) expect(collector.bytes()).not.toContain(text);
  expect(collector.spans.flatMap(({ events }) => events)).toEqual([]);
  await server.close();
}, 60_000);

it('a call that fails says how', async () => {
  await using collector = await startCollector();
  const server = await startScriptedServer({ wire: 'openai' });
  server.otherwise(() => ({ fail: 429 }));
  const config = {
    ...JSON.parse(wordedBy(server)),
    profiles: { 'fips-local': { telemetry_endpoint: collector.url } },
  };
  await using core = await briefedCore({ config: JSON.stringify(config) });
  const { body } = await core.brief('summary', { advisoryKey: KEY });
  expect(body.data?.inference.fallback_reason).toBe('rate_limited');
  const call = await collector.has('chat scripted');
  expect([call.status.code, call.attributes['error.type']]).toEqual([2, 'rate_limited']);
  await server.close();
}, 60_000);

it('a collector that is gone changes nothing but what is counted', async () => {
  const collector = await startCollector();
  await collector[Symbol.asyncDispose]();
  const config = { profiles: { 'fips-local': { telemetry_endpoint: collector.url } } };
  await using core = await briefedCore({ config: JSON.stringify(config) });
  expect((await core.brief('summary', { advisoryKey: KEY })).status).toBe(200);
  await expect
    .poll(async () => (await core.test.call('/metrics')).body as string, { timeout: 10_000 })
    .toMatch(/festinger_spans_total\{outcome="dropped"\} [1-9]/);
}, 60_000);
