// Promises: recollections are taken out of a text wherever they stand, in time that is linear in it, whatever is in it.
import { describe, expect, it } from 'vitest';
import { processorTime } from '../../../shared/testing/processor-time.ts';
import { withoutRecollection } from './conversation-key.ts';

describe('withoutRecollection', () => {
  it('takes every block out, with the empty line behind it, and leaves what is no whole block', () => {
    const block = '<recollection>\na: [type] b\n</recollection>';
    expect(withoutRecollection(`${block}\n\nYou are kind.`)).toBe('You are kind.');
    expect(withoutRecollection(`a ${block} b ${block}\nc`)).toBe('a  b c');
    expect(withoutRecollection(`${block}${block}`)).toBe('');
    for (const whole of ['', 'a <recollection> b', 'a </recollection> b <recollection>']) {
      expect(withoutRecollection(whole)).toBe(whole);
    }
  });

  it('a megabyte of them holds nobody up', () => {
    const text = 'x<recollection></recollection>'.repeat(35_000);
    const spent = processorTime();
    expect(withoutRecollection(text)).toHaveLength(35_000);
    expect(spent()).toBeLessThan(500);
  });
});
