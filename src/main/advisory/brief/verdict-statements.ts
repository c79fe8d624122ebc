// Whether the reader is affected, by what, and why where that is not known, as statements. Pure. Called by statements.ts. Source: advisory, How a brief reads.
import { byCodePoint } from '../identity/code-points.ts';
import type { ContextPack, PackFinding } from '../retrieval/pack-shape.ts';
import {
  citesOf,
  componentOf,
  currentOf,
  type FindingGroup,
  fixedVersion,
  isBelowFix,
  isOneVulnerability,
  issuerName,
  productsOf,
  type Standing,
} from './grouped-findings.ts';
import { firstOf, plain, scoreOf } from './plain-words.ts';
import { isOpen } from './remediation-steps.ts';
import { type Cite, FINDINGS_SOURCE, type Sources } from './sources.ts';
import { type Sentence, type Told, told } from './statement.ts';
import {
  AS_FAR_AS,
  unaffectedStatements,
  uncheckedStatements,
  VERDICTS,
  withdrawnSentences,
} from './unaffected-statements.ts';

const UNIMPORTANT = '**You are affected, but your distribution rates it unimportant.**';

const MOST_GROUPS = 6;
const MOST_NAMED = 4;

export function verdictStatements(
  pack: ContextPack,
  groups: readonly FindingGroup[],
  sources: Sources,
): Told[] {
  const [first, ...others] = groups;
  const withdrawn = withdrawnSentences(sources);
  if (first === undefined) return unaffectedStatements(pack, withdrawn, sources);
  // Whoever asked by an id knows which it is.
  const one = isOneVulnerability(pack.findings) && pack.ids.includes(pack.advisory_key);
  const isUnimportant =
    first.standing === 'affected' && pack.findings.filter(isOpen).every(({ unimportant }) => unimportant);
  const sentence = (group: FindingGroup): Sentence => {
    const said = groupSentence(group, pack, sources, one);
    const isSaid = isUnimportant || !one || !group.findings[0].unimportant;
    return isSaid ? said : { ...said, text: `${said.text}; its distribution rates that unimportant` };
  };
  const { text, cites } = sentence(first);
  const unchecked = first.standing === 'safe' ? uncheckedStatements(pack, sources) : [];
  const lead = isUnimportant ? UNIMPORTANT : unchecked.length > 0 ? AS_FAR_AS : VERDICTS[first.standing];
  return [
    ...told('verdict', { text: `${lead} ${text}`, cites }),
    ...withdrawn.flatMap((sentence) => told('withdrawn', sentence)),
    ...others.slice(0, MOST_GROUPS).flatMap((group) => told('affected', sentence(group))),
    ...moreFindings(pack, groups.slice(0, MOST_GROUPS + 1), sources),
    ...unchecked,
  ];
}

function groupSentence(
  { standing, findings }: FindingGroup,
  pack: ContextPack,
  sources: Sources,
  isOne: boolean,
): Sentence {
  const [first] = findings;
  const built = first.source === null ? '' : ` (built from ${plain(first.source)})`;
  const subject = `${componentOf(first)}${built} in ${productsOf(findings)}`;
  const cites = citesOf(findings, sources);
  if (!isOne && standing !== 'safe')
    return {
      text: `${subject} ${HAS[standing]} ${vulnerabilitiesIn(findings)}${standing === 'open' ? doubtIn(first) : ''}`,
      cites,
    };
  switch (standing) {
    case 'affected':
      return {
        text: `${subject} ${affectedBy(first, pack)}`,
        cites: [...cites, ...fixCites(first, sources)],
      };
    case 'review':
      return { text: `${subject} needs your review: ${REVIEWS[first.rule] ?? 'sources disagree'}`, cites };
    case 'open':
      return openSentence(subject, findings, sources);
    case 'safe':
      return safeSentence(subject, findings, sources);
  }
}

const HAS: Readonly<Record<Exclude<Standing, 'safe'>, string>> = {
  affected: 'has',
  review: 'needs your review for',
  open: 'may have',
};

const REVIEWS: Readonly<Record<string, string>> = {
  kev: 'sources disagree, and the vulnerability is known exploited',
  trusted_disagree: 'issuers you trust disagree',
  issuers_disagree: 'sources disagree, and you trust neither side',
  undecided: 'an issuer you trust is still investigating',
};

/** What is said of a fix where no version is named; a fix in an issuer's own words is quoted under what to do. */
const NO_VERSION = [
  [['vendor_fix', 'optional_patch'], ''],
  [['fix_planned'], ', and a fix is being worked on'],
  [['no_fix_planned'], ', and no fix is planned'],
  [['none_available'], ', and there is no fix yet'],
] as const;

function affectedBy(finding: PackFinding, { remedies }: Pick<ContextPack, 'remedies'>): string {
  const { fixed_in: fix, fixed_by: by, statements } = finding;
  if (fix === null) {
    const said = new Set(
      remedies
        .filter(({ source_id: id }) => statements.some((one) => one.source_id === id))
        .map(({ kind }) => kind),
    );
    const [, words] = NO_VERSION.find(([kinds]) => kinds.some((kind) => said.has(kind))) ?? [];
    return `is affected${words ?? ', and no source names a fix'}`;
  }
  const named = by === 'distribution' ? "the distribution's fix" : 'the fix';
  return `${isBelowFix(finding) ? `is below ${named}` : `is affected; ${named} is`} ${fixedVersion(finding)}`;
}

/** The entry that names the fix; where none does, one that says affected. */
const fixCites = ({ statements, fixed_in: fix }: PackFinding, sources: Sources): Cite[] =>
  statements
    .filter(({ fixes, says }) => (fix === null ? says === 'affected' : fixes.includes(fix)))
    .flatMap(({ source_id: id }) => sources.cite(id, fix ?? ''))
    .slice(0, 1);

/** Why it cannot be told whether what is said of other versions holds for this one. */
const DOUBTS: Readonly<Record<string, string>> = {
  no_version: 'its list does not say which version it is',
  scheme: 'versions of its kind cannot be compared',
  range: 'its version cannot be compared with those that are affected',
  release: 'its list does not say which release of the distribution it is from',
  module: 'its list does not say which module stream it is from',
  arch: 'its list does not say for which architecture it is built',
  name: 'several components of its list have the name that is stated',
  environment: 'that depends on an edition, a platform or other software, which its list does not name',
};

/** Of several vulnerabilities, why nobody can tell. */
function doubtIn(finding: PackFinding): string {
  const doubt = currentOf(finding).find((one) => one.doubt !== null)?.doubt ?? '';
  return DOUBTS[doubt] === undefined ? '' : `; ${DOUBTS[doubt]}`;
}

function openSentence(subject: string, findings: readonly PackFinding[], sources: Sources): Sentence {
  const [first] = findings;
  const said = first === undefined ? [] : currentOf(first);
  const doubtful = said.find(({ doubt }) => doubt !== null);
  const by = said
    .filter(({ says }) => says === 'under_investigation')
    .map(({ issuer }) => issuerName(issuer));
  const safe = said.filter(({ says }) => says === 'fixed' || says === 'not_affected');
  const cited = doubtful === undefined ? said : [doubtful];
  const cites = [
    ...citesOf(findings, sources),
    ...cited.flatMap(({ source_id: id }) => sources.cite(id)).slice(0, 2),
  ];
  if (doubtful !== undefined)
    return {
      text: `${subject} could not be judged: ${DOUBTS[doubtful.doubt ?? ''] ?? 'its version cannot be compared'}`,
      cites,
    };
  if (by.length > 0)
    return { text: `${subject} is being investigated by ${firstOf([...new Set(by)], 2, 'issuers')}`, cites };
  if (safe.length > 0) {
    const names = [...new Set(safe.map(({ issuer }) => issuerName(issuer)))];
    return {
      text: `Only ${firstOf(names, 2, 'issuers')}, whom you have not chosen to trust, ${names.length === 1 ? 'says' : 'say'} that ${subject} is safe`,
      cites,
    };
  }
  return { text: `${subject} could not be judged: no issuer says whether it is affected`, cites };
}

function safeSentence(subject: string, findings: readonly PackFinding[], sources: Sources): Sentence {
  const [{ statements, status, rule } = { statements: [], status: '', rule: '' }] = findings;
  const saying = statements.filter(({ says, counts }) => says === status && counts === 'counted');
  const who = firstOf([...new Set(saying.map(({ issuer }) => issuerName(issuer)))], 2, 'issuers');
  const cites = [
    ...citesOf(findings, sources).slice(0, 1),
    ...saying.flatMap(({ source_id: id }) => sources.cite(id)).slice(0, 2),
  ];
  const fixed = rule === 'distribution_fix' ? "has the distribution's own fix" : 'has the fix';
  const outcome = status === 'fixed' ? fixed : 'is not affected';
  return { text: `${subject} ${outcome}${who === '' ? '' : `, according to ${who}`}`, cites };
}

/** Exploited first, then by score. */
const byRisk = (a: PackFinding, b: PackFinding): number =>
  Number(b.exploited !== null) - Number(a.exploited !== null) ||
  (b.cvss ?? 0) - (a.cvss ?? 0) ||
  byCodePoint(a.vulnerability, b.vulnerability);

/** @example `2 known vulnerabilities: CVE-1 (high, CVSS 7.5) and CVE-2 (low)` */
function vulnerabilitiesIn(findings: readonly PackFinding[]): string {
  const named = new Map(findings.map((one) => [one.vulnerability, one]));
  const all = [...named.values()].sort(byRisk).map((one) => {
    const { vulnerability, severity, cvss, exploited, severity_of: erratum, unimportant } = one;
    const about = [
      ...(severity === 'unknown' || erratum !== null ? [] : [severity]),
      ...(cvss === null || erratum !== null ? [] : [scoreOf(cvss)]),
      ...(exploited === null ? [] : ['known exploited']),
      ...(unimportant ? ['unimportant to its distribution'] : []),
    ];
    return `${plain(vulnerability)}${about.length === 0 ? '' : ` (${about.join(', ')})`}`;
  });
  if (all.length === 1) return all[0] ?? '';
  return `${all.length} known vulnerabilities: ${firstOf(all, MOST_NAMED, 'of them')}`;
}

function moreFindings(
  { findings_clamped: { total } }: ContextPack,
  groups: readonly FindingGroup[],
  sources: Sources,
): Told[] {
  const more = total - groups.reduce((sum, { findings }) => sum + findings.length, 0);
  if (more <= 0) return [];
  return told('more', {
    text: `There ${more === 1 ? 'is 1 more finding' : `are ${more} more findings`} like this`,
    cites: sources.cite(FINDINGS_SOURCE),
  });
}
