import { describe, expect, it } from 'vitest';
import { knownFacts, openConflicts } from '../memory/testing/conflict-cases.ts';
import { fact, tableFacts, tempMemory, told } from '../memory/testing/temp-memory.ts';
import { TEST_DIALECTS } from '../store/testing/temp-store.ts';
import { checkGraphFile } from './import-lines.ts';
import { body, exported, fileOf, imported, sourceOf } from './testing/files.ts';

const edge = (text: string, change: object = {}) => {
  const [concept, relation, parent] = text.split(' ');
  return {
    kind: 'edge',
    edge: 1,
    project: 'default',
    concept,
    dimension: 'type',
    parent,
    is_isa: relation === 'isa',
    confidence: 0.9,
    source: 'gutask',
    valid_from: 1000,
    last_confirmed: 2000,
    ...change,
  };
};

describe.each(TEST_DIALECTS)('import on %s', (dialect) => {
  it('brings every fact, period and conflict into an empty database, byte for byte as it was exported', async () => {
    await using from = await tempMemory(dialect);
    const { memory, temp } = from;
    await memory.tell('default', [fact('gnommoweb isa repo')], told({ sentence: 'gnommoweb is a repo.' }));
    await memory.tell('default', [fact('box isa crate', 'shape', 0.7)], told({ source: 'inferred' }));
    temp.clock.advance(5000);
    await memory.tell('default', [fact('gnommoweb isa container')], told({ client: 'coder' }));
    await memory.tell('default', [fact('box isa bin', 'shape')], told());
    await memory.tell('atlas', [fact('gnommoweb ispart atlas-suite', 'membership')], told());
    const [open] = (await memory.read.conflicts({ view: 'open', limit: 10, offset: 0 })).conflicts;
    temp.clock.advance(5000);
    await memory.decisions.decide(
      open?.id ?? 0,
      { decision: 'replace' },
      { expectedVersion: open?.version ?? 0, reason: 'it was rebuilt', actor: 'ann' },
    );
    const file = await exported(from);
    expect(file).toContain('"kind":"history"');
    expect(file).toContain('"status":"pending"');
    expect(file).toContain('"status":"resolved"');

    await using to = await tempMemory(dialect);
    to.temp.clock.advance(60_000);
    const dry = await imported(to.memory, file, { dryRun: true });
    expect(await tableFacts(to.store, 'default'), 'a dry run writes nothing').toEqual([]);
    const result = await imported(to.memory, file);
    expect(result).toMatchObject({ inserted: 3, confirmed: 0, conflicts: 1, refused: 0, history: 1 });
    expect({ ...dry, actionId: 0 }).toEqual({ ...result, actionId: 0 });
    expect(body(await exported(to))).toBe(body(file));
    expect(await to.memory.verify()).toMatchObject({ ok: true, problems: [] });

    const again = await imported(to.memory, file);
    expect(again).toMatchObject({ concepts: 0, inserted: 0, confirmed: 0, conflicts: 0, actionId: null });
    expect(body(await exported(to))).toBe(body(file));
  });

  it('has dimensions ask what they asked, keeps what is asked here, and is taken back with it', async () => {
    await using from = await tempMemory(dialect);
    const ask = ({ memory }: typeof from, name: string, question: string) =>
      memory.graphEdits.apply('default', [{ edit: 'dimension', name, question, isIsa: true }], null, {
        actor: 'ann',
        reason: '',
      });
    const asked = ({ graph }: typeof from, name: string) =>
      graph.questions.of('default', graph.conceptId(name) ?? 0);
    await from.memory.tell('default', [fact('box isa crate', 'shape')], told());
    await ask(from, 'shape', 'What shape has it?');
    await ask(from, 'type', 'What kind is it?');
    const file = await exported(from);
    expect(file).toContain('"question":"What shape has it?"');

    await using to = await tempMemory(dialect);
    to.temp.clock.advance(60_000);
    await ask(to, 'type', 'What is it, at all?');
    const dry = await imported(to.memory, file, { dryRun: true });
    expect(asked(to, 'shape'), 'a dry run asks nothing').toBeNull();
    const result = await imported(to.memory, file);
    expect(result).toMatchObject({ questions: 1 });
    expect({ ...dry, actionId: 0 }).toEqual({ ...result, actionId: 0 });
    expect(result.notes).toEqual([
      expect.stringMatching(
        /^line \d+: \[type\] asks “What is it, at all\?” here, and “What kind is it\?” in the file/,
      ),
    ]);
    expect([asked(to, 'shape'), asked(to, 'type')]).toEqual(['What shape has it?', 'What is it, at all?']);
    expect(await to.memory.verify()).toMatchObject({ ok: true, problems: [] });
    expect(await imported(to.memory, file)).toMatchObject({ questions: 0, actionId: null });
    await to.memory.history.undo(result.actionId ?? 0, { actor: 'ann', reason: '' });
    expect([asked(to, 'shape'), asked(to, 'type')]).toEqual([null, 'What is it, at all?']);
    expect(await to.memory.verify()).toMatchObject({ ok: true, problems: [] });
  });

  it('leaves a question out that holds a secret, and reads files of before there were any', async () => {
    await using t = await tempMemory(dialect);
    const question = 'Is it ghp_0123456789abcdefghijABCDEFGHIJ456789?';
    const line = { kind: 'dimension', project: 'default', dimension: 'shape', is_isa: true };
    const result = await imported(t.memory, fileOf([{ ...line, question }, edge('a isa b')]));
    expect(result).toMatchObject({ questions: 0, inserted: 1 });
    expect(result.notes).toEqual([expect.stringContaining('holds what looks like a secret')]);
    expect(JSON.stringify(result)).not.toContain('ghp_');
    const asking = { edit: 'dimension' as const, name: 'shape', question: 'What shape?', isIsa: true };
    await t.memory.graphEdits.apply('default', [asking], null, { actor: 'ann', reason: '' });
    const again = await imported(t.memory, fileOf([{ ...line, question }]));
    expect(JSON.stringify(again), 'not beside another question either').not.toContain('ghp_');
    expect(await imported(t.memory, fileOf([edge('c isa d')], { version: 1 }))).toMatchObject({
      inserted: 1,
    });
  });

  it('overwrites nothing: the same fact is confirmed, another one waits as a conflict, what closes a cycle too', async () => {
    await using t = await tempMemory(dialect);
    await t.memory.tell(
      'default',
      [fact('a1 isa b1', 'type', 0.5), fact('c1 isa d1'), fact('x1 isa y1')],
      told({ source: 'inferred' }),
    );
    const file = fileOf([
      edge('a1 isa b1', { source: 'operator' }),
      edge('c1 isa e1', { edge: 2 }),
      edge('y1 isa x1', { edge: 3 }),
      edge('s1 isa s1', { edge: 4 }),
      edge('new1 isa b1', { edge: 5 }),
    ]);
    const result = await imported(t.memory, file);
    expect(result).toMatchObject({ inserted: 1, confirmed: 1, conflicts: 2, refused: 1 });
    expect(result.notes).toEqual([
      'line 5: s1: [type] s1 is refused: nothing has its place in itself',
      'line 3: c1: [type] e1 contradicts d1: those are two kinds, and it has one of each dimension',
      'line 4: y1: [type] x1: followed upwards it leads back to where it begins',
    ]);
    expect(await tableFacts(t.store, 'default')).toEqual([
      'a1 isa b1 @type',
      'c1 isa d1 @type',
      'x1 isa y1 @type',
      'new1 isa b1 @type',
    ]);
    const [confirmed] = t.graph.edgesOf('default', t.graph.conceptId('a1') ?? 0);
    expect(confirmed).toMatchObject({ confidence: 0.9, source: 'operator' });
    const again = await imported(t.memory, file);
    expect(again).toMatchObject({ inserted: 0, confirmed: 0, conflicts: 0, refused: 1, actionId: null });
    expect(await t.memory.verify()).toMatchObject({ ok: true, problems: [] });
  });

  it('brings corrections that wait, as what they are, and none whose fact does not stand', async () => {
    await using from = await tempMemory(dialect);
    await using to = await tempMemory(dialect);
    const operator = told({ source: 'operator' });
    await from.memory.tell('default', [fact('a1 isa b1'), fact('c1 isa d1')], operator);
    for (const text of ['a1 isa b1', 'c1 isa d1']) await from.memory.retract('default', fact(text), told());
    const file = await exported(from);
    await to.memory.tell('default', [fact('c1 isa e1')], operator);
    await imported(to.memory, file);
    expect(await openConflicts(to, 'default')).toMatchObject([
      { concept: 'c1', correction: null, incoming: { parent: 'd1' } },
      { concept: 'a1', correction: 'ends', priority: 1 },
    ]);
    expect(body(await exported(from))).toBe(body(file));
    expect(await to.memory.verify()).toMatchObject({ ok: true, problems: [] });
    expect(await imported(to.memory, file)).toMatchObject({ actionId: null });
  });

  it('is undone without what was said since: facts and claims stay by it', async () => {
    await using t = await tempMemory(dialect);
    const prose = told({ source: 'inferred' });
    await t.memory.tell('default', [fact('a1 isa b1', 'type', 0.5), fact('c1 isa d1', 'type', 0.5)], prose);
    const lines = [edge('a1 isa b1'), edge('new1 isa b1', { edge: 2 }), edge('c1 isa e1', { edge: 3 })];
    const { actionId } = await imported(t.memory, fileOf([...lines, edge('new2 isa b1', { edge: 4 })]));
    const later = [fact('a1 isa b1', 'type', 0.6), fact('new1 isa b1', 'type', 0.6), fact('c1 isa e1')];
    await t.memory.tell('default', later, prose);
    await t.memory.history.undo(actionId ?? 0, { actor: 'ada', reason: '' });
    expect(await knownFacts(t, 'default')).toEqual([
      `a1 isa b1 @type ${0.6 + (0.4 * 0.5) / 2} inferred`,
      'c1 isa d1 @type 0.5 inferred',
      'new1 isa b1 @type 0.6 inferred',
    ]);
    expect(await openConflicts(t, 'default')).toMatchObject([{ concept: 'c1', incoming: { parent: 'e1' } }]);
    expect(await t.memory.verify()).toMatchObject({ ok: true, problems: [] });
  });

  it('is final above five thousand facts, says what came of it, and leaves a record that holds', async () => {
    await using t = await tempMemory(dialect);
    const edges = Array.from({ length: 5001 }, (_, n) => edge(`big${n} isa b${n % 9}`, { edge: n + 1 }));
    const { actionId, inserted } = await imported(t.memory, fileOf(edges));
    expect(inserted).toBe(5001);
    const [action] = await t.memory.history.actions({ project: 'default', limit: 1 });
    expect(action).toMatchObject({ id: actionId, kind: 'import', state: 'final' });
    expect(action?.summary).toContain('imported 5001 facts');
    expect(await t.memory.verify()).toMatchObject({ ok: true, problems: [] });
  });

  it('writes all of a file or nothing', async () => {
    await using t = await tempMemory(dialect);
    const before = await exported(t);
    const bad = fileOf([edge('a1 isa b1'), edge('c1 isa D1', { edge: 2 })]);
    await expect(imported(t.memory, bad)).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      message: 'Line 3: the name "D1" is not in its canonical form; write "d1". Nothing was written.',
    });
    expect(body(await exported(t))).toBe(body(before));
    expect(t.graph.conceptId('a1')).toBeUndefined();
    expect(await t.memory.verify()).toMatchObject({ ok: true, problems: [] });
  });
});

it('takes secrets out of what a file says was said', async () => {
  await using t = await tempMemory();
  const sentence = 'the password is hunter2secret and a1 is a b1';
  await imported(t.memory, fileOf([edge('a1 isa b1', { provenance: [{ ...told(), sentence }] })]));
  const [shown] = await t.memory.read.edges(t.graph.edgesOf('default', t.graph.conceptId('a1') ?? 0));
  expect(shown?.provenance[0]?.sentence).toContain('[redacted]');
  expect(await exported(t)).not.toContain('hunter2');
});

describe.each(TEST_DIALECTS)('a forged file on %s', (dialect) => {
  it('cannot make two periods overlap, know the future, open a claim twice or leave one open that stands', async () => {
    await using t = await tempMemory(dialect);
    const past = (from: number, to: number, parent = 'old1', number = 9) => {
      const { last_confirmed: _, valid_from: _from, ...rest } = edge(`c1 isa ${parent}`);
      return { ...rest, kind: 'history', edge: number, valid_from: from, valid_to: to, last_confirmed: from };
    };
    const claim = { parent: 'b2', is_isa: true, confidence: 1, source: 'gutask', provenance: told() };
    const conflict = (parent: string) => ({
      ...{ kind: 'conflict', project: 'default', concept: 'c1', dimension: 'type', type: 'isa_isa' },
      ...{ status: 'pending', incoming: { ...claim, parent }, priority: 0, seen_count: 1, last_seen: 5 },
      existing: { edge: 1, parent: 'b1', is_isa: true, confidence: 1, source: 'gutask' },
      ...{ attempts: 0, created_at: 5, resolved_at: null, decided_by: null, snoozed_until: null },
      ...{ note: null, last_problem: null },
    });
    const future = 8_640_000_000_000_000;
    const file = fileOf([
      edge('c1 isa b1', { valid_from: 1000, last_confirmed: future }),
      edge('c3 isa b1', { edge: 2, valid_from: future }),
      ...[past(10, 500), past(400, 600), past(900, 1500), past(500, 700, 'old2', 10), past(700, future)],
      ...[conflict('b2'), conflict('b2'), conflict('b1')],
    ]);
    const result = await imported(t.memory, file);
    expect(result).toMatchObject({ inserted: 2, history: 2, conflicts: 1 });
    expect(await t.memory.verify()).toMatchObject({ ok: true, problems: [] });
    const [row] = t.graph.edgesOf('default', t.graph.conceptId('c3') ?? 0);
    await t.memory.edits.change(
      row?.edgeId ?? 0,
      { kind: 'retire' },
      { parent: 'b1', dimension: 'type', isIsa: true },
      { actor: 'ada', reason: '' },
    );
    expect(await t.memory.verify(), 'a fact from the future retires like any other').toMatchObject({
      ok: true,
    });
  });
});

const REFUSED: readonly (readonly [what: string, text: string, message: RegExp])[] = [
  ['nothing', '', /the file is empty/],
  ['no JSON', 'hello\n', /Line 1: it is not JSON/],
  ['no header', '{"kind":"edge"}\n', /Line 1: the first line must be the header/],
  ['another version', '{"kind":"festinger-memory","version":4}\n', /reads files of versions 1 to 3/],
  [
    'a file cut short',
    fileOf([edge('a isa b')])
      .split('\n')
      .slice(0, 2)
      .join('\n'),
    /ends early/,
  ],
  ['lines after the end', `${fileOf([])}{}\n`, /something follows the end line/],
  ['a wrong count', fileOf([]).replace('"lines":2', '"lines":3'), /says 3 lines, the file has 2/],
  ['an unknown kind', fileOf([{ kind: 'secret' }]), /Line 2: "kind" is one of/],
  ['an unknown field', fileOf([edge('a isa b', { admin: true })]), /Line 2: edge: Unrecognized key/],
  ['too sure', fileOf([edge('a isa b', { confidence: 1.5 })]), /Line 2: edge: confidence: /],
  [
    'a time no calendar has',
    fileOf([edge('a isa b', { provenance: [{ ...told(), at: 8.7e15 }] })]),
    /provenance.*at: /,
  ],
  ['control characters', fileOf([edge('a isa b', { parent: 'b\u0007' })]), /no control characters/],
  ['another project', fileOf([edge('a isa b')], { project: 'atlas' }), /of the project atlas alone/],
  ['wrong order', fileOf([edge('a isa b'), { kind: 'concept', token: 'a' }]), /a concept comes after a edge/],
];

it.each(REFUSED)('refuses %s and says where', async (_what, text, message) => {
  await expect(checkGraphFile(sourceOf(text))).rejects.toMatchObject({
    code: 'INVALID_INPUT',
    message: expect.stringMatching(message),
  });
});

it('refuses a line that is longer than any of ours before it is held whole', async () => {
  let read = 0;
  const endless = async function* () {
    for (; read < 100; read++) yield Buffer.alloc(256 * 1024, 'a');
  };
  await expect(checkGraphFile(endless)).rejects.toMatchObject({
    message: expect.stringMatching(/^Line 1 is longer/),
  });
  expect(read).toBeLessThan(10);
});
