// Promise: whether a version is affected is what OSV's algorithm says, in whatever order the events came; an event or a version that
// cannot be ordered makes the answer unknown; and the fix that is told is the one of the interval the version lies in.
import { describe, expect, it } from 'vitest';
import { fc, runs } from '../../../shared/testing/campaign.ts';
import { fixesOf, inOsv, type OsvEvent, type OsvRange } from './osv-range.ts';

const ecosystem = (...events: OsvEvent[]): OsvRange => ({ type: 'ECOSYSTEM', events });
const semver = (...events: OsvEvent[]): OsvRange => ({ type: 'SEMVER', events });
const GIT: OsvRange = { type: 'GIT', events: [{ introduced: '0' }, { fixed: 'abc' }] };
const TWO_LINES = ecosystem({ fixed: '3.2' }, { introduced: '1.0' }, { introduced: '3' }, { fixed: '1.2' });

const affected = (scheme: Parameters<typeof inOsv>[0], range: OsvRange, versions: readonly string[]) =>
  versions.map((version) => inOsv(scheme, [range], [], version));

describe('one range', () => {
  it('begins with what introduces it and ends before what fixes it', () => {
    expect(
      affected('pypi', TWO_LINES, ['0.9', '1', '1.1.9', '1.2', '2.9', '3.0', '3.1', '3.2', '4']),
    ).toEqual([...[false, true, true, false, false, true, true, false, false]]);
  });

  it('ends behind the last version that is affected', () => {
    const range = ecosystem({ introduced: '0' }, { last_affected: '2:1.0-3' });
    expect(affected('deb', range, ['1.0-1', '2:1.0-3', '2:1.0-3+b1'])).toEqual([true, true, false]);
  });

  it('reaches no further than the last of its limits', () => {
    const limited = semver({ introduced: '0' }, { limit: '1.0.0' }, { limit: '2.0.0' });
    expect(affected('semver', limited, ['0.0.0-0', '1.5.0', '2.0.0'])).toEqual([true, true, false]);
    const unlimited = semver({ introduced: '0' }, { limit: '*' });
    expect(affected('semver', unlimited, ['99.0.0'])).toEqual([true]);
  });

  it('goes on where one interval ends and the next begins with the same version', () => {
    const range = ecosystem({ introduced: '0' }, { fixed: '1.0' }, { introduced: '1.0' }, { fixed: '2.0' });
    expect(affected('pypi', range, ['0.5', '1.0', '1.5', '2.0'])).toEqual([true, true, true, false]);
  });

  it('compares as its type says, whatever the ecosystem', () => {
    expect(
      affected('maven', semver({ introduced: '0' }, { fixed: '1.0.0' }), ['1.0.0-alpha', '1.0']),
    ).toEqual([...[true, null]]);
    expect(affected('golang', semver({ introduced: '1.2.0' }), ['v1.2', 'v1.1.9'])).toEqual([true, false]);
  });

  it.each<[string, OsvRange]>([
    ['commits', GIT],
    ['an event that is no version', ecosystem({ introduced: '0' }, { fixed: 'next release' })],
    ['an event of two kinds', ecosystem({ introduced: '0', fixed: '2.0' })],
    ['an empty event', ecosystem({ introduced: '0' }, {})],
  ])('says nothing of %s', (_, range) => {
    expect(affected('pypi', range, ['1.0'])).toEqual([null]);
    expect(fixesOf('pypi', [range], '1.0')).toBeNull();
  });

  it('says nothing of a version or a scheme that it does not know', () => {
    expect(affected('pypi', TWO_LINES, ['1.0-custom'])).toEqual([null]);
    expect(affected(null, TWO_LINES, ['1.0'])).toEqual([null]);
    expect(fixesOf(null, [TWO_LINES], '1.0')).toBeNull();
  });
});

describe('ranges and a list', () => {
  it('affect a version that any of them holds, and are unknown where one might', () => {
    const unread = ecosystem({ introduced: '0' }, { fixed: 'soon' });
    expect(inOsv('pypi', [unread, TWO_LINES], [], '1.1')).toBe(true);
    expect(inOsv('pypi', [unread, TWO_LINES], [], '2.0')).toBeNull();
  });

  it('hold what is listed, in another spelling too', () => {
    expect(inOsv('pypi', [], ['1.0', '1.1'], '1.1.0')).toBe(true);
    expect(inOsv('pypi', [], ['1.0', '1.1'], '1.2')).toBe(false);
    expect(inOsv('pypi', [], ['83.4.1.1+Git'], '83.4.1.1+git')).toBe(true);
    expect(inOsv('pypi', [], ['2010-Legacy'], '2010-legacy')).toBe(true);
    expect(inOsv('gem', [], ['2010_Legacy'], '2010_legacy')).toBeNull();
    expect(inOsv(null, [], ['r5', 'r6'], 'r6')).toBe(true);
    expect(inOsv(null, [], ['r5', 'r6'], 'r7')).toBeNull();
    expect(inOsv('pypi', [], ['1.0', 'trunk'], '1.2')).toBeNull();
  });

  it('pass over commits beside either, and are unknown with commits alone', () => {
    expect(inOsv('pypi', [GIT, TWO_LINES], [], '2.0')).toBe(false);
    expect(inOsv('pypi', [GIT], ['1.0'], '2.0')).toBe(false);
    expect(inOsv('pypi', [GIT], [], '2.0')).toBeNull();
  });

  it('hold nothing where there is neither', () => {
    expect(inOsv('pypi', [], [], '1.0')).toBe(false);
  });
});

describe('the fixes above a version', () => {
  it('are those of the intervals that hold it', () => {
    expect(['1.1', '3.0.1', '2.0'].map((version) => fixesOf('pypi', [TWO_LINES, GIT], version))).toEqual([
      ...[['1.2'], ['3.2'], []],
    ]);
  });

  it('are none where the interval has no end, or ends without a fix', () => {
    expect(fixesOf('pypi', [ecosystem({ introduced: '1' })], '1.5')).toEqual([]);
    const last = ecosystem(
      { introduced: '0' },
      { last_affected: '1.5' },
      { introduced: '2' },
      { fixed: '3' },
    );
    expect(fixesOf('pypi', [last], '1.5')).toEqual([]);
    expect(fixesOf('pypi', [last], '2.5')).toEqual(['3']);
  });

  it('are told once each, the lowest first', () => {
    const ranges = ['2.0', '1.10', '1.10.0', '1.9'].map((fixed) => ecosystem({ introduced: '0' }, { fixed }));
    expect(fixesOf('pypi', ranges, '1.0')).toEqual(['1.9', '1.10', '2.0']);
  });
});

it('answers the same in whatever order events of different versions stand, and a fix it tells is affected no more', () => {
  const version = fc.integer({ min: 0, max: 30 }).map((n) => `1.${n}`);
  const kind = fc.constantFrom('introduced', 'fixed', 'last_affected');
  const events = fc.uniqueArray(fc.tuple(kind, version), { maxLength: 8, selector: ([, at]) => at });
  fc.assert(
    fc.property(events, version, fc.infiniteStream(fc.nat()), (drawn, tested, chance) => {
      const inOrder = drawn.map(([of, at]): OsvEvent => ({ [of]: at }));
      const shuffled = inOrder.map((event) => [chance.next().value, event] as const);
      shuffled.sort(([a], [b]) => a - b);
      const [range, other] = [ecosystem(...inOrder), ecosystem(...shuffled.map(([, event]) => event))];
      expect(inOsv('pypi', [other], [], tested)).toBe(inOsv('pypi', [range], [], tested));
      for (const fix of fixesOf('pypi', [range], tested) ?? [])
        expect(inOsv('pypi', [range], [], fix)).toBe(false);
    }),
    { numRuns: runs(3000) },
  );
});
