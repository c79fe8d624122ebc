// Why a conversation is a loop or is none, for people: `festinger explain loop`. The rules of the road, asked of one request that is
// seen for the first time. Pure. Source: loops; decision 082. Used by the command line.
import type { LoopRule } from '../../../shared/model/loop.ts';
import { scanBody } from '../body/body-scanner.ts';
import type { PromptRoute } from '../routes.ts';
import { quotable, seenText, shorten } from './finding.ts';
import type { History, Step } from './history.ts';
import { LoopMemory } from './loop-memory.ts';
import { CYCLE_COPIES, WAIT_COPIES } from './rules.ts';

export interface ExplainedLoop {
  readonly loop: { readonly rule: LoopRule; readonly level: number; readonly copies: number } | null;
  readonly why: string;
  /** The words that nothing in the request marks as a result, and whose they are. */
  readonly words: readonly { readonly turn: number; readonly by: string; readonly text: string }[];
}

export interface LoopQuestion {
  readonly route: PromptRoute;
  readonly body: Buffer;
  /** From an answer's end to the words behind it, for all of them; null where nothing is known of it, which is a person's pace. */
  readonly secondsAfterAnswer: number | null;
}

const PERSON = 'person: no mark of a harness';
const HARNESS = 'harness: the same again and again, faster than anybody types';

/** @returns null where the body is none of the route's */
export function explainLoop({ route, body, secondsAfterAnswer }: LoopQuestion): ExplainedLoop | null {
  const index = scanBody(body, route);
  if (!index) return null;
  const memory = new LoopMemory();
  if (secondsAfterAnswer !== null) memory.noteWhole('', -1000 * secondsAfterAnswer);
  const seen = { body, index, route, client: '', sharedBytes: 0, now: 0 };
  const found = memory.look({ ...seen, breakerMs: 0, off: new Set(['break']) });
  const { history, steps } = memory.account();
  const { heard, spoken } = history;
  return {
    loop: found && { rule: found.rule, level: found.level, copies: found.copies },
    why: found ? seenText(found) : whyNone(history, steps),
    words: heard.map((one) => ({
      ...{ turn: one.turn, by: spoken.includes(one) ? PERSON : HARNESS },
      text: shorten(quotable(one.label), 80),
    })),
  };
}

function whyNone({ isPersons }: History, steps: readonly Step[]): string {
  const last = steps.at(-1);
  if (isPersons || !last)
    return `${PERSON}. What came before does not count; only chant and cut_short apply.`;
  const { action, observation, wait } = last;
  const others = steps.findLastIndex((step) => step.action !== action || step.observation !== observation);
  const times = steps.length - 1 - others;
  const so = `Of ${steps.length} steps since a person spoke the last is the same as ${times - 1} in front of it`;
  return wait === 'idle'
    ? `wait: it is told from the ${WAIT_COPIES}th time on, and not broken off within an hour. ${so}.`
    : `${so}; a cycle is one from ${CYCLE_COPIES} on, and no other rule applies.`;
}
