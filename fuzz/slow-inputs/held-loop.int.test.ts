// Promise: no input of a megabyte holds the program, first sight included. A started program gets a million characters of every
// slow shape that is known, wherever a client can put them, and answers `/healthz` at most 60 ms late meanwhile and while it
// counts and reads behind the request. Late is counted in what the program computed (late-watch.ts), so that a busy machine does
// not make it late. Noise can still only add: a shape that was late is sent again, as another conversation, and is slow when it
// is late every time.
// The long run sends every shape to every place. Source: proxy, Hostile input.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FestingerProcess, startProcess } from '../../src/main/core/testing/processes.ts';
import { isLong } from '../../src/shared/testing/campaign.ts';
import { PLACES } from './body-scanners.ts';
import { KNOWN_SHAPES } from './known-shapes.ts';
import { type LatenessWatch, watchLateness } from './lateness.ts';
import { buildForJson, repeated } from './recipe.ts';

const MOST_LATE_MS = 60;
const TRIES = 6;
const CHARS = 1_000_000;
const LOOP_CHARS = 120_000;
const TIMEOUT_MS = 120_000;

let upstream: Server;
let program: FestingerProcess;
let watch: LatenessWatch;
let sent = 0;

beforeAll(async () => {
  upstream = createServer((req, res) => req.resume().once('end', () => res.end('{"done":true}')));
  await new Promise<void>((resolve) => upstream.listen(0, '127.0.0.1', resolve));
  const { port } = upstream.address() as AddressInfo;
  program = await startProcess({ upstream: `http://127.0.0.1:${port}` });
  await program.tell(['gnommoweb -isa repo']);
  watch = await watchLateness(program);
});
afterAll(async () => {
  await watch?.[Symbol.asyncDispose]();
  await program?.[Symbol.asyncDispose]();
  upstream?.closeAllConnections();
  upstream?.close();
});

/** The least of the worst latenesses of a few goes; one is enough that is in time. */
async function leastLate(deed: () => Promise<unknown>, mostMs = MOST_LATE_MS): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let attempt = 0; attempt < TRIES && least > mostMs; attempt++)
    least = Math.min(least, await watch.during(deed));
  return least;
}

/** The same for a request, its body made anew for each go. */
const lateness = (path: string, body: () => string, headers: Record<string, string> = {}) =>
  leastLate(() => program.call(path, { method: 'POST', headers, body: body() }));

/** The same for a text at a place, each time in a conversation of its own. */
const latenessOf = ({ path, body }: (typeof PLACES)[number], text: string): Promise<number> =>
  lateness(path, () => body(`${++sent} ${text}`));

describe('a million characters', () => {
  it(
    'of ordinary prose are in time, and so is nothing at all: what is measured below is the input',
    async () => {
      const idleMs = await leastLate(async () => {}, MOST_LATE_MS / 2);
      expect(idleMs, 'nothing at all').toBeLessThan(MOST_LATE_MS / 2);
      const prose = buildForJson(
        repeated('The quick brown fox runs over the lazy dog and sleeps well there.\n'),
        CHARS,
      );
      for (const place of PLACES)
        expect(await latenessOf(place, prose), place.name).toBeLessThan(MOST_LATE_MS);
    },
    TIMEOUT_MS,
  );

  for (const [at, [name, recipe]] of Object.entries(KNOWN_SHAPES).entries()) {
    const places = isLong ? PLACES : [PLACES[0], PLACES[1 + (at % (PLACES.length - 1))]];
    for (const place of places) {
      if (place === undefined) continue;
      it(
        `of ${name}: ${place.name}`,
        async () => {
          expect(await latenessOf(place, buildForJson(recipe, CHARS))).toBeLessThan(MOST_LATE_MS);
        },
        TIMEOUT_MS,
      );
    }
  }
});

it(
  'a hundred thousand characters of each are in time too: loop detection reads as many of a new history',
  async () => {
    const [user, , assistant] = PLACES;
    for (const [name, recipe] of Object.entries(KNOWN_SHAPES)) {
      for (const place of [user, assistant]) {
        if (place === undefined) continue;
        const text = buildForJson(recipe, LOOP_CHARS);
        expect(await latenessOf(place, text), `${name}: ${place.name}`).toBeLessThan(MOST_LATE_MS);
      }
    }
  },
  TIMEOUT_MS,
);

describe('a megabyte of JSON', () => {
  const hi = '{"role":"user","content":"hi"}';
  const values = (value: string) => value.repeat(CHARS / value.length);
  it.each([
    ['numbers among the messages', '/api/chat', `{"messages":[${hi},${values('0,')}0]}`],
    ['messages', '/v1/chat/completions', `{"messages":[${values(`${hi},`)}${hi}]}`],
    [
      'numbers among the parts',
      '/v1/messages',
      `{"messages":[{"role":"user","content":[${values('0,')}0]}]}`,
    ],
    ['empty objects among the items', '/v1/responses', `{"input":[${hi},${values('{},')}{}]}`],
    ['numbers in an option', '/api/generate', `{"prompt":"hi","options":[${values('0,')}0]}`],
    ['headings', '/api/generate', `{"prompt":"### User:\\n${values('\\n\\n### User:\\nx')}"}`],
  ])(
    'is in time: %s',
    async (_name, path, body) => {
      expect(await lateness(path, () => body)).toBeLessThan(MOST_LATE_MS);
    },
    TIMEOUT_MS,
  );
});

describe('a megabyte told to the memory', () => {
  const members = Array.from({ length: 80_000 }, (_, n) => `"k${n}":0`).join(',');
  it.each([
    ['half a million facts that are none', `{"facts":[${'0,'.repeat(499_990)}0]}`],
    ['eighty thousand members nobody knows', `{${members}}`],
    ['brackets', `{"fact":${'['.repeat(500_000)}${']'.repeat(500_000)}}`],
    ['one long fact', JSON.stringify({ fact: 'a -isa '.repeat(140_000) })],
  ])(
    'is refused in time: %s',
    async (_name, body) => {
      expect(await lateness('/iknowthat', () => body)).toBeLessThan(MOST_LATE_MS);
    },
    TIMEOUT_MS,
  );
});

describe('a megabyte over MCP', () => {
  const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
  const call = (name: string, given: object, id = 1) => ({
    ...{ jsonrpc: '2.0', id, method: 'tools/call', params: { name, arguments: given } },
  });
  const propose = (given: object) => call('propose', { tool: 'run_command', arguments: given });
  const members = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, n) => [`k${n}`, n]));
  it.each([
    ['half a million items', call('i_know_that', { facts: Array(499_000).fill(0) })],
    ['facts that are none', call('i_know_that', { facts: Array(2000).fill('gnommo web '.repeat(45)) })],
    ['eighty thousand members', call('recall', members(80_000))],
    ['as many members as are read', call('recall', members(1900))],
    ['one long text', call('recall', { text: 'gnommo web '.repeat(90_000) })],
    [
      'a hundred texts',
      Array.from({ length: 100 }, (_, n) => call('recall', { text: 'a -isa '.repeat(1100) }, n)),
    ],
    [
      'a proposal of strings',
      propose({ command: 'a', resource: 'b', more: Array(3900).fill('key=abc '.repeat(30)) }),
    ],
    ['a long proposal', propose({ command: 'a;'.repeat(490_000), resource: 'b' })],
  ])(
    'is in time: %s',
    async (_name, body) => {
      expect(await lateness('/mcp', () => JSON.stringify(body), headers)).toBeLessThan(MOST_LATE_MS);
    },
    TIMEOUT_MS,
  );
});
