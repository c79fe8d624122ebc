// Promise: a fence around an answer is taken off, whatever it is made of, in time that grows with its length alone.
import { describe, expect, it } from 'vitest';
import { spelledPlainly, withoutFence } from './plain-json.ts';
import { processorTime } from './testing/processor-time.ts';

describe('a fence', () => {
  it.each([
    ['```json\n{"a":1}\n```', '{"a":1}'],
    ['  ```\n{"a":1}\n```\n', '{"a":1}'],
    ['```JSON \n\n {"a":1} \n\n```', '{"a":1}'],
    ['```json\n{"a":1}```', '{"a":1}'],
    ['```\n```', ''],
  ])('is taken off %j', (text, within) => {
    expect(withoutFence(text)).toBe(within);
  });

  it.each(['{"a":1}', '```', '``````', '```python\nx\n```', '```json\n{"a":1}', 'so:\n```json\n{}\n```'])(
    'is none in %j',
    (text) => {
      expect(withoutFence(text)).toBe(text);
    },
  );

  it('takes no longer for text made to mislead', () => {
    const spent = processorTime();
    for (const text of [`\`\`\`${'\n'.repeat(131_072)}x`, `\`\`\`\n${' \n'.repeat(65_536)}\``]) {
      expect(withoutFence(text).length).toBeGreaterThan(0);
    }
    expect(spent()).toBeLessThan(200);
  });
});

it('spells JSON one way and leaves the rest alone', () => {
  expect(spelledPlainly('{ "k" : "\\u0061\\/b" }')).toBe('{"k":"a/b"}');
  expect(spelledPlainly('not json')).toBe('not json');
  expect(spelledPlainly('['.repeat(100_000))).toBe('['.repeat(100_000));
});
