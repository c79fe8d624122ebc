// Promise: the palette acts before it finds: what the program can do, every setting by its name, screens; then concepts that facts are
// about, requests, conflicts. Ordinary words of the dictionary never. What it does is what the button does.
import { expect, test } from '../support/console-page.ts';

const items = '[role="menuitem"][data-key]';

test('pauses the proxy, says so with a way back, and opens it again by the keyboard alone', async ({
  open,
  festinger,
}) => {
  const { page, expectAccessible } = await open();
  await page.keyboard.press('Control+k');
  await page.keyboard.type('pause prox');
  await expect(page.locator(items).first()).toHaveAccessibleName(/^Pause the proxy/);
  await expectAccessible('the palette with commands');
  await page.keyboard.press('Enter');
  await expect(page.getByText('The proxy is paused; prompts wait')).toBeVisible();
  const modes = async () => {
    const headers = { authorization: `Bearer ${festinger.token}` };
    const answer = await fetch(`${festinger.baseUrl}/api/console/upstreams`, { headers });
    const { data } = (await answer.json()) as { data: { upstreams: { mode: string }[] } };
    return data.upstreams.map(({ mode }) => mode);
  };
  await expect.poll(modes).toEqual(['paused']);
  await page.keyboard.press('Control+z');
  await expect.poll(modes).toEqual(['open']);
});

test('leads to a setting by what people call it, with the focus on what changes it', async ({ open }) => {
  const { page } = await open();
  await page.keyboard.press('Control+k');
  await page.keyboard.type('longest recoll');
  await page.getByRole('menuitem', { name: /^Longest recollection/ }).waitFor();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/setting=recollection_max_chars/);
  await expect(page.getByRole('textbox', { name: 'Change: Longest recollection' })).toBeFocused();
  // Again from there, to another.
  await page.keyboard.press('Control+k');
  await page.keyboard.type('keep traffic over');
  await page.getByRole('menuitem', { name: /^Keep Traffic over a restart/ }).waitFor();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('switch', { name: 'Keep Traffic over a restart' })).toBeFocused();
});

test('finds concepts that facts are about, and no ordinary word', async ({ open }) => {
  const { page } = await open();
  await page.keyboard.press('Control+k');
  await page.keyboard.type('hypatia');
  await expect(page.getByRole('menuitem', { name: /hypatia/ }).first()).toBeVisible();
  await page.keyboard.press('Control+a');
  // A word of the dictionary that nobody has told a fact about.
  await page.keyboard.type('weathe');
  await expect(page.getByText('Nothing by that name.')).toBeVisible();
  await expect(page.locator(items)).toHaveCount(0);
});

test('exports and backs up as the buttons do', async ({ open }) => {
  const { page } = await open();
  await page.keyboard.press('Control+k');
  await page.keyboard.type('export graphml');
  const download = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: /GraphML/ }).click();
  expect((await download).suggestedFilename()).toBe('festinger.graphml');
  await page.keyboard.press('Control+k');
  await page.keyboard.type('back up');
  await expect(page.locator(items).first()).toHaveAccessibleName(/^Back up now/);
  await page.keyboard.press('Enter');
  await expect(page.getByText('The backup is being written')).toBeVisible();
});
