// Watches one conversation for loops: reads the turns that are new, asks the rules about the whole history, and keeps the
// state of the circuit breaker, of answers that were cut, and of the operator's button. What repeats is counted in the
// request alone. One per conversation; no clock of its own. Source: proxy.md Loop detection. Used by the proxy's exchange.
import { hash } from 'node:crypto';
import type { Mitigation } from '../../../shared/model/loop.ts';
import type { BodyIndex } from '../body-scanner.ts';
import type { PromptRoute } from '../routes.ts';
import { type LoopFinding, MAX_LEVEL, shorten } from './finding.ts';
import { type History, historyOf, type Step } from './history.ts';
import { findComplaints, findCycle, findNearRepeat, strongest } from './rules.ts';
import { readTurn, type TurnFeatures, type TurnPlace, turnPlaces, unreadTurn } from './turn-features.ts';

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

interface ReadTurn extends TurnPlace {
  readonly features: TurnFeatures;
}

interface Broken {
  readonly until: number;
  readonly epoch: string;
  readonly finding: LoopFinding;
}

/** What the operator's button covers: so many steps from the front, and the turns they took. */
interface Floor {
  readonly steps: number;
  readonly turns: number;
  readonly actions: string;
}

/** So much of the end of a history that was never seen is read: a loop lies at the end. */
const MAX_FIRST_SIGHT = 131_072;
/** Turns kept by their bytes, for histories whose front was rewritten. */
const MAX_KEPT = 512;
/** Answers without an end, in a row, that are a finding; what they are answered with. */
const CUT_SHORT = { count: 2, level: 2 };

export class LoopMemory {
  #turns: readonly ReadTurn[] = [];
  #history: History | null = null;
  readonly #kept = new Map<string, TurnFeatures>();
  #floor: Floor | null = null;
  #broken: Broken | null = null;
  #cutShort = 0;
  #chants = 0;
  #chant: Chant | null = null;

  /** What this request repeats; null when nothing. The same body gets the same finding, but for the breaker's minutes. */
  look(input: LookInput): LoopFinding | null {
    this.#turns = this.#read(input);
    const features = this.#turns.map((turn) => turn.features);
    const history = historyOf(features, this.#history);
    this.#history = history;
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
    const steps = this.#history?.steps ?? [];
    this.#floor = { steps: steps.length, turns: this.#turns.length, actions: actionsHash(steps) };
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

  /** The last answer was cut because it repeated itself (rule 6). */
  chanted(chant: Chant): void {
    this.#chants++;
    this.#chant = { ...chant, words: shorten(chant.words, 200) };
  }

  #read({ body, index, sharedBytes }: LookInput): ReadTurn[] {
    const places = turnPlaces(index);
    const last = places.at(-1)?.end ?? 0;
    let old = 0;
    return places.map((place) => {
      if (place.end <= sharedBytes) {
        while ((this.#turns[old]?.start ?? Number.POSITIVE_INFINITY) < place.start) old++;
        const before = this.#turns[old];
        if (before?.start === place.start && before.end === place.end && before.role === place.role)
          return before;
      }
      const isFar = last - place.start > MAX_FIRST_SIGHT;
      return { ...place, features: isFar ? unreadTurn(place) : this.#features(body, place) };
    });
  }

  #features(body: Buffer, place: TurnPlace): TurnFeatures {
    if (place.role === 'system') return readTurn(body, place);
    const key = `${place.role}${place.kind}${hash('sha1', body.subarray(place.start, place.end))}`;
    const features = this.#kept.get(key) ?? readTurn(body, place);
    this.#kept.delete(key);
    this.#kept.set(key, features);
    if (this.#kept.size > MAX_KEPT) this.#kept.delete(this.#kept.keys().next().value as string);
    return features;
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
    const isTry = broken?.finding.identity === found.identity && found.copies <= broken.finding.copies;
    if (isTry) return { ...found, level: MAX_LEVEL - 1 };
    const until = now + breakerMs;
    this.#broken = { until, epoch, finding: found };
    return { ...found, brokenUntil: until };
  }
}

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
