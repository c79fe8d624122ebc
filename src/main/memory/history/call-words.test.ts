// Promise: whatever the console records beside the memory is said in words, with what it was about, and nothing recorded breaks it.
import { describe, expect, it } from 'vitest';
import { proceduresOf } from '../../../shared/contract/testing/procedures.ts';
import { fc } from '../../../shared/testing/campaign.ts';
import { callWords, hasWords } from './call-words.ts';

const recorded = proceduresOf().filter(({ meta }) => meta.kind !== 'read' && meta.reach === 'console');

describe('callWords', () => {
  it('has words for every call that is recorded', () => {
    expect(recorded.map(({ name }) => name).filter((name) => !hasWords(name))).toEqual([]);
  });

  it.each([
    ['clients.addKey', { name: 'pi' }, 'client pi got a key'],
    [
      'upstreams.add',
      { name: 'one', url: 'http://one:11434', weight: 2, slots: null },
      /^upstream one was added: http:.*, weight 2$/,
    ],
    [
      'findings.decide',
      { project: 'default', keys: ['a', 'b'], kind: 'not_affected' },
      '2 findings decided: not affected',
    ],
    ['start.set', { skipped: ['model'] }, 'steps of the first run that are left out: model'],
    ['evidence.add', { paths: ['list.json'] }, 'imported: list.json'],
    ['clients.renameKey', { keyId: 3 }, 'clients, rename key: key id 3'],
    ['toString', {}, 'to string'],
  ])('%s is said as people say it', (call, about, words) => {
    expect(callWords(call, about)).toEqual(typeof words === 'string' ? words : expect.stringMatching(words));
  });

  it('never throws, whatever was recorded', () => {
    const about = fc.dictionary(fc.string(), fc.jsonValue());
    const name = fc.constantFrom(...recorded.map((one) => one.name));
    const members = fc.record(
      Object.fromEntries(
        [...new Set(recorded.flatMap(({ meta }) => meta.about))].map((member) => [member, fc.jsonValue()]),
      ),
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(name, fc.oneof(about, members), (call, given) => {
        expect(callWords(call, given)).not.toBe('');
      }),
    );
  });
});
