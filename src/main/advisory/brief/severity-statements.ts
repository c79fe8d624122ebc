// How bad it is, where it runs, how likely it is exploited and what the advisory calls it, as statements. Pure. Called by statements.ts. Source: advisory, How a brief reads.
import type { ContextPack, PackFinding, PackRunner } from '../retrieval/pack-shape.ts';
import { isOneVulnerability } from './grouped-findings.ts';
import { dayOf, emphasised, firstOf, percentOf, plain, scoreOf } from './plain-words.ts';
import { REACH_SOURCE, runnerLine, type Sources } from './sources.ts';
import { type Sentence, type Told, told } from './statement.ts';
import { withdrawnOn } from './unaffected-statements.ts';

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
  pack: ContextPack,
  open: readonly PackFinding[],
  sources: Sources,
): Told[] {
  const exploited = [
    ...new Map(open.filter((one) => one.exploited !== null).map((one) => [one.vulnerability, one])).values(),
  ];
  const [first] = open;
  const isOne = isOneVulnerability(open);
  const errata = Map.groupBy(
    open.filter(({ severity_of: erratum }) => erratum !== null),
    ({ severity_of: erratum }) => erratum,
  );
  const rated =
    isOne && first !== undefined ? [first] : [...errata.values()].flatMap(([one]) => one ?? []).slice(0, 2);
  return [
    ...exploited
      .slice(0, 3)
      .flatMap((one) => told('exploited', exploitedSentence(one, isOne, pack, sources))),
    ...(first === undefined || !isOne ? [] : likelihood(first, sources)),
    ...rated.flatMap((one) => severity(one, sources)),
  ];
}

function exploitedSentence(
  finding: PackFinding,
  isOne: boolean,
  { ids }: Pick<ContextPack, 'ids'>,
  sources: Sources,
): Sentence {
  const { exploited, vulnerability } = finding;
  if (exploited === null) return { text: '', cites: [] };
  const { added, due, ransomware } = exploited;
  const text = [
    `CISA has listed ${isOne ? 'it' : plain(vulnerability)} as known exploited since ${dayOf(added)}`,
    ransomware ? ', with use in ransomware' : '',
    due === null ? '' : `; due date ${dayOf(due)}`,
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

/** Of an erratum about several vulnerabilities it is that of all of them together. */
function severity(finding: PackFinding, sources: Sources): Told[] {
  const { severity: grade, cvss, severity_of: erratum } = finding;
  if (grade === 'unknown' && cvss === null) return [];
  const said = [
    ...(grade === 'unknown' ? [] : [grade]),
    ...(cvss === null ? [] : [grade === 'unknown' ? scoreOf(cvss) : `(${scoreOf(cvss)})`]),
  ].join(' ');
  const about = sources
    .heads()
    .filter(({ text }) => (erratum === null || text.startsWith(erratum)) && text.includes('\nSeverity: '))
    .slice(0, 1)
    .flatMap(({ source_id: id }) => sources.cite(id, 'Severity: '));
  return told('severity', {
    text: erratum === null ? `Severity ${said}` : `${plain(erratum)} as a whole is rated ${said}`,
    cites: [...sources.finding(finding, 'Severity'), ...about],
  });
}

/** What the advisory calls it. */
export function aboutStatements(sources: Sources): Told[] {
  for (const { source_id: id, issuer, text } of sources.heads()) {
    if (withdrawnOn({ text }) !== undefined) continue;
    const [head = ''] = text.split('\n', 1);
    const title = head.slice(head.indexOf(': ') + 2);
    const quoted = title === 'no summary' ? null : sources.quoted(id, title);
    if (quoted !== null)
      return told('about', {
        text: `${issuer === '' ? 'The advisory' : plain(issuer)}: ${quoted.text}`,
        cites: quoted.cites,
      });
  }
  return [];
}
