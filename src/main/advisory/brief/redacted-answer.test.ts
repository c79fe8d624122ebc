// Promise: to pin a package is no PIN, and what a source shows is no secret; a real one is taken out all the same.
import { expect, it } from 'vitest';
import { redactedAnswer } from './redacted-answer.ts';

const parts = { sources: [{ content: 'It affects Go example.org/reed.' }] };

it('leaves a package that is pinned', () => {
  expect(redactedAnswer('Pin `example.org/reed` to 1.2.3 [1].', parts).text).toBe(
    'Pin `example.org/reed` to 1.2.3 [1].',
  );
});

it('takes out what no source has', () => {
  const { text, redactions } = redactedAnswer('The pin "48213377" opens it [1].', parts);
  expect(text).not.toContain('48213377');
  expect(redactions).not.toEqual({});
});
