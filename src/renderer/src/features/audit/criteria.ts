// What the record is narrowed to and how it stands: as the address has it, so that a link shows the same, and as the core is asked
// for it. Pure.
import type { ChainName } from '../../../../shared/model/audit.ts';
import type { ActionKind } from '../../../../shared/model/decision.ts';
import {
  ALWAYS,
  isAlways,
  queryOfRange,
  rangeOf,
  spanOf,
  type TimeRange,
} from '../../ui/filters/time-range.ts';
import { audit } from './catalogue.ts';

/** What was done to the memory as actions or event by event, what was done on the host, and what was approved, event by event. */
export const VIEWS = ['actions', 'events', 'host', 'agent'] as const;
export type View = (typeof VIEWS)[number];

/** Whose events a view shows. */
export const chainOf = (view: View): ChainName => (view === 'host' || view === 'agent' ? view : 'memory');

/** What somebody can have done, in the order of the choice: whatever there are words for. */
export const ACTION_KINDS = Object.keys(audit.action) as (keyof typeof audit.action & ActionKind)[];

/** Events stand in the order of their chain alone: one way or the other. */
export const SORTS = ['at', 'kind', 'actor'] as const;
export type Sort = (typeof SORTS)[number];

export interface Criteria {
  readonly view: View;
  readonly search: string;
  /** Of events or of actions; `all` for every kind. */
  readonly kind: string;
  /** Who did it; empty for everybody. */
  readonly actor: string;
  readonly time: TimeRange;
  readonly sort: Sort;
  readonly descending: boolean;
}

export const EVERYTHING: Criteria = {
  ...{ view: 'actions', search: '', kind: 'all', actor: '', time: ALWAYS, sort: 'at', descending: true },
};

/** What narrows; the view and the order do not. */
export const CHIPS = ['time', 'actor', 'kind'] as const;
export type ChipName = (typeof CHIPS)[number];

export const chipsOf = (criteria: Criteria): ChipName[] =>
  CHIPS.filter((chip) => (chip === 'time' ? !isAlways(criteria.time) : criteria[chip] !== EVERYTHING[chip]));

/** Whether anything is kept out of the list. */
export const isNarrowed = (criteria: Criteria): boolean =>
  criteria.search.trim() !== '' || chipsOf(criteria).length > 0;

/** Reads an address's query; what is none of ours, or says nothing sensible, narrows nothing. */
export function criteriaOf(query: Readonly<Record<string, string>>): Criteria {
  const view = VIEWS.find((each) => each === query.view) ?? 'actions';
  const [, ascending, name] = /^(-?)([a-z]+)$/.exec(query.sort ?? '') ?? [];
  const sort = SORTS.find((each) => each === name) ?? 'at';
  const isSorted = name === sort && (view === 'actions' || sort === 'at');
  return {
    ...{
      view,
      search: query.q ?? '',
      kind: query.kind || 'all',
      actor: query.who ?? '',
      time: rangeOf(query),
    },
    sort: isSorted ? sort : 'at',
    descending: !(isSorted && ascending === ''),
  };
}

/** Writes them as an address's query; the inverse of `criteriaOf`. */
export function queryOf({
  view,
  search,
  kind,
  actor,
  time,
  sort,
  descending,
}: Criteria): Record<string, string> {
  const isUsual = sort === 'at' && descending;
  const all = {
    view: view === 'actions' ? '' : view,
    q: search,
    kind: kind === 'all' ? '' : kind,
    who: actor,
    ...queryOfRange(time),
    sort: isUsual ? '' : `${descending ? '-' : ''}${sort}`,
  };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== ''));
}

export const sameCriteria = (a: Criteria, b: Criteria): boolean =>
  JSON.stringify(queryOf(a)) === JSON.stringify(queryOf(b));

/** As the calls take it: what narrows nothing is left out. @param now epoch milliseconds */
export function filterOf({ search, actor, time }: Criteria, now: number) {
  const [words, who] = [search.trim(), actor];
  return {
    ...(words === '' ? {} : { search: words }),
    ...(who === '' ? {} : { by: who }),
    ...spanOf(time, now),
  };
}

/** Stands by that column; by the same one, the other way. Time begins with the newest, names with the first. */
export function sortedBy(criteria: Criteria, sort: Sort): Criteria {
  const descending = criteria.sort === sort ? !criteria.descending : sort === 'at';
  return { ...criteria, sort, descending };
}
