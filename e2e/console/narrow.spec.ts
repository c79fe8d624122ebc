// Where there is little room nothing is out of sight without saying so, and where colours are the system's what is on does not look like what is off.
import type { Locator, Page } from '@playwright/test';
import { expect, test } from '../support/console-page.ts';

/** Those with a choice of a few. */
const SCREENS = [
  ...['overview', 'approvals', 'resources', 'concepts/gnommoweb', 'conflicts', 'findings', 'briefs'],
  ...['jobs', 'audit', 'settings?tab=all', 'offline'],
];

/** The choices of a few, all of which are to be seen: those whose far end something lies over or cuts off. */
const HIDDEN = `[...document.querySelectorAll('[role=radiogroup] [role=radio]')].flatMap((one) => {
  one.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  for (let box = one.parentElement; box; box = box.parentElement) box.scrollLeft = 0;
  const { left, right, top, height } = one.getBoundingClientRect();
  const there = (x) => one.contains(document.elementFromPoint(x, top + height / 2));
  return there(left + 4) && there(right - 4) ? [] : [one.textContent];
})`;

for (const width of [360, 390, 900]) {
  test(`every choice of a few is in sight at ${width} px`, async ({ open }) => {
    const { page, go } = await open({ viewport: { width, height: 844 } });
    for (const screen of SCREENS) {
      await go(screen);
      const here = page.locator(`a[data-screen=${screen.replace(/\W.*/, '')}]`);
      await expect(here).toHaveAttribute('aria-current', 'page');
      await expect(page.getByRole('radio').first()).toBeVisible();
      await expect.poll(() => page.evaluate<string[]>(HIDDEN), { message: screen }).toEqual([]);
    }
    await go('settings?tab=look');
    await page.getByRole('radio', { name: 'All', exact: true }).click();
    await expect(page.getByRole('heading', { name: 'Every setting' })).toBeVisible();
  });
}

for (const size of [
  { width: 1280, height: 800 },
  { width: 390, height: 844 },
]) {
  test(`what restoring asks stands in sight, with the keyboard in it, ${size.width}`, async ({ open }) => {
    const { page, go, expectAccessible } = await open({ viewport: size });
    await go('settings?tab=data');
    const main = page.getByRole('main');
    const all = main.getByRole('button', { name: /^Restore .*/ });
    const write = main.getByRole('button', { name: 'Write a backup' });
    await expect(write).toBeVisible();
    await page.waitForLoadState('networkidle');
    const before = await all.count();
    await write.click();
    // The newest stands first; until it is there, an older one does.
    await expect(all).toHaveCount(before + 1);
    const restore = all.first();
    await restore.press('Enter');
    const form = main.getByRole('form', { name: /^Restore / });
    await expect(form.getByRole('textbox').first()).toBeFocused();
    await expect(form, 'all of it, down to its buttons').toBeInViewport({ ratio: 1 });
    await expect(form.getByRole('button', { name: 'Cancel' })).toBeInViewport({ ratio: 1 });
    await expectAccessible('what restoring asks');
    await page.keyboard.press('Escape');
    await expect(form).toHaveCount(0);
    await expect(restore, 'Esc goes back to where it was asked').toBeFocused();
    await restore.press('Enter');
    await form.getByRole('button', { name: 'Cancel' }).press('Enter');
    await expect(restore).toBeFocused();
  });
}

/** How much of one picture is not as in the other, 0 to 1; looked at in a page of its own. */
async function difference(page: Page, one: Buffer, other: Buffer): Promise<number> {
  const blank = await page.context().newPage();
  const share = await blank.evaluate<number>(`(async () => {
    const pixels = async (text) => {
      const picture = await createImageBitmap(await (await fetch('data:image/png;base64,' + text)).blob());
      const canvas = new OffscreenCanvas(picture.width, picture.height).getContext('2d');
      canvas.drawImage(picture, 0, 0);
      return canvas.getImageData(0, 0, picture.width, picture.height).data;
    };
    const [a, b] = [await pixels('${one.toString('base64')}'), await pixels('${other.toString('base64')}')];
    let apart = 0;
    for (let at = 0; at < a.length; at += 4)
      if (Math.abs(a[at] - b[at]) + Math.abs(a[at + 1] - b[at + 1]) + Math.abs(a[at + 2] - b[at + 2]) > 120) apart += 4;
    return apart / a.length;
  })()`);
  await blank.close();
  return share;
}

for (const colorScheme of ['light', 'dark'] as const) {
  test(`in forced colours on and off, here and elsewhere differ, ${colorScheme}`, async ({ open }) => {
    const { page, go, expectAccessible } = await open({ forcedColors: 'active', colorScheme });
    await go('settings?tab=look');
    const [at, elsewhere] = ['settings', 'jobs'].map((screen) =>
      page.getByRole('navigation', { name: 'Screens' }).locator(`[data-screen=${screen}]`),
    ) as [Locator, Locator];
    const picture = async (of: Locator) => {
      await page.mouse.move(640, 700);
      return of.screenshot({ animations: 'disabled' });
    };
    const here = await picture(at);
    await go('jobs');
    await expect(elsewhere).toHaveAttribute('aria-current', 'page');
    expect(await difference(page, here, await picture(at)), 'the item of the rail').toBeGreaterThan(0.3);

    const toggle = page.getByRole('switch').first();
    const track = page.locator('label:has([role=switch]) > [aria-hidden=true]').first();
    const was = await toggle.isChecked();
    const before = await picture(track);
    await toggle.press('Space');
    await expect(toggle).toBeChecked({ checked: !was });
    await toggle.blur();
    const after = await picture(track);
    await expectAccessible('forced colours');
    await toggle.press('Space');
    await expect(toggle).toBeChecked({ checked: was });
    expect(await difference(page, before, after), 'the track of a switch').toBeGreaterThan(0.3);
  });
}
