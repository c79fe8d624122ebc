// How long a scanner takes for a recipe, and whether that is too long: it grows faster than the text, or it holds the event
// loop longer than it may, or a megabyte costs more than a second. Everything is compared within one run; a suspicion counts
// when it stands in three rounds of six looks, each with the machine's pace of that moment. Used by attack.ts and its test.
import { slowerBy } from './pace.ts';
import { build, type Recipe } from './recipe.ts';
import type { Scanner } from './scanners.ts';

export interface Timing {
  readonly chars: number;
  /** All of it, ms. */
  readonly total: number;
  /** The longest stretch between two yields, ms. */
  readonly longest: number;
}

export interface Verdict {
  readonly reason: 'grows faster than its input' | 'holds the event loop' | 'too slow behind the requests';
  readonly at: Timing;
  /** Time at the size by time at a quarter of it; 4 is linear, 16 quadratic. */
  readonly ratio: number;
}

/** Linear is 4. */
const MOST_RATIO = 8;
/** Below so many milliseconds a ratio says nothing. */
const SPEAKS_FROM_MS = 20;
/** What a text may cost in all, behind the requests; ms a character (two seconds a megabyte). */
const MOST_PER_CHAR = 0.002;
/** The processor's counter ticks so; a short reading may have missed one. */
const TICK_MS = 4;
/** No text is made longer after a time like this. */
const ENOUGH_MS = 400;
const FIRST_CHARS = 1900;
const STEP = 4;
const LOOKS = 6;
/** Rounds in which a suspicion must be confirmed: another process can slow down one of them. */
const ROUNDS = 3;

/** What this thread has computed, ms: a busy machine does not make a scanner slow. */
export function computed(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

/** One reading. */
export function time(scanner: Scanner, text: string): Timing {
  const began = computed();
  let from = began;
  let longest = 0;
  for (const _ of scanner.steps(text)) {
    const now = computed();
    longest = Math.max(longest, now - from);
    from = now;
  }
  const now = computed();
  return { chars: text.length, total: now - began, longest: Math.max(longest, now - from) };
}

/** The best of several readings: what the collector and the compiler took does not count. */
function best(scanner: Scanner, text: string, looks: number): Timing {
  let found = time(scanner, text);
  for (let look = 1; look < looks; look++) {
    const again = time(scanner, text);
    found = {
      chars: found.chars,
      total: Math.min(found.total, again.total),
      longest: Math.min(found.longest, again.longest),
    };
  }
  return found;
}

/** Sizes at which a recipe is tried, up to the most the scanner is given. */
export function sizes({ most }: Scanner): number[] {
  const all: number[] = [];
  for (let chars = Math.min(FIRST_CHARS, most); chars < most; chars *= STEP) all.push(chars);
  return [...all, most];
}

/** What is wrong with a reading; null when nothing is. Bounds in milliseconds are as many times wider as the machine is slower. */
function judge(scanner: Scanner, small: Timing | null, at: Timing, slower = 1): Verdict | null {
  const grown = small === null ? 1 : at.chars / Math.max(1, small.chars) / STEP;
  const ratio = small === null ? 0 : at.total / (small.total + TICK_MS) / grown;
  if (at.total >= SPEAKS_FROM_MS && ratio > MOST_RATIO)
    return { reason: 'grows faster than its input', at, ratio };
  if (at.longest > scanner.holdMs * slower) return { reason: 'holds the event loop', at, ratio };
  const most = MOST_PER_CHAR * at.chars * (scanner.ways ?? 1);
  if (at.total > Math.max(SPEAKS_FROM_MS, most) * slower) {
    return { reason: 'too slow behind the requests', at, ratio };
  }
  return null;
}

/** Tries a recipe at growing sizes. @returns what is wrong with it and the slowness to breed by, ms a character */
export function trial(
  scanner: Scanner,
  recipe: Recipe,
  upTo = scanner.most,
): { verdict: Verdict | null; slowness: number } {
  let small: Timing | null = null;
  let slowness = 0;
  for (const chars of sizes(scanner)) {
    if (chars > upTo) break;
    let at = time(scanner, build(recipe, chars));
    slowness = at.total / Math.max(1, at.chars);
    if (judge(scanner, small, at) !== null) {
      let verdict: Verdict | null = null;
      for (let round = 0; round < ROUNDS && (round === 0 || verdict !== null); round++) {
        at = best(scanner, build(recipe, chars), LOOKS);
        if (small !== null) small = best(scanner, build(recipe, small.chars), LOOKS);
        verdict = judge(scanner, small, at, slowerBy(computed));
      }
      if (verdict !== null) return { verdict, slowness };
    }
    if (at.total > ENOUGH_MS) break;
    small = at;
  }
  return { verdict: null, slowness };
}

/**
 * Looks at one size more: where a text is slow in all, the size below is often too short for the processor's counter to
 * tell whether it grows.
 * @returns that it grows, where it does; else the verdict as it was
 */
export function whyItIsSlow(scanner: Scanner, recipe: Recipe, verdict: Verdict): Verdict {
  if (verdict.reason !== 'too slow behind the requests') return verdict;
  const chars = sizes(scanner).find((size) => size > verdict.at.chars);
  if (chars === undefined) return verdict;
  const next = judge(scanner, verdict.at, time(scanner, build(recipe, chars)));
  return next?.reason === 'grows faster than its input' ? next : verdict;
}
