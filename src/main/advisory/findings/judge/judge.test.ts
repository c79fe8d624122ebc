import { expect, it } from 'vitest';
import type { AffectedPackage, Claim } from '../../formats/records.ts';
import { type Purl, parsePurl } from '../../identity/purl.ts';
import { ListIdentity } from '../list-identity.ts';
import { judgeAdvisory } from './judge.ts';
import { judgeClaim } from './judge-claim.ts';

function purl(text: string): Purl {
  const read = parsePurl(text);
  if (!read.ok) throw new Error(read.message);
  return read.purl;
}

const said = (affected: Partial<AffectedPackage>) => ({
  ...{
    sourceId: 's',
    document: 1,
    format: 'osv',
    source: '',
    issuer: 'X',
    statedAt: 0,
    dated: true,
    advisory: 'X-1',
  },
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
  const judged = judgeAdvisory([one], purl(component));
  if (expected === null) expect(judged).toBeNull();
  else expect(judged).toMatchObject(expected as object);
});

const partOf = (text: string, n = 1) => ({
  n,
  purl: purl(text),
  component: {
    ref: text,
    name: purl(text).name,
    version: purl(text).version,
    purl: text,
    cpe: null,
    kind: 'library',
    scope: 'runtime' as const,
    digests: [],
  },
});

const list = (
  subject: object = {},
  components: readonly string[] = [],
  needs: readonly [number, number][] = [],
) =>
  new ListIdentity({
    document: 1,
    product: 'name/web',
    subject: {
      name: 'web',
      version: '1',
      purl: null,
      digests: [],
      ref: 'root',
      serial: 'serial/1',
      ...subject,
    },
    parts: components.map((text, index) => partOf(text, index + 1)),
    needs: needs.map(([parent, child]) => ({ parent, child, scope: 'runtime' as const })),
  });

const claim = (product: Partial<Claim['product']>): Claim => ({
  ...{ vulnerability: 'CVE-1', aliases: [], subcomponents: [], status: 'affected', justification: null },
  ...{ originalJustification: null, impact: '', action: '', remedies: [], statedAt: 0 },
  product: { name: 'a', purls: [], cpe: null, digests: [], version: null, versions: null, ...product },
});

it.each<[string, Partial<Claim['product']>, string, unknown]>([
  ['this version', { purls: ['pkg:npm/a@1.0.0'] }, 'pkg:npm/a@1.0.0', { status: 'affected' }],
  ['another version', { purls: ['pkg:npm/a@1.1.0'] }, 'pkg:npm/a@1.0.0', null],
  ['every version', { purls: ['pkg:npm/a'] }, 'pkg:npm/a@1.0.0', { status: 'affected' }],
  [
    'a version beside the package URL',
    { purls: ['pkg:pypi/a'], version: '1.0' },
    'pkg:pypi/a@1.0.0',
    { status: 'affected' },
  ],
  [
    'a range that holds it',
    { purls: ['pkg:npm/a'], versions: 'vers:npm/<2.0.0' },
    'pkg:npm/a@1.0.0',
    { status: 'affected' },
  ],
  ['a range that does not', { purls: ['pkg:npm/a'], versions: 'vers:npm/<1.0.0' }, 'pkg:npm/a@1.0.0', null],
  [
    'a range nobody can tell',
    { purls: ['pkg:npm/a'], versions: 'vers:generic/<2' },
    'pkg:npm/a@1.0.0',
    'range',
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
    { status: 'affected' },
  ],
])('a statement about %s', (_, product, component, expected) => {
  const judged = judgeClaim(claim(product), partOf(component), list(), 'Acme');
  if (expected === null || typeof expected === 'string') expect(judged).toBe(expected);
  else expect(judged).toMatchObject(expected as object);
});

const IMAGE = `sha256:${'a'.repeat(64)}`;
const LODASH = 'pkg:npm/lodash@4.17.20';

it.each<[string, Partial<Claim>, Partial<Claim['product']>, object, boolean]>([
  ['an image by its digest', {}, { digests: [IMAGE] }, { digests: [IMAGE] }, true],
  ['another image', {}, { digests: [IMAGE] }, { digests: [`sha256:${'b'.repeat(64)}`] }, false],
  [
    'an image without a digest',
    {},
    { purls: ['pkg:oci/web?repository_url=ghcr.io/acme/web'] },
    {
      purl: `pkg:oci/web@${IMAGE}?repository_url=ghcr.io/acme/web`,
    },
    true,
  ],
  [
    'an image of another registry',
    {},
    { purls: ['pkg:oci/web?repository_url=evil.io/web'] },
    {
      purl: `pkg:oci/web@${IMAGE}?repository_url=ghcr.io/acme/web`,
    },
    false,
  ],
  ['a product by name and version', {}, { name: 'web 1' }, {}, true],
  ['the product at another version', {}, { name: 'web 2' }, {}, false],
  ['a part of the product', { subcomponents: [LODASH] }, { name: 'web' }, {}, true],
  ['another part of the product', { subcomponents: ['pkg:npm/left-pad'] }, { name: 'web' }, {}, false],
  ['a part of another product', { subcomponents: [LODASH] }, { name: 'shop' }, {}, false],
  ['a component by a BOM-Link', {}, { bomLink: { bom: 'serial/1', ref: LODASH } }, {}, true],
  ['everything by a BOM-Link', {}, { bomLink: { bom: 'serial/1', ref: '' } }, {}, true],
  ['an earlier list by a BOM-Link', {}, { bomLink: { bom: 'serial/0', ref: LODASH } }, {}, false],
  [
    'a package of a platform',
    {},
    {
      purls: [LODASH],
      within: {
        name: 'RHEL 9',
        purls: [],
        cpe: 'cpe:/o:redhat:enterprise_linux:9',
        digests: [],
      },
    },
    {},
    false,
  ],
])('a statement about %s', (_, more, product, subject, applies) => {
  const judged = judgeClaim({ ...claim(product), ...more }, partOf(LODASH), list(subject), 'Acme');
  expect(judged !== null).toBe(applies);
});

it('a statement about a part reaches what lies in it alone', () => {
  const inner = list(
    {},
    ['pkg:npm/outer@1.0.0', LODASH, 'pkg:npm/other@1.0.0'],
    [
      [0, 1],
      [1, 2],
      [0, 3],
      [3, 2],
    ],
  );
  const whole = claim({ purls: ['pkg:npm/outer@1.0.0'] });
  expect(judgeClaim(whole, partOf(LODASH, 2), inner, 'Acme')).toBeNull();
  const covered = list(
    {},
    ['pkg:npm/outer@1.0.0', LODASH],
    [
      [0, 1],
      [1, 2],
    ],
  );
  expect(judgeClaim(whole, partOf(LODASH, 2), covered, 'Acme')).not.toBeNull();
});

it('by a name alone nothing of another supplier is called safe, and nothing that several are called', () => {
  const safe: Claim = { ...claim({ name: 'web' }), status: 'not_affected' };
  const of = (supplier: string | null, said: Claim, issuer: string) =>
    judgeClaim(said, partOf(LODASH), list({ name: 'web', supplier }), issuer) !== null;
  expect(of('Acme', safe, 'ACME, Inc.')).toBe(true);
  expect(of(null, safe, 'Acme')).toBe(true);
  expect(of('Other Inc', safe, 'Acme')).toBe(false);
  expect(of('Other Inc', safe, '')).toBe(false);
  expect(of('Other Inc', { ...safe, status: 'affected' }, 'Acme')).toBe(true);
  const inside = { ...safe, subcomponents: ['core'] };
  const among = (said: Claim, ...components: readonly string[]) =>
    judgeClaim(said, partOf('pkg:npm/%40a/core@1.0.0'), list({ name: 'web' }, components), 'Acme');
  expect(among(inside, 'pkg:npm/%40a/core@1.0.0', 'pkg:npm/x@1.0.0')).toMatchObject({
    status: 'not_affected',
  });
  expect(among(inside, 'pkg:npm/%40a/core@1.0.0', 'pkg:npm/%40b/core@1.0.0')).toBe('name');
  const affected: Claim = { ...inside, status: 'affected' };
  expect(among(affected, 'pkg:npm/%40a/core@1.0.0', 'pkg:npm/%40b/core@1.0.0')).toMatchObject({
    status: 'affected',
  });
});

const BASEOS = { name: 'RHEL 9', purls: [], cpe: 'cpe:/o:redhat:enterprise_linux:9::baseos', digests: [] };
const FIX = {
  purls: ['pkg:rpm/redhat/sudo@1.9.5p2-10.el9?arch=x86_64'],
  bound: 'from' as const,
  within: BASEOS,
};

it.each<[string, string, unknown]>([
  [
    'below a fix is affected',
    'sudo@1.9.5p2-9.el9?arch=x86_64&distro=rhel-9.3',
    { status: 'affected', fixes: ['1.9.5p2-10.el9'] },
  ],
  ['at a fix is fixed', 'sudo@1.9.5p2-10.el9?arch=x86_64&distro=rhel-9.3', { status: 'fixed' }],
  ['above a fix is fixed', 'sudo@1.9.5p2-11.el9?arch=x86_64&distro=rhel-9.3', { status: 'fixed' }],
  ['another release is not meant', 'sudo@1.8.29-9.el8?arch=x86_64&distro=rhel-8.9', null],
  ['another architecture is not meant', 'sudo@1.9.5p2-9.el9?arch=s390x&distro=rhel-9.3', null],
  ['an unknown release cannot be told', 'sudo@1.9.5p2-9.el9?arch=x86_64', 'release'],
])('of a platform, what is %s', (_, component, expected) => {
  const judged = judgeClaim(
    { ...claim(FIX), status: 'fixed' },
    partOf(`pkg:rpm/redhat/${component}`),
    list(),
    'Acme',
  );
  if (expected === null || typeof expected === 'string') expect(judged).toBe(expected);
  else expect(judged).toMatchObject(expected as object);
});

it('one advisory has one answer: affected where any of its entries says so', () => {
  const lines = [
    entry('npm', 'a', { introduced: '0' }, { fixed: '1.5.0' }),
    entry('npm', 'a', { introduced: '2.0.0' }, { fixed: '2.3.0' }),
  ];
  expect(judgeAdvisory(lines, purl('pkg:npm/a@2.1.0'))).toMatchObject({ holds: true, fixes: ['2.3.0'] });
  expect(judgeAdvisory(lines, purl('pkg:npm/a@1.9.0'))).toMatchObject({ holds: false, mended: true });
});

it.each<[string, ReturnType<typeof said>, string, unknown]>([
  [
    'the runtime of a build',
    entry('Maven', 'g:a', { introduced: '0' }, { fixed: '12.10.2.jre11' }),
    'pkg:maven/g/a@12.10.2.jre8',
    false,
  ],
  [
    'the platform of a gem',
    entry('RubyGems', 'nokogiri', { introduced: '0' }, { fixed: '1.13.6' }),
    'pkg:gem/nokogiri@1.13.6-x86_64-linux',
    false,
  ],
  [
    'a revision of packaging',
    entry('Bitnami', 'wordpress', { introduced: '0' }, { fixed: '6.2.0' }),
    'pkg:bitnami/wordpress@6.2.0-3',
    false,
  ],
  [
    'a local build',
    said({
      ecosystem: 'PyPI',
      name: 'torch',
      ranges: [{ type: 'ECOSYSTEM', events: [{ introduced: '0' }, { last_affected: '2.0.0' }] }],
    }),
    'pkg:pypi/torch@2.0.0%2Bcu118',
    true,
  ],
  [
    'a moving tag beyond the range',
    entry('GitHub Actions', 'a/b', { introduced: '0' }, { fixed: '4.1.2' }),
    'pkg:githubactions/a/b@v3',
    true,
  ],
  [
    'a moving tag across the fix',
    entry('GitHub Actions', 'a/b', { introduced: '0' }, { fixed: '4.1.2' }),
    'pkg:github/a/b@v4',
    null,
  ],
  [
    "Go's standard library",
    entry('Go', 'stdlib', { introduced: '0' }, { fixed: '1.22.2' }),
    'pkg:golang/std@go1.22.1',
    true,
  ],
  [
    'paid updates of Ubuntu',
    entry('Ubuntu:Pro:18.04:LTS', 'curl', { introduced: '0' }, { fixed: '7.58.0-2ubuntu3.24+esm1' }),
    'pkg:deb/ubuntu/curl@7.58.0-2ubuntu3.24?distro=ubuntu-18.04',
    true,
  ],
  [
    'a distribution without releases',
    entry('Wolfi', 'curl', { introduced: '0' }, { fixed: '8.5.0-r0' }),
    'pkg:apk/wolfi/curl@8.4.0-r0',
    true,
  ],
  [
    'CentOS',
    entry('Red Hat:enterprise_linux:7::server', 'bash', { introduced: '0' }, { fixed: '4.2-2.el7' }),
    'pkg:rpm/centos/bash@4.2-1.el7?distro=centos-7',
    true,
  ],
  [
    'a source version without an epoch',
    entry('Red Hat:enterprise_linux:8::baseos', 'perl', { introduced: '0' }, { fixed: '4:5.26.3-419.el8' }),
    'pkg:rpm/redhat/perl-Errno@1.28-419.el8?distro=rhel-8.4&upstream=perl-5.26.3-419.el8_4.1.src.rpm',
    false,
  ],
  [
    'another module stream',
    said({
      ...entry('AlmaLinux:8', 'nodejs', { introduced: '0' }, { fixed: '1:20.8.1-1.module_el8' }).affected,
      module: 'nodejs:20',
    }),
    'pkg:rpm/almalinux/nodejs@18.1.0-1.module_el8?distro=almalinux-8&rpmmod=nodejs:18',
    undefined,
  ],
  [
    'a module stream nobody knows',
    said({
      ...entry('AlmaLinux:8', 'npm', { introduced: '0' }, { fixed: '1:10.1.0-1.module_el8' }).affected,
      module: 'nodejs:20',
    }),
    'pkg:rpm/almalinux/npm@9.1.0-1.module_el8?distro=almalinux-8',
    null,
  ],
])('versions: %s', (_, one, component, holds) => {
  expect(judgeAdvisory([one], purl(component))?.holds).toBe(holds);
});
