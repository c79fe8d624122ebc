// Promise: read with a vocabulary or without one, a text has the same words; only known names come before the rules for
// unknown ones, and what they cover is nothing else.

import { expect, it } from 'vitest';
import { fc } from '../../../shared/testing/campaign.ts';
import { ConceptGraph } from '../columns/concept-graph.ts';
import { ScopedGraph } from '../columns/scoped-graph.ts';
import { tokenise } from '../text/tokenise.ts';
import { readWords, wordSlices } from './text-words.ts';

const COMMON = new Set(['update', 'the', 'is', 'city']);
const dictionary = { isCommon: (token: string) => COMMON.has(token) };

/** A graph that has met the words, and knows a fact of each of the names. */
function graphOf(words: readonly string[], names: readonly string[]): ScopedGraph {
  const graph = new ConceptGraph();
  const tokens = [...new Set([...names, ...words, 'thing', 'type'])];
  for (const [n, token] of tokens.entries()) {
    graph.putConcept({ id: n + 1, token, encounterCount: 1, lastSeen: 0, novelty: 0, common: false });
  }
  const idOf = (token: string) => graph.conceptId(token) as number;
  for (const [n, name] of names.entries()) {
    graph.putEdge({
      ...{ edgeId: n + 1, project: 'default', concept: idOf(name), parent: idOf('thing'), dim: idOf('type') },
      ...{ isIsa: true, confidence: 1, lastConfirmed: 0, source: 'gutask', doNotUse: false },
    });
  }
  return new ScopedGraph(graph);
}

/** Every word in order, with its offset; names in angle brackets. */
function wordsOf(graph: ScopedGraph, text: string, slice?: number): string[] {
  const words: string[] = [];
  const listener = {
    met: (id: number) => words.push(graph.tokenOf(id)),
    unmet: (token: string) => words.push(token),
    named: ({ id, start, end }: { id: number; start: number; end: number }) =>
      words.push(`${graph.tokenOf(id)}<${text.slice(start, end)}>`),
  };
  const reading = { graph, scope: 'default', dictionary };
  if (slice === undefined) expect(readWords(reading, text, listener)).toBe(true);
  else for (const _ of wordSlices(reading, text, listener, slice));
  return words;
}

it.each([
  ['Deploy Gnommoweb now', ['deploy', 'gnommoweb<Gnommoweb>', 'now']],
  ['the Agent Zero Framework', ['the', 'agent_zero<Agent Zero>', 'framework']],
  ['New Agent Zero', ['new', 'agent_zero<Agent Zero>']],
  ['see /srv/gnommoweb/x.yml and gnommoweb', ['see', 'gnommoweb<gnommoweb>', 'and', 'gnommoweb<gnommoweb>']],
  ['https://gnommoweb.example.org/a is', ['gnommoweb<gnommoweb>', 'is']],
  ['gnommoweb.service', ['gnommoweb<gnommoweb>', 'service']],
  ['Glitch University', ['glitch_university']],
  ['agent zero agents one', ['agent_zero<agent zero>', 'agents', 'one']],
])('%j has the words %j', (text, words) => {
  expect(wordsOf(graphOf(['deploy', 'agent'], ['gnommoweb', 'agent_zero']), text)).toEqual(words);
});

const piece = fc.constantFrom(
  ...[
    'update',
    'The',
    'City',
    'Agent',
    'Zero',
    'agent',
    'ZERO',
    'é',
    'Über',
    '漢字',
    'a_b',
    'x-1',
    'v1.2',
    '3',
    'x'.repeat(201),
  ],
  ...[' ', ' ', ' ', '. ', ', ', '\n', '-', '_', '/', '/srv/', 'https://', '`', '\ud800'],
);
const texts = fc.array(piece, { maxLength: 40 }).map((pieces) => pieces.join(''));

it('without a known name they are the tokeniser\u2019s, whatever of them is met', () => {
  fc.assert(
    fc.property(texts, fc.nat(), (text, seed) => {
      const tokens = tokenise(text, dictionary);
      const met = tokens.filter((token, n) => (n + seed) % 2 === 0 && token.isWellFormed());
      expect(wordsOf(graphOf(met, []), text)).toEqual(tokens);
    }),
  );
});

it('slices of any size give the same words as the whole, names among them', () => {
  fc.assert(
    fc.property(texts, fc.integer({ min: 1, max: 40 }), (text, size) => {
      const graph = graphOf(['update'], ['agent_zero', 'zero', 'x-1', 'über']);
      expect(wordsOf(graph, text, size)).toEqual(wordsOf(graph, text));
    }),
  );
});
