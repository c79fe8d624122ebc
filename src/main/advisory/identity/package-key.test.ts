// Promise: a package is found under one key, whether an inventory names it by its URL or an advisory by its ecosystem.
import { describe, expect, it } from 'vitest';
import { keysOf, packageKey, packageKeyOfEcosystem, sourceOf } from './package-key.ts';
import { type Purl, parsePurl } from './purl.ts';

const purl = (text: string): Purl => {
  const read = parsePurl(text);
  if (!read.ok) throw new Error(read.message);
  return read.purl;
};

it.each([
  ['npm', '@babel/core', 'pkg:npm/%40babel/core@7'],
  ['npm', 'left-pad', 'pkg:npm/left-pad@1'],
  ['PyPI', 'Zope.Interface', 'pkg:pypi/zope-interface@5'],
  ['PyPI', 'foo__bar.-baz', 'pkg:pypi/foo.bar-baz'],
  ['crates.io', 'serde_json', 'pkg:cargo/serde-json@1'],
  ['Go', 'github.com/Masterminds/goutils', 'pkg:golang/github.com/masterminds/goutils@v1'],
  ['Go', 'stdlib', 'pkg:golang/stdlib@1.22'],
  [
    'Maven',
    'org.apache.logging.log4j:log4j-core',
    'pkg:maven/org.apache.logging.log4j/log4j-core@2?type=jar',
  ],
  ['RubyGems', 'activesupport', 'pkg:gem/activesupport@4'],
  ['NuGet', 'Newtonsoft.Json', 'pkg:nuget/newtonsoft.json@12'],
  ['Packagist', 'Symfony/http-kernel', 'pkg:composer/symfony/http-kernel@5'],
  ['Hex', 'phoenix', 'pkg:hex/phoenix@1'],
  ['Pub', 'http', 'pkg:pub/http@1'],
  ['GitHub Actions', 'tj-actions/changed-files', 'pkg:github/tj-actions/changed-files@v1'],
  ['SwiftURL', 'github.com/vapor/vapor', 'pkg:swift/github.com/vapor/vapor@4'],
  ['SwiftURL', 'https://github.com/vapor/vapor.git', 'pkg:swift/github.com/vapor/vapor@4'],
  ['Julia', 'HTTP', 'pkg:julia/HTTP@1?uuid=cd3eb016-35fb-5094-929b-558a96fad6f3'],
  ['Debian:12', 'openssl', 'pkg:deb/debian/openssl@3?distro=debian-12'],
  ['Alpine:v3.19', 'openssl', 'pkg:apk/alpine/openssl@3'],
  ['Alpine:v3.16', 'openssl', 'pkg:alpine/openssl@3'],
  ['Ubuntu:22.04:LTS', 'curl', 'pkg:deb/ubuntu/curl@7'],
  ['Red Hat:enterprise_linux:9::baseos', 'bash', 'pkg:rpm/rhel/bash@5'],
  ['Red Hat:enterprise_linux:9::baseos', 'bash', 'pkg:rpm/redhat/bash@5'],
  ['Rocky Linux:9', 'bash', 'pkg:rpm/rocky/bash@5'],
  ['AlmaLinux:9', 'bash', 'pkg:rpm/almalinux/bash@5'],
  ['SUSE:Linux Enterprise Server 15 SP5', 'bash', 'pkg:rpm/sles/bash@5'],
  ['openSUSE:Leap 15.5', 'bash', 'pkg:rpm/opensuse/bash@5'],
])('%s %s is %s', (ecosystem, name, text) =>
  expect(packageKeyOfEcosystem(ecosystem, name)?.key).toBe(packageKey(purl(text))),
);

it.each([
  ['JSONStream', 'jsonstream', 'npm'],
  ['RMagick', 'rmagick', 'RubyGems'],
])('%s and %s are two packages of %s', (one, other, ecosystem) =>
  expect(packageKeyOfEcosystem(ecosystem, one)?.key).not.toBe(packageKeyOfEcosystem(ecosystem, other)?.key),
);

it.each([
  ['Elsewhere', 'a'],
  ['OSS-Fuzz', 'file'],
  ['constructor', 'a'],
  ['', ''],
  ['npm', ''],
  ['PyPI', 'a/b'],
])('%s %s has no key', (ecosystem, name) => expect(packageKeyOfEcosystem(ecosystem, name)).toBeNull());

describe('the source a component was built from', () => {
  it.each([
    ['pkg:deb/debian/libssl3@3?upstream=openssl', 'openssl', null],
    ['pkg:deb/debian/bsdutils@1:2.36?upstream=util-linux%402.36.1-8', 'util-linux', '2.36.1-8'],
    ['pkg:rpm/redhat/libacl@2?upstream=acl-2.2.53-1.el8.src.rpm', 'acl', '2.2.53-1.el8'],
    ['pkg:rpm/redhat/x@2?upstream=odd.src.rpm', 'odd', null],
    ['pkg:apk/alpine/libcrypto3@3?upstream=openssl', 'openssl', null],
  ])('%s: %s %s', (text, name, version) => expect(sourceOf(purl(text))).toEqual({ name, version }));

  it('is a key of its own, once', () => {
    expect(keysOf(purl('pkg:deb/debian/libssl3@3?upstream=openssl'))).toEqual([
      'deb/debian/libssl3',
      'deb/debian/openssl',
    ]);
    expect(keysOf(purl('pkg:apk/alpine/curl@8?upstream=curl'))).toEqual(['apk/alpine/curl']);
  });
});
