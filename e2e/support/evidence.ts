// Evidence for journeys: a folder on disk to be chosen, and files dropped onto the page as a person would. Invented packages. For e2e.
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';

/** An advisory about an npm package, mended in 1.2.3. */
export const advisoryText = (cve: string, name: string): string =>
  JSON.stringify({
    ...{
      schema_version: '1.6.0',
      id: `GHSA-${suffix(cve)}`,
      aliases: [cve],
      modified: '2026-01-02T00:00:00Z',
    },
    ...{ summary: `A hole in ${name}`, details: 'Whoever sends a long line stops it.' },
    severity: [{ type: 'CVSS_V3', score: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:N/I:N/A:H' }],
    references: [{ type: 'WEB', url: `https://advisories.example/${cve}` }],
    affected: [
      {
        package: { ecosystem: 'npm', name },
        ranges: [{ type: 'SEMVER', events: [{ introduced: '0' }, { fixed: '1.2.3' }] }],
      },
    ],
  });

/** Four letters thrice, of those that such ids are made of. */
function suffix(cve: string): string {
  const letters = '23456789cfghjmpqrvwx';
  const digits = cve.replaceAll(/\D/g, '').padStart(12, '2').slice(-12);
  const all = [...digits].map((digit, n) => letters[(Number(digit) + n) % letters.length]).join('');
  return `${all.slice(0, 4)}-${all.slice(4, 8)}-${all.slice(8)}`;
}

/** A list of components that are needed one by the other, each at 1.2.0. */
export const listText = (product: string, names: readonly string[]): string =>
  JSON.stringify({
    ...{ bomFormat: 'CycloneDX', specVersion: '1.5', version: 1 },
    metadata: {
      timestamp: '2026-01-02T00:00:00Z',
      component: { type: 'application', name: product, 'bom-ref': 'of' },
    },
    components: names.map((name) => ({
      ...{ type: 'library', name, version: '1.2.0', 'bom-ref': name, purl: `pkg:npm/${name}@1.2.0` },
    })),
    dependencies: ['of', ...names].map((ref, n, all) => ({ ref, dependsOn: all.slice(n + 1, n + 2) })),
  });

/** @returns a new folder with these files, names with `/` in folders of their own */
export function evidenceFolder(files: Readonly<Record<string, string>>): string {
  const folder = join(mkdtempSync(join(tmpdir(), 'festinger-evidence-')), 'evidence');
  for (const [name, text] of Object.entries(files)) {
    const path = join(folder, name);
    mkdirSync(join(path, '..'), { recursive: true });
    writeFileSync(path, text);
  }
  return folder;
}

/** Drops files onto the screen. A page cannot make folders to drop: those are chosen. */
export async function dropFiles(page: Page, files: Readonly<Record<string, string>>): Promise<void> {
  const data = await page.evaluateHandle((all) => {
    const { DataTransfer, File } = globalThis as unknown as PageGlobals;
    const made = new DataTransfer();
    for (const [name, text] of Object.entries(all)) made.items.add(new File([text], name));
    return made;
  }, files);
  const zone = page.locator('[data-drop]');
  await zone.dispatchEvent('dragenter', { dataTransfer: data });
  await page.getByText('Drop to import').waitFor();
  await zone.dispatchEvent('drop', { dataTransfer: data });
}

interface PageGlobals {
  readonly DataTransfer: new () => { readonly items: { add(file: unknown): void } };
  readonly File: new (parts: string[], name: string) => unknown;
}
