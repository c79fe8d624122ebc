// A console of a host of its own, and the hand on its canvas: what stands where, how it is reached by mouse and by keyboard, and what an agent of
// that host is told meanwhile.
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Locator, Page } from '@playwright/test';
import { test as base, type Console, expect, type Open, opensAt } from './console-page.ts';
import { type RunningFestinger, startFestinger } from './festinger.ts';

/** A host that an agent talks to, and what reached the model. */
interface Host {
  readonly festinger: RunningFestinger;
  /** What a model is sent when an agent says this. */
  prompt(words: string): Promise<string>;
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString();
}

/** Answers as Ollama does, and keeps the last prompt. */
async function startModel(): Promise<{ server: Server; url: string; last: () => string }> {
  let last = '';
  const server = createServer(async (request, answer) => {
    const body = await bodyOf(request);
    answer.setHeader('content-type', 'application/json');
    if (request.url === '/api/chat') {
      last = body;
      answer.end(
        JSON.stringify({ model: 'm', message: { role: 'assistant', content: 'Noted.' }, done: true }),
      );
    } else
      answer.end(JSON.stringify(request.url === '/api/version' ? { version: '0.31.1' } : { models: [] }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    server,
    url: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`,
    last: () => last,
  };
}

/** As long as the setting allows, milliseconds. */
const LONGEST_GUARD_MS = 10_000;

export async function tell({ baseUrl }: RunningFestinger, ...facts: string[]): Promise<void> {
  const answer = await fetch(`${baseUrl}/iknowthat`, { method: 'POST', body: JSON.stringify({ facts }) });
  expect(answer.status).toBe(200);
}

/** What agents are told is looked at here, not how quickly: two cores with browsers on them stand still for longer than a prompt waits. */
async function takeItsTime({ baseUrl, token }: RunningFestinger): Promise<void> {
  const answer = await fetch(`${baseUrl}/api/console/system/settings`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ key: 'enrichment_guard_ms', value: LONGEST_GUARD_MS }),
  });
  expect(answer.status).toBe(200);
}

export const test = base.extend<{ host: Open }, { ours: Host }>({
  ours: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures it needs from the pattern
    async ({}, use) => {
      const model = await startModel();
      const festinger = await startFestinger(['--upstream', model.url]);
      // A program that has just started looks for its model first.
      await expect
        .poll(async () => ((await (await fetch(`${festinger.baseUrl}/api/tags`)).json()) as object) !== null)
        .toBe(true);
      await takeItsTime(festinger);
      await use({
        festinger,
        async prompt(words) {
          const body = { model: 'm', stream: false, messages: [{ role: 'user', content: words }] };
          const answer = await fetch(`${festinger.baseUrl}/api/chat`, {
            method: 'POST',
            body: JSON.stringify(body),
          });
          expect(answer.status).toBe(200);
          return model.last();
        },
      });
      await festinger.stop();
      model.server.closeAllConnections();
      model.server.close();
    },
    { scope: 'worker' },
  ],
  host: ({ browserOfOurs, ours }, use) => opensAt(browserOfOurs, ours.festinger, use),
});

export const canvas = (page: Page) => page.getByRole('application');
export const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
export const bar = (page: Page) => page.getByRole('toolbar', { name: 'Editing' });
export const selected = (page: Page, ...tokens: string[]) =>
  expect
    .poll(async () => ((await canvas(page).getAttribute('data-selected')) ?? '').split(' ').sort())
    .toEqual([...tokens].sort());
export const edits = (page: Page) =>
  page.getByRole('list').filter({ has: page.getByRole('button', { name: /^Leave out/ }) });

/** The keyboard goes on until it is there, or back. */
export async function tabTo(page: Page, field: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await expect(field).toBeVisible();
  for (let i = 0; i < 60; i++) {
    if (await field.and(page.locator(':focus')).count()) return;
    await page.keyboard.press(key);
  }
  throw new Error('the keyboard does not reach it');
}

/** Opens a tree and edits it. */
export async function edit({ page, go }: Console, route: string): Promise<void> {
  await go(route);
  await expect(canvas(page).locator('..')).toHaveAttribute('data-view', /./);
  await button(page, 'Edit the memory on the canvas').click();
  await expect(bar(page)).toBeVisible();
}

/** In a page: where a box of the canvas stands on the screen, and which there are. */
const PLACE = `(token) => {
  const box = document.querySelector('[role=application]');
  // A canvas that is being drawn anew has nothing on it yet.
  if (!box?._cyreg) return null;
  const node = box._cyreg.cy.getElementById(token);
  if (node.empty()) return null;
  const at = box.getBoundingClientRect();
  const { x, y } = node.renderedPosition();
  return { x: at.left + x, y: at.top + y, label: node.data('label'), parent: node.data('parentToken') };
}`;
interface Place {
  readonly x: number;
  readonly y: number;
  readonly label: string;
  readonly parent: string | null;
}
const placeOf = (page: Page, token: string) =>
  page.evaluate(`(${PLACE})(${JSON.stringify(token)})`) as Promise<Place | null>;
export async function boxOf(page: Page, token: string): Promise<Place> {
  await expect.poll(() => placeOf(page, token)).not.toBeNull();
  const place = await placeOf(page, token);
  if (place === null) throw new Error(`${token} is not on the canvas`);
  return place;
}
export const drawn = (page: Page, token: string) => expect.poll(async () => placeOf(page, token));

/** Once the picture has come to rest: the same place twice, a while apart. */
export async function restingBox(page: Page, token: string): Promise<Place> {
  let last = '';
  await expect
    .poll(async () => {
      const [before, now] = [last, JSON.stringify(await boxOf(page, token))];
      last = now;
      return before === now;
    })
    .toBe(true);
  return boxOf(page, token);
}

export async function click(page: Page, token: string, ...held: ('Control' | 'Shift')[]): Promise<void> {
  for (const key of held) await page.keyboard.down(key);
  const { x, y } = await restingBox(page, token);
  await page.mouse.click(x, y);
  for (const key of held) await page.keyboard.up(key);
}

/** Walks along the children of what is in focus until it is there. */
export async function walkTo(page: Page, token: string): Promise<void> {
  for (let i = 0; i < 30; i++) {
    if ((await canvas(page).getAttribute('data-cursor')) === token) return;
    await page.keyboard.press('ArrowRight');
  }
  throw new Error(`the keyboard does not reach ${token}`);
}

export { expect } from './console-page.ts';
