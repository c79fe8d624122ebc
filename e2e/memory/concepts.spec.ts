// Search first, then the neighbourhood: on the canvas, in its table twin, and in the inspector with its evidence.
import { expect, test } from '../support/console-page.ts';

test('searching a concept opens its neighbourhood, and the table says the same as the canvas', async ({
  open,
}) => {
  const { page, go, expectAccessible } = await open();
  await go('concepts');
  await page.getByRole('searchbox', { name: 'Find a concept by name' }).fill('ramanuj');
  await page
    .getByRole('grid', { name: 'Concepts found' })
    .getByRole('row')
    .filter({ hasText: 'ramanujan' })
    .first()
    .click();

  await expect(page).toHaveURL(/#\/concepts\/ramanujan/);
  await expect(page.locator('canvas').first()).toBeVisible();
  const shown = await page.getByText(/^\d+ of \d+ shown$/).textContent();
  await expectAccessible('concepts on the canvas');

  await page.getByRole('radio', { name: 'Table' }).click();
  const table = page.getByRole('grid', { name: 'Concepts of this neighbourhood' });
  await expect(table.getByRole('row').filter({ hasText: 'ramanujan' }).first()).toBeVisible();
  expect(Number(await table.getAttribute('aria-rowcount')) - 1).toBe(Number(shown?.split(' ')[0]));
  await expectAccessible('concepts as a table');
});

test('what an operator tells is known at once, kept out when marked, and let back in by undo', async ({
  open,
  festinger,
}) => {
  const { page, go } = await open();
  const recall = async () =>
    (
      (await (await fetch(`${festinger.baseUrl}/recall?concept=quillfeather`)).json()) as {
        data: { recollection: string | null };
      }
    ).data.recollection;
  await go('concepts/gnommoweb');
  await page.getByLabel('Tell a fact').fill('quillfeather -isa daemon');
  await page.getByRole('button', { name: 'Tell' }).click();
  await expect(page.getByText('Known now: quillfeather in daemon [type]')).toBeVisible();
  expect(await recall()).toBe('quillfeather: [type] daemon');

  await go('concepts/quillfeather');
  await page.getByRole('switch', { name: /Do not use/ }).press('Space');
  await expect.poll(recall).toBeNull();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(recall).toBe('quillfeather: [type] daemon');
});

test('a malformed fact is refused with its column', async ({ open }) => {
  const { page, go } = await open();
  await go('concepts/gnommoweb');
  await page.getByLabel('Tell a fact').fill('gnommoweb is a repo');
  await page.getByRole('button', { name: 'Tell' }).click();
  await expect(page.getByText(/column 11/i)).toBeVisible();
});
