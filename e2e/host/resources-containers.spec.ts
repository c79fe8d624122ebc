// Journeys on Resources with a real container engine: a container is restarted by keyboard, stopped, started again by taking that back, and removed; each
// approved, proven and in the audit. Where there is none, they are skipped and say why.
import { randomUUID } from 'node:crypto';
import type { TestEngine } from '../../src/main/infra/testing/container-engine.ts';
import { startPodman } from '../../src/main/infra/testing/podman.ts';
import { approveOn, outcomeOn } from '../support/approve.ts';
import { expect, NOTHING_AHEAD, pages, test } from '../support/console-page.ts';
import { type RunningFestinger, startFestinger } from '../support/festinger.ts';

let engine: TestEngine | null = null;
let missing = 'not started';
let running: RunningFestinger | null = null;
const name = `web-${randomUUID().slice(0, 8)}`;

/** In its environment and in its log; on no page. */
const SECRET = 'zq81-corridor-Lamp-56';

test.describe.configure({ mode: 'serial' });
test.beforeAll(async () => {
  test.setTimeout(180_000);
  const started = await startPodman();
  if ('missing' in started) {
    missing = started.missing;
    return;
  }
  engine = started;
  const says = `i=0; while true; do echo "line $i"; echo "password=${SECRET}"; i=$((i+1)); sleep 1; done`;
  await engine.started(name, ['sh', '-c', says], { Env: [`DB_PASSWORD=${SECRET}`] });
  process.env.DOCKER_HOST = `unix://${engine.socket}`;
  running = await startFestinger(['--demo', '--no-agents', '--no-sessions', '--no-evidence']);
});
test.afterAll(async () => {
  await running?.stop();
  await engine?.[Symbol.asyncDispose]();
});

test('a container is restarted by keyboard, approved, proven, and in the audit, and none of its secrets is on a page', async ({
  browserOfOurs,
}) => {
  test.skip(engine === null, missing);
  if (engine === null || running === null) return;
  const before = (await engine.docker.getContainer(name).inspect()).State.StartedAt;
  const opened = pages(browserOfOurs);
  const { page, go, expectAccessible } = await opened.open(running, {}, async (fresh) => {
    await fresh.addInitScript(NOTHING_AHEAD);
  });
  await go('resources');
  const list = page.getByRole('treegrid', { name: 'Resources' });
  const inspector = page.getByRole('complementary', { name: 'Inspector' });
  await list.focus();
  await page.keyboard.press('/');
  await page.keyboard.type(name);
  await expect(list.getByRole('row').filter({ hasText: name })).toHaveCount(1);
  await list.focus();
  await page.keyboard.press('End');
  await expect(inspector.getByRole('heading', { level: 2 })).toHaveText(name);

  const log = inspector.getByRole('region', { name: 'Lines of the log' });
  await expect(log.getByText(/^line \d+$/).first()).toBeVisible();
  await expect(inspector.getByText('The values never leave the host')).toBeVisible();
  await expect(log.getByText('password=[redacted]').first()).toBeVisible();
  await expect(inspector.getByText('DB_PASSWORD')).toBeVisible();
  expect(await page.content()).not.toContain(SECRET);
  await expectAccessible('a container');

  await page.keyboard.press('.');
  await page.keyboard.type('Rest');
  await page.keyboard.press('Enter');
  const approve = inspector.getByRole('button', { name: 'Approve' });
  await expect(approve).toBeVisible();
  await expect(async () => {
    await page.keyboard.press('a');
    await expect(approve).toHaveCount(0, { timeout: 1500 });
  }).toPass();
  const outcome = inspector.getByRole('region', { name: 'What came of it' });
  await expect(outcome.getByText('Done', { exact: true })).toBeVisible({ timeout: 30_000 });
  await expect(outcome.getByText('Verified')).toBeVisible();
  expect((await engine.docker.getContainer(name).inspect()).State.StartedAt).not.toBe(before);
  await go('audit?view=agent');
  await expect(page.getByRole('row').filter({ hasText: name }).first()).toBeVisible();
  expect(await page.content()).not.toContain(SECRET);
  expect(await opened.close()).toEqual([]);
});

test('a container is stopped, started again by taking that back, and removed with its name typed', async ({
  browserOfOurs,
}) => {
  test.skip(engine === null, missing);
  if (engine === null || running === null) return;
  const { docker } = engine;
  const isRunning = async () => (await docker.getContainer(name).inspect()).State.Running;
  const opened = pages(browserOfOurs);
  const { page, go, expectAccessible } = await opened.open(running, {}, async (fresh) => {
    await fresh.addInitScript(NOTHING_AHEAD);
  });
  const { Id: id } = await docker.getContainer(name).inspect();
  await go('resources');
  await page.getByRole('treegrid', { name: 'Resources' }).getByRole('row').filter({ hasText: name }).click();
  const inspector = page.getByRole('complementary', { name: 'Inspector' });
  await inspector.getByRole('button', { name: 'Stop', exact: true }).click();
  const approve = page.getByRole('button', { name: 'Approve' });
  await approveOn(page);
  expect(await isRunning()).toBe(false);

  await outcomeOn(page).getByRole('button', { name: 'Take it back…' }).click();
  await expect(page.getByRole('heading', { name: /^Start container/ })).toBeVisible();
  expect(await isRunning()).toBe(false);
  await approveOn(page);
  expect(await isRunning()).toBe(true);
  await expectAccessible('what was taken back');

  // Only what does not run is removed.
  await outcomeOn(page).getByRole('button', { name: 'Take it back…' }).click();
  await approveOn(page);
  const scrolled = await page.evaluate(
    "Math.max(...[...document.querySelector('main').children].map((one) => one.scrollTop))",
  );
  expect(scrolled, 'the screen behind the card stays where it is').toBe(0);
  await inspector.getByRole('button', { name: 'Ends or removes it' }).click();
  await page.getByRole('menuitem', { name: 'Remove' }).click();
  await inspector.getByRole('button', { name: 'Remove…' }).click();
  await expect(approve).toBeDisabled();
  await inspector.getByLabel(`Type ${name}`).fill(name);
  await approveOn(page);
  await expect(docker.getContainer(id).inspect()).rejects.toMatchObject({ statusCode: 404 });
  expect(await opened.close()).toEqual([]);
});
