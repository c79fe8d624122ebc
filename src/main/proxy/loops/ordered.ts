// Tells whether a person ordered the command that an agent repeats: "run `pytest -q` 8 times". Reads what the person said last, and
// only where a rule found a repetition. Pure. Source: decision 082. Called by loop-memory.ts.
import type { LoopFinding } from './finding.ts';
import type { History, Step } from './history.ts';
import { foldSpace } from './turns/mask.ts';
import type { SeenTurns } from './turns/seen-turns.ts';
import { readUserTexts } from './turns/user-text.ts';

/** Characters of the person's words; what stands behind them was pasted. */
const LOOKED_AT = 20_000;

interface Repetition {
  /** Those behind a person's last word. */
  readonly steps: readonly Step[];
  readonly history: History;
  readonly seen: SeenTurns;
}

/**
 * The finding, marked as ordered where all of it is one command that stands word for word in what the person said last, and that
 * does not fail: who orders a test until it passes has not ordered the same failure again and again.
 */
export function withOrder(
  found: LoopFinding | null,
  { steps, history, seen }: Repetition,
): LoopFinding | null {
  const last = steps.at(-1);
  if (!found || found.tools.length === 0 || !last?.result || last.result.tone === 'complaint') return found;
  const repeated = steps.slice(-found.period * found.copies);
  if (repeated.some(({ action }) => action !== last.action)) return found;
  const { human } = readUserTexts(seen.messageAt(history.lastHuman)?.texts ?? []);
  const said = foldSpace(human.slice(0, LOOKED_AT));
  return commandsOf(last).some((command) => said.includes(command)) ? { ...found, wait: 'ordered' } : found;
}

/** The texts of several words behind the tool's name: a whole argument, or what stands in quotes. A single word may be any name. */
const commandsOf = ({ label, tools }: Step): string[] =>
  label
    .slice(tools[0]?.length)
    .split('"')
    .filter((text) => text.trim().includes(' '))
    .map((text) => text.trim());
