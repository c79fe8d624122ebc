// Promise: an address says how one looks, is read as it was written, and what is none of ours narrows nothing.
import { expect, it } from 'vitest';
import { SOURCES } from '../../../../../shared/model/graph.ts';
import { FactFilter } from '../../../../../shared/model/memory/fact-filter.ts';
import { fc } from '../../../../../shared/testing/campaign.ts';
import {
  AGES,
  chipsOf,
  EVERYTHING,
  filterOf,
  type Looks,
  looksIn,
  looksOf,
  SOURCES as OURS,
  queryOfLooks,
  SURENESS,
} from './looks.ts';

const maybe = <T>(of: readonly T[]) => fc.option(fc.constantFrom(...of), { nil: null });
const looks: fc.Arbitrary<Looks> = fc.record({
  sources: fc.subarray([...SOURCES]),
  trust: maybe(SOURCES),
  sure: maybe(Object.keys(SURENESS) as (keyof typeof SURENESS)[]),
  age: maybe(Object.keys(AGES) as (keyof typeof AGES)[]),
  flavour: maybe(['isa', 'ispart'] as const),
  contested: fc.boolean(),
  at: fc.option(fc.integer({ min: 1, max: 4_000_000_000_000 }), { nil: null }),
  over: maybe(['type', 'runs-on', 'ort & zeit']),
});

it('knows the sources as the core has them', () => expect(OURS).toEqual(SOURCES));

it('comes back from the address as it was, beside whatever else stands there', () => {
  fc.assert(
    fc.property(looks, (asked) => {
      const address = new URLSearchParams({ ...queryOfLooks(asked), dim: 'type', view: 'table' });
      const query = Object.fromEntries(address);
      expect(looksOf(query)).toEqual(asked);
      expect(looksOf(looksIn(query))).toEqual(asked);
    }),
  );
});

it('asks the core for what the chips say, and for nothing where there is none', () => {
  fc.assert(
    fc.property(looks, (asked) => {
      const filter = filterOf(asked, 1_800_000_000_000);
      expect(filter === undefined).toBe(chipsOf(asked).length === 0);
      if (filter) expect(FactFilter.parse(filter)).toEqual(filter);
    }),
  );
  expect(filterOf({ ...EVERYTHING, age: 'week' }, 604_800_001)).toEqual({ confirmedFrom: 1 });
  expect(filterOf({ ...EVERYTHING, age: 'older-month' }, 2_592_000_005)).toEqual({ confirmedBefore: 5 });
});

it('narrows nothing for what nobody would write', () => {
  const query = {
    src: 'nobody,',
    trust: 'me',
    sure: '42',
    age: 'old',
    flavour: 'x',
    contested: '1',
    at: '-3',
  };
  expect(looksOf({ ...query, over: '' })).toEqual({ ...EVERYTHING, at: null, over: null });
});
