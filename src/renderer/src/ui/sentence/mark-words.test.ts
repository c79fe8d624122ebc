// Promise: the sentence is shown whole and unchanged, with the claim's own words marked and nothing else.

import { describe, expect, it } from 'vitest';
import { fc } from '../../../../shared/testing/campaign.ts';
import { markWords } from './mark-words.ts';

const marked = (sentence: string, ...tokens: string[]) =>
  markWords(sentence, tokens).flatMap((p) => (p.token === null ? [] : [`${String(p.token)}:${p.text}`]));

describe('markWords', () => {
  it.each([
    [
      'gnommoweb is a part of Glitch University.',
      ['gnommoweb', 'glitch_university'],
      ['0:gnommoweb', '1:Glitch University'],
    ],
    ['gnommoweb-api is not gnommoweb', ['gnommoweb'], ['0:gnommoweb']],
    ['a container in containers', ['x', 'container'], ['1:container']],
    ['C++ (really) costs 5$', ['c++', '5$'], ['0:C++', '1:5$']],
    ['nothing here', ['', 'absent'], []],
  ])('in "%s"', (sentence, tokens, expected) => expect(marked(sentence, ...tokens)).toEqual(expected));

  it('gives the sentence back for any sentence and tokens', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme' }),
        fc.array(fc.string({ unit: 'grapheme' }), { maxLength: 4 }),
        (sentence, tokens) => {
          expect(
            markWords(sentence, tokens)
              .map((p) => p.text)
              .join(''),
          ).toBe(sentence);
        },
      ),
    );
  });
});
