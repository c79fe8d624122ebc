// The rules that look at a history: cycles of steps, near repeats, the framework's own complaints. Each counts what stands
// in the request and nothing else, so that the same request always gets the same finding. Pure.
// Source: loops, Rule 3, Rule 4, Rule 5. Used by loop-memory.ts and no-progress.ts.
import { evidenceOf, type LoopFinding, MAX_LEVEL, quotable, subjectOf } from './finding.ts';
import type { History, Step, UserSegment } from './history.ts';
import { isNear } from './turns/prose-key.ts';
import { mayPass } from './turns/waiting.ts';

export const MAX_PERIOD = 5;
/** The copy of a cycle that is answered with the first mitigation. */
export const CYCLE_COPIES = 3;
export const NEAR_COPIES = 4;
/** The copy of a wait that is told of: it is meant to be repeated. */
export const WAIT_COPIES = 8;
/** Copies from one level to the next where they are weak evidence: other actions led to one result, or the result may pass by itself. */
const WEAK_COPIES = 4;
/** User segments in which the framework's complaints are counted, and how many of them are the first level. */
const SIGNAL_WINDOW = 4;
const SIGNALS = 2;

/** What a rule counted. `first`: the copy that is answered with level 1. */
interface Counted extends Pick<LoopFinding, 'rule' | 'copies' | 'identity'> {
  readonly first: number;
  /** 1 by default. */
  readonly period?: number;
}

/** A finding about the last `period * copies` of these steps; null where they are too few. */
export function findingOf(
  { isToolJson }: History,
  steps: readonly Step[],
  { first, ...counted }: Counted,
): LoopFinding | null {
  const { period = 1, copies } = counted;
  if (copies < first) return null;
  const involved = steps.slice(-period * copies);
  const round = involved.slice(-period);
  const waits = round.map(({ wait }) => wait);
  const isWeak = counted.rule === 'stuck' || round.some(({ label, outcome }) => mayPass(label, outcome));
  const ranges = Array.from({ length: involved.length / period }, (_, copy) => ({
    from: involved[copy * period]?.from ?? 0,
    to: involved[(copy + 1) * period]?.from ?? round.at(-1)?.to ?? 0,
  }));
  return {
    ...counted,
    period,
    level: Math.min(MAX_LEVEL, 1 + Math.floor((copies - first) / (isWeak ? WEAK_COPIES : 1))),
    subject: subjectOf(round),
    outcome: quotable(round.at(-1)?.outcome ?? ''),
    tools: [...new Set(round.flatMap(({ tools }) => tools))],
    signal: round.at(-1)?.signal ?? null,
    ranges,
    isCollapsible: involved.every(({ isPaired }) => isPaired),
    evidence: evidenceOf(involved),
    wait: waits.includes('idle') ? 'idle' : (waits.find((wait) => wait !== null) ?? null),
    isToolJson,
    brokenUntil: null,
  };
}

const isSame = (a: Step | undefined, b: Step | undefined): boolean =>
  a !== undefined && b !== undefined && a.action === b.action && a.observation === b.observation;

/** Rule 3: the shortest cycle of steps that the history ends with three copies of. */
export function findRounds(history: History, steps: readonly Step[]): LoopFinding | null {
  for (let period = 1; period <= MAX_PERIOD; period++) {
    let run = 0;
    while (isSame(steps[steps.length - 1 - run], steps[steps.length - 1 - run - period])) run++;
    const copies = Math.floor(run / period) + 1;
    if (copies < CYCLE_COPIES) continue;
    const identity = steps
      .slice(-period)
      .map(({ action }) => action)
      .sort()
      .join('|');
    return findingOf(history, steps, { rule: 'cycle', first: CYCLE_COPIES, period, copies, identity });
  }
  return null;
}

/** Steps at the end that are each like the one before. */
export function runOf(
  steps: readonly Step[],
  isAlike: (later: Step, earlier: Step) => boolean,
): readonly Step[] {
  let from = steps.length - 1;
  while (from > 0 && isAlike(steps[from] as Step, steps[from - 1] as Step)) from--;
  return steps.slice(Math.max(0, from));
}

/** Rule 4: plain answers in a row that say nearly the same and are met with the same. */
export function findNearRepeat(history: History, steps: readonly Step[]): LoopFinding | null {
  const { length: copies } = runOf(
    steps,
    (a, b) =>
      a.prose !== null && b.prose !== null && a.observation === b.observation && isNear(a.prose, b.prose),
  );
  const identity = `near:${steps.at(-1)?.prose?.specifics ?? ''}`;
  return findingOf(history, steps, { rule: 'near_repeat', first: NEAR_COPIES, copies, identity });
}

/** Rule 5: agent-zero complains again and again, and did so just now. */
export function findComplaints(
  history: History,
  steps: readonly Step[],
  segments: readonly UserSegment[],
): LoopFinding | null {
  const last = segments.at(-1);
  if (!last?.signal) return null;
  const recent = segments.slice(-SIGNAL_WINDOW).filter(({ signal }) => signal !== null).length;
  const inARow = segments.length - 1 - segments.findLastIndex(({ signal }) => signal === null);
  const copies = Math.max(recent, inARow);
  const behind = steps.length - 1 - steps.findLastIndex(({ signal }) => signal === null);
  const found = findingOf(history, steps.slice(-Math.max(1, behind)), {
    ...{ rule: 'framework', first: SIGNALS, copies, identity: `framework:${last.signal}` },
  });
  return found && { ...found, signal: last.signal, isCollapsible: found.isCollapsible && behind > 1 };
}

/** A wait is told of, no more, whatever found it; one that only passes time, or that a person asked for, after a while. */
export function sparing(found: LoopFinding | null): LoopFinding | null {
  if (!found?.wait) return found;
  return found.wait !== 'limited' && found.copies < WAIT_COPIES ? null : { ...found, level: 1 };
}

/** The one to act upon: the highest level; of equals the first given. */
export function strongest(findings: readonly (LoopFinding | null)[]): LoopFinding | null {
  return findings.reduce((best, one) => (one && (!best || one.level > best.level) ? one : best), null);
}
