// Promise: the version says which code and which tables judge, is the same in every process, and changes with the tables.
import { expect, it } from 'vitest';
import { GUARDRAIL_VERSION, versionOf } from './version.ts';

it('is of the code and of every table', () => {
  expect(GUARDRAIL_VERSION).toMatch(/^\d+-[0-9a-f]{16}$/);
  expect(versionOf(['a', ['b']])).not.toBe(versionOf(['a', ['c']]));
  expect(versionOf(['a', ['b']])).toBe(versionOf(['a', ['b']]));
});
