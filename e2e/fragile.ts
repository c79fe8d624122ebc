// Consoles that look at a Festinger which is killed, frozen and cut off, and the way to it that can be cut. A console may complain
// of a connection that is refused, since that is what is done to it; of nothing else.
import { connect, createServer, type Server, type Socket } from 'node:net';
import type { Page } from '@playwright/test';
import { test as base, type Console, expect, pages, type Where } from './console-page.ts';
import { type RunningFestinger, startFestinger } from './festinger.ts';

interface Workers {
  /** A running Festinger for what is hard on it; a test leaves it alive and at home. */
  fragile: RunningFestinger;
}

interface Look {
  /** The way there; straight by default. */
  readonly by?: Way;
  readonly prepare?: (page: Page) => Promise<void>;
}

interface Fixtures {
  /** Consoles whose clocks can be run ahead; see `within`. */
  look: (how?: Look) => Promise<Console>;
}

/**
 * The names Chromium has for a server that is killed: before it is asked, between the taking of an idle connection and
 * the sending (ERR_SOCKET_NOT_CONNECTED), before it answers, and within its answer.
 */
const WHAT_IS_DONE_TO_IT = new RegExp(
  [
    'ERR_CONNECTION',
    'ERR_SOCKET_NOT_CONNECTED',
    'ERR_EMPTY_RESPONSE',
    'ERR_INCOMPLETE_CHUNKED_ENCODING',
    'ERR_CONTENT_LENGTH_MISMATCH',
    'ERR_ABORTED',
    'WebSocket connection',
    'status of 401',
    "Couldn't load preload assets",
  ].join('|'),
);

export const test = base.extend<Fixtures, Workers>({
  fragile: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures it needs from the pattern
    async ({}, use) => {
      const running = await startFestinger(['--demo', '--no-agents']);
      await use(running);
      await running.stop();
    },
    { scope: 'worker' },
  ],
  look: async ({ browserOfOurs, fragile }, use) => {
    const opened = pages(browserOfOurs);
    await use(({ by, prepare } = {}) =>
      opened.open(by ?? fragile, undefined, async (page) => {
        await page.clock.install();
        await prepare?.(page);
      }),
    );
    expect((await opened.close()).filter((each) => !WHAT_IS_DONE_TO_IT.test(each))).toEqual([]);
  },
});

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

export interface Way extends Where {
  /** Takes every connection away at once; new ones are refused until `mend`. */
  cut(): Promise<void>;
  /** Nothing goes through any more and nothing is closed: what a network does that dies without a word. */
  swallow(): void;
  mend(): Promise<void>;
  close(): Promise<void>;
}

/** A way to a server that can be cut, as a tunnel or a network is. */
export async function wayTo(festinger: RunningFestinger): Promise<Way> {
  const port = Number(new URL(festinger.baseUrl).port);
  const open = new Set<Socket>();
  let server: Server;
  const listen = (at: number) =>
    new Promise<number>((resolve) => {
      server = createServer((near) => {
        const far = connect(port, '127.0.0.1');
        for (const socket of [near, far]) {
          open.add(socket);
          socket.on('error', () => {});
          socket.on('close', () => open.delete(socket));
        }
        near.pipe(far).pipe(near);
        near.on('close', () => far.destroy());
        far.on('close', () => near.destroy());
      });
      server.listen(at, '127.0.0.1', () => resolve((server.address() as { port: number }).port));
    });
  const near = await listen(0);
  const closeServer = () => new Promise<void>((resolve) => server.close(() => resolve()));
  const destroyAll = () => {
    for (const socket of open) socket.destroy();
  };
  return {
    baseUrl: `http://127.0.0.1:${near}`,
    async link() {
      const link = new URL(await festinger.link());
      link.port = String(near);
      return link.href;
    },
    async cut() {
      const closed = closeServer();
      destroyAll();
      await closed;
    },
    swallow() {
      for (const socket of open) {
        socket.unpipe();
        socket.pause();
      }
    },
    async mend() {
      await listen(near);
    },
    async close() {
      const closed = closeServer();
      destroyAll();
      await closed;
    },
  };
}

export { expect } from './console-page.ts';
