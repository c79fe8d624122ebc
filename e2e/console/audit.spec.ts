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
  await page.getByRole('row').filter({ hasText: 'client auditor got a key' }).first().click();
  await expect(inspector.getByText('In the chain')).toBeVisible();
  await expectAccessible("an event of the host's");
  // Others look at this Festinger as one that has no key.
  const { data: answer } = (await made.json()) as { data: { client: { keys: { id: number }[] } } };
  for (const { id } of answer.client.keys)
    expect((await operator(`/api/console/clients/keys/${id}/revoke`, {})).status).toBe(200);
});

test('who changed a fact last week is found by when, who and words; a link carries it, chips take it off', async ({
  open,
  festinger,
}) => {
  const headers = { authorization: `Bearer ${festinger.token}`, 'content-type': 'application/json' };
  const tell = (fact: string) =>
    fetch(`${festinger.baseUrl}/iknowthat`, { method: 'POST', body: JSON.stringify({ fact }) });
  for (const name of ['weekcat', 'weekdog']) {
    await tell(`${name} -isa daemon`);
    const told = await tell(`${name} -isa container`);
    const { data } = (await told.json()) as { data: { conflict_id: number } };
    const body = JSON.stringify({ decision: 'replace', reason: 'found last week' });
    const url = `${festinger.baseUrl}/conflicts/${String(data.conflict_id)}`;
    expect((await fetch(url, { method: 'POST', headers, body })).status).toBe(200);
  }
  const { page, go, expectAccessible } = await open();
  await go('audit');
  await page.getByRole('searchbox').fill('weekcat');
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  const filters = page.getByRole('dialog', { name: 'Filter' });
  await filters.getByRole('button', { name: /When/ }).click();
  await page.getByRole('option', { name: 'last 7 days' }).click();
  await filters.getByRole('button', { name: /Who/ }).click();
  await page.getByRole('option', { name: 'operator (HTTP)' }).click();
  await expectAccessible('the filters of Audit');
  await page.keyboard.press('Escape');
  const chips = page.getByRole('list', { name: 'Shown is only what fits' });
  await expect(chips).toContainText('last 7 days');
  await expect(page.getByText('1 entry', { exact: true })).toBeVisible();
  await expect(page).toHaveURL(/q=weekcat&who=operator[^&]*&within=7d/);
  await page.getByRole('row').filter({ hasText: 'weekcat' }).click();
  await expect(page.getByRole('complementary', { name: 'Inspector' })).toContainText('operator');

  // The link shows another window the same.
  const link = page.url().replace(/#\/audit\/\d+/, '#/audit');
  await go('overview');
  await page.goto(link);
  await expect(page.getByText('1 entry', { exact: true })).toBeVisible();
  await chips.getByRole('button', { name: /Remove the filter Who/ }).click();
  await chips.getByRole('button', { name: /Remove the filter When/ }).click();
  await expect(page).toHaveURL(/#\/audit\?q=weekcat$/);

  // A stretch that nothing happened in.
  await go('audit?q=weekcat&from=2020-01-01T00:00:00.000Z&to=2020-02-01T00:00:00.000Z');
  await expect(page.getByText('Nothing matches')).toBeVisible();

  // By who and when, as the heading says; back again with a second press.
  await go('audit?q=found+last+week');
  const first = () => page.getByRole('row').nth(1);
  await expect(first()).toContainText('weekdog');
  await page.getByRole('button', { name: 'When', exact: true }).click();
  await expect(first()).toContainText('weekcat');
  await expect(page.getByRole('columnheader', { name: 'When' })).toHaveAttribute('aria-sort', 'ascending');
  await page.getByRole('button', { name: 'When', exact: true }).click();
  await expect(first()).toContainText('weekdog');
});

test('an event is told in sentences and fields; how it is stored stands behind a word', async ({
  open,
  festinger,
}) => {
  const tell = (fact: string) =>
    fetch(`${festinger.baseUrl}/iknowthat`, { method: 'POST', body: JSON.stringify({ fact }) });
  await tell('plainfox -isa daemon');
  await tell('plainfox -isa container');
  const { page, go, expectAccessible } = await open();
  await go('audit?view=events&q=plainfox');
  await page.getByRole('row').filter({ hasText: 'two kinds for one thing' }).first().click();
  const inspector = page.getByRole('complementary', { name: 'Inspector' });
  await expect(inspector.getByRole('heading', { name: 'Conflict opened' })).toBeVisible();
  // What a person sees: text behind the word is in the page, and not shown.
  expect(await inspector.innerText()).not.toMatch(/isa_isa|[{}]/);
  await inspector.getByText('As it is stored').click();
  await expect(inspector.getByText(/"collision": "isa_isa"/)).toBeVisible();
  await expectAccessible('an event as it is stored');
});
