// Whether the reader is affected, by what, how bad it is and where it runs, as statements. Pure. Called by statements.ts. Source: advisory, How a brief reads.
import { byCodePoint } from '../identity/code-points.ts';
import type { ContextPack, PackFinding, PackRunner } from '../retrieval/pack-shape.ts';
import { compare } from '../versions/compare.ts';
import { schemeOfPurlType } from '../versions/scheme.ts';
import {
  citesOf,
  componentOf,
  type FindingGroup,
  isOneVulnerability,
  productsOf,
  type Standing,
} from './grouped-findings.ts';
import { dayOf, emphasised, firstOf, percentOf, plain, scoreOf } from './plain-words.ts';
import {
  type Cite,
  COMPONENTS_SOURCE,
  componentLine,
  FINDINGS_SOURCE,
  REACH_SOURCE,
  runnerLine,
  type Sources,
} from './sources.ts';
import { type Sentence, type Told, told } from './statement.ts';

const VERDICTS: Readonly<Record<Standing, string>> = {
  affected: '**You are affected.**',
  review: '**Treat this as affected until you decide.**',
  open: '**It is not known yet whether you are affected.**',
  safe: '**You are not affected.**',
};

const MOST_GROUPS = 6;
const MOST_NAMED = 4;

/** Of a package's key, such as `npm/left-pad`. */
export const schemeOfKey = (key: string) => schemeOfPurlType(key.split('/', 1)[0] ?? '');

export function verdictStatements(
  pack: ContextPack,
  groups: readonly FindingGroup[],
  sources: Sources,
): Told[] {
  const [first, ...others] = groups;
  if (first === undefined) return unaffected(pack, sources);
  // Whoever asked by an id knows which it is.
  const one = isOneVulnerability(pack.findings) && pack.ids.includes(pack.advisory_key);
  const sentence = (group: FindingGroup) => groupSentence(group, sources, one);
  const { text, cites } = sentence(first);
  return [
    ...told('verdict', { text: `${VERDICTS[first.standing]} ${text}`, cites }),
    ...others.slice(0, MOST_GROUPS).flatMap((group) => told('affected', sentence(group))),
    ...moreFindings(pack, groups.slice(0, MOST_GROUPS + 1), sources),
  ];
}

function groupSentence({ standing, findings }: FindingGroup, sources: Sources, isOne: boolean): Sentence {
  const [first] = findings;
  const subject = `${componentOf(first)} in ${productsOf(findings)}`;
  const cites = citesOf(findings, sources);
  if (!isOne && standing !== 'safe')
    return { text: `${subject} ${HAS[standing]} ${vulnerabilitiesIn(findings)}`, cites };
  switch (standing) {
    case 'affected':
      return { text: `${subject} ${affectedBy(first)}`, cites: [...cites, ...fixCites(first, sources)] };
    case 'review':
      return { text: `${subject} needs your review: ${REVIEWS[first.rule] ?? 'sources disagree'}`, cites };
    case 'open':
      return {
        text: `${subject} ${first.status === 'unknown' ? 'could not be judged' : 'is under investigation'}`,
        cites,
      };
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

function affectedBy({ version, fixed_in: fix, fixed_by: by, package_key: key }: PackFinding): string {
  if (fix === null) return 'is affected, and no fix is known';
  const named = `${by === 'distribution' ? "the distribution's fix" : 'the fix'} ${plain(fix)}`;
  const isBelow = version !== null && compare(schemeOfKey(key), version, fix) === -1;
  return isBelow ? `is below ${named}` : `is affected; ${named} is not installed`;
}

/** The entry that names the fix; where none does, one that says affected. */
const fixCites = ({ statements, fixed_in: fix }: PackFinding, sources: Sources): Cite[] =>
  statements
    .filter(({ fixes, says }) => (fix === null ? says === 'affected' : fixes.includes(fix)))
    .flatMap(({ source_id: id }) => sources.cite(id, fix ?? ''))
    .slice(0, 1);

function safeSentence(subject: string, findings: readonly PackFinding[], sources: Sources): Sentence {
  const [{ statements, status, rule } = { statements: [], status: '', rule: '' }] = findings;
  const saying = statements.filter(({ says }) => says === status);
  const who = firstOf([...new Set(saying.map(({ issuer }) => emphasised(issuer)))], 2, 'issuers');
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
  const all = [...named.values()].sort(byRisk).map(({ vulnerability, severity, cvss, exploited }) => {
    const about = [
      ...(severity === 'unknown' ? [] : [severity]),
      ...(cvss === null ? [] : [scoreOf(cvss)]),
      ...(exploited === null ? [] : ['known exploited']),
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

/** Nothing was found: since nothing is affected, since it could not be checked, or since there is no list. */
function unaffected(
  { lists_total: lists, components, advisory_key: key }: ContextPack,
  sources: Sources,
): Told[] {
  const cites = sources.cite(COMPONENTS_SOURCE);
  const tell = (text: string) => told('verdict', { text, cites });
  if (lists === 0) return tell(`${VERDICTS.open} No list of components (SBOM) has been imported to look in`);
  const unchecked = components.filter((one) => one.unchecked !== null);
  const line = (one: (typeof components)[number]) => sources.cite(COMPONENTS_SOURCE, componentLine(one));
  const named = (one: (typeof components)[number]) =>
    `${[one.name, one.version ?? ''].map(plain).filter(Boolean).join(' ')} in ${emphasised(one.product_name)}`;
  if (unchecked.length > 0)
    return told('verdict', {
      text: `${VERDICTS.open} ${firstOf(unchecked.map(named), MOST_NAMED, 'components')} could not be checked: ${UNCHECKED[unchecked[0]?.unchecked ?? ''] ?? 'nothing can be said of that version'}`,
      cites: unchecked.slice(0, 1).flatMap(line),
    });
  if (components.length > 0)
    return told('verdict', {
      text: `${VERDICTS.safe} ${firstOf(components.map(named), MOST_NAMED, 'components')} ${components.length === 1 ? 'is' : 'are'} not among the affected versions`,
      cites: [...components.slice(0, 1).flatMap(line), ...rangeCites(sources)],
    });
  // That a list has no component of that name is no proof: another tool may name it otherwise.
  return tell(
    `**Nothing of yours matches.** ${lists === 1 ? 'Your list of components has' : `None of your ${lists} lists of components has`} ${lists === 1 ? 'no component' : 'a component'} that was matched with ${plain(key)}`,
  );
}

const rangeCites = (sources: Sources): Cite[] =>
  sources
    .excerpts('range')
    .slice(0, 1)
    .flatMap(({ source_id: id }) => sources.cite(id));

const UNCHECKED: Readonly<Record<string, string>> = {
  no_purl: 'it has no package URL',
  bad_purl: 'its package URL is not valid',
  no_version: 'it has no version',
  unknown_scheme: 'its versions cannot be compared',
  not_covered: 'nothing imported covers packages of its kind',
  unknown_name: 'advisories cannot be found by the name it has in its list',
  unknown_source: 'its list does not say which source package it was built from',
  release_unsaid: 'its list does not say which release of the distribution it is',
  end_of_life: 'its distribution has reached its end of life',
};

/** Of what asks for something: where it runs. */
export function reachStatements(
  { runners }: ContextPack,
  open: readonly PackFinding[],
  sources: Sources,
): Told[] {
  const products = new Map(open.map(({ product, product_name: name }) => [product, name]));
  const running = Map.groupBy(
    (runners ?? []).filter(({ product }) => products.has(product)),
    ({ product }) => product,
  );
  return [...running].flatMap(([product, all]) => {
    const where = firstOf(all.map(resourceOf), 3, 'resources');
    const subject = products.size === 1 ? 'It' : emphasised(products.get(product) ?? '');
    const hints = sources
      .excerpts('runtime')
      .filter(({ text }) => all.some(({ resource }) => text.startsWith(`${resource} runs`)))
      .slice(0, 2)
      .flatMap(({ source_id: id }) => sources.cite(id));
    const cites = [
      ...hints,
      ...all.slice(0, 1).flatMap((one) => sources.cite(REACH_SOURCE, runnerLine(one))),
    ];
    return told('reach', { text: `${subject} runs in ${where}`, cites });
  });
}

const RESOURCES: Readonly<Record<string, string>> = {
  container: 'the container',
  docker_container: 'the container',
  podman_container: 'the container',
  vm: 'the virtual machine',
  lxc: 'the container',
  pod: 'the pod',
  service: 'the service',
  host: 'the host',
};
const REACHED: Readonly<Record<string, string>> = {
  none: ', which opens no port',
  loopback: ', which only its own machine can reach',
  lan: ', which the LAN can reach',
  public: ', which the internet can reach',
};

/** As providers name resources: a kind, where it is, and what it is called there. */
function resourceOf({ resource, exposure }: PackRunner): string {
  const [first = '', ...rest] = resource.split(':');
  const kind = RESOURCES[first];
  const on = rest.length > 1 ? ` on ${emphasised(rest.slice(0, -1).join(':'))}` : '';
  const name =
    kind === undefined || rest.length === 0
      ? emphasised(resource)
      : `${kind} ${emphasised(rest.at(-1) ?? '')}${on}`;
  return `${name}${exposure === null ? '' : REACHED[exposure]}`;
}

/** How bad it is; of several vulnerabilities the first sentence has it. */
export function severityStatements(
  { ids }: ContextPack,
  open: readonly PackFinding[],
  sources: Sources,
): Told[] {
  const exploited = [
    ...new Map(open.filter((one) => one.exploited !== null).map((one) => [one.vulnerability, one])).values(),
  ];
  const [first] = open;
  const isOne = isOneVulnerability(open);
  return [
    ...exploited.slice(0, 3).flatMap((one) => told('exploited', exploitedSentence(one, isOne, ids, sources))),
    ...(first === undefined || !isOne ? [] : [...likelihood(first, sources), ...severity(first, sources)]),
  ];
}

function exploitedSentence(
  finding: PackFinding,
  isOne: boolean,
  ids: readonly string[],
  sources: Sources,
): Sentence {
  const { exploited, vulnerability } = finding;
  if (exploited === null) return { text: '', cites: [] };
  const { added, due, ransomware } = exploited;
  const text = [
    `${isOne ? 'Known' : `${plain(vulnerability)} is known`} exploited since ${dayOf(added)}`,
    ransomware ? ', used in ransomware' : '',
    due === null ? '' : `; CISA's due date is ${dayOf(due)}`,
  ].join('');
  const meant = isOne ? ids : [vulnerability];
  const listed = sources
    .excerpts('kev')
    .filter(({ source_id: id }) => meant.some((one) => id.endsWith(`#kev-${one}`)));
  const cites = listed.slice(0, 1).flatMap(({ source_id: id }) => sources.cite(id));
  return { text, cites: cites.length > 0 ? cites : sources.finding(finding, 'Known exploited') };
}

const likelihood = (finding: PackFinding, sources: Sources): Told[] =>
  finding.epss === null || finding.epss < 0.01
    ? []
    : told('likelihood', {
        text: `EPSS puts the chance of exploitation within 30 days at ${percentOf(finding.epss)}`,
        cites: sources.finding(finding, 'EPSS'),
      });

function severity(finding: PackFinding, sources: Sources): Told[] {
  const { severity: grade, cvss, statements } = finding;
  if (grade === 'unknown' && cvss === null) return [];
  const said = [...(grade === 'unknown' ? [] : [grade]), ...(cvss === null ? [] : [`(${scoreOf(cvss)})`])];
  const about = new Set(statements.map((one) => one.about));
  const [rated] = sources
    .excerpts('advisory')
    .filter(({ found_by: by, text }) => by === 'id' && text.includes('\nSeverity: '));
  const cites = rated === undefined || about.size === 0 ? [] : sources.cite(rated.source_id, 'Severity: ');
  return told('severity', {
    text: `Severity ${said.join(' ')}`,
    cites: [...sources.finding(finding, 'Severity'), ...cites],
  });
}

/** What the advisory calls it. */
export function aboutStatements(sources: Sources): Told[] {
  for (const { source_id: id, issuer, text, found_by: by } of sources.excerpts('advisory')) {
    const [head = ''] = text.split('\n', 1);
    const title = head.slice(head.indexOf(': ') + 2);
    const quoted = by === 'id' && title !== 'no summary' ? sources.quoted(id, title) : null;
    if (quoted !== null)
      return told('about', {
        text: `${issuer === '' ? 'The advisory' : plain(issuer)}: ${quoted.text}`,
        cites: quoted.cites,
      });
  }
  return [];
}
