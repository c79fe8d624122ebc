// Promises of the choice, as a table: which upstream a request goes to, and when it waits or is refused. Each row would
// fail if the order of the criteria changed.

import { describe, expect, it } from 'vitest';
import { fc } from '../../../shared/testing/campaign.ts';
import { type Candidate, type ChoiceWant, chooseUpstream, type Standing } from './choose.ts';

interface Given {
  mode?: Candidate['mode'];
  standing?: Standing;
  slots?: number | null;
  busy?: number;
  weight?: number;
  /** Models it lists; left out: nobody knows. */
  has?: string[];
  warm?: string[];
}

const candidate = (name: string, given: Given): Candidate => ({
  name,
  mode: given.mode ?? 'open',
  standing: given.standing ?? 'well',
  slots: given.slots ?? null,
  busy: given.busy ?? 0,
  weight: given.weight ?? 1,
  knows: (model) =>
    given.warm?.includes(model) || given.has?.includes(model) ? 'has' : given.has ? 'lacks' : 'unknown',
  isWarm: (model) => given.warm?.includes(model) ?? false,
});

const choose = (given: Record<string, Given>, want: Partial<ChoiceWant> = {}): string => {
  const candidates = Object.entries(given).map(([name, one]) => candidate(name, one));
  const choice = chooseUpstream(candidates, {
    ...{ model: 'm:latest', tried: new Set<string>(), usesSlot: true, pinnedTo: null, lastUpstream: null },
    ...want,
  });
  return typeof choice === 'string' ? choice : choice.name;
};

const M = ['m:latest'];
const NOTHING: string[] = [];

type Row = [promise: string, given: Record<string, Given>, want: Partial<ChoiceWant>, chosen: string];

const ONE: Row[] = [
  ['takes it', { a: {} }, {}, 'a'],
  ['takes it though it is ill: it may have just come back', { a: { standing: 'ill' } }, {}, 'a'],
  ['takes it though its circuit is open', { a: { standing: 'open' } }, {}, 'a'],
  ['takes it though it lacks the model: its own error is the truth', { a: { has: NOTHING } }, {}, 'a'],
  ['waits for a slot', { a: { slots: 2, busy: 2 } }, {}, 'wait'],
  ['waits while it is paused', { a: { mode: 'paused' } }, {}, 'wait'],
  ['is refused while it drains', { a: { mode: 'draining' } }, {}, 'draining'],
  ['has none left once it was tried', { a: {} }, { tried: new Set(['a']) }, 'none'],
  ['passes a full one without a slot', { a: { slots: 1, busy: 1 } }, { usesSlot: false }, 'a'],
  ['passes a paused one without a slot', { a: { mode: 'paused' } }, { usesSlot: false }, 'a'],
  ['never passes a draining one', { a: { mode: 'draining' } }, { usesSlot: false }, 'draining'],
];

const SEVERAL: Row[] = [
  ['takes the first of equals', { a: {}, b: {} }, {}, 'a'],
  ['takes the less busy', { a: { busy: 2 }, b: { busy: 1 } }, {}, 'b'],
  ['weighs the load', { a: { busy: 1 }, b: { busy: 3, weight: 4 } }, {}, 'b'],
  ['gives the first request to the heavier', { a: {}, b: { weight: 2 } }, {}, 'b'],
  ['takes the warm one though it is busier', { a: {}, b: { busy: 3, warm: M } }, {}, 'b'],
  ['stays with a crowded one that alone has the model', { a: {}, b: { busy: 4, warm: M, has: M } }, {}, 'b'],
  ['leaves it for one that has the model, too', { a: { has: M }, b: { busy: 4, warm: M } }, {}, 'a'],
  ['fills the slots of a warm one', { a: { has: M }, b: { busy: 7, slots: 8, warm: M } }, {}, 'b'],
  ['goes beside a full warm one', { a: { has: M }, b: { busy: 8, slots: 8, warm: M } }, {}, 'a'],
  ['stays where the conversation was', { a: { warm: M }, b: { has: M } }, { lastUpstream: 'b' }, 'b'],
  ['leaves a full one', { a: { warm: M }, b: { has: M, slots: 1, busy: 1 } }, { lastUpstream: 'b' }, 'a'],
  ['leaves an ill one', { a: { has: M }, b: { warm: M, standing: 'ill' } }, { lastUpstream: 'b' }, 'a'],
  ['takes the one that has the model', { a: {}, b: { has: M, busy: 3 } }, {}, 'b'],
  ['waits for the one that has it', { a: { has: NOTHING }, b: { has: M, slots: 1, busy: 1 } }, {}, 'wait'],
  ['waits for it beside an unknown one', { a: {}, b: { has: M, slots: 1, busy: 1 } }, {}, 'wait'],
  ['prefers who may have it to who lacks it', { a: { has: NOTHING }, b: {} }, {}, 'b'],
  ['takes any when all lack it', { a: { has: NOTHING }, b: { has: NOTHING } }, {}, 'a'],
  [
    'never asks one that lacks it when the one that has it is down',
    { a: { has: NOTHING }, b: { has: M } },
    { tried: new Set(['b']) },
    'none',
  ],
  [
    'is refused when the one that has it drains',
    { a: { has: NOTHING }, b: { has: M, mode: 'draining' } },
    {},
    'draining',
  ],
  ['goes on to the next when one was tried', { a: {}, b: {} }, { tried: new Set(['a']) }, 'b'],
  ['tries a closed circuit before an open one', { a: { standing: 'open' }, b: { busy: 9 } }, {}, 'b'],
  ['tries an ill one before an open one', { a: { standing: 'open' }, b: { standing: 'ill' } }, {}, 'b'],
  [
    'tries a half-open one before an open one',
    { a: { standing: 'open' }, b: { standing: 'half_open' } },
    {},
    'b',
  ],
  [
    'waits for the well one rather than take an ill one',
    { a: { slots: 1, busy: 1 }, b: { standing: 'ill' } },
    {},
    'wait',
  ],
  ['goes round a paused one', { a: { mode: 'paused', warm: M }, b: {} }, {}, 'b'],
  [
    'waits for a paused one when the other drains',
    { a: { mode: 'paused' }, b: { mode: 'draining' } },
    {},
    'wait',
  ],
  [
    'goes to the one it is pinned to',
    { a: { warm: M }, b: { busy: 9, has: NOTHING } },
    { pinnedTo: 'b' },
    'b',
  ],
  ['waits for the one it is pinned to', { a: {}, b: { slots: 1, busy: 1 } }, { pinnedTo: 'b' }, 'wait'],
  ['knows nothing of models it was not told', { a: { has: NOTHING }, b: { has: M } }, { model: null }, 'a'],
  [
    'sends what takes no slot to the least busy',
    { a: { busy: 2, warm: M }, b: { has: M } },
    { usesSlot: false },
    'b',
  ],
];

describe('a request to the only upstream', () => {
  it.each(ONE)('%s', (_promise, given, want, chosen) => expect(choose(given, want)).toBe(chosen));
});

describe('a request to several upstreams', () => {
  it.each(SEVERAL)('%s', (_promise, given, want, chosen) => expect(choose(given, want)).toBe(chosen));
});

const anyCandidate = fc.record({
  mode: fc.constantFrom('open', 'paused', 'draining'),
  standing: fc.constantFrom('well', 'ill', 'half_open', 'open'),
  slots: fc.option(fc.integer({ min: 1, max: 3 })),
  busy: fc.integer({ min: 0, max: 4 }),
  weight: fc.constantFrom(0.5, 1, 2),
  has: fc.option(fc.subarray(['m:latest', 'n:latest']), { nil: undefined }),
  warm: fc.option(fc.subarray(['m:latest']), { nil: undefined }),
});

describe('whatever the upstreams are', () => {
  it('a prompt gets an open one with a free place that it has not tried, or none', () => {
    fc.assert(
      fc.property(fc.array(anyCandidate, { minLength: 1, maxLength: 5 }), fc.nat(4), (list, triedAt) => {
        const given = Object.fromEntries(list.map((one, i) => [`u${i}`, one as Given]));
        const tried = new Set([`u${triedAt}`]);
        const chosen = given[choose(given, { tried })];
        if (!chosen) return;
        expect(chosen.mode).toBe('open');
        expect(chosen.busy).toBeLessThan(chosen.slots ?? Number.POSITIVE_INFINITY);
        expect(choose(given, { tried })).not.toBe(`u${triedAt}`);
      }),
    );
  });

  it('it waits only where a place will come, and is refused only where none will', () => {
    fc.assert(
      fc.property(fc.array(anyCandidate, { minLength: 1, maxLength: 5 }), (list) => {
        const given = Object.fromEntries(list.map((one, i) => [`u${i}`, one as Given]));
        const chosen = choose(given);
        const modes = list.map(({ mode }) => mode);
        if (chosen === 'wait') expect(modes.some((mode) => mode !== 'draining')).toBe(true);
        if (chosen === 'draining') expect(modes).toContain('draining');
        expect(chosen).not.toBe('none');
      }),
    );
  });
});
