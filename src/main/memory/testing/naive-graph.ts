// For property tests: facts, waiting claims and decisions by the book, so naive that it can be read at a glance.
// Knows names only; what it promises is compared with the tables.
import type { Decision } from '../../../shared/model/decision.ts';
import type { Fact } from '../../../shared/model/graph.ts';

export type Said = Omit<Fact, 'confidence'>;

/** What an action changed, to be taken back. */
export interface NaiveDiff {
  readonly added: Said[];
  readonly removed: Said[];
  readonly closed: Said[];
  readonly opened: Said[];
}

export class NaiveGraph {
  readonly facts = new Map<string, Said>();
  readonly waiting = new Map<string, Said>();

  /** @returns `inserted`, `confirmed`, `refused X` or `conflict X`, as the memory answers */
  tell(said: Said): string {
    const { concept, parent, dimension } = said;
    if (concept === parent) return 'refused SELF_FACT';
    if (concept === dimension) return 'refused ROOT_FACT';
    const held = this.facts.get(place(said));
    if (held && same(held, said)) return 'confirmed';
    const collision = held ? collisionOf(held, said) : this.cycle(said).length > 0 ? 'cycle' : null;
    if (!collision) {
      this.facts.set(place(said), said);
      this.settle();
      return 'inserted';
    }
    this.waiting.set(claim(said), said);
    return `conflict ${collision}`;
  }

  /** The claim waits, whatever stands at its place. */
  wait(said: Said): void {
    this.waiting.set(claim(said), said);
    this.settle();
  }

  /** Ends the fact that says exactly this, or takes the claim to say it out of the queue. @returns as the memory answers */
  retract(said: Said): string {
    const held = this.facts.get(place(said));
    const isHeld = held !== undefined && same(held, said);
    const isEnded = isHeld ? this.facts.delete(place(said)) : this.waiting.delete(claim(said));
    return isEnded ? 'retracted' : 'absent';
  }

  /** The facts that lead from the parent back to the concept. */
  cycle({ concept, parent, dimension }: Said): Said[] {
    const path: Said[] = [];
    for (let at = parent; at !== concept; ) {
      const next = this.facts.get(`${dimension} ${at}`);
      if (!next || path.includes(next)) return [];
      path.push(next);
      at = next.parent;
    }
    return path;
  }

  /** @param isCycle the kind of table that applies @param giver the edge of a cycle that gives way @returns whether it is allowed */
  decide(said: Said, decision: Decision, isCycle: boolean, giver: Said | undefined): boolean {
    const standing = this.facts.get(place(said));
    const cycle = this.cycle(said);
    const contested = standing ?? (isCycle ? giver : undefined);
    const next = this.copy();
    next.waiting.delete(claim(said));
    if (!next.#apply(said, decision, { isCycle, standing, cycle: cycle, contested, giver })) return false;
    next.settle();
    this.take(next);
    return true;
  }

  #apply(
    said: Said,
    decision: Decision,
    it: {
      isCycle: boolean;
      standing?: Said | undefined;
      cycle: Said[];
      contested?: Said | undefined;
      giver?: Said | undefined;
    },
  ): boolean {
    switch (decision.decision) {
      case 'dismiss':
        return true;
      case 'keep':
        return it.isCycle || it.standing !== undefined;
      case 'replace': {
        if (it.cycle.length > 0 && !it.isCycle && decision.givesWay === undefined) return false;
        if (it.cycle.length === 0 && decision.givesWay !== undefined) return false;
        if (it.cycle.length > 0 && it.giver) this.facts.delete(place(it.giver));
        if (it.standing) this.facts.delete(place(it.standing));
        return this.#home(said);
      }
      case 'split': {
        const { existingDimension: there, newDimension: here } = decision;
        if (!it.contested || there === here) return false;
        if (there !== it.contested.dimension && !this.#relocate(it.contested, there)) return false;
        return here === said.dimension ? this.#home(said) : this.#enter({ ...said, dimension: here });
      }
      case 'move': {
        const { dimension, which } = decision;
        if (which === 'incoming') return dimension !== said.dimension && this.#enter({ ...said, dimension });
        if (!it.contested || it.contested.dimension === dimension) return false;
        return this.#relocate(it.contested, dimension) && this.#home(said);
      }
    }
  }

  #home(said: Said): boolean {
    const outcome = this.tell(said);
    return outcome === 'inserted' || outcome === 'confirmed';
  }

  #enter(said: Said): boolean {
    return !this.tell(said).startsWith('refused');
  }

  #relocate(fact: Said, dimension: string): boolean {
    this.facts.delete(place(fact));
    return this.#enter({ ...fact, dimension });
  }

  /** Claims that stand in the graph wait no more. */
  settle(): void {
    for (const [key, said] of this.waiting) {
      const held = this.facts.get(place(said));
      if (held && same(held, said)) this.waiting.delete(key);
    }
  }

  /** What changed since; `before` is left alone. */
  diffFrom(before: NaiveGraph): NaiveDiff {
    const missing = (a: Map<string, Said>, b: Map<string, Said>) =>
      [...a].flatMap(([key, said]) => (b.has(key) && same(b.get(key) as Said, said) ? [] : said));
    return {
      added: missing(this.facts, before.facts),
      removed: missing(before.facts, this.facts),
      closed: missing(before.waiting, this.waiting),
      opened: missing(this.waiting, before.waiting),
    };
  }

  takeBack({ added, removed, closed, opened }: NaiveDiff): void {
    for (const said of added) this.facts.delete(place(said));
    for (const said of removed) this.facts.set(place(said), said);
    for (const said of opened) this.waiting.delete(claim(said));
    for (const said of closed) this.waiting.set(claim(said), said);
    this.settle();
  }

  copy(): NaiveGraph {
    const copy = new NaiveGraph();
    copy.take(this);
    return copy;
  }

  take(other: NaiveGraph): void {
    const [facts, waiting] = [[...other.facts], [...other.waiting]];
    this.facts.clear();
    this.waiting.clear();
    for (const [key, said] of facts) this.facts.set(key, said);
    for (const [key, said] of waiting) this.waiting.set(key, said);
  }

  /** `a isa b @dim`, sorted. */
  factLines(): string[] {
    return [...this.facts.values()].map(words).sort();
  }

  claimLines(): string[] {
    return [...this.waiting.values()].map(words).sort();
  }
}

export function words({ concept, parent, dimension, isIsa }: Said): string {
  return `${concept} ${isIsa ? 'isa' : 'ispart'} ${parent} @${dimension}`;
}

const place = ({ dimension, concept }: Said) => `${dimension} ${concept}`;
const claim = (said: Said) => words(said);
const same = (a: Said, b: Said) => words(a) === words(b);

function collisionOf(held: Said, said: Said): string {
  if (held.isIsa !== said.isIsa) return 'misclassification';
  return held.isIsa ? 'isa_isa' : 'ispart_ispart';
}
