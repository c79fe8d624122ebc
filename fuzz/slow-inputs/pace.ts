// How fast this machine is just now: bounds in milliseconds were set on one machine while it was quiet, and a scanner is not slow
// because another machine is, or because a neighbour has the cache. Used by measure.ts when a bound seems broken.

/** What the work below takes on the machine the bounds were set on, ms. */
const QUIET_MS = 50;
const ROUNDS = 3;
const LINES = Array.from(
  { length: 30_000 },
  (_, at) => `the ${at % 97} cat -isa animal${at}, "said" at ${at}`,
);

/** The kind of work scanners do: splitting, matching, small objects that live for a moment. */
function work(): number {
  const seen = new Map<string, { readonly at: number; readonly words: readonly string[] }>();
  for (const line of LINES) {
    const words = line.split(/[\s,]+/u).map((word) => word.toLowerCase().normalize('NFC'));
    for (const [at, word] of words.entries()) if (!/^\d+$/u.test(word)) seen.set(word, { at, words });
  }
  return seen.size;
}

/**
 * How many times longer the same work takes here and now than where the bounds were set; never below 1.
 * @param clock what this thread has computed, ms
 */
export function slowerBy(clock: () => number): number {
  let best = Number.POSITIVE_INFINITY;
  for (let round = 0; round < ROUNDS; round++) {
    const began = clock();
    work();
    best = Math.min(best, clock() - began);
  }
  return Math.max(1, best / QUIET_MS);
}
