// Journey: a browser asks to be notified. Its worker shows what is pushed with the address to open, and takes no request of the console; a push service
// that cannot be reached is said, and nothing is kept.
import { expect, test } from '../support/console-page.ts';

/** A point of the curve: that of RFC 8291. */
const KEY = 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4';
const ENDPOINT = 'https://push.festinger.invalid/one';

test('a browser is notified by its worker, and a service that is away is said', async ({
  open,
  festinger,
}) => {
  const { page, go, expectAccessible } = await open({ permissions: ['notifications'] }, async (fresh) => {
    // Without a window to ask in, the browser says that it was denied.
    await fresh.addInitScript(`Object.defineProperty(Notification, 'permission', { get: () => 'granted' })`);
  });
  // There is no push service here: the browser's answer is ours, the rest is real.
  await page.evaluate(`PushManager.prototype.subscribe = async () => ({ toJSON: () => ({
    endpoint: '${ENDPOINT}', keys: { p256dh: '${KEY}', auth: 'A'.repeat(22) } }) })`);
  await go('settings?tab=notifications');
  const browsers = page.locator('[data-browsers]');
  await expect(page.getByRole('heading', { name: 'Browsers' })).toBeVisible();
  await expect(page.getByText('One-time links in notifications')).toBeVisible();
  await expectAccessible('the notifications');
  await browsers.getByRole('button', { name: 'Notify this browser' }).click();
  await expect(browsers).toContainText(
    'The browser cannot be notified: its push service could not be reached',
  );
  await expect(browsers.getByRole('listitem')).toHaveCount(0);

  // A browser without a window shows no notifications: what the worker would show is kept instead.
  const [worker] = page.context().serviceWorkers();
  const url = `${festinger.baseUrl}/card/#token`;
  const pushed = JSON.stringify({ title: 'Festinger: approval needed', body: 'Risk: low.', url });
  await worker?.evaluate(`self.shown = [];
    ServiceWorkerRegistration.prototype.showNotification = async (title, { body, data }) =>
      void self.shown.push({ title, body, url: data.url });
    self.dispatchEvent(new PushEvent('push', { data: ${JSON.stringify(pushed)} }))`);
  expect(await worker?.evaluate('self.shown')).toEqual([JSON.parse(pushed)]);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Browsers' })).toBeVisible();
  const intercepted = await page.evaluate<number>(
    `performance.getEntriesByType('resource').filter(({ workerStart }) => workerStart > 0).length`,
  );
  expect(intercepted, 'the worker takes no request').toBe(0);
});
