// Promise: a distribution and its release are one thing however they are spelled, and what is not said is not guessed.
import { expect, it } from 'vitest';
import { type Distro, distroOf, distroOfEcosystem, sameDistro } from './distro.ts';
import { parsePurl } from './purl.ts';

const of = (text: string): Distro | null => {
  const read = parsePurl(text);
  if (!read.ok) throw new Error(read.message);
  return distroOf(read.purl);
};
const told = (distro: Distro | null): string =>
  distro === null ? 'null' : [distro.id, distro.release, distro.stream].join(' ').trim();

it.each([
  ['pkg:deb/debian/curl@8?distro=debian-12', 'debian 12'],
  ['pkg:deb/debian/curl@8?distro=debian-12.5', 'debian 12'],
  ['pkg:deb/debian/curl@8?distro=bookworm', 'debian 12'],
  ['pkg:deb/debian/curl@8?distro=12.5', 'debian 12'],
  ['pkg:deb/ubuntu/curl@8?distro=ubuntu-22.04', 'ubuntu 22.04'],
  ['pkg:deb/ubuntu/curl@8?distro=jammy', 'ubuntu 22.04'],
  ['pkg:apk/alpine/curl@8?distro=alpine-3.19.1', 'alpine 3.19'],
  ['pkg:apk/alpine/curl@8?distro=3.19.1', 'alpine 3.19'],
  ['pkg:apk/alpine/curl@8?distro=alpine-3.24.0_alpha20251224', 'alpine edge'],
  ['pkg:alpine/curl@8?distro=alpine-3.16.0', 'alpine 3.16'],
  ['pkg:rpm/redhat/bash@5?distro=rhel-9.3', 'rhel 9'],
  ['pkg:rpm/redhat/bash@5?distro=redhat-9.3', 'rhel 9'],
  ['pkg:rpm/amazon/bash@5?distro=amazon-2%20%28Karoo%29', 'amazon 2'],
  ['pkg:rpm/centos/bash@5?distro=centos-7.6.1810', 'centos 7'],
  ['pkg:rpm/ol/bash@5?distro=ol-8.7', 'oracle 8'],
  ['pkg:rpm/sles/bash@5?distro=sles-15.4', 'sles 15.4'],
  ['pkg:rpm/opensuse/bash@5?distro=opensuse-leap-15.5', 'opensuse-leap 15.5'],
  ['pkg:deb/debian/curl@8', 'debian'],
  ['pkg:deb/debian/curl@8?distro=nonsense', 'debian'],
  ['pkg:deb/debian/curl@8?distro=constructor', 'debian'],
  ['pkg:deb/elsewhere/curl@8', 'null'],
  ['pkg:npm/curl@8?distro=debian-12', 'null'],
  // the namespace says who built it
  ['pkg:deb/curl@8?distro=debian-12', 'debian 12'],
  ['pkg:deb/raspbian/curl@8?distro=debian-12', 'null'],
  ['pkg:deb/debian/curl@8?distro=ubuntu-22.04', 'debian'],
  ['pkg:apk/wolfi/curl@8?distro=chainguard-20230214', 'wolfi rolling'],
  ['pkg:rpm/redhat/curl@8?distro=centos-9', 'centos 9'],
  ['pkg:rpm/opensuse/curl@8?distro=opensuse-leap-15.5', 'opensuse-leap 15.5'],
])('%s is of %s', (purl, distro) => expect(told(of(purl))).toBe(distro));

it.each([
  ['Debian:12', 'debian 12'],
  ['Alpine:v3.19', 'alpine 3.19'],
  ['Alpine:edge', 'alpine edge'],
  ['Ubuntu:22.04:LTS', 'ubuntu 22.04'],
  ['Ubuntu:Pro:18.04:LTS', 'ubuntu 18.04 pro'],
  ['Red Hat:enterprise_linux:9::baseos', 'rhel 9'],
  ['Red Hat:rhel_aus:8.6::appstream', 'rhel 8 rhel_aus:8.6'],
  ['Red Hat:openshift:4.12::el8', 'rhel 8 openshift:4.12'],
  ['Red Hat:rhel_software_collections:3::el7', 'rhel 7 rhel_software_collections:3'],
  ['Red Hat:ansible_automation_platform:2.4', 'rhel  ansible_automation_platform:2.4'],
  ['Rocky Linux:9', 'rocky 9'],
  ['AlmaLinux:8', 'almalinux 8'],
  ['SUSE:Linux Enterprise Server 15 SP5', 'sles 15.5'],
  ['SUSE:Linux Enterprise Server 12 SP5-LTSS', 'sles 12.5'],
  ['openSUSE:Leap 15.5', 'opensuse-leap 15.5'],
  ['openSUSE:Tumbleweed', 'opensuse-tumbleweed rolling'],
  ['Wolfi', 'wolfi rolling'],
  ['npm', 'null'],
  ['constructor:1', 'null'],
])('the ecosystem %s is of %s', (ecosystem, distro) =>
  expect(told(distroOfEcosystem(ecosystem))).toBe(distro),
);

it('one release is the same in every spelling, another is not, and an unsaid one is neither', () => {
  const same = (purl: string, ecosystem: string) => {
    const [one, other] = [of(purl), distroOfEcosystem(ecosystem)];
    return one === null || other === null ? 'none' : sameDistro(one, other);
  };
  expect(same('pkg:deb/debian/a@1?distro=debian-12.5', 'Debian:12')).toBe(true);
  expect(same('pkg:deb/debian/a@1?distro=debian-11', 'Debian:12')).toBe(false);
  expect(same('pkg:deb/ubuntu/a@1?distro=ubuntu-22.04', 'Debian:12')).toBe(false);
  expect(same('pkg:deb/debian/a@1', 'Debian:12')).toBeNull();
  // a fix of another line has numbers of its own, so it is no word about this one
  expect(same('pkg:rpm/redhat/a@1?distro=rhel-8.9', 'Red Hat:rhel_aus:8.6::appstream')).toBeNull();
});
