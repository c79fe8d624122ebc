// Promise: what is pasted or read from files becomes the keys that stand in it, each whole; what cannot be sent is told before it is sent.
import { describe, expect, it } from 'vitest';
import { fc } from '../../../../../shared/testing/campaign.ts';
import { faultOf, MOST_KEY_CHARACTERS, MOST_KEYS, pemBlocks } from './pem-blocks.ts';

const key = (body: string) => `-----BEGIN PUBLIC KEY-----\n${body}\n-----END PUBLIC KEY-----\n`;

describe('pemBlocks', () => {
  it('finds each of several keys, whatever stands between them', () => {
    fc.assert(
      fc.property(
        fc.array(fc.stringMatching(/^[A-Za-z0-9+/=\n]{1,80}$/), { maxLength: 6 }),
        fc.stringMatching(/^[ a-z\r\n#]{0,20}$/),
        (bodies, between) => {
          const keys = bodies.map(key);
          if (keys.length > 0) expect(pemBlocks(between + keys.join(between) + between)).toEqual(keys);
        },
      ),
    );
  });

  it.each([
    ['nothing', ' \n', []],
    ['what is no key, for the core to say so', ' hello ', ['hello']],
    ['a key that is cut off', '-----BEGIN PUBLIC KEY-----\nMCow\n', ['-----BEGIN PUBLIC KEY-----\nMCow\n']],
  ])('takes %s', (_, text, blocks) => {
    expect(pemBlocks(text)).toEqual(blocks);
  });
});

it('tells of more keys than go, and of one that is too long', () => {
  expect(faultOf(Array.from({ length: MOST_KEYS }, () => 'x'))).toBeNull();
  expect(faultOf(Array.from({ length: MOST_KEYS + 1 }, () => 'x'))).toBe('tooMany');
  expect(faultOf(['x'.repeat(MOST_KEY_CHARACTERS + 1)])).toBe('tooLong');
});
