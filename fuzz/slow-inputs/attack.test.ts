// Promise: every scanner that reads text from outside takes time in proportion to it, and lets other work in between. A short
// run of the fuzzer with a fixed seed, over the corpus of what was slow once; `npm run fuzz` is the long one.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isLong } from '../../src/shared/testing/campaign.ts';
import { attackScanners, describe as described, type SlowInput } from './attack.ts';
import { readCorpus } from './corpus.ts';
import { computed, trial } from './measure.ts';
import { SCANNERS, type Scanner } from './scanners.ts';

const CORPUS = join(import.meta.dirname, '..', 'corpus', 'slow');
const SEED = 10;
/** Seconds by the clock on the wall, beside what the corpus takes. */
const SECONDS = isLong ? 12 : 3;
/** Characters: a megabyte each would take minutes. */
const UP_TO = 140_000;

describe('the scanners', () => {
  it('are not slow with anything a seeded run makes', { timeout: 180_000 }, () => {
    const { found, tried } = attackScanners({
      ...{ seed: SEED, minutes: SECONDS / 60, upTo: UP_TO, corpusDir: CORPUS, keeps: false },
      report: () => {},
    });
    expect(found, found.map(described).join('\n')).toEqual([]);
    expect(tried).toBeGreaterThan(SCANNERS.length);
  });
});

/** A scanner for a test, slow as told. */
const scanner = (steps: Scanner['steps']): Scanner => ({
  ...{ name: 'planted', modules: [], atoms: ['a', 'b', '{', '"', ' '], most: 30_000, holdMs: 100 },
  steps,
});

/** Looks from every brace for a quote: quadratic where none comes. */
function quadratic(text: string): number[] {
  let found = 0;
  for (let at = text.indexOf('{'); at >= 0; at = text.indexOf('{', at + 1)) {
    for (let to = at; to < text.length && text[to] !== '"'; to++) found++;
  }
  return [found];
}

const spin = (ms: number): void => {
  for (const end = computed() + ms; computed() < end; );
};

describe('the attack', () => {
  let corpusDir: string;
  beforeEach(() => {
    corpusDir = mkdtempSync(join(tmpdir(), 'festinger-slow-'));
  });
  afterEach(() => rmSync(corpusDir, { recursive: true }));

  it('finds a scanner that is quadratic, makes what it found small, and keeps it', () => {
    const reported: SlowInput[] = [];
    const { found } = attackScanners({
      ...{ seed: 1, minutes: 0.03, corpusDir, keeps: true, scanners: [scanner(quadratic)] },
      report: (one) => reported.push(one),
    });
    expect(found.length).toBeGreaterThan(0);
    expect(reported).toEqual(found);
    const [{ verdict, recipe }] = found as [SlowInput];
    expect(verdict.reason).toBe('grows faster than its input');
    expect(recipe.parts).toHaveLength(1);
    expect(readCorpus(corpusDir, 'planted')).toContainEqual(recipe);
  });

  it('takes up what the corpus holds first', () => {
    const options = { minutes: 0.05, corpusDir, scanners: [scanner(quadratic)], report: () => {} };
    attackScanners({ ...options, seed: 1, minutes: 0.03, keeps: true });
    const { found, tried } = attackScanners({ ...options, seed: 2, minutes: 0, keeps: false });
    expect(found).not.toEqual([]);
    expect(tried).toBe(readCorpus(corpusDir, 'planted').length);
  });

  it('tells apart what holds the loop from what lets other work in between', () => {
    const recipe = {
      head: 'x',
      parts: [{ how: 'repeat' as const, text: 'a', fill: '', times: 0, close: '' }],
      tail: '',
    };
    const held = scanner(() => [spin(150)]);
    const sliced = scanner(function* () {
      for (let n = 0; n < 3; n++) yield spin(20);
    });
    expect(trial(held, recipe).verdict?.reason).toMatch(/holds the event loop|grows|too slow/);
    expect(trial({ ...sliced, holdMs: 60 }, recipe).verdict?.reason).not.toBe('holds the event loop');
  });
});
