// Promise: a browser that subscribed is told what only it can read, signed by this console; one that is gone is removed, no address that is no push
// service is reached, and what is kept survives a restart. A real receiver in the place of the push service, and the browser's side of RFC 8291.
import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { asOperator, set } from '../../core/testing/client-calls.ts';
import { startTestCore } from '../../core/testing/start-test-core.ts';
import { ManualClock, MemoLog } from '../../store/testing/temp-store.ts';
import { encryptPush, vapidHeader } from './push-message.ts';
import { WebPush } from './web-push.ts';

interface Got {
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

const got: Got[] = [];
let status = 201;
const service = createServer(async (request, response) => {
  got.push({ headers: request.headers, body: Buffer.concat(await request.toArray()) });
  response.writeHead(status).end();
});
let dir: string;
let url: string;
const clock = new ManualClock();
const log = new MemoLog();
let refused: string | null;
let isHere: boolean;
let push: WebPush;
const opened = () =>
  new WebPush({
    ...{ file: join(dir, 'web-push.json'), clock, log: log as never },
    refusal: async () => refused,
    isHere: (address) => isHere && (address === '127.0.0.1' || address === '::1'),
  });

beforeEach(async () => {
  got.length = 0;
  status = 201;
  refused = null;
  isHere = false;
  dir = mkdtempSync(join(tmpdir(), 'festinger-push-'));
  service.listen(0, '127.0.0.1');
  await once(service, 'listening');
  url = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
  push = opened();
});
afterEach(async () => {
  await push.close();
  service.closeAllConnections();
  service.close();
  rmSync(dir, { recursive: true });
});

/** The other side: a browser with keys of its own. */
function browser(path = '/one') {
  const ecdh = createECDH('prime256v1');
  ecdh.generateKeys();
  const auth = randomBytes(16);
  const keys = { p256dh: ecdh.getPublicKey('base64url', 'uncompressed'), auth: auth.toString('base64url') };
  const derive = (secret: Buffer, salt: Buffer, info: Buffer | string, length: number) =>
    Buffer.from(hkdfSync('sha256', secret, salt, info, length));
  return {
    subscription: { endpoint: `${url}${path}`, keys },
    read(body: Buffer): unknown {
      const salt = body.subarray(0, 16);
      const theirs = body.subarray(21, 86);
      const info = Buffer.concat([Buffer.from('WebPush: info\0'), ecdh.getPublicKey(), theirs]);
      const secret = derive(ecdh.computeSecret(theirs), auth, info, 32);
      const key = derive(secret, salt, 'Content-Encoding: aes128gcm\0', 16);
      const decipher = createDecipheriv(
        'aes-128-gcm',
        key,
        derive(secret, salt, 'Content-Encoding: nonce\0', 12),
      );
      decipher.setAuthTag(body.subarray(-16));
      const plain = Buffer.concat([decipher.update(body.subarray(86, -16)), decipher.final()]);
      expect(plain.at(-1)).toBe(2);
      return JSON.parse(String(plain.subarray(0, -1)));
    },
  };
}

const GREETING = { title: 'Hello', body: 'It works', url: 'https://console.example.org/' };
const LETTER = { title: 'Approval', body: 'Risk: low', url: 'https://console.example.org/card/#TOKEN' };

it('is encrypted as RFC 8291 has it', () => {
  const keys = {
    p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
    auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  };
  const once = {
    salt: Buffer.from('DGv6ra1nlYgDCS1FRnbzlw', 'base64url'),
    key: 'yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw',
  };
  expect(encryptPush(keys, 'When I grow up, I want to be a watermelon', once).toString('base64url')).toBe(
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
  );
});

it('tells each browser what only it can read, signed for its service, until the card is over', async () => {
  const [one, two] = [browser('/one'), browser('/two')];
  for (const each of [one, two]) await push.add(each.subscription, 'Phone', GREETING);
  expect(got.map(({ body }, at) => [one, two][at]?.read(body))).toEqual([GREETING, GREETING]);
  await push.send({ ...LETTER, until: clock.now() + 90_000 });
  const [first] = got.slice(2) as [Got];
  expect(one.read(first.body)).toEqual(LETTER);
  expect(() => two.read(first.body)).toThrow();
  expect(String(first.body)).not.toContain('TOKEN');
  expect(first.headers).toMatchObject({ ttl: '90', urgency: 'high', 'content-encoding': 'aes128gcm' });
  expect(push.problem).toBeNull();
});

it('signs with the key that browsers subscribed with, for twelve hours and one service', () => {
  const point = Buffer.from(push.publicKey, 'base64url');
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((one) => one.toString('base64url')) as [
    string,
    string,
  ];
  const key = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' });
  const d = createECDH('prime256v1');
  d.generateKeys();
  const header = vapidHeader(
    d.getPrivateKey('base64url').padStart(43, 'A'),
    'https://push.example.org/a/b',
    0,
  );
  const [, token = '', k = ''] = /^vapid t=(\S+), k=(\S+)$/.exec(header) ?? [];
  const [head = '', claims = '', signature = ''] = token.split('.');
  expect(JSON.parse(String(Buffer.from(claims, 'base64url')))).toMatchObject({
    ...{ aud: 'https://push.example.org', exp: 12 * 3600 },
  });
  const isBy = (jwk: typeof key) =>
    verify(
      'sha256',
      Buffer.from(`${head}.${claims}`),
      { key: jwk, dsaEncoding: 'ieee-p1363' },
      Buffer.from(signature, 'base64url'),
    );
  expect(isBy(key), 'another console').toBe(false);
  const own = Buffer.from(k, 'base64url');
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    x: own.subarray(1, 33).toString('base64url'),
    y: own.subarray(33).toString('base64url'),
  };
  expect(isBy(createPublicKey({ key: jwk, format: 'jwk' }))).toBe(true);
});

it('keeps browsers and its key over a restart, readable by its owner alone', async () => {
  const one = browser();
  const id = await push.add(one.subscription, 'Phone', GREETING);
  await push.close();
  const { publicKey } = push;
  push = opened();
  expect([push.publicKey, push.browsers]).toEqual([
    publicKey,
    [{ id, label: 'Phone', addedAt: clock.now() }],
  ]);
  expect(statSync(join(dir, 'web-push.json')).mode & 0o777).toBe(0o600);
  push.remove(id);
  expect(push.browsers).toEqual([]);
  expect(() => push.remove(id)).toThrow(/not notified/);
});

it('removes a browser that is gone, reports one that fails, and sends nowhere it may not', async () => {
  await push.add(browser('/gone').subscription, 'Old phone', GREETING);
  status = 500;
  await push.send({ ...LETTER, until: clock.now() + 1000 });
  expect(push.problem).toBe('its push service answered 500');
  expect(JSON.stringify(log.lines)).not.toContain(url);
  status = 410;
  await push.send({ ...LETTER, until: clock.now() + 1000 });
  expect([push.browsers, push.problem]).toEqual([[], null]);
  const sent = got.length;
  refused = 'not there';
  await expect(push.add(browser().subscription, 'Phone', GREETING)).rejects.toThrow('not there');
  expect(got.length).toBe(sent);
  status = 201;
  refused = null;
  await push.add(browser().subscription, 'Phone', GREETING);
  const offCurve = {
    ...browser('/off').subscription,
    keys: { p256dh: `B${'A'.repeat(86)}`, auth: 'A'.repeat(22) },
  };
  await expect(push.add(offCurve, 'Phone', GREETING)).rejects.toThrow('the key that it subscribed with');
});

it('does not reach this machine by a name that led elsewhere when it was checked', async () => {
  const endpoint = url.replace('127.0.0.1', 'localhost');
  await push.add({ ...browser().subscription, endpoint }, 'Phone', GREETING);
  expect(got).toHaveLength(1);
  isHere = true;
  await push.close();
  push = opened();
  await push.send({ ...LETTER, until: clock.now() + 1000 });
  expect(push.problem).toContain('localhost leads to this machine');
  expect(got).toHaveLength(1);
});

it('is refused over HTTP for anything that is no push service elsewhere', async () => {
  await using road = await startTestCore();
  await set(road, 'approval_link_sign_in', 'high');
  const { publicKey, browsers } = await asOperator<{ publicKey: string; browsers: unknown[] }>(
    road,
    '/notifications/browsers',
  );
  expect([Buffer.from(publicKey, 'base64url').length, browsers]).toEqual([65, []]);
  const { keys } = browser().subscription;
  for (const endpoint of [
    ...['http://push.example.org/x', 'https://127.0.0.1/x', 'https://localhost:9/x', 'https://[::1]/x'],
    ...[
      'https://169.254.169.254/x',
      'https://2130706433/x',
      'https://metadata.google.internal/x',
      'ftp://a/x',
      'no address',
    ],
  ]) {
    const subscription = { endpoint, keys };
    await expect(
      asOperator(road, '/notifications/browsers', { subscription, label: 'x' }),
      endpoint,
    ).rejects.toMatchObject({
      answer: { status: 400 },
    });
  }
  expect((await road.call('/api/console/notifications/browsers')).status).toBe(401);
});
