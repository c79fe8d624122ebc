// What is so no more: a fact is forgotten and put back; an agent's correction of an operator's fact waits with its own words,
// is previewed, ended and undone; the audit says what was done.
import type { Page } from '@playwright/test';
import { expect, recalled, test } from '../support/console-page.ts';
import type { RunningFestinger } from '../support/festinger.ts';

async function send(festinger: RunningFestinger, body: object): Promise<number> {
  const headers = { 'x-festinger-client': 'e2e-corrector' };
  const init = { method: 'POST', headers, body: JSON.stringify(body) };
  return (await fetch(`${festinger.baseUrl}/iknowthat`, init)).status;
}

/** As the operator, in the console. */
async function tell(page: Page, fact: string): Promise<void> {
  await page.getByLabel('Tell a fact').fill(fact);
  await page.getByRole('button', { name: 'Tell' }).click();
  await expect(page.getByText(/Known now/)).toBeVisible();
}

test('a fact is forgotten from its concept, put back with Undo, and the audit shows both', async ({
  open,
  festinger,
}) => {
  expect(await send(festinger, { fact: 'fernweh -ispart pve7 in context of runs-on' })).toBe(200);
  expect(await send(festinger, { fact: 'fernweh -isa daemon' })).toBe(200);
  const { page, go, expectAccessible } = await open();
  await go('concepts/fernweh');
  await page.getByRole('button', { name: 'Forget: [runs-on] pve7' }).press('Enter');
  await expect.poll(() => recalled(festinger, 'fernweh')).toBe('fernweh: [type] daemon');
  await expect(page.getByText('fernweh: [runs-on] pve7 ended; it stays in the history')).toBeVisible();
  await expectAccessible('a concept with a fact forgotten');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => recalled(festinger, 'fernweh')).toBe('fernweh: [runs-on] pve7 [type] daemon');

  expect(await send(festinger, { retract: 'fernweh -isa daemon' })).toBe(200);
  await go('audit');
  await expect(page.getByText('Undone: fernweh: [runs-on] pve7 ended')).toBeVisible();
  await expect(page.getByText('fernweh: [type] daemon ended')).toBeVisible();
  await expect(page.getByRole('row').filter({ hasText: 'fernweh: [type] daemon ended' })).toContainText(
    'Correction',
  );
});

test('an agent’s correction of what an operator told waits, and is ended, undone and kept', async ({
  open,
  festinger,
}) => {
  const { page, go, expectAccessible } = await open();
  await go('concepts/gnommoweb');
  await tell(page, 'wanderlust -ispart pve8 in context of runs-on');
  expect(await send(festinger, { retract: 'wanderlust -ispart pve8 in context of runs-on' })).toBe(202);
  await go('conflicts');
  await page.getByRole('searchbox').first().fill('wanderlust');
  const row = page.getByRole('row').filter({ hasText: 'wanderlust' });
  await expect(row).toContainText('correction');
  await expect(row).toContainText('So no more');
  await row.click();
  await expect(page.getByRole('heading', { name: 'Which holds for wanderlust?' })).toBeVisible();
  await expect(page.getByRole('article').nth(1)).toContainText('So no more');
  const decisions = page.getByRole('toolbar', { name: 'Decide' }).getByRole('button');
  await expect(decisions).toHaveText([/Keep/, /End it/, /Dismiss/]);
  await page.locator('[data-kind=replace]').focus();
  const then = page.getByText('Agents will then see').locator('..');
  await expect(then).toContainText('nothing about it');
  await expectAccessible('a correction with its preview');
  // What makes no sense for it has no key either.
  await page.keyboard.press('3');
  await expect(page.getByRole('heading', { name: 'Which holds for wanderlust?' })).toBeVisible();

  await page.keyboard.press('2');
  await expect(page.getByRole('heading', { name: 'No conflict matches' })).toBeVisible();
  expect(await recalled(festinger, 'wanderlust')).toBeNull();
  await page.keyboard.press('Control+z');
  await expect.poll(() => recalled(festinger, 'wanderlust')).toBe('wanderlust: [runs-on?] pve8');
  await expect(page.getByRole('heading', { name: 'Which holds for wanderlust?' })).toBeVisible();
  await page.keyboard.press('1');
  await expect.poll(() => recalled(festinger, 'wanderlust')).toBe('wanderlust: [runs-on] pve8');
});
