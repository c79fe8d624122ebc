// Tells whether a person ordered a repetition: "run it 8 times", "keep looking until it is there". Reads what the person said last,
// and only where a rule found one. Pure. Source: decision 082. Called by loop-memory.ts.
import type { LoopFinding } from './finding.ts';
import type { History, Step } from './history.ts';
import type { SeenTurns } from './turns/seen-turns.ts';
import { readUserTexts } from './turns/user-text.ts';

/** Who orders a repetition says so in a few words; in more of them a person tells of something else. */
const MAX_ORDER = 400;
const TIMES = /\b(\d{1,2}|[a-z]{3,6} ) ?(?:times|x|mal|keer|fois|veces)\b/gi;
const SPELLED = ['three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve'];
/** Of any other word two, which is no loop anyway. */
const countOf = (said: string): number => Number(said) || SPELLED.indexOf(said.trim().toLowerCase()) + 3;
const HOW_LONG =
  /\b(?:times|until|till|as soon as|wait for|me (?:know )?(?:when|once)|(?:keep|go on) \w+ing|flaky|sobald|zodra|totdat)\b/i;

interface Repetition {
  /** Those behind a person's last word. */
  readonly steps: readonly Step[];
  readonly history: History;
  readonly seen: SeenTurns;
}

/**
 * The finding, marked as ordered where all of it is one action that was ordered so often, or for so long and does not fail: who
 * orders a test until it passes has not ordered the same failure again and again.
 */
export function withOrder(
  found: LoopFinding | null,
  { steps, history, seen }: Repetition,
): LoopFinding | null {
  const last = steps.at(-1);
  if (!found || found.wait === 'idle' || found.tools.length === 0 || !last?.result) return found;
  const repeated = steps.slice(-found.period * found.copies);
  if (repeated.some(({ action }) => action !== last.action)) return found;
  const { human } = readUserTexts(seen.messageAt(history.lastHuman)?.texts ?? []);
  const order = human.length > MAX_ORDER ? '' : human;
  const times = Math.max(0, ...[...order.matchAll(TIMES)].map(([, said = '']) => countOf(said)));
  const goesOn = last.result.tone !== 'complaint' && HOW_LONG.test(order);
  if (goesOn || found.copies <= times) return { ...found, wait: 'ordered' };
  return { ...found, level: Math.min(found.level, found.copies - times) };
}
