// Whatever people do by hand, in whatever order, from one memory or from three in turn: taking all of it back, the last first, leaves
// what there was before: edges under their ids, the queue, questions, and what agents are told, letter by letter.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fc, runsOnEach } from '../../../shared/testing/campaign.ts';
import { TEST_DIALECTS } from '../../store/testing/temp-store.ts';
import { anyAction, anyStep, type Step } from '../testing/any-step.ts';
import { Town } from '../testing/town.ts';

const MEMORIES = 3;
const beginning = fc.array(
  anyStep(MEMORIES).filter((step) => 'tell' in step),
  { minLength: 1, maxLength: 5 },
);

/** What went wrong once. */
const ONCE: [Step[], Step[]][] = [
  // A dimension that was taken back while it was empty comes again with a fact that is put back, and goes with that.
  [
    [{ tell: ['pa isa dim2 @dim1'], source: 'gutask', by: 0 }],
    [
      { reshape: [{ edit: 'dimension', name: 'type', question: null, isIsa: false }], by: 0 },
      { edit: 'retire', which: 0, to: 'pa', by: 0 },
      { edit: 'tell', which: 0, to: 'dim2', by: 0 },
      { reshape: [{ edit: 'retire', which: [0] }], by: 0 },
      { undo: 3, by: 0 },
      { reshape: [{ edit: 'retire', which: [0] }], by: 0 },
    ],
  ],
];

describe.each(TEST_DIALECTS)('what people did on %s', (dialect) => {
  let town: Town;
  beforeAll(async () => {
    town = await Town.open(dialect, dialect === 'sqlite' ? 1 : MEMORIES);
  });
  afterAll(() => town[Symbol.asyncDispose]());

  it(
    'is taken back without a trace',
    async () => {
      const by = dialect === 'sqlite' ? 1 : MEMORIES;
      const deeds = fc.array(anyAction(by), { minLength: 1, maxLength: 12 });
      await fc.assert(
        fc.asyncProperty(beginning, deeds, async (told, sequence) => {
          const project = town.newProject();
          for (const step of told) await town.take(project, { ...step, by: 0 });
          const before = await town.picture(project);
          for (const step of sequence) await town.take(project, step);
          await town.settle();
          expect(await town.faults(project)).toEqual([]);
          await town.undoAll(project);
          expect(await town.picture(project)).toEqual(before);
          expect(await town.faults(project)).toEqual([]);
        }),
        { numRuns: runsOnEach(TEST_DIALECTS), examples: ONCE },
      );
      expect(await town.wholeFaults()).toEqual([]);
    },
    runsOnEach(TEST_DIALECTS) * 5000,
  );
});
