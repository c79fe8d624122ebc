import { expect, it } from 'vitest';
import type { AffectedPackage, Claim } from '../formats/records.ts';
import { type Purl, parsePurl } from '../identity/purl.ts';
import { judgeAffected, judgeClaim } from './judge.ts';

function purl(text: string): Purl {
  const read = parsePurl(text);
  if (!read.ok) throw new Error(read.message);
  return read.purl;
}

const said = (affected: Partial<AffectedPackage>) => ({
  ...{ sourceId: 's', document: 1, format: 'osv', issuer: 'X', statedAt: 0, dated: true, advisory: 'X-1' },
  affected: { purl: null, ecosystem: null, name: '', ranges: [], versions: [], ...affected },
});

/** An entry of an ecosystem, with one range. */
const entry = (ecosystem: string, name: string, ...events: Readonly<Record<string, string>>[]) =>
  said({ ecosystem, name, ranges: [{ type: 'ECOSYSTEM', events }] });

it.each<[string, ReturnType<typeof said>, string, unknown]>([
  [
    'below the fix',
    entry('npm', 'a', { introduced: '0' }, { fixed: '2.0.0' }),
    'pkg:npm/a@1.0.0',
    { holds: true, fixes: ['2.0.0'] },
  ],
  [
    'at the fix',
    entry('npm', 'a', { introduced: '0' }, { fixed: '2.0.0' }),
    'pkg:npm/a@2.0.0',
    { holds: false, mended: true },
  ],
  [
    'before it came in',
    entry('npm', 'a', { introduced: '1.5.0' }, { fixed: '2.0.0' }),
    'pkg:npm/a@1.0.0',
    { holds: false, mended: false },
  ],
  ['another package', entry('npm', 'a', { introduced: '0' }), 'pkg:npm/b@1.0.0', null],
  [
    'every version, where none is named',
    said({ ecosystem: 'npm', name: 'a' }),
    'pkg:npm/a@1.0.0',
    { holds: true, fixes: [] },
  ],
  [
    'a version that is listed',
    said({ ecosystem: 'PyPI', name: 'A', versions: ['1.0'] }),
    'pkg:pypi/a@1.0.0',
    { holds: true },
  ],
  [
    'a component without a version',
    entry('npm', 'a', { introduced: '0' }),
    'pkg:npm/a',
    { holds: null, doubt: 'no_version' },
  ],
  [
    'a version that is none',
    entry('npm', 'a', { introduced: '0' }, { fixed: '2.0.0' }),
    'pkg:npm/a@latest',
    { holds: null, doubt: 'range' },
  ],
  [
    'commits alone',
    said({ ecosystem: 'npm', name: 'a', ranges: [{ type: 'GIT', events: [{ introduced: '0' }] }] }),
    'pkg:npm/a@1.0.0',
    { holds: null, doubt: 'range' },
  ],
  [
    'a release of a distribution that is not said',
    entry('Debian:12', 'a', { introduced: '0' }, { fixed: '2-1' }),
    'pkg:deb/debian/a@1-1',
    { holds: null, doubt: 'release', distribution: true },
  ],
  [
    'another release of a distribution',
    entry('Debian:12', 'a', { introduced: '0' }),
    'pkg:deb/debian/a@1-1?distro=debian-11',
    null,
  ],
  [
    'a package built from the source that is named',
    entry('Debian:12', 'src', { introduced: '0' }, { fixed: '2-1' }),
    'pkg:deb/debian/libbin@1-1?distro=debian-12&upstream=src',
    { holds: true, fixes: ['2-1'], distribution: true },
  ],
  [
    'an rpm whose release is not said, at the fix',
    entry('Red Hat:enterprise_linux:9::baseos', 'a', { introduced: '0' }, { fixed: '1.2-3.el9' }),
    'pkg:rpm/redhat/a@1.2?distro=rhel-9.3',
    { holds: null, doubt: 'range' },
  ],
  [
    'an rpm whose release is not said, below the fix',
    entry('Red Hat:enterprise_linux:9::baseos', 'a', { introduced: '0' }, { fixed: '1.3-3.el9' }),
    'pkg:rpm/redhat/a@1.2?distro=rhel-9.3',
    { holds: true },
  ],
  [
    'a range in VERS',
    said({ purl: 'pkg:npm/a', ranges: [{ type: 'VERS', vers: 'vers:npm/>=1.0.0|<2.0.0' }] }),
    'pkg:npm/a@1.5.0',
    { holds: true },
  ],
  [
    'a type without a scheme',
    said({ purl: 'pkg:generic/a', versions: ['1'] }),
    'pkg:generic/a@1',
    { holds: null, doubt: 'scheme' },
  ],
])('an entry: %s', (_, one, component, expected) => {
  const judged = judgeAffected(one, purl(component));
  if (expected === null) expect(judged).toBeNull();
  else expect(judged).toMatchObject(expected as object);
});

const claim = (product: Partial<Claim['product']>): Claim => ({
  ...{ vulnerability: 'CVE-1', aliases: [], subcomponents: [], status: 'affected', justification: null },
  ...{ originalJustification: null, impact: '', action: '', remedies: [], statedAt: 0 },
  product: { name: 'a', purls: [], cpe: null, digests: [], version: null, versions: null, ...product },
});

it.each<[string, Partial<Claim['product']>, string, unknown]>([
  ['this version', { purls: ['pkg:npm/a@1.0.0'] }, 'pkg:npm/a@1.0.0', { scope: 'exact' }],
  ['another version', { purls: ['pkg:npm/a@1.1.0'] }, 'pkg:npm/a@1.0.0', null],
  ['every version', { purls: ['pkg:npm/a'] }, 'pkg:npm/a@1.0.0', { scope: 'family' }],
  [
    'a version beside the package URL',
    { purls: ['pkg:pypi/a'], version: '1.0' },
    'pkg:pypi/a@1.0.0',
    { scope: 'exact' },
  ],
  [
    'a range that holds it',
    { purls: ['pkg:npm/a'], versions: 'vers:npm/<2.0.0' },
    'pkg:npm/a@1.0.0',
    { scope: 'range' },
  ],
  ['a range that does not', { purls: ['pkg:npm/a'], versions: 'vers:npm/<1.0.0' }, 'pkg:npm/a@1.0.0', null],
  [
    'a range nobody can tell',
    { purls: ['pkg:npm/a'], versions: 'vers:generic/<2' },
    'pkg:npm/a@1.0.0',
    'unbound',
  ],
  [
    'another architecture',
    { purls: ['pkg:deb/debian/a@1-1?arch=arm64'] },
    'pkg:deb/debian/a@1-1?arch=amd64',
    null,
  ],
  ['no package URL', { cpe: 'cpe:2.3:a:a:a:1:*:*:*:*:*:*:*' }, 'pkg:npm/a@1.0.0', null],
  ['a package URL that is none', { purls: ['pkg:'] }, 'pkg:npm/a@1.0.0', null],
  [
    'one of several',
    { purls: ['pkg:npm/b@1.0.0', 'pkg:npm/a@1.0.0'] },
    'pkg:npm/a@1.0.0',
    { scope: 'exact' },
  ],
])('a statement about %s', (_, product, component, expected) => {
  expect(judgeClaim(claim(product), purl(component))).toEqual(expected);
});
