// Traffic is narrowed, walked, pinned and taken out: what is chosen is in the address and holds for list and export alike.
import { readFileSync } from 'node:fs';
import { expect, sendPrompt, test } from '../support/console-page.ts';

const ROW = '[role=row][data-tone]';

test('filters are chips and the address; the back button widens again', async ({ open, festinger }) => {
  const { page, go, expectAccessible } = await open();
  await sendPrompt(festinger.baseUrl, 'Tell me about gnommoweb.', 'filter-a');
  await sendPrompt(festinger.baseUrl, 'Tell me about dobby.', 'filter-b');
  await go('traffic?client=filter-a');
  const rows = page.locator(ROW);
  const chips = page.getByRole('list', { name: 'Shown are only requests with' });
  await expect(rows).toHaveCount(1);
  await expect(chips).toContainText('filter-a');

  await page.getByRole('radio', { name: 'Failed' }).click();
  await expect(page).toHaveURL(/client=filter-a/);
  await expect(page).toHaveURL(/state=failed/);
  await expect(page.getByText('No request matches')).toBeVisible();
  await page.goBack();
  await expect(rows).toHaveCount(1);

  await page.keyboard.press('f');
  const panel = page.getByRole('dialog', { name: 'Filter' });
  await panel.getByRole('button', { name: /Client$/ }).click();
  await page.getByRole('option', { name: 'filter-b' }).click();
  await expect(chips).toContainText('filter-b');
  await panel.getByText('Only loops').click();
  await expect(page).toHaveURL(/loops=yes/);
  await expectAccessible('the filters open');
  await page.keyboard.press('Escape');
  await chips.getByRole('button', { name: /Remove the filter Only loops/ }).click();
  await expect(rows).toHaveCount(1);
  await expect(rows.first()).toContainText('filter-b');

  await page.getByRole('searchbox').first().fill('dobby-is-nowhere');
  await expect(page.getByText('No request matches')).toBeVisible();
  await page.getByRole('button', { name: 'Clear', exact: true }).click();
  await expect(page).toHaveURL(/#\/traffic$/);
  await expect(rows).not.toHaveCount(0);
});

test('keys walk the list, pin a request, and a pin is a filter', async ({ open, festinger }) => {
  const { page, go, expectAccessible } = await open();
  for (const n of [1, 2, 3])
    await sendPrompt(festinger.baseUrl, `Question ${n} about hypatia.`, 'keys-client');
  await go('traffic?client=keys-client');
  const rows = page.locator(ROW);
  await expect(rows).toHaveCount(3);
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await expect(rows.nth(1)).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('k');
  await expect(rows.nth(0)).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByRole('button', { name: /^Pin/ })).toHaveAttribute('aria-pressed', 'false');
  await page.keyboard.press('p');
  await expect(page.getByRole('button', { name: 'Unpin' })).toHaveAttribute('aria-pressed', 'true');
  await expect(rows.nth(0).getByRole('img', { name: 'Only pinned' })).toBeVisible();
  await rows.nth(0).click();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('complementary')).toHaveCount(0);
  await expect(page).toHaveURL(/client=keys-client/);

  await go('traffic?pinned=yes');
  await expect(rows).toHaveCount(1);
  await expectAccessible('a pinned row');
  await page.keyboard.press('Shift+?');
  await expect(page.getByRole('dialog')).toContainText('Pin or unpin');
});

test('what the filter matches is exported, as JSON Lines and as CSV', async ({ open, festinger }) => {
  const { page, go } = await open();
  for (const n of [1, 2]) await sendPrompt(festinger.baseUrl, `Export ${n}.`, 'export-client');
  await go('traffic?client=export-client');
  await expect(page.locator(ROW)).toHaveCount(2);
  const take = async (format: string) => {
    await page.keyboard.press('e');
    const download = page.waitForEvent('download');
    await page.getByRole('menuitem', { name: format }).click();
    const file = await download;
    return { name: file.suggestedFilename(), text: readFileSync(await file.path(), 'utf8') };
  };
  const lines = await take('JSON Lines');
  expect(lines.name).toMatch(/^festinger-traffic-.+\.jsonl$/);
  const clients = lines.text
    .trimEnd()
    .split('\n')
    .map((line) => (JSON.parse(line) as { client: string }).client);
  expect(clients).toEqual(['export-client', 'export-client']);
  const table = await take('CSV');
  expect(table.text.trimEnd().split('\r\n')).toHaveLength(3);
  await expect(page.getByText(/2 requests are in festinger-traffic/).first()).toBeVisible();
});

test('a fact is kept out from the drawer, and let back in by undo', async ({ open, festinger }) => {
  const { page, go } = await open();
  await sendPrompt(festinger.baseUrl, 'Where does hypatia stand?', 'ban-client');
  await go('traffic?client=ban-client');
  await page.locator(ROW).first().click();
  const inspector = page.getByRole('complementary');
  await inspector.getByRole('button', { name: 'Do not use a fact about hypatia' }).click();
  const fact = page.getByRole('menuitem', { name: /^Do not use \[/ }).first();
  const words = (await fact.textContent()) ?? '';
  await fact.click();
  await expect(page.getByText('Agents no longer see').first()).toBeVisible();
  await page.keyboard.press('Control+z');
  await inspector.getByRole('button', { name: 'Do not use a fact about hypatia' }).click();
  await expect(page.getByRole('menuitem', { name: words })).toBeVisible();
});
