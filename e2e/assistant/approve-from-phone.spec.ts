// Journey: a notification reaches a phone. One tap opens the card without signing in, the next approves it; every other state of the link says what it is.
// At 390 px, in a browser that has never seen the console, with a real receiver in the place of ntfy.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from '@playwright/test';
import { ask } from '../support/ask.ts';
import { brokenRules } from '../support/axe.ts';
import { test as base, expect, overflow } from '../support/console-page.ts';
import type { RunningFestinger } from '../support/festinger.ts';

const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true } as const;

interface Phone {
  /** Asks for something and waits for its notification. @returns the address a tap on it opens */
  notified(...wish: [name: string, action: string]): Promise<string>;
  /** Taps the notification. */
  tap(link: string): Promise<Page>;
}

const call = async ({ baseUrl, token }: RunningFestinger, path: string, body: object) => {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const answer = await fetch(`${baseUrl}/api/console${path}`, {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
  });
  expect(answer.status, await answer.clone().text()).toBe(200);
};

const test = base.extend<{ phone: Phone }>({
  phone: async ({ browserOfOurs, festinger }, use) => {
    const links: string[] = [];
    const topic = createServer((request, response) => {
      links.push(String(request.headers.click));
      response.end();
    });
    topic.listen(0, '127.0.0.1');
    await once(topic, 'listening');
    const set = (key: string, value: string) => call(festinger, '/system/settings', { key, value });
    await set('approval_ntfy_url', `http://127.0.0.1:${(topic.address() as AddressInfo).port}/topic`);
    await set('console_public_url', festinger.baseUrl);
    await set('approval_link_sign_in', 'high');
    const context = await browserOfOurs.newContext(PHONE);
    const complaints: string[] = [];
    await use({
      async notified(name, action) {
        const before = links.length;
        const { error } = await ask(festinger, name, action);
        expect(error?.code, 'it waits for the operator').toBe('APPROVAL_REQUIRED');
        await expect.poll(() => links.length).toBe(before + 1);
        return links.at(-1) ?? '';
      },
      async tap(link) {
        const page = await context.newPage();
        page.on('pageerror', (error) => complaints.push(String(error)));
        page.on('console', (message) => {
          if (message.type() !== 'info' && !message.text().includes('status of 4'))
            complaints.push(message.text());
        });
        await page.goto(link);
        return page;
      },
    });
    expect(complaints).toEqual([]);
    await context.close();
    await set('approval_link_sign_in', 'off');
    await set('approval_ntfy_url', '');
    topic.close();
  },
});

const card = (page: Page) => page.locator('[data-approval]');

for (const colorScheme of ['light', 'dark'] as const)
  test(`two taps in all: the notification, and Approve (${colorScheme})`, async ({ phone }) => {
    const page = await phone.tap(await phone.notified('caddy', 'restart'));
    await page.emulateMedia({ colorScheme });
    await expect(card(page)).toContainText('Restart service caddy');
    expect(new URL(page.url()).hash, 'the token is gone from the address').toBe('');
    await expect(page.getByText(/^This link opens only this approval, until/)).toBeVisible();
    await expect(page.getByRole('button', { name: /Edit|Allow without asking/ })).toHaveCount(0);
    await expect(card(page).locator('a')).toHaveCount(0);
    expect(await overflow(page)).toBe(0);
    expect(await brokenRules(page)).toEqual([]);
    const approve = page.getByRole('button', { name: 'Approve' });
    await expect(approve).toBeInViewport({ ratio: 1 });
    await page.waitForTimeout(600); // a press before the eye has seen the card is nothing
    await approve.tap();
    await expect(page.locator('[data-verified=yes]')).toBeVisible();
    await expect(card(page)).toContainText('Approved by operator (one-time link, ntfy)');
    expect(await brokenRules(page)).toEqual([]);
  });

test('denied with a reason; reloaded, it shows by whom; the link itself is used up', async ({ phone }) => {
  const link = await phone.notified('caddy', 'restart');
  const page = await phone.tap(link);
  await page.getByRole('button', { name: 'Deny' }).tap();
  await page.getByRole('button', { name: 'Not now' }).tap();
  await expect(card(page)).toContainText('Denied by operator (one-time link, ntfy): Not now');
  await page.reload();
  await expect(card(page)).toContainText('Denied by operator (one-time link, ntfy): Not now');
  const again = await phone.tap(link);
  await expect(again.getByRole('heading', { name: 'This link does not open an approval' })).toBeVisible();
  await expect(again.getByText('This link was used already.')).toBeVisible();
  await expect(again.getByRole('link', { name: 'Open the console' })).toBeVisible();
  expect(await brokenRules(again)).toEqual([]);
});

test('high risk wants the name typed on the phone, too', async ({ phone }) => {
  const page = await phone.tap(await phone.notified('media', 'reboot'));
  const field = page.locator('[data-typed] input');
  const approve = page.getByRole('button', { name: 'Approve' });
  await field.fill('medi');
  await expect(approve).toBeDisabled();
  await field.fill('media');
  await page.waitForTimeout(600);
  await approve.tap();
  await expect(card(page)).toContainText('Approved by');
  expect(await overflow(page)).toBe(0);
});

test('decided at the console meanwhile, it says so by itself', async ({ phone, festinger }) => {
  const page = await phone.tap(await phone.notified('caddy', 'restart'));
  await expect(page.getByRole('button', { name: 'Approve' })).toBeVisible();
  const answer = await fetch(`${festinger.baseUrl}/api/console/approvals?status=pending`, {
    headers: { authorization: `Bearer ${festinger.token}` },
  });
  const { data } = (await answer.json()) as { data: { approvals: { id: string }[] } };
  for (const { id } of data.approvals)
    await call(festinger, `/approvals/${id}/deny`, { reason: 'at the console' });
  await expect(card(page)).toContainText('Denied by operator (REST): at the console');
});
