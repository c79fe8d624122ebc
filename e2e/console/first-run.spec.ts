// The beginning: an installation that nobody has set up shows six steps with what the program finds, by mouse and by keyboard alone; agents
// connect by a line of their kind whose light turns on; the demo goes in one click and leaves what one told oneself.
import type { Browser, Page } from '@playwright/test';
import { type DemoUpstream, startDemoUpstream } from '../../src/main/fixtures/upstream.ts';
import {
  type Console,
  expect,
  overflow,
  pages,
  recalled,
  sendPrompt,
  tell,
  test,
} from '../support/console-page.ts';
import { type RunningFestinger, startFestinger } from '../support/festinger.ts';

test.describe.configure({ timeout: 150_000 });

const NOWHERE = ['--upstream', 'http://127.0.0.1:9'];

interface Stage {
  readonly festinger: RunningFestinger;
  readonly upstream: DemoUpstream;
  open(options?: Parameters<ReturnType<typeof pages>['open']>[1]): Promise<Console>;
}

/** A program of the test's own, and a model server beside it that it does not know of. */
async function onStage(
  browser: Browser,
  args: string[],
  act: (stage: Stage) => Promise<void>,
): Promise<void> {
  const upstream = await startDemoUpstream();
  const festinger = await startFestinger(args);
  const opened = pages(browser);
  try {
    await act({ festinger, upstream, open: (options) => opened.open(festinger, options) });
    expect(await opened.close()).toEqual([]);
  } finally {
    await opened.close();
    await festinger.stop();
    await upstream.close();
  }
}

const step = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name }).first();

/** Tabs until what has the focus is called that. */
async function tabTo(page: Page, name: string | RegExp): Promise<void> {
  for (let i = 0; i < 60; i++) {
    await page.keyboard.press('Tab');
    const focused = page.locator(':focus');
    const label = (await focused.getAttribute('aria-label')) ?? (await focused.textContent()) ?? '';
    if (typeof name === 'string' ? label === name : name.test(label)) return;
  }
  throw new Error(`no way by Tab to ${String(name)}`);
}

test('a fresh installation is set up by mouse, and never asks again', async ({ browserOfOurs }) => {
  await onStage(browserOfOurs, NOWHERE, async ({ festinger, upstream, open }) => {
    const { page, expectAccessible } = await open();
    await expect(page.getByRole('heading', { name: 'Set up Festinger in six steps' })).toBeVisible();
    const server = step(page, '2. Model server');
    await expect(server).toContainText('http://127.0.0.1:9 does not answer');
    await expect(step(page, '1. Data folder')).toContainText(`${festinger.dataDir} can be written`);
    await expect(step(page, '3. Database')).toContainText('takes writes');
    await expectAccessible('the first run');

    const address = page.getByLabel('Address of the model server');
    await address.fill('http://127.0.0.1:1');
    await page.getByRole('button', { name: 'Test and use it' }).click();
    // Said beside the field; the step itself speaks of the address that is used.
    await expect(page.getByText('nothing listens there')).toHaveCount(2);
    await address.fill(upstream.url);
    await expect(page.getByText('nothing listens there')).toHaveCount(1);
    await page.getByRole('button', { name: 'Test and use it' }).click();
    await expect(page.getByText(`${upstream.url} answers and is used from now on.`)).toBeVisible();

    await page.getByRole('button', { name: 'Skip: Cloud model' }).click();
    await expect(step(page, '4. Cloud model')).toContainText('skipped');
    await sendPrompt(festinger.baseUrl, 'Is anybody there?', 'first-agent');
    await expect(step(page, '5. First request')).toContainText('The first request came from first-agent');
    await expect(step(page, '6. Reader')).toContainText('to do');
    await page.getByRole('button', { name: 'Set it up: Reader' }).click();
    await page.getByRole('button', { name: 'Model that reads' }).click();
    await page.getByRole('option', { name: 'qwen2.5:7b' }).click();
    await step(page, '6. Reader').getByRole('button', { name: 'Turn on' }).click();
    await expect(step(page, '6. Reader')).toContainText('qwen2.5:7b reads statements in prompts');
    await page.reload();
    await expect(step(page, '4. Cloud model'), 'what was skipped is kept by the core').toContainText(
      'skipped',
    );
    await page
      .getByRole('button', { name: /Overview$/ })
      .last()
      .click();
    await expect(page.getByRole('heading', { name: 'Agents come in at' })).toBeVisible();
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Agents come in at' })).toBeVisible();
    await page.getByRole('link', { name: 'Settings' }).click();
    await page.getByRole('radio', { name: 'Data' }).click();
    await page.getByRole('button', { name: 'Open the first run' }).click();
    await expect(page.getByRole('heading', { name: 'Set up Festinger in six steps' })).toBeVisible();
  });
});

test('a fresh installation is set up by keyboard alone, and in high contrast and on a phone', async ({
  browserOfOurs,
}) => {
  await onStage(browserOfOurs, NOWHERE, async ({ upstream, open }) => {
    const { page, expectAccessible } = await open({ forcedColors: 'active' });
    await expect(page.getByRole('heading', { name: 'Set up Festinger in six steps' })).toBeVisible();
    await expectAccessible('the first run in forced colours');
    await page.getByLabel('Address of the model server').focus();
    await page.keyboard.type(upstream.url);
    await page.keyboard.press('Enter');
    await expect(page.getByText('answers and is used from now on')).toBeVisible();
    await tabTo(page, 'Skip: Cloud model');
    await page.keyboard.press('Enter');
    await expect(step(page, '4. Cloud model')).toContainText('skipped');
    await tabTo(page, 'Take it up: Cloud model');
    await page.keyboard.press('Enter');
    await expect(step(page, '4. Cloud model')).not.toContainText('skipped');
    await tabTo(page, 'Skip the rest and go to the Overview');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: /Connect an agent/ })).toBeVisible();
    await page.keyboard.press('Control+k');
    await page.keyboard.type('first run');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'Set up Festinger in six steps' })).toBeVisible();
    const phone = await open({ viewport: { width: 390, height: 844 }, contrast: 'more' });
    await phone.go('overview?start=yes');
    await expect(phone.page.getByRole('heading', { name: 'Set up Festinger in six steps' })).toBeVisible();
    expect(await overflow(phone.page)).toBeLessThanOrEqual(0);
    await phone.expectAccessible('the first run on a phone in high contrast');
  });
});

test('a light turns on with the first request of its kind, and says where a key goes', async ({
  browserOfOurs,
}) => {
  await onStage(browserOfOurs, [], async ({ festinger, open }) => {
    const call = (path: string, body: object) =>
      fetch(`${festinger.baseUrl}/api/console/${path}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${festinger.token}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
    await call('start', { open: false });
    const { page, expectAccessible } = await open();
    const line = (name: string) =>
      page.getByRole('listitem').filter({ has: page.getByText(name, { exact: true }) });
    await expect(
      page.getByText(`OPENAI_BASE_URL=${festinger.baseUrl}/v1 OPENAI_API_KEY=ollama`),
    ).toBeVisible();
    await expect(line('Anthropic')).toContainText('waiting for the first request');
    await expectAccessible('Connect before anybody came');
    await fetch(`${festinger.baseUrl}/v1/messages`, {
      method: 'POST',
      headers: { 'user-agent': 'Anthropic/Python 0.60.0', 'x-festinger-client': 'coder' },
      body: '{}',
    });
    const kinds = page.getByRole('button', { name: '1 of 5 kinds connected' });
    await expect(kinds).toHaveAttribute('aria-expanded', 'false');
    await kinds.focus();
    await page.keyboard.press('Enter');
    await expect(line('Anthropic')).toContainText(/first request \d\d:\d\d from coder Anthropic\/Python/);
    await expect(line('OpenAI')).toContainText('waiting for the first request');
    // Another agent is connected over the same wire.
    await fetch(`${festinger.baseUrl}/v1/messages`, {
      method: 'POST',
      headers: { 'user-agent': 'claude-cli/2.0.14 (external, cli)', 'x-festinger-client': 'night-shift' },
      body: '{}',
    });
    await expect(line('Anthropic')).toContainText(/newest \d\d:\d\d from night-shift claude-cli\/2\.0\.14/);
    await page.reload();
    await expect(page.getByRole('button', { name: '1 of 5 kinds connected' })).toBeVisible();

    await call('system/settings', { key: 'client_keys_required', value: true });
    await page.reload();
    await page.getByRole('button', { name: '1 of 5 kinds connected' }).click();
    await expect(page.getByText(/Agents need a client key here/)).toBeVisible();
    await expect(line('curl')).toContainText('Authorization: Bearer fk-YOUR-KEY');
    await expectAccessible('Connect with keys');
  });
});

test('what waits is in sight, and no trend is made up', async ({ open }) => {
  for (const viewport of [
    { width: 1280, height: 800 },
    { width: 1024, height: 768 },
    { width: 390, height: 844 },
  ]) {
    const { page } = await open({ viewport });
    const waits = page.getByRole('link', { name: /conflicts? to look at/ });
    await expect(waits).toBeInViewport({ ratio: 1 });
    await expect(page.getByText('Added latency')).toHaveCount(1);
    await expect(page.getByText(/added per prompt|^added /)).toHaveCount(0);
    await expect(page.locator('main').getByText(/^[↑↓] |no trend|^steady$/)).toHaveCount(0);
    expect(await overflow(page)).toBeLessThanOrEqual(0);
  }
});

test('the demo is removed by mouse, can be undone as far as facts go, and stays away', async ({
  browserOfOurs,
}) => {
  await onStage(browserOfOurs, ['--demo', '--no-sessions'], async ({ festinger, open }) => {
    await tell(festinger, 'my_printer -isa printer');
    const { page, expectAccessible } = await open();
    await page.getByRole('main').getByRole('button', { name: 'Remove the demo' }).click();
    const question = page.getByRole('dialog', { name: 'Remove the demo' });
    await expect(question).toContainText('what you told stays');
    await expectAccessible('the question about the demo');
    await page.keyboard.press('Escape');
    await expect(question).toBeHidden();
    await page.getByRole('main').getByRole('button', { name: 'Remove the demo' }).click();
    await question.getByRole('button', { name: 'Remove the demo' }).click();
    await expect(page.getByText(/The demo is removed: \d+ facts/)).toBeVisible({ timeout: 20_000 });
    await expect(page.getByRole('heading', { name: 'Set up Festinger in six steps' })).toBeVisible();
    await expect(page.getByText('1 fact about 1 concept')).toBeVisible();
    await expect(page.getByText('demo data')).toHaveCount(0);
    expect(await recalled(festinger, 'gnommoweb')).toBeNull();
    expect(await recalled(festinger, 'my_printer')).toContain('printer');
    await page.keyboard.press('Control+z');
    await expect.poll(() => recalled(festinger, 'gnommoweb')).toContain('gnommoweb');
    await page.keyboard.press('Control+Shift+z');
    await expect.poll(() => recalled(festinger, 'gnommoweb')).toBeNull();
    await page.close();
    await festinger.kill();
    await festinger.revive();
    expect(await recalled(festinger, 'gnommoweb'), 'not after a restart with --demo').toBeNull();
    expect(await recalled(festinger, 'my_printer')).toContain('printer');
  });
});

test('the demo is removed by keyboard alone', async ({ browserOfOurs }) => {
  await onStage(browserOfOurs, ['--demo', '--no-agents', '--no-sessions'], async ({ open }) => {
    const { page, go } = await open();
    await go('findings');
    await expect(page.getByRole('main')).toContainText('known exploited');
    await go('overview');
    await page.keyboard.press('Control+k');
    await page.keyboard.type('remove the demo');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog', { name: 'Remove the demo' })).toBeVisible();
    await tabTo(page, 'Remove the demo');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'Set up Festinger in six steps' })).toBeVisible({
      timeout: 20_000,
    });
    await go('findings');
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
    await expect(page.getByRole('main')).toContainText('No evidence imported yet');
    await go('briefs');
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
    await expect(page.getByRole('main').getByRole('row')).toHaveCount(0);
    await go('traffic');
    await expect(page.getByRole('main').getByRole('gridcell')).toHaveCount(0);
  });
});
