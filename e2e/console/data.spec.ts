// Journey: a file is looked at before it is taken in, taken back with one key, found again in the audit; a backup shows up
// when it is written.
import { expect, test } from '../support/console-page.ts';

const FILE = [
  { kind: 'festinger-memory', version: 1 },
  ...[
    { edge: 1, concept: 'e2e-harrier', parent: 'daemon', source: 'gutask' },
    { edge: 2, concept: 'gnommoweb', parent: 'e2e-harrier', source: 'inferred' },
  ].map((edge) => ({
    ...{ kind: 'edge', project: 'default', dimension: 'runs-on', is_isa: false, confidence: 1 },
    ...{ valid_from: 1_795_000_000_000, last_confirmed: 1_795_000_000_000 },
    ...edge,
  })),
  { kind: 'end', lines: 4 },
]
  .map((line) => `${JSON.stringify(line)}\n`)
  .join('');

test('an import is tried, done, undone and done again', async ({ open, festinger }) => {
  const recalled = async () =>
    JSON.stringify(await (await fetch(`${festinger.baseUrl}/recall?concept=e2e-harrier`)).json());
  const { page, go, expectAccessible } = await open();
  await go('settings?tab=data');
  const choosing = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Choose a file' }).press('Enter');
  await (await choosing).setFiles({
    ...{ name: 'harrier.jsonl', mimeType: 'application/jsonl', buffer: Buffer.from(FILE) },
  });
  const trial = page.getByRole('region', { name: 'What harrier.jsonl would do' });
  await expect(trial.getByRole('listitem')).toHaveText(
    /line 3: gnommoweb: \[runs-on\] e2e-harrier contradicts/,
  );
  await expect(trial.getByText('new facts').locator('..')).toContainText('1');
  await expectAccessible('what an import would do');
  expect(await recalled()).not.toContain('daemon');
  await trial.getByRole('button', { name: 'Import it' }).press('Enter');
  const said = page.getByRole('region', { name: /Notices/ });
  await expect(said).toContainText('1 new fact imported, 1 in conflict');
  await expect.poll(recalled).toContain('[runs-on] daemon');
  await page.keyboard.press('Control+z');
  await expect(said).toContainText('Undone');
  await expect.poll(recalled).not.toContain('daemon');
  await page.keyboard.press('Control+Shift+z');
  await expect.poll(recalled).toContain('[runs-on] daemon');

  await go('audit');
  await page.keyboard.press('/');
  await page.keyboard.type('past periods');
  const rows = page.getByRole('row').filter({ hasText: 'imported 1 fact' });
  await expect(rows.first()).toBeVisible();
  await page.getByRole('button', { name: 'Filter', exact: true }).press('Enter');
  await page.getByRole('dialog', { name: 'Filter' }).getByRole('button', { name: /Kind/ }).press('Enter');
  await page.getByRole('option', { name: 'Import', exact: true }).press('Enter');
  await page.keyboard.press('Escape');
  await expect(rows).toHaveCount(1);
  await rows.first().click();
  await expect(page.getByRole('complementary', { name: 'Inspector' })).toContainText('e2e-harrier');
});

test('a file that is none is refused, with the line that is wrong', async ({ open }) => {
  const { page, go } = await open();
  await go('settings?tab=data');
  const choosing = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Choose a file' }).click();
  await (await choosing).setFiles({
    ...{
      name: 'broken.jsonl',
      mimeType: 'application/jsonl',
      buffer: Buffer.from(FILE.replace('"is_isa":false', '"is_isa":7')),
    },
  });
  await expect(page.getByRole('main').getByRole('alert')).toContainText(/line/i);
  await expect(page.getByRole('button', { name: 'Choose a file' })).toBeVisible();
});

test('a backup is listed as soon as it is written', async ({ open }) => {
  const { page, go, expectAccessible } = await open();
  await go('settings?tab=data');
  await page.getByRole('button', { name: 'Write a backup' }).press('Enter');
  const restore = page.getByRole('button', { name: /^Restore \d/ });
  await expect(restore).toHaveCount(1);
  await restore.press('Enter');
  await expect(page.getByRole('button', { name: 'Restore it' })).toBeDisabled();
  await expectAccessible('a backup about to be restored');
});
