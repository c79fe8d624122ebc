// What is said of a dimension: who made it, how it is used, what is contested, and how it could be taken apart.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Source } from '../../../shared/model/graph.ts';
import { TEST_DIALECTS } from '../../store/testing/temp-store.ts';
import { fact, type TempMemory, tempMemory, told } from '../testing/temp-memory.ts';

const ADA = { actor: 'ada', reason: '' };
const recalls = (counts: Readonly<Record<number, number>>) => ({
  count: (id: number) => counts[id] ?? 0,
  mostRecent: () => [],
  mostRecalled: () => Object.keys(counts).map(Number),
});

describe.each(TEST_DIALECTS)('the page of a dimension on %s', (dialect) => {
  let t: TempMemory;
  beforeAll(async () => {
    t = await tempMemory(dialect);
  });
  afterAll(() => t[Symbol.asyncDispose]());

  it('tells what it asks, who made it, what is in it and who said so', async () => {
    const edits = [
      { edit: 'dimension', name: 'tier', question: 'How critical is it?', isIsa: false },
    ] as const;
    const { at } = await t.memory.graphEdits.apply('one', [...edits], null, ADA);
    const say = (source: Source, ...lines: string[]) =>
      t.memory.tell(
        'one',
        lines.map((line) => fact(line, 'tier')),
        told({ source }),
      );
    await say('gutask', 'web ispart gold', 'app ispart gold', 'db isa silver');
    await say('inferred', 'cache ispart silver', 'web ispart bronze');
    await t.memory.tell('one', [fact('level isa tier', 'alias')], told());
    const web = t.graph.conceptId('web') ?? 0;
    const page = await t.memory.dimensions.get('one', 'Tier', recalls({ [web]: 7, 999999: 3 }));
    expect(page).toMatchObject({
      ...{ token: 'tier', question: 'How critical is it?', isIsa: false, made: { by: 'ada', at } },
      usage: {
        facts: 4,
        isa: 1,
        ispart: 3,
        sources: { gutask: 3, inferred: 1 },
        recalled: 7,
        confirmedLately: 4,
      },
      aliases: ['level'],
      parents: [
        { token: 'gold', facts: 2 },
        { token: 'silver', facts: 2 },
      ],
      ...{
        parentsTotal: 2,
        contestedTotal: 1,
        contested: [{ concept: 'web', known: 'gold', claimed: 'bronze' }],
      },
    });
    expect(await t.memory.dimensions.get('one', 'level', recalls({}))).toMatchObject({ token: 'tier' });
  });

  it('suggests a split out of what contradicted each other, which does what it says', async () => {
    const said = ['repo', 'container'].flatMap((parent) =>
      ['g1', 'g2', 'g3'].map((name) => fact(`${name} isa ${parent}`, 'kind')),
    );
    await t.memory.tell(
      'two',
      [...said, fact('h1 isa library', 'kind'), fact('h1 isa container', 'kind')],
      told(),
    );
    await t.memory.tell(
      'two',
      [fact('x1 isa container', 'runs-as'), fact('x2 isa container', 'runs-as')],
      told(),
    );
    const before = await t.memory.dimensions.get('two', 'kind', recalls({}));
    expect(before.contestedTotal).toBe(4);
    expect(before.suggestion).toEqual({
      parts: [
        { dimension: null, parents: ['repo', 'library'], facts: 4 },
        { dimension: 'runs-as', parents: ['container'], facts: 0 },
      ],
      ...{ settles: 4, contested: 4 },
    });
    const parts = (before.suggestion?.parts ?? []).map(({ dimension, parents }) => ({
      ...{ dimension: dimension ?? 'made-as', question: null },
      which: { by: 'rule' as const, parents },
    }));
    await t.memory.graphEdits.apply('two', [{ edit: 'split', dimension: 'kind', parts }], null, ADA);
    expect(
      await t.memory.read.conflicts({ project: 'two', view: 'open', limit: 9, offset: 0 }),
    ).toMatchObject({ total: 0 });
    expect(t.memory.concepts.recall('two', 'g1').recollection).toBe('g1: [made-as] repo [runs-as] container');
    // Done with: what it was once given two answers for is no reason to do it again.
    await t.memory.tell('two', [fact('z1 isa repo', 'kind')], told());
    expect(await t.memory.dimensions.get('two', 'kind', recalls({}))).toMatchObject({ suggestion: null });
  });

  it('refuses what is no dimension', async () => {
    await expect(t.memory.dimensions.get('one', 'web', recalls({}))).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
    await expect(t.memory.dimensions.get('one', 'never', recalls({}))).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
  });
});
