// The promise: whatever a model answers, only a decision that the collision allows comes out, and else a reason why not.

import { describe, expect, it } from 'vitest';
import { COLLISION_TYPES, type CollisionType } from '../../../shared/model/graph.ts';
import { fc, runs } from '../../../shared/testing/campaign.ts';
import { processorTime } from '../../../shared/testing/processor-time.ts';
import { ALLOWED, proposalSchema, readProposal } from './proposal.ts';
import { aConflict } from './testing/a-conflict.ts';

const TEST_C = `{
"decision": "decompose",
"existing_dimension": "artifact-type",
"new_dimension": "deployment-type",
"reasoning": "repo describes what gnommoweb is as a software artifact; container describes how it is deployed"
}`;

const read = (answer: object | string, type: CollisionType = 'isa_isa') =>
  readProposal(typeof answer === 'string' ? answer : JSON.stringify(answer), aConflict(type));

describe('an answer that can be used', () => {
  it('the JSON of seed Test C is a split into the two dimensions it names', () => {
    expect(read(TEST_C)).toEqual({
      ok: true,
      decision: { decision: 'split', existingDimension: 'artifact-type', newDimension: 'deployment-type' },
      outcome: 'decomposed',
      reasoning:
        'repo describes what gnommoweb is as a software artifact; container describes how it is deployed',
    });
  });

  it.each([
    ['a fence around it', `\`\`\`json\n${TEST_C}\n\`\`\``],
    ['a fence without a language', `\n\`\`\`\n${TEST_C}\n\`\`\`\n`],
    ['keys nobody asked for', TEST_C.replace('{', '{"confidence": 0.9, "which": null,')],
  ])('%s changes nothing', (_what, text) => {
    expect(read(text)).toEqual(read(TEST_C));
  });

  it('a correction is applied or dropped, whatever collided, and nothing else', () => {
    const correction = { ...aConflict('isa_isa'), correction: 'ends' as const };
    const of = (decision: string) => readProposal(JSON.stringify({ decision }), correction);
    expect(of('update')).toMatchObject({ ok: true, decision: { decision: 'replace' }, outcome: 'updated' });
    expect(of('dismiss')).toMatchObject({ ok: true, decision: { decision: 'dismiss' } });
    for (const decision of ['decompose', 'redimension'])
      expect(of(decision)).toMatchObject({
        ok: false,
        problem: expect.stringContaining('update or dismiss'),
      });
  });

  it('names become tokens of the graph', () => {
    const answer = { decision: 'decompose', existing_dimension: 'Artifact Type', new_dimension: ' Runs-On ' };
    expect(read(answer)).toMatchObject({
      decision: { existingDimension: 'artifact_type', newDimension: 'runs-on' },
    });
  });

  it.each([
    ['ispart_ispart', { decision: 'update' }, { decision: 'replace' }, 'updated'],
    ['cycle', { decision: 'update' }, { decision: 'replace' }, 'updated'],
    ['cycle', { decision: 'dismiss' }, { decision: 'dismiss' }, 'dismissed'],
    [
      'misclassification',
      { decision: 'redimension', dimension: 'tech', which: 'existing' },
      { decision: 'move', dimension: 'tech', which: 'existing' },
      'redimensioned',
    ],
    [
      'misclassification',
      { decision: 'redimension', dimension: 'tech', which: null },
      { decision: 'move', dimension: 'tech', which: 'incoming' },
      'redimensioned',
    ],
  ] as const)('%s takes %j', (type, answer, decision, outcome) => {
    expect(read({ ...answer, reasoning: 'so' }, type)).toMatchObject({ ok: true, decision, outcome });
  });
});

describe('an answer that cannot be used', () => {
  const split = {
    decision: 'decompose',
    existing_dimension: 'artifact-type',
    new_dimension: 'deployment-type',
  };
  it.each([
    ['prose', 'I think both are true.', 'not one JSON object'],
    ['nothing', '', 'not one JSON object'],
    ['half an object', '{"decision": "dismiss"', 'not one JSON object'],
    ['two objects', '{"decision": "dismiss"}{"decision": "dismiss"}', 'not one JSON object'],
    ['an array', '[{"decision": "dismiss"}]', 'does not fit the schema'],
    ['an invented decision', { decision: 'delete_everything' }, 'does not fit the schema at decision'],
    ['a decision of another type', { decision: 'update' }, 'which isa_isa does not allow'],
    ['a decision in capitals', { decision: 'DISMISS' }, 'does not fit the schema at decision'],
    ['a dimension that is a number', { ...split, new_dimension: 7 }, 'at new_dimension'],
    [
      'one dimension',
      { decision: 'decompose', existing_dimension: 'artifact-type' },
      'names no new_dimension',
    ],
    ['equal dimensions', { ...split, new_dimension: 'Artifact-Type' }, 'are the same'],
    ['a blank dimension', { ...split, new_dimension: '  ' }, 'names no new_dimension'],
    ['marks for a name', { ...split, new_dimension: '!!!' }, 'cannot be the name of a dimension'],
    ['a number for a name', { ...split, new_dimension: '2026-11-21' }, 'cannot be the name of a dimension'],
    ['control characters', { ...split, new_dimension: 'deploy\u0000ment' }, 'cannot be the name'],
    [
      'a name without end',
      { ...split, new_dimension: 'x'.repeat(5000) },
      'cannot be the name of a dimension',
    ],
    ['the concept as dimension', { ...split, new_dimension: 'Gnommoweb' }, 'is the concept itself'],
    ['an answer as dimension', { ...split, new_dimension: 'container' }, 'is what the new fact says'],
    ['the root', { ...split, new_dimension: 'root' }, 'is the top of a dimension'],
  ])('%s', (_what, answer, problem) => {
    const result = read(answer);
    expect(result).toMatchObject({ ok: false, problem: expect.stringContaining(problem) });
  });

  it('a move to where the facts collided', () => {
    expect(read({ decision: 'redimension', dimension: 'type' }, 'misclassification')).toMatchObject({
      ok: false,
      problem: expect.stringContaining('where the two facts collided'),
    });
  });

  it('is quoted in the journal without secrets and in at most 700 characters', () => {
    const result = read(`token: hunter2hunter2 sk-abcdefghijklmnopqrstuvwxyz ${'x '.repeat(400_000)}`);
    if (result.ok) throw new Error('it was taken');
    expect(result.problem).toContain('[redacted]');
    expect(result.problem).not.toMatch(/hunter2|abcdefghij/);
    expect(result.problem.length).toBeLessThan(700);
  });

  it('is refused at once, however it was made to keep the parser busy', () => {
    const spent = processorTime();
    for (const text of [
      `\`\`\`${'\n'.repeat(49_000)}x`,
      `\`\`\`\n${'\n '.repeat(24_000)}`,
      '['.repeat(49_000),
    ]) {
      expect(read(text)).toMatchObject({ ok: false });
    }
    expect(spent()).toBeLessThan(500);
  });

  it('no text at all makes it throw or propose what the type does not allow', () => {
    const word = fc.constantFrom(
      'decompose',
      'update',
      'redimension',
      'dismiss',
      'type',
      'gnommoweb',
      'tech',
    );
    const value = fc.oneof(word, fc.string(), fc.constant(null), fc.integer());
    const answer = fc.oneof(
      fc.string(),
      fc.json(),
      fc.record(
        {
          decision: value,
          existing_dimension: value,
          new_dimension: value,
          dimension: value,
          which: value,
          reasoning: value,
        },
        { requiredKeys: [] },
      ),
    );
    const words = {
      decomposed: 'decompose',
      updated: 'update',
      redimensioned: 'redimension',
      dismissed: 'dismiss',
    };
    fc.assert(
      fc.property(answer, fc.constantFrom(...COLLISION_TYPES), (given, type) => {
        const result = read(given, type);
        if (!result.ok) return result.problem.length > 0;
        const word = words[result.outcome as keyof typeof words] as (typeof ALLOWED)[CollisionType][number];
        return ALLOWED[type].includes(word);
      }),
      { numRuns: runs(2000) },
    );
  });
});

describe('the schema a model is bound to', () => {
  it.each(COLLISION_TYPES)('of %s asks for all keys it names and for no others', (type) => {
    const { schema } = proposalSchema(type);
    expect(schema).toMatchObject({ type: 'object', additionalProperties: false });
    expect(schema.required).toEqual(Object.keys(schema.properties as object));
    expect((schema.properties as { decision: { enum: string[] } }).decision.enum).toEqual(ALLOWED[type]);
  });
});
