import { describe, expect, it } from 'vitest';
import { RecallCounter } from './recall-counter.ts';

describe('what the explorer offers first', () => {
  it('ranks by recency and by count, and never lists as recalled what was only told', () => {
    const counter = new RecallCounter();
    for (const id of [1, 2, 2, 3]) counter.recalled(id);
    counter.told(4);
    counter.recalled(1);
    expect(counter.mostRecent(3)).toEqual([1, 4, 3]);
    expect(counter.mostRecalled(10)).toEqual([1, 2, 3]);
    expect(counter.count(2)).toBe(2);
  });

  it('stays bounded', () => {
    const counter = new RecallCounter();
    for (let id = 0; id < 20_000; id++) counter.recalled(id);
    expect(counter.mostRecent(100_000)).toHaveLength(5000);
    expect(counter.count(0)).toBe(0);
  });
});
