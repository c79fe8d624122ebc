// Consoles that look at a Festinger which is killed, frozen and cut off, and the way to it that can be cut. A console may complain
// of a connection that is refused, since that is what is done to it; of nothing else.
import { connect, createServer, type Server, type Socket } from 'node:net';
import type { Page } from '@playwright/test';
import { test as base, type Console, expect, NOTHING_AHEAD, pages, type Where } from './console-page.ts';
import type { RunningFestinger } from './festinger.ts';

interface Look {
  /** The way there; straight by default. */
  readonly by?: Way;
  readonly prepare?: (page: Page) => Promise<void>;
  /** Whether the files of all screens are fetched before they are shown, as is usual. */
  readonly fetchesAhead?: boolean;
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

export const test = base.extend<Fixtures>({
  look: async ({ browserOfOurs, fragile }, use) => {
    const opened = pages(browserOfOurs);
    await use(({ by = fragile, prepare, fetchesAhead = false } = {}) =>
      opened.open(by, undefined, async (page) => {
        await page.clock.install();
        if (!fetchesAhead) await page.addInitScript(NOTHING_AHEAD);
        await prepare?.(page);
      }),
    );
    expect((await opened.close()).filter((each) => !WHAT_IS_DONE_TO_IT.test(each))).toEqual([]);
  },
});

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

export { expect, within } from './console-page.ts';
