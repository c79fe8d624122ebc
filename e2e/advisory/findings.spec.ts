// From "am I affected?" to the row that proves it: evidence is dropped and chosen, found, looked at down to the very entry, decided and taken back, by pointer and by
// keyboard alone; what is refused and what cannot be checked is said.
import type { Page } from '@playwright/test';
import {
  test as base,
  type Console,
  expect,
  NOTHING_AHEAD,
  overflow,
  pages,
} from '../support/console-page.ts';
import { advisoryText, dropFiles, evidenceFolder, listText } from '../support/evidence.ts';
import { type RunningFestinger, startFestinger } from '../support/festinger.ts';

/** The demo with its evidence; journeys that add to it do so under names of their own. */
const test = base.extend<{ opened: Console; narrow: Console }, { found: RunningFestinger }>({
  found: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures it needs from the pattern
    async ({}, use) => {
      const running = await startFestinger(['--demo', '--no-agents', '--no-sessions']);
      await use(running);
      await running.stop();
    },
    { scope: 'worker' },
  ],
  opened: async ({ browserOfOurs, found }, use) => {
    const opened = pages(browserOfOurs);
    await use(
      await opened.open(found, {}, async (page) => {
        await page.addInitScript(NOTHING_AHEAD);
      }),
    );
    expect(await opened.close()).toEqual([]);
  },
  narrow: async ({ browserOfOurs, found }, use) => {
    const opened = pages(browserOfOurs);
    const size = { viewport: { width: 390, height: 844 }, reducedMotion: 'reduce' } as const;
    await use(
      await opened.open(found, size, async (page) => {
        await page.addInitScript(NOTHING_AHEAD);
      }),
    );
    expect(await opened.close()).toEqual([]);
  },
});

const grid = (page: Page) => page.getByRole('grid', { name: 'Findings' });
const row = (page: Page, words: string) => page.getByRole('row').filter({ hasText: words });
const inspector = (page: Page) => page.getByRole('complementary', { name: 'Inspector' });
const section = (page: Page, name: string) => inspector(page).getByRole('region', { name, exact: true });
const notices = (page: Page) => page.getByRole('region', { name: /Notices/ });

/** Narrows the list to what a journey brought, with `/`. */
async function searchFor(page: Page, words: string): Promise<void> {
  await expect(grid(page)).toBeVisible();
  await page.keyboard.press('/');
  await page.keyboard.type(words);
  await expect(row(page, words).first()).toBeVisible();
}

/** Arrow keys move within the list: Tab goes there, past what narrows it. */
async function tabToList(page: Page): Promise<void> {
  for (let step = 0; step < 10; step++) {
    await page.keyboard.press('Tab');
    if (await page.evaluate<boolean>("document.activeElement?.matches('[data-list]') ?? false")) return;
  }
  throw new Error('Tab does not lead to the list');
}

test('says first what is so, and shows who says what down to the very entry in two clicks', async ({
  opened,
}) => {
  const { page, go, expectAccessible } = opened;
  await go('findings');
  await expect(page.getByText('2 known exploited, 1 overdue')).toBeVisible();
  await expect(row(page, 'CVE-2026-90001')).toContainText('KEV');
  await expect(row(page, 'CVE-2026-90001')).toContainText('94%');
  await expectAccessible('findings');
  await row(page, 'CVE-2026-90002').first().click();
  await expect(inspector(page)).toContainText('Needs review. Treated as affected until you decide.');
  const claims = section(page, 'Who says what');
  await expect(claims.getByRole('article', { name: 'Harbour Security Lab (demo)' })).toContainText(
    'says affected',
  );
  const packagers = claims.getByRole('article', { name: 'Film server packagers (demo)' });
  await expect(packagers).toContainText('says not affected');
  await expect(packagers).toContainText('counts');
  await expect(claims).toContainText('Issuers you have not chosen to trust disagree');
  await expect(claims.locator('[data-flip]')).toContainText('Then it counts as');
  await expect(section(page, 'Dependency paths')).toContainText('3 of 3 paths shown');
  await section(page, 'Evidence').getByRole('button', { name: 'Show entry' }).first().click();
  await expect(section(page, 'Evidence')).toContainText('quillparse');
  await expectAccessible('a finding with its entry');
  await section(page, 'Evidence').getByRole('link').first().click();
  await expect(page).toHaveURL(/#\/findings\/\d+\?view=evidence/);
  await expect(inspector(page)).toContainText('SHA-256');
});

test('a folder is chosen, sent, read and found; a file of it that is refused is named with its reason', async ({
  opened,
}) => {
  const { page, go } = opened;
  await go('findings');
  const folder = evidenceFolder({
    'lists/heron.cdx.json': listText('heron', ['heron-parser', 'heron-core']),
    'osv/deep/one.json': advisoryText('CVE-2026-70001', 'heron-core'),
    'osv/broken.json': '{"id": "GHSA-',
    'README.md': 'no document',
  });
  await expect(grid(page)).toBeVisible();
  await page.keyboard.press('i');
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Select folder' }).click();
  await (await chooser).setFiles(folder);
  const onItsWay = page.getByRole('region', { name: 'Evidence uploads' });
  await expect(onItsWay).toContainText('2 imported, 1 rejected, 1 skipped');
  await expect(row(page, 'CVE-2026-70001')).toContainText('heron-core@1.2.0');
  await row(page, 'CVE-2026-70001').click();
  await expect(inspector(page)).toContainText('Affected: 1.2.0 is below the fixed version 1.2.3.');
  await expect(section(page, 'Dependency paths')).toContainText('heron-parser 1.2.0');
  await page.keyboard.press('Escape');
  await onItsWay.getByRole('link', { name: 'Show imports' }).click();
  const imports = page.getByRole('region', { name: 'Imports' });
  await imports.getByRole('button', { name: 'Show rejected' }).first().click();
  await expect(imports).toContainText('evidence/osv/broken.json');
  await onItsWay.getByRole('button', { name: 'Dismiss' }).click();
  await expect(onItsWay).toHaveCount(0);
});

test('files are dropped; accepting the risk takes the finding away until its day, and Undo brings it back', async ({
  opened,
}) => {
  const { page, go } = opened;
  await go('findings');
  await expect(grid(page)).toBeVisible();
  await dropFiles(page, {
    'plover.cdx.json': listText('plover', ['plover-lib']),
    'a.json': advisoryText('CVE-2026-70002', 'plover-lib'),
    'b.json': advisoryText('CVE-2026-70003', 'plover-lib'),
  });
  await expect(page.getByRole('region', { name: 'Evidence uploads' })).toContainText('3 imported');
  await searchFor(page, 'plover');
  await row(page, 'CVE-2026-70002').click();
  await page.getByRole('button', { name: /^Accept risk/ }).click();
  await inspector(page).getByRole('button', { name: 'Decide', exact: true }).click();
  await expect(inspector(page)).toContainText('Enter a reason.');
  await page.getByRole('textbox', { name: 'Reason' }).fill('It is reached by nobody');
  await page.getByRole('radio', { name: 'Date' }).click();
  await page.getByLabel('Date').fill('2020-01-01');
  await page.getByRole('textbox', { name: 'Reason' }).press('Enter');
  await expect(inspector(page)).toContainText('Choose a date in the future.');
  await page.getByRole('radio', { name: '30 days' }).click();
  await inspector(page).getByRole('button', { name: 'Decide', exact: true }).click();
  // It leaves the open ones, and the next one opens.
  await expect(row(page, 'CVE-2026-70002')).toHaveCount(0);
  await expect(inspector(page)).toContainText('CVE-2026-70003');
  await page.getByRole('button', { name: /Undo/ }).click();
  await expect(notices(page)).toContainText('Undone: Risk accepted until');
  await expect(row(page, 'CVE-2026-70002')).toHaveCount(1);
  await expect(section(page, 'Decisions')).toContainText('undone');
  // Done again, it stands among the accepted, and is taken back from its history.
  await page.keyboard.press('Control+Shift+z');
  await expect(row(page, 'CVE-2026-70002')).toHaveCount(0);
  await page.getByRole('radio', { name: /^Accepted/ }).click();
  await row(page, 'CVE-2026-70002').click();
  await expect(inspector(page)).toContainText('You accepted this risk until');
  await section(page, 'Decisions').getByRole('button', { name: 'Undo' }).first().click();
  await expect(row(page, 'CVE-2026-70002')).toHaveCount(0);
});

test('by keyboard alone: found, opened, decided, undone, several chosen and decided at once', async ({
  opened,
}) => {
  const { page, go } = opened;
  await go('findings');
  await dropFiles(page, {
    'curlew.cdx.json': listText('curlew', ['curlew-lib']),
    ...Object.fromEntries(
      ['70011', '70012', '70013'].map((n) => [`${n}.json`, advisoryText(`CVE-2026-${n}`, 'curlew-lib')]),
    ),
  });
  await searchFor(page, 'curlew');
  await expect(row(page, 'curlew-lib')).toHaveCount(3);
  await tabToList(page);
  await page.keyboard.press('ArrowDown');
  await expect(inspector(page)).toBeVisible();
  await expect(grid(page)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.locator('[data-inspector-title]')).toBeFocused();
  const id = (await page.locator('[data-inspector-title] code').textContent()) ?? '';
  // Esc closes the innermost first: the form, then the inspector.
  await page.keyboard.press('4');
  await expect(page.getByRole('textbox', { name: 'Reason' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('textbox', { name: 'Reason' })).toHaveCount(0);
  await expect(inspector(page)).toBeVisible();
  await page.keyboard.press('3');
  await page.keyboard.type('patched by hand');
  await page.keyboard.press('Enter');
  await expect(row(page, id)).toHaveCount(0);
  await expect(page.locator('[data-inspector-title]')).toBeFocused();
  await page.keyboard.press('Control+z');
  await expect(row(page, id)).toHaveCount(1);
  // What was taken back is open again, and has the focus.
  await expect(notices(page)).toContainText('Undone: Not affected');
  await expect(page.locator('[data-inspector-title]')).toBeFocused();
  await expect(page.locator('[data-inspector-title]')).toContainText(id);
  await page.keyboard.press('Escape');
  await expect(inspector(page)).toHaveCount(0);
  await expect(grid(page)).toBeFocused();

  await page.keyboard.press('Shift+X');
  await expect(page.getByRole('region', { name: 'Selected findings' })).toContainText('3 selected');
  await page.keyboard.press('2');
  const dialog = page.getByRole('dialog', { name: 'Affected: 3 findings' });
  await expect(dialog).toContainText('CVE-2026-70012');
  await page.keyboard.type('we run it as it is');
  await page.keyboard.press('Enter');
  await expect(dialog).toHaveCount(0);
  await expect(row(page, 'decided: affected')).toHaveCount(3);
  await page.keyboard.press('Control+z');
  await expect(row(page, 'decided: affected')).toHaveCount(0);
  await page.keyboard.press('v');
  await expect(
    page.getByRole('treegrid', { name: 'Findings' }).getByRole('row', { expanded: true }),
  ).toHaveCount(1);
});

test('what could not be checked says why and what helps; a product is bound to what runs it', async ({
  opened,
}) => {
  const { page, go, expectAccessible } = opened;
  await go('findings?view=unchecked');
  const unchecked = page.getByRole('region', { name: 'Not checked' });
  await expect(unchecked).toContainText('No package URL');
  await expect(unchecked).toContainText('film-tool 7.0.2');
  await expectAccessible('not checked');
  await go('findings?view=products');
  const paperless = page
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: /^paperless/ }) });
  await expect(paperless).toContainText('Not linked to a resource.');
  await paperless.getByRole('button', { name: 'Link resource' }).click();
  await paperless.getByRole('combobox').fill('paperless');
  await page.getByRole('option', { name: /^paperless/ }).click();
  await paperless.getByRole('button', { name: 'Link resource' }).click();
  await expect(paperless.getByRole('link', { name: 'paperless', exact: true })).toBeVisible();
  await expectAccessible('products');
  await page.keyboard.press('Control+z');
  await expect(paperless).toContainText('Not linked to a resource.');
});

test('the rail counts those that need somebody, live; an alert leads to its very finding', async ({
  opened,
}) => {
  const { page, go } = opened;
  await go('findings');
  await expect(grid(page)).toBeVisible();
  const count = page.locator('[data-screen=findings] [data-count]');
  await expect(count).not.toHaveText('');
  const before = Number(await count.textContent());
  await expect(page.getByRole('link', { name: 'Findings', exact: true })).toHaveAccessibleDescription(
    `${String(before)} need review or are known exploited`,
  );
  await searchFor(page, 'CVE-2026-90002');
  await row(page, 'CVE-2026-90002').first().click();
  await page.getByRole('button', { name: /^Affected/ }).click();
  await page.getByRole('textbox', { name: 'Reason' }).fill('We run it as it is');
  await page.getByRole('textbox', { name: 'Reason' }).press('Enter');
  await expect(count).toHaveText(String(before - 1));
  await page.keyboard.press('Control+z');
  await expect(count).toHaveText(String(before));
  await go('resources');
  const alert = page
    .getByRole('listitem')
    .filter({ hasText: /CVE-2026-90001 in .* is known to be exploited/ });
  await alert.getByRole('link').click({ timeout: 45_000 });
  await expect(page).toHaveURL(/#\/findings\/[0-9a-f]{32}/);
  await expect(page.locator('[data-inspector-title]')).toContainText('CVE-2026-90001');
});

test('what policies decided stands with the rules that matched, and what runs it with who can reach it', async ({
  opened,
}) => {
  const { page, go, expectAccessible } = opened;
  await go('findings');
  await page.getByRole('button', { name: /Exposure/ }).click();
  await page.getByRole('option', { name: 'Reachable from the network' }).click();
  await expect(row(page, 'paperless')).toHaveCount(0);
  await row(page, 'CVE-2026-90002').first().click();
  await expect(inspector(page)).toContainText('Reachable from the network.');
  const policies = section(page, 'Policies');
  await expect(policies).toContainText('house rules 7 (demo)');
  await expect(policies.getByRole('list', { name: 'Matched rules' })).toContainText('within a week');
  await expect(policies).not.toContainText('within a day');
  await policies.getByRole('button', { name: 'Show entry' }).click();
  await expect(policies.getByRole('region')).toContainText('within a day');
  const running = section(page, 'Runtime');
  await expect(running).toContainText(
    '8096: reachable from the network; 8097: reachable from its own machine',
  );
  await expect(running).toContainText('/film/server');
  await expectAccessible('a finding with policies and what runs it');
});

test('a document is taken out again, named before it is', async ({ opened }) => {
  const { page, go, expectAccessible } = opened;
  await go('findings');
  await dropFiles(page, { 'dunlin.json': advisoryText('CVE-2026-70021', 'dunlin-lib') });
  await expect(page.getByRole('region', { name: 'Evidence uploads' })).toContainText('1 imported');
  await go('findings?view=evidence');
  await page.getByRole('searchbox').fill('dunlin');
  await row(page, 'A hole in dunlin-lib').click();
  await inspector(page).getByRole('button', { name: 'Show document' }).click();
  await expect(inspector(page)).toContainText('"ecosystem"');
  await expectAccessible('a document');
  await inspector(page).getByRole('button', { name: 'Remove', exact: true }).click();
  await inspector(page)
    .getByRole('button', { name: 'Remove “A hole in dunlin-lib” in all versions' })
    .click({ delay: 20 });
  await expect(async () => {
    const sure = inspector(page).getByRole('button', { name: /^Remove “A hole/ });
    if ((await sure.count()) > 0) await sure.click({ timeout: 1000 });
    await expect(row(page, 'A hole in dunlin-lib')).toHaveCount(0, { timeout: 1000 });
  }).toPass();
});

test('on a phone a finding is a sheet, and nothing sticks out', async ({ narrow }) => {
  const { page, go, expectAccessible } = narrow;
  await go('findings');
  await expect(row(page, 'CVE-2026-90001')).toBeVisible();
  await expectAccessible('findings on a phone');
  expect(await overflow(page)).toBeLessThanOrEqual(0);
  await row(page, 'CVE-2026-90001').click();
  const sheet = page.getByRole('dialog', { name: 'Inspector' });
  await expect(sheet).toContainText('Who says what');
  await sheet.getByRole('button', { name: /^Not affected/ }).click();
  await expect(sheet.getByRole('textbox', { name: 'Reason' })).toBeFocused();
  await expectAccessible('deciding on a phone');
  await page.keyboard.press('Escape');
  await expect(sheet.getByRole('textbox', { name: 'Reason' })).toHaveCount(0);
  await expect(sheet).toBeVisible();
  for (const view of ['unchecked', 'products', 'evidence']) {
    await go(`findings?view=${view}`);
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
    await expectAccessible(`${view} on a phone`);
    expect(await overflow(page), view).toBeLessThanOrEqual(0);
  }
});

base('before anything was taken in, the screen says what it needs and how', async ({ open }) => {
  const { page, go, expectAccessible } = await open();
  await go('findings');
  await expect(page.getByText('No evidence imported yet.')).toBeVisible();
  const first = page.getByRole('region', { name: 'Import evidence' });
  await expect(first).toContainText('festinger evidence add PATH');
  await expect(first.getByRole('button', { name: 'Select files' })).toBeVisible();
  await expectAccessible('findings before anything was taken in');
  await first.getByLabel('Path on the Festinger host').fill('srv/evidence');
  await first.getByRole('button', { name: 'Import', exact: true }).click();
  await expect(first).toContainText('not an absolute path');
});
