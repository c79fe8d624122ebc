// What to do, as statements: the steps in their order, what issuers offer until then or say there is not, when it is done, and what policy decided. Nothing is carried
// out. Pure. Called by statements.ts. Source: advisory, How a brief reads.
import { parsePurl } from '../identity/purl.ts';
import type { ContextPack, PackFinding, PackRemedy } from '../retrieval/pack-shape.ts';
import { compare } from '../versions/compare.ts';
import {
  citesOf,
  componentOf,
  currentOf,
  fixedVersion,
  issuerName,
  nameOf,
  productsOf,
  schemeOfKey,
  standingOf,
} from './grouped-findings.ts';
import { emphasised, firstOf, listOf, plain } from './plain-words.ts';
import { fixOf, stepsOf } from './remediation-steps.ts';
import { type Cite, PATHS_SOURCE, pathLine, type Sources } from './sources.ts';
import { type Told, told } from './statement.ts';

const MOST_STEPS = { summary: 3, conflict: 1, remediation: 10 } as const;
const MOST_REMEDIES = 4;
const MOST_POLICIES = 3;

/** Findings that one step mends: of one package, with the version to go to. */
interface Step {
  readonly findings: readonly [PackFinding, ...PackFinding[]];
  readonly target: string | null;
  readonly fix: 'direct' | 'parent_upgrade';
}

/** @param open findings that ask for something */
export function remedyStatements(pack: ContextPack, open: readonly PackFinding[], sources: Sources): Told[] {
  const steps = groupedSteps(open, sources).slice(0, MOST_STEPS[pack.task]);
  const offers = offersOf(steps, pack);
  return [
    ...steps
      .filter(
        (step) => step.target !== null || isInDoubt(step) || !offers.some(({ by }) => by.includes(step)),
      )
      .flatMap((step) => stepStatement(step, pack, sources)),
    ...offers.flatMap((offer) => offerStatement(offer, steps.length, sources)).slice(0, MOST_REMEDIES),
    ...(pack.task === 'remediation' ? finishStatements(steps, sources) : []),
    ...(open.length === 0 ? [] : policiesOf(sources)),
  ];
}

const isInDoubt = ({ findings: [first] }: Step): boolean => standingOf(first) === 'open';

function groupedSteps(open: readonly PackFinding[], sources: Sources): Step[] {
  const byKey = new Map(open.map((finding) => [finding.key, finding]));
  const groups = new Map<string, PackFinding[]>();
  for (const { finding: key, fix } of stepsOf(open)) {
    const finding = byKey.get(key);
    if (finding === undefined || sources.finding(finding).length === 0) continue;
    const { package_key, version, fixed_in } = finding;
    const name = JSON.stringify([package_key, version, fix, fixed_in === null]);
    groups.set(name, [...(groups.get(name) ?? []), finding]);
  }
  return [...groups.values()].flatMap(stepsOfGroup);
}

/** One step to the highest fix; where nobody can compare them, one for each. */
function stepsOfGroup(findings: readonly PackFinding[]): Step[] {
  const targets = Map.groupBy(findings, ({ fixed_in: target }) => target);
  const scheme = schemeOfKey(findings[0]?.package_key ?? '');
  const highest = [...targets.keys()].find((one) =>
    [...targets.keys()].every(
      (other) => one === other || (one !== null && other !== null && compare(scheme, other, one) === -1),
    ),
  );
  const groups: [string | null, readonly PackFinding[]][] =
    highest === undefined ? [...targets] : [[highest, findings]];
  return groups.flatMap(([target, [first, ...rest]]) =>
    first === undefined ? [] : [{ target, findings: [first, ...rest] as const, fix: fixOf(first) }],
  );
}

function stepStatement({ findings, target, fix }: Step, pack: ContextPack, sources: Sources): Told[] {
  const [first] = findings;
  const products = productsOf(findings);
  const cites = citesOf(findings, sources, target === null ? '' : 'Fixed in');
  if (target === null) return told('no_fix', { text: openStep(first, products), cites });
  const named = findings
    .flatMap(({ statements }) => statements)
    .filter(({ fixes }) => fixes.includes(target))
    .flatMap(({ source_id: id }) => sources.cite(id, target))
    .slice(0, 1);
  const whose = first.fixed_by === 'distribution' ? ", the distribution's fix" : '';
  return told(
    'upgrade',
    {
      text: `Upgrade ${nameOf(first)} in ${products} to ${fixedVersion({ ...first, fixed_in: target })} or later${whose}`,
      cites: [...cites, ...named],
    },
    ...(fix === 'direct' ? [] : [parentSentence(findings, target, pack, sources)]),
  );
}

/** What would settle whether a version is affected. */
const SETTLED: Readonly<Record<string, (component: string, products: string) => string>> = {
  no_version: (component, products) => `Import a list of ${products} that says which version ${component} is`,
  release: (component, products) =>
    `Import a list of ${products} that says which release of the distribution ${component} is from`,
  module: (component, products) =>
    `Import a list of ${products} that says which module stream ${component} is from`,
  arch: (component, products) =>
    `Import a list of ${products} that says for which architecture ${component} is built`,
  range: (component, products) =>
    `Compare ${component} in ${products} with the affected versions yourself, or import a list that names its exact version`,
  scheme: (component, products) => `Compare ${component} in ${products} with the affected versions yourself`,
};

function openStep(finding: PackFinding, products: string): string {
  const component = componentOf(finding);
  const doubt = currentOf(finding).find((one) => one.doubt !== null)?.doubt ?? '';
  if (standingOf(finding) !== 'open')
    return `No source names a version that fixes ${component} in ${products}`;
  return (
    SETTLED[doubt]?.(component, products) ??
    `Nothing is asked of you for ${component} in ${products} until an issuer you trust says whether it is affected`
  );
}

/** What the product needs that brings the component in. */
function parentSentence(
  findings: readonly PackFinding[],
  target: string,
  { sbom }: ContextPack,
  sources: Sources,
): { readonly text: string; readonly cites: readonly Cite[] } {
  const [first] = findings;
  const paths = sbom === 'absent' || sbom === 'off' ? [] : sbom.paths.items;
  const ways = findings.flatMap((finding) => {
    const own = paths.find(
      ({ product, path }) => product === finding.product && path.length > 2 && isOf(path.at(-1), finding),
    );
    return own === undefined ? [] : [{ finding, own }];
  });
  const [way] = ways;
  if (way === undefined)
    return {
      text: `Other components bring it in; upgrade those to releases that bring ${plain(target)}`,
      cites: first === undefined ? [] : sources.finding(first),
    };
  const through = (one: (typeof ways)[number]) =>
    `${emphasised(one.finding.product_name)} pulls it in through ${coordinate(one.own.path[1] ?? '')}`;
  const all = [...new Set(ways.map(through))].slice(0, 3);
  const cites = ways.slice(0, 3).flatMap(({ own }) => sources.cite(PATHS_SOURCE, pathLine(own)));
  return {
    text: `${listOf(all)}; upgrade ${all.length === 1 ? 'that to a release that brings' : 'those to releases that bring'} ${plain(target)}`,
    cites: cites.length > 0 ? cites : sources.finding(way.finding),
  };
}

const isOf = (step: string | undefined, { component, version }: PackFinding): boolean => {
  if (step === undefined) return false;
  const read = parsePurl(step);
  return read.ok
    ? read.purl.name === component && (version === null || read.purl.version !== null)
    : step === component || step.startsWith(`${component}@`);
};

/** A component of a way, as people name it: `outer 2.0.0`. */
function coordinate(step: string): string {
  const read = parsePurl(step);
  if (read.ok) return [read.purl.name, read.purl.version ?? ''].map(plain).filter(Boolean).join(' ');
  const at = step.lastIndexOf('@');
  return plain(at > 0 ? `${step.slice(0, at)} ${step.slice(at + 1)}` : step);
}

/** What makes a step take effect, and when it is done; steps to one version are finished together. */
function finishStatements(steps: readonly Step[], sources: Sources): Told[] {
  const done = Map.groupBy(steps, ({ findings: [first], target }) => `${first.component} ${target}`);
  return [...done.values()].flatMap((same) => {
    const target = same[0]?.target ?? null;
    const findings = same.flatMap((step) => step.findings);
    const [first] = findings;
    if (target === null || first === undefined) return [];
    const isOne = new Set(findings.map(({ product }) => product)).size === 1;
    return told('finish', {
      text: `Rebuild and redeploy ${productsOf(findings)}, then import ${isOne ? 'its new list' : 'their new lists'} of components: it is done when ${isOne ? 'that has' : 'those have'} ${plain(first.component)} ${plain(target)} or later`,
      cites: citesOf(findings, sources).slice(0, 2),
    });
  });
}

/** In the order in which they help, as they are announced: of what, and by whom. */
const REMEDIES: Readonly<Record<PackRemedy['kind'], string>> = {
  vendor_fix: 'Fix',
  optional_patch: 'Optional patch',
  workaround: 'Workaround',
  mitigation: 'Mitigation',
  fix_planned: 'A fix is being worked on',
  no_fix_planned: 'No fix is planned',
  none_available: 'There is no fix yet',
};
const ORDER = Object.keys(REMEDIES);

/** What an issuer offers in the same words: in which statements, and for which steps. */
interface Offer {
  readonly remedy: PackRemedy;
  readonly ids: readonly string[];
  readonly by: readonly Step[];
}

/** Kinds that say of a fix what the version says that is upgraded to, and nothing of what may not be affected. */
const OF_FIXES: ReadonlySet<string> = new Set(['vendor_fix', 'none_available', 'fix_planned']);

/** What the statements offer that findings rest on; the same words once, for all they are for. */
function offersOf(steps: readonly Step[], { remedies }: ContextPack): Offer[] {
  const offers = steps.flatMap((step) => {
    const own = new Set(step.findings.flatMap((one) => currentOf(one).map(({ source_id: id }) => id)));
    const isFixed = step.target !== null || isInDoubt(step);
    return remedies
      .filter(({ source_id: id, kind }) => own.has(id) && !(isFixed && OF_FIXES.has(kind)))
      .map((remedy) => ({ remedy, step }));
  });
  const same = Map.groupBy(
    offers,
    ({ remedy: { issuer, kind, details } }) => `${kind}\n${issuer}\n${details}`,
  );
  return [...same.values()]
    .flatMap((all) => {
      const ids = [...new Set(all.map(({ remedy }) => remedy.source_id))];
      return all
        .slice(0, 1)
        .map(({ remedy }) => ({ remedy, ids, by: [...new Set(all.map(({ step }) => step))] }));
    })
    .sort((a, b) => ORDER.indexOf(a.remedy.kind) - ORDER.indexOf(b.remedy.kind));
}

function offerStatement({ remedy, ids, by }: Offer, steps: number, sources: Sources): Told[] {
  const { issuer, kind, details } = remedy;
  const subjects = by.map(({ findings }) => `${componentOf(findings[0])} in ${productsOf(findings)}`);
  const about = by.length === steps ? '' : ` for ${firstOf([...new Set(subjects)], 3, 'components')}`;
  const says = `${REMEDIES[kind]}${about}, according to ${issuerName(issuer)}`;
  const quoted = ids.flatMap((id) => sources.quoted(id, details) ?? []);
  const [first] = quoted;
  if (first !== undefined)
    return told('remedy', {
      text: `${says}: ${first.text}`,
      cites: quoted.flatMap(({ cites }) => cites).slice(0, MOST_REMEDIES),
    });
  const isWhole = kind.endsWith('_planned') || kind === 'none_available';
  return told('remedy', {
    text: isWhole ? says : `${says}, whose words are in the source`,
    cites: ids.flatMap((id) => sources.cite(id)).slice(0, MOST_REMEDIES),
  });
}

/** As chunk-texts.ts words a trace. */
const DECIDED = /^Policy (.{1,200}) decided on .{1,2000}: (.{1,200})\.$/;
const MATCHED = /^Rule (.{1,200}?) matched: /;

/** What a policy decided, and by which rules. */
const policiesOf = (sources: Sources): Told[] =>
  sources
    .excerpts('policy')
    .slice(0, MOST_POLICIES)
    .flatMap(({ source_id: id, text }) => {
      const [head = '', ...rules] = text.split('\n');
      const [, version, decision] = DECIDED.exec(head) ?? [];
      if (version === undefined || decision === undefined) return [];
      const matched = rules.flatMap((line) => {
        const [lead, rule] = MATCHED.exec(line) ?? [];
        const quoted = lead === undefined ? null : sources.quoted(id, line.slice(lead.length));
        return quoted === null || rule === undefined
          ? []
          : [{ text: `Its rule ${emphasised(rule)}: ${quoted.text}`, cites: quoted.cites }];
      });
      return told(
        'policy',
        { text: `Policy ${plain(version)} decided “${plain(decision)}” here`, cites: sources.cite(id, head) },
        ...matched.slice(0, 3),
      );
    });
