// Promise: inputs from public bug reports of scanners get the verdict their reporters and maintainers agreed on.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TempStore, tempStore } from '../../src/main/store/testing/temp-store.ts';
import { type Expected, runCase } from './run-case.ts';

const REPORTS = join(import.meta.dirname, '../../../shared/data/reports/advisory');
const isHere = existsSync(REPORTS);

interface Report {
  readonly documents: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

const LODASH = { component: 'pkg:npm/lodash@4.17.20', vulnerability: 'CVE-2021-23337' };

const EXPECTED: Readonly<Record<string, Partial<Expected> & Pick<Expected, 'verdict'>>> = {
  'fn-trivy-srcname-deb': { verdict: 'affected', fixedIn: '3.0.11-1~deb12u2' },
  'fn-trivy-spdx-sourceinfo': { verdict: 'affected' },
  'fn-csaf-fixed-is-a-boundary': {
    verdict: 'affected',
    fixedIn: '0.5-1.el7_9',
    vulnerability: 'CVE-2023-39325',
  },
  'fn-go-std': { verdict: 'affected' },
  'fn-githubactions-type': { verdict: 'affected' },
  'fp-rpm-module-stream': { verdict: 'not_about' },
  'fp-rpm-source-epoch': { verdict: 'not_affected' },
  'cannot-tell-gem-platform': { verdict: 'affected' },
  'vex-openvex-product-is-root': { ...LODASH, verdict: 'not_affected' },
  'vex-bom-link': { ...LODASH, verdict: 'not_affected' },
  'vex-two-issuers-at-odds': { verdict: 'held', vulnerability: 'CVE-2023-4586' },
};
/** Issuers that the operator chose to trust. */
const TRUSTED = ['Vendor', ''];

let temp: TempStore;
beforeAll(async () => {
  temp = await tempStore('sqlite');
});
afterAll(() => temp[Symbol.asyncDispose]());

it.skipIf(!isHere).each(Object.entries(EXPECTED))('%s: %o', async (name, expected) => {
  const { documents } = JSON.parse(readFileSync(join(REPORTS, `${name}.json`), 'utf8')) as Report;
  const list = documents.sbom as {
    components?: { purl: string }[];
    packages?: { externalRefs: { referenceLocator: string }[] }[];
  };
  const component = list.components?.[0]?.purl ?? list.packages?.[0]?.externalRefs[0]?.referenceLocator ?? '';
  const vulnerability = String(documents.advisory?.id);
  const [outcome] = await runCase(
    Object.entries(documents).map(([key, content]) => ({ name: key, content })),
    [{ component, vulnerability, ...expected }],
    {
      store: temp.store,
      clock: temp.clock,
      project: name,
      trusted: name.startsWith('vex-two') ? [] : TRUSTED,
    },
  );
  expect(outcome).toMatchObject({ agrees: true });
});

it.skipIf(isHere)('the inputs are not on this machine', ({ skip }) =>
  skip('shared/data/reports is not here'),
);
