// Promise: a name that may stand in a bundle is one file on every system, inside the folder it is unpacked in; each other is refused with its reason.
import { describe, expect, it } from 'vitest';
import { fc, runs } from '../../shared/testing/campaign.ts';
import { BundleNames, isReserved, MAX_NAME_CHARS, nameFault, placeOf } from './entry-name.ts';

describe('a name', () => {
  it.each([
    ['', /is empty/],
    ['/etc/passwd', /is absolute/],
    ['a/', /is that of a folder/],
    ['a//b', /empty part/],
    ['..', /"\.\." as a part/],
    ['a/../b', /"\.\." as a part/],
    ['./a', /"\." or/],
    ['a\\b', /other characters/],
    ['C:a', /other characters/],
    ['a b', /other characters/],
    ['ä', /other characters/],
    ['a\u202eb', /other characters/],
    ['a\nb', /other characters/],
    ['a\0', /other characters/],
    ['-rf', /begins with "-"/],
    ['a/-', /begins with "-"/],
    ['a.', /ends with "\."/],
    ['a/b../c', /ends with "\."/],
    ['nul', /device on Windows/],
    ['a/COM1.txt', /device on Windows/],
    [`${'a/'.repeat(8)}b`, /more than 8 parts/],
    ['a'.repeat(101), /more than 100 characters/],
    [`${'a'.repeat(99)}/${'b'.repeat(56)}`, /more than 155 characters/],
  ])('%j is refused', (name, reason) => {
    expect(nameFault(name)).toMatch(reason);
    expect(new BundleNames().add(name)).toMatch(reason);
  });

  it.each(['a', 'SHA256SUMS', '.hidden', 'a/b.c-d_E', 'com', 'com10', `${'a'.repeat(99)}/${'b'.repeat(55)}`])(
    '%j may be',
    (name) => expect(nameFault(name)).toBe(null),
  );
});

describe('names beside each other', () => {
  it.each([
    [['a', 'a'], /twice/],
    [['a/B', 'A/b'], /twice/],
    [['a', 'a/b'], /lies in a folder that is a file/],
    [['A', 'a/b/c'], /lies in a folder that is a file/],
    [['a/b/c', 'a/B'], /of a file and of a folder/],
  ])('%j cannot be', (all, reason) => {
    const names = new BundleNames();
    expect(names.add(all[0] ?? '')).toBe(null);
    expect(names.add(all[1] ?? '')).toMatch(reason);
  });

  it('whether two may be together does not depend on which comes first', () => {
    const segment = fc.constantFrom('a', 'A', 'b', 'ab', 'a.b');
    const name = fc.array(segment, { minLength: 1, maxLength: 3 }).map((segments) => segments.join('/'));
    const together = (one: string, two: string) => {
      const names = new BundleNames();
      names.add(one);
      return names.add(two) === null;
    };
    fc.assert(
      fc.property(name, name, (one, two) => {
        expect(together(one, two)).toBe(together(two, one));
      }),
      { numRuns: runs(5000) },
    );
  });

  it('a name that was refused leaves no trace', () => {
    const names = new BundleNames();
    names.add('a');
    names.add('a/b/c');
    expect(names.add('b')).toBe(null);
    expect(names.add('a-b/c')).toBe(null);
  });
});

it('no name is taken for a place it is not at, in whatever case', () => {
  expect(['SHA256SUMS', 'sha256sums', 'signatures', 'Signatures/a'].map(isReserved)).not.toContain(false);
  expect(['SHA256SUMS.txt', 'a/SHA256SUMS', 'a/signatures/b', 'signatures.md'].map(isReserved)).not.toContain(
    true,
  );
  expect(['SHA256SUMS', 'summary.md', 'signatures/a'].map(placeOf)).toEqual(['sums', 'file', 'signature']);
});

it('whatever a name holds, it is allowed or refused, and what is allowed is plain', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.string({ unit: fc.constantFrom(...'aA.-/_~ 1') })), (name) => {
      if (nameFault(name) !== null) return;
      expect(name).toMatch(/^[A-Za-z0-9._/-]+$/);
      expect(name.length).toBeLessThanOrEqual(MAX_NAME_CHARS);
      expect(new URL(name, 'file:///in/here/').pathname).toBe(`/in/here/${name}`);
    }),
    { numRuns: runs(20_000) },
  );
});
