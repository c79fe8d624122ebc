// Promise: what the canvas is shown of another moment is what it showed then, whatever was done since; a second dimension lies over the
// first as the graph has it; two dimensions are told apart concept by concept. On both databases.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seededRandom } from '../../../shared/seeded-random.ts';
import { TEST_DIALECTS } from '../../store/testing/temp-store.ts';
import { fact, type TempMemory, tempMemory, told } from '../testing/temp-memory.ts';

const NOBODY = { count: () => 0, mostRecent: () => [], mostRecalled: () => [] };

describe.each(TEST_DIALECTS)('the canvas on %s', (dialect) => {
  let t: TempMemory;
  beforeAll(async () => {
    t = await tempMemory(dialect);
  });
  afterAll(() => t[Symbol.asyncDispose]());

  const project = 'default';
  const now = () => t.temp.clock.now();
  const lapse = () => t.temp.clock.advance(1000);
  const tell = (text: string, dimension = 'type', source: 'gutask' | 'inferred' = 'gutask', sure = 1) =>
    t.memory.tell(project, [fact(text, dimension, sure)], told({ at: now(), source }));
  const look = async (token: string, asked: object = {}) => {
    const found = await t.memory.canvas.neighbourhood(
      { project, token, dimension: 'type', depth: 6, limit: 300, ...asked },
      NOBODY,
    );
    const nodes = found.nodes.map(({ concept, parent, isWay }) =>
      [concept.token, 'in', parent ?? '-', ...(isWay ? ['(way)'] : [])].join(' '),
    );
    return { ...found, said: nodes.toSorted() };
  };
  const change = (concept: string, edit: { kind: 'retire' } | { kind: 'move'; parent: string }) => {
    const edge = t.graph.edgeAt(project, t.graph.conceptId(concept) ?? 0, t.graph.conceptId('type') ?? 0);
    if (!edge) throw new Error(`${concept} stands nowhere`);
    const expected = { parent: t.graph.tokenOf(edge.parent), dimension: 'type', isIsa: edge.isIsa };
    const asked = edit.kind === 'move' ? { ...edit, dimension: undefined } : edit;
    return t.memory.edits.change(edge.edgeId, asked, expected, { actor: 'ada', reason: '' });
  };

  it('shows a moment as it was then, whatever was told, moved and retired since', async () => {
    const random = seededRandom(23);
    const names = Array.from({ length: 12 }, (_, n) => `m${String(n)}`);
    await tell('mroot isa thing');
    for (const name of names) await tell(`${name} isa mroot`);
    const moments: { at: number; around: string[]; whole: string[]; totals: number[] }[] = [];
    for (let day = 0; day < 12; day++) {
      const [around, whole] = [await look('mroot'), await look('type')];
      moments.push({
        ...{ at: now(), around: around.said, whole: whole.said },
        totals: [around.total, whole.total],
      });
      lapse();
      const name = names[Math.floor(random() * names.length)] ?? 'm0';
      const stands = t.graph.edgeAt(project, t.graph.conceptId(name) ?? 0, t.graph.conceptId('type') ?? 0);
      const parent = names[Math.floor(random() * names.length)] ?? 'm1';
      if (!stands) await tell(`${name} isa mroot`);
      else if (random() < 0.4) await change(name, { kind: 'retire' });
      // A move that would close a circle is refused, and leaves all as it was.
      else await change(name, { kind: 'move', parent }).catch(() => undefined);
      lapse();
    }
    for (const { at, around, whole, totals } of moments) {
      const [then, all] = [await look('mroot', { at }), await look('type', { at })];
      expect(then.said).toEqual(around);
      expect(all.said).toEqual(whole);
      expect([then.total, all.total]).toEqual(totals);
    }
    const timeline = await t.memory.canvas.timeline(project, 'type');
    expect(timeline.from).toBe(moments[0]?.at);
    expect(timeline.to).toBe(now());
    const periods = await t.memory.history.periods(project, 'm0');
    expect(timeline.changes.reduce((sum, n) => sum + n, 0)).toBeGreaterThan(names.length + periods.length);
  });

  it('shows what passes a filter and the way to it, marked, and counts what it hides, now and then', async () => {
    for (const one of ['fa isa froot', 'fb isa fa', 'fc isa fb']) await tell(one);
    await tell('fd isa fc', 'type', 'inferred', 0.6);
    await tell('fe isa froot', 'type', 'inferred', 0.9);
    const filter = { sources: ['inferred' as const] };
    const whole = await look('froot');
    const found = await look('froot', { filter });
    expect(found.said).toEqual([
      ...['fa in froot (way)', 'fb in fa (way)', 'fc in fb (way)', 'fd in fc', 'fe in froot'],
      'froot in -',
    ]);
    expect([found.total, found.hidden, whole.hidden]).toEqual([6, 0, 0]);
    const sure = await look('froot', { filter: { ...filter, sureFrom: 0.8 } });
    expect(sure.said).toEqual(['fe in froot', 'froot in -']);
    expect(sure.total + sure.hidden).toBe(whole.total);
    const at = now();
    lapse();
    await change('fe', { kind: 'retire' });
    expect((await look('froot', { filter: { ...filter, sureFrom: 0.8 } })).said).toEqual(['froot in -']);
    expect((await look('froot', { filter: { ...filter, sureFrom: 0.8 }, at })).said).toEqual(sure.said);
  });

  it('lays a second dimension over the first, and tells two dimensions apart', async () => {
    for (const one of ['oa isa oroot', 'ob isa oroot', 'oc isa oroot']) await tell(one);
    for (const one of ['oa isa ob', 'oc isa oelsewhere', 'od isa oroot']) await tell(one, 'second');
    await tell('ob isa oroot', 'second');
    const { over } = await look('oroot', { over: 'second' });
    expect(over?.edges.map(({ concept, parent }) => `${concept} in ${parent}`).toSorted()).toEqual([
      'oa in ob',
      'ob in oroot',
    ]);
    expect(over?.elsewhere).toBe(1);
    const { counts, rows } = await t.memory.canvas.between(project, 'type', 'second');
    expect(counts).toMatchObject({ otherwise: 2, same: 1, only_other: 1 });
    expect(rows.slice(0, 3)).toEqual([
      { said: 'otherwise', concept: 'oa', one: 'oroot', other: 'ob' },
      { said: 'otherwise', concept: 'oc', one: 'oroot', other: 'oelsewhere' },
      { said: 'same', concept: 'ob', one: 'oroot', other: 'oroot' },
    ]);
    const way = await t.memory.canvas.way(project, 'od', 'ob', 8);
    expect(way.facts?.map(({ concept, parent }) => `${concept} in ${parent}`)).toHaveLength(2);
    expect(await t.memory.canvas.way(project, 'od', 'second', 1)).toMatchObject({
      facts: null,
      isWhole: true,
    });
  });
});
