// Promise: everything that is done to dimensions by hand is readable in high contrast and in forced colours, light and dark.
import type { Page } from '@playwright/test';
import { bar, button, canvas, click, drawn, edit, expect, tell, test } from '../support/hand.ts';

const LOOKS = [
  { name: 'forced colours, light', options: { forcedColors: 'active', colorScheme: 'light' } },
  { name: 'forced colours, dark', options: { forcedColors: 'active', colorScheme: 'dark' } },
  { name: 'more contrast', options: { contrast: 'more' } },
] as const;

/** Nothing is pointed at: a tooltip is not part of what is looked at. */
async function aside(page: Page): Promise<void> {
  await page.mouse.move(2, 2);
  await expect(page.getByRole('tooltip')).toHaveCount(0);
}

for (const { name, options } of LOOKS)
  test(`axe is clean on all of Concepts in ${name}`, async ({ host, ours }) => {
    const of = (word: string) => `${word}-${name.replace(/\W+/g, '-')}`;
    const place = of('place');
    await tell(
      ours.festinger,
      ...['a', 'b', 'c'].map((one) => `${of(one)} -ispart ${of('top')} in context of ${place}`),
      `${of('deep')} -ispart ${of('a')} in context of ${place}`,
      `${of('a')} -isa ${of('kind')} in context of ${of('other')}`,
    );
    const opened = await host(options);
    const { page, go, expectAccessible } = opened;
    const clean = async (what: string) => {
      await aside(page);
      await expectAccessible(`${what}, ${name}`);
    };

    await edit(opened, `concepts/${of('top')}?dim=${place}`);
    await click(page, of('a'));
    await click(page, of('b'), 'Control');
    await clean('a selection');
    await bar(page).getByRole('button', { name: 'Move under' }).click();
    await clean('moving under another parent');
    await page.getByRole('combobox', { name: 'New parent' }).fill(of('c'));
    await page.getByRole('dialog').getByRole('button', { name: 'Add to the draft' }).click();
    await drawn(page, of('a')).toMatchObject({ parent: of('c') });
    await clean('a draft');
    await bar(page)
      .getByRole('button', { name: /^Dimension/ })
      .click();
    await clean('what can be done with a dimension');
    await page.getByRole('menuitem', { name: /^Split/ }).click();
    await clean('a split by rules');
    await page.keyboard.press('Escape');
    await page.getByRole('radio', { name: 'Tree' }).click();
    await clean('the tree, edited');
    await page.getByRole('radio', { name: 'Table' }).click();
    await clean('the table, edited');
    await button(page, 'Drop the draft').click();
    await button(page, 'Done editing; the draft stays').click();

    await go(`concepts/${place}?dim=${place}`);
    await expect(canvas(page).locator('..')).toHaveAttribute('data-view', /./);
    await clean('a dimension’s page');
    await go(`concepts/${of('top')}?dim=${place}&over=${of('other')}`);
    await expect(page.getByText(/over it, in/)).toBeVisible();
    await clean('an overlay');
    await go(`concepts/${of('deep')}?dim=${place}&path=${of('kind')}`);
    await expect(page.getByText(/^From .*: \d facts$/)).toBeVisible();
    await clean('a path');
    await go(`concepts/${of('top')}?dim=${place}&since=7`);
    await expect(page.getByText(/added, \d+ moved/)).toBeVisible();
    await clean('a comparison');
    await go(`concepts/${of('top')}?dim=${place}&src=operator`);
    await expect(page.getByRole('list', { name: 'Filters that hold' })).toBeVisible();
    await clean('a filter');
    await page.getByRole('button', { name: 'Filter', exact: true }).click();
    await clean('what can be filtered by');
    await page.keyboard.press('Escape');
    await go(`concepts/${of('top')}?view=around`);
    await expect(canvas(page)).toHaveAttribute('data-placed', /\d/);
    await clean('what is around');
  });
