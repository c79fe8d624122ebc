// The reader from off to on: a model is tried on what was said, turned on, reads a prompt, and what it read leads to the concept; what it
// was wrong about is refused with the reason, what contradicts leads to Conflicts; and it pauses.
import { test as base, expect, type Open, opensAt, sendPrompt, tell } from '../support/console-page.ts';
import { type RunningFestinger, startFestinger } from '../support/festinger.ts';

/** A demo of its own: what it reads must not turn up in the lists of other journeys. */
const test = base.extend<{ own: RunningFestinger; open: Open }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures it needs from the pattern
  own: async ({}, use) => {
    const running = await startFestinger(['--demo', '--no-agents', '--no-sessions', '--no-evidence']);
    await use(running);
    await running.stop();
  },
  open: ({ browserOfOurs, own }, use) => opensAt(browserOfOurs, own, use),
});

test.describe.configure({ timeout: 150_000 });

test('a model is tried, turned on, reads a prompt, and is paused', async ({ open, own }) => {
  await tell(own, 'kestrel9 -ispart hypatia in context of runs-on');
  const { page, go, expectAccessible } = await open();
  await page.getByRole('link', { name: 'Reader' }).click();
  await expect(page.getByText('The reader is off.')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Nothing has been read yet' })).toBeVisible();
  await page.getByRole('button', { name: 'Choose a model' }).first().click();
  await expect(page).toHaveURL(/#\/reader\/try$/);
  await expect(page.getByText('There is nothing to preview yet')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Preview' })).toBeDisabled();
  await expectAccessible('the choice of a model without prompts');

  await sendPrompt(own.baseUrl, 'We ended up putting quillpress on noether. What is left to do?', 'desk');
  await sendPrompt(own.baseUrl, 'Maybe papercrab lives on hypatia by now.', 'desk');
  await expect(page.getByText('2 sentences of the last prompts could state a fact.')).toBeVisible();
  await page.getByRole('button', { name: /Model$/ }).click();
  await page.getByRole('option', { name: 'llama3.2:3b' }).click();
  await page.getByRole('button', { name: 'Preview' }).click();
  await expect(page.getByText(/^llama3.2:3b read 2 sentences in /)).toBeVisible({ timeout: 30_000 });
  await expect(page.getByText('1 passes the checks, 1 refused, 0 without a statement')).toBeVisible();
  await expect(page.getByText('The speaker is not sure.')).toBeVisible();
  await expectAccessible('a preview');
  expect(
    await (await fetch(`${own.baseUrl}/recall?concept=quillpress`)).text(),
    'nothing is written',
  ).not.toContain('noether');
  await page.getByRole('button', { name: 'Turn on' }).click();
  await expect(page.getByText('Reading with llama3.2:3b')).toBeVisible();

  await sendPrompt(own.baseUrl, 'On Friday we moved kestrel9 over to noether.', 'desk');
  await sendPrompt(own.baseUrl, 'We ended up putting quibblefax on hopper. Restart it, please.', 'desk');
  await sendPrompt(own.baseUrl, 'If noether fills up again, papercrab goes to hypatia.', 'desk');
  const row = (words: string) => page.getByRole('row').filter({ hasText: words });
  await expect(row('It holds under a condition only.')).toBeVisible({ timeout: 60_000 });
  await expect(row('We ended up putting quibblefax on hopper')).toContainText('Taken');
  await expect(row('On Friday we moved kestrel9 over to noether')).toContainText('Conflict');
  const counts = page.getByRole('table', { name: 'Statements per model' }).getByRole('cell');
  // "Restart it, please" could have stated something, and states nothing.
  await expect(counts).toHaveText(['4', '1', '0', '1', '1']);
  await expectAccessible('statements');
  await page.getByRole('radio', { name: 'Refused' }).click();
  await expect(page.getByRole('grid', { name: 'Statements' }).getByRole('row')).toHaveCount(2);
  await row('It holds under a condition only.').click();
  await expectAccessible('a refused statement');
  await page.getByRole('button', { name: 'Store as a fact' }).click();
  await expect(page.getByText('An operator stored it as a fact.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Open papercrab' })).toBeFocused();
  await page.keyboard.press('Control+z');
  await expect(page.getByText(/^Undone: Stored: papercrab/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Store as a fact' })).toBeVisible();
  await page.getByRole('radio', { name: 'Conflict' }).click();
  await row('kestrel9').click();
  await page.getByRole('link', { name: /^Open conflict/ }).click();
  await expect(page).toHaveURL(/#\/conflicts\/\d+/);
  await expect(page.getByRole('main')).toContainText('kestrel9');
  await go('reader');
  await page.getByRole('radio', { name: 'Taken' }).click();
  await row('quibblefax').click();
  await expect(page.getByText('Stored as a new fact.')).toBeVisible();
  await expectAccessible('a statement');
  await page.getByRole('link', { name: 'Open quibblefax' }).click();
  await expect(page).toHaveURL(/#\/concepts\/quibblefax/);
  await expect(page.getByRole('main')).toContainText('hopper');

  await go('settings?tab=models');
  await expect(page.getByRole('heading', { name: 'Reader' })).toBeVisible();
  await page.getByRole('link', { name: 'Open Reader' }).click();
  await page.getByRole('button', { name: 'Pause' }).click();
  await expect(page.getByText('Paused. llama3.2:3b reads nothing until you resume it.')).toBeVisible();
  await sendPrompt(own.baseUrl, 'We ended up putting hypatia-7 on hopper.', 'desk');
  await expect(page.getByText('1 batch waiting')).toBeVisible({ timeout: 30_000 });
  await page.getByRole('button', { name: 'Resume' }).click();
  await page.getByRole('radio', { name: 'All' }).click();
  await expect(row('hypatia-7')).toContainText('Taken', { timeout: 60_000 });
});
