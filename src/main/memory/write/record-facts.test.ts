import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AppError } from '../../../shared/model/envelope.ts';
import type { Fact, FactOutcome } from '../../../shared/model/graph.ts';
import { PG_CYCLE } from '../../store/store-errors.ts';
import { TEST_DIALECTS, type TestDialect } from '../../store/testing/temp-store.ts';
import { fact, type TempMemory, tableFacts, tempMemory, told } from '../testing/temp-memory.ts';

describe.each(TEST_DIALECTS)('the write path on %s', (dialect) => {
  let t: TempMemory;
  let projects = 0;
  beforeAll(async () => {
    t = await tempMemory(dialect);
  });
  afterAll(async () => {
    expect(await t.memory.verify()).toMatchObject({ ok: true, problems: [] });
    await t[Symbol.asyncDispose]();
  });

  const newProject = () => `p${projects++}`;
  const short = ({ status, reason }: FactOutcome) => (reason ? `${status} ${reason}` : status);

  describe('tell', () => {
    it.each<[name: string, facts: Fact[], outcomes: string[], held: string[]]>([
      ['a new fact', [fact('gnommoweb isa repo')], ['inserted'], ['gnommoweb isa repo @type']],
      [
        'the same twice',
        [fact('a1 isa b1'), fact('a1 isa b1')],
        ['inserted', 'confirmed'],
        ['a1 isa b1 @type'],
      ],
      [
        'two natures in one dimension (Test B)',
        [fact('gnommoweb isa repo'), fact('gnommoweb isa container')],
        ['inserted', 'conflict isa_isa'],
        ['gnommoweb isa repo @type'],
      ],
      [
        'two places',
        [fact('x1 ispart host_a', 'runs-on'), fact('x1 ispart host_b', 'runs-on')],
        ['inserted', 'conflict ispart_ispart'],
        ['x1 ispart host_a @runs-on'],
      ],
      [
        'a nature where a place stands',
        [fact('x1 ispart y1'), fact('x1 isa z1')],
        ['inserted', 'conflict misclassification'],
        ['x1 ispart y1 @type'],
      ],
      [
        'a place where a nature stands',
        [fact('x1 isa y1'), fact('x1 ispart z1')],
        ['inserted', 'conflict misclassification'],
        ['x1 isa y1 @type'],
      ],
      [
        'the same parent in the other flavour',
        [fact('x1 isa y1'), fact('x1 ispart y1')],
        ['inserted', 'conflict misclassification'],
        ['x1 isa y1 @type'],
      ],
      [
        'a cycle of two',
        [fact('a1 isa b1'), fact('b1 isa a1')],
        ['inserted', 'conflict cycle'],
        ['a1 isa b1 @type'],
      ],
      [
        'a cycle of four',
        [fact('a1 isa b1'), fact('b1 isa c1'), fact('c1 isa d1'), fact('d1 isa a1')],
        ['inserted', 'inserted', 'inserted', 'conflict cycle'],
        ['a1 isa b1 @type', 'b1 isa c1 @type', 'c1 isa d1 @type'],
      ],
      [
        'the other way round in another dimension',
        [fact('a1 isa b1'), fact('b1 isa a1', 'membership')],
        ['inserted', 'inserted'],
        ['a1 isa b1 @type', 'b1 isa a1 @membership'],
      ],
      ['a concept in itself', [fact('a1 isa a1')], ['refused SELF_FACT'], []],
      ['a dimension inside itself', [fact('type isa a1')], ['refused ROOT_FACT'], []],
      [
        'a dimension as a concept of another',
        [fact('type isa question', 'membership')],
        ['inserted'],
        ['type isa question @membership'],
      ],
      [
        'a mixture, in order, with a refusal in the middle',
        [fact('a1 isa b1'), fact('q1 isa q1'), fact('a1 isa c1'), fact('c1 isa d1')],
        ['inserted', 'refused SELF_FACT', 'conflict isa_isa', 'inserted'],
        ['a1 isa b1 @type', 'c1 isa d1 @type'],
      ],
    ])('judges %s', async (_name, facts, outcomes, held) => {
      const together = newProject();
      expect((await t.memory.tell(together, facts, told())).map(short)).toEqual(outcomes);
      expect(await tableFacts(t.store, together)).toEqual(held);
      // One by one comes to the same.
      const single = newProject();
      const results: string[] = [];
      for (const one of facts) results.push(...(await t.memory.tell(single, [one], told())).map(short));
      expect(results).toEqual(outcomes);
      expect(await tableFacts(t.store, single)).toEqual(held);
    });

    it('answers with names and ids that can be looked up', async () => {
      const project = newProject();
      const [inserted] = await t.memory.tell(project, [fact('named isa thing')], told());
      const [conflict] = await t.memory.tell(project, [fact('named isa other')], told());
      expect(await t.memory.read.edge(inserted?.edgeId ?? 0)).toMatchObject({
        concept: 'named',
        parent: 'thing',
      });
      expect(await t.memory.read.conflict(conflict?.conflictId ?? 0)).toMatchObject({ concept: 'named' });
      expect(conflict).not.toHaveProperty('edgeId');
    });

    it('makes a root when a dimension is first used, once in each project, and keeps common words common', async () => {
      const [one, two] = [newProject(), newProject()];
      await t.memory.tell(
        one,
        [fact('sparrow isa friend', 'family'), fact('friend isa animal', 'family')],
        told(),
      );
      await t.memory.tell(two, [fact('sparrow isa friend', 'family')], told());
      const id = t.graph.conceptId('family') ?? 0;
      for (const project of [one, two]) {
        expect(t.graph.edgeAt(project, id, id)).toMatchObject({ parent: id, confidence: 1 });
        expect(t.graph.dimensionSize(project, id)).toBe(project === one ? 2 : 1);
      }
      expect(t.graph.concept(t.graph.conceptId('friend') ?? 0)?.common).toBe(true);
    });

    it('keeps projects apart: what contradicts in one is new in another', async () => {
      const [one, two] = [newProject(), newProject()];
      await t.memory.tell(one, [fact('shared isa this')], told());
      expect((await t.memory.tell(two, [fact('shared isa that')], told())).map(short)).toEqual(['inserted']);
    });

    it('leaves no trace of a refused fact, not even its words', async () => {
      await t.memory.tell(newProject(), [fact('zzqa isa zzqa'), fact('zzqb isa zzqc', 'zzqb')], told());
      expect(['zzqa', 'zzqb', 'zzqc'].map((token) => t.graph.conceptId(token))).toEqual([
        undefined,
        undefined,
        undefined,
      ]);
    });

    it.each([
      ['an empty name', { concept: '' }],
      ['a name of 201 characters', { parent: 'x'.repeat(201) }],
      ['a control character', { dimension: 'a\u0007b' }],
      ['half a surrogate pair', { concept: 'a\ud800' }],
      ['a confidence above 1', { confidence: 1.5 }],
      ['a confidence that is no number', { confidence: Number.NaN }],
    ])('refuses an array with %s, names its index and writes none of it', async (_name, change) => {
      const project = newProject();
      const facts = [fact('fine isa good'), { ...fact('bad isa fact'), ...change }];
      const error = await t.memory.tell(project, facts, told()).catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(AppError);
      expect(error).toMatchObject({ code: 'INVALID_INPUT', details: { index: 1 } });
      expect(await tableFacts(t.store, project)).toEqual([]);
    });

    it('takes 10,000 facts in one transaction', async () => {
      const project = newProject();
      const facts = Array.from({ length: 10_000 }, (_, i) => fact(`bulk-${i} isa kind-${i % 100}`));
      const outcomes = await t.memory.tell(project, facts, told());
      expect(outcomes.every((outcome) => outcome.status === 'inserted')).toBe(true);
      expect(new Set(outcomes.map((outcome) => outcome.edgeId)).size).toBe(10_000);
      expect(await tableFacts(t.store, project)).toHaveLength(10_000);
    });
  });

  describe('when the database refuses in the middle of an array', () => {
    it('nothing of the array is written and the graph is untouched', async () => {
      const project = newProject();
      const poison = t.graph.conceptId('house') ?? 0;
      const guard = (statement: string) => t.store.write(({ db }) => sql.raw(statement).execute(db));
      for (const statement of poisoned(dialect, poison)) await guard(statement);
      const before = { concepts: t.graph.conceptCount, version: t.graph.version };
      const facts = [
        ...Array.from({ length: 50 }, (_, i) => fact(`pre-${i} isa kind`)),
        fact('house isa bad'),
      ];
      await expect(t.memory.tell(project, facts, told())).rejects.toMatchObject({
        code: 'UNAVAILABLE',
        retryable: true,
      });
      await guard(`drop trigger test_poison${dialect === 'postgres' ? ' on urd' : ''}`);
      expect({ concepts: t.graph.conceptCount, version: t.graph.version }).toEqual(before);
      expect(await tableFacts(t.store, project)).toEqual([]);
      expect(await t.memory.verify()).toMatchObject({ ok: true });
      expect((await t.memory.tell(project, facts, told())).every(({ status }) => status === 'inserted')).toBe(
        true,
      );
    });
  });

  describe('another writer on the same database', () => {
    it('whose fact the graph does not know yet makes a collision, not an error', async () => {
      const project = newProject();
      const other = await t.another();
      await other.memory.tell(project, [fact('seen isa first'), fact('below isa above')], told());
      const outcomes = await t.memory.tell(
        project,
        [fact('seen isa second'), fact('above isa below')],
        told(),
      );
      expect(outcomes.map(short)).toEqual(['conflict isa_isa', 'conflict cycle']);
      await other.memory.tell(project, [fact('seen isa first')], told());
      expect(other.graph.pendingCount).toBe(t.graph.pendingCount);
      expect(await other.memory.verify()).toMatchObject({ ok: true });
    });

    it('that leaves no event is caught by the constraints: the row is reloaded and the fact queued', async () => {
      const project = newProject();
      await t.memory.tell(project, [fact('hand isa tool'), fact('m1 isa m2'), fact('n1 isa n2')], told());
      const id = (token: string) => t.graph.conceptId(token) ?? 0;
      const raw = (concept: string, parent: string) =>
        t.store.write(({ db }) =>
          db
            .insertInto('urd')
            .values({
              ...{
                project,
                id: id(concept),
                parent_id: id(parent),
                dim_id: id('type'),
                is_isa: true,
                confidence: 1,
              },
              ...{ last_confirmed: 0, source: 'operator', valid_from: 0 },
            })
            .execute(),
        );
      await raw('tool', 'm1');
      expect((await t.memory.tell(project, [fact('tool isa n1')], told())).map(short)).toEqual([
        'conflict isa_isa',
      ]);
      await raw('m2', 'n1');
      expect((await t.memory.tell(project, [fact('n2 isa hand')], told())).map(short)).toEqual([
        'conflict cycle',
      ]);
      expect(await t.memory.verify()).toMatchObject({ ok: true });
    });

    it('and this one, telling at the same time, never make two parents or a cycle', async () => {
      const project = newProject();
      const other = await t.another();
      const names = ['r1', 'r2', 'r3', 'r4', 'r5'];
      const facts = names.flatMap((a) => names.filter((b) => b !== a).map((b) => fact(`${a} isa ${b}`)));
      await Promise.all(
        facts.map((one, i) => (i % 2 ? t.memory : other.memory).tell(project, [one], told({ at: i }))),
      );
      await Promise.all([t.memory.reload(), other.memory.reload()]);
      expect(await t.memory.verify()).toMatchObject({ ok: true });
      expect(await other.memory.verify()).toMatchObject({ ok: true });
      expect((await tableFacts(t.store, project)).length).toBeLessThan(names.length);
    });
  });
});

/** Statements after which the database refuses facts about a concept, as its own guard would. */
function poisoned(dialect: TestDialect, concept: number): string[] {
  if (dialect === 'sqlite') {
    return [
      `create trigger test_poison before insert on urd when new.id = ${concept}
       begin select raise(abort, 'no'); end`,
    ];
  }
  return [
    `create function test_poison() returns trigger language plpgsql as $$
     begin raise exception 'no' using errcode = '${PG_CYCLE}'; end $$`,
    `create trigger test_poison before insert on urd for each row when (new.id = ${concept})
     execute function test_poison()`,
  ];
}
