// Ranges as npm writes them (`^1.2 || ~2.3.4 <2.5`), spelt out into plain bounds as node-semver spells them out, and read by order alone:
// npm's rule that a range without prereleases holds none is a choice of what to install and says nothing about what is affected.
// Loose spellings are no ranges. Called by native-range.ts.
// Source: decision 056.
import { versionOf } from './compare.ts';
import { type Comparator, type Constraint, holds, MAX_RANGE_CHARS } from './constraints.ts';
import { isDigits, nextNumber } from './schemes/rules.ts';

/** Whether a shortened bound begins with the prereleases of what it stands for, as node-semver does when asked to include them. */
export interface NpmReading {
  readonly prereleases: boolean;
}

/** A version of which only the front may be given; what is left out, or `x`, is null. */
interface Partial {
  readonly numbers: readonly (string | null)[];
  /** With its hyphen; empty for a release. */
  readonly prerelease: string;
}

type Bound = readonly [Comparator, string];

const PARTIAL =
  /^v?(x|X|\*|0|[1-9][0-9]*)(?:\.(x|X|\*|0|[1-9][0-9]*)(?:\.(x|X|\*|0|[1-9][0-9]*)(-[0-9A-Za-z.-]+)?(?:\+[0-9A-Za-z.-]+)?)?)?(?:\+[0-9A-Za-z.-]+)?$/;
const OPERATOR = /^(?:~>|[~^]|[<>]=?|=)?/;
const OPERATORS: ReadonlySet<string> = new Set(['~>', '~', '^', '<', '<=', '>', '>=', '=']);
/** Nothing is before it. */
const NEVER: Bound = ['<', '0.0.0-0'];

/**
 * The chains of bounds that a range stands for; an empty chain holds every version.
 * @returns null for what is no range
 */
export function npmChains(range: string, reading: NpmReading): Constraint[][] | null {
  if (range.length > MAX_RANGE_CHARS) return null;
  const chains: Constraint[][] = [];
  for (const alternative of range.split('||')) {
    const bounds = boundsOf(alternative, reading);
    const chain = bounds?.map(constraintOf) ?? null;
    if (chain === null || chain.includes(null)) return null;
    chains.push(withoutNeedless(chain as Constraint[], reading));
  }
  return chains;
}

function constraintOf([comparator, text]: Bound): Constraint | null {
  const version = versionOf('semver', text);
  return version === null ? null : { comparator, version };
}

/** Without bounds that hold for everything, and each bound once; one that nothing fulfils stands alone. */
function withoutNeedless(chain: readonly Constraint[], { prereleases }: NpmReading): Constraint[] {
  const lowest = prereleases ? '0.0.0-0' : '0.0.0';
  const written = new Map<string, Constraint>();
  for (const constraint of chain) {
    if (constraint.comparator === '>=' && constraint.version.text === lowest) continue;
    written.set(constraint.comparator + constraint.version.text, constraint);
  }
  const never = written.get(NEVER.join(''));
  return never === undefined ? [...written.values()] : [never];
}

/** @returns whether the version is in the range; null where one of them is none */
export function inNpmRange(range: string, version: string, reading: NpmReading): boolean | null {
  const tested = versionOf('semver', version);
  const chains = npmChains(range, reading);
  if (tested === null || chains === null) return null;
  return chains.some((chain) => chain.every((constraint) => holds(constraint, tested)));
}

function boundsOf(alternative: string, reading: NpmReading): Bound[] | null {
  const words = alternative.split(/\s/).filter((word) => word !== '');
  if (words.length === 3 && words[1] === '-') return hyphenated(words[0] ?? '', words[2] ?? '', reading);
  const bounds: Bound[] = [];
  let operator = '';
  for (const [at, word] of words.entries()) {
    const signs = OPERATOR.exec(word)?.[0] ?? '';
    if (signs !== '' && operator !== '') return null;
    operator = signs || operator;
    if (word === signs && at < words.length - 1) continue;
    const spelt = spellOut(operator, partialOf(word.slice(signs.length)), reading);
    if (spelt === null) return null;
    bounds.push(...spelt);
    operator = '';
  }
  return bounds;
}

function partialOf(text: string): Partial | null {
  if (text === '') return { numbers: [null, null, null], prerelease: '' };
  const found = PARTIAL.exec(text);
  if (found === null) return null;
  const numbers = found.slice(1, 4).map((part) => (part !== undefined && isDigits(part) ? part : null));
  const first = numbers.indexOf(null);
  const isGap = first >= 0 && numbers.slice(first).some((number) => number !== null);
  return isGap ? null : { numbers, prerelease: first < 0 ? (found[4] ?? '') : '' };
}

const isWhole = ({ numbers }: Partial): boolean => !numbers.includes(null);

/** With zeros for what is left out. */
const lowest = ({ numbers, prerelease }: Partial, ending: string): string =>
  numbers.map((number) => number ?? '0').join('.') + (prerelease || ending);

/** The version after all that share the numbers up to a place, and before its own prereleases where these are not within. */
function after({ numbers }: Partial, place: number): string {
  const up = numbers.map((number, at) => {
    if (at === place) return nextNumber(number ?? '0');
    return at < place ? (number ?? '0') : '0';
  });
  return up.join('.');
}

/** The last place that is given; -1 for none. */
const lastPlace = ({ numbers }: Partial): number => numbers.filter((number) => number !== null).length - 1;

function spellOut(operator: string, version: Partial | null, reading: NpmReading): Bound[] | null {
  if (version === null || (operator !== '' && !OPERATORS.has(operator))) return null;
  const place = lastPlace(version);
  const ending = !isWhole(version) && reading.prereleases ? '-0' : '';
  if (operator === '^' || operator.startsWith('~')) {
    if (place < 0) return [];
    const upTo = operator === '^' ? caretPlace(version) : Math.min(place, 1);
    return [
      ['>=', lowest(version, ending)],
      ['<', `${after(version, upTo)}-0`],
    ];
  }
  if (operator === '' || operator === '=') {
    if (isWhole(version)) return [['=', lowest(version, '')]];
    return place < 0
      ? []
      : [
          ['>=', lowest(version, ending)],
          ['<', `${after(version, place)}-0`],
        ];
  }
  return compared(operator as '<' | '<=' | '>' | '>=', version, ending);
}

/** The first number that is not zero, or else the last that is given. */
function caretPlace(version: Partial): number {
  const first = version.numbers.findIndex((number) => number !== null && number !== '0');
  const place = lastPlace(version);
  return first < 0 || first > place ? place : first;
}

function compared(operator: '<' | '<=' | '>' | '>=', version: Partial, ending: string): Bound[] {
  if (isWhole(version)) return [[operator, lowest(version, '')]];
  const place = lastPlace(version);
  if (place < 0) return operator === '<' || operator === '>' ? [NEVER] : [];
  switch (operator) {
    case '>':
      return [['>=', after(version, place) + ending]];
    case '>=':
      return [['>=', lowest(version, ending)]];
    case '<':
      return [['<', lowest(version, '-0')]];
    case '<=':
      return [['<', `${after(version, place)}-0`]];
  }
}

function hyphenated(from: string, to: string, { prereleases }: NpmReading): Bound[] | null {
  const [low, high] = [partialOf(from), partialOf(to)];
  if (low === null || high === null) return null;
  const bounds: Bound[] = [];
  if (lastPlace(low) >= 0) bounds.push(['>=', lowest(low, prereleases ? '-0' : '')]);
  const place = lastPlace(high);
  if (place < 0) return bounds;
  if (!isWhole(high) || (prereleases && high.prerelease === ''))
    bounds.push(['<', `${after(high, place)}-0`]);
  else bounds.push(['<=', lowest(high, '')]);
  return bounds;
}

/** The range as node-semver writes it, for those who compare. */
export function writeNpmRange(range: string, reading: NpmReading): string | null {
  const chains = npmChains(range, reading);
  if (chains === null) return null;
  const written = chains.map((chain) => chain.map(writeConstraint).join(' ') || '*');
  if (written.includes('*')) return '*';
  const possible = written.filter((chain) => chain !== NEVER.join(''));
  return (possible.length > 0 ? possible : written.slice(0, 1)).join('||');
}

const writeConstraint = ({ comparator, version }: Constraint): string =>
  (comparator === '=' ? '' : comparator) + version.text;
