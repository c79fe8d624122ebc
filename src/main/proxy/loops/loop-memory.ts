// Watches one conversation for loops: looks at the end of its history, asks the rules about the whole of it where that
// might repeat itself, and keeps the operator's button and, of each client by itself, the state of the breaker and of
// answers that were cut. What repeats is counted in the request alone. One per conversation; no clock of its own.
// Source: loops, Counting. Used by proxy/enrich/conversation.ts.
import type { Mitigation } from '../../../shared/model/loop.ts';
import type { BodyIndex } from '../body/body-scanner.ts';
import type { PromptRoute } from '../routes.ts';
import { type LoopFinding, MAX_LEVEL, quotable, shorten } from './finding.ts';
import { type History, historyOf, type Step, type UserSegment } from './history.ts';
import { mayRepeat } from './may-repeat.ts';
import { findCounter, findNearArguments, findStuck } from './no-progress.ts';
import { withOrder } from './ordered.ts';
import { findComplaints, findNearRepeat, findRounds, sparing, strongest } from './rules.ts';
import { Paces } from './turns/people.ts';
import { SeenTurns } from './turns/seen-turns.ts';
import type { TurnFeatures } from './turns/turn-features.ts';

export interface LookInput {
  readonly body: Buffer;
  readonly index: BodyIndex;
  readonly route: PromptRoute;
  /** Who asks. */
  readonly client: string;
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
  readonly finding: LoopFinding;
}

/** What is kept of one client: others may have begun with the same words, and nobody is told of another's answers. */
interface Standing {
  cutShort: number;
  chants: number;
  chant: Chant | null;
  broken: Broken | null;
  /** When its last answer ended; null once a request has followed. */
  answeredAt: number | null;
  /** The wait it was told of last, and since when. */
  waiting: { readonly identity: string; readonly since: number } | null;
}

const NEW_STANDING: Standing = {
  ...{ cutShort: 0, chants: 0, chant: null, broken: null, answeredAt: null, waiting: null },
};

/** What the operator's button covers: so many turns, and the last of them. */
interface Floor {
  readonly turns: number;
  readonly last: TurnFeatures | undefined;
}

/** Answers without an end, in a row, that are a finding; what they are answered with. */
const CUT_SHORT = { count: 2, level: 2 };
/** Clients of one conversation that something is kept of. */
const MAX_CLIENTS = 16;
/** A wait takes one step of the ladder in so long. */
const WAIT_STEP_MS = 3_600_000;
/** So long the breaker's one try may be asked for again, by a client whose request was lost. */
const TRY_MS = 60_000;

export class LoopMemory {
  #seen = new SeenTurns();
  /** Of the last request that was read as a whole. */
  #history: History | null = null;
  #isHistoryCurrent = false;
  #floor: Floor | null = null;
  #paces = new Paces();
  readonly #standings = new Map<string, Standing>();

  /** Bytes of memory it takes, roughly, beside the turns of the last request. */
  get weight(): number {
    return this.#seen.weight;
  }

  /** What this request repeats; null when nothing. The same body gets the same finding, but for the breaker's minutes. */
  look(input: LookInput): LoopFinding | null {
    this.#seen.take(input);
    this.#isHistoryCurrent = false;
    const standing = this.#standingOf(input.client);
    this.#notePace(standing, input);
    if (this.#isQuiet(standing) && !mayRepeat(this.#seen)) return null;
    const { history, steps, segments } = this.account();
    const inHistory = [
      findRounds(history, steps),
      findComplaints(history, steps, segments),
      findNearRepeat(history, steps),
      findNearArguments(history, steps),
      findCounter(history, steps),
      findStuck(history, steps),
    ].map((found) => sparing(withOrder(found, { steps, history, seen: this.#seen })));
    const found = strongest([
      ...inHistory,
      chantFinding(standing, history),
      cutShortFinding(standing, history),
    ]);
    const judged = judge(found && patient(found, standing, input), history, standing, input);
    if (judged?.brokenUntil) standing.answeredAt = input.now;
    return judged;
  }

  /** What counts in the request that was looked at last: what came behind a person's last word, and was not forgotten. */
  account(): { history: History; steps: Step[]; segments: UserSegment[] } {
    const history = this.#historyNow();
    const { lastHuman, steps } = history;
    const floor = this.#floorOf(history);
    const counts = (turn: number) => turn > lastHuman && turn >= floor;
    return {
      history,
      steps: steps.filter(({ from }) => counts(from)),
      segments: history.segments.filter(({ turn }) => counts(turn)),
    };
  }

  /** Notes at which pace the newest turns came, if the request is another one than the last. */
  #notePace(standing: Standing, { now, body, sharedBytes }: LookInput): void {
    if (sharedBytes === body.length) return;
    this.#paces.note(this.#roles(), standing.answeredAt === null ? null : now - standing.answeredAt);
    standing.answeredAt = null;
  }

  #roles(): string[] {
    return this.#seen.turns.map(({ role }) => role);
  }

  /** Lets go of every turn it has seen. */
  forget(): void {
    this.#seen = new SeenTurns();
    this.#history = null;
    this.#isHistoryCurrent = false;
    this.#standings.clear();
    this.#paces = new Paces();
  }

  /** The operator's button: what was repeated up to now is forgotten. */
  clear(): void {
    const { turns } = this.#historyNow();
    this.#floor = { turns: turns.length, last: turns.at(-1) };
    this.#standings.clear();
  }

  /** An answer to `client` ended without `done: true` and not because the client left. */
  noteCutShort(client: string): void {
    this.#standingOf(client).cutShort++;
  }

  /**
   * An answer to `client` came to its own end. Where the same request was sent again, the pace counts from the first answer: two people
   * may have said the same so far. @param now epoch milliseconds
   */
  noteWhole(client: string, now: number): void {
    const standing = this.#standingOf(client);
    const answeredAt = standing.answeredAt ?? now;
    Object.assign(standing, { cutShort: 0, chants: 0, chant: null, answeredAt });
  }

  /**
   * The last answer to `client` was cut because it repeated itself (rule 6). Where that was the breaker's one try, it is over.
   * @param now epoch milliseconds
   */
  chanted(client: string, chant: Chant, now: number): void {
    const standing = this.#standingOf(client);
    standing.chants++;
    standing.answeredAt = now;
    if (standing.broken?.finding.rule === 'chant') standing.broken = null;
    standing.chant = { ...chant, words: shorten(chant.words, 200) };
  }

  #standingOf(client: string): Standing {
    const known = this.#standings.get(client);
    if (known) return known;
    if (this.#standings.size >= MAX_CLIENTS) {
      this.#standings.delete(this.#standings.keys().next().value as string);
    }
    const standing = { ...NEW_STANDING };
    this.#standings.set(client, standing);
    return standing;
  }

  /** Nothing but a repetition in the history can be found, and nothing that is kept depends on the history. */
  #isQuiet({ broken, chant, cutShort }: Standing): boolean {
    return !this.#floor && !broken && !chant && cutShort < CUT_SHORT.count;
  }

  /** The history of the request that was looked at last. */
  #historyNow(): History {
    if (this.#history && this.#isHistoryCurrent) return this.#history;
    const times = this.#paces.timesOf(this.#roles());
    this.#history = historyOf(this.#seen.features(), times, this.#history);
    this.#isHistoryCurrent = true;
    return this.#history;
  }

  /** What the operator's button still covers: nothing once the front of the history is another one. */
  #floorOf({ turns }: History): number {
    const floor = this.#floor;
    if (floor && turns[floor.turns - 1] !== floor.last) this.#floor = null;
    return this.#floor?.turns ?? 0;
  }
}

function chantFinding({ chant, chants }: Standing, { isToolJson }: History): LoopFinding | null {
  if (!chant) return null;
  const { words, copies } = chant;
  const subject = quotable(words);
  const level = Math.min(MAX_LEVEL, chants);
  return { ...OUTSIDE_HISTORY, rule: 'chant', level, copies, subject, identity: 'chant', isToolJson };
}

function cutShortFinding({ cutShort: copies }: Standing, { isToolJson }: History): LoopFinding | null {
  if (copies < CUT_SHORT.count) return null;
  const { level } = CUT_SHORT;
  return { ...OUTSIDE_HISTORY, rule: 'cut_short', level, copies, identity: 'cut_short', isToolJson };
}

/** A wait goes up by the hour, not by its copies. */
function patient(found: LoopFinding, standing: Standing, { now }: LookInput): LoopFinding {
  const { identity, level, wait } = found;
  if (!wait) return found;
  if (standing.waiting?.identity !== identity) standing.waiting = { identity, since: now };
  const hours = Math.floor((now - standing.waiting.since) / WAIT_STEP_MS);
  return { ...found, level: Math.min(MAX_LEVEL, level + hours) };
}

/**
 * The breaker: closed at level 5 until a person speaks, something else is done or the time is over, then open for one try. A person
 * is never answered here.
 */
function judge(
  found: LoopFinding | null,
  { isPersons }: History,
  standing: Standing,
  { now, breakerMs, off }: LookInput,
): LoopFinding | null {
  const isOther = found?.identity !== standing.broken?.finding.identity;
  if (isOther || isPersons || off.has('break')) standing.broken = null;
  if (!found || off.has('break')) return found;
  if (isPersons) return { ...found, level: Math.min(found.level, MAX_LEVEL - 1) };
  const { broken } = standing;
  if (broken && now < broken.until) return { ...found, level: MAX_LEVEL, brokenUntil: broken.until };
  if (found.level !== MAX_LEVEL) return found;
  if (broken && isTry(broken, found, now)) {
    standing.broken = { ...broken, triedAt: broken.triedAt ?? now };
    return { ...found, level: MAX_LEVEL - 1 };
  }
  const until = now + breakerMs;
  standing.broken = { until, triedAt: null, finding: found };
  return { ...found, brokenUntil: until };
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
  wait: null,
  isToolJson: false,
  brokenUntil: null,
};
