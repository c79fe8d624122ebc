// Promise: what a session knows is bounded whatever is told, is served only while it is fresh and was found out in this life of the session, and is
// forgotten where something was written.
import { describe, expect, it } from 'vitest';
import { fc, runs } from '../../../shared/testing/campaign.ts';
import { hashed } from '../tools/facts.ts';
import { toolNamed } from '../tools/registry.ts';
import { negativeMarkers, type ToolFact } from '../tools/tool.ts';
import { type KnowableCall, Knowledge } from './knowledge.ts';

const WEB = 'docker_container:media:web';
const DB = 'docker_container:media:db';
const HOST = 'host:media';
const S = 1000;

const fact = (key: string, value = 'x', category: ToolFact['category'] = 'discovery'): ToolFact => ({
  ...{ category, key, value },
});
/** A call that finds out what is under one key. */
const call = (key: string, category: ToolFact['category'] = 'discovery'): KnowableCall => ({
  ...{ call: `tool:${key}`, category, keys: [key] },
});
const kept = (data: string, observedAt = 0, about: string | null = WEB) => ({
  ...{ callId: `c-${data}`, data, about, within: [HOST], observedAt },
});
const seen = (turn = 1, now = 0, about: string | null = WEB, within: readonly string[] = [HOST]) => ({
  ...{ about, within, now, turn },
});
const lines = (knowledge: Knowledge): string[] =>
  knowledge
    .summary(1_000_000)
    .split('\n')
    .filter((line) => line !== '');
const keys = (knowledge: Knowledge): string[] =>
  lines(knowledge).map((line) => line.slice(2, line.indexOf(': ')));

describe('bounds', () => {
  it('60 facts: the least used goes first, and what was looked up counts as used', () => {
    const knowledge = new Knowledge();
    for (let n = 0; n < 60; n += 1) knowledge.add([fact(`k${n}`)], seen(1));
    knowledge.add([], seen(5));
    expect(knowledge.size).toBe(60);
    knowledge.answer(call('k0'), 0, 0);
    knowledge.add([fact('new')], seen(5));
    expect(knowledge.size).toBe(60);
    expect(keys(knowledge)).toEqual(expect.arrayContaining(['k0', 'new', 'k2']));
    expect(keys(knowledge)).not.toContain('k1');
  });

  it('2,000 characters of keys and values', () => {
    const knowledge = new Knowledge();
    for (let n = 10; n < 30; n += 1) knowledge.add([fact(`key-${n}`, 'v'.repeat(194))], seen(n));
    expect(knowledge.size).toBe(10);
    expect(keys(knowledge)).toContain('key-29');
    expect(keys(knowledge)).not.toContain('key-19');
  });

  it('200 characters a value, and no half of a pair', () => {
    const knowledge = new Knowledge();
    knowledge.add([fact('long', 'v'.repeat(500)), fact('pair', `${'v'.repeat(198)}😀😀`)], seen());
    const [pair = '', long = ''] = lines(knowledge);
    expect(long).toBe(`- long: ${'v'.repeat(199)}… (in part)`);
    expect(pair.isWellFormed()).toBe(true);
    expect(pair.length).toBeLessThanOrEqual('- pair:  (in part)'.length + 200);
  });

  it('a fact that alone is past them is none', () => {
    const knowledge = new Knowledge();
    knowledge.add([fact('k'.repeat(2000))], seen());
    expect(knowledge.size).toBe(0);
  });

  it('facts of the two newest turns stay while older ones are there, though they were used less', () => {
    const knowledge = new Knowledge();
    knowledge.add([fact('old')], seen(1));
    for (let n = 0; n < 58; n += 1) knowledge.add([fact(`k${n}`)], seen(4));
    knowledge.add([fact('older')], seen(2));
    knowledge.add([fact('now')], seen(5));
    expect(keys(knowledge)).not.toContain('old');
    knowledge.add([fact('next')], seen(5));
    expect(keys(knowledge)).not.toContain('older');
    expect(keys(knowledge)).toContain('k0');
  });

  it('when all are pinned the oldest of them goes', () => {
    const knowledge = new Knowledge();
    for (let n = 0; n < 61; n += 1) knowledge.add([fact(`k${n}`)], seen(7));
    expect(knowledge.size).toBe(60);
    expect(keys(knowledge)).not.toContain('k0');
    expect(keys(knowledge)).toContain('k1');
  });

  it('what is looked up is pinned by the turn of the session', () => {
    const knowledge = new Knowledge();
    knowledge.add([fact('first'), fact('second')], seen(1));
    for (let n = 0; n < 58; n += 1) knowledge.add([fact(`k${n}`)], seen(5));
    knowledge.answer(call('first'), 0, 0);
    knowledge.add([fact('one more')], seen(5));
    expect(keys(knowledge)).toContain('first');
    expect(keys(knowledge)).not.toContain('second');
  });

  it('hold for whatever is told, looked up, written and stored, in any order', () => {
    const step = fc.oneof(
      fc.record({
        kind: fc.constant('add' as const),
        facts: fc.array(
          fc.record({ key: fc.string({ maxLength: 300 }), value: fc.string({ maxLength: 600 }) }),
          {
            maxLength: 30,
          },
        ),
        turn: fc.nat(12),
      }),
      fc.record({ kind: fc.constant('answer' as const), key: fc.string({ maxLength: 3 }) }),
      fc.record({ kind: fc.constant('written' as const), id: fc.constantFrom(WEB, DB, HOST) }),
      fc.record({ kind: fc.constant('resume' as const) }),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        let knowledge = new Knowledge();
        for (const one of steps) {
          if (one.kind === 'add')
            knowledge.add(
              one.facts.map(({ key, value }) => fact(key, value)),
              seen(one.turn),
            );
          else if (one.kind === 'answer') knowledge.answer(call(one.key), 0, 0);
          else if (one.kind === 'written') knowledge.written(one.id, [HOST]);
          else knowledge = Knowledge.from(JSON.parse(JSON.stringify(knowledge)));
          const stored = knowledge.toJSON() as { key: string; value: string }[];
          expect(stored.length).toBeLessThanOrEqual(60);
          expect(
            stored.reduce((sum, { key, value }) => sum + key.length + value.length, 0),
          ).toBeLessThanOrEqual(2000);
          expect(stored.every(({ value }) => value.length <= 200)).toBe(true);
          expect(new Set(stored.map(({ key }) => key)).size).toBe(stored.length);
          const told = knowledge.summary(500);
          expect(told.length).toBeLessThanOrEqual(500);
        }
      }),
      { numRuns: runs(300) },
    );
  });
});

describe('what is served', () => {
  it.each([
    ['a status', `${WEB}:status`, 'resource', 60],
    ['a measurement', `${WEB}:metrics:cpu:60`, 'metrics', 60],
    ['anything else', `${WEB}:ports`, 'discovery', 600],
  ] as const)('the whole result of %s for so long: %s', (_what, key, category, seconds) => {
    const knowledge = new Knowledge();
    knowledge.keepResult(call(key, category), kept('{"all":"of it"}'));
    const at = (now: number) => knowledge.answer(call(key, category), now, 0)?.text ?? null;
    expect(at(5 * S)).toBe('Already known (5 s ago): {"all":"of it"}');
    expect(at(seconds * S)).toContain('{"all":"of it"}');
    expect([at(seconds * S + 1), at(-1)]).toEqual([null, null]);
  });

  it('never a fact in the place of a result, however much it says', () => {
    const knowledge = new Knowledge();
    knowledge.add([{ ...fact('a'), complete: true }], seen());
    expect(knowledge.answer(call('a'), 0, 0)).toBeNull();
  });

  it('a state only where it was looked at after the operator asked, or a few seconds before', () => {
    const knowledge = new Knowledge();
    for (const [key, category] of [
      ['s', 'resource'],
      ['d', 'discovery'],
    ] as const)
      knowledge.keepResult(call(key, category), kept(key, 10 * S));
    const isServed = (key: string, category: ToolFact['category'], askedAt: number) =>
      knowledge.answer(call(key, category), 20 * S, askedAt) !== null;
    expect(isServed('s', 'resource', 15 * S)).toBe(true);
    expect(isServed('s', 'resource', 15 * S + 1)).toBe(false);
    expect(isServed('d', 'discovery', 20 * S)).toBe(true);
  });

  it('that there is nothing, only when nothing of it is there, with the oldest age', () => {
    const knowledge = new Knowledge();
    const both = { ...call('a'), keys: ['a', 'b'] };
    knowledge.add([fact('a:queried', 'not_found')], seen(1, 0));
    expect(knowledge.answer(both, 50 * S, 0)).toBeNull();
    knowledge.add([fact('b:queried', 'not_found')], seen(1, 30 * S));
    expect(knowledge.answer(both, 50 * S, 0)?.text).toBe(
      'Already known (50 s ago): a:queried is not_found; b:queried is not_found',
    );
    expect(knowledge.answer(both, 60 * S + 1, 0)).toBeNull();
    expect(knowledge.answer({ ...both, keys: [] }, 0, 0)).toBeNull();
  });

  it('no result that the model has no longer, nor one of what was written or is gone', () => {
    const knowledge = new Knowledge();
    const isServed = () => knowledge.answer(call('a'), 0, 0)?.text.endsWith('all') ?? false;
    const keep = () => knowledge.keepResult(call('a'), kept('all'));
    keep();
    knowledge.forgetResults(new Set(['c-other']));
    expect(isServed()).toBe(true);
    knowledge.forgetResults(new Set(['c-all']));
    expect(isServed()).toBe(false);
    keep();
    knowledge.written(DB, [HOST]);
    expect(isServed()).toBe(true);
    knowledge.written(HOST, []);
    expect(isServed()).toBe(false);
    keep();
    knowledge.add([fact('a:queried', 'not_found')], seen());
    expect(isServed()).toBe(false);
  });

  it('30 results and 200,000 characters of them, the newest', () => {
    const knowledge = new Knowledge();
    const served = () =>
      Array.from({ length: 40 }, (_, n) => `k${n}`).filter((key) => knowledge.answer(call(key), 0, 0));
    for (let n = 0; n < 40; n += 1) knowledge.keepResult(call(`k${n}`), kept('x'));
    expect(served()).toHaveLength(30);
    for (let n = 0; n < 40; n += 1) knowledge.keepResult(call(`k${n}`), kept('x'.repeat(50_000)));
    expect(served()).toEqual(['k36', 'k37', 'k38', 'k39']);
  });

  it('nothing of an earlier life of the session; its facts are told all the same', () => {
    const before = new Knowledge();
    before.add([fact('a', 'old'), { ...fact('b', 'all'), complete: true }], seen());
    before.add([fact('gone:queried', 'not_found')], seen());
    before.keepResult(call('a'), kept('whole'));
    const knowledge = Knowledge.from(JSON.parse(JSON.stringify(before)));
    expect(knowledge.answer(call('a'), 0, 0)).toBeNull();
    expect(knowledge.answer(call('gone'), 0, 0)).toBeNull();
    expect(knowledge.summary(100).split('\n')).toEqual(
      expect.arrayContaining(['- b: all', '- a: old (in part)']),
    );
  });

  it.each([null, 'x', [{ key: 1 }], { a: 1 }])('stored as %j, nothing is known', (stored) => {
    expect(Knowledge.from(stored).size).toBe(0);
  });

  it('what was found is not missing, and what is missing is not as it was found', () => {
    const knowledge = new Knowledge();
    const key = `${WEB}:status`;
    knowledge.add([fact(`${key}:queried`, 'not_found')], seen());
    knowledge.add([fact(key, 'running', 'resource')], seen());
    expect([knowledge.size, keys(knowledge)]).toEqual([1, [key]]);
    knowledge.add([fact(`${key}:queried`, 'not_found')], seen());
    expect([knowledge.size, keys(knowledge)]).toEqual([1, [`${key}:queried`]]);
  });

  it('commands that begin alike are two', () => {
    const read = toolNamed('read');
    const long = `grep -c error ${'/var/log/a.log '.repeat(200)}`;
    const keysOf = (command: string) => read?.predictKeys({ action: 'run', resource: WEB, command }) ?? [];
    expect(keysOf(`${long}x`)).not.toEqual(keysOf(`${long}y`));
    expect(keysOf(`${long}x`)).toEqual([`${WEB}:exec:${hashed(`${long}x`)}`]);
    const markers = read
      ? negativeMarkers(read, { action: 'run', resource: WEB, command: long }, 'error')
      : [];
    expect(markers.map(({ key }) => key)).toEqual([`${keysOf(long)[0]}:queried`]);
  });
});

describe('a write', () => {
  const filled = () => {
    const knowledge = new Knowledge();
    knowledge.add([fact(`${WEB}:status`)], seen(1, 0, WEB, [HOST]));
    knowledge.add([fact(`${DB}:status`)], seen(1, 0, DB, [HOST]));
    knowledge.add([fact(`${HOST}:status`)], seen(1, 0, HOST, []));
    knowledge.add([fact('all')], seen(1, 0, null, []));
    return knowledge;
  };

  it('makes its resource, its host and whatever is about everything unknown, and nothing beside it', () => {
    const knowledge = filled();
    knowledge.written(WEB, [HOST]);
    expect(keys(knowledge)).toEqual([`${DB}:status`]);
  });

  it('on a host makes what is in it unknown', () => {
    const knowledge = filled();
    knowledge.written(HOST, []);
    expect(knowledge.size).toBe(0);
  });
});

describe('lines', () => {
  it('the newest first, with their age, as far as they fit; of one resource alone where that is asked', () => {
    const knowledge = new Knowledge();
    knowledge.add([fact('a', '1')], seen(1, 0, WEB));
    knowledge.add([fact('b', '2')], seen(1, 60 * S, DB));
    expect(knowledge.summary(100, 60 * S)).toBe('- b: 2 (0 s ago, in part)\n- a: 1 (60 s ago, in part)');
    expect(knowledge.summary(20)).toBe('- b: 2 (in part)');
    expect(knowledge.summaryAbout(WEB, 100)).toBe('- a: 1 (in part)');
  });
});
