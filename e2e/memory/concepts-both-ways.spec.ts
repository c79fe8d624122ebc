// Promise: what an operator does to the memory by mouse is done by keyboard alone as well: duplicates merged, a circle explained, five edits over
// two screens taken back, last week compared with today, boxes put elsewhere.
import type { Page } from '@playwright/test';
import {
  bar,
  boxOf,
  button,
  canvas,
  click,
  drawn,
  edit,
  expect,
  selected,
  tabTo,
  tell,
  test,
  walkTo,
} from '../support/hand.ts';

const WAYS = ['mouse', 'keyboard'] as const;
type Way = (typeof WAYS)[number];

/** Editing is begun, with the keyboard on the canvas. */
async function editByKeys(page: Page): Promise<void> {
  await expect(canvas(page).locator('..')).toHaveAttribute('data-view', /./);
  await page.keyboard.press('e');
  await expect(bar(page)).toBeVisible();
  await canvas(page).focus();
  await page.keyboard.press('ArrowDown');
}

/** The draft is applied from the field beside the canvas. */
async function applyByKeys(page: Page, why: string): Promise<void> {
  await expect(button(page, /^Apply/)).toBeEnabled();
  await tabTo(page, page.getByLabel('Why (goes into the audit)'));
  await page.keyboard.type(why);
  await page.keyboard.press('Enter');
  await expect(button(page, /^Apply/)).toBeHidden();
}

test('duplicates are merged by keyboard alone', async ({ host, ours }) => {
  await tell(
    ours.festinger,
    'web-twin -ispart site-twin in context of place-twin',
    'webserver-twin -ispart site-twin in context of place-twin',
    'disk-twin -ispart webserver-twin in context of place-twin',
  );
  const { page, go } = await host();
  await go('concepts/site-twin?dim=place-twin');
  await editByKeys(page);
  await walkTo(page, 'web-twin');
  await page.keyboard.press('Space');
  await walkTo(page, 'webserver-twin');
  await page.keyboard.press('Space');
  await selected(page, 'web-twin', 'webserver-twin');
  await page.keyboard.press('Shift+F10');
  await page.getByRole('menuitem', { name: 'Merge' }).press('Enter');
  const dialog = page.getByRole('dialog');
  await tabTo(page, dialog.getByRole('button', { name: 'Add to the draft' }));
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await drawn(page, 'disk-twin').toMatchObject({ parent: 'web-twin' });
  await applyByKeys(page, 'one machine under two names');
  await drawn(page, 'webserver-twin').toBeNull();
  expect(await ours.prompt('Check webserver-twin please')).toContain('web-twin: [place-twin] site-twin');
});

test('a circle that closes in a draft is explained by keyboard alone, and mended there', async ({
  host,
  ours,
}) => {
  await tell(
    ours.festinger,
    'low-ring -ispart high-ring in context of place-ring',
    'high-ring -ispart top-ring in context of place-ring',
  );
  const { page, go } = await host();
  await go('concepts/top-ring?dim=place-ring');
  await editByKeys(page);
  const under = async (token: string, parent: string) => {
    await expect(canvas(page)).toHaveAttribute('data-cursor', token);
    await page.keyboard.press('Shift+F10');
    await page.getByRole('menuitem', { name: 'Move under' }).press('Enter');
    const field = page.getByRole('dialog').getByRole('combobox', { name: 'New parent' });
    await tabTo(page, field);
    await page.keyboard.type(parent);
    // What is offered while one types goes away, and the rest of the dialog is there again.
    await page.keyboard.press('Tab');
    await tabTo(page, page.getByRole('dialog').getByRole('button', { name: 'Add to the draft' }));
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog')).toBeHidden();
    await canvas(page).focus();
    await page.keyboard.press('Escape');
  };
  await page.keyboard.press('ArrowDown');
  await under('low-ring', 'top-ring');
  await drawn(page, 'low-ring').toMatchObject({ parent: 'top-ring' });
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowDown');
  await walkTo(page, 'high-ring');
  await under('high-ring', 'low-ring');
  // Without the first, the second leads back to itself.
  await tabTo(page, button(page, /^Leave out: .*top-ring/));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('list', { name: 'What stands in the way' })).toContainText('low-ring');
  await expect(button(page, /^Apply/)).toBeDisabled();
  // The reason's Enter applies nothing either.
  await tabTo(page, page.getByLabel('Why (goes into the audit)'));
  await page.keyboard.press('Enter');
  await expect(button(page, /^Leave out/)).toHaveCount(1);
  await tabTo(page, button(page, /^Leave out: .*low-ring/), 'Shift+Tab');
  await page.keyboard.press('Enter');
  await expect(button(page, /^Apply/)).toBeHidden();
  expect(await ours.prompt('Where is high-ring?')).toContain('high-ring: [place-ring] top-ring');
});

const NAMES = ['a', 'b', 'c', 'd'] as const;

/** Ends the fact of each of the four, one action each. */
const FORGETS: Readonly<Record<Way, (page: Page, token: string) => Promise<void>>> = {
  async mouse(page, token) {
    await click(page, token);
    await bar(page).getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Forget' }).click();
    await button(page, 'Apply 1 edit').click();
  },
  async keyboard(page, token) {
    // The place it stood at may be no more: it goes on from the concept in focus.
    await canvas(page).focus();
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowDown');
    await walkTo(page, token);
    await page.keyboard.press('Delete');
    await applyByKeys(page, `${token} is gone`);
  },
};

/** Keeps what was known in the one conflict there is. */
const KEEPS: Readonly<Record<Way, (page: Page, concept: string) => Promise<void>>> = {
  async mouse(page, concept) {
    await page
      .getByRole('navigation', { name: 'Screens' })
      .getByRole('link', { name: /^Conflicts/ })
      .click();
    await page.getByRole('grid').getByText(concept).first().click();
    await button(page, /^Keep/).first().click();
  },
  async keyboard(page, concept) {
    await page.keyboard.press('g');
    await page.keyboard.press('x');
    await expect(page).toHaveURL(/#\/conflicts/);
    const row = page.getByRole('row').filter({ hasText: concept });
    await expect(row).toBeVisible();
    await tabTo(page, page.getByRole('grid').first());
    for (let i = 0; i < 20 && !(await row.getAttribute('data-active')); i++) await page.keyboard.press('j');
    await page.keyboard.press('1');
  },
};

/** Takes back the five that were done last, each by itself. */
const UNDOES: Readonly<Record<Way, (page: Page) => Promise<void>>> = {
  async mouse(page) {
    await page
      .getByRole('navigation', { name: 'Screens' })
      .getByRole('link', { name: /^Audit/ })
      .click();
    const inspector = page.getByRole('complementary', { name: 'Inspector' });
    const rows = page.getByRole('grid').getByRole('row');
    const ended = ['d', 'c', 'b', 'a'].map((name) => `${name}-five-mouse: [place`);
    for (const what of ['a-five-mouse: [type]', ...ended]) {
      await rows.filter({ hasText: what, hasNotText: 'Undone:' }).first().click();
      await inspector.getByRole('button', { name: 'Undo' }).click();
      await expect(inspector.getByText('undone', { exact: true })).toBeVisible();
    }
  },
  async keyboard(page) {
    for (let n = 0; n < 5; n++) {
      await page.keyboard.press('Control+z');
      await expect(page.getByText(/^Undone: /).first()).toBeVisible();
      await page.waitForTimeout(300);
    }
  },
};

for (const way of WAYS)
  test(`five edits over two screens are taken back one by one, by ${way}`, async ({ host, ours }) => {
    const of = (name: string) => `${name}-five-${way}`;
    const place = `place-five-${way}`;
    await tell(
      ours.festinger,
      ...[...NAMES, 'e'].map((name) => `${of(name)} -ispart ${of('top')} in context of ${place}`),
      `${of('a')} -isa ${of('thing')} in context of type`,
    );
    const claimed = await fetch(`${ours.festinger.baseUrl}/iknowthat`, {
      method: 'POST',
      body: JSON.stringify({ fact: `${of('a')} -isa ${of('other')} in context of type` }),
    });
    expect(claimed.ok).toBe(true);
    const opened = await host();
    const { page, go } = opened;
    if (way === 'mouse') await edit(opened, `concepts/${of('top')}?dim=${place}`);
    else {
      await go(`concepts/${of('top')}?dim=${place}`);
      await editByKeys(page);
    }
    for (const name of NAMES) {
      await FORGETS[way](page, of(name));
      await drawn(page, of(name)).toBeNull();
    }
    expect(await ours.prompt(`Where is ${of('b')}?`)).not.toContain(`[${place}]`);
    await KEEPS[way](page, of('a'));
    await expect
      .poll(async () => ours.prompt(`What is ${of('a')}?`))
      .toContain(`${of('a')}: [type] ${of('thing')}`);
    await UNDOES[way](page);
    await go(`concepts/${of('top')}?dim=${place}`);
    for (const name of NAMES) await drawn(page, of(name)).toMatchObject({ parent: of('top') });
    const told = await ours.prompt(`What is ${of('a')}?`);
    expect(told).toContain(`[${place}] ${of('top')}`);
    expect(told).toContain(`[type?] ${of('thing')}`);
  });

const DAY = 86_400_000;

for (const way of WAYS)
  test(`last week is compared with today, by ${way}`, async ({ host, ours }) => {
    const of = (name: string) => `${name}-week-${way}`;
    const dimension = `berth-week-${way}`;
    const { baseUrl, token } = ours.festinger;
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    // What stood ten days ago comes from a file that says so.
    const from = Date.now() - 10 * DAY;
    const edge = (n: number, concept: string, parent: string) => ({
      ...{ kind: 'edge', edge: n, project: 'default', concept: of(concept), dimension, parent: of(parent) },
      ...{ is_isa: false, confidence: 1, source: 'operator', valid_from: from, last_confirmed: from },
    });
    const lines = [
      { kind: 'festinger-memory', version: 1 },
      edge(1, 'stays', 'yard'),
      edge(2, 'moves', 'yard'),
      edge(3, 'goes', 'yard'),
      edge(4, 'dock', 'yard'),
      { kind: 'end', lines: 6 },
    ];
    const imported = await fetch(`${baseUrl}/api/console/files/import`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/x-ndjson' },
      body: lines.map((line) => `${JSON.stringify(line)}\n`).join(''),
    });
    expect(imported.status, await imported.text()).toBe(200);
    await tell(ours.festinger, `${of('comes')} -ispart ${of('yard')} in context of ${dimension}`);
    const { page, go, expectAccessible } = await host();
    await go(`concepts/${of('yard')}?dim=${dimension}`);
    await expect(canvas(page).locator('..')).toHaveAttribute('data-view', /./);
    // Today: one is moved, one forgotten.
    await page.keyboard.press('e');
    await click(page, of('goes'));
    await page.keyboard.press('Delete');
    await click(page, of('moves'));
    await bar(page).getByRole('button', { name: 'Move under' }).click();
    await page.getByRole('combobox', { name: 'New parent' }).fill(of('dock'));
    await page.getByRole('dialog').getByRole('button', { name: 'Add to the draft' }).click();
    await button(page, 'Apply 2 edits').click();
    await expect(button(page, /^Apply/)).toBeHidden();
    await page.keyboard.press('e');
    await expect(bar(page)).toBeHidden();

    if (way === 'mouse') {
      await button(page, 'Compare').click();
      await page.getByRole('menuitem', { name: 'With a week ago' }).click();
    } else {
      await tabTo(page, button(page, 'Compare'), 'Shift+Tab');
      await page.keyboard.press('Enter');
      await expect(page.getByRole('menuitem').first()).toBeFocused();
      await page.keyboard.type('With a week');
      await page.keyboard.press('Enter');
    }
    await expect(page.getByText(/: 1 added, 1 moved, 1 gone$/)).toBeVisible();
    await drawn(page, of('comes')).toMatchObject({ label: `+ ${of('comes')}` });
    await drawn(page, of('moves')).toMatchObject({ label: `→ ${of('moves')}`, parent: of('dock') });
    await drawn(page, `gone:${of('goes')}`).toMatchObject({ parent: of('yard') });
    await drawn(page, of('stays')).toMatchObject({ label: of('stays') });
    await canvas(page).focus();
    await page.mouse.move(2, 2);
    await expect(page.getByRole('tooltip')).toHaveCount(0);
    await expectAccessible('last week and today');
    if (way === 'mouse') await button(page, 'End the comparison').click();
    else {
      await tabTo(page, button(page, 'End the comparison'), 'Shift+Tab');
      await page.keyboard.press('Enter');
    }
    await drawn(page, of('comes')).toMatchObject({ label: of('comes') });
  });

test('a box that is put elsewhere takes along what is below it, stays there over a reload, and goes back', async ({
  host,
  ours,
}) => {
  await tell(
    ours.festinger,
    ...['a', 'b', 'c'].map((name) => `${name}-put -ispart top-put in context of place-put`),
    'deep-put -ispart a-put in context of place-put',
  );
  const { page, go, expectAccessible } = await host();
  await go('concepts/top-put?dim=place-put');
  await expect(canvas(page).locator('..')).toHaveAttribute('data-view', /./);
  const between = async (one: string, other: string) => {
    const [a, b] = [await boxOf(page, one), await boxOf(page, other)];
    return { x: Math.round(b.x - a.x), y: Math.round(b.y - a.y) };
  };
  const tidy = { top: await between('top-put', 'a-put'), deep: await between('a-put', 'deep-put') };
  const { x, y } = await boxOf(page, 'a-put');
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x - 40, y + 60, { steps: 4 });
  await page.mouse.up();
  await expect.poll(() => between('top-put', 'a-put')).not.toEqual(tidy.top);
  const put = await between('top-put', 'a-put');
  expect(Math.abs(put.x - tidy.top.x + 40)).toBeLessThanOrEqual(2);
  expect(Math.abs(put.y - tidy.top.y - 60)).toBeLessThanOrEqual(2);
  expect(await between('a-put', 'deep-put')).toEqual(tidy.deep);
  // A drag opens nothing, and says nothing to the memory.
  await expect(page).toHaveURL(/top-put/);
  expect(await ours.prompt('Where is a-put?')).toContain('a-put: [place-put] top-put');
  await expectAccessible('a canvas with a box put elsewhere');

  await page.reload();
  await expect(canvas(page).locator('..')).toHaveAttribute('data-view', /./);
  // The picture is fitted anew, so it may stand at another size.
  const scale = async () => {
    const [zoom = 1] = ((await canvas(page).locator('..').getAttribute('data-view')) ?? '')
      .split(' ')
      .map(Number);
    return zoom;
  };
  const again = await between('top-put', 'a-put');
  const [was, is] = [tidy.deep.y, (await between('a-put', 'deep-put')).y];
  expect(Math.abs(again.y / is - put.y / was)).toBeLessThan(0.05);
  expect(await scale()).toBeGreaterThan(0);

  // By keyboard: further, and all back.
  await canvas(page).focus();
  await page.keyboard.press('ArrowDown');
  await walkTo(page, 'c-put');
  const before = await between('top-put', 'c-put');
  await page.keyboard.press('Alt+ArrowRight');
  await page.keyboard.press('Alt+ArrowDown');
  await expect.poll(async () => (await between('top-put', 'c-put')).x).toBeGreaterThan(before.x + 5);
  await expect(canvas(page)).toHaveAttribute('data-cursor', 'c-put');
  await tabTo(page, button(page, 'Reset positions'));
  await page.keyboard.press('Enter');
  await expect(button(page, 'Reset positions')).toHaveCount(0);
  await expect.poll(() => between('top-put', 'c-put')).toEqual(before);
  expect(await page.evaluate("localStorage.getItem('festinger.concepts.places')")).toBeNull();
  await page.keyboard.press('Control+z');
  await expect(button(page, 'Reset positions')).toBeVisible();
});
