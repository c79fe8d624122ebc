// The tree twin of the canvas: the same concepts, walked and opened by keyboard, with their commands, and fast with as many as there can be.
import type { Page } from '@playwright/test';
import { test as base, expect, type Open, opensAt } from '../support/console-page.ts';
import { type RunningFestinger, startFestinger } from '../support/festinger.ts';

async function tell({ baseUrl }: RunningFestinger, facts: readonly string[]): Promise<void> {
  for (let i = 0; i < facts.length; i += 100) {
    const body = JSON.stringify({ facts: facts.slice(i, i + 100) });
    expect((await fetch(`${baseUrl}/iknowthat`, { method: 'POST', body })).status).toBe(200);
  }
}

const test = base.extend<{ grown: Open }, { forest: RunningFestinger }>({
  forest: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures it needs from the pattern
    async ({}, use) => {
      const running = await startFestinger([]);
      const many = Array.from({ length: 1700 }, (_, i) =>
        i < 40 ? `lot${i} -ispart land` : `plot${i} -ispart lot${i % 40}`,
      );
      await tell(running, [
        ...['shop -ispart corp', 'till -ispart shop', 'wiki -isa corp', 'drawer -ispart till'].map(
          (fact) => `${fact} in context of membership`,
        ),
        'wiki -ispart museum in context of membership',
        ...many.map((fact) => `${fact} in context of membership`),
      ]);
      await use(running);
      await running.stop();
    },
    { scope: 'worker' },
  ],
  grown: ({ browserOfOurs, forest }, use) => opensAt(browserOfOurs, forest, use),
});

const tree = (page: Page) => page.getByRole('treegrid');
const row = (page: Page, name: string | RegExp) => tree(page).getByRole('row', { name });

test('the tree says what the canvas says, and is walked, opened and closed by keyboard', async ({
  grown,
}) => {
  const { page, go, expectAccessible } = await grown();
  await go('concepts/corp?dim=membership');
  await page.getByRole('radio', { name: 'Tree' }).press('Space');
  await expect(tree(page)).toHaveAccessibleName('corp in the dimension membership, as a tree');
  await expect(page.getByText(/^4 of 4 shown$/)).toBeVisible();
  await expect(row(page, 'corp, in focus, 2 below')).toHaveAttribute('aria-expanded', 'true');
  await expect(row(page, 'wiki, is a corp, contested')).toHaveAttribute('aria-level', '2');
  await expect(row(page, 'shop, is part of corp, 1 below')).toBeVisible();
  await expectAccessible('concepts as a tree');

  await row(page, /^corp/).focus();
  await page.keyboard.type('shop');
  await expect(row(page, /^shop/)).toBeFocused();
  await page.keyboard.press('ArrowLeft');
  await expect(row(page, /^shop/)).toHaveAttribute('aria-expanded', 'false');
  await expect(row(page, /^till/)).toHaveCount(0);
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowDown');
  await expect(row(page, /^till/)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/#\/concepts\/till\?.*view=tree/);
  await expect(row(page, /^till, is part of shop, in focus/)).toBeFocused();
  await expect(row(page, /^drawer/)).toBeVisible();
});

test('a row has the commands of its concept, by keyboard: told of, forgotten, taken back', async ({
  grown,
}) => {
  const { page, go } = await grown();
  await go('concepts/corp?dim=membership&view=tree');
  await row(page, /^wiki/).focus();
  // Past who said it.
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('button', { name: 'What to do with wiki' })).toBeFocused();
  await page.keyboard.press('Enter');
  const menu = page.getByRole('menu', { name: 'What to do with wiki' });
  await expect(menu.getByRole('menuitem')).toHaveText([
    ...['Open', 'Tell a fact about it', 'Open its conflict', 'Do not use', 'Forget that it is in corp'],
  ]);
  await menu.getByRole('menuitem', { name: /^Forget/ }).press('Enter');
  await expect(row(page, /^wiki/)).toHaveCount(0);
  await page.keyboard.press('ControlOrMeta+z');
  await expect(row(page, /^wiki/)).toBeVisible();

  await page.getByRole('button', { name: 'What to do with shop' }).press('Enter');
  await page.getByRole('menuitem', { name: 'Tell a fact about it' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Tell a fact about shop' });
  await dialog.getByLabel('Tell a fact').fill('shop -isa website');
  await page.keyboard.press('Enter');
  await expect(dialog.getByText(/Known now: shop in website/)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(tree(page)).toBeVisible();
});

test('fifteen hundred concepts open as a tree that stays quick, with few rows in the page', async ({
  grown,
}) => {
  const { page, go } = await grown();
  await go('concepts/land?dim=membership');
  for (let step = 0; step < 6; step++) await page.getByRole('button', { name: 'Show more' }).click();
  await expect(page.getByText('1,500 of 1,701 shown')).toBeVisible();
  const began = Date.now();
  await page.getByRole('radio', { name: 'Tree' }).press('Space');
  await expect(row(page, /^land, in focus/)).toBeVisible();
  const took = Date.now() - began;
  expect(await tree(page).getByRole('row').count()).toBeLessThan(80);
  await row(page, /^land, in focus/).focus();
  const walked = Date.now();
  for (let i = 0; i < 10; i++) await page.keyboard.press('PageDown');
  const perPage = (Date.now() - walked) / 10;
  await page.keyboard.press('End');
  await expect(tree(page).getByRole('row').last()).toBeFocused();
  test.info().annotations.push({ type: 'measured', description: `open ${took} ms, page ${perPage} ms` });
  console.log(`tree of 1,500: open ${took} ms, page down ${perPage} ms`);
});
