// Promise: the seed's phrases are found wherever they stand in an answer (emphasis, tables, lists, capitals, curly quotes), explanations, offers and
// code are left alone, and the words said instead are the seed's.
import { expect, it } from 'vitest';
import { claimsExecution, SAFE_RESPONSE } from './phantom.ts';

it.each([
  'I have restarted web-1.',
  'I’ve just pulled the model.',
  'Successfully stopped redis.',
  'The service has been restarted.',
  'The container web-1 has now been removed.',
  "Done! I've restarted it.",
  '| step | result |\n|---|---|\n| 1 | **Successfully** restarted `web-1` |',
  '- First, *I have* **restarted** web-1\n- then nothing',
  '> I HAVE\n> DELETED the volume',
])('%j is a claim', (text) => expect(claimsExecution(text)).toBe(true));

it.each([
  'I can restart web-1. Shall I?',
  'I have not restarted web-1.',
  'If the container has stopped, start it with `docker start web-1`.',
  'Run this:\n\n```\nsystemctl restart web\n# Successfully restarted\n```\n\nThen look at the log.',
  'A service that is restarted loses its connections.',
  '',
])('%j is none', (text) => expect(claimsExecution(text)).toBe(false));

it('reads a very long answer in no time', () => {
  const started = performance.now();
  for (const text of ['the a b '.repeat(1e6), 'I have '.repeat(1e6), '```\n'.repeat(1e6), ' '.repeat(1e7)])
    expect(claimsExecution(text)).toBe(false);
  expect(performance.now() - started).toBeLessThan(2000);
});

it('says the words of the seed', () => {
  expect(SAFE_RESPONSE).toContain("I apologize, but I wasn't able to access the infrastructure tools");
  expect(SAFE_RESPONSE).toMatch(/without checking live infrastructure\.$/);
});
