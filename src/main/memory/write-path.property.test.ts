// Random sequences of facts, in arrays of random length, against a model so naive that it can be read at a glance.
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Fact, Source } from '../../shared/model/graph.ts';
import { TEST_DIALECTS } from '../store/testing/temp-store.ts';
import { fact, type TempMemory, tableFacts, tempMemory, told } from './testing/temp-memory.ts';

/** What the memory promises, by the book: one place holds one fact, and nobody is above himself. */
class NaiveMemory {
  readonly places = new Map<string, Fact>();
  readonly waiting = new Set<string>();

  tell(told: Fact): string {
    const { concept, parent, dimension, isIsa } = told;
    if (concept === parent) return 'refused SELF_FACT';
    if (concept === dimension) return 'refused ROOT_FACT';
    const held = this.places.get(`${dimension} ${concept}`);
    if (held?.parent === parent && held.isIsa === isIsa) return 'confirmed';
    const collision = held
      ? NaiveMemory.#type(held, told)
      : this.#isAbove(concept, parent, dimension)
        ? 'cycle'
        : null;
    if (!collision) {
      this.places.set(`${dimension} ${concept}`, told);
      return 'inserted';
    }
    this.waiting.add(`${concept} ${dimension} ${parent} ${isIsa}`);
    return `conflict ${collision}`;
  }

  static #type(held: Fact, told: Fact): string {
    if (held.isIsa !== told.isIsa) return 'misclassification';
    return held.isIsa ? 'isa_isa' : 'ispart_ispart';
  }

  #isAbove(concept: string, start: string, dimension: string): boolean {
    for (let at: string | undefined = start; at; at = this.places.get(`${dimension} ${at}`)?.parent) {
      if (at === concept) return true;
    }
    return false;
  }
}

// Dimensions are names like any other, so roots meet facts about their own concept.
const name = fc.constantFrom('pa', 'pb', 'pc', 'pd', 'pe', 'dim1', 'dim2');
const anyFact = fc
  .tuple(
    name,
    fc.boolean(),
    name,
    fc.constantFrom('dim1', 'dim2', 'type'),
    fc.double({ min: 0, max: 1, noNaN: true }),
  )
  .map(([concept, isIsa, parent, dimension, confidence]) =>
    fact(`${concept} ${isIsa ? 'isa' : 'ispart'} ${parent}`, dimension, confidence),
  );
const telling = fc.record({
  facts: fc.array(anyFact, { minLength: 1, maxLength: 12 }),
  source: fc.constantFrom<Source>('gutask', 'inferred', 'operator'),
});

describe.each(TEST_DIALECTS)('the write path against the naive model, on %s', (dialect) => {
  let t: TempMemory;
  let runs = 0;
  beforeAll(async () => {
    t = await tempMemory(dialect);
  });
  afterAll(() => t[Symbol.asyncDispose]());

  it('answers every fact as the model does, and graph and tables hold exactly what the model holds', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(telling, { minLength: 1, maxLength: 6 }), async (tellings) => {
        const project = `run${runs++}`;
        const model = new NaiveMemory();
        for (const { facts, source } of tellings) {
          const outcomes = await t.memory.tell(project, facts, told({ source }));
          const answers = outcomes.map(({ status, reason }) => (reason ? `${status} ${reason}` : status));
          expect(answers).toEqual(facts.map((one) => model.tell(one)));
        }
        const expected = [...model.places.values()].map(
          (held) => `${held.concept} ${held.isIsa ? 'isa' : 'ispart'} ${held.parent} @${held.dimension}`,
        );
        expect((await tableFacts(t.store, project)).sort()).toEqual(expected.sort());
        expect(graphFacts(project)).toEqual(expected.sort());
        const { total } = await t.memory.read.conflicts({ project, view: 'open', limit: 500, offset: 0 });
        expect(total).toBe(model.waiting.size);
      }),
      { numRuns: 60 },
    );
    expect(await t.memory.verify()).toMatchObject({ ok: true, problems: [] });
  });

  /** The project's facts as the graph has them; fails on two parents or a cycle, which a walk up would not survive. */
  function graphFacts(project: string): string[] {
    const facts: string[] = [];
    for (const edge of t.graph.edges()) {
      if (edge.project !== project || edge.concept === edge.dim) continue;
      const token = (id: number) => t.graph.tokenOf(id);
      expect(t.graph.ancestors(project, edge.concept, edge.dim)).not.toContain(edge.concept);
      expect(t.graph.edgesOf(project, edge.concept).filter((other) => other.dim === edge.dim)).toHaveLength(
        1,
      );
      facts.push(
        `${token(edge.concept)} ${edge.isIsa ? 'isa' : 'ispart'} ${token(edge.parent)} @${token(edge.dim)}`,
      );
    }
    return facts.sort();
  }
});
