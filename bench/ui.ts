// Benchmark of Concepts in the page, over a graph of a million edges: search, opening a neighbourhood, drawing three hundred
// concepts, and dragging the picture with three hundred and fifteen hundred on it. The built program, a real Chromium, no GPU.
// Prints a table with what the design wants beside it, writes JSON to bench/results/.
//   npm run bench:ui -- [--concepts 333000] [--edges 1000000] [--rounds 9]
// The database is made once, in the temporary directory.
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { chromium, type Page } from '@playwright/test';
import { browserOptions } from '../e2e/support/browser.ts';
import { type RunningFestinger, startFestinger } from '../e2e/support/festinger.ts';
import { bigSqlite } from './lib/big-database.ts';
import { percentile, printTable, writeResults } from './lib/report.ts';
import { word } from './lib/words.ts';

const { values } = parseArgs({
  options: {
    concepts: { type: 'string', default: '333000' },
    edges: { type: 'string', default: '1000000' },
    rounds: { type: 'string', default: '9' },
  },
});
const rounds = Number(values.rounds);
const size = { concepts: Number(values.concepts), edges: Number(values.edges) };

interface Figure {
  readonly what: string;
  readonly unit: 'ms' | 'fps';
  readonly p50: number;
  readonly worst: number;
  readonly wanted: number | null;
}
const figures: Figure[] = [];

/** @param samples milliseconds, or frames a second, of which the least counts as the worst */
function note(what: string, unit: Figure['unit'], samples: readonly number[], wanted: number | null): void {
  const sorted = samples.toSorted((a, b) => a - b);
  const worst = unit === 'ms' ? sorted.at(-1) : sorted[0];
  figures.push({ what, unit, p50: percentile(sorted, 0.5), worst: worst ?? Number.NaN, wanted });
}

async function ask<T>({ baseUrl, token }: RunningFestinger, path: string): Promise<T> {
  const answer = await fetch(`${baseUrl}/api/console${path}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  const { data } = (await answer.json()) as { data: T };
  return data;
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

/** In a page: does something, and says how many milliseconds later a frame shows that the canvas has so many of them. */
const until = (act: string, shows: string) => `new Promise((done, fail) => {
  const began = performance.now();
  const look = () => {
    const box = document.querySelector('[role=application]');
    if (box?.parentElement.dataset.view && ${shows}) requestAnimationFrame(() => done(performance.now() - began));
    else if (performance.now() - began > 20000) fail(new Error('nothing was drawn'));
    else requestAnimationFrame(look);
  };
  ${act};
  requestAnimationFrame(look);
})`;

const named = (words: string) => `box.getAttribute('aria-label').includes(${JSON.stringify(words)})`;

/** In a page: counts frames until it is told to stop. */
const COUNT_FRAMES = `window.frames_ = []; window.counting_ = true;
  (function frame(at) { if (window.counting_) { window.frames_.push(at); requestAnimationFrame(frame); } })(performance.now());`;

/** Drags the picture to and fro for two seconds. @returns frames a second */
async function drag(page: Page): Promise<number> {
  await page.evaluate(COUNT_FRAMES);
  await page.mouse.move(420, 400);
  await page.mouse.down();
  const began = performance.now();
  for (let n = 0; performance.now() - began < 2000; n++)
    await page.mouse.move(420 + 160 * Math.sin(n / 9), 400 + 90 * Math.cos(n / 7));
  await page.mouse.up();
  return page.evaluate(
    `(() => { window.counting_ = false; const f = window.frames_; return (1000 * (f.length - 1)) / (f.at(-1) - f[0]); })()`,
  );
}

/** A concept with more below it than a canvas holds, and the dimension in which that is so. */
async function hub(festinger: RunningFestinger): Promise<{ token: string; dimension: string }> {
  const dimensions = await ask<{ token: string; edges: number }[]>(festinger, '/dimensions');
  const [largest] = dimensions.toSorted((a, b) => b.edges - a.edges);
  const dimension = largest?.token ?? 'type';
  const path = `/concepts/${dimension}/neighbourhood?dimension=${dimension}&limit=20`;
  const { nodes } = await ask<{ nodes: { concept: { token: string }; depth: number }[] }>(festinger, path);
  for (const { concept, depth } of nodes) {
    if (depth !== 1) continue;
    const of = `/concepts/${encodeURIComponent(concept.token)}/neighbourhood?dimension=${dimension}&limit=5`;
    const { total } = await ask<{ total: number }>(festinger, of);
    if (total > 1500) return { token: concept.token, dimension };
  }
  throw new Error('no concept has fifteen hundred below it');
}

const database = await bigSqlite(join(tmpdir(), 'festinger-bench-ui.db'), size);
const festinger = await startFestinger(['--database', database]);
const browser = await chromium.launch(await browserOptions());
try {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  await page.goto(await festinger.link());
  await page.getByRole('navigation', { name: 'Screens' }).waitFor();

  const queries = Array.from({ length: 5 * rounds }, (_, n) =>
    word(100_000 + n * 4211).slice(0, 3 + (n % 4)),
  );
  const search = (query: string) => ask(festinger, `/concepts?query=${encodeURIComponent(query)}&limit=100`);
  await search('warm');
  const searched: number[] = [];
  for (const query of queries) searched.push(await timed(() => search(query)));
  note('search, 100 matches', 'ms', searched, 50);

  const { token, dimension } = await hub(festinger);
  const at = `#/concepts/${encodeURIComponent(token)}?dim=${dimension}`;
  const [opened, grown]: [number[], number[]] = [[], []];
  for (let n = 0; n < rounds; n++) {
    await page.evaluate(`location.hash = '#/concepts'`);
    await page.getByRole('searchbox').waitFor();
    opened.push(await page.evaluate(until(`location.hash = ${JSON.stringify(at)}`, named('60 of'))));
    const more = `[...document.querySelectorAll('button')].find((b) => b.textContent === 'Show more').click()`;
    grown.push(await page.evaluate(until(more, named('300 of'))));
  }
  note('a concept opens, 60 concepts', 'ms', opened, 300);
  note('300 concepts are drawn', 'ms', grown, 300);

  const tops: number[] = [];
  for (let n = 0; n < rounds; n++)
    tops.push(
      await timed(() =>
        ask(festinger, `/concepts/${dimension}/neighbourhood?dimension=${dimension}&limit=300`),
      ),
    );
  note('a dimension as a whole', 'ms', tops, null);
  const around: number[] = [];
  for (let n = 0; n < rounds; n++)
    around.push(await timed(() => ask(festinger, `/concepts/${encodeURIComponent(token)}/around?limit=300`)));
  note('what is around a hub', 'ms', around, null);

  const all = () => page.getByRole('button', { name: 'Fit everything' }).click();
  await all();
  const few: number[] = [];
  for (let n = 0; n < 3; n++) few.push(await drag(page));
  note('drag, 300 concepts', 'fps', few, 50);
  for (let n = 0; n < 5; n++) {
    const more = `[...document.querySelectorAll('button')].find((b) => b.textContent === 'Show more').click()`;
    await page.evaluate(
      until(more, named(`${(540 + 240 * n > 1500 ? 1500 : 540 + 240 * n).toLocaleString('en')} of`)),
    );
  }
  await all();
  const many: number[] = [];
  for (let n = 0; n < 3; n++) many.push(await drag(page));
  note('drag, 1,500 concepts', 'fps', many, 30);
} finally {
  await browser.close();
  await festinger.stop();
}

printTable(
  ['', 'p50', 'worst', 'wanted'],
  figures.map(({ what, unit, p50, worst, wanted }) => [
    ...[what, `${p50.toFixed(1)} ${unit}`, `${worst.toFixed(1)} ${unit}`],
    wanted === null ? '' : `${unit === 'ms' ? 'under' : 'at least'} ${String(wanted)} ${unit}`,
  ]),
);
writeResults('ui', { size, figures });
