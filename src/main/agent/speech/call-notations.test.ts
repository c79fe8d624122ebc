// Promise: calls are heard in every notation that models write, wherever the stream is cut; an answer that only shows or quotes one is text as it was
// written; and nothing a model writes is nested or large enough to break the reader.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { fc, runs } from '../../../shared/testing/campaign.ts';
import { readAnswer, readPieces } from './testing/read-answer.ts';

interface Notation {
  readonly notation: string;
  readonly answer: string;
  /** Names and arguments. */
  readonly calls: readonly (readonly [string, Readonly<Record<string, unknown>>])[];
  readonly text: string;
  readonly thinking?: string;
}

function linesOf<T>(file: string): T[] {
  const lines = readFileSync(join(import.meta.dirname, 'testing', file), 'utf8')
    .trimEnd()
    .split('\n');
  return lines.map((line) => JSON.parse(line));
}

const NOTATIONS = linesOf<Notation>('call-notations.jsonl');
const NO_CALLS = linesOf<string>('no-calls.jsonl');

function callsIn(answer: string, size?: number) {
  const { events, text } = readAnswer(answer, size);
  const calls = events.flatMap((event) =>
    event.type === 'call' ? [[event.name, JSON.parse(event.arguments)]] : [],
  );
  const thinking = events.map((event) => (event.type === 'thinking' ? event.text : '')).join('');
  return { calls, text, thinking };
}

describe('the call is heard, and not shown:', () => {
  it.each(NOTATIONS)('$notation', ({ answer, calls, text, thinking = '' }) => {
    for (const size of [undefined, 1, 5]) expect(callsIn(answer, size)).toEqual({ calls, text, thinking });
  });
});

describe('is no call, and stays as it is:', () => {
  it('there are enough of them', () => expect(NO_CALLS.length).toBeGreaterThanOrEqual(60));

  it.each(NO_CALLS)('%j', (answer) => {
    for (const size of [undefined, 1, 5])
      expect(callsIn(answer, size)).toEqual({ calls: [], text: answer, thinking: '' });
  });
});

it('any two answers, cut anywhere, say the same as in one piece', () => {
  const answers = fc.constantFrom(...NOTATIONS.map(({ answer }) => answer), ...NO_CALLS);
  const both = fc
    .tuple(answers, fc.constantFrom('', '\n', ' ', '. '), answers)
    .map((parts) => parts.join(''));
  fc.assert(
    fc.property(both, fc.array(fc.nat(600), { maxLength: 12 }), (answer, cuts) => {
      const places = [...new Set([0, ...cuts.map((cut) => Math.min(cut, answer.length)), answer.length])];
      places.sort((a, b) => a - b);
      const pieces = places.slice(1).map((end, at) => answer.slice(places[at], end));
      expect(readPieces(pieces)).toEqual(readAnswer(answer));
    }),
    { numRuns: runs(2000) },
  );
});

describe('arguments beyond 64 levels or 256 KB make no call:', () => {
  const WRAPPINGS: readonly (readonly [string, (value: string) => string])[] = [
    ['JSON', (value) => `{"name": "query", "arguments": {"a": ${value}}}`],
    ['a fence', (value) => `\`\`\`json\n{"name": "query", "arguments": {"a": ${value}}}\n\`\`\``],
    ['Hermes', (value) => `<tool_call>{"name": "query", "arguments": {"a": ${value}}}</tool_call>`],
    ['a string', (value) => `<tool_call>{"name": "query", "arguments": "{\\"a\\": ${value}}"}</tool_call>`],
    ['tool_code', (value) => `\`\`\`tool_code\nquery(a=${value})\n\`\`\``],
    ['a function', (value) => `query(a=${value})`],
    ['Gemma', (value) => `<start_function_call>call:query{a:${value}}<end_function_call>`],
    ['Cline', (value) => `<query><a>${value}</a></query>`],
    ['Mistral', (value) => `[TOOL_CALLS]query{"a": ${value}}`],
    ['ReAct', (value) => `Action: query\nAction Input: {"a": ${value}}`],
  ];
  const nested = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels);

  it.each(WRAPPINGS)('%s', (_, wrap) => {
    expect(callsIn(wrap(nested(50))).calls).toEqual([['query', { a: JSON.parse(nested(50)) }]]);
    // A value in a tag is the text that it is.
    for (const value of [nested(70), '['.repeat(100_000), nested(100_000), '['.repeat(1_000_000)])
      for (const [, args] of callsIn(wrap(value), 4096).calls) expect(args).toEqual({ a: value });
    expect(callsIn(wrap(`"${'x'.repeat(270_000)}"`), 4096).calls).toEqual([]);
  });
});
