import { describe, expect, it } from 'vitest';
import { dictionaryLexicon } from '../../graph/eval/dictionary-lexicon.ts';
import { checked } from './read-sentences.ts';
import { sentenceEnd } from './sentence-end.ts';

/** A Monday. */
const AT = Date.UTC(2026, 10, 30, 12);

const dayAfter = (iso: string): number => Date.parse(iso) + 86_400_000;

describe('the end a sentence gives', () => {
  it.each([
    ['kestrel runs on nas2 until 2026-12-24.', '2026-12-24'],
    ['kestrel runs on nas2 until 24 December', '2026-12-24'],
    ['kestrel runs on nas2 until the 24th of December 2027', '2027-12-24'],
    ['kestrel runs on nas2 till Dec 24, 2026', '2026-12-24'],
    ['kestrel runs on nas2 until 3 March', '2027-03-03'],
    ['kestrel runs on nas2 until Friday', '2026-12-04'],
    ['kestrel runs on nas2 until Monday', '2026-11-30'],
  ])('is read from %s', (text, day) => {
    expect(sentenceEnd(text, AT)?.until).toBe(dayAfter(day));
  });

  it.each([
    'kestrel runs on nas2 until the disk is full',
    'until 31 February',
    'until 2026-11-01',
    'until we move',
    'since Friday',
  ])('is none in: %s', (text) => {
    expect(sentenceEnd(text, AT)).toBeNull();
  });

  it('goes into the fact, and any other "until" leaves it a condition', () => {
    const read = (text: string) =>
      checked(
        [
          {
            ...{ sentence: 1, mode: 'asserts', concept: 'kestrel', concept_sentence: 1, parent: 'nas2' },
            ...{ dimension: 'runs-on', is_isa: false },
          },
        ],
        {
          sentences: [{ text, paragraph: 0, at: AT }],
          dimensions: new Set(['runs-on']),
          lexicon: dictionaryLexicon(),
        },
      )[0];
    expect(read('kestrel runs on nas2 until 24 December')?.fact).toMatchObject({
      until: dayAfter('2026-12-24'),
    });
    expect(read('kestrel runs on nas2 until the move')).toMatchObject({ fact: null });
    expect(read('kestrel runs on nas2')?.fact).not.toHaveProperty('until');
  });
});
