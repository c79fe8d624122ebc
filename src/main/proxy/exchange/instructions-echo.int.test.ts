// Promise: /v1/responses shows its client the client's own `instructions`, however the upstream frames its answer; everything else of
// the answer is as it was sent, and an answer to a request we added nothing to is not looked at. Source: proxy, Fidelity.
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { GNOMMOWEB_BLOCK, post, type RigOptions, startRig } from '../testing/rig.ts';

type Handler = NonNullable<RigOptions['upstream']>;

const ASKED = JSON.stringify({ model: 'm', instructions: 'Be kind.', input: 'what is gnommoweb' });
const sentText = (seen: { body: Buffer }): string | null =>
  JSON.parse(seen.body.toString()).instructions ?? null;
const response = (instructions: string | null, text = 'hi') =>
  JSON.stringify({ id: 'resp_1', instructions, output: [{ text }] });
const event = (type: string, json: string) =>
  `event: ${type}\ndata: {"type":"${type}","response":${json}}\n\n`;

/** Answers what `said` makes of the instructions that came, in one piece with its length. */
const whole =
  (said: (instructions: string | null) => string, headers: Record<string, string> = {}): Handler =>
  (_req, res, seen) => {
    const body = said(sentText(seen));
    res.writeHead(200, {
      'content-type': 'application/json',
      'x-request-id': 'abc',
      ...headers,
      'content-length': Buffer.byteLength(body),
    });
    res.end(body);
  };

describe('one body', () => {
  it('shows what the client wrote, with the length that has; the upstream got the block', async () => {
    await using rig = await startRig({ upstream: whole((text) => response(text)) });
    const answer = await post(`${rig.url}/v1/responses`, ASKED);
    expect(answer.text).toBe(response('Be kind.'));
    expect(answer.headers.get('content-length')).toBe(String(Buffer.byteLength(response('Be kind.'))));
    expect([answer.status, answer.headers.get('x-request-id')]).toEqual([200, 'abc']);
    expect(rig.lastBody().instructions).toBe(`${GNOMMOWEB_BLOCK}\n\nBe kind.`);
  });

  it.each([[{}], [{ instructions: null }], [{ instructions: '' }]])('shows null for %j', async (own) => {
    const show = { system: 'You are a house.' };
    await using rig = await startRig({ show, upstream: whole((text) => response(text)) });
    const asked = JSON.stringify({ model: 'm', ...own, input: 'what is gnommoweb' });
    const answer = await post(`${rig.url}/v1/responses`, asked);
    expect(answer.text).toBe(response(null));
    expect(rig.lastBody().instructions).toBe(`${GNOMMOWEB_BLOCK}\n\nYou are a house.`);
  });

  it('shows the same where the block stands behind', async () => {
    await using rig = await startRig({
      settings: { injection_position: 'system_append' },
      upstream: whole((text) => response(text)),
    });
    expect((await post(`${rig.url}/v1/responses`, ASKED)).text).toBe(response('Be kind.'));
    expect(rig.lastBody().instructions).toBe(`Be kind.\n\n${GNOMMOWEB_BLOCK}`);
  });

  it('goes out in chunks where it is long and the instructions come late', async () => {
    const long = 'x'.repeat(300_000);
    const said = (text: string | null) => `{"output":"${long}","instructions":${JSON.stringify(text)}}`;
    await using rig = await startRig({ upstream: whole(said) });
    const answer = await post(`${rig.url}/v1/responses`, ASKED);
    expect(answer.text).toBe(said('Be kind.'));
    expect(answer.headers.get('content-length')).toBeNull();
  });

  it.each([
    ['no instructions in it', '{"error":{"message":"no"}}'],
    ['broken off within them', '{"instructions":"<reco'],
    ['nothing at all', ''],
  ])('passes as it came, its length too: %s', async (_what, body) => {
    await using rig = await startRig({ upstream: whole(() => body) });
    const answer = await post(`${rig.url}/v1/responses`, ASKED);
    expect([answer.text, answer.headers.get('content-length')]).toEqual([body, String(body.length)]);
  });

  it('of an upstream that dies in it breaks off for the client, too', async () => {
    await using rig = await startRig({
      upstream: (_req, res, seen) => {
        res.writeHead(200, { 'content-type': 'application/json', 'content-length': 5000 });
        res.write(response(sentText(seen)).slice(0, 40), () => res.destroy());
      },
    });
    const req = request(`${rig.url}/v1/responses`, { method: 'POST' });
    req.end(ASKED);
    const [res] = (await once(req, 'response')) as [IncomingMessage];
    let got = '';
    res.on('data', (chunk: Buffer) => {
      got += chunk.toString();
    });
    await expect(once(res, 'end')).rejects.toThrow('aborted');
    expect([res.headers['content-length'], got.includes('gnommoweb')]).toEqual(['5000', false]);
  });
});

describe('a stream', () => {
  const stream = (text: string | null) =>
    event('response.created', response(text)) +
    `data: {"type":"response.output_text.delta","delta":"<recollection>"}\n\n` +
    event('response.completed', response(text));

  it('shows what the client wrote in every event, cut anywhere', async () => {
    await using rig = await startRig({
      upstream: async (_req, res, seen) => {
        res.writeHead(200, { 'content-type': 'text/event-stream' });
        const bytes = Buffer.from(stream(sentText(seen)));
        for (let at = 0; at < bytes.length; at += 7) {
          res.write(bytes.subarray(at, at + 7));
          await new Promise(setImmediate);
        }
        res.end();
      },
    });
    const answer = await post(`${rig.url}/v1/responses`, ASKED);
    expect(answer.text).toBe(stream('Be kind.'));
  });

  it('with a stated length goes out in chunks', async () => {
    await using rig = await startRig({ upstream: whole(stream, { 'content-type': 'text/event-stream' }) });
    const answer = await post(`${rig.url}/v1/responses`, ASKED);
    expect([answer.text, answer.headers.get('content-length')]).toEqual([stream('Be kind.'), null]);
  });

  it('that breaks off within them shows an error, and nothing of the block', async () => {
    await using rig = await startRig({
      upstream: (_req, res, seen) => {
        res.writeHead(200, { 'content-type': 'text/event-stream' });
        const text = stream(sentText(seen));
        res.write(text.slice(0, text.indexOf('gnommoweb') + 12), () => res.destroy());
      },
    });
    const req = request(`${rig.url}/v1/responses`, { method: 'POST' });
    req.end(ASKED.replace('}', ',"stream":true}'));
    const [res] = (await once(req, 'response')) as [IncomingMessage];
    let got = '';
    res.on('data', (chunk: Buffer) => {
      got += chunk.toString();
    });
    await expect(once(res, 'end')).rejects.toThrow('aborted');
    expect(got).toContain('the upstream broke off its answer');
    expect(got).not.toContain('gnommoweb');
  });
});

describe('compression', () => {
  const zipped: Handler = (_req, res, seen) => {
    const body = gzipSync(response(sentText(seen)));
    res.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' });
    res.end(body);
  };
  const headers = { 'accept-encoding': 'gzip' };

  it('is not asked for where the answer must be read, and else as the client did', async () => {
    await using rig = await startRig();
    await post(`${rig.url}/v1/responses`, ASKED, headers);
    await post(`${rig.url}/v1/responses`, ASKED.replace('gnommoweb', 'that'), headers);
    await post(
      `${rig.url}/v1/chat/completions`,
      '{"model":"m","messages":[{"role":"user","content":"gnommoweb"}]}',
      headers,
    );
    expect(rig.seen.map(({ headers }) => headers['accept-encoding'])).toEqual([undefined, 'gzip', 'gzip']);
    expect(rig.injections.length).toBe(2);
  });

  it('that comes unasked passes as it came', async () => {
    await using rig = await startRig({ upstream: zipped });
    const answer = await post(`${rig.url}/v1/responses`, ASKED, headers);
    expect(JSON.parse(answer.text).instructions).toContain(GNOMMOWEB_BLOCK);
  });
});

it.each([
  ['keeps its recollection by X-Session-Id', { 'x-session-id': 's1' }, `${GNOMMOWEB_BLOCK}\n\nBe kind.`],
  ['begins anew each turn without', {}, 'Be kind.'],
])('a chain by previous_response_id %s, and shows the client its own words', async (_what, headers, sent) => {
  await using rig = await startRig({ upstream: whole((text) => response(text)) });
  await post(`${rig.url}/v1/responses`, ASKED, headers);
  const next = { model: 'm', instructions: 'Be kind.', previous_response_id: 'resp_1', input: 'more please' };
  const answer = await post(`${rig.url}/v1/responses`, JSON.stringify(next), headers);
  expect([rig.lastBody().instructions, answer.text]).toEqual([sent, response('Be kind.')]);
});

it('an answer to a request we added nothing to is not looked at, whatever it says', async () => {
  const said = response(`${GNOMMOWEB_BLOCK}\n\nBe kind.`);
  await using rig = await startRig({ upstream: whole(() => said) });
  const answer = await post(`${rig.url}/v1/responses`, ASKED.replace('gnommoweb', 'that'));
  expect([answer.text, answer.headers.get('content-length')]).toEqual([said, String(said.length)]);
});
