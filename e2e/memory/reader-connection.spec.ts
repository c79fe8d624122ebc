// The Reader while the connection is gone: what it showed stays and is marked as old, nothing can be changed, a preview that was under
// way ends with a message, and when the connection is back the screen shows what was read meanwhile. Nothing is reloaded.
import { sendPrompt } from '../support/console-page.ts';
import { expect, test, wayTo, within } from '../support/fragile.ts';

/** Milliseconds of the page's time: until the operator has to be told, and until everything is back. */
const SOON = 8000;
const BACK = 12_000;

test.describe.configure({ timeout: 150_000 });

test('what was read meanwhile is there when the connection is back', async ({ look, fragile }) => {
  const way = await wayTo(fragile);
  const { page, go, expectAccessible } = await look({ by: way });
  const notice = page.locator('#connection-words');
  const row = (words: string) => page.getByRole('row').filter({ hasText: words });
  const outcome = (name: string) => page.getByRole('radio', { name });
  const state = page.getByRole('region', { name: 'State of the reader' });
  const lose = async () => {
    await way.cut();
    await within(page, SOON, (how) => expect(notice).toContainText('Not connected since', how));
  };
  const regain = async () => {
    await way.mend();
    await within(page, BACK, (how) => expect(notice).toHaveCount(0, how));
  };
  await sendPrompt(fragile.baseUrl, 'We ended up putting ravenpress on noether. What is left to do?', 'desk');
  await go('reader/try');
  await page.getByRole('button', { name: /Model$/ }).click();
  await page.getByRole('option', { name: 'llama3.2:3b' }).click();
  const preview = page.getByRole('button', { name: 'Preview' });
  await preview.click();
  await expect(page.getByRole('button', { name: 'Cancel' })).toBeVisible();

  await lose();
  await expect(page.getByRole('alert').filter({ hasText: /connect|gone|lost/i })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Cancel' }), 'no preview is under way').toHaveCount(0);
  await expect(preview).toHaveAttribute('aria-disabled', 'true');
  await regain();
  await page.getByRole('button', { name: 'I have looked' }).click();
  await preview.click();
  await expect(page.getByText(/^llama3.2:3b read 1 sentence in /), 'the model stays chosen').toBeVisible({
    timeout: 30_000,
  });
  await page.getByRole('button', { name: 'Turn on' }).click();
  await expect(state).toContainText('Reading with llama3.2:3b');

  await sendPrompt(fragile.baseUrl, 'We ended up putting ravenmail on hopper. Restart it, please.', 'desk');
  await expect(row('ravenmail')).toContainText('Taken', { timeout: 60_000 });
  await row('ravenmail').click();
  await expect(page.getByText('Stored as a new fact.')).toBeVisible();

  await lose();
  await expect(row('ravenmail')).toContainText('Taken');
  await expect(page.getByText('Stored as a new fact.')).toBeVisible();
  await expect(state).toContainText(/as of \d\d:\d\d:\d\d/);
  await expect(page.getByRole('button', { name: 'Pause' })).toHaveAttribute('aria-disabled', 'true');
  await outcome('Refused').click();
  await expect(page.getByText('It comes by itself as soon as the connection is back.').first()).toBeVisible();
  await expectAccessible('the Reader without a connection');
  await sendPrompt(fragile.baseUrl, 'If noether fills up again, ravenmail goes to hypatia.', 'desk');
  await sendPrompt(fragile.baseUrl, 'We ended up putting ravenwiki on noether.', 'desk');
  await regain();
  await expect(row('It holds under a condition only.')).toBeVisible({ timeout: 60_000 });
  await expect(row('ravenwiki')).toHaveCount(0);
  await outcome('All').click();
  await expect(row('ravenwiki')).toContainText('Taken', { timeout: 60_000 });
  await expect(row('ravenmail').first()).toBeVisible();
  await expect(page.getByText('Stored as a new fact.')).toBeVisible();
  await expect(state).not.toContainText('as of');
  await expect(page.getByRole('button', { name: 'Pause' })).not.toHaveAttribute('aria-disabled');
  await way.close();
});
