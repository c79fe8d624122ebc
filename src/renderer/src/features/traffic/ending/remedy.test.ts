// Promise: a failed request says what helps, by what really happened; one that is well says nothing.
import { expect, it } from 'vitest';
import { remedyOf } from './remedy.ts';

it.each([
  ['failed', 502, 'upstream demo: connect ECONNREFUSED 127.0.0.1:9', 'unreachable'],
  ['failed', 502, 'the upstream answered 502', 'broken'],
  ['failed', 503, 'too many prompts wait', 'full'],
  ['failed', 404, 'the upstream answered 404', 'notFound'],
  ['failed', 401, 'the upstream answered 401', 'key'],
  ['failed', 429, 'the upstream answered 429', 'tooMany'],
  ['failed', 400, 'the upstream answered 400', 'refused'],
  ['failed', null, 'Festinger ended before the answer was over', 'restarted'],
  ['failed', 200, 'the upstream broke off its answer: reset', null],
  ['done', 200, null, null],
  ['aborted', null, 'the client left', null],
] as const)('%s with %s (%s) is told %s', (state, status, error, remedy) =>
  expect(remedyOf({ state, status, error })).toBe(remedy),
);
