// Every decision about every type of collision, on both databases.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Decision } from '../../../shared/model/decision.ts';
import { AppError } from '../../../shared/model/envelope.ts';
import type { CollisionType } from '../../../shared/model/graph.ts';
import { START, TEST_DIALECTS } from '../../store/testing/temp-store.ts';
import { knownFacts, line, makeConflict, openConflicts } from '../testing/conflict-cases.ts';
import { fact, type TempMemory, tempMemory, told } from '../testing/temp-memory.ts';

const by = (expectedVersion: number | null, reason = '') => ({ actor: 'ada', reason, expectedVersion });
const proposal = { model: 'judge', runId: 7, reasoning: 'it says so' };
const split: Decision = {
  decision: 'split',
  existingDimension: 'artifact-type',
  newDimension: 'deployment-type',
};
const move = (dimension: string, which: 'incoming' | 'existing' = 'incoming'): Decision => ({
  ...{ decision: 'move', dimension, which },
});

describe.each(TEST_DIALECTS)('decisions on %s', (dialect) => {
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

  type Case = [type: CollisionType, decision: Decision, status: string, facts: string[], summary: string];
  const known: Record<Exclude<CollisionType, 'cycle'>, [string, string]> = {
    isa_isa: ['isa', 'isa'],
    ispart_ispart: ['ispart', 'ispart'],
    misclassification: ['isa', 'ispart'],
  };
  const cycle = ['mid isa c1 @type 0.9 gutask', 'new isa mid @type 0.8 gutask'];
  const cases: Case[] = [
    ...Object.entries(known).flatMap(([type, [was, is]]): Case[] => {
      const t0 = type as CollisionType;
      return [
        [
          t0,
          { decision: 'keep' },
          'dismissed',
          [`c1 ${was} old @type 1 operator`],
          'c1: [type] old kept, new dismissed',
        ],
        [
          t0,
          { decision: 'dismiss' },
          'dismissed',
          [`c1 ${was} old @type 0.9 gutask`],
          'c1: [type] new dismissed',
        ],
        [
          t0,
          { decision: 'replace' },
          'resolved',
          [`c1 ${is} new @type 1 operator`],
          'c1: [type] old replaced by new',
        ],
        [
          ...([t0, split, 'resolved'] as const),
          [`c1 ${was} old @artifact-type 1 operator`, `c1 ${is} new @deployment-type 1 operator`],
          'c1: [type] old split into [artifact-type] and [deployment-type]',
        ],
        [
          ...([t0, move('use'), 'resolved'] as const),
          [`c1 ${is} new @use 1 operator`, `c1 ${was} old @type 0.9 gutask`],
          'c1: [type] new moved to [use]',
        ],
        [
          ...([t0, move('use', 'existing'), 'resolved'] as const),
          [`c1 ${is} new @type 1 operator`, `c1 ${was} old @use 1 operator`],
          'c1: [type] old moved to [use], new let in',
        ],
      ];
    }),
    ['cycle', { decision: 'keep' }, 'dismissed', cycle, 'c1: [type] kept as it is, new dismissed'],
    ['cycle', { decision: 'dismiss' }, 'dismissed', cycle, 'c1: [type] new dismissed'],
    [
      ...(['cycle', { decision: 'replace' }, 'resolved'] as const),
      ['c1 isa new @type 1 operator', 'mid isa c1 @type 0.9 gutask'],
      'c1: [type] new let in, new: [type] mid gives way',
    ],
    [
      ...(['cycle', split, 'resolved'] as const),
      [
        'c1 isa new @deployment-type 1 operator',
        'mid isa c1 @type 0.9 gutask',
        'new isa mid @artifact-type 1 operator',
      ],
      'new: [type] mid split into [artifact-type] and [deployment-type]',
    ],
    [
      ...(['cycle', move('use'), 'resolved'] as const),
      ['c1 isa new @use 1 operator', ...cycle],
      'c1: [type] new moved to [use]',
    ],
    [
      ...(['cycle', move('use', 'existing'), 'resolved'] as const),
      ['c1 isa new @type 1 operator', 'mid isa c1 @type 0.9 gutask', 'new isa mid @use 1 operator'],
      'new: [type] mid moved to [use], new let in',
    ],
  ];

  it.each(cases)(
    '%s, %o: the conflict is %s and the graph holds what it says',
    async (type, decision, status, facts, summary) => {
      const project = newProject();
      const conflict = await makeConflict(t, project, type);
      const preview = await t.memory.decisions.preview(conflict.id, decision);
      expect(preview).toMatchObject({ allowed: true, problem: null });
      expect(preview.before).toBe(line(t, project, 'c1'));
      const action = await t.memory.decisions.decide(conflict.id, decision, by(conflict.version, 'because'));
      expect(action).toMatchObject({
        ...{ project, kind: 'decision', actor: 'ada', reason: 'because', summary, state: 'done' },
      });
      expect(await knownFacts(t, project)).toEqual(facts.toSorted());
      expect(line(t, project, 'c1')).toBe(preview.after);
      expect(await openConflicts(t, project)).toEqual([]);
      expect(await t.memory.read.conflict(conflict.id)).toMatchObject({
        ...{ status, decidedBy: 'ada', version: conflict.version + 1 },
        resolution: { decision: decision.decision, reason: 'because', model: null, actionId: action.id },
      });
    },
  );

  it('Test C: a decomposed claim gives two facts in two new dimensions and no mark', async () => {
    const project = newProject();
    await t.memory.tell(project, [fact('gnommoweb isa repo')], told());
    const [told1] = await t.memory.tell(project, [fact('gnommoweb isa container')], told());
    const decision: Decision = {
      ...{ decision: 'split', existingDimension: 'stuff-type', newDimension: 'run-type' },
    };
    await t.memory.decisions.decide(told1?.conflictId ?? 0, decision, { ...by(1), proposal });
    expect(line(t, project, 'gnommoweb')).toBe('gnommoweb: [stuff-type] repo [run-type] container');
    const id = (token: string) => t.graph.conceptId(token) ?? 0;
    expect(t.graph.edgeAt(project, id('stuff-type'), id('stuff-type'))).toMatchObject({
      parent: id('stuff-type'),
    });
    expect(await t.memory.read.conflict(told1?.conflictId ?? 0)).toMatchObject({
      ...{ status: 'resolved', resolution: { model: 'judge', runId: 7, reason: 'it says so' } },
    });
  });

  it("lends a fact no trust by a model's word", async () => {
    const project = newProject();
    const { id, version } = await makeConflict(t, project, 'isa_isa');
    await t.memory.decisions.decide(id, split, { ...by(version), proposal });
    expect(await knownFacts(t, project)).toEqual([
      'c1 isa new @deployment-type 0.8 inferred',
      'c1 isa old @artifact-type 0.9 gutask',
    ]);
  });

  it('keeps the id of an edge that moves, and takes the sentence along with a claim that is let in', async () => {
    const project = newProject();
    const claim = { source: 'inferred', sentence: 'c1 is new', conversation: 'k' } as const;
    const { id, version } = await makeConflict(t, project, 'isa_isa', claim);
    const concept = t.graph.conceptId('c1') ?? 0;
    const before = t.graph.edgesOf(project, concept)[0];
    await t.memory.decisions.decide(id, split, by(version));
    const edges = await t.memory.read.edges(t.graph.edgesOf(project, concept));
    expect(edges.find((edge) => edge.parent === 'old')?.edgeId).toBe(before?.edgeId);
    expect(edges.find((edge) => edge.parent === 'new')?.provenance).toMatchObject([
      { sentence: 'c1 is new', conversation: 'k' },
    ]);
  });

  describe('a target that is taken (memory D6)', () => {
    it('confirms the same fact there', async () => {
      const project = newProject();
      const { id, version } = await makeConflict(t, project, 'isa_isa');
      await t.memory.tell(project, [fact('c1 isa new', 'use', 0)], told());
      const action = await t.memory.decisions.decide(id, move('use'), { ...by(version), proposal });
      expect(action.summary).toBe('c1: [type] new moved to [use]; c1: [use] new was known there');
      expect(await knownFacts(t, project)).toEqual([
        'c1 isa new @use 0.8 gutask',
        'c1 isa old @type 0.9 gutask',
      ]);
    });

    it('sends a known edge there with its own trust, not that of who repeated it last', async () => {
      const project = newProject();
      const prose = told({ source: 'inferred', sentence: 'c1 is old' });
      await t.memory.tell(
        project,
        [fact('c1 isa old'), fact('c1 isa there', 'use')],
        told({ source: 'operator' }),
      );
      await t.memory.tell(project, [fact('c1 isa old', 'type', 0.6)], prose);
      await t.memory.tell(project, [fact('c1 isa new', 'type', 0.6)], told({ source: 'inferred' }));
      const [conflict] = await openConflicts(t, project);
      await t.memory.decisions.decide(conflict?.id ?? 0, move('use', 'existing'), by(null));
      expect(await openConflicts(t, project)).toMatchObject([
        {
          ...{ dimension: 'use', priority: 1 },
          incoming: {
            parent: 'old',
            source: 'operator',
            confidence: 1,
            provenance: { sentence: 'c1 is old' },
          },
        },
      ]);
    });

    it('makes a new conflict of another fact there, for the claim and for the known edge', async () => {
      const project = newProject();
      const { id, version } = await makeConflict(t, project, 'isa_isa');
      await t.memory.tell(project, [fact('c1 isa x', 'use'), fact('c1 isa y', 'look')], told());
      const decision: Decision = { decision: 'split', existingDimension: 'use', newDimension: 'look' };
      const preview = await t.memory.decisions.preview(id, decision);
      expect(preview.diff.filter(({ change }) => change === 'conflict')).toHaveLength(2);
      await t.memory.decisions.decide(id, decision, by(version));
      expect(line(t, project, 'c1')).toBe(preview.after);
      expect(line(t, project, 'c1')).toBe('c1: [use?] x [look?] y');
      const open = await openConflicts(t, project);
      expect(open.map((one) => [one.dimension, one.incoming.parent, one.incoming.source])).toEqual([
        ['use', 'old', 'gutask'],
        ['look', 'new', 'inferred'],
      ]);
    });

    it('counts a claim that waits there already', async () => {
      const project = newProject();
      const { id, version } = await makeConflict(t, project, 'isa_isa');
      await t.memory.tell(project, [fact('c1 isa x', 'use'), fact('c1 isa new', 'use')], told());
      await t.memory.decisions.decide(id, move('use'), by(version));
      expect(await openConflicts(t, project)).toMatchObject([{ dimension: 'use', seenCount: 2 }]);
    });

    it('makes a new conflict of a cycle in the other dimension', async () => {
      const project = newProject();
      const { id, version } = await makeConflict(t, project, 'isa_isa');
      await t.memory.tell(project, [fact('new isa c1', 'use')], told());
      await t.memory.decisions.decide(id, move('use'), by(version));
      expect(await openConflicts(t, project)).toMatchObject([{ dimension: 'use', collisionType: 'cycle' }]);
    });
  });

  describe('what would break a rule is refused, says why, and writes nothing', () => {
    const refused: [name: string, type: CollisionType, decision: Decision, problem: RegExp][] = [
      [
        'both into one dimension',
        'isa_isa',
        { ...split, newDimension: 'artifact-type' } as Decision,
        /collide again/,
      ],
      ['the claim where it is', 'isa_isa', move('type'), /already/],
      ['the known edge where it is', 'isa_isa', move('type', 'existing'), /already/],
      ['into itself', 'isa_isa', move('c1'), /is that dimension itself/],
      ['a stranger to the cycle', 'cycle', { decision: 'replace', givesWay: 999_999 }, /not in the cycle/],
      ['a cycle where there is none', 'isa_isa', { decision: 'replace', givesWay: 999_999 }, /in no cycle/],
      ['a name without letters', 'isa_isa', move('!!'), /not a name/],
    ];
    it.each(refused)('%s (%s)', async (_name, type, decision, problem) => {
      const project = newProject();
      const conflict = await makeConflict(t, project, type);
      const facts = await knownFacts(t, project);
      const preview = await t.memory.decisions.preview(conflict.id, decision);
      expect(preview).toMatchObject({ allowed: false, diff: [] });
      expect(preview.problem).toMatch(problem);
      const error = await t.memory.decisions
        .decide(conflict.id, decision, by(null))
        .catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(AppError);
      expect((error as AppError).message).toBe(preview.problem);
      expect(await knownFacts(t, project)).toEqual(facts);
      expect(await t.memory.read.conflict(conflict.id)).toEqual(conflict);
    });

    it('a claim that leads back, unless the edge that gives way is named', async () => {
      const project = newProject();
      const { id } = await makeConflict(t, project, 'isa_isa');
      const [closing] = await t.memory.tell(project, [fact('new isa c1')], told());
      await expect(t.memory.decisions.decide(id, { decision: 'replace' }, by(null))).rejects.toMatchObject({
        code: 'NOT_ALLOWED',
      });
      const givesWay = closing?.edgeId ?? 0;
      await t.memory.decisions.decide(id, { decision: 'replace', givesWay }, by(null));
      expect(await knownFacts(t, project)).toEqual(['c1 isa new @type 1 operator']);
    });
  });

  it('lets the named edge of a cycle give way, and replaces what came to stand at the place meanwhile', async () => {
    const project = newProject();
    const conflict = await makeConflict(t, project, 'cycle');
    const { cycle: edges } = await t.memory.decisions.options(conflict.id);
    expect(edges.map(({ concept, parent, givesWay }) => `${concept} ${parent} ${givesWay}`)).toEqual([
      'new mid true',
      'mid c1 false',
    ]);
    await t.memory.tell(project, [fact('c1 isa other')], told());
    const givesWay = edges[1]?.edgeId ?? 0;
    await t.memory.decisions.decide(conflict.id, { decision: 'replace', givesWay }, by(null));
    expect(await knownFacts(t, project)).toEqual([
      'c1 isa new @type 1 operator',
      'new isa mid @type 0.8 gutask',
    ]);
  });

  describe('versions', () => {
    it('refuse what was seen before a change, and say who decided already', async () => {
      const project = newProject();
      const { id, version } = await makeConflict(t, project, 'isa_isa');
      await t.memory.decisions.note(id, { note: 'hm', expectedVersion: version, actor: 'bob' });
      await expect(t.memory.decisions.decide(id, { decision: 'keep' }, by(version))).rejects.toMatchObject({
        ...{ code: 'STALE_VERSION', details: { version: version + 1 } },
      });
      await t.memory.decisions.decide(id, { decision: 'keep' }, by(version + 1));
      await expect(t.memory.decisions.decide(id, { decision: 'dismiss' }, by(null))).rejects.toThrow(
        /decided already: keep, by ada at 2026-/,
      );
    });

    it('refuse what was seen before somebody surer or more trusted said so too, not what was just said again', async () => {
      const project = newProject();
      await t.memory.tell(project, [fact('c1 isa old')], told());
      const claim = (confidence: number, source: 'inferred' | 'gutask') =>
        t.memory.tell(project, [fact('c1 isa new', 'type', confidence)], told({ source }));
      await claim(0.6, 'inferred');
      const [seen] = await openConflicts(t, project);
      const { id = 0, version = 0 } = seen ?? {};
      await claim(0.6, 'inferred');
      expect((await openConflicts(t, project))[0]?.version).toBe(version);
      await claim(0.6, 'gutask');
      await expect(t.memory.decisions.decide(id, { decision: 'dismiss' }, by(version))).rejects.toMatchObject(
        { code: 'STALE_VERSION', details: { version: version + 1 } },
      );
      await claim(1, 'gutask');
      expect((await openConflicts(t, project))[0]?.version).toBe(version + 2);
    });

    it('let one of two deciders in two processes win; the other gets STALE_VERSION and both agree', async () => {
      const project = newProject();
      const other = await t.another();
      const { id, version } = await makeConflict(t, project, 'isa_isa');
      const outcomes = await Promise.allSettled([
        t.memory.decisions.decide(id, split, by(version)),
        other.memory.decisions.decide(id, { decision: 'replace' }, by(version)),
      ]);
      const lost = outcomes.filter((outcome) => outcome.status === 'rejected');
      expect(lost).toHaveLength(1);
      expect(lost[0]?.reason).toMatchObject({ code: 'STALE_VERSION' });
      for (const one of [t, other]) await one.memory.tell(project, [fact(`z${one === t} isa y`)], told());
      await t.memory.tell(project, [fact('zfalse isa y')], told());
      expect(await t.memory.verify()).toMatchObject({ ok: true, problems: [] });
      await other.memory.tell(project, [fact('ztrue isa y')], told());
      expect(await other.memory.verify()).toMatchObject({ ok: true, problems: [] });
    });
  });

  it('decides many, each for itself', async () => {
    const project = newProject();
    const first = await makeConflict(t, project, 'isa_isa');
    const second = await makeConflict(t, newProject(), 'cycle');
    const items = [
      { id: first.id, expectedVersion: first.version },
      { id: second.id, expectedVersion: second.version + 1 },
      { id: 999_999, expectedVersion: 1 },
    ];
    const answers = await t.memory.decisions.decideMany(
      items,
      { decision: 'dismiss' },
      { actor: 'ada', reason: '' },
    );
    expect(answers.map(({ problem }) => problem?.code ?? 'done')).toEqual([
      'done',
      'STALE_VERSION',
      'NOT_FOUND',
    ]);
  });

  it('undoes all of it when what is written alongside fails', async () => {
    const project = newProject();
    const conflict = await makeConflict(t, project, 'isa_isa');
    const facts = await knownFacts(t, project);
    const failing = t.memory.decisions.decide(conflict.id, split, by(null), async () => {
      throw new Error('the connection was lost');
    });
    await expect(failing).rejects.toThrow('the connection was lost');
    expect(await knownFacts(t, project)).toEqual(facts);
    expect(await t.memory.read.conflict(conflict.id)).toEqual(conflict);
  });

  it('asks for a person after three answers of models that could not be used', async () => {
    const project = newProject();
    const { id, version } = await makeConflict(t, project, 'isa_isa');
    for (let i = 0; i < 3; i++) {
      const answer = await t.memory.decisions.refuseAnswer(id, {
        expectedVersion: version + i,
        problem: `p${i}`,
      });
      expect(answer).toEqual({ attempts: i + 1, needsHuman: i === 2 });
    }
    expect(await t.memory.read.conflict(id)).toMatchObject({
      ...{ status: 'needs_human', attempts: 3, lastProblem: 'p2' },
    });
  });

  it('puts off and wakes; the place stays marked', async () => {
    const project = newProject();
    const { id, version } = await makeConflict(t, project, 'isa_isa');
    const snooze = (until: number | null, expectedVersion: number) =>
      t.memory.decisions.snooze(id, { until, expectedVersion, actor: 'ada' });
    // The last is beyond what a date can be: nobody could ever show it.
    for (const until of [START - 1, Number.NaN, 8_640_000_000_000_001]) {
      await expect(snooze(until, version)).rejects.toMatchObject({ code: 'INVALID_INPUT' });
    }
    await snooze(START + 1000, version);
    expect(await openConflicts(t, project)).toEqual([]);
    expect(line(t, project, 'c1')).toBe('c1: [type?] old');
    await snooze(null, version + 1);
    expect(await openConflicts(t, project)).toHaveLength(1);
  });

  describe('other conflicts at the same place', () => {
    it('come true with the decision that makes them so', async () => {
      const project = newProject();
      const first = await makeConflict(t, project, 'isa_isa');
      const [second] = await t.memory.tell(project, [fact('c1 ispart new')], told());
      await t.memory.decisions.decide(first.id, { decision: 'replace' }, by(null));
      expect(await openConflicts(t, project)).toMatchObject([
        {
          id: second?.conflictId,
          collisionType: 'misclassification',
          existing: { parent: 'new', isIsa: true },
          version: 2,
        },
      ]);
      const [third] = await t.memory.tell(project, [fact('c1 isa third')], told());
      await t.memory.tell(project, [fact('c1 isa fourth')], told());
      await t.memory.decisions.decide(third?.conflictId ?? 0, { decision: 'replace' }, by(null));
      expect((await openConflicts(t, project)).map(({ incoming }) => incoming.parent)).toEqual([
        'new',
        'fourth',
      ]);
    });
  });
});
