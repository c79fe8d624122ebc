// A dimension's page: what it asks and how it is used, its question changed and taken back, a suggested split looked at, applied and undone.
import type { Page } from '@playwright/test';
import { expect, test } from '../support/console-page.ts';
import type { RunningFestinger } from '../support/festinger.ts';

const inspector = (page: Page) => page.getByRole('complementary');

/** What the core says of a dimension. */
async function dimension({ baseUrl, token: operator }: RunningFestinger, token: string) {
  const answer = await fetch(`${baseUrl}/api/console/dimensions/${token}`, {
    headers: { authorization: `Bearer ${operator}` },
  });
  return ((await answer.json()) as { data: { question: string | null; usage: { facts: number } } }).data;
}

/** Facts in a dimension of the test's own, two of them contradicted. */
async function contested(baseUrl: string, name: string): Promise<void> {
  const facts = ['a -isa repo', 'b -isa repo', 'c -isa library', 'a -isa sealed_box', 'c -isa sealed_box'];
  for (const fact of facts) {
    const told = `${name}-${fact} in context of ${name}`;
    const answer = await fetch(`${baseUrl}/iknowthat`, {
      method: 'POST',
      body: JSON.stringify({ fact: told }),
    });
    expect(answer.ok, told).toBe(true);
  }
}

test('a dimension says what it asks and how it is used, and its question is changed by keyboard and taken back', async ({
  open,
  festinger,
}) => {
  await contested(festinger.baseUrl, 'quizzed');
  const { page, go, expectAccessible } = await open();
  await go('concepts/quizzed?dim=quizzed');
  const pane = inspector(page);
  await expect(pane.getByText('Nobody has said what it asks.')).toBeVisible();
  await expect(pane.getByText('3 facts').first()).toBeVisible();
  await expect(pane.getByRole('link', { name: /quizzed-a repo or sealed_box/ })).toHaveAttribute(
    'href',
    /#\/conflicts\/\d+/,
  );
  await expectAccessible('the page of a dimension');

  await pane.getByRole('button', { name: 'Change its question' }).press('Enter');
  const field = pane.getByRole('textbox', { name: 'What it asks' });
  await expect(field).toBeFocused();
  await page.keyboard.type('What is it, asked for a test?');
  await page.keyboard.press('Escape');
  await expect(field).toHaveCount(0);
  await expect(pane.getByRole('button', { name: 'Change its question' })).toBeFocused();
  expect((await dimension(festinger, 'quizzed')).question).toBeNull();

  await page.keyboard.press('Enter');
  await page.keyboard.type('What is it, asked for a test?');
  await page.keyboard.press('Enter');
  await expect(pane.getByText('What is it, asked for a test?')).toBeVisible();
  await expect(pane.getByRole('button', { name: 'Change its question' })).toBeFocused();
  expect((await dimension(festinger, 'quizzed')).question).toBe('What is it, asked for a test?');
  await page.keyboard.press('ControlOrMeta+z');
  await expect(pane.getByText('Nobody has said what it asks.')).toBeVisible();
  expect((await dimension(festinger, 'quizzed')).question).toBeNull();
});

test('a suggested split is named, looked at with what agents will be told, applied, and undone', async ({
  open,
  festinger,
}) => {
  await contested(festinger.baseUrl, 'parted');
  const { page, go, expectAccessible } = await open();
  await go('concepts/parted?dim=parted');
  const pane = inspector(page);
  await expect(pane.getByText(/this settles 2 of 2 contested concepts/)).toBeVisible();
  const look = pane.getByRole('button', { name: 'Make this split a draft' });
  const [first, second] = [
    pane.getByRole('group', { name: 'Part 1' }),
    pane.getByRole('group', { name: 'Part 2' }),
  ];
  await expect(first).toContainText('repo');
  await expect(second).toContainText('sealed_box');
  const name = (part: typeof first) => part.getByRole('combobox', { name: 'Its dimension' });
  await name(first).fill('parted');
  await page.keyboard.press('Tab');
  await expect(first.getByText(/It is in parted now/)).toBeVisible();
  await expect(look).toBeDisabled();
  await name(first).fill('');
  await page.keyboard.press('Tab');
  await name(second).fill('parted-runs-as');
  await name(second).press('Escape');
  await expect(name(second), 'Esc throws nothing away').toHaveValue('parted-runs-as');
  await second.getByRole('textbox', { name: 'What it asks' }).fill('What does it run as?');
  await look.press('Enter');

  await expect(pane.getByText(/2 conflicts are settled/)).toBeVisible();
  await expect(pane.getByText('2 concepts', { exact: true })).toBeVisible();
  await expect(pane.getByText('[parted-runs-as]').first()).toBeVisible();
  await expectAccessible('what a split would do');
  await pane.getByLabel('Why (goes into the audit)').fill('a test of splits');
  await pane.getByRole('button', { name: 'Apply 1 edit' }).press('Enter');
  await expect(pane.getByText('Nothing gathered yet')).toBeVisible();
  await pane.getByRole('radio', { name: 'Concept' }).press('Space');
  await expect(pane.getByText('Nothing in it contradicts')).toBeVisible();
  expect(await dimension(festinger, 'parted-runs-as')).toMatchObject({
    ...{ question: 'What does it run as?', usage: { facts: 2 } },
  });
  const recalled = await fetch(`${festinger.baseUrl}/recall?concept=parted-a`);
  expect(JSON.stringify(await recalled.json())).toContain('[parted-runs-as] sealed_box');

  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(pane.getByText(/this settles 2 of 2 contested concepts/)).toBeVisible();
});
