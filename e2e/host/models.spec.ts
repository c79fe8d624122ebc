// Journey of a model over a Festinger of its own, in which nobody else asks for it: it is pulled as a task, used by an agent, and let go.
import { approveOn, outcomeOn } from '../support/approve.ts';
import { expect, NOTHING_AHEAD, pages, test } from '../support/console-page.ts';
import { type RunningFestinger, startFestinger } from '../support/festinger.ts';

const model = 'llama3.2:3b';

let running: RunningFestinger;
test.beforeAll(async () => {
  running = await startFestinger(['--demo', '--no-agents', '--no-sessions', '--no-evidence']);
});
test.afterAll(async () => {
  await running?.stop();
});

test('a model is pulled as a task that can be watched, then let go', async ({ browserOfOurs }) => {
  const opened = pages(browserOfOurs);
  const { page, go } = await opened.open(running, {}, async (fresh) => {
    await fresh.addInitScript(NOTHING_AHEAD);
  });
  const inspector = page.getByRole('complementary', { name: 'Inspector' });
  const route = `resources/${encodeURIComponent(`model:demo:${model}`)}`;
  await go(route);
  await inspector.getByRole('button', { name: 'Pull', exact: true }).click();
  await approveOn(page);
  await go('jobs');
  await expect(
    page
      .getByRole('main')
      .getByText(new RegExp(`pull.*${model}`, 'i'))
      .first(),
  ).toBeVisible();

  const body = JSON.stringify({ model });
  expect((await fetch(`${running.baseUrl}/api/generate`, { method: 'POST', body })).status).toBe(200);
  await go(route);
  await inspector.getByRole('button', { name: 'Unload', exact: true }).click();
  await approveOn(page);
  await expect(outcomeOn(page)).toHaveCount(1);
  const { models } = (await (await fetch(`${running.baseUrl}/api/ps`)).json()) as {
    models: { name: string }[];
  };
  expect(models.map((one) => one.name)).not.toContain(model);
  expect(await opened.close()).toEqual([]);
});
