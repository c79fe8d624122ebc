// A fact that is told with an end says when it ends, to people and to agents; what only an assistant stated is marked, until a person
// says it too.
import { expect, recalled, test } from '../support/console-page.ts';
import type { RunningFestinger } from '../support/festinger.ts';

/** A conversation in which the assistant, or the person, says something; it goes the way every prompt goes. */
async function said(festinger: RunningFestinger, role: 'assistant' | 'user', text: string): Promise<void> {
  const rest = role === 'assistant' ? [{ role, content: text }] : [];
  const content = role === 'user' ? text : 'Thank you, carry on.';
  const messages = [{ role: 'user', content: 'Where does it run?' }, ...rest, { role: 'user', content }];
  const body = JSON.stringify({ model: 'qwen2.5:7b', stream: false, messages });
  const answer = await fetch(`${festinger.baseUrl}/api/chat`, { method: 'POST', body });
  expect(answer.status).toBe(200);
}

test('a fact is told with an end, and what an assistant guessed is marked until a person speaks', async ({
  open,
  festinger,
}) => {
  const { page, go, expectAccessible } = await open();
  await go('concepts/gnommoweb');
  await page.getByLabel('Tell a fact').fill('zwischenmiete -ispart pve9 in context of runs-on');
  await page.getByLabel('Holds until (optional)').fill('2099-12-24');
  await page.getByRole('button', { name: 'Tell' }).click();
  await expect(page.getByText('It ends after 2099-12-24.')).toBeVisible();
  await expect
    .poll(() => recalled(festinger, 'zwischenmiete'))
    .toBe('zwischenmiete: [runs-on] pve9 until 2099-12-24');
  await go('concepts/zwischenmiete');
  await expect(page.getByText('until 2099-12-24', { exact: true })).toBeVisible();
  await expectAccessible('a concept with a fact that ends');

  await page.getByLabel('Tell a fact').fill('zwischenmiete -isa flat');
  await page.getByLabel('Holds until (optional)').fill('2001-01-01');
  await page.getByRole('button', { name: 'Tell' }).click();
  await expect(page.getByText(/"until" has passed/)).toBeVisible();

  await said(festinger, 'assistant', 'vermutlich-web runs on pve9.');
  await expect.poll(() => recalled(festinger, 'vermutlich-web')).toBe('vermutlich-web: [runs-on~] pve9');
  await go('concepts/vermutlich-web');
  await expect(page.getByText('Stated by an assistant only')).toBeVisible();
  await expectAccessible('a concept with a guess');
  await said(festinger, 'user', 'vermutlich-web runs on pve3.');
  await expect.poll(() => recalled(festinger, 'vermutlich-web')).toBe('vermutlich-web: [runs-on] pve3');
});
