// Made-up words, so that every run of a benchmark reads the same data.

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
