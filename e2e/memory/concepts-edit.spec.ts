// Promise: an operator reshapes the memory on the canvas, by mouse or by keyboard alone; nothing reaches it before it is applied, what cannot
// be is explained, agents are told what was shown, and all of it can be taken back.
import {
  bar,
  boxOf,
  button,
  canvas,
  click,
  drawn,
  edit,
  edits,
  expect,
  restingBox,
  selected,
  tabTo,
  tell,
  test,
  walkTo,
} from '../support/hand.ts';

test('type is split by selecting on the canvas, and an agent is told otherwise at once', async ({
  host,
  ours,
}) => {
  await tell(
    ours.festinger,
    ...['alpha', 'beta'].map((name) => `${name}-svc -isa role-split in context of kind-split`),
    'gamma-svc -isa role-split in context of kind-split',
  );
  expect(await ours.prompt('How is alpha-svc doing?')).toContain('alpha-svc: [kind-split] role-split');
  const opened = await host();
  const { page, expectAccessible } = opened;
  await edit(opened, 'concepts/role-split?dim=kind-split');
  await click(page, 'alpha-svc');
  await click(page, 'beta-svc', 'Control');
  await selected(page, 'alpha-svc', 'beta-svc');
  await bar(page).getByRole('button', { name: 'Other dimension' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('combobox', { name: 'Dimension' }).fill('duty-split');
  await dialog.getByLabel('The question it answers').fill('What is it there for?');
  await expectAccessible('putting concepts into another dimension');
  await dialog.getByRole('button', { name: 'Add to the draft' }).click();
  await expect(dialog).toBeHidden();
  await drawn(page, 'alpha-svc').toMatchObject({ label: '− alpha-svc → [duty-split]' });
  // Nothing was done yet, and what agents would be told is said.
  expect(await ours.prompt('Is alpha-svc up?')).toContain('alpha-svc: [kind-split] role-split');
  await expect(page.getByText('alpha-svc: [duty-split] role-split')).toBeVisible();
  await expectAccessible('a draft of edits');
  await page.getByLabel('Why (goes into the audit)').fill('two questions in one');
  await button(page, 'Apply 1 edit').click();
  await expect(button(page, /^Apply/)).toBeHidden();
  expect(await ours.prompt('And now, alpha-svc?')).toContain('alpha-svc: [duty-split] role-split');
  await drawn(page, 'alpha-svc').toBeNull();
  await page.keyboard.press('Control+z');
  await drawn(page, 'alpha-svc').toMatchObject({ label: 'alpha-svc' });
  expect(await ours.prompt('Once more: alpha-svc?')).toContain('alpha-svc: [kind-split] role-split');
});

test('the same split by keyboard alone', async ({ host, ours }) => {
  await tell(
    ours.festinger,
    ...['one', 'two', 'three'].map((name) => `${name}-key -isa role-key in context of kind-key`),
  );
  const opened = await host();
  const { page, go } = opened;
  await go('concepts/role-key?dim=kind-key');
  await expect(canvas(page).locator('..')).toHaveAttribute('data-view', /./);
  await page.keyboard.press('e');
  await expect(bar(page)).toBeVisible();
  await canvas(page).focus();
  await page.keyboard.press('ArrowDown');
  await walkTo(page, 'one-key');
  await page.keyboard.press('Space');
  await walkTo(page, 'two-key');
  await page.keyboard.press('Space');
  await selected(page, 'one-key', 'two-key');
  await page.keyboard.press('Shift+F10');
  await page.getByRole('menuitem', { name: 'Other dimension' }).press('Enter');
  const dialog = page.getByRole('dialog');
  await tabTo(page, dialog.getByRole('combobox', { name: 'Dimension' }));
  await page.keyboard.type('duty-key');
  await page.keyboard.press('Tab');
  await page.keyboard.type('What is it there for?');
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(edits(page).getByRole('listitem')).toHaveCount(1);
  await expect(button(page, 'Apply 1 edit')).toBeEnabled();
  await tabTo(page, page.getByLabel('Why (goes into the audit)'));
  await page.keyboard.type('by keyboard');
  await page.keyboard.press('Enter');
  await expect(button(page, /^Apply/)).toBeHidden();
  expect(await ours.prompt('What about one-key?')).toContain('one-key: [duty-key] role-key');
});

test('a split by a rule offers what facts say most often, and counts what comes of it before it is gathered', async ({
  host,
  ours,
}) => {
  await tell(
    ours.festinger,
    ...['one', 'two', 'three'].map((name) => `${name}-rule -isa daemon-rule in context of kind-rule`),
    'four-rule -isa cable-rule in context of kind-rule',
  );
  const opened = await host();
  const { page, expectAccessible } = opened;
  await edit(opened, 'concepts/kind-rule?dim=kind-rule');
  await bar(page).getByRole('button', { name: 'Dimension [kind-rule]' }).click();
  await page.getByRole('menuitem', { name: /^Split by a rule/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Split [kind-rule] by a rule' });
  await dialog.getByRole('combobox', { name: 'Dimension' }).fill('duty-rule');
  const offered = dialog.getByRole('group', { name: 'What facts here say most often' });
  await offered.getByRole('button', { name: 'daemon-rule, 3 facts' }).click();
  await expect(dialog.getByLabel('parent is one of')).toHaveValue('daemon-rule');
  await expect(dialog.getByText('With this: [kind-rule] split: 3 to [duty-rule], 1 left')).toBeVisible();
  await offered.getByRole('button', { name: 'cable-rule, 1 fact' }).press('Enter');
  await expect(dialog.getByText('With this: [kind-rule] split: 4 to [duty-rule], none left')).toBeVisible();
  await expectAccessible('a split by a rule');
  await dialog.getByRole('button', { name: 'Add to the draft' }).click();
  await expect(edits(page)).toContainText('[kind-rule] split: 4 to [duty-rule], none left');
  // Another window of the browser has the same draft.
  const other = await page.context().newPage();
  await other.goto(page.url());
  await expect(button(other, 'Apply 1 edit')).toBeVisible();
  await button(other, 'Drop the draft').click();
  await expect(button(page, 'Apply 1 edit')).toBeHidden();
  await other.close();
});

test('a concept is moved by drag: the place says before whether it takes it, and why not', async ({
  host,
  ours,
}) => {
  await tell(
    ours.festinger,
    'rack-drag -ispart hall-drag in context of place-drag',
    'shelf-drag -ispart hall-drag in context of place-drag',
    'node-drag -ispart rack-drag in context of place-drag',
  );
  const opened = await host();
  const { page } = opened;
  await edit(opened, 'concepts/hall-drag?dim=place-drag');
  const drag = async (from: string, to: string) => {
    const [a, b] = [await restingBox(page, from), await restingBox(page, to)];
    await page.mouse.move(a.x, a.y);
    await page.mouse.down();
    await page.mouse.move((a.x + b.x) / 2, (a.y + b.y) / 2, { steps: 4 });
    await page.mouse.move(b.x, b.y, { steps: 4 });
  };
  await drag('rack-drag', 'node-drag');
  await expect(page.getByText(/^Not under node-drag: /)).toBeVisible();
  await page.mouse.up();
  await expect(button(page, /^Apply/)).toBeHidden();
  await drag('node-drag', 'shelf-drag');
  await expect(page.getByText('Drop: node-drag under shelf-drag')).toBeVisible();
  await page.mouse.up();
  await drawn(page, 'node-drag').toMatchObject({ label: '→ node-drag', parent: 'shelf-drag' });
  await drawn(page, 'gone:node-drag').toMatchObject({ label: '− node-drag', parent: 'rack-drag' });
  await button(page, 'Apply 1 edit').click();
  await drawn(page, 'node-drag').toMatchObject({ label: 'node-drag', parent: 'shelf-drag' });
  expect(await ours.prompt('Where is node-drag?')).toContain('node-drag: [place-drag] shelf-drag');
});

test('a concept is picked up, walked and dropped by keyboard', async ({ host, ours }) => {
  await tell(
    ours.festinger,
    ...['left', 'right'].map((name) => `${name}-walk -ispart hall-walk in context of place-walk`),
    'node-walk -ispart left-walk in context of place-walk',
  );
  const opened = await host();
  const { page } = opened;
  await edit(opened, 'concepts/hall-walk?dim=place-walk');
  await canvas(page).focus();
  await page.keyboard.press('ArrowDown');
  await walkTo(page, 'left-walk');
  await page.keyboard.press('ArrowDown');
  await expect(canvas(page)).toHaveAttribute('data-cursor', 'node-walk');
  await page.keyboard.press('m');
  await expect(page.getByText(/^Moving node-walk\. /)).toBeVisible();
  await page.keyboard.press('ArrowUp');
  await walkTo(page, 'right-walk');
  await expect(page.getByText('Drop: node-walk under right-walk')).toBeVisible();
  await page.keyboard.press('Enter');
  await drawn(page, 'node-walk').toMatchObject({ parent: 'right-walk' });
  // Picked up and put back.
  await page.keyboard.press('m');
  await expect(page.getByText(/^Not under right-walk: /)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByText(/^Not under /)).toBeHidden();
  await expect(edits(page).getByRole('listitem')).toHaveCount(1);
});

test('a draft survives a reload, goes back and forth, and is dropped and brought back', async ({
  host,
  ours,
}) => {
  await tell(ours.festinger, 'child-keep -ispart parent-keep in context of place-keep');
  const opened = await host();
  const { page } = opened;
  await edit(opened, 'concepts/parent-keep?dim=place-keep');
  await canvas(page).focus();
  await page.keyboard.press('a');
  await page.getByRole('textbox', { name: 'New concept below parent-keep' }).fill('new-keep');
  await page.keyboard.press('Enter');
  await drawn(page, 'new-keep').toMatchObject({ label: '+ new-keep', parent: 'parent-keep' });
  await page.keyboard.press('ArrowDown');
  await walkTo(page, 'child-keep');
  await page.keyboard.press('Escape');
  await page.keyboard.press('F2');
  await page.getByRole('textbox', { name: 'New name of child-keep' }).fill('grown-keep');
  await page.keyboard.press('Enter');
  await drawn(page, 'child-keep').toMatchObject({ label: 'child-keep → grown-keep' });
  await page.reload();
  await expect(edits(page).getByRole('listitem')).toHaveCount(2);
  await drawn(page, 'child-keep').toMatchObject({ label: 'child-keep → grown-keep' });
  await button(page, /^Leave out: .*grown-keep/).click();
  await drawn(page, 'child-keep').toMatchObject({ label: 'child-keep' });
  await page.keyboard.press('Control+z');
  await drawn(page, 'child-keep').toMatchObject({ label: 'child-keep → grown-keep' });
  await page.keyboard.press('Control+Shift+z');
  await drawn(page, 'child-keep').toMatchObject({ label: 'child-keep' });
  await button(page, 'Drop the draft').click();
  await drawn(page, 'new-keep').toBeNull();
  await page.keyboard.press('Control+z');
  await expect(edits(page).getByRole('listitem')).toHaveCount(1);
  await button(page, 'Apply 1 edit').click();
  await drawn(page, 'new-keep').toMatchObject({ label: 'new-keep' });
  expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes('draft')))).toEqual(
    [],
  );
});

test('a draft in which a circle closes is explained and cannot be applied', async ({ host, ours }) => {
  await tell(
    ours.festinger,
    'low-loop -ispart high-loop in context of place-loop',
    'high-loop -ispart top-loop in context of place-loop',
  );
  const opened = await host();
  const { page, expectAccessible } = opened;
  await edit(opened, 'concepts/top-loop?dim=place-loop');
  const under = async (token: string, parent: string) => {
    await click(page, token);
    await bar(page).getByRole('button', { name: 'Move under' }).click();
    await page.getByRole('combobox', { name: 'New parent' }).fill(parent);
    await page.getByRole('dialog').getByRole('button', { name: 'Add to the draft' }).click();
    await expect(page.getByRole('dialog')).toBeHidden();
  };
  await under('low-loop', 'top-loop');
  await drawn(page, 'low-loop').toMatchObject({ parent: 'top-loop' });
  await under('high-loop', 'low-loop');
  // Without the first, the second leads back to itself.
  await button(page, /^Leave out: .*top-loop/).click();
  await expect(page.getByRole('list', { name: 'What stands in the way' })).toContainText('low-loop');
  await expect(button(page, /^Apply/)).toBeDisabled();
  await page.mouse.move(2, 2);
  await expect(page.getByRole('tooltip')).toHaveCount(0);
  await expectAccessible('a draft that cannot be');
  await button(page, 'Drop the draft').click();
});

test('duplicates are merged, and a menu offers the same on a right click', async ({ host, ours }) => {
  await tell(
    ours.festinger,
    'web-dup -ispart site-dup in context of place-dup',
    'webserver-dup -ispart site-dup in context of place-dup',
    'disk-dup -ispart webserver-dup in context of place-dup',
  );
  const opened = await host();
  const { page } = opened;
  await edit(opened, 'concepts/site-dup?dim=place-dup');
  await click(page, 'web-dup');
  await click(page, 'webserver-dup', 'Control');
  const { x, y } = await boxOf(page, 'webserver-dup');
  await page.mouse.click(x, y, { button: 'right' });
  await page.getByRole('menuitem', { name: 'Merge' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Add to the draft' }).click();
  await drawn(page, 'disk-dup').toMatchObject({ parent: 'web-dup' });
  await button(page, 'Apply 1 edit').click();
  await drawn(page, 'webserver-dup').toBeNull();
  expect(await ours.prompt('Check webserver-dup please')).toContain('web-dup: [place-dup] site-dup');
});

test('a box and the way between two select many at once', async ({ host, ours }) => {
  await tell(
    ours.festinger,
    ...['a', 'b', 'c'].map((name) => `${name}-many -ispart top-many in context of place-many`),
    'deep-many -ispart a-many in context of place-many',
  );
  const opened = await host();
  const { page } = opened;
  await edit(opened, 'concepts/top-many?dim=place-many');
  await click(page, 'deep-many');
  await click(page, 'c-many', 'Shift');
  await selected(page, 'deep-many', 'a-many', 'top-many', 'c-many');
  await page.keyboard.press('Escape');
  const [b, c] = [await boxOf(page, 'b-many'), await boxOf(page, 'c-many')];
  await page.keyboard.down('Shift');
  await page.mouse.move(Math.min(b.x, c.x) - 40, Math.min(b.y, c.y) - 20);
  await page.mouse.down();
  await page.mouse.move(Math.max(b.x, c.x) + 40, Math.max(b.y, c.y) + 20, { steps: 5 });
  await page.mouse.up();
  await page.keyboard.up('Shift');
  const inBox = async () => ((await canvas(page).getAttribute('data-selected')) ?? '').split(' ');
  await expect.poll(inBox).toEqual(expect.arrayContaining(['b-many', 'c-many']));
  expect(await inBox()).not.toContain('top-many');
});

test('views go back and forth apart from edits', async ({ host, ours }) => {
  await tell(ours.festinger, 'a-view -ispart top-view in context of place-view');
  const { page, go } = await host();
  await go('concepts/top-view?dim=place-view');
  await expect(canvas(page).locator('..')).toHaveAttribute('data-view', /./);
  await go('concepts/a-view?dim=place-view');
  await button(page, 'Back to top-view [place-view]').click();
  await expect(page).toHaveURL(/top-view/);
  await button(page, 'Forward to a-view [place-view]').click();
  await expect(page).toHaveURL(/a-view/);
});

test('the table has the same commands by keyboard', async ({ host, ours }) => {
  await tell(
    ours.festinger,
    ...['a', 'b'].map((name) => `${name}-rows -ispart top-rows in context of place-rows`),
  );
  const opened = await host();
  const { page, go, expectAccessible } = opened;
  await go('concepts/top-rows?dim=place-rows&view=table');
  const grid = page.getByRole('grid', { name: 'Concepts of this neighbourhood' });
  await expect(grid).toBeVisible();
  await page.keyboard.press('e');
  await grid.focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Space');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Space');
  await expect(bar(page).getByText('2 selected', { exact: true })).toBeVisible();
  await page.keyboard.press('Delete');
  await expect(grid.getByText('− a-rows')).toBeVisible();
  await expectAccessible('a table that is edited');
  await button(page, 'Apply 1 edit').click();
  await expect(grid.getByText('a-rows')).toBeHidden();
  await page.keyboard.press('Control+z');
  await expect(grid.getByText('a-rows')).toBeVisible();
});
