import { expect, test } from 'vitest';
import { fc } from '../../../shared/testing/campaign.ts';
import { type Listed, Roster } from './roster.ts';

interface Item extends Listed {
  readonly name: number;
}

const names = (items: readonly Item[]) => items.map(({ name }) => name).toSorted((a, b) => a - b);

test('it holds what was added and not removed, whatever the order', () => {
  const steps = fc.array(fc.record({ adds: fc.boolean(), pick: fc.nat(99) }), { maxLength: 80 });
  fc.assert(
    fc.property(steps, (given) => {
      const roster = new Roster<Item>();
      const there: Item[] = [];
      for (const [name, { adds, pick }] of given.entries()) {
        if (adds || there.length === 0) {
          const item = { name, rosterPlace: -1 };
          there.push(item);
          roster.add(item);
        } else {
          const [gone] = there.splice(pick % there.length, 1);
          roster.remove(gone as Item);
        }
        expect(names(roster.all())).toEqual(names(there));
        expect(roster.size).toBe(there.length);
      }
    }),
  );
});
