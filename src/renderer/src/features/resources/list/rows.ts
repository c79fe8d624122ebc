// The list's rows out of what there is: grouped by kind, or as a tree by place; narrowed; and held still while the pointer is on them. Pure.
// Called by resources-store.ts and its tests.
import type { Resource, ResourceKind, ResourceState } from '../../../../../shared/model/resource.ts';
import { matchesWords } from '../../../session/match.ts';
import { FOLDED, kindPlace, WRONG_STATES } from '../kinds.ts';

export const VIEWS = ['kind', 'place'] as const;
export type View = (typeof VIEWS)[number];

export interface Criteria {
  readonly view: View;
  readonly search: string;
  readonly kind: ResourceKind | 'all';
  readonly state: ResourceState | 'all';
  readonly wrong: boolean;
}

export const EVERYTHING: Criteria = { view: 'kind', search: '', kind: 'all', state: 'all', wrong: false };

interface Placed {
  readonly key: string;
  readonly depth: number;
  /** How many stand beneath it, all told; 0 for what cannot be opened. */
  readonly inside: number;
  readonly open: boolean;
}

export interface GroupRow extends Placed {
  readonly type: 'group';
  readonly kind: ResourceKind;
  readonly wrong: number;
}

export interface ResourceRow extends Placed {
  readonly type: 'resource';
  readonly resource: Resource;
  readonly wrong: boolean;
  readonly locked: boolean;
  /** It stands there only because something in it fits. */
  readonly aside: boolean;
  /** It went while the list was held still. */
  readonly gone: boolean;
}

export type Row = GroupRow | ResourceRow;

export interface Given {
  readonly resources: readonly Resource[];
  /** Ids of resources with an alert, and of those that are never to be touched. */
  readonly alerted: ReadonlySet<string>;
  readonly locked: ReadonlySet<string>;
  /** Groups and resources that the operator opened or closed, other than they would be. */
  readonly toggled: ReadonlySet<string>;
}

export const isNarrowed = ({ search, kind, state, wrong }: Criteria): boolean =>
  search.trim() !== '' || kind !== 'all' || state !== 'all' || wrong;

export const isWrong = (resource: Resource, alerted: ReadonlySet<string>): boolean =>
  WRONG_STATES.has(resource.state) || alerted.has(resource.id);

/** What a search finds a resource by. */
const textOf = ({ name, aliases, detail, targetHost, id }: Resource): string =>
  [name, ...aliases, detail, targetHost, id].join(' ');

export function fits(resource: Resource, criteria: Criteria, alerted: ReadonlySet<string>): boolean {
  const { search, kind, state, wrong } = criteria;
  return (
    (kind === 'all' || resource.kind === kind) &&
    (state === 'all' || resource.state === state) &&
    (!wrong || isWrong(resource, alerted)) &&
    (search.trim() === '' || matchesWords(textOf(resource), search.trim()))
  );
}

const byName = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' });
/** Never by state: a row that changes stays where it is. */
export const inOrder = (a: Resource, b: Resource): number =>
  kindPlace(a.kind) - kindPlace(b.kind) ||
  byName.compare(a.name, b.name) ||
  byName.compare(a.targetHost, b.targetHost) ||
  (a.id < b.id ? -1 : 1);

export function rowsOf(given: Given, criteria: Criteria): readonly Row[] {
  return criteria.view === 'kind' ? byKind(given, criteria) : byPlace(given, criteria);
}

function isOpen(key: string, isFolded: boolean, { toggled }: Given, criteria: Criteria): boolean {
  // What was searched for is shown, whatever is folded.
  return isNarrowed(criteria) ? !toggled.has(`${key}!`) : toggled.has(key) === isFolded;
}

/** Under which a row's being open is remembered: one that a search opened is closed for the search alone. */
export const toggleKey = (key: string, criteria: Criteria): string =>
  isNarrowed(criteria) ? `${key}!` : key;

function resourceRow(
  resource: Resource,
  { alerted, locked }: Given,
  placed: Omit<Placed, 'key'> & { readonly aside: boolean },
): ResourceRow {
  return {
    ...{ type: 'resource', key: resource.id, resource, ...placed },
    ...{ wrong: isWrong(resource, alerted), locked: locked.has(resource.id), gone: false },
  };
}

function byKind(given: Given, criteria: Criteria): Row[] {
  const found = given.resources.filter((one) => fits(one, criteria, given.alerted)).sort(inOrder);
  const rows: Row[] = [];
  for (const [kind, of] of Map.groupBy(found, (one) => one.kind)) {
    const key = `kind/${kind}`;
    const open = isOpen(key, FOLDED.has(kind), given, criteria);
    const wrong = of.filter((one) => isWrong(one, given.alerted)).length;
    rows.push({ type: 'group', key, kind, depth: 0, inside: of.length, open, wrong });
    if (!open) continue;
    const placed = { depth: 1, inside: 0, open: false, aside: false };
    for (const resource of of) rows.push(resourceRow(resource, given, placed));
  }
  return rows;
}

interface Found {
  readonly resource: Resource;
  /** It fits itself. */
  readonly self: boolean;
  /** As many fit beneath it. */
  readonly below: number;
}

/** What fits in each place, or holds something that does. */
function placesOf({ resources, alerted }: Given, criteria: Criteria) {
  const known = new Set(resources.map(({ id }) => id));
  const inside = Map.groupBy(resources.toSorted(inOrder), ({ id, parent }) =>
    parent !== null && parent !== id && known.has(parent) ? parent : null,
  );
  const counted = new Map<string, number>();
  const found = (parent: string | null): Found[] =>
    (inside.get(parent) ?? []).flatMap((resource) => {
      const self = fits(resource, criteria, alerted);
      const below = count(resource.id);
      return self || below > 0 ? [{ resource, self, below }] : [];
    });
  function count(id: string): number {
    const before = counted.get(id);
    if (before !== undefined) return before;
    // Of what is in itself, by however many steps, none is counted twice.
    counted.set(id, 0);
    const sum = found(id).reduce((all, { self, below }) => all + (self ? 1 : 0) + below, 0);
    counted.set(id, sum);
    return sum;
  }
  return found;
}

/** Machine, kinds of what is in it, each of them, and what is in that. */
function byPlace(given: Given, criteria: Criteria): Row[] {
  const found = placesOf(given, criteria);
  const rows: Row[] = [];
  const put = (parent: string | null, depth: number): void => {
    const kinds = Map.groupBy(found(parent), ({ resource }) => resource.kind);
    // A place with things of one kind says so by its own row.
    const grouped = parent !== null && kinds.size > 1;
    for (const [kind, ones] of kinds) {
      const key = `place/${parent ?? ''}/${kind}`;
      const open = !grouped || isOpen(key, FOLDED.has(kind), given, criteria);
      const wrong = ones.filter(({ resource }) => isWrong(resource, given.alerted)).length;
      if (grouped) rows.push({ type: 'group', key, kind, depth, inside: ones.length, open, wrong });
      if (open) for (const one of ones) putOne(one, grouped ? depth + 1 : depth);
    }
  };
  const putOne = ({ resource, self, below }: Found, depth: number): void => {
    const open = below > 0 && isOpen(resource.id, false, given, criteria);
    rows.push(resourceRow(resource, given, { depth, inside: below, open, aside: !self }));
    if (open) put(resource.id, depth + 1);
  };
  put(null, 0);
  return rows;
}

const sameResource = (a: Resource, b: Resource): boolean =>
  a === b ||
  (a.version === b.version &&
    a.state === b.state &&
    a.detail === b.detail &&
    a.name === b.name &&
    a.actions.join() === b.actions.join());

function sameRow(a: Row, b: Row): boolean {
  if (a.type !== b.type || a.depth !== b.depth || a.inside !== b.inside || a.open !== b.open) return false;
  if (a.type === 'group' || b.type === 'group') return a.wrong === b.wrong;
  const marks = a.wrong === b.wrong && a.locked === b.locked && a.aside === b.aside && a.gone === b.gone;
  return marks && sameResource(a.resource, b.resource);
}

/** The new rows; one that is as it was is the same object, so that it is not drawn again. */
export function kept(before: readonly Row[], next: readonly Row[]): readonly Row[] {
  const known = new Map(before.map((row) => [row.key, row]));
  return next.map((row) => {
    const was = known.get(row.key);
    return was && sameRow(was, row) ? was : row;
  });
}

/**
 * The same rows in the same order, each as it is now: what went stays and says so, what came waits.
 * @returns with how many wait: those that came and those that went
 */
export function heldStill(
  shown: readonly Row[],
  next: readonly Row[],
): { readonly rows: readonly Row[]; readonly waiting: number } {
  const news = new Map(next.map((row) => [row.key, row]));
  let waiting = 0;
  const rows = shown.map((row) => {
    const now = news.get(row.key);
    if (now) {
      news.delete(row.key);
      return sameRow(row, now) ? row : now;
    }
    if (row.type === 'group') return row;
    waiting += 1;
    return row.gone ? row : { ...row, gone: true };
  });
  for (const row of news.values()) if (row.type === 'resource') waiting += 1;
  return { rows, waiting };
}
