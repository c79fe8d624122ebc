// The resolution job as the operator sees it: a model is asked about one conflict and fills the form; a run shows how far it
// is, leaves a journal of what was said at what cost, and each of its decisions can be undone.
import { expect, test } from '../support/console-page.ts';

test('a model proposes under its own name, and decides nothing', async ({ open, festinger }) => {
  const { page, go, expectAccessible } = await open();
  for (const fact of ['avocet -isa service', 'avocet -isa container']) {
    await fetch(`${festinger.baseUrl}/iknowthat`, { method: 'POST', body: JSON.stringify({ fact }) });
  }
  await go('conflicts');
  await page.getByRole('searchbox').first().fill('avocet');
  await page.getByRole('row').filter({ hasText: 'avocet' }).click();
  await expect(page.getByRole('heading', { name: 'Which holds for avocet?' })).toBeVisible();
  await page.keyboard.press('m');
  const proposal = page.getByRole('status').filter({ hasText: 'suggests:' });
  await expect(proposal).toContainText('qwen2.5 (demo) suggests: Split [role] [deployment-type]');
  await expect(proposal).toContainText('Those are two questions.');
  await expect(page.locator('[data-armed]')).toHaveCount(0);
  await expectAccessible('a proposal');

  await page.keyboard.press('u');
  await expect(page.getByRole('combobox', { name: 'Dimension for “service”' })).toHaveValue('role');
  const pending = await fetch(`${festinger.baseUrl}/recall?concept=avocet`);
  expect(await pending.text()).toContain('[type?] service');
  await page.keyboard.press('Enter');
  const decided = page.getByText('avocet: [type] service split into [role] and [deployment-type]');
  await expect(decided).toBeVisible();
});

test('a run shows its progress and its journal, and what it decided can be undone', async ({
  open,
  festinger,
}) => {
  const { page, go, expectAccessible } = await open();
  await go('conflicts');
  const job = page.getByRole('region', { name: 'Resolution job' });
  await expect(job).toContainText('Schedule paused');
  await job.getByRole('button', { name: 'Run now' }).press('Enter');
  const progress = job.getByRole('progressbar', { name: 'Resolution job' });
  await expect(progress).toBeVisible();
  await expect(job).toContainText(/Resolving [1-9]\d* of \d+/);
  await expectAccessible('a run under way');

  await page.getByRole('radio', { name: 'Journal' }).click();
  await expect(job).toContainText(/last run.*dismissed/, { timeout: 60_000 });
  await expect(progress).toHaveCount(0);
  const journal = page.getByRole('grid', { name: 'Journal of the resolution job' });
  const entry = journal.getByRole('row').filter({ hasText: 'gnommoauth' });
  await expect(entry).toContainText('replaced');
  await expect(entry).toContainText('qwen2.5 (demo)');
  await expect(entry).toContainText(/\d+ → \d+/);
  await expectAccessible('the journal');

  await entry.click();
  const outcome = page.getByRole('region', { name: 'What was decided' });
  await expect(outcome).toContainText('by a source trusted as much');
  await expect(outcome).toContainText('qwen2.5 (demo)');
  await expect(page.getByRole('region', { name: 'What the resolution job said' })).toContainText('tokens');
  await expectAccessible('a decision of the job');
  await outcome.getByRole('button', { name: 'Undo this decision' }).click();
  await expect(page.getByRole('toolbar', { name: 'Decide' })).toBeVisible();
  const recall = await fetch(`${festinger.baseUrl}/recall?concept=gnommoauth`);
  expect(await recall.text()).toContain('[environment?] staging');
});

test('without a model the strip says so and leads to Settings', async ({ open, festinger }) => {
  const choose = (value: string | null) =>
    fetch(`${festinger.baseUrl}/api/console/system/settings`, {
      method: 'POST',
      headers: { authorization: `Bearer ${festinger.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ key: 'resolve_model_id', value }),
    });
  const { page, go, expectAccessible } = await open();
  await choose(null);
  await go('conflicts');
  const job = page.getByRole('region', { name: 'Resolution job' });
  await expect(job).toContainText('No model is chosen');
  await expect(job.getByRole('button', { name: 'Run now' })).toBeDisabled();
  await expectAccessible('no model chosen');
  await job.getByRole('link', { name: 'Open Settings' }).click();
  await expect(page).toHaveURL(/#\/settings/);
  await choose('1');
});
