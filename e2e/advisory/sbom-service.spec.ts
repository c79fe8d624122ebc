// Promise: an SBOM service is set up by one line of config.yaml, read while Festinger runs, and Test says what came of it: what it has, that it has nothing, or why not and what helps.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  SAID,
  startScriptedSbomService,
} from '../../src/main/advisory/sbom/testing/scripted-sbom-service.ts';
import { test as base, expect, NOTHING_AHEAD, overflow, pages } from '../support/console-page.ts';
import { startFestinger } from '../support/festinger.ts';

base(
  'an SBOM service is set up while Festinger runs, tested by keyboard, and says what helps',
  async ({ browserOfOurs }) => {
    const server = await startScriptedSbomService();
    const running = await startFestinger(['--demo', '--no-agents', '--no-sessions']);
    const opened = pages(browserOfOurs);
    try {
      const { page, go, expectAccessible } = await opened.open(running, {}, async (fresh) => {
        await fresh.addInitScript(NOTHING_AHEAD);
      });
      await go('findings?view=evidence');
      const service = page.getByRole('region', { name: 'SBOM service' });
      await expect(service).toContainText('No SBOM service configured');

      writeFileSync(
        join(running.dataDir, 'config.yaml'),
        `sbom: { base_url: "${server.url}", tenant: acme }\n`,
      );
      await expect(async () => {
        await page.reload();
        await expect(service).toContainText('tenant acme', { timeout: 1000 });
      }).toPass();
      await expect(service).toContainText('no key');

      const artifact = service.getByRole('textbox');
      const came = service.getByRole('status');
      server.say(SAID);
      await artifact.fill('registry.example/web');
      await artifact.press('Enter');
      await expect(came).toContainText('1 SBOM of registry.example/web with 2 observed versions');
      expect(server.asked.at(-1)?.headers['x-stellaops-tenant']).toBe('acme');
      await expectAccessible('a service that answers');

      for (const [answer, words] of [
        [404, 'sbom.endpoint'],
        [401, 'sbom.api_key_env'],
        [302, 'sbom.base_url'],
        [{ versions: 'many' }, 'is invalid'],
      ] as const) {
        server.say(answer);
        await artifact.press('Enter');
        await expect(came).toContainText(words);
      }
      await expectAccessible('a service that does not answer well');
      await page.setViewportSize({ width: 390, height: 844 });
      await expect(came).toBeVisible();
      expect(await overflow(page)).toBeLessThanOrEqual(0);
      expect(await opened.close()).toEqual([]);
    } finally {
      await running.stop();
      await server.close();
    }
  },
);
