// Whether a version that a remediation leads to is one: at or above what mends it, and in no range that is affected, by the comparator of its ecosystem. What nobody can
// compare is unknown. Pure. Called by judge-answer.ts. Source: advisory, Guardrails, Deterministic tools.
import type { FixedParts } from '../cite/fixed-claims.ts';
import { plainSigns } from '../cite/plain-signs.ts';
import type { RemediationParts } from '../cite/remediation.ts';
import type { StatusParts } from '../claims/status-claims.ts';
import type { CitedSource } from '../context/prompt-of.ts';
import { type Remedy, schemeOfKey } from '../context/remedies.ts';
import type { ContextPack } from '../retrieval/pack-shape.ts';
import { compare } from '../versions/compare.ts';
import { contains } from '../versions/contains.ts';
import type { Scheme } from '../versions/scheme.ts';

/** What the name of a finding's source begins with. */
export const FINDING_SOURCE = 'festinger:finding/';

/** For the sources of a prompt. Every source a sentence cites has to agree: a sentence about two packages is none that can be judged. */
export function remedyJudge(
  pack: ContextPack,
  sources: readonly CitedSource[],
  remedies: readonly Remedy[],
): RemediationParts & FixedParts & StatusParts {
  const bySource = new Map(remedies.map((one) => [one.sourceId, one]));
  const byNumber = new Map(
    sources.flatMap(({ n, sourceId }) => {
      const remedy = bySource.get(sourceId) ?? ofFinding(pack, sourceId, bySource);
      return remedy === null ? [] : [[n, remedy] as const];
    }),
  );
  const kinds = new Map(sources.map(({ n, sourceId }) => [n, byNumber.get(n)?.kind ?? sourceId]));
  const citedOf = (cited: readonly number[]): readonly Remedy[] =>
    cited.flatMap((n) => byNumber.get(n) ?? []);
  const isAbove = (version: string, some: readonly Remedy[]) =>
    all(some.filter(({ fixes }) => fixes.length > 0).map((one) => isAtOrAbove(version, one)));
  const isAffected = (version: string, some: readonly Remedy[]) =>
    any(some.flatMap(({ scheme, affected }) => affected.map((one) => isWithin(scheme, one, version))));
  const fixes = fixesIn(pack, remedies);
  const texts = new Map(
    sources.map(({ n, sourceId, content }) => [n, plainSigns(`${sourceId}\n${content}`).toLowerCase()]),
  );
  const computed = sources.filter(({ sourceId }) => sourceId.startsWith(COMPUTED)).map(({ n }) => n);
  return {
    kindOf: (n) => kinds.get(n),
    comparesAtOrAbove: (version, cited) => isAbove(version, citedOf(cited)),
    liesInAffectedRange: (version, cited) => isAffected(version, citedOf(cited)),
    // What was computed names what lists of components hold, whichever finding is cited.
    isNamed: (name, cited) =>
      [...cited, ...computed].some((n) => texts.get(n)?.includes(name.toLowerCase()) ?? false),
    isDisputed: isDisputed(pack),
    compares: (one, other, cited) => {
      const orders = citedOf(cited).map(({ scheme }) => compare(scheme, unled(one), unled(other)));
      return orders.find((order) => order !== null) ?? null;
    },
    isFix: (version) => fixes.has(unled(version)),
    isBad: (version, cited) => {
      const own = citedOf(cited);
      const some = own.length > 0 ? own : remedies;
      const isBelow = own.length > 0 && isAbove(version, own) === false;
      return isBelow ? true : isAffected(version, some);
    },
  };
}

/** Every version that somebody calls a fix, without a `v`. */
const fixesIn = ({ findings }: ContextPack, remedies: readonly Remedy[]): ReadonlySet<string> =>
  new Set(
    [
      ...remedies.flatMap((one) => one.fixes),
      ...findings.flatMap(({ fixed_in: fix, statements }) => [
        ...(fix === null ? [] : [fix]),
        ...statements.flatMap((one) => one.fixes),
      ]),
    ].map(unled),
  );

const GOOD: ReadonlySet<string> = new Set(['fixed', 'not_affected']);
const isDisputed = ({ findings }: ContextPack): boolean =>
  findings.some(
    ({ status, statements }) => GOOD.has(status) || statements.some(({ says }) => GOOD.has(says)),
  );

/** What the names of all that was computed begin with. */
const COMPUTED = 'festinger:';

/** A version without the `v` that people write in front of it. */
const unled = (version: string): string => version.toLowerCase().replace(/^v(?=\d)/, '');

/** What was computed of a finding is the word of the program: it names the fix, or that there is none. */
function ofFinding(
  { findings }: ContextPack,
  sourceId: string,
  bySource: ReadonlyMap<string, Remedy>,
): Remedy | null {
  const finding = sourceId.startsWith(FINDING_SOURCE)
    ? findings.find(({ key }) => sourceId === FINDING_SOURCE + key)
    : undefined;
  if (finding === undefined) return null;
  const entries = finding.statements.flatMap((one) => bySource.get(one.source_id) ?? []);
  return {
    ...{ sourceId, kind: 'fixed_version', fixes: finding.fixed_in === null ? [] : [finding.fixed_in] },
    scheme: entries.find(({ scheme }) => scheme !== null)?.scheme ?? schemeOfKey(finding.package_key),
    // A distribution's own fix stands whatever range upstream has.
    affected: finding.fixed_by === 'distribution' ? [] : entries.flatMap(({ affected }) => affected),
  };
}

/** At or above one of the versions that mend; of several lines of versions the range tells which count. */
function isAtOrAbove(version: string, { scheme, fixes }: Remedy): boolean | null {
  if (fixes.some((fix) => unled(fix) === unled(version))) return true;
  // Some schemes take `v7` for a word, and words for older than numbers.
  const orders = fixes.map((fix) => compare(scheme, /^v/i.test(fix) ? version : unled(version), fix));
  if (orders.some((order) => order !== null && order >= 0)) return true;
  return orders.includes(null) ? null : false;
}

function isWithin(
  scheme: Scheme | null,
  { ranges, versions }: Remedy['affected'][number],
  said: string,
): boolean | null {
  const isLed =
    versions.some((one) => /^v/i.test(one)) ||
    ranges.some(
      (range) =>
        range.type !== 'VERS' &&
        range.events.some((event) => Object.values(event).some((one) => /^v/i.test(one))),
    );
  const version = isLed ? said : unled(said);
  const osv = ranges.filter((range) => range.type !== 'VERS');
  // What the scheme cannot read is no version that it can: one odd entry of a list makes nobody unsure of the others.
  const isRead = compare(scheme, version, version) !== null;
  const listed = isRead ? versions.filter((one) => compare(scheme, one, one) !== null) : versions;
  const answers = [
    ...(osv.length > 0 || listed.length > 0
      ? [contains(scheme, { kind: 'osv', ranges: osv, versions: listed }, version)]
      : []),
    ...ranges.flatMap((range) =>
      range.type === 'VERS' ? [contains(scheme, { kind: 'vers', text: range.vers }, version)] : [],
    ),
  ];
  // An entry that names no version is about all of them.
  return answers.length === 0 ? true : any(answers);
}

/** Null where there is nothing to hold it against. */
const all = (answers: readonly (boolean | null)[]): boolean | null =>
  answers.includes(false) ? false : answers.length === 0 || answers.includes(null) ? null : true;
const any = (answers: readonly (boolean | null)[]): boolean | null =>
  answers.includes(true) ? true : answers.includes(null) ? null : false;
