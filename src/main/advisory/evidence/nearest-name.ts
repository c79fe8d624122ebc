// The name that somebody may have meant. Pure; called by ecosystems.ts.

/** @returns the name that differs least, in letters left out, added, exchanged or swapped; null where half of it differs */
export function nearestOf(typed: string, names: readonly string[]): string | null {
  const nearest = names
    .map((name) => ({ name, distance: distanceOf(typed.toLowerCase(), name.toLowerCase()) }))
    .reduce((a, b) => (b.distance < a.distance ? b : a));
  return nearest.distance * 2 <= nearest.name.length ? nearest.name : null;
}

/** Edits from one text to the other; two neighbours that swapped places are one. */
function distanceOf(a: string, b: string): number {
  const rows: number[][] = [Array.from({ length: b.length + 1 }, (_, n) => n)];
  const at = (i: number, j: number) => rows[i]?.[j] ?? 0;
  for (let i = 1; i <= a.length; i++) {
    rows.push([i]);
    for (let j = 1; j <= b.length; j++) {
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      rows[i]?.push(
        Math.min(
          at(i - 1, j) + 1,
          at(i, j - 1) + 1,
          at(i - 1, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1),
          swapped ? at(i - 2, j - 2) + 1 : Infinity,
        ),
      );
    }
  }
  return at(a.length, b.length);
}
