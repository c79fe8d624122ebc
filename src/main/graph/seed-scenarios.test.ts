// A name nobody knows, then a claim against what is known, on the in-memory structures alone: tokeniser, cue scanner, saliency,
// collision check, pending marker and recollection together. Their twins against a real proxy and database live with the proxy.
import { describe, expect, it } from 'vitest';
import { DEFAULT_SETTINGS } from '../../shared/model/settings.ts';
import { ordinaryWords } from '../store/words/word-lists.ts';
import { readWordLists } from '../store/words/word-lists-read.ts';
import { checkFact } from './columns/collision.ts';
import { ConceptGraph } from './columns/concept-graph.ts';
import { scanCues } from './cues/cues.ts';
import { dictionaryLexicon } from './eval/dictionary-lexicon.ts';
import { ConversationBlock } from './recollect/recollection.ts';
import { saliency } from './recollect/saliency.ts';
import { nameKind } from './text/particular.ts';
import { proseOf } from './text/prose.ts';
import { tokenise } from './text/tokenise.ts';
import type { ConceptRow, EdgeRow } from './types.ts';

const NOW = Date.UTC(2026, 10, 21);
const dictionary = dictionaryLexicon();
const everybodysWords = ordinaryWords(await readWordLists());

const row = (id: number, token: string, more: Partial<ConceptRow> = {}): ConceptRow => ({
  id,
  token,
  encounterCount: 0,
  lastSeen: 0,
  novelty: 0,
  common: dictionary.isCommon(token),
  ...more,
});

/** What the proxy does with a prompt's words before it asks for the block: look them up, let the database name new ones. */
function encounter(graph: ConceptGraph, prompt: string, newId: (token: string) => number): number[] {
  const ids = tokenise(proseOf(prompt), dictionary).map((token) => {
    if (graph.conceptId(token) === undefined) graph.putConcept(row(newId(token), token));
    return graph.conceptId(token) ?? 0;
  });
  for (const id of ids) graph.encounter(id, 1, NOW);
  return ids;
}

function recall(graph: ConceptGraph, newest: number[]) {
  const askable = newest.filter((id) => nameKind(graph.tokenOf(id), everybodysWords) === 'own');
  const mentions = { newest, older: [], askable, now: NOW };
  return new ConversationBlock().update(graph, DEFAULT_SETTINGS, 'default', mentions);
}

describe('Test A: a prompt names a concept that is not in the cache', () => {
  const prompt = 'Please update gnommoweb to use FastAPI instead';
  const idsFrom101 = () => {
    let next = 101;
    const ids: Record<string, number> = { gnommoweb: next++, fastapi: next++ };
    return (token: string) => ids[token] ?? next++;
  };

  it('Test A: both names are new, below the threshold, and nothing is recalled', () => {
    const graph = new ConceptGraph();
    expect(tokenise(prompt, dictionary)).toEqual([
      'please',
      'update',
      'gnommoweb',
      'to',
      'use',
      'fastapi',
      'instead',
    ]);
    const { block } = recall(graph, encounter(graph, prompt, idsFrom101()));
    expect(graph.conceptId('gnommoweb')).toBe(101);
    expect(graph.conceptId('fastapi')).toBe(102);
    for (const token of ['gnommoweb', 'fastapi', 'please', 'update', 'instead']) {
      const concept = graph.concept(graph.conceptId(token) ?? 0);
      expect([token, saliency(concept?.encounterCount ?? -1, concept?.common ?? true)]).toEqual([token, 0]);
    }
    expect(block).toBeNull();
    expect([graph.pendingCount, graph.edgeCount]).toEqual([0, 0]);
  });

  it('Test A, variant: above the read threshold and without facts, the agent is asked', () => {
    const graph = new ConceptGraph();
    graph.putConcept(row(101, 'gnommoweb', { encounterCount: 50 }));
    const { block } = recall(graph, encounter(graph, prompt, idsFrom101()));
    expect(block).toBe(
      [
        '<recollection>',
        '? gnommoweb: no recollection. If this is a typo, ignore.',
        'If you know what it is, store it before proceeding:',
        "gutask iknowthat 'gnommoweb -isa <parent> in context of <dimension>'",
        "gutask iknowthat 'gnommoweb -ispart <system> in context of <dimension>'",
        '</recollection>',
      ].join('\n'),
    );
    expect(graph.pendingCount).toBe(0);
  });
});

describe('Test B: a prompt contradicts the world model', () => {
  const existing: EdgeRow = {
    edgeId: 1,
    project: 'default',
    concept: 101,
    parent: 201,
    dim: 1,
    isIsa: true,
    confidence: 0.9,
    lastConfirmed: NOW,
    source: 'cloud_llm',
    doNotUse: false,
  };

  it('Test B: an ISA against an ISA waits as isa_isa, the model stands, and the line carries [type?]', () => {
    const graph = new ConceptGraph();
    graph.putConcept(row(1, 'type'));
    graph.putConcept(row(101, 'gnommoweb', { encounterCount: 3, novelty: 1 }));
    graph.putConcept(row(201, 'repo', { novelty: 0.5 }));
    graph.putConcept(row(202, 'container', { novelty: 0.4 }));
    graph.putEdge(existing);
    const prompt = 'gnommoweb is a container deployed on Docker';
    const newest = encounter(graph, prompt, () => graph.conceptCount + 1000);

    const triples = scanCues(proseOf(prompt), dictionary, { role: 'user' });
    expect(triples).toMatchObject([{ subject: 'gnommoweb', parent: 'container', dim: 'type', isIsa: true }]);
    const incoming = { concept: 101, parent: 202, dim: 1, isIsa: true };
    const answer = checkFact(graph, 'default', incoming);
    expect(answer).toEqual({ kind: 'collision', type: 'isa_isa', existing });
    graph.setPending('default', 101, 1, 1);

    expect(recall(graph, newest).block).toBe('<recollection>\ngnommoweb: [type?] repo\n</recollection>');
    expect(graph.edgeAt('default', 101, 1)).toEqual(existing);
    expect(graph.edgesOf('default', 101)).toEqual([existing]);
    expect(graph.pendingDims('default', 101)).toEqual([1]);
    expect(graph.pendingCount).toBe(1);
  });

  it('Test B: once the conflict is decided the marker goes, and only it', () => {
    const graph = new ConceptGraph();
    for (const [id, token] of [
      [1, 'type'],
      [101, 'gnommoweb'],
      [201, 'repo'],
    ] as const)
      graph.putConcept(row(id, token));
    graph.putEdge(existing);
    graph.setPending('default', 101, 1, 1);
    graph.setPending('default', 101, 1, 0);
    expect(recall(graph, [101]).block).toBe('<recollection>\ngnommoweb: [type] repo\n</recollection>');
  });
});
