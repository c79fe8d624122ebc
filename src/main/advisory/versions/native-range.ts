// Ranges in the notations of ecosystems, turned into VERS: npm, Conan, RubyGems, NuGet, PyPI, nginx, OpenSSL. A notation that is not
// understood whole gives null. Called by importers whose documents carry such ranges.
// Source: advisory, Deterministic tools; decision 056.
import { versionOf } from './compare.ts';
import { type Comparator, type Constraint, chainOf, MAX_RANGE_CHARS } from './constraints.ts';
import { npmChains } from './npm-range.ts';
import { type Scheme, schemeOfVersType } from './scheme.ts';
import { nextNumber } from './schemes/rules.ts';
import { writeVers } from './vers.ts';

type Bound = readonly [Comparator, string];
type Notation = (text: string) => readonly Bound[] | 'all' | null;

/**
 * @param type of VERS
 * @param native as the ecosystem writes it
 * @returns null where the notation or the range is not understood
 * @example versOfNative('npm', '^1.1.7 || >= 2.0.1') // 'vers:npm/>=1.1.7|<2.0.0|>=2.0.1'
 */
export function versOfNative(type: string, native: string): string | null {
  const scheme = schemeOfVersType(type);
  const bounds = native.length > MAX_RANGE_CHARS ? null : (NOTATIONS.get(type)?.(native) ?? null);
  if (scheme === null || bounds === null) return null;
  if (bounds === 'all') return `vers:${type}/*`;
  const constraints = bounds.map(([comparator, text]) => constraintOf(scheme, comparator, text));
  return constraints.includes(null) ? null : writeVers(type, constraints as Constraint[]);
}

function constraintOf(scheme: Scheme, comparator: Comparator, text: string): Constraint | null {
  const version = versionOf(scheme, text);
  return version === null ? null : { comparator, version };
}

const npm: Notation = (text) => {
  const chains = npmChains(text, { prereleases: false });
  if (chains === null || chains.some((chain) => chain.length === 0)) return chains && 'all';
  return chains.flatMap((chain) =>
    chain.map(({ comparator, version }) => [comparator, withoutPrefix(withoutLowest(version.text))] as const),
  );
};

/** npm keeps the prereleases of a bound out with an ending that VERS does not need. */
const withoutLowest = (text: string): string => (text.endsWith('-0') ? text.slice(0, -2) : text);
const withoutPrefix = (text: string): string => (text.startsWith('v') ? text.slice(1) : text);

const pypi: Notation = (text) =>
  chainOf('pypi', text)?.map(({ comparator, version }) => [comparator, version.text] as const) ?? null;

const listed: Notation = (text) => text.split(',').map((version) => ['=', version.trim()] as const);

/** `[1.0.0, 2.0.0)`; a version alone is the least that is wanted. */
const nuget: Notation = (text) => {
  const range = text.trim();
  const [opening, closing] = [range.at(0) ?? '', range.at(-1) ?? ''];
  if (!/^[[(]$/.test(opening)) return range === '' ? null : [['>=', range]];
  if (!/^[\])]$/.test(closing)) return null;
  const ends = range.slice(1, -1).split(',');
  const [low = '', high] = ends.map((end) => end.trim());
  if (high === undefined) return opening === '[' && closing === ']' ? [['=', low]] : null;
  if (ends.length > 2) return null;
  return [
    ...(low === '' ? [] : [[opening === '[' ? '>=' : '>', low] as const]),
    ...(high === '' ? [] : [[closing === ']' ? '<=' : '<', high] as const]),
  ];
};

/** The number before the last goes up, where there are two. */
const gem: Notation = (text) => {
  const bounds: Bound[] = [];
  for (const part of text.split(',')) {
    const written = part.trim();
    if (!written.startsWith('~>')) {
      const chain = chainOf('gem', written);
      if (chain === null) return null;
      bounds.push(...chain.map(({ comparator, version }) => [comparator, version.text] as const));
      continue;
    }
    const version = written.slice(2).trim();
    const numbers = /^[0-9]+(?:\.[0-9]+)*/.exec(version)?.[0].split('.') ?? [];
    const upper = upperBound(numbers, Math.max(numbers.length - 2, 0));
    bounds.push(['>=', version], ['<', upper]);
  }
  return bounds;
};

const upperBound = (numbers: readonly string[], place: number): string =>
  [...numbers.slice(0, place), nextNumber(numbers[place] ?? '0')].join('.');

/** Versions, spans, and a version with all later ones of its branch; the branch with an odd number has no end. */
const nginx: Notation = (text) => {
  const bounds: Bound[] = [];
  for (const part of text.split(',')) {
    const [, from = '', to, plus] = /^([0-9.]+)(?:-([0-9.]+)|(\+))?$/.exec(part.trim()) ?? [];
    const [major = '', minor = '0'] = from.split('.');
    if (from === '') return null;
    if (to !== undefined) bounds.push(['>=', from], ['<=', to]);
    else if (plus === undefined) bounds.push(['=', from]);
    else {
      bounds.push(['>=', from]);
      if (/[02468]$/.test(minor)) bounds.push(['<', `${major}.${nextNumber(minor)}.0`]);
    }
  }
  return bounds;
};

/** Words between blanks; a hyphen at the end of a bound, or an option behind a comma, asks for prereleases and says nothing here. */
const conan: Notation = (text) => {
  const bounds: Bound[] = [];
  const [chains = ''] = text.split(',', 1);
  for (const word of chains.split(/\s|\|\|/)) {
    if (word === '') continue;
    const spelt = conanBounds(word.endsWith('-') ? word.slice(0, -1) : word);
    if (spelt === null) return null;
    bounds.push(...spelt);
  }
  return bounds.length > 0 ? bounds : [ANY_CONAN];
};

const ANY_CONAN: Bound = ['>=', '0.0.0'];

function conanBounds(word: string): readonly Bound[] | null {
  if (word === '*') return [ANY_CONAN];
  const [, signs = '', version = ''] = /^(~|\^|[<>]=?|=)?(.+)$/.exec(word) ?? [];
  if (version === '') return null;
  if (signs !== '~' && signs !== '^') return [[(signs || '=') as Comparator, version]];
  const numbers = /^[0-9]+(?:\.[0-9]+)*/.exec(version)?.[0].split('.');
  if (numbers === undefined) return null;
  const first = numbers.findIndex((number) => /[1-9]/.test(number));
  const place = signs === '~' ? Math.min(numbers.length - 1, 1) : first < 0 ? numbers.length - 1 : first;
  return [
    ['>=', version],
    ['<', `${upperBound(numbers, place)}-`],
  ];
}

const NOTATIONS: ReadonlyMap<string, Notation> = new Map([
  ['npm', npm],
  ['pypi', pypi],
  ['openssl', listed],
  ['nuget', nuget],
  ['gem', gem],
  ['nginx', nginx],
  ['conan', conan],
]);
