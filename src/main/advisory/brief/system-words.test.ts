// Promise: an answer that repeats the system text is found, in any case and with any signs between; sentences of a brief are not.
import { expect, it } from 'vitest';
import { FORM, TEMPLATES } from '../prompt/templates.ts';
import { systemWordsIn } from './system-words.ts';

it.each([...Object.values(TEMPLATES).flat(), ...FORM].filter((line) => line.split(' ').length >= 9))(
  'finds %j',
  (line) => {
    expect(systemWordsIn(`It says: ${line.toUpperCase().replaceAll(' ', ' *')}`)).not.toBeNull();
  },
);

it.each([
  '',
  '## Summary\n\nNo evidence.',
  'left-pad 1.0.0 of worker is affected, and it is known to be exploited [1].',
])('finds nothing in %j', (text) => {
  expect(systemWordsIn(text)).toBeNull();
});
