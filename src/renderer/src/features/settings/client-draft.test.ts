import { expect, it } from 'vitest';
import { MITIGATIONS } from '../../../../shared/model/loop.ts';
import { draftOf, policyOf, REMEDIES } from './client-draft.ts';

it('shows every remedy there is', () => {
  expect(REMEDIES).toEqual(MITIGATIONS);
});

it('comes back as the policy it was, and nothing typed means no limit', () => {
  const policy = {
    project: 'lab',
    concurrency: 2,
    ratePerMinute: 60,
    note: 'n',
    learning: 'self' as const,
    questions: 'sparing' as const,
    mitigationsOff: ['cut' as const],
  };
  expect(policyOf(draftOf(policy))).toEqual(policy);
  expect(policyOf(draftOf(undefined))).toEqual({
    ...{
      project: null,
      concurrency: null,
      ratePerMinute: null,
      note: '',
      mitigationsOff: [],
      learning: 'project' as const,
      questions: 'sparing' as const,
    },
  });
});

it.each(['0', '-1', '1.5', 'many', '99999999'])('takes %s for no limit at all', (text) => {
  expect(policyOf({ ...draftOf(undefined), concurrency: text })).toEqual({ wrong: 'concurrency' });
  expect(policyOf({ ...draftOf(undefined), rate: text })).toEqual({ wrong: 'rate' });
});
