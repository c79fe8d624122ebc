// What each screen weighs on the wire when it is the first that is opened, nothing in the cache: every text file goes out compressed.
// The figures stand in the report, an annotation a screen.
import type { Page } from '@playwright/test';
import { expect, test } from '../support/console-page.ts';

/** With what is open on them, where that brings more. */
const SCREENS = [
  ...['overview', 'traffic', 'chat', 'approvals', 'resources', 'concepts/gnommoweb', 'conflicts', 'reader'],
  ...['findings', 'briefs', 'jobs', 'audit', 'settings', 'offline'],
];
/** Bytes on the wire that the text of a screen may take, heads of answers included. */
const MOST = 450_000;
/** Bytes from which on a file is worth it; see `scripts/precompress.ts`. */
const LEAST = 1024;

interface Loaded {
  readonly path: string;
  readonly encoding: string | undefined;
  /** On the wire, with the head of the answer; 0 while it is on its way. */
  wire: number;
  held: number;
}

/** Notes each file of text from here on, by what the browser says came over the wire. */
async function watchTexts(page: Page): Promise<ReadonlyMap<string, Loaded>> {
  const texts = new Map<string, Loaded>();
  const wire = await page.context().newCDPSession(page);
  await wire.send('Network.enable');
  await wire.send('Network.clearBrowserCache');
  wire.on('Network.responseReceived', ({ requestId, response }) => {
    // An icon that the browser itself draws a field with.
    if (response.url.startsWith('data:')) return;
    const headers = new Headers(response.headers);
    if (!/html|javascript|css|svg|json/.test(headers.get('content-type') ?? '')) return;
    const encoding = headers.get('content-encoding') ?? undefined;
    texts.set(requestId, { path: new URL(response.url).pathname, encoding, wire: 0, held: 0 });
  });
  wire.on('Network.dataReceived', ({ requestId, dataLength }) => {
    const one = texts.get(requestId);
    if (one) one.held += dataLength;
  });
  wire.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const one = texts.get(requestId);
    if (one) one.wire = encodedDataLength;
  });
  return texts;
}

for (const screen of SCREENS) {
  test(`${screen} goes over the wire compressed`, async ({ open }) => {
    const { page, go } = await open();
    await page.goto('about:blank');
    const texts = await watchTexts(page);
    await go(screen);
    const its = new RegExp(`/${screen.replace(/\/.*/, '')}\\.screen-[^/]*\\.js$`);
    await expect
      .poll(() => [...texts.values()].some(({ path, wire }) => its.test(path) && wire > 0))
      .toBe(true);
    await expect(page.getByRole('navigation', { name: 'Screens' })).toBeVisible();
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
    await expect.poll(() => [...texts.values()].filter(({ wire }) => wire === 0)).toEqual([]);

    const sum = (of: 'wire' | 'held') => [...texts.values()].reduce((all, one) => all + one[of], 0);
    const description = `${screen}: ${sum('held')} bytes of text, ${sum('wire')} on the wire, ${texts.size} files`;
    test.info().annotations.push({ type: 'weight', description });
    const plain = [...texts.values()].filter(({ held, encoding }) => held >= LEAST && encoding !== 'br');
    expect(plain.map(({ path }) => path)).toEqual([]);
    expect(sum('wire')).toBeLessThan(sum('held') / 2.5);
    expect(sum('wire')).toBeLessThan(MOST);
  });
}
