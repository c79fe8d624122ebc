// What the database itself refuses, told in raw SQL: no code of ours stands between the statement and the table.

import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fc } from '../../../shared/testing/campaign.ts';
import type { Store } from '../store.ts';
import { ConstraintError, type Violation } from '../store-errors.ts';
import { TEST_DIALECTS, type TempStore, tempStore } from '../testing/temp-store.ts';
import { ensureConcepts } from './concepts.ts';
import { insertEdges } from './edges.ts';

describe.each(TEST_DIALECTS)('the guards on %s', (dialect) => {
  let temp: TempStore;
  let store: Store;
  /** Concepts 1 to 12 of these tests, by their ids. */
  let ids: number[];
  let projects = 0;

  beforeAll(async () => {
    temp = await tempStore(dialect);
    store = temp.store;
    ids = await store.write(async ({ db }) => {
      const values = Array.from({ length: 12 }, (_, i) => ({ token: `zz-${i}`, common: false }));
      const rows = await db.insertInto('soas').values(values).returning('id').execute();
      return rows.map((row) => row.id);
    });
  });
  afterAll(() => temp[Symbol.asyncDispose]());

  const run = (statement: string) => store.write(({ db }) => sql.raw(statement).execute(db));

  const violationOf = async (statement: string): Promise<Violation | 'none'> => {
    try {
      await run(statement);
      return 'none';
    } catch (error) {
      if (error instanceof ConstraintError) return error.violation;
      throw error;
    }
  };

  interface RawEdge {
    project?: string;
    id: number;
    parent: number;
    dim: number;
    confidence?: number | string;
    source?: string;
  }

  const insertEdge = ({ project = 'p', id, parent, dim, confidence = 1, source = 'gutask' }: RawEdge) =>
    `insert into urd (project, id, parent_id, dim_id, is_isa, confidence, last_confirmed, source, valid_from)
   values ('${project}', ${id}, ${parent}, ${dim}, true, ${confidence}, 0, '${source}', 0)`;

  /** A project of its own for each test, and the ids as a..f with d the dimension. */
  const place = () => {
    const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = ids;
    return { project: `p${projects++}`, a, b, c, d, e, f };
  };

  describe('urd', () => {
    it('holds one parent per concept and dimension in a project', async () => {
      const { project, a, b, c, d, e } = place();
      expect(await violationOf(insertEdge({ project, id: a, parent: b, dim: d }))).toBe('none');
      expect(await violationOf(insertEdge({ project, id: a, parent: b, dim: d }))).toBe('unique');
      expect(await violationOf(insertEdge({ project, id: a, parent: c, dim: d }))).toBe('unique');
      expect(await violationOf(insertEdge({ project, id: a, parent: c, dim: e }))).toBe('none');
      expect(await violationOf(insertEdge({ project: `${project}x`, id: a, parent: c, dim: d }))).toBe(
        'none',
      );
    });

    it.each([2, 5])('refuses a cycle of %i edges', async (length) => {
      const project = `p${projects++}`;
      const dim = ids.at(-1) ?? 0;
      const ring = ids.slice(0, length);
      for (let i = 0; i + 1 < length; i++) {
        expect(
          await violationOf(insertEdge({ project, id: ring[i] ?? 0, parent: ring[i + 1] ?? 0, dim })),
        ).toBe('none');
      }
      const closing = { project, id: ring.at(-1) ?? 0, parent: ring[0] ?? 0, dim };
      expect(await violationOf(insertEdge(closing))).toBe('trigger');
      expect(await violationOf(insertEdge({ ...closing, dim: ids.at(-2) ?? 0 }))).toBe('none');
      expect(await violationOf(insertEdge({ ...closing, project: `${project}x` }))).toBe('none');
    });

    it('refuses an update that would close a cycle', async () => {
      const { project, a, b, c, d, e } = place();
      await run(insertEdge({ project, id: a, parent: b, dim: d }));
      await run(insertEdge({ project, id: b, parent: c, dim: d }));
      await run(insertEdge({ project, id: c, parent: a, dim: e }));
      const update = (set: string, id: number) =>
        `update urd set ${set} where project = '${project}' and id = ${id}`;
      expect(await violationOf(update(`dim_id = ${d}`, c))).toBe('trigger');
      expect(await violationOf(update(`parent_id = ${a}`, b))).toBe('trigger');
      expect(await violationOf(update('confidence = 0.5', b))).toBe('none');
    });

    it.each([
      ['a concept in itself', (p: ReturnType<typeof place>) => ({ id: p.a, parent: p.a, dim: p.d }), 'check'],
      [
        'a dimension placed inside itself',
        (p: ReturnType<typeof place>) => ({ id: p.d, parent: p.a, dim: p.d }),
        'check',
      ],
      ['a root', (p: ReturnType<typeof place>) => ({ id: p.d, parent: p.d, dim: p.d }), 'none'],
      [
        'a concept directly under the root',
        (p: ReturnType<typeof place>) => ({ id: p.a, parent: p.d, dim: p.d }),
        'none',
      ],
    ] as const)('judges the shape of %s', async (_name, edge, violation) => {
      const p = place();
      expect(await violationOf(insertEdge({ project: p.project, ...edge(p) }))).toBe(violation);
    });

    it.each([
      [{ confidence: 1.01 }, 'check'],
      [{ confidence: -0.01 }, 'check'],
      [{ confidence: 'null' }, 'not_null'],
      [{ source: 'hearsay' }, 'check'],
      [{ parent: 999_999_999 }, 'foreign_key'],
      [{ dim: 999_999_999 }, 'foreign_key'],
      [{ confidence: 0 }, 'none'],
    ] as const)('judges the values %o', async (values, violation) => {
      const { project, a, b, d } = place();
      expect(await violationOf(insertEdge({ project, id: a, parent: b, dim: d, ...values }))).toBe(violation);
    });

    it('refuses a cycle that one statement would make by itself', async () => {
      const { project, a, b, c, d } = place();
      const edges = [insertEdge({ project, id: a, parent: b, dim: d })];
      const more = [`('${project}', ${b}, ${c}, ${d}`, `('${project}', ${c}, ${a}, ${d}`];
      const rest = ", true, 1, 0, 'gutask', 0)";
      const together = [edges[0], ...more.map((row) => row + rest)].join(', ');
      expect(await violationOf(together)).toBe('trigger');
      expect(await violationOf([edges[0], `${more[0]}${rest}`].join(', '))).toBe('none');
    });

    it('walks a chain of 20,000 edges before it closes, in well under a second', async () => {
      const { project, d } = place();
      const chain = await store.write(async (writer) => {
        const tokens = Array.from({ length: 20_001 }, (_, i) => `chain-${project}-${i}`);
        const concepts = await ensureConcepts(writer, tokens);
        const edge = { project, dim: d, isIsa: true, confidence: 1, source: 'gutask' } as const;
        const since = { lastConfirmed: 0, validFrom: 0 };
        await insertEdges(
          writer,
          concepts
            .slice(1)
            .map(({ id }, i) => ({ ...edge, ...since, concept: id, parent: concepts[i]?.id ?? 0 })),
        );
        return concepts;
      });
      const closing = { project, id: chain[0]?.id ?? 0, parent: chain.at(-1)?.id ?? 0, dim: d };
      const started = performance.now();
      expect(await violationOf(insertEdge(closing))).toBe('trigger');
      expect(performance.now() - started).toBeLessThan(2000);
    });

    it('takes exactly the random edges that keep a forest, whatever their order', async () => {
      const node = fc.integer({ min: 0, max: 6 });
      const statement = fc.record({ id: node, parent: node, dim: fc.integer({ min: 7, max: 8 }) });
      await fc.assert(
        fc.asyncProperty(fc.array(statement, { maxLength: 25 }), async (edges) => {
          const project = `p${projects++}`;
          const parents = new Map<string, number>();
          for (const { id, parent, dim } of edges) {
            const expected = verdict(parents, id, parent, dim);
            const raw = { project, id: ids[id] ?? 0, parent: ids[parent] ?? 0, dim: ids[dim] ?? 0 };
            expect(await violationOf(insertEdge(raw))).toBe(expected);
            if (expected === 'none') parents.set(`${dim} ${id}`, parent);
          }
        }),
        { numRuns: 40 },
      );
    });
  });

  /** The naive model: climb from the parent and see whether one comes by. */
  function verdict(
    parents: Map<string, number>,
    id: number,
    parent: number,
    dim: number,
  ): Violation | 'none' {
    for (
      let at: number | undefined = id === parent ? undefined : parent;
      at !== undefined;
      at = parents.get(`${dim} ${at}`)
    ) {
      if (at === id) return 'trigger';
    }
    if (id === parent) return 'check';
    return parents.has(`${dim} ${id}`) ? 'unique' : 'none';
  }

  describe('the other tables', () => {
    it.each([
      ["insert into soas (token, common) values ('', false)", 'check'],
      [`insert into soas (token, common) values ('${'x'.repeat(501)}', false)`, 'check'],
      ["insert into soas (token, common) values ('zz-0', false)", 'unique'],
      ["insert into soas (token, novelty) values ('zz-novel', 1.5)", 'check'],
      [
        "insert into job (kind, job_key, payload, status, run_at, created_at) values ('k', '1', '', 'lost', 0, 0)",
        'check',
      ],
      ["insert into models (provider, model_name, created_at) values ('oracle', 'm', 0)", 'check'],
    ] as const)('refuse: %s', async (statement, violation) => {
      expect(await violationOf(statement)).toBe(violation);
    });

    const conflict = (columns: Record<string, string | number>) => {
      const [a = 0, b = 0, c = 0] = ids;
      const row = {
        ...{
          project: "'q'",
          concept_id: a,
          dim_id: b,
          incoming_parent_id: c,
          incoming_is_isa: 'true',
          incoming_confidence: 1,
        },
        ...{
          incoming_source: "'gutask'",
          collision_type: "'cycle'",
          provenance: "'{}'",
          last_seen: 0,
          created_at: 0,
        },
        ...columns,
      };
      return `insert into resolution_queue (${Object.keys(row)}) values (${Object.values(row)})`;
    };

    it('refuse a conflict of an unknown type or status, and one without an edge that is no cycle', async () => {
      expect(await violationOf(conflict({ collision_type: "'quarrel'" }))).toBe('check');
      expect(await violationOf(conflict({ status: "'forgotten'" }))).toBe('check');
      expect(await violationOf(conflict({ collision_type: "'isa_isa'" }))).toBe('check');
    });

    it('hold one open conflict per claim, and let a decided one be raised again', async () => {
      expect(await violationOf(conflict({}))).toBe('none');
      expect(await violationOf(conflict({}))).toBe('unique');
      expect(await violationOf(conflict({ incoming_is_isa: 'false' }))).toBe('none');
      await run("update resolution_queue set status = 'dismissed' where project = 'q'");
      expect(await violationOf(conflict({}))).toBe('none');
    });

    if (dialect === 'sqlite') {
      it('hold nothing but 0 and 1 where SQLite knows no booleans', async () => {
        expect(await violationOf("insert into soas (token, common) values ('zz-two', 2)")).toBe('check');
      });
    }

    it('never let an event be changed or deleted', async () => {
      expect(await violationOf("update graph_event set actor = 'nobody' where id = 1")).toBe('trigger');
      expect(await violationOf('delete from graph_event where id = 1')).toBe('trigger');
      expect(await violationOf('delete from graph_event')).toBe('trigger');
      if (dialect === 'postgres') {
        expect(await violationOf('truncate graph_event cascade')).toBe('trigger');
      }
    });
  });
});
