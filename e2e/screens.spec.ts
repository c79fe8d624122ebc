// Every screen, in each theme and width: axe finds nothing, the page says nothing, nothing sticks out sideways.
import { expect, test } from './console-page.ts';

const SCREENS = [
  'overview',
  'overview?chart=requests',
  'traffic',
  'traffic?client=nobody&recalled=yes&slower=1000',
  'concepts',
  'concepts/gnommoweb',
  'conflicts',
  'conflicts/1',
  'jobs',
  'audit',
  'audit?view=events',
  'settings',
  'settings?tab=recollection',
  'settings?tab=models',
  'settings?tab=clients',
  'settings?tab=data',
  'settings?tab=all',
];
const VIEWS = [
  { name: 'light 1280', options: { colorScheme: 'light' as const } },
  { name: 'dark 1280', options: { colorScheme: 'dark' as const } },
  { name: 'light 390', options: { colorScheme: 'light' as const, viewport: { width: 390, height: 844 } } },
  {
    name: 'dark 360, reduced motion',
    options: {
      colorScheme: 'dark' as const,
      reducedMotion: 'reduce' as const,
      viewport: { width: 360, height: 740 },
    },
  },
];

for (const { name, options } of VIEWS) {
  test(`axe is clean on every screen, ${name}`, async ({ open }) => {
    const { page, go, expectAccessible } = await open(options);
    for (const screen of SCREENS) {
      await go(screen);
      await expect(page.getByRole('main')).toBeVisible();
      await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
      await expectAccessible(`${screen}, ${name}`);
      const overflow = await page.evaluate<number>(
        'document.documentElement.scrollWidth - document.documentElement.clientWidth',
      );
      expect(overflow, `${screen} sticks out sideways`).toBeLessThanOrEqual(0);
    }
  });
}

test('Overview says what is so, and a test prompt leads into Traffic', async ({ open, festinger }) => {
  const { page } = await open();
  await expect(page.getByText(festinger.baseUrl).first()).toBeVisible();
  // One of the demo's agents goes in circles sooner or later; then that is what is so.
  await expect(
    page
      .getByRole('main')
      .getByText(/^All well\.|go(es)? in circles\.$/)
      .first(),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Send a test prompt' }).click();
  await page.getByRole('link', { name: 'Open in Traffic' }).click();
  await expect(page).toHaveURL(/#\/traffic\/.+/);
});

test('the palette finds a concept from anywhere', async ({ open }) => {
  const { page, expectAccessible } = await open();
  await page.keyboard.press('Control+k');
  await page.keyboard.type('hypatia');
  await expect(
    page
      .getByRole('option', { name: /hypatia/ })
      .or(page.getByRole('menuitem', { name: /hypatia/ }))
      .first(),
  ).toBeVisible();
  await expectAccessible('the palette');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/#\/concepts\/hypatia/);
});

test('without a session there is only the locked page', async ({ browserOfOurs, festinger }) => {
  const page = await (await browserOfOurs.newContext()).newPage();
  await page.goto(`${festinger.baseUrl}/console/`);
  await expect(page.getByRole('heading', { name: 'This console is locked' })).toBeVisible();
  await page.context().close();
});
