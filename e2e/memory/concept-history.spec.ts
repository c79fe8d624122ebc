// Promise: a concept's inspector tells its own history: who did what when and why, with the way back, and what held when.
import { expect, test } from '../support/console-page.ts';

test('who changed a concept is told beside it, and taken back there by the keyboard', async ({
  open,
  festinger,
}) => {
  const tell = async (fact: string) => {
    const told = await fetch(`${festinger.baseUrl}/iknowthat`, {
      method: 'POST',
      body: JSON.stringify({ fact }),
    });
    return ((await told.json()) as { data: { conflict_id?: number } }).data.conflict_id;
  };
  await tell('historycat -isa daemon');
  const conflict = await tell('historycat -isa container');
  const decided = await fetch(`${festinger.baseUrl}/conflicts/${String(conflict)}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${festinger.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ decision: 'replace', reason: 'the newer manifest says so' }),
  });
  expect(decided.status).toBe(200);
  const { page, go, expectAccessible } = await open();
  await go('concepts/historycat');
  const history = page.locator('details', { hasText: 'History' });
  await history.locator('summary').focus();
  await page.keyboard.press('Enter');
  const newest = history.getByRole('listitem').first();
  await expect(newest).toContainText('historycat');
  await expect(newest).toContainText('by operator');
  await expect(newest).toContainText('because: the newer manifest says so');
  await expect(history).toContainText('learnt historycat: [type] daemon');
  await expectAccessible('the history of a concept');
  await expect(history.getByRole('listitem').filter({ hasText: 'What ended it' })).toContainText('daemon');
  await newest.getByRole('button', { name: /^Undo: / }).focus();
  await page.keyboard.press('Enter');
  await expect(history.getByRole('button', { name: /^Redo: / })).toBeVisible();
  const recalled = await fetch(`${festinger.baseUrl}/recall?concept=historycat`);
  expect(await recalled.text()).toContain('[type?] daemon');
  await history
    .getByRole('link', { name: /Open in Audit/ })
    .first()
    .click();
  await expect(page).toHaveURL(/#\/audit\/\d+/);
});
