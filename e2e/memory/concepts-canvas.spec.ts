// The canvas of Concepts with much on it: nothing moves by itself, everything can be got into sight, and what has no room is said.
import type { Page } from '@playwright/test';
import { test as base, expect, type Open, opensAt } from '../support/console-page.ts';
import { type RunningFestinger, startFestinger } from '../support/festinger.ts';

async function tell({ baseUrl }: RunningFestinger, facts: readonly string[]): Promise<void> {
  for (let i = 0; i < facts.length; i += 100) {
    const body = JSON.stringify({ facts: facts.slice(i, i + 100) });
    expect((await fetch(`${baseUrl}/iknowthat`, { method: 'POST', body })).status).toBe(200);
  }
}

/** So many concepts below one, each with up to so many children, level by level. */
function tree(root: string, count: number, per: number): string[] {
  const name = (i: number) => (i === 0 ? root : `${root}-part${String(i)}`);
  return Array.from({ length: count - 1 }, (_, i) => {
    const parent = name(Math.floor(i / per));
    return `${name(i + 1)} -ispart ${parent} in context of membership`;
  });
}

/** A memory of trees: ten divisions with five each, three hundred, and more than a canvas holds. */
const test = base.extend<{ grown: Open }, { forest: RunningFestinger }>({
  forest: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures it needs from the pattern
    async ({}, use) => {
      const running = await startFestinger([]);
      await tell(running, [
        ...tree('corp', 61, 10),
        ...tree('yard', 61, 10),
        ...tree('wood', 300, 17),
        ...tree('land', 1700, 1700),
        ...Array.from(
          { length: 13 },
          (_, i) => `corp -isa kind${String(i)} in context of question-${String(i)}`,
        ),
      ]);
      await use(running);
      await running.stop();
    },
    { scope: 'worker' },
  ],
  grown: ({ browserOfOurs, forest }, use) => opensAt(browserOfOurs, forest, use),
});

const canvas = (page: Page) => page.getByRole('application');
const shown = (page: Page, words: string) => expect(page.getByText(words, { exact: true })).toBeVisible();

/** Zoom and place of the picture. */
async function viewOf(page: Page): Promise<number[]> {
  const view = (await canvas(page).locator('..').getAttribute('data-view')) ?? '';
  return view.split(' ').map(Number);
}

/** In a page: whether the keyboard's place is out of sight, or under something that lies over the canvas. */
const IS_HIDDEN = `(() => {
  const box = document.querySelector('[role=application]');
  const [x1, y1, x2, y2] = box.dataset.cursorAt.split(' ').map(Number);
  const at = box.getBoundingClientRect();
  if (x1 < 0 || y1 < 0 || x2 > at.width || y2 > at.height) return true;
  return [...box.parentElement.querySelectorAll('[data-over]')]
    .map((one) => one.getBoundingClientRect())
    .some((r) => r.width > 0 && x1 + at.left < r.right && x2 + at.left > r.left && y1 + at.top < r.bottom && y2 + at.top > r.top);
})()`;

/** Along all children of the focus, by keyboard. @returns the concepts that were come by */
async function alongChildren(page: Page, count: number): Promise<Set<string>> {
  await canvas(page).focus();
  await page.keyboard.press('ArrowDown');
  const passed = new Set<string>();
  for (let i = 0; i < count; i++) {
    passed.add((await canvas(page).getAttribute('data-cursor')) ?? '');
    await page.keyboard.press('ArrowRight');
  }
  return passed;
}

test('a fact told anywhere moves nothing on the canvas, and one about what is shown comes in place', async ({
  grown,
  forest,
}) => {
  const { page, go } = await grown();
  await go('concepts/yard?dim=membership');
  await shown(page, '60 of 61 shown');
  await page.getByRole('button', { name: 'Zoom in' }).click();
  await canvas(page).focus();
  await page.keyboard.press('ArrowDown');
  await page.mouse.move(500, 400);
  await page.mouse.down();
  await page.mouse.move(620, 470, { steps: 4 });
  await page.mouse.up();
  const before = await viewOf(page);

  const facts = page.getByText(/^[\d,]+ facts? about /);
  const counted = await facts.textContent();
  await tell(forest, ['elsewhere -ispart nowhere in context of membership']);
  await expect(facts).not.toHaveText(counted ?? '');
  expect(await viewOf(page)).toEqual(before);

  await tell(forest, ['yard-new -ispart yard in context of membership']);
  await shown(page, '60 of 62 shown');
  const after = await viewOf(page);
  expect(after[0]).toBe(before[0]);
  await expect(canvas(page)).toHaveAttribute('data-cursor', /yard-/);
});

/** In a page: the middle of a box on the canvas, in pixels of the window. */
const middleOf = (page: Page, depth: number): Promise<{ x: number; y: number }> =>
  page.evaluate(`(() => {
    const box = document.querySelector('[role=application]');
    const { left, top } = box.getBoundingClientRect();
    const { x, y } = box._cyreg.cy.nodes('[depth = ${String(depth)}]')[0].renderedPosition();
    return { x: left + x, y: top + y };
  })()`);

test('a drag that begins on a mark far away, or on the concept in focus, moves the picture and opens nothing', async ({
  grown,
}) => {
  const { page, go } = await grown();
  await go('concepts/wood?dim=membership');
  await page.getByRole('button', { name: 'Show more' }).click();
  await shown(page, '300 of 300 shown');
  await page.getByRole('button', { name: 'Fit everything' }).click();
  for (const depth of [1, 0]) {
    const [zoom, left = 0, top = 0] = await viewOf(page);
    const { x, y } = await middleOf(page, depth);
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + 90, y + 60, { steps: 6 });
    await page.mouse.up();
    await expect.poll(async () => Math.round(((await viewOf(page))[1] ?? 0) - left)).toBe(90);
    expect(await viewOf(page)).toEqual([zoom, expect.closeTo(left + 90, 0), expect.closeTo(top + 60, 0)]);
    expect(page.url()).toContain('/wood?');
  }
});

test('a concept with ten children opens with all of them in sight', async ({ grown }) => {
  const { page, go } = await grown();
  await go('concepts/corp-part1?dim=membership');
  await go('concepts/corp?dim=membership');
  await expect(canvas(page).locator('..')).toHaveAttribute('data-view', /./);
  const before = await viewOf(page);
  expect((await alongChildren(page, 11)).size).toBeGreaterThanOrEqual(10);
  expect(await viewOf(page)).toEqual(before);
});

test('everything fits into the window with three hundred concepts, and what has children is named', async ({
  grown,
}) => {
  const { page, go, expectAccessible } = await grown();
  await go('concepts/wood');
  await page.getByRole('button', { name: 'Show more' }).click();
  await shown(page, '300 of 300 shown');
  await page.getByRole('button', { name: 'Fit everything' }).click();
  const before = await viewOf(page);
  expect((await alongChildren(page, 17)).size).toBe(17);
  // Down into the last of them: still nothing had to move.
  await page.keyboard.press('ArrowDown');
  for (let i = 0; i < 17; i++) await page.keyboard.press('ArrowRight');
  expect(await viewOf(page)).toEqual(before);
  expect(Number(await page.locator('[data-label-layer]').getAttribute('data-labels'))).toBeGreaterThanOrEqual(
    17,
  );
  await expectAccessible('three hundred concepts');
});

test('dimensions without room around the focus are counted, and all of them are behind the count', async ({
  grown,
}) => {
  const { page, go } = await grown();
  await go('concepts/corp?dim=question-12');
  const more = page.getByRole('button', { name: /All 14 dimensions/ });
  await expect(more).toHaveText('+5 more');
  await expect(page.getByRole('link', { name: /question-12/, exact: false }).first()).toBeVisible();
  await more.press('Enter');
  await expect(page.getByRole('dialog').getByRole('link')).toHaveCount(14);
  await page
    .getByRole('dialog')
    .getByRole('link', { name: /membership/ })
    .press('Enter');
  await expect(page).toHaveURL(/dim=membership/);
});

test('a canvas that holds no more says so, with how much is left out and where to go on', async ({
  grown,
}) => {
  const { page, go } = await grown();
  await go('concepts/land');
  for (let step = 0; step < 6; step++) await page.getByRole('button', { name: 'Show more' }).click();
  await shown(page, '1,500 of 1,700 shown');
  await expect(page.getByRole('button', { name: 'Show more' })).toHaveCount(0);
  await page.getByRole('button', { name: 'No more at once' }).press('Enter');
  await expect(page.getByText(/1,500 is the most that is drawn at once. 200 more lie here/)).toBeVisible();
  await page.getByRole('button', { name: 'Find a concept by name' }).press('Enter');
  await expect(page.getByRole('searchbox', { name: 'Find a concept by name' })).toBeVisible();
});

test('a dimension opens as a dimension: what stands at its top, with true counts, on the canvas and in the table', async ({
  grown,
}) => {
  const { page, go } = await grown();
  await go('concepts');
  await page.getByRole('link', { name: /\[membership\]/ }).click();
  await expect(canvas(page)).toHaveAccessibleName(/membership in the dimension membership/);
  await expect(page.getByText('What system or project does this belong to?')).toBeVisible();
  await expect(page.getByText(/^60 of 1,7\d\d shown$/)).toBeVisible();
  await page.getByRole('radio', { name: 'Table' }).click();
  const rows = page.getByRole('grid', { name: 'Concepts of this neighbourhood' }).getByRole('row');
  // Most children first, each with some of what is below it.
  await expect(rows.nth(1)).toContainText('membership');
  await expect(rows.nth(2)).toContainText('land');
});

test('in a low window the keyboard’s place is never under what lies over the canvas', async ({ grown }) => {
  // 1280x800 at 200 %.
  const { page, go } = await grown({ viewport: { width: 640, height: 400 } });
  await go('concepts/corp?dim=membership');
  await canvas(page).focus();
  const keys = [
    'ArrowDown',
    ...Array<string>(9).fill('ArrowRight'),
    'ArrowDown',
    'ArrowRight',
    'ArrowRight',
    'ArrowUp',
    'ArrowUp',
  ];
  for (const key of keys) {
    await page.keyboard.press(key);
    const hidden = await page.evaluate(IS_HIDDEN);
    expect(hidden, `after ${key}, on ${(await canvas(page).getAttribute('data-cursor')) ?? ''}`).toBe(false);
  }
});

test('a concept that is not there can be told where it is missed', async ({ grown }) => {
  const { page, go } = await grown();
  await go('concepts/newcomer-of-today');
  await expect(page.getByText('There is no concept “newcomer-of-today”')).toBeVisible();
  const field = page.getByLabel('Tell a fact');
  await expect(field).toHaveValue('newcomer-of-today -isa ');
  await field.fill('newcomer-of-today -isa guest');
  await page.getByRole('button', { name: 'Tell' }).click();
  await expect(page.getByRole('heading', { name: 'newcomer-of-today' })).toBeVisible();
});

test('what is around a concept is drawn in all dimensions, walked by keyboard, and listed', async ({
  grown,
}) => {
  const { page, go, expectAccessible } = await grown();
  await go('concepts/corp?dim=membership');
  await page.getByRole('radio', { name: 'Around' }).click();
  // Itself, ten parts with five each, and thirteen kinds of it.
  await shown(page, '60 of 74 shown');
  await page.getByRole('button', { name: 'Show more' }).click();
  await shown(page, '74 of 74 shown');
  await expect(canvas(page)).toHaveAttribute('data-placed', '74');
  const only = page.getByRole('group', { name: 'Show one dimension alone' });
  await expect(only.getByRole('button')).toHaveCount(14);
  await canvas(page).focus();
  const passed = new Set<string | null>();
  for (const key of ['ArrowRight', 'ArrowDown', 'ArrowLeft', 'ArrowUp', 'ArrowRight']) {
    await page.keyboard.press(key);
    passed.add(await canvas(page).getAttribute('data-cursor'));
  }
  expect(passed.size).toBeGreaterThan(2);
  await expectAccessible('what is around a concept');

  await only.getByRole('button', { name: /membership/ }).press('Enter');
  await page.getByRole('radio', { name: 'Facts' }).click();
  const facts = page.getByRole('grid', { name: 'Facts around corp' });
  await expect(facts).toHaveAttribute('aria-rowcount', '61');
  await expectAccessible('what is around a concept, as a list');
  await page.getByRole('radio', { name: '1 away' }).click();
  await shown(page, '24 of 24 shown');
});

test('a dimension is compared with what it said a week ago, on the canvas and as a table', async ({
  grown,
}) => {
  const { page, go, expectAccessible } = await grown();
  await go('concepts/wood?dim=membership');
  await page.getByRole('button', { name: 'Compare' }).press('Enter');
  await page.getByRole('menuitem', { name: 'With a week ago' }).press('Enter');
  await expect(page.getByText(/: 2,1\d\d added, 0 moved, 0 gone$/)).toBeVisible();
  await canvas(page).focus();
  await expectAccessible('a comparison on the canvas');
  await page.getByRole('radio', { name: 'Table' }).click();
  const changes = page.getByRole('grid', { name: 'What changed in membership' });
  await expect(changes.getByRole('row').nth(1)).toContainText('+ added');
  await expectAccessible('a comparison as a table');
  await page.getByRole('button', { name: 'End the comparison' }).click();
  await expect(page.getByRole('grid', { name: 'Concepts of this neighbourhood' })).toBeVisible();
});
