// Ranges of versions as vendors of devices write them into VERS or prose: `vers:all/<V3.1.4`, `vers:generic/>=2.9|<=4.1`, `<V3.1.4`, `All versions < V3.1.4`.
// Their versions are dotted numbers with a V before them. What is not understood stays as it is, and nobody can tell whether a version is in it. Pure; linear.
// Called by csaf-products.ts. Source: structure S5; reference evidence-identity, 5.
import { compare } from '../versions/compare.ts';

const ALL = /^(?:vers:(?:all|generic|intdot)\/\*|all(?: versions)?|\*|-)$/i;
/** Types that name no scheme of an ecosystem. */
const LOOSE = /^vers:(?:all|generic|intdot|unknown|semver)\/(.{1,2000})$/i;
const BEFORE = /^(?:all )?versions? (?:prior to|before|earlier than) (v?\d[\w.]{0,60})$/i;
const BOUNDS =
  /^(?:all )?(?:versions? )?((?:[<>]=?|=) ?v?\d[\w.]{0,60}(?:(?: ?[|,&] ?| and )(?:[<>]=?|=) ?v?\d[\w.]{0,60}){0,8})$/i;

/** @returns a range in VERS; null where every version is meant */
export function versionRangeOf(text: string | null): string | null {
  if (text === null || ALL.test(text.trim())) return null;
  const given = text.trim();
  const before = BEFORE.exec(given)?.[1];
  const listed = before === undefined ? (LOOSE.exec(given)?.[1] ?? BOUNDS.exec(given)?.[1]) : `<${before}`;
  return (listed === undefined ? null : dottedRange(listed)) ?? given;
}

/** @returns null where one of the versions is no row of numbers */
function dottedRange(listed: string): string | null {
  const bounds = listed
    .split(/[|,&]| and /)
    .map((one) => /^\s*([<>]=?|!?=)?\s*v?(\d+(?:\.\d+)*)\s*$/i.exec(one))
    .map((found) => found && { sign: found[1] === '=' ? '' : (found[1] ?? ''), version: found[2] ?? '' });
  if (bounds.includes(null)) return null;
  const sorted = (bounds as { sign: string; version: string }[]).toSorted(
    (a, b) => compare('intdot', a.version, b.version) ?? 0,
  );
  return `vers:intdot/${sorted.map(({ sign, version }) => sign + version).join('|')}`;
}
