// Journey: turn a dial by keyboard, see what the newest prompts would be given, save it, find it everywhere.
import { expect, sendPrompt, test } from '../support/console-page.ts';

test('a threshold is tried on real prompts before it is saved', async ({ open, festinger }) => {
  await sendPrompt(festinger.baseUrl, 'Where does gnommoweb run, and who owns hypatia?', 'preview-agent');
  const { page, go, expectAccessible } = await open();
  await go('settings?tab=recollection');
  const newest = page.getByRole('region', { name: 'The newest prompts' });
  await expect(newest.getByRole('link', { name: 'preview-agent' }).first()).toBeVisible();
  await expect(newest.getByText('gnommoweb').first()).toBeVisible();

  const dial = page.getByRole('slider', { name: 'Most concepts in a recollection' });
  await dial.focus();
  await page.keyboard.press('Home');
  await expect(newest.getByRole('img', { name: 'goes' }).first()).toBeVisible();
  await expect(newest.getByRole('status')).toContainText(/would change/);
  await expectAccessible('a draft of the settings');

  await page.getByRole('button', { name: 'Save the change' }).click();
  await expect(page.getByText('Saved; in force for the next prompt')).toBeVisible();
  await expect(newest.getByRole('img', { name: 'goes' })).toHaveCount(0);
  await go('settings?tab=all');
  await page.getByRole('searchbox', { name: 'Find a setting' }).fill('recollection_max_concepts');
  await expect(page.getByRole('textbox', { name: 'Change: Most concepts in a recollection' })).toHaveValue(
    '1',
  );
  await page.getByRole('textbox', { name: 'Change: Most concepts in a recollection' }).fill('12');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Most concepts in a recollection: now 12')).toBeVisible();
});

test('forgetting a draft leaves everything as it was', async ({ open }) => {
  const { page, go } = await open({ viewport: { width: 390, height: 844 } });
  await go('settings?tab=recollection');
  await page.getByRole('slider', { name: 'How sure a fact must be' }).focus();
  await page.keyboard.press('End');
  await page.getByRole('button', { name: 'Forget them' }).click();
  await expect(page.getByText('Nothing changed.')).toBeVisible();
});

test('a double click on Remove asks, and removes nothing', async ({ open }) => {
  const { page, go } = await open({ viewport: { width: 390, height: 844 } });
  const main = page.getByRole('main');
  await go('settings?tab=models');
  const remove = main.getByRole('button', { name: 'Remove', exact: true });
  await remove.dblclick();
  const sure = main.getByRole('button', { name: 'Remove for good' });
  await expect(sure).toBeEnabled();
  const refused = page.getByText('is in use');
  await expect(refused, 'nothing was asked of the core').toHaveCount(0);
  await sure.click();
  await expect(refused).toHaveCount(1);
});
