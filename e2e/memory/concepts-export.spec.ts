// Promise: what Concepts shows can be taken out by mouse and by keyboard, as files that other programs read: they say what is on the screen.
import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { expect, test } from '../support/console-page.ts';

const canvas = (page: Page) => page.getByRole('application');
const openView = (page: Page) => page.getByRole('button', { name: 'View', exact: true }).press('Enter');

async function taken(page: Page, act: () => Promise<void>): Promise<{ name: string; bytes: Buffer }> {
  const [download] = await Promise.all([page.waitForEvent('download'), act()]);
  return { name: download.suggestedFilename(), bytes: readFileSync(await download.path()) };
}

const exported = (page: Page, format: string) =>
  taken(page, async () => {
    await openView(page);
    await page.getByRole('button', { name: `Export as ${format}`, exact: true }).press('Enter');
  });

/** As a program reads it: what is in the elements of a name, null where it is no XML. */
const read = (page: Page, xml: string, names: readonly string[]): Promise<string[][] | null> =>
  page.evaluate(`(() => {
    const parsed = new DOMParser().parseFromString(${JSON.stringify(xml)}, 'application/xml');
    if (parsed.querySelector('parsererror')) return null;
    return ${JSON.stringify(names)}.map((name) => [...parsed.getElementsByTagName(name)].map((e) => e.textContent));
  })()`);

test('a dimension is taken out as picture, table and graph that say what the canvas shows', async ({
  open,
  browserOfOurs,
}) => {
  const { page, go, expectAccessible } = await open();
  // Where files are read again: the console itself lets nothing be parsed.
  const reader = await (await browserOfOurs.newContext()).newPage();
  await go('concepts/gnommoweb?dim=membership');
  await canvas(page).waitFor();
  await openView(page);
  await expect(page.getByRole('group', { name: 'Export this view' })).toBeVisible();
  await expectAccessible('the View panel with its exports');
  await page.keyboard.press('Escape');
  const names = ['nordic_compute_grid', 'glitch_university', 'product_office', 'web_platform', 'gnommoweb'];

  const svg = await exported(page, 'SVG');
  expect(svg.name).toMatch(/^membership_gnommoweb_\d{4}-\d\d-\d\d\.svg$/);
  await expect(page.getByText(`Saved: ${svg.name}`)).toBeVisible();
  const [texts = []] = (await read(reader, svg.bytes.toString(), ['text'])) ?? [];
  expect(texts).toEqual(expect.arrayContaining([...names, 'gnommoweb [membership]', 'is part of']));
  expect(svg.bytes.toString()).toContain('stroke-dasharray="6 4"');

  const png = await exported(page, 'PNG');
  expect(png.bytes.subarray(1, 4).toString()).toBe('PNG');
  const [width, height] = [png.bytes.readUInt32BE(16), png.bytes.readUInt32BE(20)];
  expect(svg.bytes.toString()).toContain(`width="${String(width / 2)}" height="${String(height / 2)}"`);

  const { bytes: csv } = await exported(page, 'CSV');
  const rows = csv.toString().trimEnd().split('\r\n');
  expect(rows.map((row) => row.split(',')[0])).toEqual(['concept', ...names]);
  expect(rows.at(-1)).toMatch(/^gnommoweb,ispart,web_platform,membership,gutask,/);

  const { bytes: graphml } = await exported(page, 'GraphML');
  const [nodes, edges] = (await read(reader, graphml.toString(), ['node', 'edge'])) ?? [];
  expect([nodes?.length, edges?.length]).toEqual([5, 4]);

  const { bytes: json } = await exported(page, 'JSON');
  expect(JSON.parse(json.toString())).toMatchObject({
    ...{ project: 'default', focus: 'gnommoweb', dimension: 'membership', moment: null, filters: {} },
    counts: { shown: 5, total: 5, hidden: 0 },
  });
  await reader.context().close();
});

test('what is around is taken out as it is looked at, one dimension alone, from the palette', async ({
  open,
}) => {
  const { page, go } = await open();
  await go('concepts/gnommoweb?view=around');
  await page.getByRole('button', { name: /^Only membership/ }).press('Enter');
  const json = await taken(page, async () => {
    await page.keyboard.press('Control+k');
    await page.keyboard.type('export this view as json');
    await page.getByRole('menuitem', { name: /^Export this view as JSON/ }).waitFor();
    await page.keyboard.press('Enter');
  });
  expect(json.name).toMatch(/^membership_gnommoweb_.*\.json$/);
  const { view, edges } = JSON.parse(json.bytes.toString()) as {
    view: string;
    edges: { dimension: string }[];
  };
  expect(view).toBe('around');
  expect(new Set(edges.map(({ dimension }) => dimension))).toEqual(new Set(['membership']));
  const svg = await exported(page, 'SVG');
  expect(svg.bytes.toString()).toContain('[runs-on]</text>');
  expect(svg.bytes.toString()).toContain('opacity="0.15"');
});
