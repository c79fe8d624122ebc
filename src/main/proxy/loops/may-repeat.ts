// Whether a history can hold a finding at all, from its end backwards and from as little as tells: a conversation that gets
// on pays for the parsing of its newest turns. Says yes where the rules find something; most often no where they do not.
// Used by loop-memory.ts in front of rules.ts.

import { observationOf } from './history.ts';
import { CYCLE_COPIES, MAX_PERIOD, NEAR_COPIES } from './rules.ts';
import { mayBeAlike } from './turns/alike-bytes.ts';
import { isNear, type ProseKey } from './turns/prose-key.ts';
import { mayRaise } from './turns/result-shape.ts';
import { mayScold } from './turns/scolding.ts';
import type { SeenTurn, SeenTurns } from './turns/seen-turns.ts';
import { agree, type TurnGlance } from './turns/turn-glance.ts';

export function mayRepeat(seen: SeenTurns): boolean {
  if (mayComplain(seen)) return true;
  if (!hasAnswers(seen.turns, CYCLE_COPIES)) return false;
  const steps = new LateSteps(seen);
  return mayRound(steps) || mayNearRepeat(steps) || mayGetNowhere(steps);
}

const hasAnswers = (turns: readonly SeenTurn[], least: number): boolean => {
  let count = 0;
  for (let at = turns.length - 1; at >= 0 && count < least; at--)
    if (turns[at]?.role === 'assistant') count++;
  return count === least;
};

/** What every complaint of agent-zero's framework has in it, unless it is written in escapes. */
const FRAMEWORK = ['system_', 'messages_summary', '\\u'];

/** Rule 5 needs a complaint in the newest turn. */
function mayComplain(seen: SeenTurns): boolean {
  const last = seen.turns.findLast(({ role }) => role === 'user' || role === 'tool');
  if (last?.role !== 'user' || last.isFar) return false;
  const bytes = seen.bytesOf(last);
  if (!bytes.includes('\\') || !FRAMEWORK.some((word) => bytes.includes(word))) return false;
  return seen.featuresOf(last).signal !== null;
}

/** Rule 3, but for the UUIDs that were named before. */
function mayRound(steps: LateSteps): boolean {
  for (let period = 1; period <= MAX_PERIOD; period++) {
    let run = 0;
    const enough = (CYCLE_COPIES - 1) * period;
    while (run < enough && steps.isSame(run, run + period)) run++;
    if (run === enough) return true;
  }
  return false;
}

/** Rule 4. */
function mayNearRepeat(steps: LateSteps): boolean {
  for (let back = 0; back < NEAR_COPIES - 1; back++) if (!steps.isNear(back, back + 1)) return false;
  return true;
}

/** The rules of no-progress.ts: each needs so many results that differ in digits at most. */
function mayGetNowhere(steps: LateSteps): boolean {
  for (let back = 0; back < NEAR_COPIES - 1; back++) if (!steps.returnAlike(back, back + 1)) return false;
  return true;
}

/** A step as it is seen at once. */
interface LateStep {
  readonly own: SeenTurn[];
  returned: SeenTurn[];
  calls: number;
  callsKey: number;
  /** Its first turn with plain text. */
  told: SeenTurn | null;
  opening: string;
  fenceKey: number;
  isProse: boolean;
}

/** The steps of a history, counted from its end. */
class LateSteps {
  readonly #seen: SeenTurns;
  readonly #steps: LateStep[] = [];
  /** Turns in front of the steps that were put together. */
  #unread: number;

  constructor(seen: SeenTurns) {
    this.#seen = seen;
    this.#unread = seen.turns.length;
  }

  isSame(back: number, further: number): boolean {
    const a = this.#at(back);
    const b = a && this.#at(further);
    return a && b ? this.#isSameAction(a, b) && this.#isSameObservation(a, b) : false;
  }

  isNear(back: number, further: number): boolean {
    const a = this.#at(back);
    const b = a && this.#at(further);
    if (!a || !b || !a.isProse || !b.isProse || !this.#mayReturnSame(a, b)) return false;
    const later = this.#proseOf(a);
    const earlier = later && this.#proseOf(b);
    return later !== null && earlier !== null && isNear(later, earlier) && this.#isSameObservation(a, b);
  }

  returnAlike(back: number, further: number): boolean {
    const a = this.#at(back);
    const b = a && this.#at(further);
    if (!a || !b) return false;
    if (!(this.#mayReturnSame(a, b) && this.#mayReturnAlike(a, b)) && !this.#mayComplain(a)) return false;
    const shape = this.#shapeOf(a);
    return shape !== null && shape === this.#shapeOf(b);
  }

  /** Of the only result; null when there are none or more. */
  #shapeOf({ returned }: LateStep): string | null {
    const results = returned.flatMap((turn) => this.#seen.featuresOf(turn).results);
    const [only, more] = results;
    return only === undefined || more !== undefined ? null : (only.complaint ?? only.shape);
  }

  #isSameAction(a: LateStep, b: LateStep): boolean {
    if (a.calls !== b.calls || a.callsKey !== b.callsKey) return false;
    if (a.calls > 0 || a.told === b.told || (a.fenceKey !== 0 && a.fenceKey === b.fenceKey)) return true;
    if (!a.told || !b.told || !agree(a.opening, b.opening)) return false;
    return this.#seen.featuresOf(a.told).text === this.#seen.featuresOf(b.told).text;
  }

  #mayReturnSame(a: LateStep, b: LateStep): boolean {
    const [one, ...more] = a.returned;
    const [other, ...others] = b.returned;
    if (!one || !other || more.length > 0 || others.length > 0) return true;
    return agree(this.#seen.openingOf(one), this.#seen.openingOf(other));
  }

  #mayReturnAlike(a: LateStep, b: LateStep): boolean {
    const [one, ...more] = a.returned;
    const [other, ...others] = b.returned;
    if (!one || !other || more.length > 0 || others.length > 0 || one.isFar || other.isFar) return true;
    return mayBeAlike(this.#seen.bytesOf(one), this.#seen.bytesOf(other));
  }

  /** A complaint that is told by some of its words alone: a framework's first ones, a trace's last line. */
  #mayComplain({ returned: [one] }: LateStep): boolean {
    if (one === undefined || one.isFar) return false;
    const bytes = this.#seen.bytesOf(one);
    return mayScold(bytes) || mayRaise(bytes);
  }

  #isSameObservation(a: LateStep, b: LateStep): boolean {
    return this.#mayReturnSame(a, b) && this.#observationOf(a) === this.#observationOf(b);
  }

  #observationOf({ own, returned }: LateStep): string {
    const results = returned.flatMap((turn) => this.#seen.featuresOf(turn).results);
    const calls = results.length < 2 ? [] : own.flatMap((turn) => this.#seen.featuresOf(turn).calls);
    return observationOf(calls, results);
  }

  #proseOf({ own }: LateStep): ProseKey | null {
    for (const turn of own) {
      const { prose } = this.#seen.featuresOf(turn);
      if (prose) return prose;
    }
    return null;
  }

  /** The step so many before the last; null when there are not so many. */
  #at(back: number): LateStep | null {
    while (this.#steps.length <= back && this.#readRun()) {}
    return this.#steps[back] ?? null;
  }

  /** Puts the last run of an agent's turns together that was not, with what came back behind it. */
  #readRun(): boolean {
    const { turns } = this.#seen;
    let last = this.#unread - 1;
    while (last >= 0 && turns[last]?.role !== 'assistant') last--;
    if (last < 0) return false;
    let first = last;
    while (first > 0 && isAgents(turns[first - 1] as SeenTurn)) first--;
    const run: LateStep[] = [];
    let open: LateStep | null = null;
    for (let at = first; at <= last; at++) {
      const turn = turns[at] as SeenTurn;
      if (turn.role === 'system') continue;
      const glance = this.#seen.glanceOf(turn);
      if (open && goesOn(open, glance)) {
        join(open, turn, glance);
      } else if (glance.isOurs) {
        open = null;
      } else {
        open = {
          own: [],
          returned: [],
          calls: 0,
          callsKey: 0,
          told: null,
          opening: '',
          fenceKey: 0,
          isProse: false,
        };
        join(open, turn, glance);
        run.push(open);
      }
    }
    if (open) open.returned = turns.slice(last + 1, this.#unread).filter(({ role }) => role !== 'system');
    this.#steps.push(...run.reverse());
    this.#unread = first;
    return true;
  }
}

const isAgents = ({ role }: SeenTurn): boolean => role === 'assistant' || role === 'system';

/** As in history.ts: whether a turn belongs to the step before it. */
function goesOn(open: LateStep, { isOurs, calls, hasText }: TurnGlance): boolean {
  if (isOurs) return false;
  return calls > 0 || !hasText || (open.calls === 0 && !open.told);
}

function join(
  step: LateStep,
  turn: SeenTurn,
  { calls, callsKey, hasText, opening, fenceKey, isProse }: TurnGlance,
): void {
  step.own.push(turn);
  step.callsKey = (step.callsKey + callsKey) | 0;
  step.calls += calls;
  step.isProse ||= isProse;
  if (!hasText || step.told) return;
  step.told = turn;
  step.opening = opening;
  step.fenceKey = fenceKey;
}
