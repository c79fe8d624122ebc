// Promise: a remediation cites remedies alone, and every version it leads to is at or above the fix and not affected itself; where that is not known it is
// no target.
import { describe, expect, it } from 'vitest';
import { citationsIn } from './citations.ts';
import { readBrief } from './reading.ts';
import { remediationFaults, targetsIn } from './remediation.ts';

const KINDS = new Map([
  [1, 'fixed_version'],
  [2, 'vendor_hotfix'],
  [3, 'policy_workaround'],
  [4, 'advisory'],
]);
/** Fixed in 5.6.2; 5.7.0 is affected again; letters are of no scheme. */
const parts = {
  kindOf: (id: number) => KINDS.get(id),
  comparesAtOrAbove: (version: string) =>
    /[a-z]/.test(version.replace(/^v/, '')) ? null : version.replace(/^v/, '') >= '5.6.2',
  liesInAffectedRange: (version: string) => version === '5.7.0',
  isNamed: (name: string) => name.startsWith('xz'),
};
const faults = (text: string) => {
  const reading = readBrief(text);
  return remediationFaults(reading, citationsIn(reading).citations, parts).map(
    ({ reason, what }) => `${reason} ${what}`,
  );
};

it.each([
  ['Upgrade to 5.6.2 [1].', []],
  ['Upgrade to v5.6.3 or apply the hotfix [1][2], or block the port [3].', []],
  ['Upgrade to 5.6.1 [1].', ['below 5.6.1']],
  ['Upgrade from 5.6.1 to 5.6.2 [1].', []],
  ['Upgrade to 5.7.0 [1].', ['affected 5.7.0']],
  ['Install 5.6.2x [1].', ['unknown 5.6.2x']],
  ['Upgrade to 5.6.2 [4].', ['source [4]']],
  ['Upgrade to 5.6.2 [1,4].', ['source [1,4]']],
  ['Upgrade to 5.6.2 [9].', []],
  ['Upgrade to pkg:deb/debian/xz@5.6.0?arch=amd64 [1].', ['below 5.6.0']],
  ['Upgrade to 5.6.2, since 5.6.1 is vulnerable [1].', []],
  ['Everything before 5.6.2 is affected [1].', []],
  ['Run this:\n\n```\napt install xz=5.6.0\n```', ['below 5.6.0']],
  ['## Summary\nUpgrade to 5.0.0 [4].\n\n## Remediation\nUpgrade to 5.6.2 [1].\n\n## References\n[4]', []],
  ['## Remediation\nUpgrade to 5.6.0 [4].', ['below 5.6.0', 'source [4]']],
  ['## Remediation\n\n> ## Steps\n>\n> Use 5.6.0 [1].', ['below 5.6.0']],
  ['## Remediation\n\nSteps\n---\n\nUse 5.6.0 [1].\n\n## References\n[4]', ['below 5.6.0']],
  ['Upgrade from **5.6.1** to `5.6.2` [1].', []],
  ['Upgrade to **5.6.1** [1].', ['below 5.6.1']],
  ['Keep it at 5.6.1 [1].', ['below 5.6.1']],
  ['Upgrade to a version before 5.6.2 [1].', ['below 5.6.2']],
  ['Upgrade to:\n\n- 5.6.1 [1]', ['below 5.6.1']],
  ['| Package | Target |\n|---|---|\n| xz | 5.6.1 [1] |', ['below 5.6.1']],
  ['Install 5.6.1 according to 5.6.2 [1].', ['below 5.6.1']],
  ['Replace xz 5.6.1 with 5.6.2 [1].', []],
  ['Switch to the main branch [1].', ['unknown to the main branch']],
  ['Upgrade to 5.6.2 or the latest release [1].', []],
  ['Replace xz with evil-xz [1].', ['package evil-xz']],
  ['Install evilxz 5.6.2 [1].', ['package evilxz']],
  ['Run `pip install evilxz` [1].', ['package evilxz']],
  ['Upgrade xz-utils to 5.6.2, up-to-date as it is [1].', []],
])('of %j finds %j', (text, found) => {
  expect(faults(text)).toEqual(found);
});

describe('targets', () => {
  it.each([
    ['Upgrading to 1.2.3 or 1.3.0', ['1.2.3', '1.3.0']],
    ['Do not install 1.2.3', []],
    ['Replace 1.2.2 and install 1.2.3', ['1.2.3']],
    ['Use a version above 1.2.2 with CVSS 9.8', ['1.2.2']],
    ['Versions < 1.2.3', []],
    ['Move off <1.2.3 to 1.2.4', ['1.2.4']],
    ['It is 1.2.3', []],
    ['Upgrade left-pad 1.2.2 of web to 1.2.3', ['1.2.3']],
    ['Upgrade pkg:npm/left-pad@1.2.2 to at least v1.2.3', ['v1.2.3']],
    ['Upgrade to 1.2.2 and later to 1.2.3', ['1.2.2', '1.2.3']],
    ['Install 1.2.2. Then move to 1.2.3', ['1.2.2', '1.2.3']],
  ])('of %j', (text, versions) => {
    expect(targetsIn(text)).toEqual(versions);
  });
});
