// The rules for an agent that acts and gets nowhere though no round repeats exactly: the same action with a result in which only
// a counter moves, other actions with one and the same result, and long arguments that hardly change. Pure; counts only what
// stands in the request. Source: loops, No progress; decision 036. Used by loop-memory.ts.
import type { LoopFinding } from './finding.ts';
import type { History, Step } from './history.ts';
import { findingOf, NEAR_COPIES, runOf } from './rules.ts';
import { shareRuns } from './turns/prose-key.ts';
import type { NumberIn } from './turns/result-shape.ts';

/** The same action whose result differs in a counter alone. */
const COUNTER_COPIES = 5;
/** One result whatever was done; a complaint says sooner than anything else that it leads nowhere. */
const STUCK_COPIES = 8;
const COMPLAINT_COPIES = 6;
/** Digits from which on a number that goes up and down is an id or a port, not an amount. */
const NOISE_DIGITS = 4;

/** The same action again and again, met with the same but for numbers that say nothing. */
export function findCounter(history: History, steps: readonly Step[]): LoopFinding | null {
  const alike = runOf(steps, (a, b) => a.action === b.action && isSameShape(a, b));
  let copies = Math.min(alike.length, COUNTER_COPIES);
  if (copies < COUNTER_COPIES || isSameEachTime(alike.slice(-copies))) return null;
  if (!saysNothingNew(alike.slice(-copies))) return null;
  while (copies < alike.length && saysNothingNew(alike.slice(-copies - 1))) copies++;
  const identity = `counter:${alike.at(-1)?.action ?? ''}`;
  return findingOf(history, steps, { rule: 'counter', first: COUNTER_COPIES, copies, identity });
}

/** Nothing moved at all: that is a cycle's matter. */
const isSameEachTime = (steps: readonly Step[]): boolean =>
  steps.every(({ observation }) => observation === steps[0]?.observation);

const isSameShape = (a: Step, b: Step): boolean =>
  a.result !== null && b.result !== null && a.result.shape === b.result.shape;

function saysNothingNew(steps: readonly Step[]): boolean {
  const last = steps.at(-1)?.result;
  if (!last?.numbers) return false;
  const complains = last.tone === 'complaint';
  return last.numbers.every((number, at) => {
    const values = steps.map(({ result }) => result?.numbers?.[at]?.value ?? 0);
    return isIdle(values, number, complains);
  });
}

/** Whether a number that took these values, oldest first, tells of nothing that happened outside of the calls. */
function isIdle(values: readonly number[], { kind, digits }: NumberIn, complains: boolean): boolean {
  const moves = values.slice(1).map((value, at) => value - (values[at] as number));
  if (moves.every((move) => move === 0)) return true;
  const rises = moves.every((move) => move >= 0);
  const falls = moves.every((move) => move <= 0);
  if (kind === 'budget') return rises || falls;
  if (kind === 'measure' || !complains || falls) return false;
  return rises || digits >= NOISE_DIGITS;
}

/** One result whatever was done. A walk along pages, nodes or days is one only where it meets a complaint. */
export function findStuck(history: History, steps: readonly Step[]): LoopFinding | null {
  const last = steps.at(-1)?.result;
  if (!last) return null;
  const complains = last.tone === 'complaint';
  const alike = runOf(
    steps,
    (a, b) => isEvidence(a) && isEvidence(b) && isSameResult(a, b) && (complains || !isWalk(a, b)),
  );
  const walks = alike.some((step, at) => at > 0 && isWalk(step, alike[at - 1] as Step));
  const first = complains && !walks ? COMPLAINT_COPIES : STUCK_COPIES;
  const identity = `stuck:${last.complaint ?? last.shape}`;
  return findingOf(history, steps, { rule: 'stuck', first, copies: alike.length, identity });
}

/** Word for word; a complaint may quote other words and count others. */
const isSameResult = (a: Step, b: Step): boolean =>
  a.observation === b.observation || (!!a.result?.complaint && a.result.complaint === b.result?.complaint);

/** Whether an action goes on from the one before it by a number: the next page, the next node. */
const isWalk = (later: Step, earlier: Step): boolean =>
  later.frame !== '' && later.frame === earlier.frame && later.action !== earlier.action;

/** Whether a result tells that its action led nowhere: no word of thanks for something done, no nudge behind plain words. */
function isEvidence({ result, tools, asks }: Step): boolean {
  if (!result) return false;
  switch (result.tone) {
    case 'complaint':
      return true;
    case 'silent':
      return asks;
    case 'under_way':
    case 'told':
      return tools.length > 0;
  }
}

/** Long arguments that hardly differ, with the same result, which is more than an acknowledgement. */
export function findNearArguments(history: History, steps: readonly Step[]): LoopFinding | null {
  const alike = runOf(
    steps,
    (a, b) =>
      a.observation === b.observation &&
      !isWalk(a, b) &&
      a.result !== null &&
      a.result.tone !== 'silent' &&
      a.argued !== null &&
      b.argued !== null &&
      shareRuns(a.argued, b.argued),
  );
  const identity = `near_arguments:${alike.at(-1)?.observation ?? ''}`;
  return findingOf(history, steps, {
    ...{ rule: 'near_arguments', first: NEAR_COPIES, copies: alike.length, identity },
  });
}
