// A request sent by the test appears in Traffic with its diff, and a recalled line leads to the concept it came from.
import { expect, sendPrompt, test } from '../support/console-page.ts';

test('a prompt shows up live, with what was put into it, where, and why', async ({ open, festinger }) => {
  const { page, go, expectAccessible } = await open();
  await go('traffic');
  const client = 'e2e-traffic';
  await sendPrompt(festinger.baseUrl, 'Is our gnommoweb up, please?', client);

  await page.getByRole('searchbox').first().fill(client);
  const row = page.getByRole('row').filter({ hasText: client });
  await expect(row).toHaveCount(1);
  await row.click();

  await expect(page.getByText('in messages[0].content')).toBeVisible();
  const inspector = page.getByRole('complementary');
  await expect(inspector).toContainText('<recollection>');
  await expect(inspector).toContainText('gnommoweb:');
  await expect(inspector).toContainText('named in the newest message');
  await expectAccessible('traffic with its inspector open');

  await inspector
    .getByRole('link', { name: /gnommoweb/ })
    .first()
    .click();
  await expect(page).toHaveURL(/#\/concepts\/gnommoweb/);
});

test('prompts are shown whole only after the operator turned that on', async ({ open, festinger }) => {
  const { page, go } = await open();
  await fetch(`${festinger.baseUrl}/api/console/system/settings`, {
    method: 'POST',
    headers: { authorization: `Bearer ${festinger.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ key: 'traffic_keep_bodies', value: false }),
  });
  const openNewest = async (client: string) => {
    await sendPrompt(
      festinger.baseUrl,
      `My key is sk-ant-abcdefghijklmnopqrstuvwxyz012345 and I ask whether our dobby is up. (${client})`,
      client,
    );
    await go('traffic');
    await page.getByRole('searchbox').first().fill(client);
    await page.getByRole('row').filter({ hasText: client }).click();
    return page.getByRole('complementary');
  };
  const before = await openNewest('e2e-unkept');
  await expect(before).toContainText('Texts of prompts are not kept');
  await expect(before).not.toContainText('I ask whether our dobby is up');
  const keep = before.getByRole('switch', { name: /Keep texts of prompts/ });
  await expect(keep, 'the page hears of a setting changed elsewhere').not.toBeChecked();
  await keep.press('Space');
  await expect(keep, 'the setting is in force before the next prompt').toBeChecked();

  const after = await openNewest('e2e-kept');
  await expect(after).toContainText('I ask whether our dobby is up');
  await expect(after).not.toContainText('sk-ant-abcdefghijklmnopqrstuvwxyz012345');
});
