// An agent in a loop is seen where one looks: on the Overview, in its row, and in its request, with the way out.
import { expect, sendPrompt, test } from '../support/console-page.ts';
import { busyHosts, craft, inLoops } from '../support/crafted.ts';

test('a request in a loop says what repeats and what was done', async ({ open, festinger }) => {
  await sendPrompt(festinger.baseUrl, 'Round and round.', 'loop-client');
  const { page, go, expectAccessible } = await open({}, (page) => craft(page, inLoops));
  await go('traffic?client=loop-client');
  const row = page.locator('[role=row][data-tone]');
  await row.first().click();
  const verdict = page.getByRole('region', { name: 'Goes in circles' });
  await expect(verdict).toContainText('step 3 of 5');
  await expect(verdict).toContainText('2 turns, 4 times over');
  const steps = verdict.getByRole('list', { name: /step by step/ }).getByRole('listitem');
  await expect(steps).toHaveText([
    /say so.*done/,
    /vary.*done/,
    /forbid.*done/,
    /fold.*switched off/,
    /here.*not yet/,
  ]);
  await verdict.getByText('What it rests on').click();
  await expect(verdict).toContainText('No memories found.');
  await expectAccessible("a loop's verdict");
  await verdict.getByRole('button', { name: 'Let it go on' }).click();
  await expect(page.getByText('It was not in a loop any more')).toBeVisible();
  await verdict.getByRole('link', { name: 'Switches of this client' }).click();
  await expect(page).toHaveURL(/#\/settings\?tab=clients/);
});

test('the Overview says who goes in circles, what waits, and how each host is', async ({ open }) => {
  for (const viewport of [
    { width: 1280, height: 800 },
    { width: 390, height: 844 },
  ]) {
    const { page, expectAccessible } = await open({ viewport }, (page) => craft(page, busyHosts));
    const main = page.getByRole('main');
    await expect(main.getByText('1 agent goes in circles.')).toBeVisible();
    await expect(main.getByText('7 prompts wait.')).toBeVisible();
    await expect(main.getByText('7 prompts, the oldest for 12.4 s')).toBeVisible();
    await expect(main.getByText('connection refused at 10.0.0.6:11434')).toBeVisible();
    await expect(main.getByText('2 left there')).toBeVisible();
    await expectAccessible(`a busy Overview, ${viewport.width}`);
  }
});
