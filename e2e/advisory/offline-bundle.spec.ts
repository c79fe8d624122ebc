// Two hosts without a network between them: everything is written into one signed file on the one, verified with nothing that runs, and taken in on the other after a dry run. What
// was changed on the way is refused by its name; nothing changes before the last step; what breaks in the middle says what is safe.
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Page, WebSocketRoute } from '@playwright/test';
import { briefBundleOf, bundleOf, chooseBundle, filled, publicKeyOf, tampered } from '../support/bundles.ts';
import {
  test as base,
  type Console,
  expect,
  NOTHING_AHEAD,
  overflow,
  pages,
  recalled,
  tell,
} from '../support/console-page.ts';
import { type RunningFestinger, startFestinger } from '../support/festinger.ts';

const DEMO = ['--demo', '--no-agents', '--no-sessions'];
const CLI = join(import.meta.dirname, '..', '..', 'out', 'main', 'cli.js');
const run = promisify(execFile);

type OpenAt = (
  host: RunningFestinger,
  how?: { width?: number; prepare?: (page: Page) => Promise<void> },
) => Promise<Console>;
/** A refused connection and a broken upload are what is done to some; of nothing else a console may complain. */
const DONE_TO_IT =
  /ERR_CONNECTION|ERR_FAILED|ERR_EMPTY_RESPONSE|ERR_SOCKET_NOT_CONNECTED|WebSocket connection|status of 40[14]/;

const test = base.extend<
  { openAt: OpenAt; empty: RunningFestinger },
  { source: RunningFestinger; carried: { readonly bytes: Buffer; readonly pem: string } }
>({
  source: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures it needs from the pattern
    async ({}, use) => {
      const running = await filled(await startFestinger(DEMO));
      await use(running);
      await running.stop();
    },
    { scope: 'worker' },
  ],
  /** What is carried, and the key that comes by another way. */
  carried: [
    async ({ source }, use) => use({ bytes: await bundleOf(source), pem: await publicKeyOf(source) }),
    { scope: 'worker' },
  ],
  // biome-ignore lint/correctness/noEmptyPattern: as above
  empty: async ({}, use) => {
    const running = await startFestinger();
    await use(running);
    await running.stop();
  },
  openAt: async ({ browserOfOurs }, use) => {
    const opened = pages(browserOfOurs);
    await use((host, { width = 1280, prepare } = {}) =>
      opened.open(host, { viewport: { width, height: 900 }, reducedMotion: 'reduce' }, async (page) => {
        await page.addInitScript(NOTHING_AHEAD);
        await prepare?.(page);
      }),
    );
    expect((await opened.close()).filter((each) => !DONE_TO_IT.test(each))).toEqual([]);
  },
});

const step = (page: Page, title: string) =>
  page
    .getByRole('list', { name: /^Steps of the/ })
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: title }) });
const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).click();
const file = (name: string, text: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(text) });

/** What is pasted, verified with, and known then. */
async function giveKey(page: Page, pem: string): Promise<void> {
  await page.getByLabel('Public key of who made it').fill(pem);
  await press(page, 'Verify with this key');
  await expect(step(page, 'Verify it')).toContainText('Signed by the key');
}

/** From the verified file to what a dry run says. */
async function tryIt(page: Page): Promise<void> {
  await press(page, 'Try it: what would it do?');
  await expect(page.getByRole('button', { name: 'Go on to taking it in' })).toBeVisible();
}

const row = (page: Page, kind: string) =>
  page.getByRole('table', { name: 'What comes of each kind' }).getByRole('row').filter({ hasText: kind });

test('an export is chosen, looked at, written and verified, and its line verifies it where nothing runs', async ({
  source,
  openAt,
}) => {
  const { page, go, expectAccessible } = await openAt(source);
  await go('offline');
  await expect(page.getByText('No bundle lies here yet.')).toBeVisible();
  await expectAccessible('the scope of an export');
  await press(page, 'Look at what goes in');
  await expect(step(page, 'Look at it first')).toContainText(/\d+ KB in \d+ files/);
  await expect(step(page, 'Look at it first')).toContainText('Documents of evidence');
  await expect(step(page, 'Look at it first')).toContainText(
    /Chain of events: \d+ events, ending in [0-9a-f]{16}/,
  );
  await expect(step(page, 'Choose what goes in')).toContainText(
    'All projects; with evidence and memory; signed with the usual key',
  );
  await expectAccessible('the preview of an export');
  await press(page, 'Write the bundle');
  const verify = step(page, 'Verify it');
  await expect(verify).toContainText(/Whole: \d+ files with .* each as its hash says\./);
  await expect(verify).toContainText(/Signed by the key\s*[0-9a-f]{12}\s*of this host/);
  await expectAccessible('a verified export');

  const folder = mkdtempSync(join(tmpdir(), 'festinger-carried-'));
  const line =
    (await verify.locator('code').filter({ hasText: 'festinger verify-bundle' }).textContent()) ?? '';
  const [, , name = '', , key = ''] = line.split(' ');
  const keep = async (button: RegExp) => {
    const down = page.waitForEvent('download');
    await verify.getByRole('button', { name: button }).click();
    const got = await down;
    await got.saveAs(join(folder, got.suggestedFilename()));
    return got.suggestedFilename();
  };
  expect(await keep(/^Download festinger-all/)).toBe(name);
  expect(await keep(/^Download the key/)).toBe(key);
  const { stdout } = await run(process.execPath, [CLI, ...line.split(' ').slice(1)], { cwd: folder });
  expect(stdout).toMatch(/^ok: .*signed by/);
});

test('on an empty host it is verified with its key, tried without effect, and taken in with chain and all', async ({
  source,
  carried,
  empty,
  openAt,
}) => {
  const { page, go, expectAccessible } = await openAt(empty);
  await go('offline?view=import');
  await expect(page.getByText('Nothing on this host changes before the last step.')).toBeVisible();
  await expectAccessible('choosing a bundle');
  await chooseBundle(page, carried.bytes);
  await expect(page.getByText('Nobody is known to have made it.').first()).toBeVisible();
  await expect(step(page, 'Verify it')).not.toContainText('--key');
  await expectAccessible('a bundle of nobody who is known');
  await giveKey(page, carried.pem);
  await tryIt(page);
  await expect(step(page, 'Dry run')).toContainText(
    'This host has no memory of its own: it becomes what the bundle holds',
  );
  await expect(row(page, 'Documents of evidence')).toContainText(/\d+/);
  await expectAccessible('a dry run');
  const known = await recalled(source, 'gnommoweb');
  expect(known).not.toBeNull();
  expect(await recalled(empty, 'gnommoweb'), 'a dry run changes nothing').toBeNull();
  await press(page, 'Go on to taking it in');
  await press(page, 'Take it in');
  await expectAccessible('the question before a bundle is taken in');
  await press(page, 'Take carried.tar in now');
  await expect(step(page, 'Take it in')).toContainText(
    'Taken in: this host is what the bundle holds now, chain of events and all.',
  );
  await expectAccessible('a bundle that was taken in');
  expect(await recalled(empty, 'gnommoweb')).toBe(known);
  await page.getByRole('link', { name: 'Open Briefs' }).click();
  await expect(page.getByText('3 briefs.')).toBeVisible();
});

test('on a host with a memory of its own it joins; from nobody who is known only after a tick', async ({
  carried,
  empty,
  openAt,
}) => {
  await tell(empty, 'hypatia -isa teapot', 'e2e-own -isa teapot');
  const { page, go } = await openAt(empty);
  await go('offline?view=import');
  await chooseBundle(page, carried.bytes);
  await tryIt(page);
  const trial = step(page, 'Dry run');
  await expect(trial).toContainText('What is new joins what is here; nothing of this host is replaced.');
  await expect(trial).toContainText('its chain of events is not taken');
  await expect(row(page, 'Public keys')).toContainText('1 not taken: nobody is known to vouch for it');
  await press(page, 'Go on to taking it in');
  const take = page.getByRole('button', { name: 'Take it in', exact: true });
  await expect(take).toBeDisabled();
  await page.getByRole('checkbox', { name: 'I know where it came from' }).check();
  await take.click();
  await press(page, 'Not yet');
  await take.click();
  await press(page, 'Take carried.tar in now');
  await expect(step(page, 'Take it in')).toContainText('Taken in: what was new has joined what is here');
  expect(await recalled(empty, 'e2e-own')).toContain('teapot');
  expect(await recalled(empty, 'gnommoweb')).not.toBeNull();
});

test('a bundle of one brief is taken in where it is given to somebody, and is read there with its signature', async ({
  source,
  empty,
  openAt,
}) => {
  const { bytes, pem } = await briefBundleOf(source);
  const { page, go, expectAccessible } = await openAt(empty);
  await go('offline?view=import');
  await chooseBundle(page, bytes, 'brief.tar');
  await giveKey(page, pem);
  await tryIt(page);
  await expect(row(page, 'Briefs')).toContainText(/1/);
  await press(page, 'Go on to taking it in');
  await press(page, 'Take it in');
  await press(page, 'Take brief.tar in now');
  await expect(step(page, 'Take it in')).toContainText('Taken in: what was new has joined what is here');
  await page.getByRole('link', { name: 'Open Briefs' }).click();
  await expect(page.getByText('1 brief.')).toBeVisible();
  await page
    .getByRole('row')
    .filter({ hasText: /CVE|GHSA|concept/ })
    .first()
    .click();
  await expect(page.getByText('Signature valid.')).toBeVisible();
  await expect(
    page.getByText('Created on another host and imported with the bundle brief.tar.'),
  ).toBeVisible();
  await expectAccessible('a brief that came in a bundle');
});

test('a file that was changed on the way is refused by its name, and goes no further', async ({
  carried,
  empty,
  openAt,
}) => {
  const { page, go, expectAccessible } = await openAt(empty);
  await go('offline?view=import');
  const { bytes, name } = tampered(carried.bytes, 'graph.jsonl');
  await page.getByLabel('Public key of who made it').fill(carried.pem);
  await chooseBundle(page, bytes);
  await expect(page.getByRole('alert')).toContainText(`Refused: ${name}`);
  await expect(page.getByRole('alert')).toContainText('Trust nothing in this bundle.');
  await expect(page.getByRole('button', { name: /^Try it/ })).toHaveCount(0);
  await expectAccessible('a refused bundle');
  await press(page, 'Take in another');
  await expect(page.getByRole('button', { name: 'Choose the bundle' })).toBeVisible();
  await chooseBundle(page, Buffer.from('no bundle at all'), 'letter.tar');
  await expect(page.getByRole('alert')).toContainText('This file is no bundle');
  await expect(page.getByRole('alert')).toContainText('It is text.');
  await expectAccessible('what is no bundle');
});

test('what lies on the host is verified where it stands, and removed by its name', async ({
  empty,
  openAt,
}) => {
  await tell(empty, 'gnommoweb -isa repo');
  const { page, go, expectAccessible } = await openAt(empty);
  await go('offline');
  await page.getByRole('radio', { name: 'Project default' }).click();
  await press(page, 'Look at what goes in');
  await press(page, 'Write the bundle');
  const list = page.getByRole('list', { name: 'Bundles on this host' });
  const name = (await list.locator('code').first().textContent()) ?? '';
  expect(name).toMatch(/^festinger-default-[0-9a-f]{16}\.tar$/);
  // Asked again while the way's own verification is under way, it would be given that one's answer.
  await expect(step(page, 'Verify it')).toContainText('Whole:');
  const path = join(empty.dataDir, 'bundles', name);
  writeFileSync(path, tampered(readFileSync(path), 'graph.jsonl').bytes);
  await press(page, `Verify ${name}`);
  await expect(list.getByRole('alert')).toContainText('Refused: graph.jsonl');
  await expectAccessible('a bundle that was changed where it lies');
  await press(page, `Remove ${name}`);
  await press(page, `Remove ${name} for good`);
  await expect(page.getByText('No bundle lies here yet.')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Bundles on this host' })).toBeFocused();
});

test('by keyboard alone: the focus goes along with the steps, Escape closes one that was opened again', async ({
  source,
  openAt,
}) => {
  const { page, go } = await openAt(source);
  await go('offline');
  const look = page.getByRole('button', { name: 'Look at what goes in' });
  await look.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Look at it first' })).toBeFocused();
  await expect(page.getByRole('button', { name: 'Write the bundle' })).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Write the bundle' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(step(page, 'Verify it')).toContainText('Whole:');
  await expect(page.getByRole('heading', { name: 'Verify it', level: 2 })).toBeFocused();
  await page.getByRole('button', { name: 'Show step 1' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Choose what goes in' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('heading', { name: 'Verify it', level: 2 })).toBeFocused();
  await expect(step(page, 'Verify it')).toContainText('Whole:');
  await page.keyboard.press('i');
  await expect(page).toHaveURL(/view=import/);
  await page.keyboard.press('Control+k');
  await page.keyboard.type('begin the export anew');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Look at what goes in' })).toBeVisible();
});

/** Cuts the wire to the page when a call of this name was answered, before the page hears of it; once. */
const cutsAnswerOf = (call: string, when: (message: string) => boolean) => async (page: Page) => {
  let isCut = false;
  await page.routeWebSocket(/\/rpc$/, (socket: WebSocketRoute) => {
    const core = socket.connectToServer();
    let awaited: string | null = null;
    socket.onMessage((message) => {
      const { i, p } = JSON.parse(message.toString()) as { i: string; p?: { u?: string } };
      if (!isCut && p?.u?.endsWith(call) && when(message.toString())) awaited = i;
      core.send(message);
    });
    core.onMessage((message) => {
      const { i } = JSON.parse(message.toString()) as { i: string };
      if (awaited === null || i !== awaited) return socket.send(message);
      isCut = true;
      void socket.close();
      void core.close();
    });
  });
};

test('where the connection breaks while it is taken in, asking again says what came of it, and nothing is done twice', async ({
  carried,
  empty,
  openAt,
}) => {
  const { page, go } = await openAt(empty, {
    prepare: cutsAnswerOf('/bundles/import', (text) => text.includes('"dryRun":false')),
  });
  await go('offline?view=import');
  await page.getByLabel('Public key of who made it').fill(carried.pem);
  await chooseBundle(page, carried.bytes);
  await tryIt(page);
  await press(page, 'Go on to taking it in');
  await press(page, 'Take it in');
  await press(page, 'Take carried.tar in now');
  const take = step(page, 'Take it in');
  await expect(take).toContainText(
    'The connection broke while it was taken in. Whatever was taken in by then is whole.',
  );
  await expect(page.getByRole('button', { name: 'Ask again' })).not.toHaveAttribute('aria-disabled', 'true');
  await press(page, 'Ask again');
  await expect(take).toContainText('Taken in: this host is what the bundle holds now');
});

test('what is sent and breaks is sent again; a reload goes on; a host that was started anew is told from one that refuses', async ({
  carried,
  openAt,
}) => {
  const host = await startFestinger();
  try {
    const { page, go } = await openAt(host);
    await page.route('**/files/bundle/upload', (route) => route.abort(), { times: 1 });
    await go('offline?view=import');
    await chooseBundle(page, carried.bytes);
    await expect(page.getByRole('alert')).toContainText('It was not sent. The connection broke.');
    await press(page, 'Send it again');
    await expect(step(page, 'Verify it')).toContainText('Nobody is known to have made it.');
    await page.reload();
    await expect(step(page, 'Choose the file')).toContainText('carried.tar');
    await expect(step(page, 'Verify it')).toContainText('Nobody is known to have made it.');
    await host.kill();
    await expect(page.getByRole('button', { name: 'Try it: what would it do?' })).toHaveAttribute(
      'aria-disabled',
      'true',
    );
    await host.revive();
    const tries = page.getByRole('button', { name: 'Try it: what would it do?' });
    await expect(tries).not.toHaveAttribute('aria-disabled', 'true', { timeout: 20_000 });
    await tries.click();
    await expect(step(page, 'Dry run')).toContainText('What was sent is not there any more');
    await press(page, 'Send it again');
    await expect(page.getByRole('button', { name: 'Choose the bundle' })).toBeVisible();
  } finally {
    await host.stop();
  }
});

/** Never answers a call of this name. */
const holdsAnswerOf = (call: string) => async (page: Page) => {
  await page.routeWebSocket(/\/rpc$/, (socket: WebSocketRoute) => {
    const core = socket.connectToServer();
    const held = new Set<string>();
    socket.onMessage((message) => {
      const { i, p } = JSON.parse(message.toString()) as { i: string; p?: { u?: string } };
      if (p?.u?.includes(call)) held.add(i);
      core.send(message);
    });
    core.onMessage((message) => {
      const { i } = JSON.parse(message.toString()) as { i: string };
      if (!held.has(i)) socket.send(message);
    });
  });
};

test('what takes long says so, and can be stopped without a trace', async ({ source, openAt }) => {
  const { page, go, expectAccessible } = await openAt(source, { prepare: holdsAnswerOf('/bundles/preview') });
  await go('offline');
  await press(page, 'Look at what goes in');
  await expect(page.getByText('Counting what would go in')).toBeVisible();
  await expect(page.getByRole('progressbar', { name: 'Counting what would go in' })).toBeVisible();
  await expectAccessible('a preview that takes long');
  await press(page, 'Stop');
  await expect(page.getByRole('button', { name: 'Look at what goes in' })).toBeVisible();
});

/** Pixels by which the screen is wider than its place: it scrolls by itself. */
const sideways = (page: Page): Promise<number> =>
  page.evaluate<number>(
    "(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)(document.querySelector('[data-drop] > div'))",
  );

for (const width of [390, 1024]) {
  test(`nothing sticks out at ${width} px, and axe is clean there on both ways`, async ({
    source,
    carried,
    openAt,
  }) => {
    const { page, go, expectAccessible } = await openAt(source, { width });
    const fits = async (what: string) => {
      expect(await overflow(page), `${what} sticks out sideways at ${width}`).toBeLessThanOrEqual(0);
      expect(await sideways(page), `${what} scrolls sideways at ${width}`).toBeLessThanOrEqual(0);
      await expectAccessible(`${what} at ${width}`);
    };
    await go('offline');
    await press(page, 'Look at what goes in');
    await expect(page.getByRole('button', { name: 'Write the bundle' })).toBeVisible();
    await fits('a preview');
    await press(page, 'Write the bundle');
    await expect(step(page, 'Verify it')).toContainText('Whole:');
    await fits('a verified export');
    await go('offline?view=import');
    await chooseBundle(page, tampered(carried.bytes, 'evidence/').bytes);
    await expect(page.getByRole('alert')).toBeVisible();
    await fits('a refusal');
    await press(page, 'Take in another');
    const chooser = page.waitForEvent('filechooser');
    await press(page, 'Choose a key file');
    await (await chooser).setFiles(file('PUB.pem', carried.pem));
    await expect(page.getByText('1 key', { exact: true })).toBeVisible();
    await chooseBundle(page, carried.bytes);
    await tryIt(page);
    await fits('a dry run');
    await page.emulateMedia({ contrast: 'more' });
    await expectAccessible(`a dry run in high contrast at ${width}`);
  });
}
