// The day's script: three hundred turns in which four agents' people tell, ask, contradict, correct and rename, with what is
// true at each moment kept beside it. Deterministic in its seed. Used by the journey lab-day.int.test.ts.
import { seededRandom } from '../../../../shared/seeded-random.ts';
import { ASKED, CHANGED, ENDED, HANDED_OVER, RENAMED, TOLD, UNTOLD } from './sayings.ts';
import { type LabDimension, lab, PEOPLE, type Thing, tokenOf } from './world.ts';

export const AGENTS = ['zero', 'webui', 'coder', 'claude'] as const;
export type Agent = (typeof AGENTS)[number];

/** What happens in one turn. */
export type Step =
  | { readonly kind: 'say'; readonly text: string }
  /** The agent calls a tool; what it returns is no person's word. */
  | { readonly kind: 'tool'; readonly ask: string; readonly result: string }
  /** The agent tells or takes back by `gutask`. */
  | { readonly kind: 'gutask'; readonly fact: string; readonly retracts: boolean };

export interface LabStep {
  readonly agent: Agent;
  readonly step: Step;
}

export interface Contradiction {
  readonly concept: string;
  readonly dimension: LabDimension;
  readonly stands: string;
  readonly said: string;
}

export interface Day {
  readonly turns: readonly LabStep[];
  /** What is true in the end: token -> place -> value's token. */
  readonly truth: ReadonlyMap<string, ReadonlyMap<LabDimension, string>>;
  readonly contradictions: readonly Contradiction[];
  /** Token -> the name it goes by now. */
  readonly renamed: ReadonlyMap<string, string>;
}

const TURNS = 300;
/** Facts that are told by `gutask`, of a hundred. */
const BY_COMMAND = 20;
const CHANGES = 20;
const HANDOVERS = 6;
const ENDS = 4;
const RENAMES = 4;
const RETRACTS = 4;
const CONTRADICTIONS = 12;

interface ToldFact {
  readonly thing: Thing;
  readonly place: LabDimension;
  readonly byCommand: boolean;
}

class Writer {
  readonly #random: () => number;
  readonly #things = lab();
  readonly #hosts = this.#things.filter(({ isHost }) => isHost).map(({ name }) => name);
  readonly truth = new Map<string, Map<LabDimension, string>>();
  readonly contradictions: Contradiction[] = [];
  readonly renamed = new Map<string, string>();
  /** Places whose story is over: nothing else happens to them. */
  readonly #settled = new Set<string>();

  constructor(seed: number) {
    this.#random = seededRandom(seed);
  }

  write(): LabStep[] {
    const facts = this.#shuffled(
      this.#things.flatMap((thing) =>
        [...thing.facts.keys()].map(
          (place): ToldFact => ({ thing, place, byCommand: this.#random() * 100 < BY_COMMAND }),
        ),
      ),
    );
    // What is told first can change in the afternoon.
    const steps = [...this.#morning(facts), ...this.#shuffled(this.#afternoon(facts))];
    while (steps.length < TURNS) steps.splice(this.#below(steps.length + 1), 0, this.#noise());
    return steps.map((step) => ({ agent: this.#one(AGENTS), step }));
  }

  /** Every fact once: a sentence or two in a turn, or a command. */
  #morning(facts: readonly ToldFact[]): Step[] {
    const steps: Step[] = [];
    let waiting: string[] = [];
    for (const { thing, place, byCommand } of facts) {
      const value = thing.facts.get(place) as string;
      this.#hold(thing, place, value);
      if (byCommand) {
        steps.push({ kind: 'gutask', fact: factOf(thing.token, place, value), retracts: false });
        continue;
      }
      waiting.push(this.#one(TOLD[place])(thing.name, value));
      if (waiting.length === 2 || this.#random() < 0.4) {
        steps.push({ kind: 'say', text: waiting.join(' ') });
        waiting = [];
      }
    }
    if (waiting.length > 0) steps.push({ kind: 'say', text: waiting.join(' ') });
    return steps;
  }

  #afternoon(facts: readonly ToldFact[]): Step[] {
    const told = (place: LabDimension, byCommand: boolean) =>
      facts.filter((fact) => fact.place === place && fact.byCommand === byCommand && !this.#isSettled(fact));
    const steps: Step[] = [];
    for (const fact of this.#some(told('runs-on', false), CHANGES)) {
      const from = this.#valueOf(fact);
      const to = this.#other(this.#hosts, from);
      steps.push(this.#change(fact, this.#one(CHANGED)(fact.thing.name, from, to), to));
    }
    for (const fact of this.#some(told('owned-by', false), HANDOVERS)) {
      const to = this.#other(PEOPLE, this.#valueOf(fact));
      steps.push(this.#change(fact, this.#one(HANDED_OVER)(fact.thing.name, to), to));
    }
    for (const fact of this.#some(told('membership', false), ENDS)) {
      steps.push(this.#change(fact, this.#one(ENDED)(fact.thing.name, this.#valueOf(fact)), null));
    }
    for (const fact of this.#some(told('tech', true).concat(told('membership', true)), RETRACTS)) {
      const { thing, place } = fact;
      steps.push({ kind: 'gutask', fact: factOf(thing.token, place, this.#valueOf(fact)), retracts: true });
      this.#settle(fact, null);
    }
    for (const fact of this.#some([...told('runs-on', false), ...told('runs-on', true)], CONTRADICTIONS)) {
      const stands = this.#valueOf(fact);
      const said = this.#other(this.#hosts, stands);
      steps.push({ kind: 'say', text: this.#one(TOLD['runs-on'])(fact.thing.name, said) });
      const { token } = fact.thing;
      this.contradictions.push({
        concept: token,
        dimension: 'runs-on',
        stands: tokenOf(stands),
        said: tokenOf(said),
      });
      this.#settled.add(`${token} runs-on`);
    }
    const unnamed = this.#things.filter(({ isHost }) => !isHost);
    for (const thing of this.#some(unnamed, RENAMES)) {
      const name = `${thing.token.split(/[_-]/)[0]}-${this.#one(['north', 'prime', 'next', 'two'])}`;
      steps.push({ kind: 'say', text: this.#one(RENAMED)(thing.name, name) });
      this.renamed.set(thing.token, name);
    }
    return steps;
  }

  #change(fact: ToldFact, text: string, to: string | null): Step {
    this.#settle(fact, to);
    return { kind: 'say', text };
  }

  /** Whatever agents do all day: questions, guesses, and tools that say what is not so. */
  #noise(): Step {
    const thing = this.#one(this.#things.filter(({ isHost }) => !isHost));
    const host = this.#other(this.#hosts, this.truth.get(thing.token)?.get('runs-on') ?? '');
    const pick = this.#random();
    if (pick < 0.4) return { kind: 'say', text: this.#one(ASKED)(thing.name) };
    if (pick < 0.7) return { kind: 'say', text: this.#one(UNTOLD)(thing.name, host) };
    const result = `${thing.name} runs on ${host}.\n${thing.name} is a message queue.\nexit 0`;
    return { kind: 'tool', ask: this.#one(ASKED)(thing.name), result };
  }

  #hold({ token }: Thing, place: LabDimension, value: string): void {
    const places = this.truth.get(token) ?? new Map<LabDimension, string>();
    places.set(place, tokenOf(value));
    this.truth.set(token, places);
  }

  #settle({ thing, place }: ToldFact, to: string | null): void {
    this.#settled.add(`${thing.token} ${place}`);
    if (to === null) this.truth.get(thing.token)?.delete(place);
    else this.#hold(thing, place, to);
  }

  #isSettled = ({ thing, place }: ToldFact): boolean => this.#settled.has(`${thing.token} ${place}`);

  #valueOf({ thing, place }: ToldFact): string {
    return thing.facts.get(place) as string;
  }

  #below(n: number): number {
    return Math.floor(this.#random() * n);
  }

  #one<T>(of: readonly T[]): T {
    return of[this.#below(of.length)] as T;
  }

  #other(of: readonly string[], but: string): string {
    return this.#one(of.filter((one) => one !== but && tokenOf(one) !== but));
  }

  #some<T>(of: readonly T[], count: number): T[] {
    return this.#shuffled(of).slice(0, count);
  }

  #shuffled<T>(of: readonly T[]): T[] {
    const all = [...of];
    for (let i = all.length - 1; i > 0; i--) {
      const j = this.#below(i + 1);
      [all[i], all[j]] = [all[j] as T, all[i] as T];
    }
    return all;
  }
}

const factOf = (token: string, place: LabDimension, value: string): string =>
  `${token} ${place === 'type' ? '-isa' : '-ispart'} ${tokenOf(value)} in context of ${place}`;

export function dayInTheLab(seed: number): Day {
  const writer = new Writer(seed);
  const turns = writer.write();
  const { truth, contradictions, renamed } = writer;
  return { turns, truth, contradictions, renamed };
}
