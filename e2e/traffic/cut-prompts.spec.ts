// A prompt that is longer than its model's context is seen where one looks: in its row, in its request and on the Overview; and the context
// length that is set there goes out with the next request.
import { expect, test } from '../support/console-page.ts';

const MODEL = 'qwen2.5:7b';
const PROMPT = 'word '.repeat(9000).trim();

test('a cut prompt is marked, and its model gets a longer context', async ({ open, festinger }) => {
  const send = async (options: object) => {
    const response = await fetch(`${festinger.baseUrl}/api/chat`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-festinger-client': 'cut-client' },
      body: JSON.stringify({
        model: MODEL,
        stream: false,
        messages: [{ role: 'user', content: PROMPT }],
        options,
      }),
    });
    expect(response.status).toBe(200);
    return (await response.json()) as { prompt_eval_count: number };
  };
  expect((await send({ num_ctx: 4096 })).prompt_eval_count).toBe(2050);
  const { page, go, expectAccessible } = await open();
  await go('traffic?client=cut-client');
  await expect(
    page.getByRole('img', { name: 'Prompt cut to 2,050 tokens; about 11,000 were sent.' }),
  ).toBeVisible();
  await page
    .getByRole('row', { name: /cut-client/ })
    .first()
    .click();
  await expect(page.getByText(`The context of ${MODEL} is 4,096 tokens.`, { exact: false })).toBeVisible();
  await expect(page.getByText('The client sets num_ctx itself. Raise it in the client.')).toBeVisible();
  await expectAccessible('a request whose prompt was cut');

  // What the proxy adds itself can be raised where it is read.
  await go('settings?tab=all&setting=model_context_lengths');
  const field = page.getByLabel(/Context lengths of models/).first();
  await field.fill(`${MODEL}=4096`);
  await field.press('Enter');
  await expect(page.getByText(/Context lengths of models: /)).toBeVisible();
  expect((await send({})).prompt_eval_count).toBe(2050);
  await go('overview');
  for (const viewport of [
    { width: 390, height: 844 },
    { width: 1280, height: 800 },
  ]) {
    await page.setViewportSize(viewport);
    const card = page.getByRole('article', { name: `Cut prompts of ${MODEL}` });
    await expect(card).toContainText('Prompt cut to 2,050 tokens; about 11,000 were sent.');
    await expectAccessible(`an Overview with a cut prompt, ${viewport.width}`);
    if (process.env.CUT_SHOTS) {
      await card.scrollIntoViewIfNeeded();
      await page.screenshot({ path: `${process.env.CUT_SHOTS}-${viewport.width}.png` });
    }
  }
  const card = page.getByRole('article', { name: `Cut prompts of ${MODEL}` });
  await card.getByLabel(`Context length (num_ctx) for ${MODEL}`).fill('16384');
  await card.getByRole('button', { name: 'Set', exact: true }).click();
  await expect(
    page.getByText(`${MODEL}: requests that set no num_ctx get 16,384 tokens from now on.`),
  ).toBeVisible();
  expect((await send({})).prompt_eval_count).toBeGreaterThan(9000);
  await expect(card).toBeHidden();
});
