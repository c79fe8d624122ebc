// What operators do to names and dimensions by hand: each edit, its preview, what refuses it and why, and taking it back.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { EditsPreview, GraphEdit } from '../../../shared/model/memory/graph-edit.ts';
import { TEST_DIALECTS } from '../../store/testing/temp-store.ts';
import { openConflicts } from '../testing/conflict-cases.ts';
import { fact, type TempMemory, tableFacts, tempMemory, told } from '../testing/temp-memory.ts';

const ADA = { actor: 'ada', reason: 'a test' };
const UNCOUNTED = { count: () => 0, mostRecent: () => [], mostRecalled: () => [] };

/** What the facts name: `web isa server @type` is of web and server. */
const namesIn = (facts: readonly string[]): string[] =>
  facts.flatMap((line) => {
    const [concept = '', , parent = ''] = line.split(' ');
    return [concept, parent];
  });

/** What a canvas that showed these facts comes to show. */
function drawn(facts: readonly string[], edges: EditsPreview['edges']): string[] {
  const line = (said: EditsPreview['edges'][number]['before']) =>
    said && `${said.concept} ${said.isIsa ? 'isa' : 'ispart'} ${said.parent} @${said.dimension}`;
  const ended = edges.map(({ before }) => line(before));
  expect(facts).toEqual(expect.arrayContaining(ended.filter((one) => one !== null)));
  const kept = facts.filter((one) => !ended.includes(one));
  return [...kept, ...edges.flatMap(({ after }) => line(after) ?? [])].sort();
}

describe.each(TEST_DIALECTS)('edits of the graph on %s', (dialect) => {
  let t: TempMemory;
  let other: Awaited<ReturnType<TempMemory['another']>>;
  let projects = 0;
  beforeAll(async () => {
    t = await tempMemory(dialect);
    other = await t.another();
  });
  afterAll(async () => {
    for (const { memory } of [t, other]) {
      await memory.catchUp();
      expect(await memory.verify()).toMatchObject({ ok: true, problems: [] });
    }
    await t[Symbol.asyncDispose]();
  });

  /** A project of its own in which these facts were told: `web isa server @type`. */
  async function projectWith(...facts: string[]): Promise<string> {
    const project = `p${++projects}`;
    const said = facts.map((line) => {
      const [words = '', dimension] = line.split(' @');
      return fact(words, dimension);
    });
    if (said.length > 0) await t.memory.tell(project, said, told());
    return project;
  }
  const apply = (project: string, ...edits: GraphEdit[]) =>
    t.memory.graphEdits.apply(project, edits, null, ADA);
  const facts = async (project: string) => (await tableFacts(t.store, project)).sort();
  const claims = async (project: string) =>
    (await openConflicts(t, project)).map(
      ({ concept, dimension, incoming }) => `${concept}: [${dimension}] ${incoming.parent}`,
    );
  const recalled = (project: string, name: string) => t.memory.concepts.recall(project, name).recollection;
  const edgeId = (project: string, line: string): number => {
    const { concept, dimension } = fact(line.split(' @')[0] ?? '', line.split(' @')[1]);
    const id = (token: string) => t.graph.conceptId(token) ?? 0;
    return t.graph.edgeAt(project, id(concept), id(dimension))?.edgeId ?? 0;
  };

  /** Applies edits, and holds that what the preview showed is what came of it, and that taking it back leaves nothing of it. */
  async function applied(project: string, ...edits: GraphEdit[]): Promise<number> {
    const before = { facts: await facts(project), claims: await claims(project) };
    const preview = await t.memory.graphEdits.preview(project, edits, namesIn(before.facts));
    expect(preview.problems).toEqual([]);
    const { id } = await t.memory.graphEdits.apply(project, edits, preview.basis, ADA);
    const after = { facts: await facts(project), claims: await claims(project) };
    const named = new Set(namesIn(before.facts));
    const picture = drawn(before.facts, preview.edges);
    expect(after.facts).toEqual(expect.arrayContaining(picture));
    expect(picture).toEqual(
      expect.arrayContaining(after.facts.filter((line) => namesIn([line]).some((name) => named.has(name)))),
    );
    for (const { concept, after: line } of preview.recollections)
      expect(recalled(project, concept)).toBe(line);
    await t.memory.history.undo(id, ADA);
    expect({ facts: await facts(project), claims: await claims(project) }).toEqual(before);
    for (const { concept, before: line } of preview.recollections)
      expect(recalled(project, concept)).toBe(line);
    await t.memory.history.redo(id, ADA);
    expect({ facts: await facts(project), claims: await claims(project) }).toEqual(after);
    await other.memory.catchUp();
    return id;
  }

  it('renames a concept: what was said with the old name is said with the new one, and the old one still means it', async () => {
    const project = await projectWith(
      'web isa server @type',
      'app ispart web @runs-on',
      'web ispart rack @membership',
    );
    await applied(project, { edit: 'rename', name: 'web', to: 'web-1' });
    expect(await facts(project)).toEqual([
      'app ispart web-1 @runs-on',
      'web isa web-1 @alias',
      'web-1 isa server @type',
      'web-1 ispart rack @membership',
    ]);
    expect(recalled(project, 'web')).toBe('web-1: [membership] rack [type] server');
    const [again] = await t.memory.tell(project, [fact('web isa server')], told());
    expect(again).toMatchObject({ status: 'confirmed', concept: 'web-1' });
    const [new_] = await other.memory.tell(project, [fact('web ispart shop', 'owned-by')], told());
    expect(new_).toMatchObject({ status: 'inserted', concept: 'web-1' });
    expect(t.memory.concepts.search({ project, query: 'web', limit: 5 }, UNCOUNTED)).toBeDefined();
  });

  it('takes an older name back', async () => {
    const project = await projectWith('web isa server @type');
    await applied(project, { edit: 'rename', name: 'web', to: 'web-1' });
    await applied(project, { edit: 'rename', name: 'web-1', to: 'web' });
    expect(await facts(project)).toEqual(['web isa server @type', 'web-1 isa web @alias']);
    expect(recalled(project, 'web-1')).toBe('web: [type] server');
  });

  it('splits by a rule that names what is only claimed: the claim goes where the rule says', async () => {
    const project = await projectWith(
      'web isa server @kind',
      'web isa never_said_before @kind',
      'app isa vm @kind',
      'db isa vm @kind',
      'db isa also_never_said @kind',
    );
    expect(await claims(project)).toEqual(['web: [kind] never_said_before', 'db: [kind] also_never_said']);
    const which = { by: 'rule' as const, parents: ['never_said_before', 'vm'] };
    await applied(project, {
      edit: 'split',
      dimension: 'kind',
      parts: [{ dimension: 'runs-as', question: null, which }],
    });
    expect(await facts(project)).toEqual([
      'app isa vm @runs-as',
      'db isa vm @runs-as',
      'web isa never_said_before @runs-as',
      'web isa server @kind',
    ]);
    // Claims alone are reason enough.
    const alone = { by: 'rule' as const, parents: ['also_never_said'] };
    await applied(project, {
      edit: 'split',
      dimension: 'kind',
      parts: [{ dimension: 'serves-as', question: null, which: alone }],
    });
    expect(await facts(project)).toContain('db isa also_never_said @serves-as');
    expect(await claims(project)).toEqual([]);
    const nowhere = { by: 'rule' as const, parents: ['nothing_anywhere_called_so'] };
    const { problems } = await t.memory.graphEdits.preview(project, [
      { edit: 'split', dimension: 'kind', parts: [{ dimension: 'x-y', question: null, which: nowhere }] },
    ]);
    expect(problems).toMatchObject([{ code: 'NOT_FOUND' }]);
  });

  it('renames in one project alone', async () => {
    const project = await projectWith('web isa server @type');
    const elsewhere = await projectWith('web isa server @type');
    await applied(project, { edit: 'rename', name: 'web', to: 'web-1' });
    expect(await facts(elsewhere)).toEqual(['web isa server @type']);
  });

  it('renames a dimension with its question; facts told into the old one go to the new one', async () => {
    const project = await projectWith('web isa server @type', 'app isa service @type');
    await applied(project, { edit: 'rename', name: 'type', to: 'kind' });
    const dimensions = t.memory.read.dimensions(project);
    expect(dimensions.find(({ token }) => token === 'kind')).toMatchObject({
      ...{ question: 'What kind of thing is this?', edges: 2 },
    });
    expect(dimensions.map(({ token }) => token)).not.toContain('type');
    const [answer] = await other.memory.tell(project, [fact('db isa store')], told());
    expect(answer).toMatchObject({ status: 'inserted', dimension: 'kind' });
    expect(other.graph.questionOf(project, other.graph.conceptId('kind') ?? 0)).toBe(
      'What kind of thing is this?',
    );
  });

  it('refuses a name that is taken, with the facts that show it', async () => {
    const project = await projectWith('web isa server @type', 'app isa service @type');
    const edit = { edit: 'rename', name: 'web', to: 'App' } as const;
    const { problems, basis } = await t.memory.graphEdits.preview(project, [edit]);
    expect(problems).toMatchObject([
      { at: 0, code: 'NOT_ALLOWED', path: [{ concept: 'app', parent: 'service', dimension: 'type' }] },
    ]);
    expect(basis).toBeNull();
    await expect(apply(project, edit)).rejects.toMatchObject({ code: 'NOT_ALLOWED', at: 0 });
    await expect(apply(project, { edit: 'rename', name: 'nobody', to: 'x1' })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
    await expect(apply(project, { edit: 'rename', name: 'web', to: 'web' })).rejects.toMatchObject({
      code: 'NOT_ALLOWED',
    });
    await expect(apply(project, { edit: 'rename', name: 'web', to: '…' })).rejects.toMatchObject({
      code: 'INVALID_INPUT',
    });
  });

  it('merges two concepts: the same becomes surer, what differs becomes a conflict, and nothing is lost', async () => {
    const project = await projectWith(
      ...['web isa server @type', 'web-1 isa server @type', 'web ispart rack-1 @membership'],
      ...['web-1 ispart rack-2 @membership', 'web ispart noether @runs-on', 'app ispart web @runs-on'],
    );
    await applied(project, { edit: 'merge', names: ['web'], into: 'web-1' });
    expect(await facts(project)).toEqual([
      ...['app ispart web-1 @runs-on', 'web isa web-1 @alias', 'web-1 isa server @type'],
      ...['web-1 ispart noether @runs-on', 'web-1 ispart rack-2 @membership'],
    ]);
    expect(await claims(project)).toEqual(['web-1: [membership] rack-1']);
    expect(recalled(project, 'web')).toBe('web-1: [runs-on] noether [membership?] rack-2 [type] server');
  });

  it('carries claims that wait to the concept that took over, and those that say nothing any more are withdrawn', async () => {
    const project = await projectWith(
      'web isa server @type',
      'web isa container @type',
      'app isa web-1 @type',
      'app isa web @type',
    );
    expect(await claims(project)).toEqual(['web: [type] container', 'app: [type] web']);
    await applied(project, { edit: 'merge', names: ['web'], into: 'web-1' });
    expect(await claims(project)).toEqual(['web-1: [type] container']);
    expect(await facts(project)).toEqual([
      'app isa web-1 @type',
      'web isa web-1 @alias',
      'web-1 isa server @type',
    ]);
  });

  it('ends what says nothing once two are one, and refuses a cycle with the way that closes it', async () => {
    const project = await projectWith('a1 isa b1 @type', 'b1 isa c1 @type', 'c1 isa d1 @type');
    await applied(project, { edit: 'merge', names: ['b1'], into: 'a1' });
    expect(await facts(project)).toEqual(['a1 isa c1 @type', 'b1 isa a1 @alias', 'c1 isa d1 @type']);
    const { problems } = await t.memory.graphEdits.preview(project, [
      { edit: 'merge', names: ['d1'], into: 'a1' },
    ]);
    expect(problems).toMatchObject([{ code: 'NOT_ALLOWED', path: [{ concept: 'a1', parent: 'c1' }] }]);
  });

  it('merges two dimensions: a place that holds two answers becomes a conflict', async () => {
    const project = await projectWith(
      'web isa server @kind',
      'web isa box @sort',
      'app isa service @sort',
      'app isa service @kind',
      'db isa store @sort',
    );
    await applied(project, { edit: 'merge', names: ['sort'], into: 'kind' });
    expect(await facts(project)).toEqual([
      ...['app isa service @kind', 'db isa store @kind', 'sort isa kind @alias', 'web isa server @kind'],
    ]);
    expect(await claims(project)).toEqual(['web: [kind] box']);
    expect(t.memory.read.dimensions(project).map(({ token }) => token)).not.toContain('sort');
  });

  it('makes a dimension with its question, gives it another one, and ends it', async () => {
    const project = await projectWith('web isa server @type');
    const made = await applied(project, {
      edit: 'dimension',
      name: 'Tier',
      question: 'How critical is it?',
      isIsa: false,
    });
    const tier = () => t.memory.read.dimensions(project).find(({ token }) => token === 'tier');
    expect(tier()).toMatchObject({ question: 'How critical is it?', edges: 0 });
    expect(other.memory.read.dimensions(project).find(({ token }) => token === 'tier')).toMatchObject({
      question: 'How critical is it?',
    });
    await applied(project, {
      edit: 'dimension',
      name: 'tier',
      question: 'Who is woken at night?',
      isIsa: false,
    });
    await expect(t.memory.history.undo(made, ADA)).rejects.toMatchObject({ code: 'STALE_VERSION' });
    await t.memory.tell(
      project,
      [fact('web ispart gold', 'tier'), fact('web ispart silver', 'tier')],
      told(),
    );
    await applied(project, { edit: 'end_dimension', dimension: 'tier' });
    expect(tier()).toBeUndefined();
    expect(await facts(project)).toEqual(['web isa server @type']);
    expect(await claims(project)).toEqual([]);
  });

  it('splits a dimension by rule: facts and claims go where they fit, the rest stays', async () => {
    const project = await projectWith(
      ...['web isa repo @type', 'app isa container @type', 'gnommoweb isa repo @type'],
      ...['gnommoweb isa container @type', 'noether isa host @type'],
    );
    expect(await claims(project)).toEqual(['gnommoweb: [type] container']);
    await applied(project, {
      ...{ edit: 'split', dimension: 'type' },
      parts: [
        {
          dimension: 'artifact-type',
          question: 'What is it made as?',
          which: { by: 'rule', parents: ['repo'] },
        },
        { dimension: 'deployment-type', question: null, which: { by: 'rule', parents: ['container'] } },
      ],
    });
    expect(await facts(project)).toEqual([
      ...['app isa container @deployment-type', 'gnommoweb isa container @deployment-type'],
      ...['gnommoweb isa repo @artifact-type', 'noether isa host @type', 'web isa repo @artifact-type'],
    ]);
    expect(await claims(project)).toEqual([]);
    expect(recalled(project, 'gnommoweb')).toBe(
      'gnommoweb: [deployment-type] container [artifact-type] repo',
    );
  });

  it('splits by names and by what stands below a concept; a dimension that is empty then ends', async () => {
    const project = await projectWith('a2 ispart b2 @place', 'b2 ispart c2 @place', 'd2 ispart e2 @place');
    const edge = edgeId(project, 'd2 ispart e2 @place');
    await applied(project, {
      ...{ edit: 'split', dimension: 'place' },
      parts: [
        { dimension: 'rack', question: null, which: { by: 'rule', under: 'c2' } },
        { dimension: 'town', question: null, which: { by: 'edges', edges: [edge] } },
      ],
    });
    expect(await facts(project)).toEqual(['a2 ispart b2 @rack', 'b2 ispart c2 @rack', 'd2 ispart e2 @town']);
    expect(t.memory.read.dimensions(project).map(({ token }) => token)).not.toContain('place');
  });

  it('refuses a split into a place that is taken, and one that takes nothing', async () => {
    const project = await projectWith('web isa repo @type', 'web isa box @shape');
    const into = (dimension: string, ...parents: string[]): GraphEdit => ({
      ...{ edit: 'split', dimension: 'type' },
      parts: [{ dimension, question: null, which: { by: 'rule', parents } }],
    });
    const { problems } = await t.memory.graphEdits.preview(project, [into('shape', 'repo')]);
    expect(problems).toMatchObject([
      { code: 'NOT_ALLOWED', path: [{ concept: 'web', parent: 'box', dimension: 'shape' }] },
    ]);
    await expect(apply(project, into('shape', 'box'))).rejects.toMatchObject({ code: 'NOT_ALLOWED' });
    await expect(apply(project, into('type', 'repo'))).rejects.toMatchObject({ code: 'NOT_ALLOWED' });
    await expect(apply(project, into('x1', 'nobody'))).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('moves, ends and adds many at once; a second parent and a cycle are refused with the path that proves them', async () => {
    const project = await projectWith(
      'a3 isa b3 @type',
      'b3 isa c3 @type',
      'd3 isa b3 @type',
      'a3 isa x3 @shape',
    );
    const [a, b, d] = ['a3 isa b3 @type', 'b3 isa c3 @type', 'd3 isa b3 @type'].map((line) =>
      edgeId(project, line),
    );
    await applied(
      project,
      { edit: 'move', edges: [a ?? 0, d ?? 0], parent: 'c3' },
      { edit: 'add', concept: 'e3', parent: 'c3', dimension: 'type', isIsa: true },
      { edit: 'retire', edges: [edgeId(project, 'a3 isa x3 @shape')] },
    );
    expect(await facts(project)).toEqual([
      'a3 isa c3 @type',
      'b3 isa c3 @type',
      'd3 isa c3 @type',
      'e3 isa c3 @type',
    ]);
    const { problems, summaries } = await t.memory.graphEdits.preview(project, [
      { edit: 'add', concept: 'c3', parent: 'a3', dimension: 'type', isIsa: true },
      { edit: 'add', concept: 'b3', parent: 'z3', dimension: 'type', isIsa: true },
      { edit: 'add', concept: 'b3', parent: 'z3', dimension: 'shape', isIsa: true },
      { edit: 'move', edges: [b ?? 0], parent: 'b3' },
    ]);
    expect(
      problems.map(({ at, path }) => [at, path.map(({ concept, parent }) => `${concept} ${parent}`)]),
    ).toEqual([
      [0, ['a3 c3']],
      [1, ['b3 c3']],
      [3, []],
    ]);
    expect(summaries).toEqual([null, null, 'b3: [shape] z3 added', null]);
  });

  it('lets later edits of a list build on what earlier ones made', async () => {
    const project = await projectWith('web isa server @type', 'web-1 isa box @type');
    await applied(
      project,
      { edit: 'add', concept: 'rack-9', parent: 'room-1', dimension: 'place', isIsa: false },
      { edit: 'merge', names: ['web'], into: 'web-1' },
      { edit: 'rename', name: 'web-1', to: 'front' },
      { edit: 'rename', name: 'place', to: 'where' },
      { edit: 'rename', name: 'rack-9', to: 'rack-10' },
      { edit: 'end_dimension', dimension: 'where' },
      { edit: 'add', concept: 'front', parent: 'room-1', dimension: 'where', isIsa: false },
    );
    expect(await facts(project)).toEqual([
      ...['front isa box @type', 'front ispart room-1 @where', 'place isa where @alias'],
      ...['rack-9 isa rack-10 @alias', 'web isa front @alias', 'web-1 isa front @alias'],
    ]);
    expect(await claims(project)).toEqual(['front: [type] server']);
  });

  it('applies what was looked at, or nothing', async () => {
    const project = await projectWith('web isa repo @type');
    const split: GraphEdit = {
      ...{ edit: 'split', dimension: 'type' },
      parts: [{ dimension: 'made-as', question: null, which: { by: 'rule', flavour: 'isa' } }],
    };
    const { basis } = await t.memory.graphEdits.preview(project, [split]);
    await other.memory.tell(project, [fact('app isa repo')], told());
    await expect(t.memory.graphEdits.apply(project, [split], basis, ADA)).rejects.toMatchObject({
      code: 'STALE_VERSION',
    });
    const again = await t.memory.graphEdits.preview(project, [split]);
    await other.memory.tell(project, [fact('app isa repo')], told());
    await expect(t.memory.graphEdits.apply(project, [split], again.basis, ADA)).resolves.toMatchObject({
      kind: 'split',
      state: 'done',
    });
  });

  it('keeps what agents told since when it is taken back', async () => {
    const project = await projectWith('web isa server @type');
    const { id } = await apply(project, { edit: 'rename', name: 'web', to: 'web-1' });
    await t.memory.tell(project, [fact('web ispart shop', 'owned-by')], told());
    await t.memory.history.undo(id, ADA);
    expect(await facts(project)).toEqual(['web isa server @type', 'web-1 ispart shop @owned-by']);
  });

  it('takes back and does again what is written and read in many pages, contested places and emptied dimensions with it', async () => {
    const lines = Array.from({ length: 700 }, (_, n) => [
      `many-${n} isa kind-${n % 7} @many`,
      // Of seven one says the same, one something else, and the rest is about others.
      n % 7 < 2 ? `many-${n} isa kind-${n % 7 === 0 ? 0 : 6} @much` : `much-${n} ispart many-${n - 1} @much`,
    ]).flat();
    const project = await projectWith(...lines);
    await applied(
      project,
      { edit: 'merge', names: ['much'], into: 'many' },
      { edit: 'rename', name: 'kind-3', to: 'third' },
    );
    expect(await claims(project)).toHaveLength(100);
    expect(await facts(project)).toHaveLength(700 + 500 + 2);
  });

  it('writes in order what changes the same facts again and again, many of them', async () => {
    const many = Array.from({ length: 300 }, (_, n) => `m${n} isa k${n % 8} @long`);
    const project = await projectWith(
      ...many,
      ...many.slice(0, 40).map((line) => line.replace('@long', '@else')),
    );
    const parents = ['k0', 'k1', 'k2', 'k3'];
    const undo = await applied(
      project,
      { edit: 'rename', name: 'long', to: 'longer' },
      {
        ...{ edit: 'split', dimension: 'longer' },
        parts: [
          { dimension: 'low', question: null, which: { by: 'rule', parents } },
          { dimension: 'high', question: null, which: { by: 'rule', flavour: 'isa' } },
        ],
      },
      { edit: 'rename', name: 'k5', to: 'k9' },
      { edit: 'merge', names: ['high'], into: 'low' },
      { edit: 'merge', names: ['else'], into: 'low' },
    );
    expect(undo).toBeGreaterThan(0);
    expect((await t.memory.verify()).problems).toEqual([]);
  });

  it('never keeps a question that holds a secret', async () => {
    const project = await projectWith('web isa server @type');
    const question = 'Which of them takes password=Tr0ub4dor-and-3?';
    const parts = (asked: string | null): Extract<GraphEdit, { edit: 'split' }>['parts'] => [
      { dimension: 'made-as', question: asked, which: { by: 'rule', flavour: 'isa' } },
    ];
    const edits: GraphEdit[] = [
      { edit: 'dimension', name: 'tier', question, isIsa: true },
      { edit: 'dimension', name: 'type', question, isIsa: true },
      { edit: 'split', dimension: 'type', parts: parts(question) },
    ];
    for (const edit of edits) {
      const { problems } = await t.memory.graphEdits.preview(project, [edit]);
      expect(problems).toMatchObject([{ code: 'SECRET_NAME', message: expect.stringContaining('question') }]);
      const refused = await apply(project, edit).catch((error: unknown) => error);
      expect(refused).toMatchObject({ code: 'SECRET_NAME' });
      expect(String(refused)).not.toContain('Tr0ub4dor');
    }
    const asked = t.memory.read.dimensions(project).map((dimension) => dimension.question);
    expect(asked.join()).not.toContain('Tr0ub4dor');
    expect(await facts(project)).toEqual(['web isa server @type']);
    const about = 'Which token does it take, and where is its password kept?';
    await applied(project, { edit: 'split', dimension: 'type', parts: parts(about) });
  });

  it('counts a claim that is carried elsewhere neither as opened nor as settled', async () => {
    const project = await projectWith(
      ...['web isa server @type', 'web isa container @type', 'app isa service @type', 'app isa web @type'],
      ...['web-1 isa server @type', 'web-1 ispart rack-1 @place', 'web ispart rack-2 @place'],
    );
    const totals = async (...edits: GraphEdit[]) => {
      const preview = await t.memory.graphEdits.preview(project, edits);
      expect(preview.problems).toEqual([]);
      const { opened, settled } = preview.totals;
      return { opened, settled };
    };
    const rename = (name: string, to: string): GraphEdit => ({ edit: 'rename', name, to });
    expect(await claims(project)).toHaveLength(2);
    expect(await totals(rename('type', 'kind'))).toEqual({ opened: 0, settled: 0 });
    expect(await totals(rename('web', 'web-2'), rename('web-2', 'web-3'), rename('type', 'kind'))).toEqual({
      ...{ opened: 0, settled: 0 },
    });
    // The two racks contradict each other from then on, whatever it is called in the end.
    const merge: GraphEdit = { edit: 'merge', names: ['web'], into: 'web-1' };
    expect(await totals(merge)).toEqual({ opened: 1, settled: 0 });
    expect(await totals(merge, rename('web-1', 'front'))).toEqual({ opened: 1, settled: 0 });
    // What was carried and then ends waits no more.
    const end: GraphEdit = { edit: 'end_dimension', dimension: 'kind' };
    expect(await totals(rename('type', 'kind'), end)).toEqual({ opened: 0, settled: 2 });
    expect(await totals({ edit: 'merge', names: ['web'], into: 'service' })).toEqual({
      opened: 0,
      settled: 1,
    });
    await applied(project, merge, rename('web-1', 'front'), rename('type', 'kind'));
    expect(await claims(project)).toHaveLength(3);
  });

  it('never lets a secret become a name', async () => {
    const project = await projectWith('web isa server @type');
    const edit = { edit: 'rename', name: 'web', to: 'ghp_16C7e42F292c6912E7710c838347Ae178B4a' } as const;
    await expect(apply(project, edit)).rejects.toMatchObject({ code: 'SECRET_NAME' });
    expect((await t.memory.graphEdits.preview(project, [edit])).problems).toMatchObject([
      { code: 'SECRET_NAME' },
    ]);
  });
});
