// Promise: what is said about a product is decided by rule, a doubt is held and never passed over, and neither order, repetition,
// old words, dates from the future nor a crowd of strangers turn the outcome. The fact that is named does turn it over, none that is smaller
// does, and where none is named none does.
import { describe, expect, it } from 'vitest';
import { FINDING_STATUSES } from '../../../shared/model/evidence/words.ts';
import { chance, fc, runs } from '../../../shared/testing/campaign.ts';
import { standingOf, type VexClaim } from './claim.ts';
import { decide, type Question } from './consensus.ts';
import { applyFact, FACT_SENTENCES, flipOf, possibleFacts } from './flip.ts';

const NOW = Date.UTC(2026, 8, 1);
const DAY = 86_400_000;

/** A vendor's unsigned statement of ten days ago; `over` is what is otherwise. */
const claim = (over: Partial<VexClaim>): VexClaim => ({
  id: 'c1',
  status: 'affected',
  issuer: 'vendor',
  issuerTrusted: false,
  signed: false,
  statedAt: NOW - 10 * DAY,
  ...over,
});

/** A signed statement of now. */
const strong = (over: Partial<VexClaim>): VexClaim => claim({ signed: true, statedAt: NOW, ...over });

const question = (claims: readonly VexClaim[], kev = false): Question => ({
  claims,
  kev,
  product: 'deb/debian/xz-utils',
  now: NOW,
});

/** Any statement about one product at one version; an issuer is trusted or not, and so in all it says. */
const anyClaim: fc.Arbitrary<VexClaim> = fc
  .record({
    id: fc.integer({ min: 0, max: 999 }).map((n) => `c${n}`),
    issuer: fc.constantFrom('a', 'b', 'c', 'd', 'e'),
    status: fc.constantFrom(...FINDING_STATUSES),
    signed: fc.boolean(),
    advisory: fc.option(fc.constantFrom('GHSA-1', 'GO-1'), { nil: undefined }),
    days: fc.integer({ min: -400, max: 2000 }),
    distribution: fc.boolean(),
  } as const)
  .map(({ days, advisory, ...members }) =>
    claim({
      ...members,
      ...(advisory === undefined ? {} : { advisory }),
      statedAt: NOW - days * DAY,
      issuerTrusted: members.issuer === 'a' || members.issuer === 'b',
    }),
  );

const anyQuestion: fc.Arbitrary<Question> = fc
  .tuple(fc.array(anyClaim, { maxLength: 8 }), fc.integer({ min: 0, max: 9 }))
  .map(([claims, chance]) => question(claims, chance === 0));

const outcome = (claims: readonly VexClaim[], kev = false): string => {
  const { status, held, rule } = decide(question(claims, kev));
  return `${status}${held ? ', held' : ''}: ${rule}`;
};
const SAFE = strong({ id: 's', issuer: 'vendor', status: 'not_affected', issuerTrusted: true });

/** What the ranges of an advisory say. */
const range = (over: Partial<VexClaim> = {}): VexClaim =>
  claim({ id: 'r', issuer: 'GHSA', advisory: 'GHSA-1', ...over });

describe('rules', () => {
  it('silence is no statement', () => expect(outcome([])).toBe('unknown: no_statement'));

  it('what all say counts', () => {
    expect(outcome([range()])).toBe('affected: agreed');
    expect(outcome([range({ status: 'fixed' })])).toBe('fixed: agreed');
    expect(outcome([claim({ status: 'under_investigation' })])).toBe('under_investigation: open');
  });

  it('a trusted issuer closes what an advisory lists, and an issuer nobody chose closes nothing', () => {
    expect(outcome([SAFE, range()])).toBe('not_affected: trusted');
    expect(outcome([{ ...SAFE, issuerTrusted: false }, range()])).toBe('affected: not_trusted');
    const crowd = ['x', 'y', 'z'].map((issuer) => strong({ id: issuer, issuer, status: 'not_affected' }));
    expect(outcome([...crowd, range()])).toBe('affected: not_trusted');
  });

  it('a forged statement under the name of an issuer takes back nothing that is signed, and alone says nothing', () => {
    const signed = strong({ id: 'w', issuer: 'Acme', issuerTrusted: true });
    const forged = claim({ id: 'f', issuer: 'Acme', status: 'not_affected', statedAt: NOW });
    expect(outcome([signed, forged])).toBe('affected: trusted');
    expect(outcome([forged])).toBe('unknown: not_trusted');
    const nameless = [
      claim({ id: 'a', issuer: '' }),
      claim({ id: 'b', issuer: '', status: 'not_affected', statedAt: NOW }),
    ];
    expect(outcome(nameless)).toBe('affected, held: issuers_disagree');
  });

  it('age takes nothing from a trusted statement', () =>
    expect(outcome([{ ...SAFE, statedAt: NOW - 2000 * DAY }, range()])).toBe('not_affected: trusted'));

  it('what is known to be exploited is held, whoever says that it is safe', () => {
    expect(outcome([SAFE, range()], true)).toBe('affected, held: kev');
    // nothing calls it affected
    expect(outcome([range({ status: 'fixed' })], true)).toBe('fixed: agreed');
  });

  it('trusted issuers at odds are held, and so are issuers at odds that nobody chose', () => {
    const warning = claim({ id: 'w', issuer: 'other', issuerTrusted: true, statedAt: NOW - 900 * DAY });
    expect(outcome([SAFE, warning])).toBe('affected, held: trusted_disagree');
    expect(outcome([SAFE, { ...warning, issuerTrusted: false }])).toBe('not_affected: trusted');
    const stranger = { ...SAFE, issuerTrusted: false };
    expect(outcome([stranger, { ...warning, issuerTrusted: false }])).toBe(
      'affected, held: issuers_disagree',
    );
  });

  it('a trusted "not known yet" is held where somebody knows, and open where nobody does', () => {
    const open = strong({ id: 'o', issuer: 'lab', status: 'under_investigation', issuerTrusted: true });
    expect(outcome([open])).toBe('under_investigation: open');
    expect(outcome([open, range()])).toBe('affected, held: undecided');
  });

  it('each advisory is one voter: one that lists the version is enough, whoever publishes both and when', () => {
    const newer = range({ id: 'n', advisory: 'GHSA-2', status: 'not_affected', statedAt: NOW });
    expect(outcome([range(), newer])).toBe('affected: any_advisory');
    expect(outcome([range(), range({ id: 'again', statedAt: NOW, status: 'fixed' })])).toBe('fixed: agreed');
  });

  it("a distribution's fix of its own package beats a range from upstream, and nothing more", () => {
    const fix = range({ id: 'd', issuer: 'Debian', advisory: 'DSA-1', status: 'fixed', distribution: true });
    expect(outcome([fix, range()])).toBe('fixed: distribution_fix');
    expect(decide(question([fix, range()]))).toMatchObject({ counted: [fix], setAside: [range()] });
    // stated by somebody nobody chose, or not of its own package
    const { advisory: _, ...stated } = fix;
    expect(outcome([stated, range()])).toBe('affected: not_trusted');
    expect(outcome([{ ...stated, issuerTrusted: true }, range()])).toBe('fixed: trusted');
    expect(outcome([{ ...fix, distribution: false }, range()])).toBe('affected: any_advisory');
    expect(outcome([fix, range()], true)).toBe('fixed: distribution_fix');
  });
});

describe('dates', () => {
  it('of two words of one issuer the later counts, and of two at once the graver', () => {
    const by = { issuerTrusted: true };
    const earlier = claim({ ...by, id: 'e', statedAt: NOW - 20 * DAY, status: 'affected' });
    const later = claim({ ...by, id: 'l', statedAt: NOW - 2 * DAY, status: 'fixed' });
    expect(decide(question([earlier, later]))).toMatchObject({ status: 'fixed', replaced: [earlier] });
    expect(decide(question([{ ...earlier, statedAt: later.statedAt }, later]))).toMatchObject({
      status: 'affected',
    });
  });

  it('a date in the future is none: it takes the place of nothing', () => {
    const honest = claim({ id: 'h', status: 'affected' });
    const ahead = claim({ id: 'f', status: 'not_affected', statedAt: NOW + 3000 * DAY });
    expect(decide(question([honest, ahead]))).toMatchObject({ status: 'affected', replaced: [ahead] });
  });
});

it('a thousand strangers who say the same close no more than one of them', () => {
  const crowd = Array.from({ length: 1000 }, (_, n) =>
    claim({ id: `x${n}`, issuer: `stranger ${n}`, status: 'not_affected' }),
  );
  for (const said of [crowd.slice(0, 1), crowd]) {
    expect(outcome(said)).toBe('unknown: not_trusted');
    expect(outcome([...said, range()])).toBe('affected: not_trusted');
  }
});

describe('whatever is said', () => {
  const numRuns = runs(2000);
  const random = chance('consensus');
  const shuffled = <T>(list: readonly T[]): readonly T[] =>
    list
      .map((value) => ({ value, at: random() }))
      .sort((a, b) => a.at - b.at)
      .map(({ value }) => value);

  it('order turns nothing', () => {
    fc.assert(
      fc.property(anyQuestion, (asked) => {
        expect(decide({ ...asked, claims: shuffled(asked.claims) })).toEqual(decide(asked));
      }),
      { numRuns },
    );
  });

  it('the same statement twice turns nothing', () => {
    fc.assert(
      fc.property(anyQuestion, (asked) => {
        const twice = [...asked.claims, ...asked.claims.map((one) => ({ ...one }))];
        expect(decide({ ...asked, claims: twice })).toEqual(decide(asked));
      }),
      { numRuns },
    );
  });

  it('an older statement of an issuer turns nothing', () => {
    fc.assert(
      fc.property(anyQuestion, (asked) => {
        const { replaced: _, ...before } = decide(asked);
        const older = asked.claims
          .filter(({ statedAt }) => statedAt <= NOW)
          .map((one) => ({
            ...one,
            id: `old ${one.id}`,
            statedAt: one.statedAt - 3000 * DAY,
          }));
        const { replaced, ...after } = decide({ ...asked, claims: [...asked.claims, ...older] });
        expect(after).toEqual(before);
        for (const one of older) expect(replaced).toContainEqual(one);
      }),
      { numRuns },
    );
  });

  it('who is called what turns no status', () => {
    fc.assert(
      fc.property(anyQuestion, (asked) => {
        const names = new Map(shuffled(['a', 'b', 'c', 'd', 'e']).map((name, n) => ['abcde'[n], name]));
        const renamed = asked.claims.map((one) => ({ ...one, issuer: names.get(one.issuer) ?? one.issuer }));
        const [one, other] = [decide(asked), decide({ ...asked, claims: renamed })];
        expect([other.status, other.held, other.rule]).toEqual([one.status, one.held, one.rule]);
      }),
      { numRuns },
    );
  });

  it('held is affected, a trusted warning is never passed over, and nothing is closed that nobody trusted closes', () => {
    fc.assert(
      fc.property(anyQuestion, (asked) => {
        const { status, held, counted } = decide(asked);
        if (held) expect(status).toBe('affected');
        const trusted = counted.filter(({ issuerTrusted }) => issuerTrusted);
        if (trusted.some((one) => one.status === 'affected')) expect(status).toBe('affected');
        const isWarned = counted.some((one) => one.status === 'affected');
        const isClosed = status === 'fixed' || status === 'not_affected';
        if (isWarned && isClosed) expect(trusted.length).toBeGreaterThan(0);
      }),
      { numRuns },
    );
  });
});

describe('the fact that would change the outcome', () => {
  it('names the word that would have to change', () => {
    const warning = claim({ id: 'w', issuer: 'Debian', issuerTrusted: true });
    const held = question([SAFE, warning]);
    expect(decide(held).rule).toBe('trusted_disagree');
    expect(flipOf(held)).toEqual({
      ...{ fact: 'restated', issuer: 'Debian', status: 'not_affected', resultingStatus: 'not_affected' },
    });
  });

  it('what is known to be exploited is turned over by no one fact while two call it affected', () => {
    const warnings = [claim({ issuer: 'x', advisory: 'GHSA-1' }), claim({ issuer: 'y', advisory: 'GO-1' })];
    expect(flipOf({ ...question([SAFE, ...warnings], true), product: 'npm/left-pad' })).toBeNull();
  });

  it('a statement that closes nothing names whom to trust', () => {
    const stranger = claim({ id: 'x', issuer: 'acme', status: 'not_affected' });
    const asked = question([stranger, claim({ id: 'r', issuer: 'GHSA', advisory: 'GHSA-1' })]);
    expect(flipOf(asked)).toEqual({ fact: 'trusted', issuer: 'acme', resultingStatus: 'not_affected' });
  });

  it('of silence it says who would have to speak', () =>
    expect(flipOf(question([]))).toMatchObject({ fact: 'vendor_states', resultingStatus: 'not_affected' }));

  it('a fact that is named turns it over, those before it do not, and where none is named none does', () => {
    let named = 0;
    fc.assert(
      fc.property(anyQuestion, (asked) => {
        const standing = standingOf(decide(asked).status);
        const after = possibleFacts(asked).map((fact) => ({
          fact,
          status: decide(applyFact(asked, fact)).status,
        }));
        const first = after.find((one) => standingOf(one.status) !== standing);
        const flip = flipOf(asked);
        expect(flip).toEqual(first === undefined ? null : { ...first.fact, resultingStatus: first.status });
        if (flip !== null) named++;
      }),
      { numRuns: runs(1000) },
    );
    expect(named).toBeGreaterThan(0);
  });

  it('every fact of the list has its sentence', () => {
    const kinds = new Set(
      possibleFacts(question([SAFE, claim({ id: 'o', issuer: 'other' })])).map(({ fact }) => fact),
    );
    expect([...kinds].sort()).toEqual(Object.keys(FACT_SENTENCES).sort());
  });

  it('a fact adds or takes back words and leaves the question as it was', () => {
    const asked = question([SAFE, claim({ id: 'o', issuer: 'other' })]);
    const before = structuredClone(asked);
    for (const fact of possibleFacts(asked)) applyFact(asked, fact);
    expect(asked).toEqual(before);
    expect(applyFact(asked, { fact: 'withdrawn', issuer: 'other' }).claims).toEqual([SAFE]);
    expect(applyFact(asked, { fact: 'restated', issuer: 'nobody', status: 'fixed' })).toEqual(asked);
  });
});
