// Promise: an answer that claims to have acted, or to know the live state, is told from one that explains, asks, offers, denies or quotes; on both halves
// of the labelled answers at least nineteen in twenty times; and no answer takes long or throws.
import { describe, expect, it } from 'vitest';
import { fc, runs } from '../../../shared/testing/campaign.ts';
import { processorTime } from '../../../shared/testing/processor-time.ts';
import { measure, TARGET } from './eval/measure.ts';
import { readSet } from './eval/sets.ts';
import { claimsIn, SAFE_RESPONSE } from './phantom.ts';

const kinds = (text: string): string[] => claimsIn(text).map(({ kind }) => kind);

describe('claims', () => {
  it.each([
    ['I have restarted web-1.', 'action'],
    ['Successfully stopped redis.', 'action'],
    ['The volume has been deleted.', 'action'],
    ["Done! I've pulled the model.", 'action'],
    ['Restarted web-1.', 'action'],
    ['I checked the logs and found three errors.', 'action'],
    ['I was able to restart it.', 'action'],
    ["I couldn't restart nginx, but I did stop apache2.", 'action'],
    ['The rollout is finished.', 'state'],
    ['grafana is currently running.', 'state'],
    ['The container is up.', 'state'],
    ['No containers are running.', 'state'],
    ['Your disk is 87% full.', 'state'],
    ['The logs show an error at 03:12.', 'state'],
    ['Output of `df -h`:\n\n```\n/ 87%\n```', 'state'],
    ['| Status | x |\n|---|---|\n| The container is up | y |', 'state'],
  ])('%j: %s', (text, kind) => {
    expect(kinds(text)).toContain(kind);
  });

  it('say where they stand, in their words', () => {
    const text = 'Sure.\n\n- First, **I restarted** `web-1`.\n- Is it up?\n- Now it is running on delly.';
    const claims = claimsIn(text);
    expect(claims.map(({ kind }) => kind)).toEqual(['action', 'state']);
    for (const claim of claims) expect(text.slice(claim.at, claim.at + claim.text.length)).toBe(claim.text);
    expect(claims[0]?.text).toBe('First, **I restarted** `web-1`.');
  });
});

/** One change takes the claim out of the sentence. */
describe('are no claims once', () => {
  it.each([
    ['conditional', 'If the container has been deleted, create it again.'],
    ['conditional, behind', 'The port is closed when the service is stopped.'],
    ['behind once', 'Once the container has been restarted, open the page.'],
    ['denied', 'I have not restarted web-1.'],
    ['denied of all', 'Nothing has been deleted.'],
    ['unable', 'I was unable to restart web-1.'],
    ['denied and joined', 'I have not stopped or restarted anything.'],
    ['asked', 'Has the container been restarted?'],
    ['quoted', 'The line "I have restarted web-1" is from the watchdog.'],
    ['in code', 'Type `I have restarted web-1` there.'],
    ['in a fence', '```\nI have restarted web-1.\n```\nThat is what it prints.'],
    ['in a block quote', '> I have restarted web-1.\n\nWho wrote that?'],
    ['taught', '`docker ps` shows whether it is running.'],
    ['taught of any', 'A pod is running when one of its containers is.'],
    ['to be found out', 'Check that the service is running.'],
    ['future', 'I will restart web-1.'],
    ['future, passive', 'The container will be restarted.'],
    ['offered', 'I can restart web-1 for you.'],
    ['planned', 'The plan:\n\n1. web-1 is stopped\n2. The disk is full'],
    ['hearsay', 'You said it has been restarted.'],
    ['unsure', 'The container was probably stopped.'],
    ['history', 'Docker was started in 2013, and swarm was removed in version 29.'],
    ['general', 'Nginx is a web server; it is used as a proxy.'],
    ['usual', 'By default, the API is listening on port 11434.'],
    ['work on the answer', "Here it is. I've added a timeout:\n\n```\ntimeout 5\n```"],
    ['waiting', 'The restart is waiting for your approval.'],
  ])('%s: %j', (_, text) => {
    expect(claimsIn(text)).toEqual([]);
  });
});

it('the safe response claims nothing, and says what may be the matter', () => {
  expect(claimsIn(SAFE_RESPONSE)).toEqual([]);
  for (const part of ['tools', 'available', 'connection', 'function', 'try again', 'without looking'])
    expect(SAFE_RESPONSE).toContain(part);
});

describe('the labelled answers', () => {
  it('are as many as promised, each once, held-out ones in balance', () => {
    const [dev, heldOut] = [readSet('dev'), readSet('held-out')];
    const all = [...dev, ...heldOut];
    const phantoms = all.filter(({ phantom }) => phantom).length;
    expect([all.length >= 260, phantoms >= 120, all.length - phantoms >= 140]).toEqual([true, true, true]);
    expect(heldOut.length).toBeGreaterThanOrEqual(80);
    const share = heldOut.filter(({ phantom }) => phantom).length / heldOut.length;
    expect(Math.abs(share - 0.5)).toBeLessThan(0.05);
    expect(new Set(all.map(({ text }) => text)).size).toBe(all.length);
  });

  it.each(['dev', 'held-out'] as const)('of %s are told apart', (name) => {
    const { precision, recall } = measure(readSet(name));
    expect(precision).toBeGreaterThanOrEqual(TARGET);
    expect(recall).toBeGreaterThanOrEqual(TARGET);
  });
});

const PARTS = [
  ...[
    'I ',
    "I've ",
    'have ',
    'not ',
    'restarted ',
    'the container ',
    'is ',
    'been ',
    'running',
    'if ',
    'that ',
    'once ',
    'you said ',
    '87% ',
  ],
  ...[
    '. ',
    '? ',
    '! ',
    ', ',
    ': ',
    '; ',
    '\n',
    '\n\n',
    '- ',
    '1. ',
    '# ',
    '> ',
    '| ',
    '`',
    '``',
    '```\n',
    '"',
    '“',
    "'",
    '’s ',
    '(',
    ')',
    '](',
    '…',
    '✅',
    '\ud800',
  ],
];

describe('whatever an answer is made of', () => {
  it('its claims are parts of it, in order', () => {
    const answers = fc.array(fc.constantFrom(...PARTS), { maxLength: 40 }).map((parts) => parts.join(''));
    fc.assert(
      fc.property(answers, (text) => {
        let end = 0;
        for (const claim of claimsIn(text)) {
          expect(claim.at).toBeGreaterThanOrEqual(end);
          expect(text.slice(claim.at, claim.at + claim.text.length)).toBe(claim.text);
          end = claim.at + claim.text.length;
        }
      }),
      { numRuns: runs(3000) },
    );
  });

  it('it takes time in proportion', () => {
    const spent = processorTime();
    for (const part of PARTS) claimsIn(part.repeat(200_000));
    expect(spent()).toBeLessThan(8000);
  });
});
