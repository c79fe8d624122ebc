// A small, seeded random source and made-up words, so that every run of a benchmark reads the same data.

/** mulberry32: numbers in [0, 1) that depend on the seed alone. */
export function randomSource(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const SYLLABLES =
  'ba be bi bo da de di do fa ga go ka ke ki ko la le li lo ma me mi mo na ne no pa po ra re ri ro sa se ta te ti to va za'.split(
    ' ',
  );

/** The n-th made-up word; all differ. */
export function word(n: number): string {
  let text = '';
  for (let rest = n + SYLLABLES.length; rest > 0; rest = Math.floor(rest / SYLLABLES.length)) {
    text += SYLLABLES[rest % SYLLABLES.length];
  }
  return text;
}
