// Constraints in a chain, all of which must hold: `>=1.2, <2, !=1.5`, with commas, blanks or both between them; `||` begins another
// chain. Compared by order alone, without npm's rule about prereleases. What is not understood leaves the answer unknown.
// Called by contains.ts.
// Source: advisory, Deterministic tools.
import { orderVersions, type Version, versionOf } from './compare.ts';
import type { Scheme } from './scheme.ts';
import type { Order } from './schemes/rules.ts';

export type Comparator = '=' | '!=' | '<' | '<=' | '>' | '>=';

export interface Constraint {
  readonly comparator: Comparator;
  readonly version: Version;
}

const HOLDS: { readonly [C in Comparator]: (order: Order) => boolean } = {
  '=': (order) => order === 0,
  '!=': (order) => order !== 0,
  '<': (order) => order < 0,
  '<=': (order) => order <= 0,
  '>': (order) => order > 0,
  '>=': (order) => order >= 0,
};

/** Longer texts are no constraints. */
export const MAX_RANGE_CHARS = 65_536;
/** In the way others write them: dpkg's `<<` and `>>`, the `==` of Python. */
const SPELLINGS: ReadonlyMap<string, Comparator> = new Map([
  ...(Object.keys(HOLDS) as Comparator[]).map((comparator) => [comparator, comparator] as const),
  ['==', '='],
  ['<<', '<'],
  ['>>', '>'],
]);

export const holds = ({ comparator, version }: Constraint, tested: Version): boolean =>
  HOLDS[comparator](orderVersions(tested, version));

/**
 * @param text one chain, without `||`
 * @returns null where a part of it is no constraint of the scheme
 * @example chainOf('pypi', '>=1.2, <2, !=1.5')
 */
export function chainOf(scheme: Scheme, text: string): Constraint[] | null {
  const chain: Constraint[] = [];
  let comparator: Comparator | null = null;
  for (const word of text.split(/[\s,]/)) {
    if (word === '') continue;
    const signs = /^[<>=!]*/.exec(word)?.[0] ?? '';
    if (signs !== '') {
      if (comparator !== null) return null;
      comparator = SPELLINGS.get(signs) ?? null;
      if (comparator === null) return null;
    }
    const rest = word.slice(signs.length);
    if (rest === '') continue;
    const version = versionOf(scheme, rest);
    if (version === null) return null;
    chain.push({ comparator: comparator ?? '=', version });
    comparator = null;
  }
  return comparator !== null || chain.length === 0 ? null : chain;
}

/** @returns whether the version fulfils a chain; null where the chains, the version or the scheme are not understood */
export function fulfils(scheme: Scheme | null, text: string, version: string): boolean | null {
  const tested = versionOf(scheme, version);
  if (tested === null || text.length > MAX_RANGE_CHARS) return null;
  if (text.trim() === '*') return true;
  const chains = text.split('||').map((chain) => chainOf(tested.scheme, chain));
  if (chains.includes(null)) return null;
  return chains.some((chain) => chain?.every((constraint) => holds(constraint, tested)));
}
