// What axe finds wrong with a page. It is asked in the page itself, once put there: the builder of @axe-core/playwright opens a
// second page for each answer and takes ten times as long. Called by console-page.ts.
import type { Page } from '@playwright/test';
import axe from 'axe-core';

/** WCAG 2.2 AA, and what axe calls good practice. */
const ALL = {
  type: 'tag',
  values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
} as const;
/** All that another theme can change. */
const COLOURS = { type: 'rule', values: ['color-contrast'] } as const;

/**
 * In the page: no animation runs but those without an end, for so many frames in a row. A panel that still fades in has no contrast
 * to judge. Frames are counted by an animation of nothing, since a page whose clock is ours has a `requestAnimationFrame` that runs
 * by that clock: six of those can pass before the page has drawn once and been told of another theme.
 */
const SETTLED = `(async () => {
  const still = () => document.getAnimations().every((a) => a.playState !== 'running' || a.effect?.getTiming().iterations === Infinity);
  const frame = () => document.documentElement.animate([], 1).finished;
  const end = document.timeline.currentTime + 10_000;
  for (let frames = 0; frames < 6; frames = still() ? frames + 1 : 0) {
    if (document.timeline.currentTime > end) throw new Error('something on the page does not stop moving');
    await frame();
  }
})()`;

async function broken(page: Page, runOnly: typeof ALL | typeof COLOURS): Promise<string[]> {
  await page.evaluate(SETTLED);
  if (await page.evaluate<boolean>("typeof axe === 'undefined'")) await page.evaluate(axe.source);
  const options = { runOnly, resultTypes: ['violations'], selectors: false, preload: { assets: ['media'] } };
  return page.evaluate<string[]>(`axe.run(document, ${JSON.stringify(options)}).then(({ violations }) =>
    violations.map(({ id, nodes }) => id + ': ' + nodes.map((node) => node.html.slice(0, 160)).join(' | ')))`);
}

/** All rules as the page is, and the colours of the other theme; empty when all is well. */
export async function brokenRules(page: Page): Promise<string[]> {
  const found = await broken(page, ALL);
  const [now, other] = (await page.evaluate<boolean>("matchMedia('(prefers-color-scheme: dark)').matches"))
    ? (['dark', 'light'] as const)
    : (['light', 'dark'] as const);
  await page.emulateMedia({ colorScheme: other });
  found.push(...(await broken(page, COLOURS)).map((words) => `${other}: ${words}`));
  await page.emulateMedia({ colorScheme: now });
  return found;
}
