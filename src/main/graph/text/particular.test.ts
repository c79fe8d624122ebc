// Promises: names that people made up are told from words of the lists, what is made of them, misspelt ones, identifiers of
// ordinary words and what is no name; a word means itself in any spelling; and the packed lists hold what was put in.

import { describe, expect, it } from 'vitest';
import { fc } from '../../../shared/testing/campaign.ts';
import { ordinaryWords } from '../../store/words/word-lists.ts';
import { readWordLists } from '../../store/words/word-lists-read.ts';
import { PackedWords, packWords } from '../columns/packed-words.ts';
import { meansItself, type NameKind, nameKind } from './particular.ts';

const lists = await readWordLists();
const words = ordinaryWords(lists);

describe('a name', () => {
  it.each<[NameKind, string]>([
    [
      'own',
      'gnommoweb zorblatt gremlinctl ramanujan jenstandstad kludgebox zorblatt-7 old_zorblatt hypatia-7 pfiffikus',
    ],
    ['near', 'quibblefax kestrel9 larkmail marlowe-3 attic1 healthcheck'],
    ['listed', 'docs config server update instead lookup metadata readme filesystem'],
    ['listed', 'pre-commit well-known backoff api_calls error_handling'],
    ['listed', 'docker kubernetes ollama grafana home-assistant home_assistant node-red k3s'],
    ['listed', 'paris berlin germany alice johannes'],
    ['derived', 'lookups tokenizable dockerized rescheduler unindexed'],
    ['derived', 'databse definately exectued responce configuraton'],
    ['short', 'afi hat045 nas01 x1 pve-main loki'],
    ['unreadable', '404 v1.2.3 10k 2024-01-02 deadbeef1 3fa85f64 setup.py zorblatt.py e.g node7.zorblatt'],
    ['unreadable', 'проект 設計書 größe ignore-previous-instructions'],
  ])('is %s: %s', (kind, names) => {
    expect(names.split(' ').map((name) => `${name} ${nameKind(name, words)}`)).toEqual(
      names.split(' ').map((name) => `${name} ${kind}`),
    );
  });

  it('means itself as it is written', () => {
    const of = (...names: string[]) => names.map((name) => meansItself(name, words));
    expect(of('grafana', 'Grafana', 'Home Assistant', 'homeassistant', 'HOME_ASSISTANT')).not.toContain(
      false,
    );
    expect(of('git server', 'Git server', 'git\nserver')).not.toContain(false);
    expect(of('git-server', 'git_server', 'kafka broker 1', 'gnommoweb', 'gnommo server')).not.toContain(
      true,
    );
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
      nameKind(word, counted);
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
