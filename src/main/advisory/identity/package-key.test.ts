// Promise: a package is found under one key, whether an inventory names it by its URL or an advisory by its ecosystem.
import { describe, expect, it } from 'vitest';
import { keysOf, nameDoubt, packageKey, packageKeyOfEcosystem, sourceOf } from './package-key.ts';
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
  // as tools write them
  ['npm', '@babel/core', 'pkg:npm/%40Babel/Core@7'],
  ['npm', '@snyk/dep-graph', 'pkg:npm/snyk/dep-graph@1.13.1'],
  ['npm', 'string-width', 'pkg:npm/string-width-cjs@npm:string-width@4.2.0'],
  ['npm', 'string-width', 'pkg:npm/string-width-cjs@npm%3Astring-width%404.2.0'],
  ['npm', '@babel/core', 'pkg:npm/mine@npm:@babel/core@7.0.0'],
  ['npm', '@dsherret/to-absolute-glob', 'pkg:npm/%40dsherret/to-absolute-glob%402.0.2'],
  ['Photon OS:3.0', 'bash', 'pkg:rpm/vmware/bash@4.4.18-2.ph3'],
  ['PyPI', 'requests', 'pkg:pypi/requests%5Bsecurity%5D@2.0.0'],
  ['Go', 'github.com/BurntSushi/toml', 'pkg:golang/github.com/%21burnt%21sushi/toml@v0.3.0'],
  ['Go', 'github.com/go-chi/chi/v5', 'pkg:golang/github.com/go-chi/chi@v5.0.8#v5'],
  ['Go', 'golang.org/x/net', 'pkg:golang/golang.org%2Fx%2Fnet@v0.10.0'],
  ['Go', 'golang.org/x/net', 'pkg:go/golang.org/x/net@v0.10.0'],
  ['Maven', 'org.apache.logging.log4j:log4j-core', 'pkg:maven/org.apache.logging.log4j:log4j-core@2.14.1'],
  ['Maven', 'org.apache.logging.log4j:log4j-core', 'pkg:maven/org/apache/logging/log4j/log4j-core@2.14.1'],
  ['Maven', 'org.a:b', 'pkg:maven/org.a/org.a:b@1'],
  ['GitHub Actions', 'github/codeql-action', 'pkg:githubactions/github/codeql-action/init@v2.0.0'],
  ['GitHub Actions', 'actions/checkout', 'pkg:ACTIONS/actions/checkout@3.1.0'],
  ['VSCode', 'ms-python.python', 'pkg:vscode-extension/ms-python/python@2024.1.0'],
  ['RubyGems', 'rails', 'pkg:rubygems/rails@7.0.0'],
  ['Debian:12', 'curl', 'pkg:deb/curl@7.88.1-10?distro=debian-12'],
  ['Wolfi', 'curl', 'pkg:apk/wolfi/curl@8.0.0-r0?distro=chainguard-20230214'],
  ['Red Hat:enterprise_linux:9::baseos', 'bash', 'pkg:rpm/centos/bash@5?distro=centos-9'],
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

describe('whether the name of a component can be that of a record', () => {
  const doubt = (text: string, ...named: readonly string[]) =>
    nameDoubt(purl(text), (key) => named.includes(key))?.detail ?? null;

  it.each([
    'pkg:npm/a/b/c@1.0.0',
    'pkg:pypi/-@1.0',
    'pkg:golang/myapp@v1.0.0',
    'pkg:golang/net/http@1.21.0',
    'pkg:golang/./tools@v1.0.0',
    'pkg:maven/gradle@wrapper',
    'pkg:maven/g:a:jar:1.0/x/y@1',
    'pkg:composer/ext-json@8.0',
    'pkg:hex/acme/foo@1.0.0',
    'pkg:swift/vapor/vapor@4.0.0',
    'pkg:github/alone@v1',
    'pkg:deb/curl@7.88.1-10',
  ])('%s is no name of its ecosystem', (text) => {
    expect(doubt(text, packageKey(purl(text)))).toMatch(/: no package of its kind is named so$/);
  });

  it.each([
    'pkg:npm/%40babel/core@7.0.0',
    'pkg:golang/github.com/hashicorp/vault@v1.12.0#api',
    'pkg:golang/gotest.tools@v2.2.0',
    'pkg:golang/toolchain@v0.0.1-go1.22.1',
    'pkg:deb/debian/libssl3@3?upstream=openssl',
    'pkg:deb/debian/openssl@3?arch=source',
    'pkg:rpm/redhat/openssl-libs@3',
    'pkg:rpm/almalinux/openssl-libs@3',
    'pkg:githubactions/actions/checkout@v4',
    'pkg:generic/anything/at/all@1',
  ])('%s is one', (text) => expect(doubt(text)).toBeNull());

  it.each([
    [
      'pkg:golang/golang.org/x/net/http2@v0.10.0',
      'golang/golang.org/x/net',
      'it may be part of golang.org/x/net',
    ],
    ['pkg:golang/a.example/b/v2/c@v2.0.0', 'golang/a.example/b/v2', 'it may be part of a.example/b/v2'],
  ])('%s may be a package of a module that is known', (text, module, why) => {
    expect(doubt(text, module)).toContain(why);
    // the path itself is a module where a record says so
    expect(doubt(text, module, packageKey(purl(text)))).toBeNull();
    expect(doubt(`${text}?type=module`, module)).toBeNull();
  });

  it('the module of an earlier major version is another', () => {
    expect(doubt('pkg:golang/a.example/b/v2@v2.0.0', 'golang/a.example/b')).toBeNull();
  });

  it.each([
    ['pkg:npm/JSONStream@1.3.5', 'JSONStream: it may be written without capitals'],
    ['pkg:github/madler/zlib@v1.2.11', 'madler/zlib: it may be any repository, and only actions are known'],
    ['pkg:deb/debian/libssl3@3', 'deb/debian'],
    ['pkg:rpm/opensuse/libcurl4@8', 'rpm/opensuse'],
    ['pkg:apk/wolfi/libcrypto3@3', 'apk/wolfi'],
  ])('%s is in doubt until a record has its name', (text, why) => {
    expect(doubt(text)).toBe(why);
    expect(doubt(text, packageKey(purl(text)))).toBeNull();
  });
});

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
