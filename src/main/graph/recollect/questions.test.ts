// Promise (memory D24): a question for what stands below a name is told from a question about something there.
import { expect, it } from 'vitest';
import { askedBelow } from './questions.ts';

/** The first dimension asked in, for the last place where `pve1` stands. */
function asked(text: string): string | null {
  const start = text.lastIndexOf('pve1');
  return askedBelow(text, { id: 1, start, end: start + 4 })?.[0] ?? null;
}

it.each([
  ['What runs on pve1?', 'runs-on'],
  ['what is running on pve1 right now', 'runs-on'],
  ['Which services are hosted on the pve1 machine?', 'runs-on'],
  ['Tell me what else lives on pve1.', 'runs-on'],
  ['List all containers on pve1', 'runs-on'],
  ['Restart everything on pve1, please.', 'runs-on'],
  ['How many vms do we have on pve1?', 'runs-on'],
  ['It is late. What does pve1 host?', 'runs-on'],
  ['Show me everything in pve1', 'membership'],
  ['which hosts are part of pve1', 'membership'],
  ['What belongs to pve1?', 'membership'],
  ['Which apps are owned by pve1?', 'owned-by'],
  ['what does pve1 own', 'owned-by'],
  ['Which tools are written in pve1?', 'tech'],
  ['which servers are located in pve1', 'geography'],
])('%j asks in %s', (text, dimension) => {
  expect(asked(text)).toBe(dimension);
});

it.each([
  'What is the load on pve1?',
  'Which version of the kernel runs on pve1?',
  'What happened on pve1?',
  'Show me the logs on pve1',
  'What changed in pve1?',
  'The service runs on pve1.',
  'Everything is fine. Log in on pve1.',
  'What is pve1?',
  'I put all of it into the box. It runs on pve1.',
  'Does it run on pve1?',
])('%j does not', (text) => {
  expect(asked(text)).toBeNull();
});
