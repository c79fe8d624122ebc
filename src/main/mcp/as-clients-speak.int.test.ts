// Promise: MCP is answered as clients speak it: with any Accept, `null` and empty texts for what may be left out, lists, numbers and
// objects written as text; and what could be read in two ways is refused as before. Source: proxy, Traps.
import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { report } from '../../shared/testing/report.ts';
import { startTestCore, type TestCore } from '../core/testing/start-test-core.ts';
import { asMcpHasIt, readArguments } from './given-arguments.ts';

let core: TestCore;
beforeAll(async () => {
  core = await startTestCore();
  await core.tell('speakweb -isa repo');
});
afterAll(() => core[Symbol.asyncDispose]());

const INITIALIZE = {
  ...{ jsonrpc: '2.0', id: 1, method: 'initialize' },
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'x', version: '1' } },
};

/** With exactly these headers: fetch would send an Accept of its own. */
async function post(body: object, headers: Record<string, string>) {
  const { hostname, port } = new URL(core.core.baseUrl);
  const { promise, resolve, reject } = Promise.withResolvers<{ status: number; said: string }>();
  const sent = request(
    {
      hostname,
      port,
      path: '/mcp',
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
    },
    (res) => {
      text(res).then((said) => resolve({ status: res.statusCode ?? 0, said }), reject);
    },
  );
  sent.on('error', reject).end(JSON.stringify(body));
  return promise;
}

interface ToolAnswer {
  readonly result?: { readonly isError?: boolean; readonly structuredContent: Record<string, unknown> };
}

async function called(name: string, args: unknown): Promise<NonNullable<ToolAnswer['result']>> {
  const call = { jsonrpc: '2.0', id: 2, method: 'tools/call', params: { name, arguments: args } };
  const { said } = await post(call, {});
  const { result } = JSON.parse(said) as ToolAnswer;
  if (!result) throw new Error(said);
  return result;
}

describe('any Accept', () => {
  it.each([
    [null],
    ['*/*'],
    ['application/json'],
    ['text/event-stream'],
    ['text/html'],
    ['application/*;q=0.5'],
    [''],
  ])('%s is answered in JSON', async (accept) => {
    const { status, said } = await post(INITIALIZE, accept === null ? {} : { accept });
    expect([status, JSON.parse(said).result.serverInfo.name]).toEqual([200, 'festinger']);
  });

  const reported = report<{ request: { body: object }; accept: (string | null)[] }>('mcp-accept');
  it.skipIf(!reported.given)(`of the report is answered${reported.note}`, async () => {
    for (const accept of reported.given?.accept ?? [])
      expect((await post(reported.given?.request.body ?? {}, accept === null ? {} : { accept })).status).toBe(
        200,
      );
  });
});

describe('arguments', () => {
  it.each([
    ['recall', { text: 'speakweb', project: null }, { known: true }],
    ['recall', { text: 'speakweb', project: '' }, { known: true }],
    ['recall', '{"text":"speakweb"}', { known: true }],
    ['list_conflicts', { search: null, limit: '5' }, { total: 0 }],
    ['list_conflicts', { search: '', limit: '' }, { total: 0 }],
    ['list_conflicts', null, { total: 0 }],
    ['list_conflicts', '', { total: 0 }],
    [
      'i_know_that',
      { facts: '["speakdb -isa database","speaknas -isa nas"]', retract: null },
      { learned: 2 },
    ],
    ['i_know_that', { facts: 'speakvm -isa vm', retract: '' }, { learned: 1 }],
    ['query', { action: 'list', kind: null }, {}],
  ])('of %s: %j', async (name, args, expected) => {
    const { isError = false, structuredContent } = await called(name, args);
    expect([isError, structuredContent]).toEqual([false, expect.objectContaining(expected)]);
  });

  it('of a proposal may be a text, and so may what is in them', async () => {
    const args = { tool: 'control', arguments: '{"resource":"nothing-like-it","action":"stop"}', reason: '' };
    const { structuredContent } = await called('propose', args);
    expect(structuredContent).toMatchObject({ error: { code: 'STRICT_RESOLUTION' } });
  });

  it.each([
    ['recall', { text: null }],
    ['recall', { text: '' }],
    ['explain_conflict', { conflict_id: 'seven' }],
    ['explain_conflict', { conflict_id: '7.5' }],
    ['i_know_that', { facts: 'one -isa vm\ntwo -isa vm' }],
    ['i_know_that', { facts: '[1,2]' }],
  ])('that have no such reading are refused: %s %j', async (name, args) => {
    expect(await called(name, args)).toMatchObject({
      isError: true,
      structuredContent: { error: { code: 'INVALID_INPUT' } },
    });
  });

  it('that are a text already stay one, whatever it looks like', () => {
    const schema = z.strictObject({
      text: z.string(),
      note: z.string().optional(),
      n: z.number().optional(),
    });
    const given = { text: '["a"]', note: '7' };
    expect(readArguments(schema, given)).toEqual(given);
    expect(readArguments(schema, { text: 'a', n: '1e400' })).toEqual({ text: 'a', n: '1e400' });
    expect(readArguments(schema, { text: 'a', constructor: null })).toEqual({ text: 'a', constructor: null });
    expect(readArguments(schema, ['a'])).toEqual(['a']);
  });

  it('that hide a megabyte of lists in a text are not parsed', () => {
    const hidden = { facts: `[${'[],'.repeat(300_000)}[]]` };
    const schema = z.strictObject({ facts: z.array(z.unknown()) });
    const before = performance.now();
    expect(readArguments(schema, hidden)).toEqual(hidden);
    expect(
      asMcpHasIt({ method: 'tools/call', params: { name: 'a', arguments: hidden.facts } }),
    ).toMatchObject({
      params: { arguments: hidden.facts },
    });
    expect(performance.now() - before).toBeLessThan(200);
  });
});
