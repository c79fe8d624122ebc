// Promise: packages are covered by the whole database of their ecosystem or release and by nothing else, and a gap says how much of it is there.
import { expect, it } from 'vitest';
import { parsePurl } from '../identity/purl.ts';
import { coverageGap } from './coverage.ts';

function gap(text: string, complete: readonly string[], counted: Readonly<Record<string, number>> = {}) {
  const read = parsePurl(text);
  if (!read.ok) throw new Error(read.message);
  const all = Object.entries(counted).map(([ecosystem, advisories]) => ({ ecosystem, advisories }));
  return coverageGap({ complete, counted: all })(read.purl);
}

const DEB = 'pkg:deb/debian/curl@8.0-1?distro=debian-12';

it.each<[string, readonly string[]]>([
  ['pkg:npm/left-pad@1.0.0', ['npm']],
  ['pkg:cargo/serde@1.0.0', ['crates.io']],
  ['pkg:golang/golang.org/x/net@0.22.0', ['Go']],
  ['pkg:maven/org.a/b@1.0', ['Maven']],
  ['pkg:githubactions/actions/checkout@4.1.0', ['GitHub Actions']],
  ['pkg:vscode-extension/ms-python/python@2024.1.0', ['VSCode']],
  ['pkg:rpm/centos/curl@7.76.1-1.el9?distro=centos-9', ['Red Hat']],
  ['pkg:apk/wolfi/curl@8.0.0-r0?distro=chainguard-20230214', ['Wolfi']],
  ['pkg:deb/curl@8.0-1?distro=debian-12', ['Debian']],
  [DEB, ['Debian:12']],
  [DEB, ['Debian']],
  ['pkg:rpm/redhat/sudo@1.9-1.el9?distro=rhel-9.4', ['Red Hat']],
  ['pkg:rpm/opensuse/curl@8.0-1?distro=opensuse-leap-15.5', ['openSUSE']],
  ['pkg:apk/alpine/curl@8.0-r0?distro=alpine-3.20.1', ['Alpine:v3.20']],
])('covers %s by %s', (text, complete) => {
  expect(gap(text, complete)).toBeNull();
});

it.each<[string, readonly string[], Readonly<Record<string, number>>, string]>([
  ['pkg:npm/left-pad@1.0.0', [], {}, 'npm: no advisories imported'],
  ['pkg:cargo/serde@1.0.0', [], {}, 'crates.io: no advisories imported'],
  ['pkg:deb/raspbian/curl@8?distro=debian-12', ['Debian'], {}, 'deb/raspbian: no advisories imported'],
  ['pkg:deb/curl@8', ['Debian'], {}, 'deb: no advisories imported'],
  ['pkg:npm/left-pad@1.0.0', ['PyPI'], { npm: 12 }, 'npm: 12 advisories imported, not the whole database'],
  ['pkg:npm/left-pad@1.0.0', [], { 'pkg:npm': 1 }, 'npm: 1 advisory imported, not the whole database'],
  [DEB, ['Debian:11', 'Ubuntu'], { 'Debian:11': 9 }, 'debian 12: no advisories imported'],
  [
    'pkg:deb/ubuntu/curl@8.0-1?distro=ubuntu-22.04',
    ['Ubuntu:Pro:22.04:LTS'],
    {},
    'ubuntu 22.04: no advisories imported',
  ],
])('does not cover %s by %s', (text, complete, counted, why) => {
  expect(gap(text, complete, counted)).toBe(why);
});
