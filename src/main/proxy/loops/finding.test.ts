// Promise: people are told in plain words what was seen, what was done, and what their switches left out.
import { describe, expect, it } from 'vitest';
import { LOOP_RULES, LoopVerdict, MITIGATIONS } from '../../../shared/model/loop.ts';
import { type LoopFinding, verdictOf } from './finding.ts';

const finding = (more: Partial<LoopFinding>): LoopFinding => ({
  ...{ rule: 'cycle', level: 2, period: 1, copies: 4, subject: 'search {"q":"x"}', outcome: 'nothing' },
  ...{ tools: ['search'], signal: null, ranges: [], isCollapsible: true, identity: 'i', isToolJson: false },
  ...{ evidence: [{ role: 'assistant', text: 'search' }], wait: null, brokenUntil: null },
  ...more,
});

describe('the account of a finding', () => {
  it('names the action, how often, what came back, and what was done', () => {
    const verdict = verdictOf(finding({}), { applied: ['feedback', 'sampling'], skipped: [] });
    expect(verdict.explanation).toBe(
      'The same action 4 times in a row: search {"q":"x"}, and each time the same came back (nothing). Done: told the agent, sampled more freely.',
    );
  });

  it.each(LOOP_RULES)('%s: is a verdict of the contract, and says when nothing was done', (rule) => {
    const verdict = verdictOf(finding({ rule, period: 3 }), { applied: [], skipped: [...MITIGATIONS] });
    expect(LoopVerdict.parse(verdict)).toEqual(verdict);
    expect(verdict.explanation).toContain('4');
    expect(verdict.explanation).toContain('Nothing was done.');
  });
});
