// Ten thousand rows in Traffic scroll smoothly, and only what is seen is in the page. What counts is the processor's time: how far
// frames are apart depends on who else works on the machine, too, and is printed.
import { Agent, get } from 'node:http';
import { expect, test } from '../support/console-page.ts';

const ROWS = 10_000;
const AT_ONCE = 20;
/** Frames that are looked at: more than half of the way from the middle to the end. */
const FRAMES = 300;
/** What may be in the page at once: a screen of rows and a few beside it. */
const MOST_IN_PAGE = 60;

/** In the page: scrolls on from the middle by half the list's height a frame and says how long each frame took, ms. */
const SCROLL = `(async () => {
  const grid = document.querySelector('[data-list]');
  const frames = [];
  let most = 0;
  let last = 0;
  const step = grid.clientHeight / 2;
  grid.scrollTop = grid.scrollHeight / 2;
  await new Promise((done) => {
    const frame = (now) => {
      if (last > 0) frames.push(now - last);
      last = now;
      most = Math.max(most, grid.querySelectorAll('[role=row][data-tone]').length);
      if (frames.length === ${FRAMES}) return done();
      grid.scrollTop += step;
      requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
  });
  return { frames, most, height: grid.scrollHeight };
})()`;

interface Scrolled {
  readonly frames: number[];
  readonly most: number;
  readonly height: number;
}

/** Of 60 Hz. */
const A_FRAME_MS = 16;

/** So many requests, as cheap as they can be had, on few connections. */
async function call(baseUrl: string, times: number): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });
  const one = () =>
    new Promise<void>((resolve, reject) => {
      get(`${baseUrl}/api/version`, { agent }, (answer) => answer.resume().on('end', resolve)).on(
        'error',
        reject,
      );
    });
  let left = times;
  const caller = async () => {
    while (left-- > 0) await one();
  };
  await Promise.all(Array.from({ length: AT_ONCE }, caller));
  agent.destroy();
}

test('ten thousand rows scroll smoothly', async ({ open, festinger }) => {
  await call(festinger.baseUrl, ROWS);
  const { page, go } = await open();
  await go('traffic');
  const grid = page.getByRole('grid');
  await expect(grid).toBeVisible();
  // To the end and again, until every page of rows was read.
  await expect
    .poll(
      async () => {
        await grid.evaluate((box: { scrollTop: number; scrollHeight: number }) => {
          box.scrollTop = box.scrollHeight;
        });
        return Number(await grid.getAttribute('aria-rowcount'));
      },
      { timeout: 30_000, intervals: [50] },
    )
    .toBeGreaterThan(ROWS - 100);

  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const workedMs = async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN) * 1000;
  };
  const scrolled = async () => {
    const before = await workedMs();
    const came = await page.evaluate<Scrolled>(SCROLL);
    return { ...came, perFrame: ((await workedMs()) - before) / came.frames.length };
  };
  // A neighbour on the same core makes the same work take longer: the best of three counts.
  let best = await scrolled();
  for (let n = 0; n < 2 && best.perFrame >= A_FRAME_MS; n++) {
    const next = await scrolled();
    if (next.perFrame < best.perFrame) best = next;
  }
  const { frames, most, height, perFrame } = best;
  const sorted = [...frames].sort((a, b) => a - b);
  const at = (part: number) => sorted[Math.floor((sorted.length - 1) * part)] ?? 0;
  console.log(
    `    ${frames.length} frames, each ${perFrame.toFixed(1)} ms of the processor; apart by median ${at(0.5).toFixed(1)} ms, p95 ${at(0.95).toFixed(1)}, p99 ${at(0.99).toFixed(1)}, longest ${at(1).toFixed(1)}; at most ${most} rows in the page`,
  );
  expect(height).toBeGreaterThan(300_000);
  expect(most).toBeLessThan(MOST_IN_PAGE);
  expect(perFrame, 'what the page does fits into a frame of 60 Hz').toBeLessThan(A_FRAME_MS);
});
