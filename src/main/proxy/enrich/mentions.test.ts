// Promise: what a conversation has named can be walked as often as one likes: settings are tried on it twice over.
import { expect, it } from 'vitest';
import { graphLexicon } from '../../graph/columns/lexicon.ts';
import { segmentTurn } from '../../graph/text/segment.ts';
import { smallGraph } from '../testing/rig.ts';
import { MentionLedger } from './mentions.ts';

it('what was named is the same at every walk, and names what came since', () => {
  const graph = smallGraph();
  const ledger = new MentionLedger(graph, 'default', graphLexicon(graph));
  const read = (text: string) =>
    ledger.read(
      segmentTurn('user', text).map((segment) => ({ segment, words: null, prose: null })),
      () => false,
    );
  read('what is gnommoweb');
  const { named } = ledger;
  expect([...named]).toEqual([101]);
  expect([...named]).toEqual([101]);
  read('what is a repo');
  expect([...named]).toEqual([101, 102]);
});
