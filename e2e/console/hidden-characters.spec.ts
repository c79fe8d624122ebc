// Characters that a screen hides: wherever others' text is shown each is a mark that says what it is, on every screen and in what libraries draw;
// what is copied is the text itself, and scripts and emoji that need such characters read as they are written.

import { ask } from '../support/ask.ts';
import {
  test as base,
  expect,
  NOTHING_AHEAD,
  type Open,
  pages,
  sendPrompt,
} from '../support/console-page.ts';
import { craft } from '../support/crafted.ts';
import { type RunningFestinger, startFestinger } from '../support/festinger.ts';
import { HIDDEN, hiddenInPage, hideInAllText } from '../support/foreign.ts';

const test = base.extend<object, { full: RunningFestinger }>({
  full: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures it needs from the pattern
    async ({}, use) => {
      const running = await startFestinger(['--demo', '--no-agents']);
      await use(running);
      await running.stop();
    },
    { scope: 'worker' },
  ],
});

/** Each with a row of it opened, where there are rows; how many of its texts hold the characters, at least. */
const SCREENS = [
  ['overview', 5],
  ['overview?start=yes', 5],
  ['traffic', 3],
  ['chat', 20],
  ['approvals', 10],
  ['resources', 50],
  ['concepts', 20],
  ['concepts/gnommoweb', 20],
  ['concepts/gnommoweb?view=around', 50],
  ['concepts/gnommoweb?view=table', 20],
  ['concepts/type?view=tree', 20],
  ['conflicts', 50],
  ['findings', 50],
  ['findings?view=evidence', 20],
  ['findings?view=products', 5],
  ['findings?view=unchecked', 5],
  ['briefs', 5],
  ['jobs', 3],
  ['audit', 3],
  ['audit?view=events', 20],
  ['settings?tab=models', 20],
  ['settings?tab=clients', 5],
  ['settings?tab=all', 50],
] as const;

const ROW = 'main [role=row][aria-selected], main [data-session]';
/** Those that are opened in place of the first. */
const ROW_OF: Readonly<Record<string, string>> = { chat: 'Jellyfin', resources: 'jellyfin' };
/** What can be unfolded in the inspector, or in a conversation. */
const FOLDED = ':is(aside, [data-entry]) button[aria-expanded=false]:not([aria-haspopup])';

test('no character that a screen hides stands in it as it came', async ({ browserOfOurs, full }) => {
  test.setTimeout(180_000);
  await sendPrompt(full.baseUrl, 'Where does gnommoweb run?', 'hidden-client');
  await ask(full, 'model:demo:llama3.2:3b', 'load');
  const opened = pages(browserOfOurs);
  const permissions = ['clipboard-read', 'clipboard-write'];
  const { page, go } = await opened.open(full, { permissions }, async (blank) => {
    await blank.addInitScript(NOTHING_AHEAD);
    await hideInAllText(blank, full);
  });
  for (const [screen, least] of SCREENS) {
    await go(screen);
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
    await expect.poll(async () => (await hiddenInPage(page)).marked, screen).toBeGreaterThanOrEqual(least);
    expect((await hiddenInPage(page)).raw, screen).toEqual([]);
    const row = page
      .locator(ROW)
      .filter({ hasText: ROW_OF[screen] ?? '' })
      .first();
    if (!(await row.isVisible())) continue;
    await row.click();
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
    await page.evaluate(`document.querySelectorAll('${FOLDED}').forEach((each) => each.click())`);
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
    expect((await hiddenInPage(page)).raw, `${screen}, a row of it`).toEqual([]);
  }
  await page.keyboard.press('Control+k');
  await page.keyboard.type('gnommo');
  await expect(page.getByRole('menuitem', { name: /gnommoweb/ }).first()).toBeVisible();
  expect((await hiddenInPage(page)).raw, 'the palette').toEqual([]);
  await page.keyboard.press('Escape');

  await go('approvals');
  await page.locator(ROW).first().click();
  await page.getByRole('button', { name: 'Copy what runs' }).click();
  await expect(page.getByText('Copied').first()).toBeAttached();
  expect(await page.evaluate<string>('navigator.clipboard.readText()'), 'copied as it is').toContain(HIDDEN);
  expect(await opened.close()).toEqual([]);
});

const NAME = 'مدیر‌شبکه 👩🏽‍💻';

/** One client is called otherwise on its way to the page. */
const named = (name: string) => (page: Parameters<Parameters<Open>[1] & object>[0]) =>
  craft(page, (value) => (value.client === 'renamed-client' ? { ...value, client: name } : value));

test('a mark says which character it is, and text beside it keeps its order', async ({ open, festinger }) => {
  await sendPrompt(festinger.baseUrl, 'Hello', 'renamed-client');
  const { page, go, expectAccessible } = await open({}, named('a\u202eb\u200b\u200bc'));
  await go('traffic');
  const cell = page.getByRole('gridcell', { name: /a.*b.*c/ }).first();
  await expect(cell.getByRole('img', { name: 'U+202E Right-to-left override' })).toBeVisible();
  await expect(cell.getByRole('img', { name: 'U+200B ×2 Zero width space' })).toHaveAttribute(
    'title',
    'U+200B ×2 Zero width space',
  );
  await expect(cell).toHaveText('aU+202EbU+200B ×2c');
  await expectAccessible('marks in a table');
});

test('Persian, Hebrew and emoji read as they are written, in their own direction', async ({
  open,
  festinger,
}) => {
  await sendPrompt(festinger.baseUrl, 'Hello', 'renamed-client');
  const { page, go } = await open({}, named(NAME));
  await go('traffic');
  const name = page.locator('bdi', { hasText: NAME }).first();
  await expect(name).toHaveText(NAME);
  await expect(name).toHaveCSS('direction', 'rtl');
});

test('a field says which characters it cannot show', async ({ open }) => {
  const { page, go } = await open();
  await go('resources?add=upstream');
  const field = page.getByRole('textbox').nth(1);
  await field.fill(`a${HIDDEN}`);
  await expect(page.getByText('Contains hidden characters:')).toContainText('U+202E');
  await field.fill('a');
  await expect(page.getByText('Contains hidden characters:')).toHaveCount(0);
});
