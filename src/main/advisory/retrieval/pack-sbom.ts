// What lists of components add to a pack: which they are, the ways to the components a brief is about, what was observed of them, and who needs them. Bounded, and
// it says by how much. Pure. Called by pack.ts. Source: advisory, Retrieval.
import type { Inventory } from '../findings/inputs.ts';
import { pathsTo } from '../findings/paths.ts';
import { byCodePoint } from '../identity/code-points.ts';
import type { PackObservation, PackPath, PackSbom } from './pack-shape.ts';

/** Most that a pack has, over all its lists. */
export const MOST_OBSERVATIONS = 500;
export const MOST_PATHS = 200;

export interface PackList {
  readonly sourceId: string;
  readonly contentHash: string;
  readonly inventory: Pick<Inventory, 'product' | 'subject' | 'parts' | 'needs'>;
  /** Numbers of the components the brief is about. */
  readonly targets: readonly number[];
}

/** @returns `absent` where there is no list */
export function sbomOf(
  lists: readonly PackList[],
  observations: readonly PackObservation[],
): PackSbom | 'absent' {
  if (lists.length === 0) return 'absent';
  const ordered = lists.toSorted((a, b) => byCodePoint(a.sourceId, b.sourceId));
  return {
    lists: ordered.map(({ sourceId, contentHash, inventory: { product, subject } }) => ({
      ...{ source_id: sourceId, content_hash: contentHash, product },
      ...{ name: subject.name, version: subject.version },
    })),
    paths: pathsOf(ordered),
    timeline: timelineOf(observations),
  };
}

function pathsOf(lists: readonly PackList[]): PackSbom['paths'] {
  const found = new Map<string, PackPath>();
  let total = 0;
  for (const { inventory, targets } of lists) {
    const nameOf = namesOf(inventory);
    const scopeOf = scopesOf(inventory);
    for (const target of [...new Set(targets)].sort((a, b) => a - b)) {
      const { paths, clamped } = pathsTo(inventory, target, nameOf, MOST_PATHS);
      total += clamped.total;
      for (const path of paths) {
        const item = { product: inventory.product, scope: scopeOf(path), path: [0, ...path].map(nameOf) };
        const key = JSON.stringify([item.product, item.path]);
        const known = found.get(key);
        if (known) total--;
        if (!known || (known.scope === 'build' && item.scope === 'runtime')) found.set(key, item);
      }
    }
  }
  const items = [...found]
    .sort(
      ([a, one], [b, other]) =>
        byScope(one, other) || one.path.length - other.path.length || byCodePoint(a, b),
    )
    .slice(0, MOST_PATHS)
    .map(([, item]) => item);
  return { items, clamped: { kept: items.length, total } };
}

const byScope = (a: PackPath, b: PackPath): number =>
  Number(a.scope === 'build') - Number(b.scope === 'build');

type List = PackList['inventory'];

/** Coordinates: the package URL, else name and version. */
function namesOf({ parts, subject }: List): (n: number) => string {
  const names = new Map(
    parts.map(({ n, component: { purl, name, version } }) => [
      n,
      purl ?? (version === null ? name : `${name}@${version}`),
    ]),
  );
  const of = subject.purl ?? (subject.version === null ? subject.name : `${subject.name}@${subject.version}`);
  return (n) => names.get(n) ?? (n === 0 ? of : `#${n}`);
}

/** A way runs when every step of it does; a step the list does not have was put in for what nothing needs, and runs. */
function scopesOf({ parts, needs }: List): (path: readonly number[]) => 'runtime' | 'build' {
  const isBuild = new Set(parts.filter(({ component }) => component.scope === 'build').map(({ n }) => n));
  const runs = new Map<string, boolean>();
  for (const { parent, child, scope } of needs) {
    const step = `${parent} ${child}`;
    runs.set(step, runs.get(step) === true || scope === 'runtime');
  }
  return (path) =>
    path.every((n, at) => !isBuild.has(n) && runs.get(`${path[at - 1] ?? 0} ${n}`) !== false)
      ? 'runtime'
      : 'build';
}

/** The newest first. */
function timelineOf(observations: readonly PackObservation[]): PackSbom['timeline'] {
  const nameOf = (one: PackObservation): string =>
    JSON.stringify([one.product, one.package_key, one.vulnerability, one.version, one.status, one.fix]);
  const items = observations
    .toSorted(
      (a, b) => b.last_seen - a.last_seen || b.first_seen - a.first_seen || byCodePoint(nameOf(a), nameOf(b)),
    )
    .slice(0, MOST_OBSERVATIONS);
  return { items, clamped: { kept: items.length, total: observations.length } };
}

/** Coordinates of every component that needs one of the targets, directly or through others; without recursion. */
export function dependentsOf(lists: readonly PackList[]): string[] {
  const names = new Set<string>();
  for (const { inventory, targets } of lists) {
    const nameOf = namesOf(inventory);
    const above = Map.groupBy(inventory.needs, ({ child }) => child);
    const seen = new Set(targets);
    const waiting = [...targets];
    for (let at = waiting.pop(); at !== undefined; at = waiting.pop())
      for (const { parent } of above.get(at) ?? []) {
        if (seen.has(parent)) continue;
        seen.add(parent);
        waiting.push(parent);
        // What the list is of is what is run, and needs everything in it.
        if (parent !== 0) names.add(nameOf(parent));
      }
  }
  return [...names];
}
