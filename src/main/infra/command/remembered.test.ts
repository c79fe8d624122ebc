// What is remembered is what was seen, for as long as it is among the newest.
import { describe, expect, it } from 'vitest';
import { remembered } from './remembered.ts';

function rig<T>(answer: (text: string) => T) {
  const looked: string[] = [];
  const look = remembered((text) => {
    looked.push(text);
    return answer(text);
  });
  return { look, looked };
}

describe('what was made of a text', () => {
  it('is made once, also where it is nothing', () => {
    const { look, looked } = rig((text) => (text === 'none' ? null : { text }));
    expect(look('ls')).toBe(look('ls'));
    expect(look('none')).toBe(null);
    expect(look('none')).toBe(null);
    expect(looked).toEqual(['ls', 'none']);
  });

  it('is forgotten when 32 others came after it', () => {
    const { look, looked } = rig((text) => text.length);
    look('first');
    for (let n = 0; n < 31; n++) look(`other ${n}`);
    look('first');
    expect(looked.filter((text) => text === 'first')).toHaveLength(1);
    look('one more');
    look('first');
    expect(looked.filter((text) => text === 'first')).toHaveLength(2);
  });

  it('is made anew for a long text, which would fill the memory', () => {
    const { look, looked } = rig((text) => text.length);
    const long = 'x'.repeat(5000);
    expect(look(long)).toBe(5000);
    expect(look(long)).toBe(5000);
    expect(looked).toHaveLength(2);
  });

  it('is not remembered when looking failed', () => {
    let failing = true;
    const { look } = rig((text) => {
      if (failing) throw new Error('too much');
      return text;
    });
    expect(() => look('ls')).toThrow('too much');
    failing = false;
    expect(look('ls')).toBe('ls');
  });
});
