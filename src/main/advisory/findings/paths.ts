// Ways through a list of components, from what it is of to a component: the shortest through what runs, as many others as are shown, and what all of them lead
// through. Lists may lead back to themselves; no way visits a component twice. Without recursion, in bounded work. Pure. Called by match.ts, list-identity.ts and
// the pack of evidence.
// Source: advisory, Retrieval.
import type { Scope } from '../formats/records.ts';
import type { Inventory } from './inputs.ts';

export interface Reach {
  /** Steps from the subject; 1 is needed by it directly. */
  readonly depth: number;
  /** `runtime` when a way there leads through nothing but what runs. */
  readonly scope: Scope;
  /** Component numbers from the first below the subject to the component. */
  readonly path: readonly number[];
}

interface Step {
  readonly from: number;
  readonly depth: number;
  readonly scope: Scope;
}

/** Ways to every component. What nothing needs, where the list says what needs what, is needed by the subject. */
export class Reaches {
  readonly #steps = new Map<number, Step>();

  constructor({ parts, needs }: Pick<Inventory, 'parts' | 'needs'>) {
    const below = childrenOf(parts, needs);
    const isBuild = new Set(parts.filter(({ component }) => component.scope === 'build').map(({ n }) => n));
    this.#walk(below, 'runtime', isBuild);
    this.#walk(below, 'build', isBuild);
  }

  /** @returns undefined for a number the list does not have */
  to(n: number): Reach | undefined {
    const last = this.#steps.get(n);
    if (!last) return undefined;
    const path: number[] = [];
    for (
      let at = n, step: Step | undefined = last;
      step && at !== 0;
      at = step.from, step = this.#steps.get(at)
    )
      path.push(at);
    return { depth: last.depth, scope: last.scope, path: path.reverse() };
  }

  /** Breadth first, so that the first way found is a shortest; through what runs before through anything else. */
  #walk(below: Children, scope: Scope, isBuild: ReadonlySet<number>): void {
    let edge = [0];
    const seen = new Set<number>(edge);
    for (let depth = 1; edge.length > 0; depth++) {
      const next: number[] = [];
      for (const from of edge)
        for (const need of below.get(from) ?? []) {
          const runs = need.scope === 'runtime' && !isBuild.has(need.child);
          if (seen.has(need.child) || (scope === 'runtime' && !runs)) continue;
          seen.add(need.child);
          next.push(need.child);
          if (!this.#steps.has(need.child)) this.#steps.set(need.child, { from, depth, scope });
        }
      edge = next;
    }
  }
}

type Children = ReadonlyMap<number, readonly { readonly child: number; readonly scope: Scope }[]>;

function childrenOf(parts: Inventory['parts'], needs: Inventory['needs']): Children {
  const below = new Map<number, { child: number; scope: Scope }[]>();
  const add = (parent: number, child: number, scope: Scope) => {
    const children = below.get(parent);
    if (children) children.push({ child, scope });
    else below.set(parent, [{ child, scope }]);
  };
  const ordered = needs.toSorted((a, b) => a.parent - b.parent || a.child - b.child);
  for (const { parent, child, scope } of ordered) if (parent !== child) add(parent, child, scope);
  for (const n of unneeded(parts, below)) add(0, n, 'runtime');
  return below;
}

/** What no way from the subject leads to: first what nothing needs, then of each circle that is left the first. */
function unneeded(parts: Inventory['parts'], below: Children): number[] {
  const needed = new Set([...below.values()].flat().map(({ child }) => child));
  const reached = new Set<number>();
  const reach = (from: number) => {
    const waiting = [from];
    for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
      if (reached.has(at)) continue;
      reached.add(at);
      for (const { child } of below.get(at) ?? []) waiting.push(child);
    }
  };
  reach(0);
  const roots: number[] = [];
  const numbers = parts.map(({ n }) => n).toSorted((a, b) => a - b);
  for (const among of [numbers.filter((n) => !needed.has(n)), numbers])
    for (const n of among)
      if (!reached.has(n)) {
        roots.push(n);
        reach(n);
      }
  return roots;
}

export interface Paths {
  readonly paths: readonly (readonly number[])[];
  /** `total` counts what was met; where the work was bounded there are more. */
  readonly clamped: { readonly kept: number; readonly total: number; readonly more: boolean };
}

/** Ways looked at, whatever the list. */
const MAX_STEPS = 50_000;

/**
 * Ways to a component, the shortest through what runs first; ways equal in their coordinates count once.
 * @param coordinate what a component is, for telling ways apart
 * @param most kept
 */
export function pathsTo(
  inventory: Pick<Inventory, 'parts' | 'needs'>,
  target: number,
  coordinate: (n: number) => string,
  most = 200,
): Paths {
  const above = parentsOf(inventory);
  const isBuild = new Set(
    inventory.parts.filter(({ component }) => component.scope === 'build').map(({ n }) => n),
  );
  const found = new Map<string, { readonly path: readonly number[]; readonly runs: boolean }>();
  let edge: { readonly path: readonly number[]; readonly runs: boolean }[] = [
    { path: [target], runs: !isBuild.has(target) },
  ];
  let steps = 0;
  // Backwards and breadth first: the shortest are met first.
  while (edge.length > 0 && steps < MAX_STEPS) {
    const next: typeof edge = [];
    for (const { path, runs } of edge) {
      for (const { parent, scope } of above.get(path[0] ?? 0) ?? []) {
        if (++steps >= MAX_STEPS) break;
        if (path.includes(parent)) continue;
        const isRun = runs && scope === 'runtime' && !isBuild.has(parent);
        if (parent !== 0) next.push({ path: [parent, ...path], runs: isRun });
        else {
          const key = path.map(coordinate).join('\n');
          const known = found.get(key);
          if (!known || (isRun && !known.runs)) found.set(key, { path, runs: isRun });
        }
      }
    }
    edge = next;
  }
  const sorted = [...found.entries()].sort(
    ([a, one], [b, other]) =>
      Number(other.runs) - Number(one.runs) || one.path.length - other.path.length || (a < b ? -1 : 1),
  );
  const kept = sorted.slice(0, most).map(([, { path }]) => path);
  return { paths: kept, clamped: { kept: kept.length, total: found.size, more: steps >= MAX_STEPS } };
}

function parentsOf({ parts, needs }: Pick<Inventory, 'parts' | 'needs'>) {
  const above = new Map<number, { readonly parent: number; readonly scope: Scope }[]>();
  for (const [parent, children] of childrenOf(parts, needs))
    for (const { child, scope } of children) {
      const parents = above.get(child) ?? [];
      parents.push({ parent, scope });
      above.set(child, parents);
    }
  return above;
}

/** A component as the tree of dominators is made: Lengauer and Tarjan (1979) call it a vertex. Its own parent, whole and semidominator at first. */
class Vertex {
  /** In the order of the walk. */
  readonly order: number;
  /** It was reached from. */
  readonly parent: Vertex;
  readonly above: Vertex[] = [];
  readonly bucket: Vertex[] = [];
  semi: Vertex = this;
  label: Vertex = this;
  ancestor: Vertex | null = null;
  /** The nearest that every way to it leads through. */
  whole: Vertex = this;
  /** All within it, and itself, stand from `from` on, `size` long. */
  from = 0;
  size = 1;
  next = 1;

  constructor(order: number, parent: Vertex | null) {
    this.order = order;
    this.parent = parent ?? this;
  }

  /** Of those above it on the part of the walk that was looked at, the one with the least semidominator. */
  least(): Vertex {
    const path: Vertex[] = [];
    for (let at: Vertex = this; at.ancestor?.ancestor; at = at.ancestor) path.push(at);
    for (const one of path.reverse()) {
      const { ancestor } = one;
      if (ancestor === null) continue;
      if (ancestor.label.semi.order < one.label.semi.order) one.label = ancestor.label;
      one.ancestor = ancestor.ancestor;
    }
    return this.label;
  }
}

/** What lies within what: a component is within another where every way from the subject to it leads through that one. Near-linear in the length of the list. */
export class Insides {
  readonly #vertices: ReadonlyMap<number, Vertex>;

  constructor({ parts, needs }: Pick<Inventory, 'parts' | 'needs'>) {
    this.#vertices = walked(childrenOf(parts, needs));
    const [, ...below] = this.#vertices.values();
    for (const one of below.toReversed()) {
      for (const other of one.above) {
        const { semi } = other.least();
        if (semi.order < one.semi.order) one.semi = semi;
      }
      one.semi.bucket.push(one);
      one.ancestor = one.parent;
      for (const other of one.parent.bucket.splice(0)) {
        const least = other.least();
        other.whole = least.semi.order < other.semi.order ? least : one.parent;
      }
    }
    for (const one of below) if (one.whole !== one.semi) one.whole = one.whole.whole;
    for (const { whole, size } of below.toReversed()) whole.size += size;
    for (const one of below) {
      one.from = one.whole.next;
      one.whole.next += one.size;
      one.next = one.from + 1;
    }
  }

  isWithin(n: number, whole: number): boolean {
    const [inner, outer] = [this.#vertices.get(n), this.#vertices.get(whole)];
    return !!inner && !!outer && outer.from < inner.from && inner.from < outer.from + outer.size;
  }
}

/** Depth first from the subject. */
function walked(below: Children): ReadonlyMap<number, Vertex> {
  const vertices = new Map<number, Vertex>();
  const waiting: { readonly n: number; readonly parent: Vertex | null }[] = [{ n: 0, parent: null }];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { n, parent } = next;
    const known = vertices.get(n);
    const vertex = known ?? new Vertex(vertices.size, parent);
    if (parent !== null) vertex.above.push(parent);
    if (known) continue;
    vertices.set(n, vertex);
    for (const { child } of below.get(n) ?? []) waiting.push({ n: child, parent: vertex });
  }
  return vertices;
}
