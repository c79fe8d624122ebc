// Promise: enrichment never turns a request that worked into an error. A model whose template refuses a system message gets the block in
// the user's message, from then on at once; what is refused even so goes out as the client wrote it. Source: proxy, Traps.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { describe, expect, it } from 'vitest';
import { chatAnswer, GNOMMOWEB_BLOCK, post, type SeenRequest, startRig } from '../testing/rig.ts';

interface Body {
  readonly messages: { readonly role: string; readonly content: string }[];
  readonly system?: unknown;
}

type Refusal = readonly [status: number, body: string];

const TEMPLATE_ERRORS: readonly (readonly [string, Refusal])[] = [
  ['llama.cpp', [500, '{"error":{"code":500,"message":"System role not supported","type":"server_error"}}']],
  ['vLLM', [400, '{"object":"error","message":"System role not supported","code":400}']],
  [
    'LM Studio',
    [
      400,
      '{"error":"Error rendering prompt with jinja template: Only user and assistant roles are supported!"}',
    ],
  ],
  ['in words nobody knows', [422, 'no']],
];

/** Answers, but for what is refused. */
const upstream =
  (refuses: (body: Body) => Refusal | null) =>
  (_req: IncomingMessage, res: ServerResponse, seen: SeenRequest) => {
    const [status, body] = refuses(JSON.parse(seen.body.toString())) ?? [200, chatAnswer('hello')];
    res.writeHead(status, { 'content-type': 'application/json' }).end(body);
  };

const hasSystem = ({ messages, system }: Body) =>
  system !== undefined || (messages ?? []).some(({ role }) => role === 'system');
const hasBlock = (body: Body) => JSON.stringify(body).includes('<recollection>');
const ASK = '{"model":"gemma", "messages":[{"role":"user","content":"what is gnommoweb?"}],"n":1.0}';

describe.each(TEMPLATE_ERRORS)('a model that refuses a system message as %s does', (_name, refusal) => {
  it.each(['/v1/chat/completions', '/api/chat', '/v1/messages'])(
    'is answered on %s, and remembered',
    async (path) => {
      await using rig = await startRig({ upstream: upstream((body) => (hasSystem(body) ? refusal : null)) });
      expect((await post(`${rig.url}${path}`, ASK)).status).toBe(200);
      expect(rig.seen).toHaveLength(2);
      const [message] = (rig.lastBody() as unknown as Body).messages;
      expect(message).toEqual({ role: 'user', content: `${GNOMMOWEB_BLOCK}\n\nwhat is gnommoweb?` });
      expect(rig.seen[1]?.body.toString()).toContain('"n":1.0');
      expect(await rig.finished()).toMatchObject({ state: 'done', reason: 'injected', status: 200 });
      await post(`${rig.url}${path}`, ASK);
      expect(rig.seen).toHaveLength(3);
      // Another model is none of that.
      await post(`${rig.url}${path}`, ASK.replace('gemma', 'llama'));
      expect(hasSystem(JSON.parse(rig.seen[3]?.body.toString() ?? ''))).toBe(true);
    },
  );
});

describe('a prompt that is refused', () => {
  it.each([400, 422, 500])('with %d whatever is added goes out as it came', async (status) => {
    await using rig = await startRig({
      upstream: upstream((body) => (hasBlock(body) ? [status, '{}'] : null)),
    });
    expect((await post(`${rig.url}/v1/chat/completions`, ASK)).status).toBe(200);
    expect(rig.seen.map(({ body }) => body.toString() === ASK)).toEqual([false, false, true]);
    expect(await rig.finished()).toMatchObject({
      reason: 'prompt_refused',
      recalledConcepts: 0,
      injectedBytes: 0,
    });
    // Nothing was learnt of the model's template.
    await post(`${rig.url}/v1/chat/completions`, ASK);
    expect(rig.seen).toHaveLength(6);
  });

  it('with a system message of its own goes out as it came, at once', async () => {
    const own = ASK.replace('[{', '[{"role":"system","content":"Be kind."},{');
    await using rig = await startRig({ upstream: upstream((body) => (hasBlock(body) ? [400, '{}'] : null)) });
    expect((await post(`${rig.url}/v1/chat/completions`, own)).status).toBe(200);
    expect(rig.seen).toHaveLength(2);
    expect(rig.seen[1]?.body.toString()).toBe(own);
  });

  it('also without us brings the upstream’s own answer, and one that fails in another way is not sent again', async () => {
    await using rig = await startRig({ upstream: upstream(() => [400, '{"error":"no such tool"}']) });
    expect(await post(`${rig.url}/v1/chat/completions`, ASK)).toMatchObject({
      status: 400,
      text: '{"error":"no such tool"}',
    });
    for (const status of [401, 404, 429, 503]) {
      await using other = await startRig({ upstream: upstream(() => [status, '{}']) });
      expect((await post(`${other.url}/v1/chat/completions`, ASK)).status).toBe(status);
      expect(other.seen).toHaveLength(1);
    }
  });

  it('and that nothing was added to is sent once', async () => {
    await using rig = await startRig({ upstream: upstream(() => [400, '{}']) });
    await post(`${rig.url}/v1/chat/completions`, ASK.replace('gnommoweb', 'nothing'));
    expect(rig.seen).toHaveLength(1);
  });
});
