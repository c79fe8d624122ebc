// Promise: a name of any vocabulary leads to the scheme its versions have, with or without a release behind it, and a name that nobody
// has written an order down for leads to none.
import { expect, it } from 'vitest';
import { SCHEMES, schemeNamed, schemeOfEcosystem, schemeOfPurlType, schemeOfVersType } from './scheme.ts';

it.each([
  ['Debian:12', 'deb'],
  ['Ubuntu:Pro:18.04:LTS', 'deb'],
  ['Alpine:v3.19', 'apk'],
  ['Wolfi', 'apk'],
  ['Red Hat:enterprise_linux:9::appstream', 'rpm'],
  ['Rocky Linux:9', 'rpm'],
  ['SUSE:Linux Enterprise Server 15 SP5', 'rpm'],
  ['npm', 'semver'],
  ['crates.io', 'semver'],
  ['Go', 'golang'],
  ['PyPI', 'pypi'],
  ['Maven:https://maven.google.com', 'maven'],
  ['RubyGems', 'gem'],
  ['NuGet', 'nuget'],
  ['Packagist:https://packages.drupal.org/8', 'composer'],
  ['Hex', 'semver'],
  ['Pub', 'pub'],
  ['Root:Alpine:3.18', 'apk'],
  ['Root:PyPI', 'pypi'],
])('knows the ecosystem %s', (name, scheme) => {
  expect(schemeOfEcosystem(name)).toBe(scheme);
});

it.each(['Android', 'GIT', 'Linux', 'OSS-Fuzz', 'debian', '', ':', 'Root:', 'constructor'])(
  'knows no order of the ecosystem "%s"',
  (name) => {
    expect(schemeOfEcosystem(name)).toBeNull();
  },
);

it('knows types of package URLs and of VERS', () => {
  expect(['cargo', 'ebuild', 'generic', 'oci', 'toString'].map(schemeOfPurlType)).toEqual([
    ...['semver', 'gentoo', null, null, null],
  ]);
  expect(['npm', 'semver', 'alpine', 'openssl', 'generic', 'all'].map(schemeOfVersType)).toEqual([
    ...['semver', 'semver', 'apk', 'openssl', null, null],
  ]);
});

it('takes a name of any vocabulary, and its own', () => {
  expect(SCHEMES.map(schemeNamed)).toEqual(SCHEMES);
  expect(['Debian:12', 'cargo', 'alpine', 'docker'].map(schemeNamed)).toEqual(['deb', 'semver', 'apk', null]);
});
