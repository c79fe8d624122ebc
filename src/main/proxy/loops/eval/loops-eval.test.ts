// Promise: on the labelled corpus the rules find at least 95 of 100 loops with a precision of 0.98, and the corpus
// is not one that any rule passes.
import { describe, expect, it } from 'vitest';
import { measureAll, OURS, PROGRAMS, scoreOf } from './measure.ts';

describe('loop rules on the labelled corpus', () => {
  const measured = measureAll();
  const score = scoreOf(OURS, measured);

  it('is large and has both kinds, each trace once', () => {
    expect(measured.length).toBeGreaterThanOrEqual(300);
    expect(measured.filter(({ isLoop }) => isLoop).length).toBeGreaterThan(150);
    expect(measured.filter(({ isLoop }) => !isLoop).length).toBeGreaterThan(150);
    expect(new Set(measured.map(({ id }) => id)).size).toBe(measured.length);
  });

  it('recall is at least 0.95 and precision 0.98', () => {
    expect(score.recall).toBeGreaterThanOrEqual(0.95);
    expect(score.precision).toBeGreaterThanOrEqual(0.98);
  });

  it('what is missed and mistaken is only what was written to be hard', () => {
    const wrong = measured.filter(({ isLoop, byProgram }) => byProgram[OURS]?.found !== isLoop);
    expect(wrong.filter(({ kind }) => !kind.startsWith('hard')).map(({ id }) => id)).toEqual([]);
  });

  it.each(PROGRAMS.filter((name) => name !== OURS))('%s finds less and errs more', (program) => {
    const other = scoreOf(program, measured);
    expect(other.recall).toBeLessThan(score.recall - 0.2);
    expect(other.precision).toBeLessThan(score.precision - 0.1);
  });
});
