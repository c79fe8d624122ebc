// Ways through a list of components, from what it is of to a component: the shortest through what runs, and as many others as are shown. Lists may lead back to
// themselves; no way visits a component twice. Without recursion, in bounded work. Pure. Called by match.ts and the pack of evidence.
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
