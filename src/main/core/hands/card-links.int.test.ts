// Promise: a one-time link of a notification opens one card, once, for its time, and its session can read and decide that card and nothing else, whatever
// it is sent to, by whom, how often and in which order. Real HTTP against a whole core, a real receiver in the place of ntfy.
import { once } from 'node:events';
import { createServer, request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import pino from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import type { Approval } from '../../../shared/model/approval.ts';
import type { Clock } from '../../../shared/model/clock.ts';
import { CardLinks } from '../../infra/approvals/card-links.ts';
import { systemClock } from '../clock.ts';
import { asOperator, post, set } from '../testing/client-calls.ts';
import { startTestCore, type TestCore } from '../testing/start-test-core.ts';

/** An ntfy server that keeps what it is sent. */
class Topic {
  readonly got: { headers: IncomingHttpHeaders; body: string }[] = [];
  readonly #server = createServer(async (request, response) => {
    this.got.push({ headers: request.headers, body: String(Buffer.concat(await request.toArray())) });
    response.writeHead(200).end();
  });

  async listen(): Promise<string> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/approvals`;
  }

  /** The link of the newest message, once there are so many. */
  async link(n: number): Promise<URL> {
    await expect.poll(() => this.got.length, { timeout: 10_000, interval: 5 }).toBe(n);
    return new URL(String(this.got[n - 1]?.headers.click));
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }
}

let aheadMs = 0;
const clock: Clock = {
  ...systemClock,
  now: () => Date.now() + aheadMs,
  monotonic: () => systemClock.monotonic() + aheadMs,
};
const logged: string[] = [];
const topic = new Topic();
let road: TestCore;
beforeAll(async () => {
  const log = pino({ level: 'info' }, { write: (line: string) => void logged.push(line) });
  road = await startTestCore({ demo: 'bare', clock, log });
  await set(road, 'approval_ntfy_url', await topic.listen());
  await set(road, 'console_public_url', road.core.baseUrl);
  await set(road, 'approval_expiry_minutes', 60);
});
afterAll(async () => {
  topic.close();
  await road[Symbol.asyncDispose]();
});
beforeEach(async () => {
  aheadMs += 61_000; // ten notifications a minute
  await set(road, 'approval_link_sign_in', 'high');
});

let asked = 0;
/** Asks for something anew and waits for its notification. */
async function ask(resource = 'jellyfin', action = 'restart'): Promise<{ card: Approval; link: URL }> {
  const n = topic.got.length;
  const { resources } = await asOperator<{ resources: { id: string; name: string }[] }>(road, '/resources');
  const { id } = resources.find(({ name }) => name === resource) ?? { id: '' };
  const given = action === 'restart' && resource === 'jellyfin' ? { timeout_s: 1 + (asked++ % 60) } : {};
  const card = await asOperator<Approval>(road, '/resource-propose', { id, action, arguments: given });
  return { card, link: await topic.link(n + 1) };
}

interface Sent {
  readonly method: string;
  readonly path: string;
  readonly headers: Record<string, string>;
  readonly body?: string;
}

/** A request whose path and Host are sent as they are. */
async function send({ method, path, headers, body }: Sent) {
  const { hostname, port } = new URL(road.core.baseUrl);
  const asked = httpRequest({ hostname, port, method, path, headers, setHost: !('host' in headers) });
  asked.end(body);
  const [answer] = await once(asked, 'response');
  const pieces = await answer.toArray();
  return {
    status: Number(answer.statusCode),
    headers: answer.headers as IncomingHttpHeaders,
    body: String(Buffer.concat(pieces)),
  };
}

const origin = () => ({ origin: road.core.baseUrl });
const redeem = (link: URL, headers: Record<string, string> = origin()) =>
  road.call('/card/session', post({ token: link.hash.slice(1) }, headers));
const cookieOf = ({ headers }: { headers: Headers }) => headers.get('set-cookie')?.split(';')[0] ?? '';
const reasonOf = ({ body }: { body: unknown }) =>
  (body as { error?: { details?: { reason?: string } } }).error?.details?.reason;
const code = ({ body }: { body: unknown }) => (body as { error?: { code?: string } }).error?.code;

/** A phone that has opened a link. */
async function phone(link: URL) {
  const opened = await redeem(link);
  expect(opened.status).toBe(200);
  const headers = { cookie: cookieOf(opened), ...origin() };
  const url = (id: string) => `/card/api/approvals/${id}`;
  return {
    headers,
    setCookie: opened.headers.get('set-cookie') ?? '',
    read: (id: string) => road.call(url(id), { headers }),
    approve: ({ id, planHash }: Approval, more: object = {}) =>
      road.call(`${url(id)}/approve`, post({ planHash, ...more }, headers)),
    deny: (id: string, reason: string) => road.call(`${url(id)}/deny`, post({ reason }, headers)),
  };
}
const cardOf = (id: string) => asOperator<Approval>(road, `/approvals/${id}`);

describe('a one-time link', () => {
  it('opens its card and approves it; the record says how, and the session can decide nothing more', async () => {
    const { card, link } = await ask();
    expect(link.pathname).toBe('/card/');
    const { read, approve, deny, setCookie } = await phone(link);
    expect(setCookie).toMatch(/; Path=\/card\/; HttpOnly; SameSite=Strict; Max-Age=(\d{1,3})$/);
    expect((await read(card.id)).body).toMatchObject({ ok: true, data: { id: card.id, status: 'pending' } });
    const approved = await approve(card);
    expect(approved.body).toMatchObject({ data: { decidedBy: 'operator (one-time link, ntfy)' } });
    await expect
      .poll(async () => ((await read(card.id)).body as { data: Approval }).data.execution?.state)
      .toBe('done');
    expect((await deny(card.id, 'too late')).status).toBe(409);
    const { events } = await asOperator<{ events: { kind: string; actor: string }[] }>(
      road,
      '/audit/events?chain=agent',
    );
    expect(events.find(({ kind }) => kind === 'approval.approved')).toMatchObject({
      actor: 'operator (one-time link, ntfy)',
    });
  });

  it('denies with a reason; without one, not', async () => {
    const { card, link } = await ask();
    const { deny } = await phone(link);
    expect((await deny(card.id, ' ')).status).toBe(400);
    expect((await deny(card.id, 'not now')).body).toMatchObject({
      data: { status: 'denied', reason: 'not now', decidedBy: 'operator (one-time link, ntfy)' },
    });
  });

  it('is for one redemption: again, and of twenty at once, all others are refused', async () => {
    const { link } = await ask();
    const all = await Promise.all(Array.from({ length: 20 }, () => redeem(link)));
    expect(all.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(19).fill(401)]);
    expect(new Set(all.filter(({ status }) => status === 401).map(reasonOf))).toEqual(new Set(['used']));
    expect(reasonOf(await redeem(link))).toBe('used');
  });

  it('survives whatever looks at it before: previews, scanners and prefetches read a page without a card', async () => {
    const { card, link } = await ask();
    for (const method of ['GET', 'HEAD'])
      for (const agent of ['TelegramBot (like TwitterBot)', 'Slackbot-LinkExpanding 1.0', 'curl/8'])
        for (const path of ['/card/', `/card/?token=${link.hash.slice(1)}`, '/card/session']) {
          const headers = { 'user-agent': agent, purpose: 'prefetch', 'sec-purpose': 'prefetch' };
          const { status, body } = await send({ method, path, headers });
          expect(status, `${method} ${path}`).toBe(path === '/card/session' ? 401 : 404);
          expect(JSON.stringify(body)).not.toContain(card.id);
        }
    expect((await redeem(link)).status).toBe(200);
  });

  it('is refused after its time: ten minutes, or its card', async () => {
    const { link } = await ask();
    const { link: second, card } = await ask();
    const { read, approve } = await phone(second);
    aheadMs += 10 * 60_000 + 1000;
    for (let n = 0; n < 2; n++)
      expect(reasonOf(await redeem(link)), 'nobody used it, however often it is tried').toBe('expired');
    for (const answer of [await read(card.id), await approve(card)])
      expect([answer.status, reasonOf(answer)]).toEqual([401, 'expired']);
    await set(road, 'approval_expiry_minutes', 1);
    const { link: third } = await ask();
    await set(road, 'approval_expiry_minutes', 60);
    aheadMs += 61_000;
    expect(reasonOf(await redeem(third))).toBe('expired');
  });

  it('shows a card that was decided elsewhere, with by whom, and decides it no more', async () => {
    const { card, link } = await ask();
    await asOperator(road, `/approvals/${card.id}/deny`, { reason: 'at the console' });
    const { read, approve } = await phone(link);
    expect((await read(card.id)).body).toMatchObject({
      data: { status: 'denied', decidedBy: 'operator (REST)' },
    });
    expect([(await approve(card)).status, (await cardOf(card.id)).status]).toEqual([409, 'denied']);
  });

  it('approves the plan that was seen: after a change the same session sees the new one, which waits', async () => {
    const { card, link } = await ask();
    const { card: other } = await ask();
    const { approve, read } = await phone(link);
    await asOperator(road, `/approvals/${other.id}/approve`, { planHash: other.planHash });
    await expect.poll(async () => (await cardOf(other.id)).execution?.state).toBe('done');
    const answer = await approve(card);
    expect([answer.status, code(answer)]).toEqual([409, 'STALE_VERSION']);
    const next = (answer.body as { error: { details: { approval_id: string } } }).error.details.approval_id;
    expect((await read(next)).body).toMatchObject({ data: { id: next, status: 'pending' } });
    expect((await read(card.id)).status, 'one card at a time').toBe(403);
    expect((await approve({ ...card, id: next })).status, 'the old plan').toBe(409);
  });

  it('does not follow what somebody edited', async () => {
    const { card, link } = await ask();
    const { read } = await phone(link);
    const edited = await asOperator<Approval>(road, `/approvals/${card.id}/edit`, {
      planHash: card.planHash,
      arguments: { ...card.arguments, arguments: { timeout_s: 61 } },
    });
    expect((await read(edited.id)).status).toBe(403);
  });

  it('wants the name typed for what is high risk', async () => {
    const { card, link } = await ask('media', 'reboot');
    if (card.plan.risk !== 'high') throw new Error(`the demo's guest is ${card.plan.risk} risk`);
    const { approve } = await phone(link);
    for (const more of [{}, { typedName: 'other' }]) expect((await approve(card, more)).status).toBe(400);
    expect((await cardOf(card.id)).status).toBe('pending');
    expect((await approve(card, { typedName: 'media' })).status).toBe(200);
  });
});

describe('what is sent', () => {
  it.each([
    ['off', 'low', false],
    ['low', 'medium', false],
    ['medium', 'medium', true],
    ['medium', 'high', false],
    ['high', 'high', true],
  ] as const)('up to %s, a card of %s risk: %s', async (upTo, risk, isSent) => {
    await set(road, 'approval_link_sign_in', upTo);
    const { card, link } = risk === 'high' ? await ask('media', 'reboot') : await ask();
    if (risk !== 'low') expect(card.plan.risk).toBe(risk);
    expect(link.pathname).toBe(isSent ? '/card/' : '/console/');
    if (!isSent) expect(link.hash).toBe(`#/approvals/${card.id}`);
    await asOperator(road, `/approvals/${card.id}/deny`, { reason: 'for the next test' });
  });

  it('has no one-time link without a public address', async () => {
    await set(road, 'console_public_url', '');
    expect((await ask()).link.pathname).toBe('/console/');
    await set(road, 'console_public_url', road.core.baseUrl);
  });

  it('turned off, ends every link and session at once, and nothing of it answers', async () => {
    const { link } = await ask();
    const { card, link: second } = await ask();
    const { read } = await phone(second);
    await set(road, 'approval_link_sign_in', 'off');
    for (const answer of [await redeem(link), await read(card.id), await road.call('/card/')])
      expect(answer.status).toBe(404);
  });
});

describe('the session of a link', () => {
  it('is nobody on every other route, and no other approval, in whatever spelling', async () => {
    const { card, link } = await ask();
    const { card: other } = await ask();
    const { headers } = await phone(link);
    const { paths } = (await road.operator('/api/console/openapi.json')).body as {
      paths: Record<string, Record<string, unknown>>;
    };
    const calls = Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map(
        (method) => [method, `/api/console${path.replaceAll('{id}', card.id)}`] as const,
      ),
    );
    expect(calls.length).toBeGreaterThan(100);
    const plain = [
      ...[
        '/conflicts',
        '/api/console/openapi.json',
        '/api/ai/approvals',
        '/api/ai/resources',
        '/api/ai/tools',
      ],
      ...['/api/v1/advisory/summary', '/console/', '/admin', '/rpc'],
    ].map((path) => ['get', path] as const);
    const writes = ['/resolve/run', '/reload', '/api/ai/chat', `/api/ai/approvals/${card.id}/approve`].map(
      (path) => ['post', path] as const,
    );
    for (const [method, path] of [...calls, ...plain, ...writes]) {
      const init = method === 'post' ? post({}, headers) : { headers, method: method.toUpperCase() };
      const { status } = await road.call(path, { ...init, redirect: 'manual' });
      expect([method, path, status]).toEqual([method, path, 401]);
    }
    const hostile = [
      `/card/api/approvals/${other.id}`,
      `/card/api/approvals/${card.id}/../${other.id}`,
      `/card/api/approvals/${card.id}%2f..%2f${other.id}`,
      `/card/api/approvals/${card.id}/edit`,
      `/card/api/approvals/${card.id}?id=${other.id}`,
      `/card/api/approvals/${card.id}/`,
      `/card/api//approvals/${card.id}`,
      '/card/api/approvals',
      '/card/api/approval-rules',
      '/card/api/system/session-link',
      '/card/api/openapi.json',
    ];
    for (const path of hostile)
      for (const method of ['GET', 'POST', 'PUT', 'DELETE']) {
        const { status, body } = await send({ method, path, headers });
        expect([method, path, status]).toEqual([method, path, expect.toBeOneOf([403, 404])]);
        expect(body).not.toContain(other.id);
      }
    const approve = await road.call(
      `/card/api/approvals/${card.id}/approve`,
      post({ id: other.id, planHash: other.planHash }, headers),
    );
    expect(approve.status).not.toBe(200);
    expect([(await cardOf(card.id)).status, (await cardOf(other.id)).status]).toEqual(['pending', 'pending']);
  });

  it('opens no WebSocket, and none in the place of the operator’s cookie', async () => {
    const { link } = await ask();
    const { headers } = await phone(link);
    const value = headers.cookie.split('=')[1] ?? '';
    for (const cookie of [
      headers.cookie,
      `festinger_session=${value}`,
      `festinger_session=9999999999999.${value}`,
    ]) {
      const socket = new WebSocket(`${road.core.baseUrl.replace('http', 'ws')}/rpc`, {
        headers: { ...headers, cookie },
      });
      const [, answer] = await once(socket, 'unexpected-response');
      expect((answer as { statusCode: number }).statusCode).toBe(401);
      socket.on('error', () => undefined).terminate();
    }
  });

  it('takes nothing from a page of another origin, and not its link either', async () => {
    const { card, link } = await ask();
    const foreign = { origin: 'http://evil.example', 'sec-fetch-site': 'cross-site' };
    expect(code(await redeem(link, foreign))).toBe('FORBIDDEN_ORIGIN');
    const { headers } = await phone(link);
    const { planHash } = card;
    for (const from of ['http://evil.example', 'null', 'https://127.0.0.1'])
      expect(
        (
          await road.call(
            `/card/api/approvals/${card.id}/approve`,
            post({ planHash }, { ...headers, origin: from }),
          )
        ).status,
      ).toBe(403);
    const form = {
      ...headers,
      origin: road.core.baseUrl,
      'content-type': 'application/x-www-form-urlencoded',
    };
    expect(
      (
        await road.call(`/card/api/approvals/${card.id}/approve`, {
          method: 'POST',
          headers: form,
          body: `planHash=${planHash}`,
        })
      ).status,
    ).toBe(400);
    expect((await cardOf(card.id)).status).toBe('pending');
  });

  it('stands in no frame and no cache, and its page tells no other site where it was', async () => {
    const { link } = await ask();
    const opened = await redeem(link);
    for (const { headers } of [opened, await road.call('/card/'), await road.call('/card/session')]) {
      expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
      expect(headers.get('x-frame-options')).toBe('DENY');
      expect(headers.get('referrer-policy')).toBe('no-referrer');
      expect(headers.get('cache-control')).toBe('no-store');
    }
  });
});

describe('guessing and looking', () => {
  it('a flood of other notifications displaces no link that is valid', () => {
    const links = new CardLinks({
      ...{ clock: systemClock, log: { warn: () => undefined }, hide: () => () => undefined },
      settings: () => ({ approval_link_sign_in: 'high', console_public_url: 'https://c.example.org' }),
      approval: () => Promise.reject(new Error('not asked for')),
    });
    const issue = (id: string) =>
      links.issue(
        { id, planHash: id, expiresAt: Date.now() + 60_000, plan: { risk: 'low' } as never },
        'ntfy',
      );
    const first = issue('mine') ?? '';
    for (let n = 1; n < 10 * 10 * 3; n++) issue(`other-${n}`);
    expect(links.redeem(new URL(first).hash.slice(1)).session.approvalId).toBe('mine');
  });

  it('wrong tokens are told so twenty times a minute, and lock nobody out', async () => {
    const { link } = await ask();
    const guess = (n: number) => redeem(new URL(`http://x/#${String(n).padStart(43, 'A')}`));
    const answers = await Promise.all(Array.from({ length: 200 }, (_, n) => guess(n)));
    const of = (status: number) => answers.filter((answer) => answer.status === status).length;
    expect([of(401), of(429)]).toEqual([20, 180]);
    expect(logged.filter((line) => line.includes('wrong one-time links'))).toHaveLength(1);
    for (const bad of ['', 'x', 'A'.repeat(44), '../../etc'])
      expect((await road.call('/card/session', post({ token: bad }, origin()))).status).toBe(400);
    expect((await redeem(link)).status).toBe(200);
  });

  it('no token stands in the log, the audit, the traffic or what tools read', async () => {
    const { link } = await ask();
    const token = link.hash.slice(1);
    await phone(link);
    await redeem(link);
    const { link: waiting } = await ask();
    const { redact } = await import('../../../shared/redact.ts');
    expect(redact(`click: ${waiting.href}`)).not.toContain(waiting.hash.slice(1));
    const told = [
      logged.join('\n'),
      JSON.stringify(await asOperator(road, '/audit/events?chain=agent')),
      JSON.stringify(await asOperator(road, '/traffic')),
      (await road.call('/metrics')).body,
    ].join('\n');
    for (const secret of [token, waiting.hash.slice(1)]) expect(told).not.toContain(secret);
  });
});

it('behind a proxy that ends TLS: its host and origin are taken, and the cookie is for https', async () => {
  await set(road, 'console_public_url', 'https://console.example.org/');
  const { link } = await ask();
  expect(link.origin).toBe('https://console.example.org');
  const body = JSON.stringify({ token: link.hash.slice(1) });
  const open = (headers: Record<string, string>) =>
    send({
      method: 'POST',
      path: '/card/session',
      body,
      headers: { 'content-type': 'application/json', ...headers },
    });
  expect((await open({ host: 'other.example.org', origin: 'https://other.example.org' })).status).toBe(403);
  expect((await open({ host: 'console.example.org', origin: 'https://evil.example' })).status).toBe(403);
  const opened = await open({ host: 'console.example.org', origin: 'https://console.example.org' });
  expect([opened.status, String(opened.headers['set-cookie'])]).toEqual([
    200,
    expect.stringMatching(/; Secure$/),
  ]);
  await set(road, 'console_public_url', road.core.baseUrl);
});
