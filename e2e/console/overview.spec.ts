// The Overview's lines open as charts that keys can read, with a table for each; an upstream is paused and opened from here.
import { expect, overflow, sendPrompt, test, within } from '../support/console-page.ts';

test('a line opens as a chart, is read by keys, and is a table, too', async ({ open, festinger }) => {
  await sendPrompt(festinger.baseUrl, 'A point for the line.', 'chart-client');
  const { page, expectAccessible } = await open({}, (page) => page.clock.install());
  const line = page.getByRole('button', { name: /^Requests/ });
  await line.focus();
  await page.keyboard.press('Enter');
  await expect(line).toHaveAttribute('aria-expanded', 'true');
  await expect(page).toHaveURL(/chart=requests/);
  const chart = page.getByRole('slider', { name: 'Requests over time' });
  await expect(chart.locator('canvas')).toBeVisible();
  await chart.focus();
  await page.keyboard.press('End');
  await expect(chart).toHaveAttribute('aria-valuenow', '59');
  await page.keyboard.press('ArrowLeft');
  await expect(chart).toHaveAttribute('aria-valuenow', '58');
  await expect(chart).toHaveAttribute('aria-valuetext', /^\d\d:\d\d: .+ requests · .+ failed$/);
  await expectAccessible('a chart');

  await page.getByRole('radio', { name: '24 h' }).click();
  await expect(chart).toHaveAttribute('aria-valuemax', '95');
  await chart.press('End');
  const said = (await chart.getAttribute('aria-valuetext')) ?? '';
  const before = await chart.boundingBox();
  await sendPrompt(festinger.baseUrl, 'Another point.', 'chart-client');
  await within(page, 20_000, (how) => expect(chart).not.toHaveAttribute('aria-valuetext', said, how));
  expect(await chart.boundingBox(), 'a chart does not move by itself').toEqual(before);

  await page.getByRole('radio', { name: 'Table' }).last().click();
  const table = page.getByRole('table');
  await expect(table.getByRole('columnheader')).toHaveText(['Time', 'Requests', 'Failed']);
  await expect(table.getByRole('row')).toHaveCount(97);
  await expectAccessible("a chart's table");
  await page.getByRole('radio', { name: 'Table' }).first().click();
  await expect(table.getByRole('columnheader', { name: 'In loops' })).toBeVisible();
  await expectAccessible('the table of all lines');
});

test('says what is read out of prompts, what is not, and how often it errs', async ({ open }) => {
  const { page, expectAccessible } = await open({ viewport: { width: 390, height: 844 } });
  const opens = page.getByRole('button', { name: 'What is read, and what is not' });
  await opens.focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'What is read out of prompts' });
  await expect(dialog.getByRole('heading', { level: 3 })).toHaveText([
    'Read',
    'Not read',
    'Asked about',
    'How often it errs',
  ]);
  await expectAccessible('what is read');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(opens).toBeFocused();
});

test('an address opens a chart, on a phone, too', async ({ open }) => {
  const { page, go, expectAccessible } = await open({ viewport: { width: 390, height: 844 } });
  await go('overview?chart=tokens');
  await expect(page.getByRole('slider', { name: 'Tokens over time' }).locator('canvas')).toBeVisible();
  expect(await overflow(page)).toBeLessThanOrEqual(0);
  await expectAccessible('a chart on a phone');
  await page.getByRole('button', { name: /^Tokens/ }).click();
  await expect(page).toHaveURL(/#\/overview$/);
});

test('a paused upstream shows, and is opened from its menu with an undo', async ({ open, festinger }) => {
  const call = async (path: string, init: RequestInit = {}) => {
    const headers = { authorization: `Bearer ${festinger.token}`, 'content-type': 'application/json' };
    const answer = await fetch(`${festinger.baseUrl}/api/console/${path}`, { ...init, headers });
    return ((await answer.json()) as { data: { upstreams: { name: string; mode: string }[] } }).data
      .upstreams;
  };
  const { page, expectAccessible } = await open();
  const main = page.getByRole('main');
  await expect(main.getByRole('heading', { name: 'Upstreams' })).toHaveCount(0);
  const [{ name } = { name: '' }] = await call('upstreams');
  await call(`upstreams/${name}/mode`, { method: 'POST', body: JSON.stringify({ mode: 'paused' }) });
  await expect(main.getByRole('heading', { name: 'Upstreams' })).toBeVisible();
  await expect(main.getByText('paused', { exact: true })).toBeVisible();
  await expectAccessible('a paused upstream');
  await main.getByRole('button', { name: `What ${name} may do` }).click();
  await page.getByRole('menuitem', { name: 'Open' }).click();
  await expect(main.getByRole('heading', { name: 'Upstreams' })).toHaveCount(0);
  await page.keyboard.press('Control+z');
  await expect(main.getByRole('heading', { name: 'Upstreams' })).toBeVisible();
  await page.keyboard.press('Control+Shift+z');
  await expect(main.getByRole('heading', { name: 'Upstreams' })).toHaveCount(0);
});
