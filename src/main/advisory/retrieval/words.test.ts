// Promises of words, vectors and ranking: what is written apart and together is found either way; every machine computes the same numbers.
import { describe, expect, it } from 'vitest';
import { fc, runs } from '../../../shared/testing/campaign.ts';
import { HASHED, hashedVector, likeness, quantisedNumbers, vectorOf, vectorText } from './embed.ts';
import { fused, placesBy, weightOf, wordScore } from './rank.ts';
import { indexedText, indexedWord, wordsIn } from './words.ts';

/** Where the sentence above has its first numbers that are not 0. */
const FIRST = [
  [7, 58],
  [22, -79],
  [31, -58],
  [56, 79],
  [58, 58],
  [70, -116],
  [71, -58],
  [81, -79],
];

describe('words', () => {
  it.each<[string, string[]]>([
    ['Log4j-core_x 2.14.1', ['log4j', 'core', 'x', 'log4j·core·x', '2', '14', '1', '2·14·1']],
    ['The ＦＵＬＬ width of it.', ['full', 'width']],
    ['ends. Begins', ['ends', 'begins']],
    ['a--b', ['b']],
    ['', []],
  ])('of %j', (text, expected) => {
    expect(wordsIn(text)).toEqual(expected);
  });

  it('as they are indexed hold nothing that either database would cut or read as its own sign', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const words = indexedText('default', text).split(' ').filter(Boolean);
        for (const word of words) {
          expect(word).toMatch(/^[0-9a-z]{7}$/);
        }
        expect(new Set(words).size).toBe(words.length);
      }),
      { numRuns: runs(2000) },
    );
  });

  it('stand in the index for themselves alone, as good as always', () => {
    const indexed = indexedWord('default');
    const words = Array.from({ length: 50_000 }, (_, n) => indexed(`word${n}`));
    expect(new Set(words).size).toBeGreaterThan(49_990);
  });

  it('of two projects are different words', () => {
    expect(indexedText('a', 'left')).not.toBe(indexedText('b', 'left'));
  });
});

describe('a vector', () => {
  it('is 256 signed bytes, the same as it ever was', () => {
    const vector = hashedVector('heap buffer overflow in the parser of libfoo 1.2.3');
    expect([vector.length, HASHED]).toEqual([256, 'hashed-ngrams-1']);
    // Computed once: a change of it needs another name.
    expect([...vector].flatMap((value, at) => (value === 0 ? [] : [[at, value]])).slice(0, 8)).toEqual(FIRST);
    expect(vectorOf(vectorText(vector))).toEqual(vector);
    expect([vectorOf(''), vectorOf(Buffer.alloc(4097).toString('base64'))]).toEqual([null, null]);
  });

  it('is nearer to what says the like than to something else, and to nothing where there are no words', () => {
    const asked = hashedVector('buffer overflow in the XML parser');
    const like = likeness(asked, hashedVector('An overflowing buffer, in parsing of XML documents'));
    expect(like).toBeGreaterThan(likeness(asked, hashedVector('Weak hashing of stored passwords')));
    expect(likeness(asked, hashedVector('…'))).toBe(0);
  });
});

describe('a model’s numbers', () => {
  it('become signed bytes, the greatest 127, however great or small they are', () => {
    for (const scale of [1, 1e-300, 1e300, 5e-324 * 1000]) {
      const vector = quantisedNumbers([1, -0.5, 0, 0.25, -1].map((value) => value * scale));
      expect([...vector]).toEqual([127, -63, 0, 32, -127]);
    }
    expect(vectorOf(vectorText(quantisedNumbers([0.5])))).toEqual(Int8Array.of(127));
  });

  it('are compared only with as many, and whole up to the longest', () => {
    const [short, long] = [3, 4096].map((length) => new Int8Array(length).fill(127)) as [
      Int8Array,
      Int8Array,
    ];
    expect(likeness(short, long)).toBe(0);
    expect(likeness(long, long)).toBe(4096 * 127 * 127);
    expect(
      likeness(
        long,
        long.map((value) => -value),
      ),
    ).toBe(-4096 * 127 * 127);
    expect((4096 * 127 * 127) ** 2).toBeLessThan(Number.MAX_SAFE_INTEGER);
  });
});

describe('ranking', () => {
  it('weighs a word by how rare it is, in whole numbers', () => {
    const weights = [0, 1, 10, 100, 1000].map((pieces) => weightOf(pieces, 1000));
    expect(weights.every(Number.isInteger)).toBe(true);
    expect(weights.toSorted((a, b) => b - a)).toEqual(weights);
    expect(weightOf(1, 1000)).toBe(Math.floor(256 * Math.log2((2 * 1000) / 3 + 1)));
  });

  it('prefers a short text with a word to a long one, and more of the words to fewer', () => {
    const weights = new Map([
      ['heap', 1000],
      ['overflow', 300],
    ]);
    const scores = ['heap overflow', 'heap', `heap ${'padding '.repeat(300)}`, 'nothing'].map((text) =>
      wordScore(text, weights),
    );
    expect(scores.toSorted((a, b) => b - a)).toEqual(scores);
    expect(scores.at(-1)).toBe(0);
  });

  it('fuses places by 1 / (60 + place), and orders equals by code point', () => {
    const items = ['b', 'a', '😀', '\uffee'].map((sourceId) => ({ sourceId }));
    const places = placesBy(items, () => 1);
    expect([...places.keys()]).toEqual(['a', 'b', '\uffee', '😀']);
    expect(fused('b', [places, places])).toBe(2 * Math.floor(1e9 / 62));
    expect(fused('unknown', [places])).toBe(0);
  });
});
