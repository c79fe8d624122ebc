// Reading the graph: narrowed by filters, as it was, with a second dimension over it, along a path, and from a line to its sentence.
import type { Page } from '@playwright/test';
import { test as base, expect, type Open, pages, sendPrompt } from '../support/console-page.ts';
import { type RunningFestinger, startFestinger } from '../support/festinger.ts';

async function say({ baseUrl }: RunningFestinger, ...facts: string[]): Promise<void> {
  const headers = { 'x-festinger-client': 'e2e-views' };
  const body = JSON.stringify({ facts });
  expect((await fetch(`${baseUrl}/iknowthat`, { method: 'POST', headers, body })).status).toBe(200);
}

const test = base.extend<{ viewed: Open }, { fleet: RunningFestinger }>({
  fleet: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures it needs from the pattern
    async ({}, use) => {
      const running = await startFestinger(['--demo', '--no-agents', '--no-sessions', '--no-evidence']);
      await say(
        running,
        'fleet-yard -isa place in context of berth',
        ...['a', 'b', 'c', 'd'].map((n) => `ship-${n} -ispart fleet-yard in context of berth`),
        'ship-a -ispart fleet-yard in context of crew',
        'ship-b -ispart ship-a in context of crew',
        'ship-c -ispart elsewhere in context of crew',
        'far-thing -isa far-kind in context of remote',
        ...Array.from(
          { length: 8 },
          (_, n) => `fleet-yard -isa kind-${String(n)} in context of long-question-${String(n)}`,
        ),
      );
      // Told by the operator: another source.
      const told = await fetch(`${running.baseUrl}/api/console/facts`, {
        method: 'POST',
        headers: { authorization: `Bearer ${running.token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ fact: 'ship-e -ispart ship-b in context of berth' }),
      });
      expect(told.status).toBe(200);
      await use(running);
      await running.stop();
    },
    { scope: 'worker' },
  ],
  viewed: async ({ browserOfOurs, fleet }, use) => {
    const opened = pages(browserOfOurs);
    await use((options, prepare) => opened.open(fleet, options, prepare));
    expect(await opened.close()).toEqual([]);
  },
});

const shown = (page: Page, words: string) => expect(page.getByText(words, { exact: true })).toBeVisible();
const canvas = (page: Page) => page.getByRole('application');
const table = (page: Page) => page.getByRole('grid', { name: 'Concepts of this neighbourhood' });

test('filters narrow canvas, table and what is around alike, with true counts, and go one by one', async ({
  viewed,
}) => {
  const { page, go, expectAccessible } = await viewed();
  await go('concepts/fleet-yard?dim=berth');
  // The yard, what it is, its four ships and one part of a ship.
  await shown(page, '7 of 7 shown');
  await page.getByRole('button', { name: 'Filter', exact: true }).press('Enter');
  await page.getByRole('button', { name: /Source/ }).click();
  await page.getByRole('option', { name: 'operator' }).click();
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(/src=operator/);
  // What passes, the ship it hangs from, the yard and what that is.
  await shown(page, '4 of 4 shown, 3 hidden by filters');
  const chips = page.getByRole('list', { name: 'Filters that hold' });
  await expect(chips).toContainText('Source');
  await expectAccessible('a filtered canvas');
  await page.getByRole('radio', { name: 'Table' }).click();
  await expect(table(page)).toContainText('ship-e');
  await expect(table(page)).toContainText('on the way');
  await expect(table(page)).not.toContainText('ship-c');
  await page.getByRole('radio', { name: 'Around' }).click();
  await expect(page.getByText(/1 of 1 shown, \d+ hidden by filters/)).toBeVisible();
  await page.reload();
  await expect(page.getByText(/1 of 1 shown, \d+ hidden by filters/)).toBeVisible();
  await page.getByRole('button', { name: /Remove the filter Source/ }).press('Enter');
  await expect(chips).toHaveCount(0);
  await expect(page).not.toHaveURL(/src=/);
});

test('the past is walked by keyboard from change to change, shows what stood then, and is left again', async ({
  viewed,
  fleet,
}) => {
  await say(fleet, 'dock-one -ispart harbour in context of mooring');
  await new Promise((resolve) => setTimeout(resolve, 1200));
  await say(fleet, 'dock-two -ispart harbour in context of mooring');
  const { page, go, expectAccessible } = await viewed();
  await go('concepts/harbour?dim=mooring&view=table');
  await expect(table(page)).toContainText('dock-two');
  await page.getByRole('button', { name: 'View', exact: true }).press('Enter');
  await page.getByRole('button', { name: 'Look at an earlier moment' }).press('Enter');
  await expect(page.getByRole('region', { name: 'As it was' })).toContainText('You look at');
  await expect(table(page)).not.toContainText('dock-two');
  await expect(table(page)).toContainText('dock-one');
  await expectAccessible('a table of the past');
  // Nothing can be told or forgotten there, and what is around is known of now alone.
  await expect(page.getByRole('button', { name: 'Tell' })).toHaveCount(0);
  await expect(page.getByRole('radio', { name: 'Around' })).toHaveCount(0);
  await expect(page.getByRole('complementary')).toContainText('Facts as they stood on');
  await page.getByRole('radio', { name: 'Canvas' }).click();
  await expect(canvas(page)).toHaveAccessibleName(/2 of 2 concepts shown/);
  await expectAccessible('a canvas of the past');
  const slider = page.getByRole('slider', { name: 'Moment' });
  await slider.focus();
  await page.keyboard.press('End');
  await expect(canvas(page)).toHaveAccessibleName(/3 of 3 concepts shown/);
  await page.keyboard.press('Home');
  await expect(canvas(page)).toHaveAccessibleName(/2 of 2 concepts shown/);
  await page.getByRole('button', { name: 'Back to now' }).press('Enter');
  await expect(page).not.toHaveURL(/at=/);
  await expect(canvas(page)).toHaveAccessibleName(/3 of 3 concepts shown/);
});

test('a second dimension lies over the first, and both are told apart in the table', async ({ viewed }) => {
  const { page, go, expectAccessible } = await viewed();
  await go('concepts/fleet-yard?dim=berth');
  await page.getByRole('button', { name: 'View', exact: true }).click();
  await page.getByRole('button', { name: /Put over it/ }).click();
  await page.getByRole('option', { name: '[crew]' }).click();
  await page.keyboard.press('Escape');
  await expect(page.getByText(/over it, in 2 facts between what is shown; 1 lead elsewhere/)).toBeVisible();
  await expect(page.getByText('[crew], over it: bent, with an arrow')).toBeVisible();
  await expectAccessible('an overlay');
  await page.getByRole('radio', { name: 'Table' }).click();
  const rows = page
    .getByRole('grid', { name: 'What berth and crew say of the same concepts' })
    .getByRole('row');
  await expect(rows.nth(1)).toContainText(/ship-b.*otherwise.*fleet-yard.*ship-a/);
  await expect(page.getByText(/2 said otherwise, 1 the same/)).toBeVisible();
  await expectAccessible('two dimensions compared');
  await page.getByRole('radio', { name: 'Canvas' }).click();
  await page.getByRole('button', { name: 'Take it off' }).press('Enter');
  await expect(page).not.toHaveURL(/over=/);
});

test('the path to another concept is drawn fact by fact, and where there is none that is said', async ({
  viewed,
}) => {
  const { page, go, expectAccessible } = await viewed();
  await go('concepts/ship-e?dim=berth');
  const pathTo = async (token: string) => {
    await page.getByRole('button', { name: 'View', exact: true }).press('Enter');
    await page.getByRole('combobox', { name: 'Path to' }).fill(token);
    await page.getByRole('button', { name: 'Show the path' }).press('Enter');
  };
  await pathTo('elsewhere');
  await expect(page.getByText('From ship-e to elsewhere: 4 facts')).toBeVisible();
  const steps = page
    .getByRole('region', { name: 'Facts on the way from ship-e to elsewhere' })
    .getByRole('listitem');
  await expect(steps).toHaveCount(5);
  await expect(steps.nth(4)).toContainText('[crew]');
  await expectAccessible('a path');
  await pathTo('far-thing');
  await expect(
    page.getByText('There is no path of at most 8 facts between ship-e and far-thing.'),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Close the path' }).press('Enter');
  await expect(page).not.toHaveURL(/path=/);
});

for (const by of ['mouse', 'keyboard'] as const)
  test(`why an agent was told something is found in three steps from Traffic, by ${by}`, async ({
    viewed,
    fleet,
  }) => {
    const client = `e2e-why-${by}`;
    const name = `lighter-${by}`;
    await sendPrompt(fleet.baseUrl, `Please note: ${name} is a server.`, client);
    await expect
      .poll(async () => {
        const answer = await fetch(`${fleet.baseUrl}/recall?concept=${name}`);
        return ((await answer.json()) as { data: { recollection: string | null } }).data.recollection;
      })
      .toContain('server');
    // Where a machine is busy, a prompt may go on without what could be recalled in time: the next one then.
    const told = async () => {
      await sendPrompt(fleet.baseUrl, `What about ${name} now?`, client);
      const answer = await fetch(`${fleet.baseUrl}/api/console/traffic?client=${client}&injected=true`, {
        headers: { authorization: `Bearer ${fleet.token}` },
      });
      return ((await answer.json()) as { data: { total: number } }).data.total;
    };
    await expect.poll(told).toBe(1);
    const { page, go, expectAccessible } = await viewed();
    await go(`traffic?client=${client}`);
    const grid = page.getByRole('grid').first();
    await expect(grid.getByRole('row').nth(1)).toContainText(client);
    const link = page.getByRole('complementary').getByRole('link', { name: new RegExp(`${name}: `) });
    // One: the request. Two: the line it was told. Three: there the sentence stands, and its conversation.
    if (by === 'mouse') {
      await grid.getByRole('row').nth(1).click();
      await link.first().click();
    } else {
      await grid.focus();
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      await link.first().focus();
      await page.keyboard.press('Enter');
    }
    const why = page.getByRole('complementary').getByRole('article');
    await expect(why.getByRole('blockquote')).toContainText(`${name} is a server`);
    await expect(why.locator('mark').first()).toHaveText(name);
    await expect(why).toContainText(`said by ${client}`);
    await expectAccessible('why a fact is held');
    await why.getByRole('link', { name: 'The conversation in Traffic' }).press('Enter');
    await expect(page).toHaveURL(/#\/traffic\?conversation=/);
  });

test('a line of the canvas, a row of the table and a fact around say why they are there', async ({
  viewed,
}) => {
  const { page, go } = await viewed();
  await go('concepts/fleet-yard?dim=berth');
  const why = page.getByRole('complementary').getByRole('article');
  await canvas(page).focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('w');
  await expect(why).toContainText('ship-a');
  await expect(why).toContainText('said by e2e-views');
  await page.getByRole('button', { name: 'Close: Why it says so' }).press('Enter');
  await expect(why).toHaveCount(0);
  // The line above the keyboard's place: halfway up to the bus it hangs from.
  const [x1 = 0, y1 = 0, x2 = 0] = ((await canvas(page).getAttribute('data-cursor-at')) ?? '')
    .split(' ')
    .map(Number);
  await canvas(page).click({ position: { x: (x1 + x2) / 2, y: y1 - 6 } });
  await expect(why).toContainText('ship-a');
  await page.getByRole('radio', { name: 'Table' }).click();
  await page.getByRole('button', { name: /^Why: ship-b/ }).click();
  await expect(why).toContainText('ship-b');
  await page.getByRole('radio', { name: 'Around' }).click();
  await page.getByRole('radio', { name: 'Facts' }).click();
  await page.getByRole('grid', { name: 'Facts around fleet-yard' }).focus();
  await page.keyboard.press('Home');
  await expect(page).toHaveURL(/edge=\d+/);
  await expect(why).toHaveCount(1);
});

for (const width of [900, 1000, 1100])
  test(`no chip of the dimensions is cut off at ${String(width)} px`, async ({ viewed }) => {
    const { page, go } = await viewed({ viewport: { width, height: 768 } });
    await go('concepts/fleet-yard?dim=berth');
    await expect(
      page
        .getByRole('button', { name: /All \d+ dimensions/ })
        .or(page.getByRole('link', { name: /long-question-7/ }))
        .first(),
    ).toBeVisible();
    const cut = await page.evaluate<string[]>(`(() => {
      const box = document.querySelector('[role=application]').getBoundingClientRect();
      const chips = [...document.querySelectorAll('nav[aria-label=Dimensions] a, nav[aria-label=Dimensions] button')];
      if (chips.length === 0) return ['none'];
      return chips
        .filter((chip) => {
          const at = chip.getBoundingClientRect();
          return at.left < box.left || at.right > box.right || at.top < box.top || at.bottom > box.bottom;
        })
        .map((chip) => chip.textContent);
    })()`);
    expect(cut).toEqual([]);
  });

test('the map is there while not all is in sight, and a press on it moves the picture', async ({
  viewed,
}) => {
  const { page, go } = await viewed();
  await go('concepts/fleet-yard?dim=berth');
  const map = page.locator('[data-minimap]');
  await expect(canvas(page).locator('..')).toHaveAttribute('data-view', /\d/);
  await expect(map).toHaveCount(0);
  await canvas(page).focus();
  for (let i = 0; i < 8; i++) await page.keyboard.press('+');
  await expect(map).toBeVisible();
  const before = await canvas(page).locator('..').getAttribute('data-view');
  await map.click({ position: { x: 20, y: 70 } });
  await expect(canvas(page).locator('..')).not.toHaveAttribute('data-view', before ?? '');
  await page.keyboard.press('0');
  await canvas(page).focus();
  await page.keyboard.press('0');
  await expect(map).toHaveCount(0);
});
