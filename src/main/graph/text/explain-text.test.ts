import { describe, expect, it } from 'vitest';
import { ConceptGraph } from '../columns/concept-graph.ts';
import { graphLexicon } from '../columns/lexicon.ts';
import { scanCues } from '../cues/cues.ts';
import { dictionaryLexicon } from '../eval/dictionary-lexicon.ts';
import { explainText } from './explain-text.ts';

const dictionary = dictionaryLexicon();
const explain = (text: string, role?: 'system' | 'user' | 'assistant' | 'tool') =>
  explainText(role === undefined ? { text } : { text, role }, dictionary, scanCues);

const ISA = { is_isa: true, dim: 'type' };

describe('explain text', () => {
  it('gives tokens, triples and segments of an example', () => {
    expect(explain('gnommoweb is a repo of Glitch University')).toEqual({
      tokens: ['gnommoweb', 'is', 'a', 'repo', 'of', 'glitch_university'],
      triples: [
        { subject: 'gnommoweb', parent: 'repo', dim: 'glitch_university', is_isa: true, confidence: 0.8 },
      ],
      segments: [
        {
          role: 'user',
          trust: 'user',
          scanned: true,
          why: "a person's own words",
          text: 'gnommoweb is a repo of Glitch University',
        },
      ],
    });
  });

  it('reads each turn of a flattened prompt as its speaker’s, and trusts an assistant less', () => {
    const text = [
      '### System:\ngnommoweb is a repo',
      `### User:\n${JSON.stringify({ user_message: 'dobby is a worker' })}`,
      `### Assistant:\n${JSON.stringify({ tool_name: 'response', tool_args: { text: 'ramanujan is a host' } })}`,
      `### User:\n${JSON.stringify({ tool_name: 'response', tool_result: 'kreacher is a worker' })}\n[EXTRAS]\n{"a": "b"}`,
    ].join('\n\n');
    const { triples, segments, tokens } = explain(text);
    expect(triples).toEqual([
      { subject: 'dobby', parent: 'worker', ...ISA, confidence: 0.8 },
      { subject: 'ramanujan', parent: 'host', ...ISA, confidence: expect.closeTo(0.64) },
    ]);
    expect(segments.map(({ role, trust, scanned, why }) => [role, trust, scanned, why])).toEqual([
      ['system', 'system', false, 'a system prompt'],
      ['user', 'user', true, 'in "user_message"'],
      ['assistant', 'assistant', true, "an assistant's own words"],
      ['user', 'tool', false, 'in "tool_result"'],
      ['user', 'system', false, '[EXTRAS]'],
    ]);
    expect(tokens.filter((token) => token !== 'is' && token !== 'a')).toEqual([
      'gnommoweb',
      'repo',
      'dobby',
      'worker',
      'ramanujan',
      'host',
      'kreacher',
      'worker',
    ]);
  });

  it.each(['system', 'tool'] as const)('learns nothing from a %s turn', (role) => {
    expect(explain('gnommoweb is a repo', role)).toMatchObject({
      triples: [],
      tokens: ['gnommoweb', 'is', 'a', 'repo'],
    });
  });

  it.each([
    'gnommoweb `foo` is a repo',
    'gnommoweb https://x.y/z is a repo',
    'gnommoweb <b>x</b> is a repo',
    'gnommoweb belongs to /usr/x Agent0',
    'so gnommoweb {"a": 1} is a repo',
    '```\ngnommoweb is a repo\n```',
    '<recollection>\ngnommoweb is a repo\n</recollection>',
  ])('reads no fact across or inside what was blanked: %j', (text) =>
    expect(explain(text).triples).toEqual([]),
  );
});

describe('the graph as a lexicon', () => {
  it('tells dictionary words from named things, and knows nothing of the rest', () => {
    const graph = new ConceptGraph();
    const rest = { encounterCount: 0, lastSeen: 0, novelty: 0 };
    graph.putConcept({ id: 1, token: 'server', common: true, ...rest });
    graph.putConcept({ id: 2, token: 'gnommoweb', common: false, ...rest });
    const lexicon = graphLexicon(graph);
    const words = ['server', 'gnommoweb', 'unheard'];
    expect(words.map((word) => lexicon.isCommon(word))).toEqual([true, false, false]);
    expect(words.map((word) => lexicon.isKnownConcept(word))).toEqual([false, true, false]);
    graph.putConcept({ id: 3, token: 'unheard', common: false, ...rest });
    expect(lexicon.isKnownConcept('unheard')).toBe(true);
  });
});
