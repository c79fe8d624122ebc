// Decides which user turns of a history hold a person's words, which end a loop, and which a harness's or an environment's. A turn
// that an envelope, a label or an action written as text marks as a result never gets here. Of the others a harness's are those that
// come back again and again faster than anybody types. Pure. Source: loops, Rule 7; decision 082. Used by history.ts.

/** Words in a user turn that nothing marks as a result. */
export interface Heard {
  readonly turn: number;
  readonly key: string;
  /** Characters. */
  readonly length: number;
  /** Before these words the agent called a tool and then answered in words: what was asked for is done, so they ask for something new. */
  readonly isNewRequest: boolean;
  /** For people. */
  readonly label: string;
}

/** Milliseconds from the end of the answer before it, by turn. */
export type ReplyTimes = ReadonlyMap<number, number>;

/** How many equal words, or equal rounds of words, are a harness's. */
const REPEATS = 3;
/** The same where each of them is a new request. A harness rarely waits for the agent to act and to report. */
const NEW_REQUESTS = 8;
const MAX_ROUND = 5;
/** Fast speech takes 50 ms a character, fast typing 60 ms. */
const MS_PER_CHARACTER = 20;
/** A longer text may have been typed or copied while the answer streamed. */
const MAX_MACHINE_MS = 2000;

/** The words that people said. */
export function spokenByPeople(heard: readonly Heard[], times: ReplyTimes): Heard[] {
  const spoken: Heard[] = [];
  for (let at = 0; at < heard.length; ) {
    const round = roundAt(heard, at, times);
    spoken.push(...heard.slice(at, at + round.spoken));
    at += round.length;
  }
  return spoken;
}

const isMachines = ({ turn, length }: Heard, times: ReplyTimes): boolean =>
  (times.get(turn) ?? Number.POSITIVE_INFINITY) <= Math.min(MAX_MACHINE_MS, length * MS_PER_CHARACTER);

/** How many words from here on belong together, and how many of them are a person's. */
function roundAt(heard: readonly Heard[], at: number, times: ReplyTimes): { length: number; spoken: number } {
  for (let period = 1; period <= MAX_ROUND; period++) {
    let end = at + period;
    const repeats = (one: Heard) => one.key === heard[end - period]?.key && isMachines(one, times);
    while (end < heard.length && repeats(heard[end] as Heard)) end++;
    const least = heard.slice(at + 1, end).some(({ isNewRequest }) => isNewRequest) ? NEW_REQUESTS : REPEATS;
    if (end - at >= period * least) return { length: end - at, spoken: period * (least - REPEATS) };
  }
  return { length: 1, spoken: 1 };
}

/** User turns whose time is kept. */
const MAX_KEPT = 128;

/** How soon the user turns of a conversation came. No request tells that, so it is kept as they come. */
export class Paces {
  /** Of the last user turns, newest at the end; null where it is not known. */
  readonly #times: (number | null)[] = [];
  #users = 0;

  /**
   * Notes the turns that a request brings.
   * @param roles of its turns, oldest first
   * @param since milliseconds from the last answer's end to the request; null where none is known
   */
  note(roles: readonly string[], since: number | null): void {
    let users = 0;
    for (const role of roles) if (role === 'user') users++;
    const isSaid = roles.findLast((role) => role !== 'system') === 'user';
    // Where a client left out old turns, the newest is new all the same.
    const fresh = Math.min(MAX_KEPT, Math.max(isSaid ? 1 : 0, users - this.#users));
    // A clock that was set back tells nothing.
    const time = since !== null && since >= 0 ? since : null;
    this.#users = users;
    for (let n = 0; n < fresh; n++) this.#times.push(time);
    if (this.#times.length > MAX_KEPT) this.#times.splice(0, this.#times.length - MAX_KEPT);
  }

  /** The known times of these turns. */
  timesOf(roles: readonly string[]): ReplyTimes {
    const users = roles.flatMap((role, at) => (role === 'user' ? [at] : []));
    return new Map(
      users.flatMap((turn, n) => {
        const time = this.#times.at(n - users.length) ?? null;
        return time === null ? [] : [[turn, time] as const];
      }),
    );
  }
}
