// Every list keeps focus and place: when something opens beside it, by key or by pointer, when that is closed again, and when rows go. Esc closes
// what is open from wherever one is, and the innermost of it first.
import type { Locator, Page } from '@playwright/test';
import { ask } from '../support/ask.ts';
import {
  test as base,
  type Console,
  expect,
  NOTHING_AHEAD,
  pages,
  sendPrompt,
  tell,
} from '../support/console-page.ts';
import { type RunningFestinger, startFestinger } from '../support/festinger.ts';

/** The demo with its evidence and its sessions: something stands in every list. */
const test = base.extend<{ opened: Console }, { full: RunningFestinger }>({
  full: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures it needs from the pattern
    async ({}, use) => {
      const running = await startFestinger(['--demo', '--no-agents']);
      for (let n = 0; n < 40; n += 1)
        await tell(running, `lists_${n} -isa daemon`, `lists_${n} -isa container`);
      for (let n = 0; n < 6; n += 1)
        await sendPrompt(running.baseUrl, `Note that lists_job_${n} is a daemon.`, 'lists');
      for (const model of ['qwen2.5-coder:1.5b', 'llama3.2:3b', 'gpt-oss:20b'])
        await ask(running, model, 'load');
      await decideSome(running);
      await use(running);
      await running.stop();
    },
    { scope: 'worker' },
  ],
  opened: async ({ browserOfOurs, full }, use) => {
    const opened = pages(browserOfOurs);
    await use(
      await opened.open(full, {}, async (page) => {
        await page.addInitScript(NOTHING_AHEAD);
      }),
    );
    expect(await opened.close()).toEqual([]);
  },
});

/** So that there is something in Audit. */
async function decideSome(
  { baseUrl, token }: RunningFestinger,
  which: (one: { id: number; version: number }) => boolean = () => true,
): Promise<void> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const queue = await fetch(`${baseUrl}/api/console/conflicts?limit=${which.length === 0 ? 5 : 50}`, {
    headers,
  });
  const { data } = (await queue.json()) as { data: { conflicts: { id: number; version: number }[] } };
  for (const { id, version } of data.conflicts.filter(which)) {
    const body = { decision: { decision: 'keep' }, reason: '', expectedVersion: version };
    const answer = await fetch(`${baseUrl}/api/console/conflicts/${id}`, {
      ...{ method: 'POST', headers, body: JSON.stringify(body) },
    });
    expect(answer.status, await answer.text()).toBe(200);
  }
}

const LISTS = [
  { screen: 'traffic', route: 'traffic', stepsByKey: true },
  { screen: 'approvals', route: 'approvals', stepsByKey: true },
  { screen: 'resources', route: 'resources', stepsByKey: true },
  { screen: 'conflicts', route: 'conflicts', stepsByKey: true },
  { screen: 'findings', route: 'findings', stepsByKey: true },
  { screen: 'briefs', route: 'briefs', stepsByKey: true },
  { screen: 'jobs', route: 'jobs', stepsByKey: false },
  { screen: 'audit', route: 'audit', stepsByKey: false },
  { screen: 'audit', route: 'audit?view=events', stepsByKey: false },
] as const;

const list = (page: Page) => page.locator('[data-list]');
const inspector = (page: Page) => page.getByRole('complementary', { name: 'Inspector' });
const rows = (page: Page): Locator => list(page).locator('[role=rowgroup] [role=row]');
const standing = (page: Page) => list(page).locator('[role=row][data-active]');
const numberOf = async (row: Locator) => Number(await row.getAttribute('aria-rowindex'));
/** Of a row, below the list's upper edge, pixels. */
async function topOf(row: Locator): Promise<number> {
  const [box, its] = [await list(row.page()).boundingBox(), await row.boundingBox()];
  return (its?.y ?? Number.NaN) - (box?.y ?? Number.NaN);
}

/** Marks the element, so that another in its place is found out. */
async function mark(page: Page): Promise<void> {
  await page.evaluate(`document.querySelector('[data-list]').setAttribute('data-same', '')`);
}

async function expectInList(page: Page, when: string): Promise<void> {
  await expect(list(page), `${when}: the list has the focus`).toBeFocused();
  await expect(list(page), `${when}: it is the same list`).toHaveAttribute('data-same', '');
}

const expectStanding = (page: Page, number: number, what: string) =>
  expect(standing(page), what).toHaveAttribute('aria-rowindex', String(number));

for (const { screen, route, stepsByKey } of LISTS) {
  test(`${route}: opened by arrow, pointer and Enter, closed by Esc, and one stands where one stood`, async ({
    opened: { page, go },
  }) => {
    await go(route);
    if (screen === 'jobs') await page.getByRole('radio', { name: 'Done' }).click();
    await expect(rows(page).nth(2)).toBeVisible();
    const open = new RegExp(`#/${screen}/.`);
    await mark(page);
    await list(page).focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('End');
    await page.keyboard.press('Home');
    // A group stands in a list, too, and is nothing to open.
    for (let n = 0; n < 4 && !open.test(page.url()); n += 1) await page.keyboard.press('ArrowDown');
    await expect(page).toHaveURL(open);
    await expect(inspector(page)).toBeVisible();
    await expectInList(page, 'after an arrow');
    const first = await numberOf(standing(page));

    await page.keyboard.press('Escape');
    await expect(inspector(page)).toHaveCount(0);
    await expectInList(page, 'after Esc');
    await expectStanding(page, first, 'the row that was open');
    await page.keyboard.press('ArrowDown');
    await expectStanding(page, first + 1, 'it goes on from there');
    await page.keyboard.press('Enter');
    if (open.test(page.url())) {
      await expect(page.locator('[data-inspector-title]')).toBeFocused();
      await page.keyboard.press('Escape');
      await expect(inspector(page)).toHaveCount(0);
      await expectInList(page, 'after Enter and Esc');
    }

    const pointed = rows(page).and(page.locator(`[aria-rowindex="${String(first)}"]`));
    const before = await topOf(pointed);
    await pointed.click({ position: { x: 60, y: 6 } });
    await expect(inspector(page)).toBeVisible();
    await expectInList(page, 'after a click');
    expect(Math.abs((await topOf(pointed)) - before), 'in its place').toBeLessThan(30);
    await inspector(page).getByRole('button', { name: 'Close' }).click();
    await expect(inspector(page)).toHaveCount(0);
    await expectInList(page, 'after its button');
    await expectStanding(page, first, 'the row that was open');

    if (!stepsByKey) return;
    await list(page).blur();
    await page.keyboard.press('j');
    await expect(inspector(page)).toBeVisible();
    await page.keyboard.press('k');
    await expect(inspector(page)).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(inspector(page), 'j, then Esc').toHaveCount(0);
    await expectInList(page, 'after j and Esc');
  });
}

test('opened far down in a list, a row stays in sight and in place, and after Esc too', async ({
  opened: { page, go },
}) => {
  await go('conflicts');
  await expect(rows(page).nth(2)).toBeVisible();
  await page.evaluate(`document.querySelector('[data-list]').scrollTo(0, 600)`);
  const row = rows(page).and(page.locator('[aria-rowindex="30"]'));
  await expect(row).toBeInViewport({ ratio: 1 });
  const before = await topOf(row);
  await row.click({ position: { x: 60, y: 6 } });
  await expect(inspector(page)).toBeVisible();
  await expect.poll(async () => Math.abs((await topOf(row)) - before)).toBeLessThan(2);
  await page.keyboard.press('Escape');
  await expect(inspector(page)).toHaveCount(0);
  await expect(row).toBeInViewport({ ratio: 1 });
  await expect.poll(async () => Math.abs((await topOf(row)) - before)).toBeLessThan(2);
});

test('along a list by key, the row one stands on is never cut off', async ({ opened: { page, go } }) => {
  await go('conflicts');
  await expect(rows(page).nth(2)).toBeVisible();
  await list(page).focus();
  const within = async () => {
    const [box, row] = [await list(page).boundingBox(), await standing(page).boundingBox()];
    return box && row ? row.y >= box.y + 31 && row.y + row.height <= box.y + box.height + 1 : false;
  };
  for (let n = 0; n < 24; n += 1) {
    await page.keyboard.press('ArrowDown');
    await expect.poll(within, `row ${n + 1}`).toBe(true);
  }
  for (let n = 0; n < 20; n += 1) {
    await page.keyboard.press('ArrowUp');
    await expect.poll(within, `back over ${n + 1}`).toBe(true);
  }
});

test('where the row one stands on goes, the list keeps the focus and the next one has its place', async ({
  opened: { page, go },
  full,
}) => {
  await go('conflicts');
  await expect(rows(page).nth(2)).toBeVisible();
  await mark(page);
  await list(page).focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await expectStanding(page, 4, 'the third');
  const id = Number(/conflicts\/(\d+)/.exec(page.url())?.[1]);
  await page.keyboard.press('Escape');
  await expectStanding(page, 4, 'the third');
  const concept = (row: Locator) => row.locator('[data-column=concept]').innerText();
  const [gone, next] = [await concept(standing(page)), await concept(rows(page).nth(3))];
  await decideSome(full, (one) => one.id === id);
  await expect(rows(page).nth(2), 'it went').not.toContainText(gone);
  await expectInList(page, 'after somebody decided it');
  await expectStanding(page, 4, 'the one in its place');
  expect(await concept(standing(page))).toBe(next);
});

test('Esc takes the innermost first: what is typed in the search, a menu, then what is open', async ({
  opened: { page, go },
}) => {
  await go('conflicts');
  await expect(rows(page).nth(2)).toBeVisible();
  await list(page).focus();
  await page.keyboard.press('ArrowDown');
  await expect(inspector(page)).toBeVisible();
  await page.keyboard.press('s');
  await expect(page.getByRole('menu')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('menu')).toHaveCount(0);
  await expect(inspector(page)).toBeVisible();
  await page.keyboard.press('/');
  await page.keyboard.type('lists');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('searchbox')).toHaveValue('');
  await expect(inspector(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(inspector(page)).toHaveCount(0);
  await expect(page.getByRole('searchbox'), 'who is in the search stays there').toBeFocused();
});

const WIDTHS = [900, 960, 1024, 1100, 1180, 1280] as const;
/** What of a list lies beyond its edge, and which titles of columns cannot be read; two frames on, when what follows a width has followed. */
const CUT = `new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => {
  const list = document.querySelector('[data-list]');
  const titles = [...list.querySelectorAll('[role=columnheader]')].filter(
    (one) => one.firstElementChild?.className !== 'sr-only' && one.scrollWidth > one.clientWidth,
  );
  done({ beyond: Math.max(0, list.scrollWidth - list.clientWidth), titles: titles.map((one) => one.textContent) });
})))`;

for (const rail of ['narrow', 'wide'] as const) {
  test(`no column is out of sight between 900 and 1280 px, ${rail} rail`, async ({
    opened: { page, go },
  }) => {
    await page.evaluate(`localStorage.setItem('festinger.appearance', '{"rail":"${rail}"}')`);
    await page.reload();
    const cut: string[] = [];
    const routes = [
      ...LISTS.map((one) => one.route),
      'conflicts?view=decided',
      'concepts/gnommoweb?view=table',
    ];
    for (const route of routes) {
      await go(route);
      await expect(rows(page).first()).toBeVisible();
      const look = async (what: string) => {
        for (const width of WIDTHS) {
          await page.setViewportSize({ width, height: 800 });
          const found = await page.evaluate<{ beyond: number; titles: string[] }>(CUT);
          // Beside what is open a list may be 200 px wide: a title ends in dots there.
          if (found.beyond > 0 || (what === 'closed' && found.titles.length > 0))
            cut.push(`${route} ${width} ${what}: ${JSON.stringify(found)}`);
        }
      };
      await look('closed');
      if (route.startsWith('concepts')) continue;
      await list(page).focus();
      for (let n = 0; n < 4 && (await inspector(page).count()) === 0; n += 1) {
        await page.keyboard.press('ArrowDown');
        await expect(standing(page)).toBeVisible();
      }
      await expect(inspector(page)).toBeVisible();
      await look('open');
    }
    expect(cut).toEqual([]);
  });
}
