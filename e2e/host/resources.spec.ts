// Journeys on Resources with what is always there: this machine, the demo's upstream and its models. No container engine is needed.
import type { Page } from '@playwright/test';
import { expect, test } from '../support/console-page.ts';

const list = (page: Page) => page.getByRole('treegrid', { name: 'Resources' });
const row = (page: Page, text: string | RegExp) => list(page).getByRole('row').filter({ hasText: text });
const inspector = (page: Page) => page.getByRole('complementary', { name: 'Inspector' });

/** The resource of a name, by keys alone: found, walked to, entered. */
async function enter(page: Page, name: string): Promise<void> {
  await list(page).focus();
  await page.keyboard.press('/');
  await page.keyboard.type(name);
  await expect(row(page, name)).toHaveCount(1);
  await list(page).focus();
  await page.keyboard.press('End');
  await expect(inspector(page).getByRole('heading', { level: 2 })).toHaveText(name);
}

/** Picks what can be done to the open resource from the menu that the key `.` opens. */
async function ask(page: Page, action: string): Promise<void> {
  await page.keyboard.press('.');
  await expect(page.getByRole('menuitem', { name: action })).toBeVisible();
  await page.keyboard.type(action.slice(0, 4));
  await page.keyboard.press('Enter');
}

/** Says yes with its key: once to go to the button, once more to press it. */
async function approve(page: Page): Promise<void> {
  const button = inspector(page).getByRole('button', { name: 'Approve' });
  await expect(button).toBeVisible();
  await expect(async () => {
    await page.keyboard.press('a');
    await expect(button).toBeFocused({ timeout: 500 });
  }).toPass();
  // A card that has just come takes no press that was meant for something else.
  await expect(async () => {
    await page.keyboard.press('a');
    await expect(button).toHaveCount(0, { timeout: 1500 });
  }).toPass();
}

test('what there is stands by kind and by place, is found, and says how it is', async ({ open }) => {
  const { page, go, expectAccessible } = await open();
  await go('resources');
  await expect(row(page, /^Machines/)).toBeVisible();
  await expect(row(page, /^Upstreams/)).toBeVisible();
  await expect(row(page, 'demo').first()).toContainText('running');
  await expectAccessible('resources by kind');
  await page.getByRole('radio', { name: 'By place' }).click();
  // The demo's models carry its name, too, once one of them is loaded.
  const upstream = row(page, /^demo(?!-)/);
  await expect(upstream).toHaveAttribute('aria-expanded', 'true');
  await expect(row(page, 'llava:7b')).toHaveAttribute('aria-level', '2');
  await upstream.click();
  await expect(upstream).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('ArrowLeft');
  await expect(row(page, 'llava:7b')).toHaveCount(0);
  await page.keyboard.press('ArrowRight');
  await expect(row(page, 'llava:7b')).toHaveCount(1);
  await expectAccessible('resources by place');
  await page.keyboard.press('/');
  await page.keyboard.type('no such thing');
  await expect(page.getByText('Nothing fits')).toBeVisible();
  await page.getByRole('button', { name: 'Show everything' }).click();
  await expect(row(page, 'llava:7b')).toHaveCount(1);
});

test('sources that are off are said in a line each, with the reason, and nothing is an error', async ({
  open,
  festinger,
}) => {
  const { page, go } = await open();
  await go('resources');
  const off = page.getByRole('list', { name: 'Where nothing could be looked at' });
  await expect(off).toBeVisible();
  const why = off.getByRole('button', { name: 'Why' });
  await why.click();
  await expect(off.getByRole('listitem').filter({ hasText: 'Proxmox:' })).toHaveText(/Proxmox: .{8,}/);
  await expect(off.getByRole('listitem').filter({ hasText: 'Kubernetes:' })).toHaveText(/Kubernetes: .{8,}/);
  // What this machine lacks itself, such as systemd or a GPU, is said as the core says it.
  const ready = await fetch(`${festinger.baseUrl}/readyz`);
  const { providers } = (await ready.json()) as { providers: { name: string; reason: string | null }[] };
  const lacks = providers.find(({ name }) => name === 'host')?.reason ?? null;
  const said = off.getByRole('listitem').filter({ hasText: 'This machine:' });
  if (lacks === null) await expect(said).toHaveCount(0);
  else await expect(said).toHaveText(`This machine: ${lacks}`);
  await expect(page.getByRole('main').getByRole('alert')).toHaveCount(0);
});

test('a model is loaded by keyboard: asked for, approved, done, proven, and in the audit', async ({
  open,
}) => {
  const { page, go, expectAccessible } = await open();
  await go('resources');
  await expect(row(page, 'llava:7b')).toBeVisible();
  await enter(page, 'llava:7b');
  await ask(page, 'Load…');
  await expect(page.getByLabel('Stays loaded for')).toBeFocused();
  await page.keyboard.type('10m');
  await page.keyboard.press('Enter');
  await expect(inspector(page).getByText('Exactly what runs')).toBeVisible();
  await expect(row(page, 'llava:7b')).toContainText('not loaded');
  await expectAccessible('a card that waits');
  await approve(page);
  const outcome = inspector(page).getByRole('region', { name: 'What came of it' });
  await expect(outcome.getByText('Done', { exact: true })).toBeVisible();
  await expect(outcome.getByText('Verified')).toBeVisible();
  await expect(row(page, 'llava:7b')).not.toContainText('not loaded');
  await expectAccessible('what came of it');
  await go('audit?view=agent');
  await expect(page.getByRole('row').filter({ hasText: 'llava:7b' }).first()).toBeVisible();
});

test('a model that is never to be touched is offered nothing, and refuses whoever asks', async ({
  open,
  festinger,
}) => {
  const { page, go, expectAccessible } = await open();
  await go('resources/model%3Ademo%3Agpt-oss%3A20b');
  await inspector(page).getByRole('button', { name: 'Never touch this' }).click();
  await page.getByLabel('Why').fill('the night run needs it');
  await page.keyboard.press('Enter');
  await expect(inspector(page).getByRole('note')).toContainText('the night run needs it');
  await expect(inspector(page).getByRole('button', { name: 'Load', exact: true })).toHaveCount(0);
  await expectAccessible('a locked resource');
  const refused = await fetch(`${festinger.baseUrl}/api/console/resource-propose`, {
    method: 'POST',
    headers: { authorization: `Bearer ${festinger.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ id: 'model:demo:gpt-oss:20b', action: 'load' }),
  });
  expect(refused.ok).toBe(false);
  expect(await refused.text()).toMatch(/never to be touched|never touch|night run/i);
  await inspector(page).getByRole('button', { name: 'Let it be touched again' }).click();
  await expect(inspector(page).getByRole('button', { name: 'Load', exact: true })).toBeVisible();
});

test('an upstream is tried, added, changed and removed, and its secret is never seen again', async ({
  open,
  festinger,
}) => {
  const { page, go, expectAccessible } = await open();
  await go('resources');
  await page.getByRole('button', { name: 'Add an upstream' }).click();
  const panel = inspector(page);
  await panel.getByRole('textbox', { name: 'Name', exact: true }).fill('second');
  await panel.getByRole('textbox', { name: 'Address' }).fill('127.0.0.1:9');
  await panel.getByRole('button', { name: 'Test' }).click();
  await expect(panel.getByRole('alert')).toContainText(/refused|listens/);
  // The same server by its other name: two upstreams of one address are refused.
  const address = (await demoAddress(festinger.baseUrl, festinger.token)).replace('127.0.0.1', 'localhost');
  await panel.getByRole('textbox', { name: 'Address' }).fill(address);
  await panel.getByRole('button', { name: 'Add a header' }).click();
  await panel.getByLabel('Name of header 1').fill('X-Door');
  await panel.getByLabel('Value of header 1').fill('open-sesame-4711');
  await panel.getByRole('button', { name: 'Test' }).click();
  await expect(panel.getByText(/^Ollama .* answers in .* 7 models/)).toBeVisible();
  await expectAccessible('the form of an upstream');
  await panel.getByRole('button', { name: 'Add it' }).click();
  await expect(panel.getByText('X-Door, values never shown')).toBeVisible();
  await expect(row(page, /^second/)).toBeVisible();
  await panel.getByRole('button', { name: 'Change' }).click();
  await expect(panel.getByText('Stored: X-Door.')).toBeVisible();
  await panel.getByRole('textbox', { name: 'Prompts at once' }).fill('2');
  await panel.getByRole('button', { name: 'Save' }).click();
  await expect(panel.getByRole('button', { name: 'Remove' })).toBeVisible();
  expect(await page.content()).not.toContain('open-sesame');
  await expectAccessible('an upstream of the console');
  await panel.getByRole('button', { name: 'Remove' }).click();
  await panel.getByRole('button', { name: 'Remove second' }).click();
  await expect(row(page, /^second/)).toHaveCount(0);
});

/** Where the demo's own upstream listens. */
async function demoAddress(baseUrl: string, token: string): Promise<string> {
  const answer = await fetch(`${baseUrl}/api/console/upstreams`, {
    headers: { authorization: `Bearer ${token}` },
  });
  const { data } = (await answer.json()) as { data: { upstreams: { name: string; url: string }[] } };
  return data.upstreams.find(({ name }) => name === 'demo')?.url ?? '';
}
