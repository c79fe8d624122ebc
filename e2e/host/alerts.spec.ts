// Journey: a resource that should run and does not has an alert on Overview and Resources; it is silenced, acknowledged and asked about by keyboard, and its
// history has it once it has ended. The demo's things stand for real ones; the assistant's model is scripted.
import type { Page } from '@playwright/test';
import { expect, looks, says, type Talking, test } from '../support/talking.ts';

/** Two looks, 30 seconds apart, and what a busy machine needs. */
const TWO_LOOKS = { timeout: 120_000 };

const region = (page: Page) => page.getByRole('region', { name: 'Alerts' }).first();
const item = (page: Page) => region(page).getByRole('listitem').filter({ hasText: 'caddy' });

async function call<T>({ festinger: { baseUrl, token } }: Talking, path: string, body?: object): Promise<T> {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
  const sent = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
  const answer = await fetch(`${baseUrl}${path}`, { headers, ...sent });
  const read = (await answer.json()) as { data?: T; error?: { details?: T } };
  return (read.data ?? read.error?.details) as T;
}

/** Stops it as the operator would: asked for and approved. */
async function stop(talking: Talking, name: string): Promise<string> {
  const { resources } = await call<{ resources: { id: string; name: string; kind: string }[] }>(
    talking,
    '/api/ai/resources?kind=service',
  );
  const id = resources.find((one) => one.name === name)?.id ?? '';
  const asked = await call<{ approval_id: string; plan_hash: string }>(talking, '/api/ai/tools/control', {
    arguments: { resource: id, action: 'stop' },
  });
  await call(talking, `/api/ai/approvals/${asked.approval_id}/approve`, { plan_hash: asked.plan_hash });
  return id;
}

async function expectState(page: Page, state: string): Promise<void> {
  await page.getByRole('button', { name: 'Expected state' }).click();
  await page.getByRole('option', { name: state, exact: true }).click();
  await expect(page.getByText('Expected state saved').last()).toBeVisible();
}

test('what should run and does not: seen, silenced, acknowledged, asked about, over', async ({
  talk,
  talking,
}) => {
  test.setTimeout(420_000);
  const { page, go, expectAccessible } = await talk();
  await go('resources');
  await expect(region(page)).toContainText('No active alerts', TWO_LOOKS);
  const id = await stop(talking, 'caddy');
  await go(`resources/${encodeURIComponent(id)}`);
  await expect(page.getByText('should run: enabled in systemd')).toBeVisible();
  // It was stopped by an approved action: only the operator can say that it should run all the same.
  await expectState(page, 'Should run');
  await expect(item(page)).toContainText('is stopped and should run: set by operator (browser)', TWO_LOOKS);
  await expect(page.getByText('1 critical', { exact: true })).toBeVisible();
  await expectAccessible('resources with an alert');

  await go('overview');
  await expect(page.getByText('1 critical alert.')).toBeVisible();
  const panel = page.getByRole('main').getByRole('listitem').filter({ hasText: 'caddy' });
  await expect(panel.getByRole('link', { name: /caddy/ })).toHaveAttribute(
    'href',
    `#/resources/${encodeURIComponent(id)}`,
  );
  await expectAccessible('overview with an alert');
  await panel.getByRole('link', { name: /caddy/ }).click();
  await expect(page.getByRole('complementary', { name: 'Inspector' })).toContainText('Expected state');

  await item(page)
    .getByRole('button', { name: /^Silence/ })
    .press('Enter');
  await expect(page.getByRole('textbox', { name: 'Reason' })).toBeFocused();
  await page.keyboard.type('moving it');
  await expectAccessible('the silence dialog');
  await page.getByRole('button', { name: 'Duration' }).click();
  await page.getByRole('option', { name: 'Until I end it' }).click();
  await page.getByRole('textbox', { name: 'Reason' }).press('Enter');
  await expect(item(page)).toContainText(
    'Silenced by operator (browser), with no end: “moving it” · Down: caddy',
  );
  await region(page).getByRole('button', { name: '1 silence' }).press('Enter');
  const silences = page.getByRole('dialog', { name: 'Silences' });
  await expect(silences).toContainText('Down: caddy');
  await expect(silences).toContainText('moving it');
  await silences.getByRole('button', { name: /^End silence/ }).press('Enter');
  await expect(silences).toContainText('Nothing is silenced');
  await page.keyboard.press('Escape');
  await expect(silences).toHaveCount(0);

  await item(page)
    .getByRole('button', { name: /^Acknowledge/ })
    .press('Enter');
  await expect(page.getByRole('textbox', { name: 'Note (optional)' })).toBeFocused();
  await page.keyboard.type('on it');
  await page.keyboard.press('Enter');
  await expect(item(page)).toContainText(/Acknowledged by operator \(browser\).*“on it”/);

  talking.script(looks('caddy'), says('The list has one caddy.'));
  await item(page)
    .getByRole('button', { name: /^Ask why/ })
    .click();
  await expect(page).toHaveURL(/#\/chat\/.+/);
  await expect(page.getByText('Find out why there is an alert about')).toBeVisible();
  await expect(page.getByText('The list has one caddy.', { exact: true })).toBeVisible();
  await go(`resources/${encodeURIComponent(id)}`);
  await expect(item(page).getByRole('link', { name: 'Open investigation' })).toHaveAttribute(
    'href',
    /#\/chat\//,
  );

  await expectState(page, 'May be stopped');
  await expect(item(page)).toHaveCount(0, TWO_LOOKS);
  await region(page).getByRole('button', { name: 'History' }).press('Enter');
  const history = page.getByRole('dialog', { name: 'Alert history' });
  await expect(history.getByRole('listitem').filter({ hasText: 'caddy' })).toContainText(/Lasted .*on it/);
  await expectAccessible('the history');
});
