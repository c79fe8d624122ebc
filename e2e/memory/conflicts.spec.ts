// The whole life of a conflict by keyboard alone: seen with both claims, previewed, decided in each of the five ways, undone,
// done again, several at once, put off; and told apart from what somebody else decided meanwhile.
import type { Locator, Page } from '@playwright/test';
import { expect, overflow, recalled, tell, test } from '../support/console-page.ts';

/** Narrows the queue to names that begin so, with `/` and the arrow keys, and opens the first. */
async function openFirst(page: Page, search: string): Promise<Locator> {
  await expect(page.getByRole('grid', { name: 'Conflicts' })).toBeVisible();
  await page.keyboard.press('/');
  await page.keyboard.type(search);
  const rows = page.getByRole('row').filter({ hasText: search });
  await expect(rows.first()).toBeVisible();
  await expect(
    page.getByRole('row').and(page.locator('[aria-selected]')).filter({ hasNotText: search }),
  ).toHaveCount(0);
  await page.keyboard.press('Tab');
  // Past the button that clears the search and the choice of kinds, as far as the list.
  for (let step = 0; step < 6; step++) {
    if (await page.evaluate<boolean>("document.activeElement?.matches('[data-list]') ?? false")) break;
    await page.keyboard.press('Tab');
  }
  await page.keyboard.press('ArrowDown');
  await expect(heading(page, search)).toBeVisible();
  return rows;
}

const heading = (page: Page, concept: string | RegExp) =>
  page.getByRole('heading', {
    name: typeof concept === 'string' ? new RegExp(`Which holds for ${concept}`) : concept,
  });

/** Nothing that was done may leave the keyboard nowhere. */
async function expectFocusKept(page: Page): Promise<void> {
  await expect
    .poll(() =>
      page.evaluate<boolean>('document.activeElement !== null && document.activeElement !== document.body'),
    )
    .toBe(true);
}

const then = (page: Page) => page.getByText('Agents will then see').locator('..');

test('both claims stand side by side, with who said what', async ({ open, festinger }) => {
  const { page, go, expectAccessible } = await open();
  await tell(festinger, 'brindlecat -isa daemon', 'brindlecat -isa container');
  await go('conflicts');
  await expectAccessible('conflicts');
  await page.getByRole('searchbox').first().fill('brindlecat');
  await page.getByRole('row').filter({ hasText: 'brindlecat' }).click();
  await expect(page.getByRole('heading', { name: 'Which holds for brindlecat?' })).toBeVisible();
  const [known, said] = [page.getByRole('article').nth(0), page.getByRole('article').nth(1)];
  await expect(known).toContainText('daemon');
  await expect(said).toContainText('container');
  await expect(said).toContainText('e2e-teller');
  await expect(said).toContainText('told through gutask');
  await expectAccessible('a conflict with both claims');
});

test('each of the five decisions by one key, undone with Ctrl+Z and done again', async ({
  open,
  festinger,
}) => {
  await tell(
    festinger,
    ...['kestrel_a -isa daemon', 'kestrel_a -isa container'],
    ...[
      'kestrel_b -ispart rack_a1 in context of geography',
      'kestrel_b -ispart rack_a2 in context of geography',
    ],
    ...['kestrel_c -isa repo', 'kestrel_c -isa container'],
    ...['kestrel_d -isa daemon', 'kestrel_d -ispart agent_pool in context of type'],
    ...['kestrel_e -isa daemon', 'kestrel_e -isa sandwich'],
  );
  const { page, go } = await open();
  await go('conflicts');
  await openFirst(page, 'kestrel');
  await expect(heading(page, 'kestrel_a')).toBeVisible();

  // Keep: seen before it is done, done by one key, and the next one opens.
  await page.keyboard.press('d');
  await expect(then(page)).toContainText('kestrel_a: [type] daemon');
  await page.keyboard.press('ArrowRight');
  await expect(then(page)).toContainText('kestrel_a: [type] container');
  await page.keyboard.press('1');
  await expect(heading(page, 'kestrel_b')).toBeVisible();
  await expectFocusKept(page);
  expect(await recalled(festinger, 'kestrel_a')).toBe('kestrel_a: [type] daemon');

  // Replace, then back, then again.
  await page.keyboard.press('2');
  await expect(heading(page, 'kestrel_c')).toBeVisible();
  expect(await recalled(festinger, 'kestrel_b')).toBe('kestrel_b: [geography] rack_a2');
  await page.keyboard.press('Control+z');
  await expect(heading(page, 'kestrel_b')).toBeVisible();
  expect(await recalled(festinger, 'kestrel_b')).toBe('kestrel_b: [geography?] rack_a1');
  await page.keyboard.press('Control+Shift+z');
  await expect.poll(() => recalled(festinger, 'kestrel_b')).toBe('kestrel_b: [geography] rack_a2');
  await expect(page.getByRole('region', { name: 'What was decided' })).toContainText('replaced');
  await expectFocusKept(page);

  // Split: two names, the effect shown while they are typed, Enter.
  await page.keyboard.press('j');
  await expect(heading(page, 'kestrel_c')).toBeVisible();
  await page.keyboard.press('3');
  await expect(page.getByRole('combobox', { name: 'Dimension for “repo”' })).toBeFocused();
  await page.keyboard.press('Control+a');
  await page.keyboard.type('kestrel-form');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Control+a');
  await page.keyboard.type('Kestrel-form');
  await expect(page.getByText('The two facts need different dimensions')).toBeVisible();
  await page.keyboard.press('Control+a');
  await page.keyboard.type('kestrel-place');
  await expect(then(page)).toContainText('[kestrel-form] repo');
  await expect(then(page)).toContainText('[kestrel-place] container');
  await page.keyboard.press('Enter');
  await expect(heading(page, 'kestrel_d')).toBeVisible();
  expect(await recalled(festinger, 'kestrel_c')).toBe(
    'kestrel_c: [kestrel-form] repo [kestrel-place] container',
  );

  // Move: the dimension is chosen from those in use.
  await page.keyboard.press('4');
  await expect(page.getByRole('combobox', { name: 'To the dimension' })).toBeFocused();
  await page.keyboard.type('member');
  await expect(page.getByRole('option', { name: /membership/ })).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('combobox', { name: 'To the dimension' })).toHaveValue('membership');
  await expect(then(page)).toContainText('[membership] agent_pool');
  await page.keyboard.press('Enter');
  await expect(heading(page, 'kestrel_e')).toBeVisible();
  expect(await recalled(festinger, 'kestrel_d')).toContain('[membership] agent_pool');

  // Dismiss, with a reason; it was the last one.
  await page.keyboard.press('r');
  await page.keyboard.type('nobody runs a sandwich');
  await page.keyboard.press('Tab');
  await page.keyboard.press('5');
  await expect(page.getByRole('heading', { name: 'No conflict matches' })).toBeVisible();
  await expectFocusKept(page);
  expect(await recalled(festinger, 'kestrel_e')).toBe('kestrel_e: [type] daemon');

  // Everything is on record, newest first, with who and why.
  await go('conflicts?view=decided');
  const rows = page.getByRole('row').filter({ hasText: 'kestrel' });
  await expect(rows).toHaveCount(5);
  await rows.first().click();
  const outcome = page.getByRole('region', { name: 'What was decided' });
  await expect(outcome).toContainText('dismissed');
  await expect(outcome).toContainText('nobody runs a sandwich');
  await outcome.getByRole('button', { name: 'Undo this decision' }).press('Enter');
  await expect(page.getByRole('toolbar', { name: 'Decide' })).toBeVisible();
  expect(await recalled(festinger, 'kestrel_e')).toBe('kestrel_e: [type?] daemon');
  await page.getByRole('button', { name: 'Redo' }).press('Enter');
  await expect(outcome).toContainText('dismissed');
});

test('Esc in the second name of a split loses neither: both are there again, until they are cancelled', async ({
  open,
  festinger,
}) => {
  await tell(festinger, 'shearwater -isa repo', 'shearwater -isa container');
  const { page, go } = await open();
  await go('conflicts');
  await openFirst(page, 'shearwater');
  await page.keyboard.press('3');
  const [first, second] = [
    page.getByRole('combobox', { name: 'Dimension for “repo”' }),
    page.getByRole('combobox', { name: 'Dimension for “container”' }),
  ];
  await expect(first).toBeFocused();
  await first.fill('shearwater-form');
  await second.fill('shearwater-place');
  await second.press('Escape');
  await expect(second, 'the form is put away').toHaveCount(0);
  const split = page.locator('[data-decisions] [data-kind=split]');
  await expect(split).toBeFocused();
  await page.keyboard.press('3');
  await expect(first).toHaveValue('shearwater-form');
  await expect(second).toHaveValue('shearwater-place');
  await page.getByRole('button', { name: 'Cancel' }).press('Enter');
  await expect(split, 'the focus stays where it was decided').toBeFocused();
  await page.keyboard.press('3');
  await expect(second).not.toHaveValue('shearwater-place');
});

test('in a cycle one chooses what gives way; what is not possible says why before it is pressed', async ({
  open,
  festinger,
}) => {
  await tell(
    festinger,
    ...[
      'ouzel_a -ispart ouzel_b in context of ouzel-ring',
      'ouzel_b -ispart ouzel_c in context of ouzel-ring',
    ],
    'ouzel_c -ispart ouzel_a in context of ouzel-ring',
  );
  const { page, go } = await open();
  await go('conflicts');
  await openFirst(page, 'ouzel');
  await expect(page.getByRole('article').first()).toContainText('What is known leads back');
  await page.keyboard.press('4');
  await page.keyboard.type('ouzel_c');
  await expect(page.getByText('Not possible:').locator('..')).toContainText('dimension itself');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Move it' })).toBeDisabled();
  await page.keyboard.press('Escape');
  await page.keyboard.press('2');
  const ring = page.getByRole('radiogroup', { name: 'Which fact gives way' });
  await expect(ring.getByRole('radio')).toHaveCount(2);
  await ring.getByRole('radio', { name: /ouzel_b in ouzel_c/ }).focus();
  await page.keyboard.press('Space');
  await expect(page.getByText('In the graph').locator('..')).toContainText('ouzel_b[ouzel-ring]ouzel_c');
  await page.keyboard.press('Enter');
  await expect.poll(() => recalled(festinger, 'ouzel_c')).toBe('ouzel_c: [ouzel-ring] ouzel_a');
  expect(await recalled(festinger, 'ouzel_b')).toBeNull();
});

test('holding a key down decides once', async ({ open, festinger }) => {
  await tell(
    festinger,
    ...['plover_a -isa daemon', 'plover_a -isa container', 'plover_b -isa daemon', 'plover_b -isa container'],
  );
  const { page, go } = await open();
  await go('conflicts');
  await openFirst(page, 'plover');
  await page.keyboard.down('5');
  await expect(heading(page, 'plover_b')).toBeVisible();
  for (let repeat = 0; repeat < 5; repeat++) await page.keyboard.down('5');
  await page.keyboard.up('5');
  await expect(heading(page, 'plover_b')).toBeVisible();
  expect(await recalled(festinger, 'plover_b')).toBe('plover_b: [type?] daemon');
});

test('several at once: shown before, told for each, undone together', async ({ open, festinger }) => {
  await tell(
    festinger,
    ...['wigeon_a -isa daemon', 'wigeon_a -isa container', 'wigeon_b -isa daemon', 'wigeon_b -isa container'],
    ...['wigeon_c -isa daemon', 'wigeon_c -isa container'],
  );
  const { page, go, expectAccessible } = await open();
  await go('conflicts');
  await openFirst(page, 'wigeon');
  await page.keyboard.press('x');
  await page.keyboard.press('j');
  await expect(heading(page, 'wigeon_b')).toBeVisible();
  await page.keyboard.press('x');
  await expect(page.getByText('2 selected')).toBeVisible();
  await page.keyboard.press('2');
  const dialog = page.getByRole('dialog', { name: 'Replace what is known in 2 conflicts' });
  await expect(dialog.getByRole('listitem').nth(1)).toContainText('wigeon_b: [type] container');
  await expectAccessible('deciding several');
  await dialog.getByRole('button', { name: 'Replace 2 facts' }).press('Enter');
  await expect(dialog.getByText('2 of 2 decided.')).toBeVisible();
  await page.keyboard.press('Escape');
  await expectFocusKept(page);
  await expect(heading(page, 'wigeon_c')).toBeVisible();
  expect(await recalled(festinger, 'wigeon_a')).toBe('wigeon_a: [type] container');
  await page.keyboard.press('Control+z');
  await expect.poll(() => recalled(festinger, 'wigeon_a')).toBe('wigeon_a: [type?] daemon');
  expect(await recalled(festinger, 'wigeon_b')).toBe('wigeon_b: [type?] daemon');
});

test('put off, found under Snoozed, woken; a note stays with it', async ({ open, festinger }) => {
  await tell(
    festinger,
    ...['siskin_a -isa daemon', 'siskin_a -isa container', 'siskin_b -isa daemon', 'siskin_b -isa container'],
  );
  const { page, go, expectAccessible } = await open();
  await go('conflicts');
  await openFirst(page, 'siskin');
  await page.keyboard.press('n');
  await page.keyboard.type('ask Ada');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByRole('textbox', { name: 'Note' })).toHaveCount(0);
  await expect(page.getByText('ask Ada')).toBeVisible();
  await expectFocusKept(page);
  await page.keyboard.press('s');
  await expect(page.getByRole('menuitem', { name: /For an hour/ })).toBeFocused();
  await expectAccessible('the menu for putting off');
  await page.keyboard.press('Enter');
  await expect(heading(page, 'siskin_b')).toBeVisible();
  await expectFocusKept(page);

  await go('conflicts?view=snoozed');
  await page.getByRole('row').filter({ hasText: 'siskin_a' }).click();
  await expect(page.getByText('ask Ada')).toBeVisible();
  await page.keyboard.press('s');
  await page.getByRole('menuitem', { name: 'Wake now' }).press('Enter');
  await expect(page.getByRole('row').filter({ hasText: 'siskin_a' })).toHaveCount(0);
  await page.keyboard.press('Control+z');
  await expect(page.getByRole('row').filter({ hasText: 'siskin_a' })).toHaveCount(1);
});

test('what somebody else did meanwhile is said, and nothing is overwritten', async ({ open, festinger }) => {
  await tell(festinger, 'dunlin -isa daemon', 'dunlin -isa container');
  const { page, go, expectAccessible } = await open();
  await go('conflicts');
  await openFirst(page, 'dunlin');
  const id = new URL(page.url()).hash.match(/\d+/)?.[0] ?? '';
  const post = async (path: string, body: object) => {
    const answer = await fetch(`${festinger.baseUrl}/api/console/conflicts/${id}${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${festinger.token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    expect(answer.status).toBe(200);
  };
  // A note changes the version, and no page is told of it.
  await post('/note', { note: 'Ada says it is a container', expectedVersion: 1 });
  await page.keyboard.press('1');
  await expect(page.getByRole('alert')).toContainText('It has changed since you opened it');
  await expect(page.getByText('Ada says it is a container')).toBeVisible();
  await expectAccessible('a conflict that changed meanwhile');
  expect(await recalled(festinger, 'dunlin')).toBe('dunlin: [type?] daemon');

  // A decision is told to every page at once.
  await post('', { decision: { decision: 'replace' }, reason: 'seen on the host', expectedVersion: 2 });
  await expect(page.getByRole('region', { name: 'What was decided' })).toContainText('seen on the host');
  await page.keyboard.press('1');
  await expectAccessible('a conflict somebody else decided');
  expect(await recalled(festinger, 'dunlin')).toBe('dunlin: [type] container');
});

test('single keys can be turned off, and the sheet lists them', async ({ open, festinger }) => {
  await tell(festinger, 'curlew -isa daemon', 'curlew -isa container');
  const { page, go } = await open();
  await go('conflicts');
  await openFirst(page, 'curlew');
  await page.keyboard.press('Shift+?');
  const sheet = page.getByRole('dialog', { name: 'Keyboard' });
  for (const words of ['Keep what is known', 'Split into two dimensions', 'Ask the model', 'Snooze']) {
    await expect(sheet.getByText(words)).toBeVisible();
  }
  await sheet.getByRole('switch', { name: 'Single-key shortcuts' }).press('Space');
  await page.keyboard.press('Escape');
  await page.keyboard.press('1');
  await expect(heading(page, 'curlew')).toBeVisible();
  expect(await recalled(festinger, 'curlew')).toBe('curlew: [type?] daemon');
});

for (const [index, viewport] of [
  { width: 1280, height: 800 },
  { width: 390, height: 844 },
].entries()) {
  test(`axe is clean while a conflict is decided, ${viewport.width}`, async ({ open, festinger }) => {
    const concept = `godwit_${index}`;
    await tell(festinger, `${concept} -isa daemon`, `${concept} -isa container`);
    const { page, go, expectAccessible } = await open({ viewport });
    await go('conflicts');
    await page.getByRole('searchbox').first().fill(concept);
    await page.getByRole('row').filter({ hasText: concept }).click();
    await expect(heading(page, concept)).toBeVisible();
    await page.locator('[data-kind="replace"]').focus();
    await expect(then(page)).toContainText('container');
    await expectAccessible('a preview');
    await page.keyboard.press('3');
    await expect(page.getByRole('combobox', { name: /Dimension for/ }).first()).toBeFocused();
    await expectAccessible('splitting');
    expect(await overflow(page)).toBeLessThanOrEqual(0);
    await page.keyboard.press('Escape');
    await expect(page.locator('[data-kind="split"]')).toBeFocused();
    await page.locator('[data-kind="dismiss"]').press('Enter');
    await expect(page.getByRole('heading', { name: 'No conflict matches' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Undo', exact: true }).last()).toBeVisible();
    await expectAccessible('after deciding');
  });
}
