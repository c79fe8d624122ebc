// Watches one conversation for loops: glances at the end of its history, asks the rules about the whole of it where that
// might repeat itself, and keeps the state of the circuit breaker, of answers that were cut, and of the operator's button. What repeats is counted in the
// request alone. One per conversation; no clock of its own. Source: proxy.md Loop detection. Used by the proxy's exchange.
import { hash } from 'node:crypto';
import type { Mitigation } from '../../../shared/model/loop.ts';
import type { BodyIndex } from '../body-scanner.ts';
import type { PromptRoute } from '../routes.ts';
import { type LoopFinding, MAX_LEVEL, shorten } from './finding.ts';
import { type History, historyOf, type Step } from './history.ts';
import { mayRepeat } from './may-repeat.ts';
import { findComplaints, findCycle, findNearRepeat, strongest } from './rules.ts';
import { SeenTurns } from './seen-turns.ts';

export interface LookInput {
  readonly body: Buffer;
  readonly index: BodyIndex;
  readonly route: PromptRoute;
  /** Leading bytes this body shares with the one last given to this memory; 0 when there was none. */
  readonly sharedBytes: number;
  /** Epoch milliseconds. */
  readonly now: number;
  /** How long a broken conversation is answered here (`loop_breaker_minutes`). */
  readonly breakerMs: number;
  /** What the client's switches leave out; only `break` matters here. */
  readonly off: ReadonlySet<Mitigation>;
}

/** What a stream was cut for, by stream-watch.ts. */
export interface Chant {
  readonly words: string;
  readonly copies: number;
}

interface Broken {
  readonly until: number;
  /** When it opened for its one try; null until then. */
  readonly triedAt: number | null;
  readonly epoch: string;
  readonly finding: LoopFinding;
}

/** What the operator's button covers: so many steps from the front, and the turns they took. */
interface Floor {
  readonly steps: number;
  readonly turns: number;
  readonly actions: string;
}

/** Answers without an end, in a row, that are a finding; what they are answered with. */
const CUT_SHORT = { count: 2, level: 2 };
/** So long the breaker's one try may be asked for again, by a client whose request was lost. */
const TRY_MS = 60_000;

export class LoopMemory {
  readonly #seen = new SeenTurns();
  /** Of the last request that was read as a whole. */
  #history: History | null = null;
  #isHistoryCurrent = false;
  #floor: Floor | null = null;
  #broken: Broken | null = null;
  #cutShort = 0;
  #chants = 0;
  #chant: Chant | null = null;

  /** What this request repeats; null when nothing. The same body gets the same finding, but for the breaker's minutes. */
  look(input: LookInput): LoopFinding | null {
    this.#seen.take(input);
    this.#isHistoryCurrent = false;
    if (this.#isQuiet() && !mayRepeat(this.#seen)) return null;
    const history = this.#historyNow();
    const from = this.#floorOf(history);
    const steps = history.steps.filter((step, at) => step.from > history.lastHuman && at >= from.steps);
    const segments = history.userSegments.filter(
      ({ turn }) => turn > history.lastHuman && turn >= from.turns,
    );
    const found = strongest([
      findCycle(history, steps),
      findComplaints(history, steps, segments),
      findNearRepeat(history, steps),
      this.#chantFinding(history),
      this.#cutShortFinding(history),
    ]);
    return this.#judge(found, history, input);
  }

  /** Until when the conversation is answered here; null when it is not. */
  get brokenUntil(): number | null {
    return this.#broken?.until ?? null;
  }

  /** The operator's button: what was repeated up to now is forgotten. */
  clear(): void {
    const { steps } = this.#historyNow();
    this.#floor = { steps: steps.length, turns: this.#seen.turns.length, actions: actionsHash(steps) };
    this.#broken = null;
    this.noteWhole();
  }

  /** An answer ended without `done: true` and not because the client left. */
  noteCutShort(): void {
    this.#cutShort++;
  }

  /** An answer came to its own end. */
  noteWhole(): void {
    this.#cutShort = 0;
    this.#chants = 0;
    this.#chant = null;
  }

  /** The last answer was cut because it repeated itself (rule 6). Where that was the breaker's one try, it is over. */
  chanted(chant: Chant): void {
    this.#chants++;
    if (this.#broken?.finding.rule === 'chant') this.#broken = null;
    this.#chant = { ...chant, words: shorten(chant.words, 200) };
  }

  /** Nothing but a repetition in the history can be found, and nothing that is kept depends on the history. */
  #isQuiet(): boolean {
    return !this.#floor && !this.#broken && !this.#chant && this.#cutShort < CUT_SHORT.count;
  }

  /** The history of the request that was looked at last. */
  #historyNow(): History {
    if (this.#history && this.#isHistoryCurrent) return this.#history;
    this.#history = historyOf(this.#seen.features(), this.#history);
    this.#isHistoryCurrent = true;
    return this.#history;
  }

  /** What the operator's button still covers: nothing once the front of the history is another one. */
  #floorOf({ steps }: History): { steps: number; turns: number } {
    const floor = this.#floor;
    if (!floor) return { steps: 0, turns: 0 };
    if (actionsHash(steps.slice(0, floor.steps)) === floor.actions) return floor;
    this.#floor = null;
    return { steps: 0, turns: 0 };
  }

  #chantFinding({ isToolJson }: History): LoopFinding | null {
    if (!this.#chant) return null;
    const { words, copies } = this.#chant;
    const level = Math.min(MAX_LEVEL, this.#chants);
    return {
      ...OUTSIDE_HISTORY,
      rule: 'chant',
      level,
      copies,
      subject: words,
      identity: 'chant',
      isToolJson,
    };
  }

  #cutShortFinding({ isToolJson }: History): LoopFinding | null {
    if (this.#cutShort < CUT_SHORT.count) return null;
    const { level } = CUT_SHORT;
    return {
      ...OUTSIDE_HISTORY,
      rule: 'cut_short',
      level,
      copies: this.#cutShort,
      identity: 'cut_short',
      isToolJson,
    };
  }

  /** The circuit breaker: closed at level 5 until a person speaks or the time is over, then open for one try. */
  #judge(
    found: LoopFinding | null,
    { epoch }: History,
    { now, breakerMs, off }: LookInput,
  ): LoopFinding | null {
    if (off.has('break') || this.#broken?.epoch !== epoch) this.#broken = null;
    if (off.has('break')) return found;
    const broken = this.#broken;
    if (broken && now < broken.until) {
      return { ...(found ?? broken.finding), level: MAX_LEVEL, brokenUntil: broken.until };
    }
    if (found?.level !== MAX_LEVEL) {
      if (found?.identity !== broken?.finding.identity) this.#broken = null;
      return found;
    }
    if (broken && isTry(broken, found, now)) {
      this.#broken = { ...broken, triedAt: broken.triedAt ?? now };
      return { ...found, level: MAX_LEVEL - 1 };
    }
    const until = now + breakerMs;
    this.#broken = { until, triedAt: null, epoch, finding: found };
    return { ...found, brokenUntil: until };
  }
}

/** Whether nothing was repeated since it broke: a client that sends only its last turns never shows more copies of it. */
const isTry = ({ finding, triedAt }: Broken, found: LoopFinding, now: number): boolean =>
  finding.identity === found.identity && found.copies <= finding.copies && now - (triedAt ?? now) < TRY_MS;

const OUTSIDE_HISTORY: Omit<LoopFinding, 'rule' | 'level' | 'identity'> = {
  period: 1,
  copies: 1,
  subject: '',
  outcome: '',
  tools: [],
  signal: null,
  ranges: [],
  isCollapsible: false,
  evidence: [],
  isToolJson: false,
  brokenUntil: null,
};

const actionsHash = (steps: readonly Step[]): string =>
  hash('sha1', steps.map(({ action }) => action).join('\n'));
