// What a dimension taken apart could look like, computed from what its concepts were said to be at once: parents that contradicted each
// other belong to different parts, those that never did may stay together. Names come from where the parents are used elsewhere. A
// suggestion and no more: a person looks at it and splits. Pure. Source: console, Concepts; memory D6.

/** Two parents that were claimed of one concept, and of how many. */
export interface ParentPair {
  readonly one: number;
  readonly other: number;
  readonly concepts: number;
}

export interface SuggestedPart {
  /** Concept ids. */
  readonly parents: readonly number[];
  /** The dimension most of them are used in elsewhere; undefined where none is. */
  readonly usedIn: number | undefined;
  readonly facts: number;
}

export interface SuggestedSplit {
  readonly parts: readonly SuggestedPart[];
  /** Concepts whose two answers would have a place each. */
  readonly settles: number;
  /** Of how many that have two. */
  readonly contested: number;
}

/** What is known of the dimension beside the pairs. */
export interface SplitGround {
  /** How many facts each parent has in the dimension. */
  readonly facts: ReadonlyMap<number, number>;
  /** The dimension in which a parent is used most, this one left out. */
  readonly usedIn: (parent: number) => number | undefined;
}

/** @returns null where nothing was contradicted, or every way to part it leaves most of it as it is */
export function suggestSplit(pairs: readonly ParentPair[], ground: SplitGround): SuggestedSplit | null {
  const sides = partParents(pairs.filter(({ one, other }) => one !== other));
  const contested = pairs.reduce((sum, { concepts }) => sum + concepts, 0);
  const settles = pairs.reduce(
    (sum, { one, other, concepts }) => sum + (sides.get(one) !== sides.get(other) ? concepts : 0),
    0,
  );
  if (settles === 0 || settles * 2 < contested) return null;
  const parts = ([0, 1] as const).map((side): SuggestedPart => {
    const parents = [...sides].filter(([, at]) => at === side).map(([parent]) => parent);
    const facts = parents.reduce((sum, parent) => sum + (ground.facts.get(parent) ?? 0), 0);
    return { parents: parents.sort(byFacts(ground)), usedIn: mostUsed(parents, ground), facts };
  });
  return { parts: parts.sort((a, b) => b.facts - a.facts), settles, contested };
}

const byFacts =
  ({ facts }: SplitGround) =>
  (a: number, b: number) =>
    (facts.get(b) ?? 0) - (facts.get(a) ?? 0) || a - b;

/**
 * Two sides so that as many contradictions as can be found quickly lie between them: the pairs claimed of most concepts first, each
 * parent to the side on which it contradicts less; then whoever would be better off on the other side changes it, until nobody would.
 */
function partParents(pairs: readonly ParentPair[]): Map<number, 0 | 1> {
  const against = new Map<number, Map<number, number>>();
  const note = (a: number, b: number, weight: number) => {
    const row = against.get(a) ?? new Map<number, number>();
    against.set(a, row.set(b, (row.get(b) ?? 0) + weight));
  };
  for (const { one, other, concepts } of pairs) {
    note(one, other, concepts);
    note(other, one, concepts);
  }
  const sides = new Map<number, 0 | 1>();
  const weightOn = (parent: number, side: 0 | 1): number => {
    let weight = 0;
    for (const [other, times] of against.get(parent) ?? []) if (sides.get(other) === side) weight += times;
    return weight;
  };
  const better = (parent: number): 0 | 1 => (weightOn(parent, 0) <= weightOn(parent, 1) ? 0 : 1);
  const strongest = pairs.toSorted((a, b) => b.concepts - a.concepts || a.one - b.one || a.other - b.other);
  for (const { one, other } of strongest)
    for (const parent of [one, other]) if (!sides.has(parent)) sides.set(parent, better(parent));
  // Each change lowers what lies within the sides, so this ends; the bound is for what nobody thought of.
  for (let round = 0, hasChanged = true; hasChanged && round < sides.size; round++) {
    hasChanged = false;
    for (const [parent, side] of sides) {
      const next = side === 0 ? 1 : 0;
      if (weightOn(parent, next) >= weightOn(parent, side)) continue;
      sides.set(parent, next);
      hasChanged = true;
    }
  }
  return sides;
}

function mostUsed(parents: readonly number[], { usedIn, facts }: SplitGround): number | undefined {
  const uses = new Map<number, number>();
  for (const parent of parents) {
    const dim = usedIn(parent);
    if (dim !== undefined) uses.set(dim, (uses.get(dim) ?? 0) + (facts.get(parent) ?? 0) + 1);
  }
  return [...uses].sort(([a, n], [b, m]) => m - n || a - b)[0]?.[0];
}
