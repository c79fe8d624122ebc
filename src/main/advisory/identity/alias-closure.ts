// Which ids name one vulnerability: the closure over `aliases` of OSV, symmetric and transitive, and over nothing else. `upstream` is
// one-way and `related` says nothing of sameness, so neither comes in here. The outcome hangs on the set of statements alone, never on
// their order. Pure; called where evidence is joined and claims are grouped.
// Source: advisory, Evidence.
import { advisoryId } from './advisory-id.ts';
import { byCodePoint } from './code-points.ts';

/** Aliases read of one document: a longer list names no one thing. */
const MAX_ALIASES = 1000;

export interface AliasClosure {
  /** The one id that stands for all that are the same; of an id nobody stated, its own spelling. */
  representative(id: string): string;
  /** All ids that are the same, in code-point order, the given one among them. */
  members(id: string): readonly string[];
}

/**
 * @param documents ids with their aliases, in any order; what is no id is passed over, as is what follows the thousandth alias
 * @returns a CVE stands for its group where there is one, and among several the first in code-point order
 */
export function aliasClosure(
  documents: Iterable<{ readonly id: string; readonly aliases?: readonly string[] | null | undefined }>,
): AliasClosure {
  const parents = new Map<string, string>();
  for (const { id, aliases } of documents) {
    const own = spelled(id);
    if (own === null) continue;
    rootOf(parents, own);
    for (const alias of (aliases ?? []).slice(0, MAX_ALIASES)) {
      const other = spelled(alias);
      if (other !== null) unite(parents, own, other);
    }
  }
  const groups = new Map<string, string[]>();
  for (const id of [...parents.keys()]) {
    const root = rootOf(parents, id);
    const group = groups.get(root);
    if (group === undefined) groups.set(root, [id]);
    else group.push(id);
  }
  for (const group of groups.values()) group.sort(byCodePoint);
  const groupOf = (id: string): readonly string[] => {
    const own = spelled(id) ?? id;
    return parents.has(own) ? (groups.get(rootOf(parents, own)) ?? [own]) : [own];
  };
  return {
    members: groupOf,
    representative: (id) => {
      const group = groupOf(id);
      return group.find((one) => one.startsWith('CVE-')) ?? group[0] ?? id;
    },
  };
}

const spelled = (id: string): string | null => advisoryId(id)?.id ?? null;

/** With the way there made half as long each time, so that chains of any length cost next to nothing, and none recurses. */
function rootOf(parents: Map<string, string>, id: string): string {
  let at = id;
  for (;;) {
    const parent = parents.get(at);
    if (parent === undefined) parents.set(at, at);
    if (parent === undefined || parent === at) return at;
    const above = parents.get(parent) ?? parent;
    parents.set(at, above);
    at = above;
  }
}

/** The smaller id becomes the root: the root is nobody's business, but so it hangs on no order either. */
function unite(parents: Map<string, string>, one: string, other: string): void {
  const [a, b] = [rootOf(parents, one), rootOf(parents, other)];
  if (a === b) return;
  const [root, child] = byCodePoint(a, b) < 0 ? [a, b] : [b, a];
  parents.set(child, root);
}
