// The console under failure: what is not known to be true now is not shown as true, and everything mends itself when the
// other end is back. Real processes that are killed, frozen and restarted; nothing is reloaded, nothing is clicked.
import type { Page } from '@playwright/test';
import { failCalls } from '../support/crafted.ts';
import type { RunningFestinger } from '../support/festinger.ts';
import { expect, test, wayTo, within } from '../support/fragile.ts';

/** A few beats and no more, in ms of the page's time: within this the operator has to be told. */
const SOON = 8000;
/** The longest pause between two tries, and an answer. */
const BACK = 12_000;

/** What of an element is used inside `evaluate`; Node's types know none of it. */
interface Scrolled {
  readonly scrollTop: number;
  scrollTo(to: { top: number }): void;
}

/** A request that costs nothing and is a row of Traffic. */
async function call({ baseUrl }: RunningFestinger, client: string): Promise<void> {
  const answer = await fetch(`${baseUrl}/api/version`, { headers: { 'x-festinger-client': client } });
  expect((await answer.json()) as object).toHaveProperty('version');
}

const notice = (page: Page) => page.locator('#connection-words');
const sentence = (page: Page) => page.getByRole('main').locator('[class*=_sentence_]');

test('a killed server: not well but not known, since when, in colourless figures; on the same port all mends itself', async ({
  look,
  fragile,
}) => {
  const { page, expectAccessible } = await look();
  await expect(sentence(page)).toContainText('All well.');
  await fragile.kill();
  await within(page, SOON, (how) =>
    expect(notice(page)).toContainText(/^Not connected since \d\d:\d\d:\d\d\./, how),
  );
  await expect(sentence(page)).toContainText(/^Not known since \d\d:\d\d:\d\d\./);
  await expect(sentence(page)).not.toContainText('well');
  await expect(page.getByRole('main')).not.toContainText('All well');
  await expect(page.getByRole('list', { name: 'Health' })).toHaveCount(0);
  await expect(page.getByRole('region', { name: 'Traffic' })).toContainText(/as of \d\d:\d\d:\d\d/);
  await expect(page).toHaveTitle(/^Not connected/);
  await expect(page.getByRole('status').filter({ hasText: 'Not connected since' })).toHaveCount(1);
  await expect(
    page.getByRole('status').filter({ hasText: /Tries again/ }),
    'no countdown is read out',
  ).toHaveCount(0);
  await expectAccessible('a lost connection');
  await fragile.revive();
  await within(page, BACK, (how) => expect(sentence(page)).toContainText('All well.', how));
  await expect(notice(page)).toHaveCount(0);
  await expect(page.getByRole('main').getByText(/^as of/)).toHaveCount(0);
  await expect(page).toHaveTitle(/^Overview/);
  await expect(page.getByRole('status').filter({ hasText: 'Connected again' })).toHaveCount(1);
});

test('a frozen server is told within seconds, and once it goes on so does everything', async ({
  look,
  fragile,
}) => {
  const { page, go, expectAccessible } = await look({ fetchesAhead: true });
  await call(fragile, 'a-row-for-traffic');
  await expect(sentence(page)).toContainText('All well.');
  fragile.freeze();
  await within(page, SOON, (how) =>
    expect(notice(page)).toContainText(/^Festinger has not answered since \d\d:\d\d:\d\d\./, how),
  );
  await expect(sentence(page)).toContainText('Not known since');
  await expectAccessible('a frozen server');
  await go('traffic');
  await expect(page.getByText('It comes by itself as soon as the connection is back.')).toBeVisible();
  fragile.thaw();
  await within(page, BACK, (how) => expect(notice(page)).toHaveCount(0, how));
  await expect(page.getByRole('grid', { name: 'Requests, newest first' })).toBeVisible();
});

test('a server that answers late is called slow, not lost, and nothing is held back', async ({
  look,
  fragile,
}) => {
  const { page } = await look();
  await expect(sentence(page)).toContainText('All well.');
  let opened = 0;
  page.on('websocket', () => opened++);
  fragile.freeze();
  await expect(page.getByText(/^Festinger answers slowly/)).toBeVisible();
  fragile.thaw();
  await expect(page.getByText(/^Festinger answers slowly/)).toHaveCount(0);
  await expect(notice(page)).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Send a test prompt' })).not.toHaveAttribute('aria-disabled');
  expect(opened, 'the wire was kept').toBe(0);
});

test('a first load with nobody behind it promises nothing, and fills itself when somebody is', async ({
  look,
}) => {
  let closed = true;
  const prepare = (page: Page) =>
    page.routeWebSocket(/\/rpc$/, (socket) => (closed ? socket.close() : void socket.connectToServer()));
  const { page, expectAccessible } = await look({ prepare });
  const words = 'Not connected. What is missing comes as soon as it is back.';
  await within(page, SOON, (how) => expect(notice(page)).toContainText(words, how));
  await expect(sentence(page)).toContainText('Not known.');
  await expect(page.getByRole('main')).not.toContainText('All well');
  await expectAccessible('a first load without a server');
  closed = false;
  await within(page, BACK, (how) => expect(sentence(page)).toContainText('All well.', how));
  await expect(page.getByRole('button', { name: /^Requests/ })).toBeVisible();
});

test('a view the core had a passing trouble with is tried again by itself', async ({ look }) => {
  let broken = true;
  const paths = ['/traffic/list', '/jobs/list', '/conflicts/list', '/audit/actions', '/clients/list'];
  const prepare = (page: Page) => failCalls(page, (path) => broken && paths.includes(path));
  const { page, go, expectAccessible } = await look({ prepare });
  const trouble = page.getByText('The database is busy.').first();
  for (const screen of ['traffic', 'jobs', 'conflicts', 'audit', 'settings?tab=clients']) {
    broken = true;
    await go(screen);
    await expect(trouble, screen).toBeVisible();
    await expect(page.getByText('It is tried again by itself.').first(), screen).toBeVisible();
    await expectAccessible(`an error on ${screen}`);
    broken = false;
    await within(page, 10_000, (how) => expect(trouble, screen).toHaveCount(0, how));
  }
});

test('a screen and a chart first asked for while nobody is there appear by themselves, dressed', async ({
  look,
  fragile,
}) => {
  const [chart, jobs] = [await look(), await look()];
  for (const { page } of [chart, jobs]) await expect(sentence(page)).toContainText('All well.');
  await fragile.kill();
  for (const { page } of [chart, jobs])
    await within(page, SOON, (how) => expect(notice(page)).toContainText('Not connected since', how));
  await chart.go('overview?chart=tokens');
  await jobs.go('jobs');
  await fragile.revive();
  const drawn = chart.page.getByRole('slider', { name: 'Tokens over time' }).locator('canvas');
  await within(chart.page, BACK, (how) => expect(drawn).toBeVisible(how));
  const queues = jobs.page.getByRole('region', { name: 'Queues' });
  await within(jobs.page, BACK, (how) => expect(queues).toBeVisible(how));
  await expect(jobs.page.getByText('This screen stopped working')).toHaveCount(0);
  await expect(queues, 'its style sheet came, too').toHaveCSS('display', /grid|flex/);
});

test('a network that dies without a word is noticed and gone round', async ({ look, fragile }) => {
  const way = await wayTo(fragile);
  const { page } = await look({ by: way });
  await expect(sentence(page)).toContainText('All well.');
  way.swallow();
  await within(page, SOON, (how) =>
    expect(notice(page)).toContainText('Festinger has not answered since', how),
  );
  // The old wire leads nowhere for good; a new one goes through.
  await within(page, 30_000, (how) => expect(notice(page)).toHaveCount(0, how));
  await expect(sentence(page)).toContainText('All well.');
  await way.close();
});

const SCREENS: readonly [route: string, there: (page: Page) => ReturnType<Page['locator']>][] = [
  ['overview', (page) => page.getByRole('button', { name: /^Requests/ })],
  ['traffic', (page) => page.getByRole('grid', { name: 'Requests, newest first' })],
  ['concepts', (page) => page.getByRole('heading', { name: 'Most recalled' })],
  ['concepts/gnommoweb?view=table', (page) => page.getByRole('grid')],
  ['conflicts', (page) => page.getByRole('grid', { name: 'Conflicts' })],
  ['conflicts?view=journal', (page) => page.getByText('No run has looked at a conflict yet')],
  ['jobs', (page) => page.getByRole('region', { name: 'Queues' })],
  ['audit', (page) => page.getByRole('grid')],
  ['settings?tab=recollection', (page) => page.getByRole('slider').first()],
  ['settings?tab=models', (page) => page.getByRole('button', { name: 'Add a model' })],
  ['settings?tab=clients', (page) => page.getByRole('switch').first()],
  ['settings?tab=data', (page) => page.getByText('No backup yet.')],
  ['settings?tab=all', (page) => page.getByText('saliency_read_threshold').first()],
];

test('every screen that was opened without a server, or lost it, is there when it is back', async ({
  look,
  fragile,
}) => {
  await call(fragile, 'a-row-for-traffic');
  const pages = [];
  for (const [nth, [route, there]] of SCREENS.entries()) {
    const { page, go } = await look();
    const isLost = nth % 2 === 0;
    if (isLost) {
      await go(route);
      await expect(there(page).first(), route).toBeVisible();
    }
    pages.push({ page, go, route, there, isLost });
  }
  await fragile.kill();
  for (const { page, go, route, isLost } of pages) {
    await within(page, SOON, (how) => expect(notice(page)).toContainText('Not connected since', how));
    if (!isLost) await go(route);
  }
  await fragile.revive();
  await call(fragile, 'a-row-for-traffic');
  for (const { page, route, there } of pages) {
    await within(page, BACK, (how) => expect(notice(page), route).toHaveCount(0, how));
    await expect(there(page).first(), route).toBeVisible();
    await expect(page.getByText('It comes by itself'), route).toHaveCount(0);
    await expect(page.getByText('This did not work'), route).toHaveCount(0);
  }
});

/** The first conflict of the demo, with its decision about to be made. */
async function openConflict(page: Page): Promise<void> {
  await page.getByRole('grid', { name: 'Conflicts' }).getByRole('row').nth(1).click();
  await page.locator('[data-decisions]').waitFor();
}

test('a half-typed reason, note and fact outlive a restart of the server, and so do place and filter', async ({
  look,
  fragile,
}) => {
  const conflict = await look();
  await conflict.go('conflicts');
  await openConflict(conflict.page);
  await conflict.page.keyboard.press('n');
  const noteField = conflict.page.getByRole('textbox', { name: /note/i });
  await noteField.fill('Ask Ada before');
  await conflict.page.locator('[data-reason] input').fill('because the newer one was');
  await conflict.page.locator('[data-kind=split]').press('Enter');
  await conflict.page.getByRole('combobox').first().fill('artifact-type');

  const concept = await look();
  await concept.go('concepts/gnommoweb');
  const fact = concept.page.getByRole('textbox', { name: /tell/i }).last();
  await fact.fill('gnommoweb -isa half a fact');

  await fragile.kill();
  await within(conflict.page, SOON, (how) =>
    expect(notice(conflict.page)).toContainText('Not connected since', how),
  );
  await expect(noteField).toHaveValue('Ask Ada before');
  await noteField.pressSequentially(' Monday');
  await fragile.revive();
  for (const { page } of [conflict, concept])
    await within(page, BACK, (how) => expect(notice(page)).toHaveCount(0, how));
  await expect(noteField).toHaveValue('Ask Ada before Monday');
  await expect(conflict.page.locator('[data-reason] input')).toHaveValue('because the newer one was');
  await expect(conflict.page.getByRole('combobox').first()).toHaveValue('artifact-type');
  await expect(conflict.page).toHaveURL(/#\/conflicts\/\d+/);
  await expect(fact).toHaveValue('gnommoweb -isa half a fact');
  await conflict.page.getByRole('button', { name: 'Keep note' }).click();
  await expect(conflict.page.getByText('Ask Ada before Monday')).toBeVisible();
});

test('while nobody is there nothing can be changed, by pointer or by key, and the reason is said', async ({
  look,
  fragile,
}) => {
  const { page, go, expectAccessible } = await look();
  await go('conflicts');
  await openConflict(page);
  const keep = page.locator('[data-decisions] [data-kind=keep]');
  await keep.focus();
  await fragile.kill();
  await within(page, SOON, (how) =>
    expect(notice(page)).toContainText('nothing can be changed until it is back', how),
  );
  await expect(keep).toHaveAttribute('aria-disabled', 'true');
  await expect(keep).toHaveAttribute('aria-describedby', /connection-words/);
  await expect(keep, 'what is held back keeps the focus').toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.press('1');
  await keep.click({ force: true });
  await expect(page.locator('[data-decisions]')).toBeVisible();
  await expect(page.getByText('This did not work')).toHaveCount(0);
  await expectAccessible('a conflict without a connection');
  await page.keyboard.press('Control+k');
  await page.keyboard.type('undo');
  await expect(page.getByText('Not connected: nothing can be changed now.').first()).toBeVisible();
  await page.keyboard.press('Escape');

  await go('overview');
  const send = page.getByRole('button', { name: 'Send a test prompt' });
  await expect(send).toHaveAttribute('aria-disabled', 'true');
  await send.focus();
  await expect(page.getByRole('tooltip')).toHaveText('Not connected: nothing can be changed now.');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Waiting for the answer')).toHaveCount(0);
  await fragile.revive();
  await within(page, BACK, (how) => expect(notice(page)).toHaveCount(0, how));
  await expect(send).not.toHaveAttribute('aria-disabled', 'true');
  await send.click();
  await expect(page.getByText('Answered in')).toBeVisible();
});

test('an action that the connection broke under is not known to be done, and says so until it is seen', async ({
  look,
  fragile,
}) => {
  const { page, go } = await look();
  await go('conflicts');
  await openConflict(page);
  // It stands still, and nobody knows yet: the decision goes out and no answer comes.
  fragile.freeze();
  await page.locator('[data-decisions] [data-kind=dismiss]').press('Enter');
  await fragile.kill();
  const unknown = page.getByRole('status').filter({ hasText: 'It is not known whether it was done.' });
  await within(page, SOON, (how) => expect(unknown).toBeVisible(how));
  await expect(page.getByText('Nobody knows here whether this was done.')).toBeVisible();
  await fragile.revive();
  await within(page, BACK, (how) => expect(notice(page)).toHaveCount(0, how));
  await expect(unknown, 'it stays until the operator has looked').toBeVisible();
  await page.getByRole('link', { name: 'Open Audit' }).click();
  await expect(page).toHaveURL(/#\/audit/);
  await page.getByRole('button', { name: 'I have looked' }).click();
  await expect(unknown).toHaveCount(0);
});

test('a server on another data directory turns the page away: it says how to get in, and goes on when that is done', async ({
  look,
  fragile,
}) => {
  const { page } = await look();
  await expect(sentence(page)).toContainText('All well.');
  await fragile.kill();
  await fragile.revive('elsewhere');
  await within(page, BACK, (how) =>
    expect(notice(page)).toContainText(/^This page is no longer signed in, since .*festinger url/, how),
  );
  await expect(page.getByText(/Tries again|Trying/), 'it does not knock on').toHaveCount(0);
  await expect(sentence(page)).toContainText('Not known since');
  const other = await page.context().newPage();
  await other.goto(await fragile.link());
  await expect(other.getByRole('navigation', { name: 'Screens' })).toBeVisible();
  await other.close();
  await page.bringToFront();
  await page.getByRole('button', { name: 'Look again' }).click();
  await within(page, BACK, (how) => expect(notice(page)).toHaveCount(0, how));
});

test('another version that answers asks for the page to be loaded anew', async ({ look }) => {
  let version = '';
  const prepare = (page: Page) =>
    page.routeWebSocket(/\/rpc$/, (socket) => {
      const core = socket.connectToServer();
      core.onMessage((message) => {
        const text = message.toString();
        socket.send(version === '' ? text : text.replace(/"version":"[^"]*"/, `"version":"${version}"`));
      });
    });
  const { page } = await look({ prepare });
  await expect(sentence(page)).toContainText('All well.');
  await expect(page.getByRole('button', { name: 'Load anew' })).toHaveCount(0);
  version = '9.9.9';
  const newer = page.getByText(/^Festinger 9\.9\.9 answers, and this page is of 0\.1\.0/);
  await within(page, SOON, (how) => expect(newer).toBeVisible(how));
  version = '';
  await page.getByRole('button', { name: 'Load anew' }).click();
  await expect(page.getByRole('button', { name: 'Load anew' })).toHaveCount(0);
});

test('after a cut the log has each request once and none is missing, and the reader keeps the place', async ({
  look,
  fragile,
}) => {
  const client = 'cut-client';
  for (let n = 0; n < 40; n++) await call(fragile, client);
  const way = await wayTo(fragile);
  const { page, go } = await look({ by: way });
  await page.setViewportSize({ width: 1280, height: 600 });
  await go(`traffic?client=${client}`);
  const counts = page.getByText(/\d+ of \d+ held|^\d+ held$/);
  await expect(counts).toContainText(/^40 /);
  const list = page.locator('[data-list]');
  await list.evaluate((node) => (node as unknown as Scrolled).scrollTo({ top: 600 }));
  await expect.poll(() => list.evaluate((node) => (node as unknown as Scrolled).scrollTop)).toBe(600);
  await page.mouse.move(5, 5);

  await way.cut();
  await within(page, SOON, (how) => expect(notice(page)).toContainText('Not connected since', how));
  for (let n = 0; n < 10; n++) await call(fragile, client);
  await expect(page.getByText(/^as of/).first()).toBeVisible();
  await way.mend();
  await within(page, BACK, (how) => expect(notice(page)).toHaveCount(0, how));
  await expect(page.getByRole('button', { name: 'Show new requests: 10 new' })).toBeVisible();
  expect(await list.evaluate((node) => (node as unknown as Scrolled).scrollTop), 'nothing moved').toBe(600);
  await call(fragile, client);
  await expect(page.getByRole('button', { name: 'Show new requests: 11 new' })).toBeVisible();
  await page.getByRole('button', { name: /Show new requests/ }).click();
  await expect(counts).toContainText(/^51 /);
  await expect(page.getByRole('grid')).toHaveAttribute('aria-rowcount', '52');
  await way.close();
});

test('one agent in a loop in three conversations is one agent, with its three conversations', async ({
  look,
  fragile,
}) => {
  const turns = (task: string) => [
    { role: 'system', content: 'You are an agent.' },
    { role: 'user', content: task },
    ...Array.from({ length: 4 }, () => [
      { role: 'assistant', content: '{"tool_name":"memory_load","tool_args":{"query":"models"}}' },
      { role: 'user', content: '{"tool_name":"memory_load","tool_result":"No memories found."}' },
    ]).flat(),
  ];
  for (const task of ['Sort the shelf.', 'Water the plants.', 'Count the sheep.']) {
    const answer = await fetch(`${fragile.baseUrl}/api/chat`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-festinger-client': 'circling' },
      body: JSON.stringify({ model: 'qwen2.5:7b', stream: false, messages: turns(task) }),
    });
    expect(answer.status).toBe(200);
    await answer.text();
  }
  const { page, expectAccessible } = await look();
  const card = page.getByRole('article', { name: 'Loops of circling' });
  await expect(card).toHaveCount(1);
  await expect(card).toContainText('3 conversations');
  await expect(card.getByRole('listitem')).toHaveCount(3);
  await expect(card.getByRole('button', { name: 'Let it go on' })).toHaveCount(3);
  await expect(page.getByRole('article', { name: /^Loops of/ })).toHaveCount(1);
  await expect(sentence(page)).toContainText('1 agent goes in circles.');
  await expectAccessible('an agent in three loops');
  for (let left = 3; left > 0; left--) {
    await expect(card.getByRole('listitem')).toHaveCount(left);
    await card.getByRole('button', { name: 'Let it go on' }).first().click();
  }
  await expect(sentence(page)).toContainText('All well.');
});
