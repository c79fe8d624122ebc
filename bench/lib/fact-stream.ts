// A made-up stream of facts of which is known what each one is: fresh, a duplicate, an update, or a contradiction of one
// of the four kinds. By the book and by itself: it asks nothing of the program it judges. Deterministic by its seed.
import { type CollisionType, type Fact, SEED_DIMENSIONS, type Source } from '../../src/shared/model/graph.ts';
import { seededRandom } from '../../src/shared/seeded-random.ts';
import { word } from './words.ts';

export type Kind = 'fresh' | 'duplicate' | 'update' | 'repeat' | CollisionType;

/** How often each kind comes; the rest is fresh. An update is a fact about a thing that did change. */
const SHARES: Readonly<Record<Exclude<Kind, 'fresh'>, number>> = {
  duplicate: 0.18,
  update: 0.08,
  repeat: 0.02,
  isa_isa: 0.04,
  ispart_ispart: 0.04,
  misclassification: 0.03,
  cycle: 0.03,
};

/** Those who speak, and how often. */
const SPEAKERS: readonly { readonly client: string; readonly source: Source; readonly weight: number }[] = [
  { client: 'operator', source: 'operator', weight: 0.1 },
  { client: 'agent-zero', source: 'gutask', weight: 0.3 },
  { client: 'course-assistant', source: 'gutask', weight: 0.2 },
  { client: 'helpdesk', source: 'inferred', weight: 0.3 },
  { client: 'crawler', source: 'inferred', weight: 0.1 },
];

export interface StreamFact {
  readonly fact: Fact;
  readonly kind: Kind;
  /** What a memory without contradictions answers, and why. */
  readonly expected: {
    readonly status: 'inserted' | 'confirmed' | 'conflict';
    readonly type?: CollisionType;
  };
}

/** Facts one speaker says in one call. */
export interface Call {
  readonly client: string;
  readonly source: Source;
  readonly facts: readonly StreamFact[];
}

const FLAT = ['type', 'owned-by', 'geography', 'tech'] as const;
const DEEP = ['membership', 'runs-on'] as const;
const placeOf = (fact: { concept: string; dimension: string }) => `${fact.dimension} ${fact.concept}`;

/** Which claims wait, so that saying one again is known for what it is. */
const claimOf = (fact: Fact) => `${placeOf(fact)} ${fact.parent} ${fact.isIsa}`;

export class FactStream {
  /** What a memory holds that keeps the first word and lets everything else wait. */
  readonly held = new Map<string, Fact>();
  /** What is true of the made-up world: the first word, or the newest update. */
  readonly truth = new Map<string, Fact>();
  readonly #claims = new Map<string, CollisionType>();
  readonly #waiting: Fact[] = [];
  readonly #facts: Fact[] = [];
  readonly #random: () => number;
  #words = 0;

  constructor(seed: number) {
    this.#random = seededRandom(seed);
  }

  /** Calls of one to some hundreds of facts, until there are `count` facts. */
  *calls(count: number): Generator<Call> {
    for (let made = 0; made < count; ) {
      const speaker = this.#speaker();
      const size = Math.min(this.#callSize(), count - made);
      const facts = Array.from({ length: size }, () => this.#next());
      made += size;
      yield { client: speaker.client, source: speaker.source, facts };
    }
  }

  /** Most calls are a sentence or two, some a list, few an import. */
  #callSize(): number {
    const dice = this.#random();
    if (dice < 0.6) return 1 + Math.floor(this.#random() * 4);
    if (dice < 0.92) return 5 + Math.floor(this.#random() * 45);
    return 200 + Math.floor(this.#random() * 600);
  }

  #speaker(): (typeof SPEAKERS)[number] {
    let dice = this.#random();
    for (const speaker of SPEAKERS) {
      dice -= speaker.weight;
      if (dice < 0) return speaker;
    }
    return SPEAKERS[0] as (typeof SPEAKERS)[number];
  }

  #next(): StreamFact {
    let dice = this.#random();
    for (const [kind, share] of Object.entries(SHARES) as [Exclude<Kind, 'fresh'>, number][]) {
      dice -= share;
      if (dice < 0) return this.#make(kind) ?? this.#fresh();
    }
    return this.#fresh();
  }

  #make(kind: Exclude<Kind, 'fresh'>): StreamFact | undefined {
    switch (kind) {
      case 'duplicate': {
        const fact = this.#pick();
        return fact && { fact, kind, expected: { status: 'confirmed' } };
      }
      case 'repeat': {
        const fact = this.#waiting[Math.floor(this.#random() * this.#waiting.length)];
        return fact && { fact, kind, expected: this.#conflictOf(fact) };
      }
      case 'cycle':
        return this.#cycle();
      default:
        return this.#contradiction(kind);
    }
  }

  #fresh(): StreamFact {
    const isDeep = this.#random() < 0.4;
    const dimensions: readonly string[] = isDeep ? DEEP : FLAT;
    const dimension = dimensions[Math.floor(this.#random() * dimensions.length)] as string;
    const isIsa = SEED_DIMENSIONS.find(({ token }) => token === dimension)?.isIsa ?? false;
    // A third of the facts are about things already known, the rest about new ones.
    const known = this.#random() < 0.33 ? this.#pick()?.concept : undefined;
    const isFree = known !== undefined && !this.held.has(`${dimension} ${known}`);
    const concept = isFree ? known : this.#newWord();
    const parent = isDeep ? this.#parentFor(dimension, concept) : `kind-${this.#zipf(2000)}`;
    const fact: Fact = { concept, parent, dimension, isIsa, confidence: 0.9 };
    if (concept === parent || this.#isAbove(concept, parent, dimension)) return this.#fresh();
    this.#hold(fact);
    this.truth.set(placeOf(fact), fact);
    return { fact, kind: 'fresh', expected: { status: 'inserted' } };
  }

  /** Somebody already in the tree, so that trees grow deep. */
  #parentFor(dimension: string, concept: string): string {
    for (let tries = 0; tries < 4; tries++) {
      const held = this.#pick();
      if (held?.dimension === dimension && held.concept !== concept) return held.concept;
    }
    return `system-${this.#zipf(300)}`;
  }

  /** Another parent, or the other flavour, at a place that is taken. */
  #contradiction(kind: 'update' | 'isa_isa' | 'ispart_ispart' | 'misclassification'): StreamFact | undefined {
    for (let tries = 0; tries < 20; tries++) {
      const held = this.#pick();
      if (!held || (kind === 'isa_isa' && !held.isIsa) || (kind === 'ispart_ispart' && held.isIsa)) continue;
      const isIsa = kind === 'misclassification' ? !held.isIsa : held.isIsa;
      const parent =
        kind === 'misclassification' && this.#random() < 0.5 ? held.parent : `other-${this.#zipf(2000)}`;
      const fact: Fact = { ...held, parent, isIsa };
      if (parent === held.concept || this.#claims.has(claimOf(fact))) continue;
      const type = held.isIsa === isIsa ? (isIsa ? 'isa_isa' : 'ispart_ispart') : 'misclassification';
      this.#wait(fact, type);
      if (kind === 'update') this.truth.set(placeOf(fact), fact);
      return { fact, kind, expected: { status: 'conflict', type } };
    }
    return undefined;
  }

  /** Puts the top of a chain below one of those under it: the top has no parent there, so nothing else is wrong. */
  #cycle(): StreamFact | undefined {
    for (let tries = 0; tries < 50; tries++) {
      const held = this.#pick();
      if (!held || !(DEEP as readonly string[]).includes(held.dimension)) continue;
      const above = this.#ancestors(held.concept, held.dimension);
      const top = above.at(-1);
      if (top === undefined || this.held.has(`${held.dimension} ${top}`)) continue;
      const fact: Fact = { ...held, concept: top, parent: held.concept };
      if (this.#claims.has(claimOf(fact))) continue;
      this.#wait(fact, 'cycle');
      return { fact, kind: 'cycle', expected: { status: 'conflict', type: 'cycle' } };
    }
    return undefined;
  }

  #conflictOf(fact: Fact): StreamFact['expected'] {
    const held = this.held.get(placeOf(fact));
    // A place that was empty when the ring was seen may have been filled since.
    if (!held) return { status: 'conflict', type: 'cycle' };
    const type = held.isIsa !== fact.isIsa ? 'misclassification' : held.isIsa ? 'isa_isa' : 'ispart_ispart';
    return { status: 'conflict', type };
  }

  #ancestors(concept: string, dimension: string): string[] {
    const above: string[] = [];
    for (
      let at = this.held.get(`${dimension} ${concept}`);
      at;
      at = this.held.get(`${dimension} ${at.parent}`)
    ) {
      above.push(at.parent);
    }
    return above;
  }

  #isAbove(concept: string, parent: string, dimension: string): boolean {
    return this.#ancestors(parent, dimension).includes(concept);
  }

  #hold(fact: Fact): void {
    this.held.set(placeOf(fact), fact);
    this.#facts.push(fact);
  }

  #wait(fact: Fact, type: CollisionType): void {
    this.#claims.set(claimOf(fact), type);
    this.#waiting.push(fact);
  }

  /** Recent facts are spoken of more often than old ones. */
  #pick(): Fact | undefined {
    return this.#facts[Math.floor(this.#facts.length * (1 - this.#random() ** 2))];
  }

  #zipf(among: number): number {
    return Math.floor(among ** this.#random());
  }

  #newWord(): string {
    return `${word(100_000 + this.#words++)}x`;
  }
}
