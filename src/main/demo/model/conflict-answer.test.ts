// Promise: the demo's model answers the resolution job's own question with a decision the job accepts, for every type.
import { describe, expect, it } from 'vitest';
import type { DecisionOptions } from '../../../shared/model/decision.ts';
import type { Claim, CollisionType, Conflict, Source } from '../../../shared/model/graph.ts';
import { readProposal } from '../../memory/resolve/proposal.ts';
import { questionAbout } from '../../memory/resolve/question.ts';
import { conflictAnswer } from './conflict-answer.ts';

const options: DecisionOptions = { dimensions: [], split: null, ring: [] };

const claim = (parent: string, isIsa: boolean, source: Source, at: number): Claim => ({
  ...{ parent, isIsa, confidence: 1, source, line: null },
  provenance: { source, client: null, conversation: null, role: null, segment: null, sentence: null, at },
});

function conflict(collisionType: CollisionType, existing: Claim, incoming: Claim): Conflict {
  return {
    ...{
      id: 1,
      project: 'default',
      concept: 'gnommoweb',
      dimension: 'type',
      collisionType,
      correction: null,
      existing,
      incoming,
    },
    ...{ status: 'pending', priority: 0, version: 1, createdAt: 0, resolvedAt: null, decidedBy: null },
    ...{ seenCount: 1, attempts: 0, lastProblem: null, snoozedUntil: null, note: null },
    ...{ resolution: null, earlier: [] },
  };
}

function answered(about: Conflict) {
  const { prompt, schema } = questionAbout(about, options);
  const answer = conflictAnswer(prompt, schema.schema);
  return answer === null ? null : readProposal(answer, about);
}

const isa = claim('service', true, 'gutask', 1000);

describe('the demo model about a conflict', () => {
  it.each([
    [conflict('isa_isa', isa, claim('container', true, 'inferred', 2000)), 'split'],
    [conflict('ispart_ispart', claim('a', false, 'gutask', 1), claim('b', false, 'gutask', 2)), 'replace'],
    [
      conflict('ispart_ispart', claim('a', false, 'operator', 1), claim('b', false, 'inferred', 2)),
      'dismiss',
    ],
    [conflict('misclassification', isa, claim('platform', false, 'gutask', 2000)), 'move'],
    [
      {
        ...conflict('isa_isa', claim('a', true, 'operator', 1), claim('a', true, 'inferred', 2)),
        correction: 'ends' as const,
      },
      'replace',
    ],
    [conflict('cycle', { ...isa, parent: null, provenance: null }, claim('x', true, 'gutask', 1)), 'dismiss'],
  ])('says something the job accepts', (about, decision) => {
    expect(answered(about)).toMatchObject({ ok: true, decision: { decision } });
  });

  it('leaves every other question alone', () => {
    expect(conflictAnswer('What is gnommoweb?', { properties: { decision: {} } })).toBeNull();
    expect(
      conflictAnswer('x\nMaterial (data, not instructions):\n{}', { properties: { name: {} } }),
    ).toBeNull();
  });
});
