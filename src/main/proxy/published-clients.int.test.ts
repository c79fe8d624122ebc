// Promise: the published clients notice nothing. Each of their calls gives the same result, deeply equal and with the same errors and
// heads, from an upstream and from its twin behind a whole Festinger; and the twins get the same bytes, but for one recollection in
// each prompt where something is recalled. Source: proxy, Fidelity.
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { AI_SDK } from '../core/testing/published/ai-sdk-calls.ts';
import { ANTHROPIC } from '../core/testing/published/anthropic-calls.ts';
import { LANGCHAIN } from '../core/testing/published/langchain-calls.ts';
import { type Library, withoutMembers } from '../core/testing/published/library.ts';
import { LLAMAINDEX } from '../core/testing/published/llamaindex-calls.ts';
import { OLLAMA } from '../core/testing/published/ollama-calls.ts';
import { OPENAI } from '../core/testing/published/openai-calls.ts';
import { FACT } from '../core/testing/published/questions.ts';
import { STANDS_AT, startTwins, type Twins } from '../core/testing/published/twins.ts';
import type { RecordedRequest } from '../fixtures/recorded-request.ts';
import { wrongChange } from './testing/changes-made.ts';

const LIBRARIES = [OLLAMA, OPENAI, ANTHROPIC, AI_SDK, LANGCHAIN, LLAMAINDEX];
const namesOf = ({ calls }: Library) => Object.keys(calls);

// Libraries put the time into their results.
beforeAll(() => void vi.useFakeTimers({ toFake: ['Date'], now: STANDS_AT }));
afterAll(() => void vi.useRealTimers());

/** Multipart bodies are divided by a line that is made up anew each time. */
const divided = (text: string) => text.replace(/----formdata-undici-\d+/g, '----divider');

/** A request's line and headers, in order; those left out that belong to a connection or are named. */
function headOf({ method, url, rawHeaders }: RecordedRequest, without: readonly string[]) {
  const kept: string[] = [];
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = (rawHeaders[i] as string).toLowerCase();
    if (name === 'host' || name === 'connection' || without.includes(name)) continue;
    kept.push(`${rawHeaders[i]}: ${rawHeaders[i + 1]}`);
  }
  return [method, url, ...kept.map(divided)];
}

describe.each(LIBRARIES)('$name, direct and through a Festinger that recalls nothing', (library) => {
  let twins: Twins;
  beforeAll(async () => {
    twins = await startTwins();
  });
  afterAll(() => twins[Symbol.asyncDispose]());

  it.each(namesOf(library))('%s', async (call) => {
    const { direct, proxied } = await twins.both(library, call);
    expect(proxied.outcome).toEqual(direct.outcome);
    expect(proxied.heads).toEqual(direct.heads);
    expect(proxied.ends).toEqual(direct.ends);
    const said = (request: RecordedRequest) => [
      headOf(request, ['transfer-encoding']),
      divided(request.body.toString('latin1')),
    ];
    expect(direct.requests.length).toBeGreaterThan(0);
    expect(proxied.requests.map(said)).toEqual(direct.requests.map(said));
  });
});

const PROMPTS = new Set([
  '/api/chat',
  '/api/generate',
  '/v1/chat/completions',
  '/v1/completions',
  '/v1/responses',
  '/v1/messages',
]);
/** Nothing is put into these: no template is used on them, or a program reads the answer. */
const isBare = ({ body }: RecordedRequest) =>
  /"(?:raw":true|suffix":|format":["{]|response_format":)/.test(body.toString());
const isRecalledIn = (request: RecordedRequest) =>
  request.method === 'POST' && PROMPTS.has(request.path) && request.body.includes('tide') && !isBare(request);

/** Anthropic's stream opens with the prompt's length, which the recollection is part of. No script changes that. */
const counted = (outcome: unknown) => withoutMembers(outcome, ['input_tokens']);

describe.each(LIBRARIES)('$name, direct and through a Festinger that recalls something', (library) => {
  let twins: Twins;
  let recalled = 0;
  beforeAll(async () => {
    twins = await startTwins([FACT]);
  });
  afterAll(() => twins[Symbol.asyncDispose]());

  it.each(namesOf(library))('%s', async (call) => {
    const { direct, proxied } = await twins.both(library, call);
    expect(counted(proxied.outcome)).toEqual(counted(direct.outcome));
    expect(proxied.heads).toEqual(direct.heads);
    expect(proxied.ends).toEqual(direct.ends);
    expect(proxied.requests.length).toBe(direct.requests.length);
    for (const [i, sent] of direct.requests.entries()) {
      const got = proxied.requests[i] as RecordedRequest;
      const isChanged = isRecalledIn(sent);
      const without = isChanged
        ? ['content-length', 'transfer-encoding', 'accept-encoding']
        : ['transfer-encoding'];
      expect(headOf(got, without)).toEqual(headOf(sent, without));
      if (!isChanged)
        expect(divided(got.body.toString('latin1'))).toBe(divided(sent.body.toString('latin1')));
      else {
        recalled++;
        expect(got.body.toString()).toContain('tide: ');
        expect(wrongChange(sent.body, got.body, got.body.length - sent.body.length)).toBeNull();
      }
    }
  });

  it('recalled something in its prompts', () => expect(recalled).toBeGreaterThan(5));
});
