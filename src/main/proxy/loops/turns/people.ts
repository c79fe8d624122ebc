// Whose words stand in the users' turns of a history: a person's, who ends a loop, or those of a harness or an environment. What
// an envelope, a label or an action in text marks as a result is not heard here at all; of the rest only words are nobody's
// that come back again and again at a machine's pace. Pure. Source: loops, Rule 7; decision 082. Used by history.ts.

/** Words in a user's turn that nothing marks as anybody else's. */
export interface Heard {
  readonly turn: number;
  readonly key: string;
  /** For people. */
  readonly label: string;
}

/** So often the same words, or the same round of words, come before they are nobody's. */
const REPEATS = 3;
/** The same where a person speaks, too: who is impatient repeats a command faster than it is carried out. */
const PERSONS_REPEATS = 8;
const MAX_ROUND = 5;

/**
 * What people said.
 * @param hurried the turns that came so soon after an answer as no person replies for long
 */
export function spokenByPeople(heard: readonly Heard[], hurried: ReadonlySet<number>): Heard[] {
  const spoken: Heard[] = [];
  const isAlone = heard.slice(1).every(({ turn }) => hurried.has(turn));
  for (let at = 0; at < heard.length; ) {
    const isMachines = isAlone && hurried.has(heard[at]?.turn ?? -1);
    const least = isMachines ? REPEATS : PERSONS_REPEATS;
    const round = roundAt(heard, at, hurried, least);
    const next = at + Math.max(1, round);
    spoken.push(...heard.slice(at, round === 0 ? next : at + least - REPEATS));
    at = next;
  }
  return spoken;
}

/** How many words from here on are a round that came back at least so often; 0 for none. */
function roundAt(heard: readonly Heard[], at: number, hurried: ReadonlySet<number>, least: number): number {
  for (let period = 1; period <= MAX_ROUND; period++) {
    let end = at + period;
    const repeats = ({ key, turn }: Heard) => key === heard[end - period]?.key && hurried.has(turn);
    while (end < heard.length && repeats(heard[end] as Heard)) end++;
    if (end - at >= period * least) return end - at;
  }
  return 0;
}

/** So soon after an answer nobody has read it. Milliseconds. */
const MACHINE_PACE_MS = 2000;
/** Users' turns whose pace is kept; an older one counts as a person's. */
const MAX_KEPT = 128;

/** At which pace the users' turns of a conversation came: seen as they come, for no request tells it. */
export class Paces {
  /** Of the last of them, the newest at the end. */
  #hurried: boolean[] = [];
  #users = 0;

  /**
   * Notes the turns that a request brings.
   * @param roles of its turns, oldest first
   * @param since milliseconds from the last answer's end to the request; null where none is known
   */
  note(roles: readonly string[], since: number | null): void {
    const users = roles.filter((role) => role === 'user').length;
    const isSaid = roles.findLast((role) => role !== 'system') === 'user';
    // Where a client left out old turns, the newest is new all the same.
    const fresh = Math.min(MAX_KEPT, Math.max(isSaid ? 1 : 0, users - this.#users));
    // A clock that was set back tells nothing.
    const isHurried = since !== null && since >= 0 && since <= MACHINE_PACE_MS;
    this.#users = users;
    this.#hurried = [...this.#hurried, ...Array<boolean>(fresh).fill(isHurried)].slice(-MAX_KEPT);
  }

  /** Which of these turns came at a machine's pace. */
  hurriedIn(roles: readonly string[]): Set<number> {
    const users = roles.flatMap((role, at) => (role === 'user' ? [at] : []));
    return new Set(users.filter((_, n) => this.#hurried.at(n - users.length)));
  }
}
