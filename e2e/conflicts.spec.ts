// A contradiction told by an agent stands in the queue with both claims.
import { expect, test } from './console-page.ts';

test('both claims stand side by side, with who said what', async ({ open, festinger }) => {
  const { page, go, expectAccessible } = await open();
  const tell = (fact: string) =>
    fetch(`${festinger.baseUrl}/iknowthat`, {
      method: 'POST',
      headers: { 'x-festinger-client': 'e2e-teller' },
      body: JSON.stringify({ fact }),
    });
  await tell('brindlecat -isa daemon');
  expect((await tell('brindlecat -isa container')).status).toBe(202);

  await go('conflicts');
  await expectAccessible('conflicts');
  await page.getByRole('searchbox').first().fill('brindlecat');
  await page.getByRole('row').filter({ hasText: 'brindlecat' }).click();
  await expect(page.getByRole('heading', { name: 'Which holds for brindlecat?' })).toBeVisible();
  const [known, said] = [page.getByRole('article').nth(0), page.getByRole('article').nth(1)];
  await expect(known).toContainText('daemon');
  await expect(said).toContainText('container');
  await expect(said).toContainText('e2e-teller');
  await expectAccessible('a conflict with both claims');
});
