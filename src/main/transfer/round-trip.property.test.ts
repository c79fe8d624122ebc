// Random memories, exported and imported: into an empty project nothing is lost, into another one nothing is overwritten,
// twice is as good as once, and undo takes a whole import back. After every step graph, tables and chain agree.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Decision } from '../../shared/model/decision.ts';
import { AppError } from '../../shared/model/envelope.ts';
import type { Source } from '../../shared/model/graph.ts';
import { fc, RUNS, runsOnEach } from '../../shared/testing/campaign.ts';
import { fact, type TempMemory, tableFacts, tempMemory, told } from '../memory/testing/temp-memory.ts';
import { TEST_DIALECTS } from '../store/testing/temp-store.ts';
import { body, exported, imported } from './testing/files.ts';

const ada = { actor: 'ada', reason: 'because' };

const name = fc.constantFrom('pa', 'pb', 'pc', 'pd', 'pe');
const dimension = fc.constantFrom('dim1', 'dim2', 'type');
const said = fc
  .record({
    concept: name,
    isIsa: fc.boolean(),
    parent: name,
    dim: dimension,
    confidence: fc.double({ min: 0, max: 1, noNaN: true }),
  })
  .map(({ concept, isIsa, parent, dim, confidence }) =>
    fact(`${concept} ${isIsa ? 'isa' : 'ispart'} ${parent}`, dim, confidence),
  );
const decision = fc.oneof(
  fc.constantFrom<Decision>({ decision: 'keep' }, { decision: 'dismiss' }, { decision: 'replace' }),
  fc.record({
    decision: fc.constant('split' as const),
    existingDimension: dimension,
    newDimension: dimension,
  }),
);
const pick = fc.nat({ max: 1000 });
const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('tell' as const),
      facts: fc.array(said, { minLength: 1, maxLength: 8, size: 'max' }),
      source: fc.constantFrom<Source>('gutask', 'inferred', 'operator'),
      sentence: fc.option(fc.string({ maxLength: 40 }), { nil: null }),
    }),
  },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('decide' as const), pick, decision }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('undo' as const), pick }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('withdraw' as const), pick }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('count' as const), name }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('ask' as const),
      dimension,
      question: fc.constantFrom('What is it?', 'Where is it, “exactly”?'),
    }),
  },
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;
const life = fc.array(step, { minLength: 2, maxLength: 14, size: 'max' });

const openIds = async ({ memory }: TempMemory, project: string) =>
  (await memory.read.conflicts({ project, view: 'open', limit: 200, offset: 0 })).conflicts;

async function live(t: TempMemory, project: string, steps: readonly Step[]): Promise<void> {
  for (const one of steps) {
    t.temp.clock.advance(1000);
    try {
      await act(t, project, one);
    } catch (error) {
      // What is refused changes nothing; that is decisions' promise, not this test's.
      if (!(error instanceof AppError)) throw error;
    }
  }
}

async function act(t: TempMemory, project: string, one: Step): Promise<void> {
  const { memory, temp } = t;
  switch (one.kind) {
    case 'tell': {
      const { source, sentence } = one;
      await memory.tell(project, one.facts, told({ source, sentence, at: temp.clock.now() }));
      return;
    }
    case 'decide': {
      const open = await openIds(t, project);
      const conflict = open[one.pick % Math.max(1, open.length)];
      if (conflict)
        await memory.decisions.decide(conflict.id, one.decision, { ...ada, expectedVersion: null });
      return;
    }
    case 'undo': {
      const actions = (await memory.history.actions({ project, limit: 20 })).filter(
        ({ state }) => state === 'done',
      );
      const action = actions[one.pick % Math.max(1, actions.length)];
      if (action) await memory.history.undo(action.id, ada);
      return;
    }
    case 'withdraw': {
      const edges = [...t.graph.edges()].filter(
        (edge) => edge.project === project && edge.concept !== edge.dim,
      );
      const edge = edges[one.pick % Math.max(1, edges.length)];
      if (edge) await memory.edits.setDoNotUse(edge.edgeId, true, ada);
      return;
    }
    case 'ask': {
      const { dimension: of, question } = one;
      const edits = [{ edit: 'dimension' as const, name: of, question, isIsa: true }];
      await memory.graphEdits.apply(project, edits, null, ada);
      return;
    }
    case 'count':
      memory.encounter(new Map([[one.name, 3]]), temp.clock.now());
      await memory.flush();
  }
}

/** Two lives, three imports and five exports, with other work beside them. */
const RUN_MS = 2000;

const renamed = (text: string, from: string, to: string) =>
  text.replaceAll(`"project":"${from}"`, `"project":"${to}"`);

describe.each(TEST_DIALECTS)('export and import on %s', { timeout: 600_000 + RUNS * RUN_MS }, (dialect) => {
  let t: TempMemory;
  let runs = 0;
  beforeAll(async () => {
    t = await tempMemory(dialect);
  });
  afterAll(() => t[Symbol.asyncDispose]());

  it('come out of an empty project as they went in', async () => {
    await fc.assert(
      fc.asyncProperty(life, async (steps) => {
        const [from, to] = [`from${++runs}`, `to${runs}`];
        await live(t, from, steps);
        const file = await exported(t, from);
        const result = await imported(t.memory, renamed(file, from, to));
        expect(result).toMatchObject({ confirmed: 0, refused: 0, unchanged: 0 });
        expect(renamed(body(await exported(t, to)), to, from)).toBe(body(file));
      }),
      { numRuns: runsOnEach(TEST_DIALECTS) },
    );
    expect(await t.memory.verify()).toMatchObject({ ok: true, problems: [] });
  });

  it('come out of an empty database as they went in, all projects at once', async () => {
    await using other = await tempMemory(dialect);
    other.temp.clock.advance(t.temp.clock.now() - other.temp.clock.now() + 1000);
    await t.memory.flush();
    const file = await exported(t);
    await imported(other.memory, file);
    expect(body(await exported(other))).toBe(body(file));
    expect(await other.memory.verify()).toMatchObject({ ok: true, problems: [] });
  });

  it('overwrite nothing in another memory, change nothing the second time, and are undone whole', async () => {
    await fc.assert(
      fc.asyncProperty(life, life, async (theirs, ours) => {
        const [from, to] = [`from${++runs}`, `to${runs}`];
        await live(t, from, theirs);
        await live(t, to, ours);
        const before = {
          facts: await tableFacts(t.store, to),
          open: (await openIds(t, to)).map(({ id }) => id),
        };
        const file = renamed(await exported(t, from), from, to);
        const dry = await imported(t.memory, file, { dryRun: true });
        const first = await imported(t.memory, file);
        expect({ ...dry, actionId: 0 }).toEqual({ ...first, actionId: 0 });
        const held = await tableFacts(t.store, to);
        expect(held).toEqual(expect.arrayContaining(before.facts));
        const after = body(await exported(t, to));
        expect(await imported(t.memory, file)).toMatchObject({
          inserted: 0,
          confirmed: 0,
          conflicts: 0,
          actionId: null,
        });
        expect(body(await exported(t, to))).toBe(after);
        if (first.actionId === null) return;
        const [action] = await t.memory.history.actions({ project: to, limit: 1 });
        if (action?.state === 'final') return;
        await t.memory.history.undo(first.actionId, ada);
        expect(await tableFacts(t.store, to)).toEqual(before.facts);
        expect((await openIds(t, to)).map(({ id }) => id)).toEqual(before.open);
      }),
      { numRuns: runsOnEach(TEST_DIALECTS) },
    );
    expect(await t.memory.verify()).toMatchObject({ ok: true, problems: [] });
  });
});
