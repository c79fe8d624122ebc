// Every screen, in both themes, wide and narrow: axe finds nothing, the page says nothing, nothing sticks out sideways.
import { expect, overflow, sendPrompt, tell, test } from '../support/console-page.ts';

const SCREENS = [
  'overview',
  'overview?chart=requests',
  'traffic',
  'traffic?client=nobody&recalled=yes&slower=1000',
  'approvals',
  'approvals?view=history',
  'approvals?view=rules',
  'resources',
  'resources/upstream%3Ademo',
  'resources?add=upstream',
  'concepts',
  'concepts/gnommoweb',
  'conflicts',
  'conflicts/1',
  'reader',
  'reader/try',
  'findings',
  'findings?view=evidence',
  'briefs',
  'jobs',
  'audit',
  'audit?view=events',
  'settings',
  'settings?tab=recollection',
  'settings?tab=models',
  'settings?tab=clients',
  'settings?tab=data',
  'settings?tab=all',
  'offline',
  'offline?view=import',
];
const SIZES = [
  { name: 'wide', width: 1280, height: 800, least: 1024, reducedMotion: 'no-preference' },
  { name: 'narrow', width: 390, height: 844, least: 360, reducedMotion: 'reduce' },
] as const;

for (const { name, width, height, least, reducedMotion } of SIZES) {
  test(`axe is clean on every screen and nothing sticks out, ${name}`, async ({ open, festinger }) => {
    await tell(festinger, `screens_${name} -isa daemon`, `screens_${name} -isa container`);
    await sendPrompt(festinger.baseUrl, 'Where does gnommoweb run?', 'screens-client');
    const { page, go, expectAccessible } = await open({ viewport: { width, height }, reducedMotion });
    for (const screen of SCREENS) {
      await go(screen);
      await expect(page.getByRole('main')).toBeVisible();
      await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
      await expectAccessible(`${screen}, ${name}`);
      for (const at of [width, least]) {
        await page.setViewportSize({ width: at, height });
        expect(await overflow(page), `${screen} sticks out sideways at ${at}`).toBeLessThanOrEqual(0);
      }
      await page.setViewportSize({ width, height });
    }
  });
}

test('Overview says what is so, and a test prompt leads into Traffic', async ({ open, festinger }) => {
  const { page } = await open();
  await expect(page.getByText(festinger.baseUrl).first()).toBeVisible();
  await expect(page.getByRole('main').getByText('All well.')).toBeVisible();
  await page.getByRole('button', { name: 'Send a test prompt' }).click();
  await page.getByRole('link', { name: 'Open in Traffic' }).click();
  await expect(page).toHaveURL(/#\/traffic\/.+/);
});

test('the palette finds a concept from anywhere', async ({ open }) => {
  const { page, expectAccessible } = await open();
  await page.keyboard.press('Control+k');
  await page.keyboard.type('hypatia');
  await expect(page.getByRole('menuitem', { name: /hypatia/ }).first()).toBeVisible();
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
