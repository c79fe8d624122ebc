// Journey on real parts: from a message in Chat to a restarted container, verified, with its row in Audit, all through the screen. The model is scripted,
// the engine is a real Podman. Where there is none, it is skipped and says why.
import { randomUUID } from 'node:crypto';
import type { TestEngine } from '../../src/main/infra/testing/container-engine.ts';
import { startPodman } from '../../src/main/infra/testing/podman.ts';
import { NOTHING_AHEAD, pages } from '../support/console-page.ts';
import {
  answers,
  calls,
  card,
  ended,
  expect,
  looks,
  newChat,
  say,
  says,
  startTalking,
  type Talking,
  test,
} from '../support/talking.ts';

let engine: TestEngine | null = null;
let missing = 'not started';
let talking: (Talking & AsyncDisposable) | null = null;
const name = `web-${randomUUID().slice(0, 8)}`;

test.beforeAll(async () => {
  test.setTimeout(180_000);
  const started = await startPodman();
  if ('missing' in started) {
    missing = started.missing;
    return;
  }
  engine = started;
  await engine.started(name, ['sh', '-c', 'while true; do echo still here; sleep 1; done']);
  process.env.DOCKER_HOST = `unix://${engine.socket}`;
  talking = await startTalking();
});
test.afterAll(async () => {
  await talking?.[Symbol.asyncDispose]();
  await engine?.[Symbol.asyncDispose]();
});

test('a message restarts a container: found, asked, approved, done once, proven, told, and in the audit', async ({
  browserOfOurs,
}) => {
  test.skip(engine === null, missing);
  if (engine === null || talking === null) return;
  const container = engine.docker.getContainer(name);
  const startedAt = async () => (await container.inspect()).State.StartedAt;
  const before = await startedAt();
  const opened = pages(browserOfOurs);
  const chat = await opened.open(talking.festinger, {}, async (fresh) => {
    await fresh.addInitScript(NOTHING_AHEAD);
  });
  const { page, go, expectAccessible } = chat;
  await newChat(chat);
  talking.script(
    looks(name),
    calls(['control', { resource: name, action: 'restart', arguments: { timeout_s: 1 } }]),
    says(`I have restarted ${name}; it runs.`),
  );
  await say(page, `Restart ${name}, please`);
  await expect(card(page)).toContainText(name);
  await expect(card(page)).toContainText('POST /containers/');
  expect(await startedAt(), 'nothing has happened before the word').toBe(before);
  await page.keyboard.press('Control+j');
  await page.keyboard.press('a');
  await expect(page.locator('[data-approve] button')).toBeFocused();
  await page.waitForTimeout(600);
  await page.keyboard.press('a');
  await expect(page.locator('[data-verified=yes]')).toBeVisible({ timeout: 30_000 });
  await expect(answers(page).last()).toContainText(`I have restarted ${name}; it runs.`);
  await expect(ended(page)).toContainText('Answered');
  const after = await startedAt();
  expect(after, 'it was started anew').not.toBe(before);
  expect((await container.inspect()).State.Running).toBe(true);
  await expectAccessible('a restarted container');

  await go('audit');
  await page.getByRole('radio', { name: 'Approvals' }).click();
  await page.getByRole('searchbox', { name: 'Search events' }).fill(name);
  await expect(page.getByRole('row').filter({ hasText: name }).first()).toBeVisible();
  await page.getByRole('row').filter({ hasText: name }).first().click();
  const inspector = page.getByRole('complementary', { name: 'Inspector' });
  await expect(inspector.getByText('In the chain')).toBeVisible();
  expect(await startedAt(), 'and not once more').toBe(after);
  expect(await opened.close()).toEqual([]);
});
