// Journey: a queue is paused and resumed from Jobs, what waits meanwhile is seen, and nothing is lost.
import { expect, sendPrompt, test } from '../support/console-page.ts';

test('facts wait while their queue is paused, and are written when it goes on', async ({
  open,
  festinger,
}) => {
  const { page, go, expectAccessible } = await open();
  await go('jobs');
  const pause = page.getByRole('switch', { name: 'Write facts from prompts' });
  await expect(pause).toBeChecked();
  await expectAccessible('jobs');
  await pause.press('Space');
  await expect(pause).not.toBeChecked();
  await sendPrompt(festinger.baseUrl, 'Note that pausecat is a daemon.', 'jobs-agent');
  const waiting = page.getByRole('row').filter({ hasText: 'pausecat' });
  await expect(waiting).toBeVisible();
  await waiting.click();
  await expect(
    page.getByRole('complementary', { name: 'Inspector' }).getByText('pausecat').first(),
  ).toBeVisible();
  await expectAccessible('a job');
  await pause.press('Space');
  await expect(waiting).toHaveCount(0);
  await expect
    .poll(async () =>
      JSON.stringify(await (await fetch(`${festinger.baseUrl}/recall?concept=pausecat`)).json()),
    )
    .toContain('[type] daemon');
  await page.getByRole('radio', { name: 'Done' }).click();
  await expect(page.getByRole('row').filter({ hasText: 'pausecat' })).toBeVisible();
});

test('a chosen model that is not there is told beside the choice and in Overview', async ({ open }) => {
  const { page, go, expectAccessible } = await open();
  const main = page.getByRole('main');
  await go('settings?tab=models');
  await main.getByRole('button', { name: 'Add a model' }).click();
  await main.getByRole('textbox', { name: 'Model', exact: true }).fill('not-pulled:7b');
  await main.getByRole('textbox', { name: 'Called here' }).fill('Missing');
  await main.getByRole('button', { name: 'Add a model' }).click();
  const row = main.getByRole('listitem').filter({ hasText: 'Missing' });
  await expect(row).toBeVisible();
  const choose = async (model: string) => {
    await main
      .getByRole('button', { name: /New names/ })
      .first()
      .press('Enter');
    await page.getByRole('option', { name: model }).press('Enter');
  };
  await choose('Missing');
  await expect(main.getByText('`ollama pull not-pulled:7b`')).toBeVisible();
  await expectAccessible('a chosen model that is missing');
  await go('overview');
  await expect(main.getByText(/write_model_id: Missing is "not-pulled:7b"/).first()).toBeVisible();
  await go('settings?tab=models');
  await choose('Ask nobody');
  await expect(main.getByText('`ollama pull')).toHaveCount(0);
  await row.getByRole('button', { name: 'Remove' }).click();
  await row.getByRole('button', { name: 'Remove for good' }).click();
  await expect(row).toHaveCount(0);
});

test('a model is added with a key that is never seen again, tested, chosen and removed', async ({
  open,
  festinger,
}) => {
  const { page, go, expectAccessible } = await open();
  await go('settings?tab=models');
  await page.getByRole('button', { name: 'Add a model' }).click();
  await page.getByRole('radio', { name: 'OpenAI-compatible' }).click();
  await page.getByRole('textbox', { name: 'Model', exact: true }).fill('demo-plain');
  await page.getByRole('textbox', { name: 'Called here' }).fill('Night shift');
  await page.getByRole('textbox', { name: 'Base URL' }).fill(`${festinger.baseUrl}/v1`);
  await page.getByLabel('API key').fill('sk-e2e-secret-0123456789');
  await expectAccessible('the form of a model');
  await page.getByRole('button', { name: 'Add a model' }).click();
  const row = page.getByRole('main').getByRole('listitem').filter({ hasText: 'Night shift' });
  await expect(row).toContainText('key stored');
  expect(await page.content()).not.toContain('sk-e2e-secret');
  await row.getByRole('button', { name: 'Test' }).click();
  await expect(row.getByText(/Answers in/)).toBeVisible();
  await expectAccessible('models');
  await row.getByRole('button', { name: 'Change' }).click();
  await expect(page.getByLabel('API key')).toHaveValue('');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await row.getByRole('button', { name: 'Remove' }).click();
  await row.getByRole('button', { name: 'Remove for good' }).click();
  await expect(row).toHaveCount(0);
});
