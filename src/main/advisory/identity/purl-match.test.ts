// Promise: an identifier matches exactly what it names; what it does not say is not asked, and what it says has to be there.
import { describe, expect, it } from 'vitest';
import { type EcosystemKey, packageKeyOfEcosystem } from './package-key.ts';
import { type Purl, parsePurl } from './purl.ts';
import { matchEcosystem, matchPurl } from './purl-match.ts';
import { versionText } from './version-text.ts';

const purl = (text: string): Purl => {
  const read = parsePurl(text);
  if (!read.ok) throw new Error(read.message);
  return read.purl;
};
const told = (identifier: string, component: string): string => {
  const match = matchPurl(purl(identifier), purl(component));
  return match.matches ? `${match.level} ${match.through}` : `not the ${match.because}`;
};

const LIBSSL = 'pkg:deb/debian/libssl3@3.0.11-1?arch=amd64&distro=debian-12.5&upstream=openssl%403.0.11-1';

describe('an identifier', () => {
  it.each([
    // no version: every version
    ['pkg:npm/left-pad', 'pkg:npm/left-pad@1.3.0', 'package itself'],
    ['pkg:npm/left-pad@1.3.0', 'pkg:npm/left-pad@1.3.0', 'version itself'],
    ['pkg:npm/left-pad@1.3.0', 'pkg:npm/left-pad@1.3.1', 'not the version'],
    ['pkg:npm/left-pad@1.3.0', 'pkg:npm/left-pad', 'not the version'],
    // namespace and type are part of the name
    ['pkg:npm/core', 'pkg:npm/%40babel/core@7', 'not the package'],
    ['pkg:gem/core', 'pkg:npm/core', 'not the package'],
    ['pkg:deb/debian/curl', 'pkg:deb/ubuntu/curl@8', 'not the package'],
    ['pkg:rpm/redhat/bash', 'pkg:rpm/rhel/bash@5', 'package itself'],
    // qualifiers are a set, all of which have to hold
    ['pkg:conan/a@1?os=linux', 'pkg:conan/a@1?arch=x&os=linux', 'version itself'],
    ['pkg:conan/a@1?os=linux&shared=True', 'pkg:conan/a@1?os=linux', 'not the qualifier'],
    ['pkg:conan/a@1?constructor=x', 'pkg:conan/a@1', 'not the qualifier'],
    ['pkg:maven/g/a@1?type=jar', 'pkg:maven/g/a@1', 'version itself'],
    ['pkg:maven/g/a@1?classifier=tests', 'pkg:maven/g/a@1', 'version itself'],
    // distributions by release, architectures by what they are
    ['pkg:deb/debian/curl?distro=debian-12', 'pkg:deb/debian/curl@8?distro=bookworm', 'package itself'],
    ['pkg:deb/debian/curl?distro=debian-12', 'pkg:deb/debian/curl@8?distro=debian-11', 'not the distro'],
    ['pkg:deb/debian/curl?distro=debian-12', 'pkg:deb/debian/curl@8', 'not the distro'],
    ['pkg:apk/alpine/curl?arch=x86_64', 'pkg:apk/alpine/curl@8?arch=amd64', 'package itself'],
    ['pkg:apk/alpine/curl?arch=x86_64', 'pkg:apk/alpine/curl@8?arch=aarch64', 'not the qualifier'],
    // epochs, in the version or beside it
    ['pkg:rpm/fedora/vim@1:9.0-1', 'pkg:rpm/fedora/vim@9.0-1?epoch=1', 'version itself'],
    ['pkg:rpm/fedora/vim@9.0-1?epoch=0', 'pkg:rpm/fedora/vim@0:9.0-1', 'version itself'],
    ['pkg:rpm/fedora/vim@9.0-1', 'pkg:rpm/fedora/vim@9.0-1?epoch=2', 'not the version'],
    ['pkg:rpm/fedora/vim?epoch=2', 'pkg:rpm/fedora/vim@2:9.0-1', 'package itself'],
    // source packages
    ['pkg:deb/debian/openssl?arch=source', LIBSSL, 'package source'],
    ['pkg:deb/debian/openssl@3.0.11-1?arch=source&distro=bookworm', LIBSSL, 'version source'],
    ['pkg:deb/debian/openssl@3.0.12-1?arch=source', LIBSSL, 'not the version'],
    ['pkg:deb/debian/openssl', LIBSSL, 'not the package'],
    ['pkg:deb/debian/libssl3?arch=source', LIBSSL, 'not the package'],
    ['pkg:deb/debian/curl?arch=source', 'pkg:deb/debian/curl@8?arch=amd64', 'package source'],
    // parts of a package
    ['pkg:swift/x.example/y@v1#a', 'pkg:swift/x.example/y@v1#a/b', 'version itself'],
    ['pkg:swift/x.example/y@v1#a', 'pkg:swift/x.example/y@v1#ab', 'not the subpath'],
    ['pkg:swift/x.example/y@v1#a', 'pkg:swift/x.example/y@v1', 'not the subpath'],
    ['pkg:swift/x.example/y@v1', 'pkg:swift/x.example/y@v1#a', 'version itself'],
    // of Go the end of a module's path, wherever it stands
    ['pkg:golang/x.example/y/v2@v2.0.0', 'pkg:golang/x.example/y@v2.0.0#v2', 'version itself'],
    ['pkg:golang/x.example/y@v2.0.0#v2', 'pkg:golang/x.example/y/v2@v2.0.0', 'version itself'],
    ['pkg:golang/x.example/y', 'pkg:golang/x.example/y@v2.0.0#v2', 'not the package'],
    // a statement about an action holds for what lies in its folders, and not the other way
    ['pkg:githubactions/a/b', 'pkg:githubactions/a/b/c@v1', 'package itself'],
    ['pkg:githubactions/a/b/c', 'pkg:githubactions/a/b/d@v1', 'not the subpath'],
    ['pkg:generic/a?checksum=sha256:bb', 'pkg:generic/a@1?checksum=sha1:aa%2Csha256:bb', 'package itself'],
  ])('%s and %s: %s', (identifier, component, outcome) => expect(told(identifier, component)).toBe(outcome));
});

describe('an affected package of OSV', () => {
  const outcome = (ecosystem: string, name: string, component: string): string => {
    const key = packageKeyOfEcosystem(ecosystem, name) as EcosystemKey;
    const match = matchEcosystem(key, purl(component));
    return match.matches ? `${match.through}, release ${match.release}` : `not the ${match.because}`;
  };
  it.each([
    ['Debian:12', 'openssl', LIBSSL, 'source, release same'],
    ['Debian:11', 'openssl', LIBSSL, 'not the distro'],
    // a name of a source is not that of a component that was built from another
    ['Debian:12', 'libssl3', LIBSSL, 'not the package'],
    ['Debian:12', 'curl', 'pkg:deb/debian/curl@8', 'source, release unsaid'],
    [
      'Alpine:v3.19',
      'openssl',
      'pkg:apk/alpine/libcrypto3@3?distro=alpine-3.19.1&upstream=openssl',
      'source, release same',
    ],
    [
      'Red Hat:enterprise_linux:8::baseos',
      'libacl',
      'pkg:rpm/redhat/libacl@2?distro=rhel-8.7&upstream=acl-2.2-1.src.rpm',
      'itself, release same',
    ],
    [
      'Red Hat:rhel_aus:8.6::baseos',
      'libacl',
      'pkg:rpm/redhat/libacl@2?distro=rhel-8.6',
      'itself, release same',
    ],
    // fixes of an extended release are built for one minor release
    ['Red Hat:rhel_aus:8.6::baseos', 'libacl', 'pkg:rpm/redhat/libacl@2?distro=rhel-8.7', 'not the distro'],
    [
      'Red Hat:rhel_aus:8.6::baseos',
      'libacl',
      'pkg:rpm/redhat/libacl@2-1.el8_6?distro=rhel-8.6',
      'itself, release same',
    ],
    [
      'AlmaLinux:8',
      'acl',
      'pkg:rpm/almalinux/libacl@2?distro=almalinux-8.7&upstream=acl-2.2-1.src.rpm',
      'not the package',
    ],
    ['npm', 'left-pad', 'pkg:npm/left-pad@1', 'itself, release none'],
  ])('%s %s for %s: %s', (ecosystem, name, component, expected) =>
    expect(outcome(ecosystem, name, component)).toBe(expected),
  );
});

it('a version is told as comparators read it', () => {
  expect(versionText(purl('pkg:rpm/fedora/vim@9.0-1?epoch=1'))).toBe('1:9.0-1');
  expect(versionText(purl('pkg:deb/debian/a@0:1.0'))).toBe('1.0');
  expect(versionText(purl('pkg:golang/x/y@v1.2.3'))).toBe('1.2.3');
  expect(versionText(purl(LIBSSL), 'source')).toBe('3.0.11-1');
  expect(versionText(purl('pkg:npm/a'))).toBeNull();
});
