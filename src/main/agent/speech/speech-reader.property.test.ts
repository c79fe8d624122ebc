// Promise: where a stream is cut makes no difference, whatever it is made of; what has no mark in it comes out as it went in; nothing throws.
import { describe, expect, it } from 'vitest';
import { fc, runs } from '../../../shared/testing/campaign.ts';
import { readAnswer, readPieces } from './testing/read-answer.ts';

const FRAGMENTS = [
  ...[
    '<think>',
    '</think>',
    '<tool_call>',
    '</tool_call>',
    '<｜DSML｜function_calls>',
    '</｜DSML｜function_calls>',
    '<|DSML|invoke name="query">',
  ],
  ...[
    '<｜end▁of▁thinking｜>',
    '<｜tool▁calls▁begin｜>',
    '<｜tool▁call▁end｜>',
    '<|python_tag|>',
    '<|eot_id|>',
    '<|channel|>',
    'analysis',
    '<|message|>',
    '<|end|>',
  ],
  ...[
    '[TOOL_CALLS]',
    '[THINK]',
    '[/THINK]',
    '<function=query>',
    '</function>',
    '<invoke name="query">',
    '</invoke>',
    '<parameter=a>',
    '</parameter>',
  ],
  ...[
    '{"name": "query", "arguments": {"a": 1}}',
    '{"name":"query"',
    ',"arguments":{}}',
    '[{',
    '}]',
    'query(',
    'a="b"',
    ')',
    'query',
    'functools[',
  ],
  ...[
    '```json\n',
    '```',
    '~~~',
    '`',
    '``',
    '\n',
    '\n\n',
    ' ',
    '. ',
    'word',
    'for example: ',
    '<',
    '|',
    '｜',
    '>',
    '{',
    '}',
    '"',
    '\\',
    '[',
    ']',
    '(',
    'é',
    '😀',
    '\ud800',
  ],
];
const answers = fc.array(fc.constantFrom(...FRAGMENTS), { maxLength: 24 }).map((parts) => parts.join(''));

describe('a stream', () => {
  it('says the same however it is cut', () => {
    fc.assert(
      fc.property(answers, fc.array(fc.nat(200), { maxLength: 8 }), (answer, cuts) => {
        const whole = readAnswer(answer);
        expect(readAnswer(answer, 1)).toEqual(whole);
        const places = [
          0,
          ...cuts.map((cut) => Math.min(cut, answer.length)).sort((a, b) => a - b),
          answer.length,
        ];
        const pieces = places.slice(1).map((end, at) => answer.slice(places[at], end));
        expect(readPieces(pieces)).toEqual(whole);
      }),
      { numRuns: runs(4000) },
    );
  });

  it('says everything that is no mark, in order and once', () => {
    fc.assert(
      fc.property(answers, (answer) => {
        const { events, cleaned } = readAnswer(answer);
        const shown = events.map((event) => ('text' in event ? event.text : '')).join('');
        if (!cleaned) expect(shown).toBe(answer);
        // What is shown stands in the answer, in the same order.
        let at = 0;
        for (const char of shown.replace(/\s/g, '')) {
          at = answer.indexOf(char, at) + 1;
          expect(at).toBeGreaterThan(0);
        }
      }),
      { numRuns: runs(2000) },
    );
  });

  it('of prose comes out as it went in', () => {
    const prose = fc.string({ unit: 'binary', maxLength: 400 }).map((text) => text.replace(/[<[{]/g, '.'));
    fc.assert(
      fc.property(prose, fc.integer({ min: 1, max: 50 }), (text, size) => {
        expect(readAnswer(text, size)).toMatchObject({ text, cleaned: false });
      }),
      { numRuns: runs(1000) },
    );
  });
});
