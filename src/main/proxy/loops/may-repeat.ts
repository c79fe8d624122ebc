// Whether a history can hold a finding at all, told from its end backwards by what came back alone: every rule needs results that
// repeat, and a conversation that gets on pays for a look at the bytes of its newest turns. Says yes where the rules find something;
// most often no where they do not. Used by loop-memory.ts in front of rules.ts.
import { CYCLE_COPIES, MAX_PERIOD } from './rules.ts';
import { mayBeAlike } from './turns/alike-bytes.ts';
import { mayRaise } from './turns/result-shape.ts';
import { mayScold } from './turns/scolding.ts';
import type { SeenTurn, SeenTurns } from './turns/seen-turns.ts';

export function mayRepeat(seen: SeenTurns): boolean {
  if (mayComplain(seen)) return true;
  const returned = new Returned(seen);
  for (let period = 1; period <= MAX_PERIOD; period++) {
    let run = 0;
    const enough = (CYCLE_COPIES - 1) * period;
    while (run < enough && returned.areAlike(run, run + period)) run++;
    if (run === enough) return true;
  }
  return false;
}

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

/** Where a text may fall into pieces that do not all count: notes in tags, agent-zero's extras. */
const TAKEN_APART = ['</', '[EXTRAS'];

/** A turn as it is compared with several others. */
interface Compared {
  readonly bytes: string;
  /** It may be told by some of its words alone: a framework's first ones, a trace's last line. */
  readonly mayComplain: boolean;
}

/** What came back behind each run of an agent's turns, counted from the end. */
class Returned {
  readonly #seen: SeenTurns;
  readonly #compared = new Map<SeenTurn, Compared>();
  readonly #groups: (readonly SeenTurn[])[] = [];
  /** Turns in front of those that were put together. */
  #unread: number;

  constructor(seen: SeenTurns) {
    this.#seen = seen;
    this.#unread = seen.turns.length;
  }

  areAlike(back: number, further: number): boolean {
    const a = this.#at(back);
    const b = a && this.#at(further);
    if (!a || !b) return false;
    const [one, other] = [a[0], b[0]];
    if (one && other && a.length === 1 && b.length === 1 && !this.#mayBeAlike(one, other)) return false;
    const [results, others] = [this.#resultsOf(a), this.#resultsOf(b)];
    const keys = (of: typeof results) =>
      of
        .map(({ key }) => key)
        .sort()
        .join();
    const shapes = (of: typeof results) => of.map(({ complaint, shape }) => complaint ?? shape).join();
    return keys(results) === keys(others) || shapes(results) === shapes(others);
  }

  #resultsOf(turns: readonly SeenTurn[]) {
    return turns.flatMap((turn) => this.#seen.featuresOf(turn).results);
  }

  #mayBeAlike(one: SeenTurn, other: SeenTurn): boolean {
    if (one.isFar || other.isFar) return true;
    const { bytes, mayComplain } = this.#comparedOf(one);
    return mayComplain || mayBeAlike(bytes, this.#seen.bytesOf(other));
  }

  #comparedOf(turn: SeenTurn): Compared {
    const known = this.#compared.get(turn);
    if (known) return known;
    const bytes = this.#seen.bytesOf(turn);
    const mayComplain =
      TAKEN_APART.some((sign) => bytes.includes(sign)) || mayScold(bytes) || mayRaise(bytes);
    const compared = { bytes, mayComplain };
    this.#compared.set(turn, compared);
    return compared;
  }

  /** What came back behind the run so many before the last; null where there are not so many. */
  #at(back: number): readonly SeenTurn[] | null {
    const { turns } = this.#seen;
    while (this.#groups.length <= back) {
      const end = this.#unread;
      let from = end;
      while (from > 0 && turns[from - 1]?.role !== 'assistant') from--;
      if (from === 0) return null;
      this.#groups.push(turns.slice(from, end).filter(({ role }) => role !== 'system'));
      while (from > 0 && isAgents(turns[from - 1] as SeenTurn)) from--;
      this.#unread = from;
    }
    return this.#groups[back] ?? null;
  }
}

const isAgents = ({ role }: SeenTurn): boolean => role === 'assistant' || role === 'system';
