import { expect, it } from 'vitest';
import { distroOf } from '../identity/distro.ts';
import { sourceOf } from '../identity/package-key.ts';
import { parsePurl } from '../identity/purl.ts';
import type { Part } from './inputs.ts';
import { withListFacts } from './own-release.ts';

function part(n: number, text: string | null, system?: readonly [name: string, version: string]): Part {
  const read = text === null ? null : parsePurl(text);
  const [name, version] = system ?? ['lib', '1'];
  return {
    ...{ n, purl: read?.ok ? read.purl : null },
    component: {
      ...{ ref: String(n), name, version, purl: text, cpe: null, scope: 'runtime', digests: [] },
      kind: system ? 'operating-system' : 'library',
    },
  };
}
const releases = (...parts: readonly Part[]) =>
  withListFacts(parts).map(({ purl }) => (purl ? (distroOf(purl)?.release ?? null) : null));

it('gives packages the release of the one operating system that is listed', () => {
  expect(releases(part(1, null, ['debian', '12']), part(2, 'pkg:deb/debian/curl@1-1'))).toEqual([null, '12']);
  expect(releases(part(1, null, ['Alpine', '3.19.1']), part(2, 'pkg:apk/alpine/curl@1-r1'))).toEqual([
    null,
    '3.19',
  ]);
});

it('leaves what says its own, what is of another distribution, and everything where two systems are listed', () => {
  const debian = part(1, null, ['debian', '12']);
  const own = part(2, 'pkg:deb/debian/curl@1-1?distro=debian-11');
  expect(releases(debian, own)).toEqual([null, '11']);
  expect(releases(debian, part(2, 'pkg:deb/ubuntu/curl@1-1'))).toEqual([null, null]);
  expect(releases(debian, part(2, null, ['ubuntu', '22.04']), part(3, 'pkg:deb/debian/curl@1-1'))).toEqual([
    null,
    null,
    null,
  ]);
  expect(releases(debian, part(2, 'pkg:npm/a@1.0.0'))).toEqual([null, null]);
});

it('gives packages that name no distribution that of the one operating system', () => {
  const [, curl] = withListFacts([part(1, null, ['debian', '12']), part(2, 'pkg:deb/curl@1-1')]);
  expect(curl?.purl?.text).toBe('pkg:deb/curl@1-1?distro=debian-12');
});

it('takes a package for its own source where the list names sources of others like it, and nowhere else', () => {
  const sources = (...texts: readonly string[]) =>
    withListFacts(texts.map((text, n) => part(n, text))).map(
      ({ purl }) => purl && (sourceOf(purl)?.name ?? null),
    );
  const [bash, libssl, rpm] = [
    'pkg:deb/debian/bash@5-1',
    'pkg:deb/debian/libssl3@3-1?upstream=openssl',
    'pkg:rpm/rocky/bash@5-1',
  ];
  expect(sources(bash, libssl, rpm)).toEqual(['bash', 'openssl', null]);
  expect(sources(bash, rpm)).toEqual([null, null]);
});
