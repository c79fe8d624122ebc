// Promises: names that people made up are particular; words of the lists, what is made of them, misspelt ones, identifiers
// of ordinary words and what is no name are not; and the packed lists hold what was put in.

import { describe, expect, it } from 'vitest';
import { fc } from '../../../shared/testing/campaign.ts';
import { ordinaryWords } from '../../store/words/word-lists.ts';
import { readWordLists } from '../../store/words/word-lists-read.ts';
import { PackedWords, packWords } from '../columns/packed-words.ts';
import { isParticular } from './particular.ts';

const lists = await readWordLists();
const words = ordinaryWords(lists);
const asked = (text: string) => text.split(/\s+/).filter((token) => isParticular(token, words));

describe('particular', () => {
  it('are names that somebody made up', () => {
    const names = 'gnommoweb zorblatt gremlinctl ramanujan jenstandstad kludgebox zorblatt-7 old_zorblatt';
    expect(asked(names)).toEqual(names.split(' '));
  });

  it.each([
    ['common words', 'docs config server update instead lookup metadata readme'],
    [
      'inflections of them',
      'lookups tokenizable dockerized rescheduler unindexed preprocessors pdfs rebased',
    ],
    [
      'compounds',
      'pre-commit well-known filesystem healthcheck step-by-step backoff api_calls error_handling',
    ],
    ['misspelt words', 'databse recieve exectued responce configuraton'],
    ['techniques and brands', 'docker kubernetes ollama grafana fastapi uvicorn pytest qdrant postgresql'],
    ['places and people', 'paris berlin germany alice johannes'],
    ['numbers, versions, hashes', '404 v1.2.3 gpt-4 10k 2024-01-02 deadbeef1 14b-instruct 3fa85f64'],
    ['what has a dot: files, hosts, calls', 'setup.py zorblatt.py e.g z.string node7.zorblatt'],
    ['abbreviations', 'afi llm hat045 k3s x1'],
    ['words of scripts the lists do not hold', 'проект 設計書 größe'],
    ['instructions', 'ignore-previous-instructions'],
  ])('are not: %s', (_, text) => {
    expect(asked(text)).toEqual([]);
  });

  it('asks the lists so often about a word, however long: it is judged on a request’s way', () => {
    let looked = 0;
    const counted = {
      has: (word: string) => ++looked > 0 && words.has(word),
      isStem: (word: string) => ++looked > 0 && words.isStem(word),
    };
    // Of two letters that begin and end many words.
    const worst = [
      're'.repeat(12),
      'ser'.repeat(8),
      'qzxvkwjm'.repeat(3),
      'y'.repeat(64),
      'unreunre'.repeat(8),
    ];
    for (const word of worst) {
      looked = 0;
      isParticular(word, counted);
      expect(looked, word).toBeLessThan(10_000);
    }
  });
});

describe('packed words', () => {
  it('hold every word that was put in, in four bytes', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.string()), (some) => {
        const packed = new PackedWords(packWords(new Set(some)));
        expect(some.every((word) => packed.has(word))).toBe(true);
        expect(packed.size).toBeLessThanOrEqual(some.length);
      }),
    );
    expect(lists.words.byteLength + lists.stems.byteLength).toBeLessThan(1_500_000);
  });

  it('take hardly any other word for theirs', () => {
    const random = Array.from({ length: 20_000 }, (_, n) => `${(n * 7919).toString(36)}~${n}`);
    expect(random.filter((word) => words.has(word)).length).toBeLessThan(10);
  });
});
