// Promise: whatever comes over the wire from either side, cut wherever, the proxy neither crashes nor hangs, changes no byte
// but those it says it put in, and never makes a broken answer look whole. Random messages over real sockets; a failing
// case prints its seed. In the long run twenty times as many.
import { STATUS_CODES } from 'node:http';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { fc, isLong } from '../../shared/testing/campaign.ts';
import {
  headedRequest,
  misheadedRequest,
  promptRequest,
  type WireAnswerBytes,
  type WireRequest,
  wireAnswer,
} from './testing/arbitrary-wire.ts';
import { wrongChange } from './testing/changes-made.ts';
import { type Message, parseAnswer, statusOf } from './testing/raw-http.ts';
import { type RawEnd, type RawUpstream, rawCall, startRawUpstream } from './testing/raw-sockets.ts';
import { type Rig, startRig } from './testing/rig.ts';
import { answerSaid, requestSaid } from './testing/same-on-the-wire.ts';

const TIMES = isLong ? 20 : 1;
const runs = (numRuns: number) => ({ numRuns: numRuns * TIMES, interruptAfterTimeLimit: 25_000 * TIMES });
const TIMEOUT_MS = 30_000 * TIMES;

let upstream: RawUpstream;
let rig: Rig;
const crashes: unknown[] = [];
const onCrash = (error: unknown) => void crashes.push(error);
beforeAll(async () => {
  upstream = await startRawUpstream();
  rig = await startRig({ upstreamUrl: upstream.url });
  process.on('uncaughtException', onCrash).on('unhandledRejection', onCrash);
});
afterAll(async () => {
  process.off('uncaughtException', onCrash).off('unhandledRejection', onCrash);
  await rig[Symbol.asyncDispose]();
  await upstream[Symbol.asyncDispose]();
});

const json = (text: string) => ({
  pieces: [Buffer.from(`HTTP/1.1 200 OK\r\nContent-Length: ${text.length}\r\n\r\n${text}`)],
});
const DONE = '{"done":true}';
const isShow = ({ startLine }: Message) => startLine.startsWith('POST /api/show ');
beforeEach(() => {
  crashes.length = 0;
  upstream.answer = () => json(DONE);
});
afterEach(() => expect(crashes).toEqual([]));

/** Sends a request through the proxy. Nothing hangs: the exchange ends, and so does its row of the traffic log. */
async function exchange(request: WireRequest): Promise<{ end: RawEnd; seen: Message[] }> {
  upstream.seen.length = 0;
  const end = await rawCall(rig.port, request.pieces);
  expect(end.ended).not.toBe('hung');
  await expect.poll(() => rig.traffic.running, { interval: 1, timeout: 5000 }).toBe(0);
  return { end, seen: upstream.seen.filter((seen) => !isShow(seen)) };
}

describe('a random body in random pieces', () => {
  it(
    'reaches the upstream as it was, but for what the proxy says it put in',
    async () => {
      let injected = 0;
      await fc.assert(
        fc.asyncProperty(promptRequest, async (request) => {
          const { end, seen } = await exchange(request);
          expect([end.ended, end.answer && statusOf(end.answer.startLine)]).toEqual(['whole', 200]);
          const [row] = rig.traffic.list({ limit: 1 }).rows;
          expect(seen).toHaveLength(1);
          expect(wrongChange(request.body, seen[0]?.body as Buffer, row?.injectedBytes ?? 0)).toBeNull();
          if (row?.reason === 'injected') injected++;
        }),
        runs(1000),
      );
      expect(injected).toBeGreaterThan(100);
    },
    TIMEOUT_MS,
  );
});

describe('random headers', () => {
  it(
    'that are legal reach the upstream as they were, in their order',
    () =>
      fc.assert(
        fc.asyncProperty(headedRequest, async (request) => {
          const { seen } = await exchange(request);
          const lines = request.headers.map((line) => {
            const colon = line.indexOf(':');
            return [line.slice(0, colon), line.slice(colon + 1).trim()];
          });
          expect(seen.map(requestSaid)).toEqual([
            {
              startLine: `POST ${request.path} HTTP/1.1`,
              ...{ headers: lines, body: request.body.toString('latin1'), trailers: [] },
            },
          ]);
        }),
        runs(500),
      ),
    TIMEOUT_MS,
  );

  it(
    'that are not are refused, or reach the upstream as one request that says no more than was sent',
    () =>
      fc.assert(
        fc.asyncProperty(misheadedRequest, async (request) => {
          const { end, seen } = await exchange(request);
          if (seen.length === 0) {
            expect(end.answer === null || statusOf(end.answer.startLine) >= 400).toBe(true);
            return;
          }
          expect(seen).toHaveLength(1);
          expect(seen[0]?.body.toString()).toBe('{"a":1}');
          expect(seen[0]?.headers.some(([name]) => /^X-B$/i.test(name))).toBe(false);
        }),
        runs(500),
      ),
    TIMEOUT_MS,
  );
});

/** What an upstream wrote, read by our own parser: the final answer, and whether it is all there. */
function written({ bytes, answer }: WireAnswerBytes): { message: Message | null; isWhole: boolean } {
  let message = parseAnswer(bytes, 'POST');
  while (message && statusOf(message.startLine) < 200) message = parseAnswer(bytes, 'POST', message.end);
  const closed = message?.state === 'until_close' && answer.after === 'close';
  return { message, isWhole: message?.state === 'whole' || closed };
}

/** The same status. Of a reason that comes in several reads undici keeps the last; one it cannot read is the usual one. */
function sameStatus(got: string, sent: string): boolean {
  if (statusOf(got) !== statusOf(sent)) return false;
  const reason = got.slice(13);
  return sent.slice(13).endsWith(reason) || reason === (STATUS_CODES[statusOf(got)] ?? 'unknown');
}

/** Whether the proxy answered in the upstream's place. */
const isOurs = ({ answer }: RawEnd): boolean =>
  answer !== null && statusOf(answer.startLine) === 502 && /upstream/.test(answer.body.toString());

describe('a random answer, cut anywhere', () => {
  const asking = fc.record({
    path: fc.constantFrom('/api/chat', '/v1/chat/completions', '/api/tags', '/api/pull'),
    given: wireAnswer,
  });

  it(
    'comes to the client as it was when it was whole, and is never taken for whole when it was not',
    async () => {
      let whole = 0;
      let broken = 0;
      await fc.assert(
        fc.asyncProperty(asking, async ({ path, given }) => {
          upstream.answer = (request) => (isShow(request) ? json('{}') : given.answer);
          const head = `POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\n\r\n{}`;
          const { end } = await exchange({
            path,
            body: Buffer.from('{}'),
            headers: [],
            pieces: [Buffer.from(head)],
          });
          const { message, isWhole } = written(given);
          if (isOurs(end)) {
            expect(isWhole && given.isPlain).toBe(false); // nothing was wrong with it
            return;
          }
          if (end.ended === 'whole') {
            whole++;
            expect(isWhole).toBe(true);
            const { startLine, ...got } = answerSaid(end.answer as Message);
            const { startLine: sentLine, ...sent } = answerSaid(message as Message);
            expect(got).toEqual(sent);
            expect(sameStatus(startLine, sentLine)).toBe(true);
            return;
          }
          broken++;
          // What came of a broken answer is what the upstream said, up to where our own error line begins, and the end of its line or event.
          const got = end.answer?.body ?? Buffer.alloc(0);
          const said = message?.body ?? Buffer.alloc(0);
          const from = got.lastIndexOf('"error":');
          const kept = from < 0 ? got : got.subarray(0, got.lastIndexOf('\n', from - 1) + 1);
          const isEnded = ['\n', '\n\n'].some((breaks) =>
            kept.equals(Buffer.concat([said, Buffer.from(breaks)])),
          );
          expect(said.subarray(0, kept.length).equals(kept) || isEnded).toBe(true);
        }),
        runs(1500),
      );
      expect(Math.min(whole, broken)).toBeGreaterThan(50);
    },
    TIMEOUT_MS,
  );
});
