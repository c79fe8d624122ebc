// The console as a test sees it: opened through a fresh one-time link, every console message and every request noted.
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  test as base,
  chromium,
  expect,
  type Page,
} from '@playwright/test';
import { brokenRules } from './axe.ts';
import { browserOptions } from './browser.ts';
import { type RunningFestinger, startFestinger } from './festinger.ts';

export interface Console {
  readonly page: Page;
  /** Opens a screen by its hash route, e.g. `traffic` or `concepts/gnommoweb`. */
  go(route: string): Promise<void>;
  /** No violation of WCAG 2.2 AA that axe can see, and in the other theme no colours that are hard to read. */
  expectAccessible(what: string): Promise<void>;
}

/** In the page: a screen's files are fetched when it is shown, not while nothing else is to do: that takes longer than most tests. */
export const NOTHING_AHEAD = 'window.requestIdleCallback = () => 0';

interface Workers {
  browserOfOurs: Browser;
  /** One running Festinger for all journeys of a worker, with an upstream and no agents of its own: names tell them apart. */
  festinger: RunningFestinger;
  /** Another, for what is hard on it; a test leaves it alive. */
  fragile: RunningFestinger;
}

/** @param prepare what is done to the page before anything is in it, such as changing what the core says */
export type Open = (
  options?: BrowserContextOptions,
  prepare?: (page: Page) => Promise<void>,
) => Promise<Console>;

interface Fixtures {
  open: Open;
}

/** Pages watch themselves: a CSP message, an error or a request that leaves loopback fails the test that caused it. */
export const test = base.extend<Fixtures, Workers>({
  browserOfOurs: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures it needs from the pattern
    async ({}, use) => {
      const browser = await chromium.launch(await browserOptions());
      await use(browser);
      await browser.close();
    },
    { scope: 'worker' },
  ],
  festinger: [
    // biome-ignore lint/correctness/noEmptyPattern: as above
    async ({}, use) => {
      const running = await startFestinger(['--demo', '--no-agents', '--no-sessions', '--no-evidence']);
      await use(running);
      expect(await running.stop(), 'SIGTERM drains and exits with 0').toBe(0);
    },
    { scope: 'worker' },
  ],
  fragile: [
    // biome-ignore lint/correctness/noEmptyPattern: as above
    async ({}, use) => {
      const running = await startFestinger(['--demo', '--no-agents', '--no-sessions', '--no-evidence']);
      await use(running);
      await running.stop();
    },
    { scope: 'worker' },
  ],
  open: ({ browserOfOurs, festinger }, use) => opensAt(browserOfOurs, festinger, use),
});

/** What a console is opened at. */
export type Where = Pick<RunningFestinger, 'baseUrl' | 'link'>;

interface Pages {
  open(where: Where, ...how: Parameters<Open>): Promise<Console>;
  /** Closes them. @returns what they complained of: console messages, errors, requests that left loopback */
  close(): Promise<string[]>;
}

/** Consoles in contexts of their own, each signed in through a fresh link. */
export function pages(browser: Browser): Pages {
  const complaints: string[] = [];
  const contexts: BrowserContext[] = [];
  return {
    async open(where, options, prepare) {
      const context = await browser.newContext({
        viewport: { width: 1280, height: 800 },
        colorScheme: 'light',
        ...options,
      });
      contexts.push(context);
      const page = await context.newPage();
      note(page, complaints);
      await prepare?.(page);
      await page.goto(await where.link());
      await page.getByRole('navigation', { name: 'Screens' }).waitFor();
      return consoleOf(page, where.baseUrl);
    },
    async close() {
      for (const context of contexts) await context.close();
      return complaints;
    },
  };
}

/** A fixture of consoles of one program: they fetch nothing ahead, and have complained of nothing when the test is over. */
export async function opensAt(
  browser: Browser,
  where: Where,
  use: (open: Open) => Promise<void>,
): Promise<void> {
  const opened = pages(browser);
  await use((options, prepare) =>
    opened.open(where, options, async (page) => {
      await page.addInitScript(NOTHING_AHEAD);
      await prepare?.(page);
    }),
  );
  expect(await opened.close()).toEqual([]);
}

function note(page: Page, complaints: string[]): void {
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning')
      complaints.push(`${message.type()}: ${message.text()}`);
  });
  page.on('pageerror', (error) => complaints.push(`page error: ${error.message}`));
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (!['127.0.0.1', 'localhost'].includes(url.hostname) && url.protocol !== 'data:')
      complaints.push(`left loopback: ${request.url()}`);
  });
}

function consoleOf(page: Page, baseUrl: string): Console {
  return {
    page,
    async go(route) {
      await page.goto(`${baseUrl}/console/#/${route}`);
    },
    async expectAccessible(what) {
      expect(await brokenRules(page), what).toEqual([]);
    },
  };
}

export { expect } from '@playwright/test';

const STEP_MS = 500;

/**
 * Lets the page's clock run ahead in steps until something is so. The page's pauses are its own: how long they are is counted
 * in its time, and nobody waits for them.
 * @param ms of the page's time, at most
 * @param so an expectation that waits no longer than it is told
 */
export async function within(
  page: Page,
  ms: number,
  so: (how: { timeout: number }) => Promise<void>,
): Promise<void> {
  for (let passed = 0; passed < ms; passed += STEP_MS) {
    await page.clock.runFor(STEP_MS);
    try {
      return await so({ timeout: 150 });
    } catch {
      // Not yet; the last look below says what is missing.
    }
  }
  await so({ timeout: 2000 });
}

/** Tells facts one after the other, as one client. */
export async function tell({ baseUrl }: RunningFestinger, ...facts: string[]): Promise<void> {
  for (const fact of facts) {
    const answer = await fetch(`${baseUrl}/iknowthat`, {
      method: 'POST',
      headers: { 'x-festinger-client': 'e2e-teller' },
      body: JSON.stringify({ fact }),
    });
    expect([200, 202]).toContain(answer.status);
  }
}

/** The line agents get about a concept; null for nothing. */
export async function recalled({ baseUrl }: RunningFestinger, concept: string): Promise<string | null> {
  const answer = await fetch(`${baseUrl}/recall?concept=${concept}`);
  return ((await answer.json()) as { data: { recollection: string | null } }).data.recollection;
}

/** Pixels by which the page is wider than its window. */
export const overflow = (page: Page): Promise<number> =>
  page.evaluate<number>('document.documentElement.scrollWidth - document.documentElement.clientWidth');

/** Sends a prompt as an agent would and returns its answer. */
export async function sendPrompt(baseUrl: string, content: string, client: string): Promise<string> {
  const response = await fetch(`${baseUrl}/api/chat`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-festinger-client': client },
    body: JSON.stringify({
      model: 'qwen2.5:7b',
      stream: false,
      messages: [
        { role: 'system', content: 'Answer in one sentence.' },
        { role: 'user', content },
      ],
    }),
  });
  expect(response.status).toBe(200);
  return ((await response.json()) as { message: { content: string } }).message.content;
}
