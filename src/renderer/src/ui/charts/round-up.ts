// The top of a chart's scale. Pure.

/** From nothing to a round number above the highest, so that a refresh seldom moves the scale. */
export function upTo(most: number): number {
  if (!(most > 0)) return 1;
  const step = 10 ** Math.floor(Math.log10(most));
  const round = [1, 1.5, 2, 3, 4, 5, 6, 8, 10].find((factor) => factor * step >= most) ?? 10;
  return round * step;
}
