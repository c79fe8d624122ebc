// Promise: arguments of a call are refused for their size or nesting before anything recurses, with the reason; all others are parsed as they are.
import { expect, it } from 'vitest';
import { argumentsToText, MAX_ARGUMENT_CHARS, parseArguments } from './bounded-json.ts';

const nested = (levels: number) => `{"a":${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}}`;
const problemOf = (text: string) => {
  const parsed = parseArguments(text);
  return parsed.ok ? null : parsed.problem;
};

it('parses objects, and takes no text for none', () => {
  expect(parseArguments(' {"a":[1,"}]"]} ')).toEqual({ ok: true, value: { a: [1, '}]'] } });
  expect(parseArguments('  ')).toEqual({ ok: true, value: {} });
});

it.each(['[1]', '"x"', 'null', '{', '{"a":1}x', 'restart it'])('%j is refused', (text) => {
  expect(problemOf(text)).toBe('are no JSON object');
});

it('takes 64 levels and 256 KB, and no more', () => {
  expect(problemOf(nested(64))).toBeNull();
  expect(problemOf(nested(65))).toBe('are nested deeper than 64 levels');
  const sized = (chars: number) => JSON.stringify({ a: 'x'.repeat(chars - '{"a":""}'.length) });
  expect(problemOf(sized(MAX_ARGUMENT_CHARS))).toBeNull();
  expect(problemOf(sized(MAX_ARGUMENT_CHARS + 1))).toBe('are larger than 256 KB');
});

it('counts no brackets within strings, however they are escaped', () => {
  expect(problemOf(JSON.stringify({ a: `"\\${'['.repeat(1000)}` }))).toBeNull();
});

it('does not overflow on what would overflow a recursion', () => {
  expect(problemOf('['.repeat(200_000))).toContain('deeper');
  let deep: unknown = 1;
  for (let n = 0; n < 200_000; n++) deep = [deep];
  expect(problemOf(argumentsToText({ deep }))).toContain('deeper');
  expect(argumentsToText({ a: [1] })).toBe('{"a":[1]}');
  expect(argumentsToText(undefined)).toBe('{}');
});
