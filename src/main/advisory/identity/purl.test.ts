// Promise: a package URL has one canonical spelling, and no text, however made, makes its reader throw.
import { describe, expect, it } from 'vitest';
import { fc, runs } from '../../../shared/testing/campaign.ts';
import { buildPurl, MAX_PURL_CHARS, parsePurl } from './purl.ts';

const text = (given: string): string => {
  const read = parsePurl(given);
  return read.ok ? read.purl.text : `refused: ${read.message}`;
};

describe('spellings of one package', () => {
  it.each([
    ['pkg:npm/@babel/core@7.0.0', 'pkg:npm/%40babel/core@7.0.0'],
    ['pkg:npm/%40gar%2Fpromisify@1.1.3', 'pkg:npm/%40gar/promisify@1.1.3'],
    ['pkg:npm/%40gar/promisify%401.1.3', 'pkg:npm/%40gar/promisify@1.1.3'],
    ['pkg:npm/mine@npm:@gar/promisify@1.1.3', 'pkg:npm/%40gar/promisify@1.1.3'],
    ['pkg:npm/%40gar/promisify@npm:1.1.3', 'pkg:npm/%40gar/promisify@1.1.3'],
    ['pkg:npm/left-pad@1.3.0', 'pkg:npm/left-pad@1.3.0'],
    ['pkg:npm/7.x', 'pkg:npm/7.x'],
    ['pkg:alpine/curl@8', 'pkg:apk/alpine/curl@8'],
    ['pkg:githubactions/github/codeql-action/init@v2', 'pkg:githubactions/github/codeql-action@v2#init'],
    ['PKG://PyPI/Django_Package@1.0RC1', 'pkg:pypi/django-package@1.0rc1'],
    [
      'pkg:deb/Debian/libstdc++6@12.2.0-14?distro=debian-12&arch=amd64',
      'pkg:deb/debian/libstdc%2B%2B6@12.2.0-14?arch=amd64&distro=debian-12',
    ],
    ['pkg:rpm/redhat/bash@5.1?ARCH=x86_64&epoch=', 'pkg:rpm/redhat/bash@5.1?arch=x86_64'],
    ['pkg:golang/stdlib@1.22.1', 'pkg:golang/stdlib@1.22.1'],
    ['pkg:golang/x/y@v1#./a//../b/', 'pkg:golang/x/y@v1#a/b'],
    [
      'pkg:generic/a?download_url=https://x.example/y?z=1',
      'pkg:generic/a?download_url=https:%2F%2Fx.example%2Fy%3Fz%3D1',
    ],
    ['pkg:git/codeberg.org/a/b@1', 'pkg:git/codeberg.org/a/b@1'],
    ['pkg:git/alone', 'pkg:git/alone'],
  ])('%s is written %s', (given, canonical) => expect(text(given)).toBe(canonical));
});

describe('what is none', () => {
  it.each([
    ['npm/left-pad', 'begins with pkg:'],
    ['pkg:npm', 'names a type and a package'],
    ['pkg:maven/@1.3.4', 'refused: a package URL names a package'],
    ['pkg:3npm/a', 'a type begins with a letter'],
    ['pkg:npm/a%zz', 'a % stands before'],
    ['pkg:npm/a%00b', 'a control character'],
    ['pkg:npm/a\ud800', 'half a character'],
    ['pkg:npm/a?1=x', 'a qualifier begins with a letter'],
    ['pkg:npm/a?k=1&k=2', 'stands twice'],
    ['pkg:npm/a#x%2Fy', 'a segment of a subpath'],
    ['pkg:vcpkg/boost/asio', 'vcpkg has no namespace'],
    ['pkg:constructor/a?__proto__=1', 'a qualifier begins with a letter'],
    [`pkg:npm/${'a'.repeat(MAX_PURL_CHARS)}`, 'at most 4096 characters'],
    [`pkg:npm/${'ü'.repeat(1000)}`, 'more than 4096 characters'],
  ])('%.40s is refused: %s', (given, why) => expect(text(given)).toContain(why));
});

const word = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 8 });

it('what is canonical stays as it is, and building from the parts gives it again', () => {
  const parts = fc.record({
    type: fc.constantFrom('npm', 'pypi', 'deb', 'golang', 'maven', 'oci', 'git', 'github', 'other'),
    namespace: fc.option(fc.array(word, { minLength: 1, maxLength: 3 }).map((words) => words.join('/'))),
    name: word,
    version: fc.option(word),
    qualifiers: fc.dictionary(fc.constantFrom('arch', 'distro', 'epoch', 'constructor'), word),
    subpath: fc.option(word),
  });
  fc.assert(
    fc.property(parts, (given) => {
      const built = buildPurl(given);
      if (!built.ok) return;
      const read = parsePurl(built.purl.text);
      expect(read).toEqual(built);
      const again = buildPurl({ ...built.purl, qualifiers: Object.fromEntries(built.purl.qualifiers) });
      expect(again).toEqual(built);
    }),
    { numRuns: runs(2000) },
  );
});

it('any text at all is answered, and what is accepted is accepted in its canonical spelling too', () => {
  const atoms = fc.constantFrom(
    'pkg:',
    'npm',
    'npm:',
    '/',
    '@',
    '?',
    '#',
    '&',
    '=',
    '%',
    '%2F',
    '%40',
    '..',
    'a',
    'ü',
    '\ud800',
    '\0',
    ' ',
  );
  fc.assert(
    fc.property(fc.array(atoms, { maxLength: 30 }), (pieces) => {
      const read = parsePurl(`pkg:${pieces.join('')}`);
      if (read.ok) expect(parsePurl(read.purl.text)).toEqual(read);
    }),
    { numRuns: runs(5000) },
  );
});
