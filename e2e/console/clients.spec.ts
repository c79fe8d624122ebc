// Journey: a client gets limits and a key that is shown once, opens the door with it, and loses it; all by keyboard.
import { expect, sendPrompt, test } from '../support/console-page.ts';

test('a key is made, used, asked for, and revoked', async ({ open, festinger }) => {
  const { page, go, expectAccessible } = await open();
  const main = page.getByRole('main');
  await go('settings?tab=clients');
  await expect(main.getByText('There is no key yet')).toBeVisible();
  await expectAccessible('clients, before any key');
  await main.getByRole('button', { name: 'Add a client' }).press('Enter');
  await main.getByRole('textbox', { name: 'Name' }).fill('night agent');
  await main.getByRole('button', { name: 'Add a client' }).last().click();
  await expect(main.getByRole('alert')).toBeVisible();
  await main.getByRole('textbox', { name: 'Name' }).fill('night-agent');
  await main.getByRole('textbox', { name: 'Prompts at once' }).fill('two');
  await page.keyboard.press('Enter');
  await expect(main.getByRole('alert')).toContainText('Prompts at once: enter a whole number');
  await main.getByRole('textbox', { name: 'Prompts at once' }).fill('2');
  await main.getByRole('switch', { name: /Break the loop/ }).press('Space');
  await main.getByRole('button', { name: /What it says is learnt/ }).press('Enter');
  await page.getByRole('option', { name: 'for itself' }).press('Enter');
  await expectAccessible('the form of a client');
  await page.keyboard.press('Tab');
  await main.getByRole('button', { name: 'Add a client' }).last().click();

  const row = main.getByRole('button', { name: /^night-agent/ });
  await expect(row).toContainText('2 at once');
  await expect(row).toContainText('1 remedy off');
  await expect(row).toContainText('learns for itself');
  await main.getByRole('button', { name: 'Make a key' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'The key of night-agent' });
  const key = (await dialog.locator('code').first().textContent()) ?? '';
  expect(key).toMatch(/^fk-[\w-]{43}$/);
  await expect(dialog.getByText(`OPENAI_BASE_URL=${festinger.baseUrl}/v1`)).toBeVisible();
  await expectAccessible('a new key');
  await page.mouse.click(4, 400);
  await expect(dialog, 'a click beside it does not lose the key').toBeVisible();
  const hasFocus = () => page.evaluate(`document.activeElement.closest('[role="dialog"]') !== null`);
  await expect.poll(hasFocus, 'nor the focus').toBe(true);
  await page.keyboard.press('Escape');
  await expect(dialog.getByRole('alert'), 'Esc asks first').toContainText('not copied');
  await expect(dialog.getByRole('button', { name: 'Copy the key and close' })).toBeFocused();
  await expect(dialog.getByText(key, { exact: true })).toBeVisible();
  await expectAccessible('a new key about to be lost');
  await page.keyboard.press('Escape');
  await expect(dialog.getByRole('alert'), 'Esc goes back to it').toHaveCount(0);
  await expect(dialog).toBeVisible();
  await dialog.getByRole('button', { name: 'I have it' }).press('Enter');
  await expect(dialog).toHaveCount(0);
  expect(await page.content()).not.toContain(key);
  await expectAccessible('a client');

  const required = main.getByRole('switch', { name: 'Agents need a key' });
  await required.press('Space');
  await expect(required).toBeChecked();
  const status = async (headers: Record<string, string>) =>
    (await fetch(`${festinger.baseUrl}/api/tags`, { headers })).status;
  await expect.poll(() => status({})).toBe(401);
  expect(await status({ 'x-api-key': key })).toBe(200);
  await expect(row).toContainText('1 request');

  await main.getByRole('button', { name: `Revoke ${key.slice(0, 8)}` }).click();
  const sure = main.getByRole('form', { name: `Revoke ${key.slice(0, 8)}` });
  await expect(sure.getByRole('button', { name: 'Revoke it' })).toBeDisabled();
  await sure.getByRole('textbox', { name: 'Name of the client' }).fill('night-agent');
  await expectAccessible('a key about to be revoked');
  await page.keyboard.press('Enter');
  await expect(page.getByText(`Key ${key.slice(0, 8)} of night-agent is revoked`)).toBeVisible();
  expect(await status({ 'x-api-key': key })).toBe(401);
  await required.press('Space');
  await expect(required).not.toBeChecked();
  await expect.poll(() => status({})).toBe(200);
  expect(await status({ 'x-api-key': key }), 'a revoked key opens nothing, asked for or not').toBe(401);
});

test('a client that was only seen gets limits, which somebody else’s change does not lose', async ({
  open,
  festinger,
}) => {
  await sendPrompt(festinger.baseUrl, 'Hello there.', 'passer-by');
  const { page, go, expectAccessible } = await open({ viewport: { width: 390, height: 844 } });
  const main = page.getByRole('main');
  await go('settings?tab=clients');
  const row = main.getByRole('button', { name: /^passer-by/ });
  await expect(row).toContainText('only seen');
  await row.press('Enter');
  await main.getByRole('textbox', { name: 'Prompts a minute' }).fill('60');
  await fetch(`${festinger.baseUrl}/api/console/clients`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${festinger.token}` },
    body: JSON.stringify({ name: 'passer-by', project: 'lab', expectedVersion: 0 }),
  });
  await main.getByRole('button', { name: 'Save' }).click();
  await expect(main.getByRole('alert')).toContainText('changed meanwhile');
  await expect(row).toContainText('lab only');
  await expectAccessible('a client that was changed meanwhile, narrow');
  await main.getByRole('button', { name: 'Show what it is now' }).click();
  await expect(main.getByRole('textbox', { name: 'Project' })).toHaveValue('lab');
  await main.getByRole('textbox', { name: 'Prompts a minute' }).fill('60');
  await main.getByRole('button', { name: 'Save' }).click();
  await expect(row).toContainText('lab only · 60 a minute');
  await row.press('Enter');
  const forget = main.getByRole('button', { name: 'Forget this client' });
  await forget.press('Enter');
  const keep = main.getByRole('button', { name: 'Keep it' });
  await expect(keep, 'the keyboard is where the question is').toBeFocused();
  await expect(keep, 'and so is the eye').toBeInViewport({ ratio: 1 });
  await keep.press('Enter');
  await expect(forget).toBeFocused();
  await forget.click();
  await main.getByRole('button', { name: 'Forget it' }).click();
  await expect(page.getByText('passer-by is forgotten')).toBeVisible();
  await expect(row).toContainText('only seen');
});

test('whether a client is asked what names mean is chosen, kept and taken back', async ({
  open,
  festinger,
}) => {
  await sendPrompt(festinger.baseUrl, 'Hello there.', 'asked-agent');
  const { page, go, expectAccessible } = await open();
  const main = page.getByRole('main');
  const row = main.getByRole('button', { name: /^asked-agent/ });
  const choose = async (now: string, next: string) => {
    await go('settings?tab=clients');
    await row.press('Enter');
    const questions = main.getByRole('button', { name: /It is asked what names mean/ });
    await expect(questions).toContainText(now);
    await questions.press('Enter');
    await page.getByRole('option', { name: next, exact: true }).press('Enter');
    await main.getByRole('button', { name: 'Save' }).click();
  };
  const kept = async () => {
    const headers = { authorization: `Bearer ${festinger.token}` };
    const answer = await fetch(`${festinger.baseUrl}/api/console/clients`, { headers });
    const { data } = (await answer.json()) as { data: { clients: { name: string; questions: string }[] } };
    return data.clients.find(({ name }) => name === 'asked-agent')?.questions;
  };
  await choose('unless it never answers', 'never');
  await expect(row).toContainText('never asked');
  await expectAccessible('a client that is never asked');
  expect(await kept()).toBe('never');
  await page.reload();
  await expect(row).toContainText('never asked');
  await choose('never', 'always');
  await expect(row).toContainText('always asked');
  await choose('always', 'unless it never answers');
  await expect(row).toContainText('everything');
  expect(await kept()).toBe('sparing');
});
