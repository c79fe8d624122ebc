// Journey: a decision stands in Audit with its reason, is undone and redone there, the chains are verified, and what was
// done on the host is found.
import { expect, test } from '../support/console-page.ts';

test('a decision is taken back and made again in Audit, and the chain holds', async ({ open, festinger }) => {
  const operator = (path: string, body?: unknown) =>
    fetch(`${festinger.baseUrl}${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { authorization: `Bearer ${festinger.token}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  const tell = async (fact: string) =>
    (await (
      await fetch(`${festinger.baseUrl}/iknowthat`, { method: 'POST', body: JSON.stringify({ fact }) })
    ).json()) as { data: { conflict_id?: number } };
  const recalled = async () =>
    ((await (await fetch(`${festinger.baseUrl}/recall?concept=auditcat`)).json()) as { data: object }).data;
  await tell('auditcat -isa daemon');
  const { data } = await tell('auditcat -isa container');
  const decided = await operator(`/conflicts/${String(data.conflict_id)}`, {
    decision: 'replace',
    reason: 'the newer manifest says so',
  });
  expect(decided.status).toBe(200);

  const { page, go, expectAccessible } = await open();
  await go('audit');
  const row = page.getByRole('row').filter({ hasText: 'auditcat' });
  await expect(row).toContainText('the newer manifest says so');
  await expectAccessible('audit');
  await row.click();
  const inspector = page.getByRole('complementary', { name: 'Inspector' });
  await expect(inspector.getByText('in force')).toBeVisible();
  await expectAccessible('an action');
  await inspector.getByRole('button', { name: 'Undo' }).click();
  await expect(inspector.getByText('undone', { exact: true })).toBeVisible();
  expect(await recalled()).toMatchObject({ recollection: expect.stringContaining('[type?] daemon') });
  await inspector.getByRole('button', { name: 'Redo' }).click();
  await expect(inspector.getByText('in force')).toBeVisible();
  expect(await recalled()).toMatchObject({ recollection: expect.stringContaining('[type] container') });

  await page.getByRole('button', { name: 'Verify the chain' }).click();
  await expect(page.getByText(/The chain is whole: [\d,]+ events/)).toBeVisible();
  await page.getByRole('radio', { name: 'Events', exact: true }).click();
  await page.getByRole('searchbox', { name: 'Search events' }).fill('auditcat');
  await page.getByRole('row').filter({ hasText: 'auditcat' }).first().click();
  await expect(inspector.getByText('In the chain')).toBeVisible();
  await expectAccessible('an event');

  const made = await operator('/api/console/clients/keys', { name: 'auditor' });
  expect(made.status).toBe(200);
  await page.getByRole('radio', { name: 'On the host' }).click();
  await page.getByRole('searchbox', { name: 'Search events' }).fill('auditor');
  await page.getByRole('row').filter({ hasText: 'clients.' }).first().click();
  await expect(inspector.getByText('In the chain')).toBeVisible();
  await expectAccessible("an event of the host's");
  // Others look at this Festinger as one that has no key.
  const { data: answer } = (await made.json()) as { data: { client: { keys: { id: number }[] } } };
  for (const { id } of answer.client.keys)
    expect((await operator(`/api/console/clients/keys/${id}/revoke`, {})).status).toBe(200);
});
