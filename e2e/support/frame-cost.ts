// What a page's frames cost the processor, and how fast this machine is at frames as such: a page of plain rows, written here and
// always the same, is drawn in the same browser in the same run. So a bound in milliseconds holds for the machine it was set on,
// and on a slower one grows by what that machine takes longer for the plain page, and by no more. Used by the tests tagged `@timed`.
import type { Page } from '@playwright/test';

/** What a frame of the plain page takes where the bounds were set, ms: the middle of six measurements. */
const ORDINARY_MS = 6.2;
const PLAIN_FRAMES = 120;
/** How often the plain page is measured; the best counts, as with what is held against it. */
const TIMES = 3;

/** In a page: anew in every frame, fifty rows of six cells, laid out and painted. */
const PLAIN = `new Promise((done) => {
  document.body.style.cssText = 'margin:0;font:13px sans-serif';
  let n = 0;
  const frame = () => {
    if (n++ === ${PLAIN_FRAMES}) return done();
    document.body.replaceChildren(...Array.from({ length: 50 }, (_, row) => {
      const line = document.createElement('div');
      line.style.cssText = 'display:flex;gap:8px;border-bottom:1px solid #ccc';
      for (let cell = 0; cell < 6; cell++) {
        const text = document.createElement('span');
        text.style.cssText = 'flex:1;overflow:hidden;text-overflow:ellipsis;white-space:nowrap';
        text.textContent = 'row ' + (n * 50 + row) + ' of what is plain, cell ' + cell;
        line.append(text);
      }
      return line;
    }));
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
})`;

/** How long a page's main thread was on the processor. */
export interface Work {
  /** Milliseconds since its page was opened. */
  workedMs(): Promise<number>;
}

/** Watches the main thread of a page. */
export async function workOf(page: Page): Promise<Work> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  return {
    async workedMs() {
      const { metrics } = await session.send('Performance.getMetrics');
      return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN) * 1000;
    },
  };
}

/**
 * How many times longer than where the bounds were set this machine takes for the plain page.
 * @param beside a page of the browser that is measured
 * @returns 1 on such a machine and on a faster one, more on a slower
 */
export async function slowness(beside: Page): Promise<number> {
  const page = await beside.context().newPage();
  const work = await workOf(page);
  let best = Number.POSITIVE_INFINITY;
  for (let n = 0; n < TIMES; n++) {
    const before = await work.workedMs();
    await page.evaluate(PLAIN);
    best = Math.min(best, ((await work.workedMs()) - before) / PLAIN_FRAMES);
  }
  await page.close();
  console.log(`    a plain frame takes ${best.toFixed(1)} ms of the processor`);
  return Math.max(1, best / ORDINARY_MS);
}
