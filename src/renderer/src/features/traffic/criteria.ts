// What the list is narrowed to: as the address has it, as the core is asked for it, and as chips. Pure. The address is
// where it lives, so that a link shows the same list and the back button widens it again.
import type { RouteKind, TrafficRow } from '../../../../shared/model/traffic.ts';
import type { TrafficFilter } from '../../../../shared/traffic-filter.ts';
import {
  ALWAYS,
  isAlways,
  queryOfRange,
  rangeOf,
  spanOf,
  type TimeRange,
} from '../../ui/filters/time-range.ts';

export const STATES = ['all', 'running', 'done', 'failed', 'aborted'] as const;

/** Everything but `other` carries prompts. As a record, so that none can be forgotten. */
const ROUTE: Readonly<Record<RouteKind, true>> = {
  chat: true,
  generate: true,
  openai_chat: true,
  openai_completions: true,
  openai_responses: true,
  anthropic_messages: true,
  other: true,
};
export const ROUTES = Object.keys(ROUTE) as RouteKind[];

/** Milliseconds. */
export const SLOWER = [500, 1000, 2000, 5000, 10_000, 30_000, 60_000] as const;

export interface Criteria {
  readonly search: string;
  /** When it began. */
  readonly time: TimeRange;
  readonly state: TrafficRow['state'] | null;
  readonly client: string | null;
  readonly model: string | null;
  readonly upstream: string | null;
  readonly route: RouteKind | null;
  readonly conversation: string | null;
  /** True: only where a recollection was added; false: only where none was. */
  readonly recalled: boolean | null;
  readonly loops: boolean;
  readonly pinned: boolean;
  readonly slowerThanMs: number | null;
}

export const EVERYTHING: Criteria = {
  search: '',
  time: ALWAYS,
  state: null,
  client: null,
  model: null,
  upstream: null,
  route: null,
  conversation: null,
  recalled: null,
  loops: false,
  pinned: false,
  slowerThanMs: null,
};

const YES = 'yes';
const NO = 'no';

function oneOf<T extends string>(known: readonly T[], text: string | undefined): T | null {
  return known.find((each) => each === text) ?? null;
}

const name = (text: string | undefined): string | null => (text ? text : null);

/** Reads an address's query; what is none of ours, or says nothing sensible, narrows nothing. */
export function criteriaOf(query: Readonly<Record<string, string>>): Criteria {
  const slower = Number(query.slower);
  const state = oneOf(STATES, query.state);
  return {
    search: query.q ?? '',
    time: rangeOf(query),
    state: state === 'all' ? null : state,
    client: name(query.client),
    model: name(query.model),
    upstream: name(query.upstream),
    route: oneOf(ROUTES, query.route),
    conversation: name(query.conversation),
    recalled: query.recalled === YES ? true : query.recalled === NO ? false : null,
    loops: query.loops === YES,
    pinned: query.pinned === YES,
    slowerThanMs: Number.isFinite(slower) && slower > 0 ? slower : null,
  };
}

/** Writes them as an address's query; the inverse of `criteriaOf`. */
export function queryOf(criteria: Criteria): Record<string, string> {
  const { recalled, slowerThanMs } = criteria;
  const all = {
    q: criteria.search,
    state: criteria.state ?? '',
    client: criteria.client ?? '',
    model: criteria.model ?? '',
    upstream: criteria.upstream ?? '',
    route: criteria.route ?? '',
    conversation: criteria.conversation ?? '',
    recalled: recalled === null ? '' : recalled ? YES : NO,
    loops: criteria.loops ? YES : '',
    pinned: criteria.pinned ? YES : '',
    slower: slowerThanMs === null ? '' : String(slowerThanMs),
    ...queryOfRange(criteria.time),
  };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== ''));
}

/** As the contract's calls take it: what narrows nothing is left out. @param now epoch milliseconds */
export function filterOf(criteria: Criteria, now: number): TrafficFilter {
  const { search, time, recalled, loops, pinned, ...names } = criteria;
  const said = Object.entries(names).filter(([, value]) => value !== null);
  return {
    ...(search.trim() === '' ? {} : { search: search.trim() }),
    ...(Object.fromEntries(said) as TrafficFilter),
    ...spanOf(time, now),
    ...(recalled === null ? {} : { injected: recalled }),
    ...(loops ? { loop: true } : {}),
    ...(pinned ? { pinned: true } : {}),
  };
}

export const sameCriteria = (a: Criteria, b: Criteria): boolean =>
  JSON.stringify(queryOf(a)) === JSON.stringify(queryOf(b));

/** What stands as a chip: the search and the state have places of their own. */
export const CHIPS = [
  'time',
  'client',
  'model',
  'upstream',
  'route',
  'conversation',
  'recalled',
  'loops',
  'pinned',
  'slowerThanMs',
] as const;
export type ChipName = (typeof CHIPS)[number];

export const chipsOf = (criteria: Criteria): ChipName[] =>
  CHIPS.filter((chip) => (chip === 'time' ? !isAlways(criteria.time) : criteria[chip] !== EVERYTHING[chip]));

/** The criteria without one of them. */
export const without = (criteria: Criteria, chip: ChipName): Criteria => ({
  ...criteria,
  [chip]: EVERYTHING[chip],
});
