// Whatever is said, heard, decided, edited, taken back or resolved by a model, in whatever order, by one memory or by
// three over one database at once: no place holds two facts, nobody is above himself, what was acknowledged is there or
// its end is on record, nothing is applied twice, and every memory holds what the tables hold.
// A failure prints the seed and the shortest steps that show it.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fc, RUNS, SEED } from '../../../shared/testing/campaign.ts';
import { TEST_DIALECTS, type TestDialect } from '../../store/testing/temp-store.ts';
import { anyStep, type Step } from '../testing/any-step.ts';
import { Town } from '../testing/town.ts';

/** Everything, other projects included, is verified after so many runs. */
const WHOLE_EVERY = 50;

interface Setting {
  readonly dialect: TestDialect;
  readonly memories: number;
}

const SETTINGS: readonly Setting[] = (
  [
    { dialect: 'sqlite', memories: 1 },
    { dialect: 'postgres', memories: 1 },
    { dialect: 'postgres', memories: 3 },
  ] as const
).filter(({ dialect }) => TEST_DIALECTS.includes(dialect));

describe.each(SETTINGS)('$memories memories on $dialect', ({ dialect, memories }) => {
  let town: Town;
  beforeAll(async () => {
    town = await Town.open(dialect, memories);
  });
  afterAll(() => town[Symbol.asyncDispose]());

  it(
    'stay true to their tables, their record and their word',
    async () => {
      const steps = fc.array(anyStep(memories), { minLength: 1, maxLength: 14 });
      for (let run = 0; run < RUNS; run += WHOLE_EVERY) {
        await fc.assert(
          fc.asyncProperty(steps, async (sequence: Step[]) => {
            const project = town.newProject();
            for (const step of sequence) await town.take(project, step);
            await town.settle();
            expect(await town.faults(project)).toEqual([]);
          }),
          { numRuns: Math.min(WHOLE_EVERY, RUNS - run), seed: SEED + run },
        );
        expect(await town.wholeFaults()).toEqual([]);
      }
    },
    RUNS * 2000,
  );
});
