import { expect, test } from '@playwright/test';
import { browserPath } from './browser.ts';
test('look', async ({ browser }) => {
  test.setTimeout(120000);
  const { readFileSync } = await import('node:fs');
  const line = JSON.parse(readFileSync('/tmp/demo.log','utf8').split('\n').find((l)=>l.startsWith('{'))!);
  const base = new URL(line.url).origin; const token = line.token;
  const ai = async (path: string, body: unknown) => (await fetch(base + '/api/ai' + path, { method:'POST', headers: { authorization: 'Bearer '+token }, body: JSON.stringify(body) })).json();
  for (const [r,a] of [['web-1','restart'],['web-2','restart'],['web-3','kill']] as const) await ai('/tools/control', { arguments: { resource: r, action: a } });
  for (const scheme of ['light','dark'] as const) for (const [w,h] of [[1280,800],[390,844]] as const) {
    const link = (await (await fetch(base + '/api/console/system/session-link', { method:'POST', headers: { authorization: 'Bearer '+token } })).json()) as never;
    const url = (link as { data: { url?: string } }).data?.url ?? (link as { data: string }).data;
    const ctx = await browser.newContext({ viewport: { width: w, height: h }, colorScheme: scheme });
    const page = await ctx.newPage();
    await page.goto(typeof url === 'string' ? url : line.url);
    for (const route of ['approvals','resources','overview']) {
      await page.goto(base + '/console/#/' + route); await page.waitForTimeout(1800);
      await page.screenshot({ path: `/tmp/s-${route}-${scheme}-${w}.png` });
    }
    await page.goto(base + '/console/#/approvals'); await page.waitForTimeout(800);
    await page.keyboard.press('j'); await page.keyboard.press('Enter'); await page.waitForTimeout(700);
    await page.screenshot({ path: `/tmp/s-approval-${scheme}-${w}.png` });
    await ctx.close();
  }
  expect(1).toBe(1);
});
