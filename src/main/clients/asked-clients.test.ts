// Promises: five unanswered questions in a row leave a client alone for a week, an answer to any of them starts anew, and
// what is stored and what is not stored yet are counted once.
import { describe, expect, it } from 'vitest';
import { AskedClients, type AskedQuestion, LEFT_ALONE_MS } from './asked-clients.ts';

const question = (word: string, at: number, client = 'c'): AskedQuestion => ({
  client,
  scope: 'default',
  word,
  at,
});

function start() {
  const answered = new Set<string>();
  const asked = new AskedClients(({ word }) => answered.has(word));
  return { asked, answered };
}

describe('a client', () => {
  it('is left alone for a week from its fifth unanswered question on', () => {
    const { asked } = start();
    for (let n = 1; n <= 4; n++) asked.note(question(`w${n}`, n));
    expect(asked.patienceOf('c', 5)).toEqual({ unanswered: 4, leftAloneUntil: null });
    asked.note(question('w5', 5));
    expect(asked.patienceOf('c', 6)).toEqual({ unanswered: 5, leftAloneUntil: 5 + LEFT_ALONE_MS });
    expect(asked.patienceOf('c', 5 + LEFT_ALONE_MS).leftAloneUntil).toBeNull();
    expect(asked.patienceOf('other', 6)).toEqual({ unanswered: 0, leftAloneUntil: null });
  });

  it('is asked on where any of the five was answered, and after a week one question at a time', () => {
    const { asked, answered } = start();
    for (let n = 1; n <= 7; n++) asked.note(question(`w${n}`, n));
    answered.add('w2');
    expect(asked.patienceOf('c', 8).leftAloneUntil, 'an answer from before').not.toBeNull();
    answered.add('w5');
    expect(asked.patienceOf('c', 8)).toEqual({ unanswered: 2, leftAloneUntil: null });
    answered.clear();
    const later = 7 + LEFT_ALONE_MS;
    expect(asked.patienceOf('c', later).leftAloneUntil).toBeNull();
    asked.note(question('w8', later));
    expect(asked.patienceOf('c', later + 1).leftAloneUntil).toBe(later + LEFT_ALONE_MS);
  });

  it('is counted once for what is stored and what was just asked', () => {
    const { asked } = start();
    const some = [1, 2, 3].map((n) => question(`w${n}`, n));
    for (const one of some) asked.note(one);
    asked.load(some.slice(0, 2), some.slice(1));
    expect(asked.patienceOf('c', 4).unanswered).toBe(3);
    asked.load([]);
    expect(asked.patienceOf('c', 4).unanswered).toBe(0);
  });

  it('is one of so many that are remembered', () => {
    const { asked } = start();
    for (let n = 0; n < 10_001; n++) asked.note(question('w', n, `c${n}`));
    expect(asked.patienceOf('c0', 0).unanswered).toBe(0);
    expect(asked.patienceOf('c10000', 0).unanswered).toBe(1);
  });
});
