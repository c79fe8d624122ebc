// How the operator looks at a dimension: which facts, at which moment, with which other dimension over it. As the address has it, so that
// a link shows the same and the back button takes it back, and as the core is asked for it. Nothing of it is kept elsewhere. Pure.
import type { Source } from '../../../../../shared/model/graph.ts';
import type { FactFilter } from '../../../../../shared/model/memory/fact-filter.ts';

/** Most trusted first, as the core has them (its own list brings schemas along, which stay out of the page). */
export const SOURCES = [
  'operator',
  'gutask',
  'inferred',
  'cloud_llm',
  'festinger',
] as const satisfies Source[];

/** How sure, by the confidence it is held to: at least so much, or less than so much. */
export const SURENESS = {
  '90': { sureFrom: 0.9 },
  '70': { sureFrom: 0.7 },
  'under-70': { sureBelow: 0.7 },
  'under-50': { sureBelow: 0.5 },
} as const;
export type Sureness = keyof typeof SURENESS;

/** When it was last confirmed: within so many days, or not for so many. */
export const AGES = {
  day: { within: 1 },
  week: { within: 7 },
  month: { within: 30 },
  'older-month': { beyond: 30 },
  'older-half-year': { beyond: 180 },
} as const;
export type Age = keyof typeof AGES;

const DAY_MS = 86_400_000;

export interface Narrowing {
  /** Who said it; empty for anybody. */
  readonly sources: readonly Source[];
  /** Trusted as this one or more. */
  readonly trust: Source | null;
  readonly sure: Sureness | null;
  readonly age: Age | null;
  readonly flavour: 'isa' | 'ispart' | null;
  readonly contested: boolean;
}

export interface Looks extends Narrowing {
  /** A moment, epoch milliseconds; null for now. */
  readonly at: number | null;
  /** A second dimension over the first. */
  readonly over: string | null;
}

export const EVERYTHING: Narrowing = {
  ...{ sources: [], trust: null, sure: null, age: null, flavour: null, contested: false },
};

export const CHIPS = ['sources', 'trust', 'sure', 'age', 'flavour', 'contested'] as const;
export type ChipName = (typeof CHIPS)[number];

export const chipsOf = (looks: Narrowing): ChipName[] =>
  CHIPS.filter((chip) => (chip === 'sources' ? looks.sources.length > 0 : Boolean(looks[chip])));

const KEYS = ['src', 'trust', 'sure', 'age', 'flavour', 'contested', 'at', 'over'] as const;

type Query = Readonly<Record<string, string>>;

const oneOf = <T extends string>(all: readonly T[], value: string | undefined): T | null =>
  all.find((each) => each === value) ?? null;
const keysOf = <T extends string>(table: Readonly<Record<T, unknown>>): T[] => Object.keys(table) as T[];

/** Reads an address's query; what is none of ours, or says nothing sensible, narrows nothing. */
export function looksOf(query: Query): Looks {
  const said = (query.src ?? '').split(',');
  const at = Number(query.at ?? '');
  return {
    sources: SOURCES.filter((source) => said.includes(source)),
    trust: oneOf(SOURCES, query.trust),
    sure: oneOf(keysOf(SURENESS), query.sure),
    age: oneOf(keysOf(AGES), query.age),
    flavour: oneOf(['isa', 'ispart'], query.flavour),
    contested: query.contested === 'yes',
    at: Number.isSafeInteger(at) && at > 0 ? at : null,
    over: query.over || null,
  };
}

/** Writes them as an address's query, empty where they say nothing; the inverse of `looksOf`. */
export function queryOfLooks(looks: Looks): Record<(typeof KEYS)[number], string> {
  return {
    src: looks.sources.join(','),
    trust: looks.trust ?? '',
    sure: looks.sure ?? '',
    age: looks.age ?? '',
    flavour: looks.flavour ?? '',
    contested: looks.contested ? 'yes' : '',
    at: looks.at === null ? '' : String(looks.at),
    over: looks.over ?? '',
  };
}

/** What of a query says how one looks: what goes along from one concept to the next. */
export const looksIn = (query: Query): Record<string, string> =>
  Object.fromEntries(KEYS.flatMap((key) => (query[key] ? [[key, query[key]]] : [])));

/** Two queries that look the same way have the same one. */
export const sameLooks = (query: Query): string => new URLSearchParams(looksIn(query)).toString();

/** The filter as the core takes it; undefined where everything is let through. @param now epoch milliseconds */
export function filterOf(looks: Narrowing, now: number): FactFilter | undefined {
  if (chipsOf(looks).length === 0) return undefined;
  const age: { readonly within?: number; readonly beyond?: number } = looks.age ? AGES[looks.age] : {};
  return {
    ...(looks.sources.length > 0 ? { sources: [...looks.sources] } : {}),
    ...(looks.trust ? { trustedAs: looks.trust } : {}),
    ...(looks.sure ? SURENESS[looks.sure] : {}),
    ...(age.within === undefined ? {} : { confirmedFrom: now - age.within * DAY_MS }),
    ...(age.beyond === undefined ? {} : { confirmedBefore: now - age.beyond * DAY_MS }),
    ...(looks.flavour ? { isIsa: looks.flavour === 'isa' } : {}),
    ...(looks.contested ? { contested: true as const } : {}),
  };
}
