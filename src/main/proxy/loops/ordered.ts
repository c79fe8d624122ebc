// Tells whether a person ordered the command that an agent repeats: "run `pytest -q` 8 times". Reads two turns, and only where a
// rule found a repetition. Pure. Source: decision 082. Called by loop-memory.ts.
import type { LoopFinding } from './finding.ts';
import type { History, Step } from './history.ts';
import { parseExactly } from './turns/exact-json.ts';
import { foldSpace } from './turns/mask.ts';
import type { SeenTurns } from './turns/seen-turns.ts';
import { spokenIn } from './turns/turn-features.ts';
import { readUserTexts } from './turns/user-text.ts';

/** Deeper than any command lies in its arguments, and more than a step has. */
const MAX_DEPTH = 6;
const MAX_COMMANDS = 16;

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
  const said = foldSpace(readUserTexts(seen.messageAt(history.lastHuman)?.texts ?? []).human);
  return commandsAt(seen, last).some((command) => said.includes(command))
    ? { ...found, wait: 'ordered' }
    : found;
}

/** The texts of several words in the arguments of a step's calls. A single word may be any name. */
function commandsAt(seen: SeenTurns, { from, to }: Step): string[] {
  const commands: string[] = [];
  for (let at = from; at < to; at++) {
    const message = seen.turns[at]?.role === 'assistant' ? seen.messageAt(at) : null;
    for (const { args } of message ? spokenIn(message).calls : [])
      commands.push(...textsIn(args).map(foldSpace));
  }
  return commands.filter((command) => command.includes(' ')).slice(0, MAX_COMMANDS);
}

function textsIn(value: unknown, depth = 0): string[] {
  if (depth > MAX_DEPTH) return [];
  const within = (one: unknown) => textsIn(one, depth + 1);
  if (typeof value === 'object' && value !== null) return Object.values(value).flatMap(within);
  if (typeof value !== 'string') return [];
  return value.startsWith('{') ? within(parsed(value)) : [value];
}

function parsed(text: string): unknown {
  try {
    return parseExactly(text);
  } catch {
    return null;
  }
}
