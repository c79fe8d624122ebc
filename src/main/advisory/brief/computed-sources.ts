// What was computed, as sources of a prompt: each finding with who says what, which rule decided and what would change it; the components and ways in
// lists of components, what was observed over time, and how far it reaches. Words of ours around values of the pack; dates as UTC has them. Pure. Called by prompt-of.ts.
// Source: advisory, Prompt assembly, Deterministic tools.
import { byGravity } from '../context/gravity.ts';
import type { ContextPack, PackFinding, PackObservation } from '../retrieval/pack-shape.ts';
import { dayOf, percentOf, scoreOf } from './plain-words.ts';
import { isOpen } from './remediation-steps.ts';
import {
  COMPONENTS_SOURCE,
  componentLine,
  FINDING_SOURCE,
  FINDINGS_SOURCE,
  findingLine,
  PATHS_SOURCE,
  pathLine,
  REACH_SOURCE,
  runnerLine,
  uncheckedLine,
} from './sources.ts';

/** A source by its name, before it has a number. */
export interface NamedSource {
  readonly urn: string;
  readonly content: string;
}

/** Findings and what a list adds of one prompt, characters; the first of each is always shown. */
const MOST_FINDINGS = 4000;
const MOST_LINES = 1500;
const MOST_STATEMENTS = 8;

const lines = (parts: readonly (string | null | false)[]): string => parts.filter(Boolean).join('\n');
const worded = (status: string): string => status.replaceAll('_', ' ');
const counted = (count: number, one: string, more = `${one}s`): string =>
  `${count} ${count === 1 ? one : more}`;

/** As many of the first as have room; the first always has. */
function fitting<T>(all: readonly T[], most: number, length: (one: T) => number): number {
  let left = most;
  const over = all.findIndex((one, n) => {
    left -= length(one);
    return left < 0 && n > 0;
  });
  return over < 0 ? all.length : over;
}

export interface FindingSources {
  readonly sources: readonly NamedSource[];
  /** Names of those there was no room for. */
  readonly leftOut: readonly string[];
}

/** Each finding by itself, so that it is cited by itself, the gravest first; of those there is no room for a line each. */
export function findingSources({ findings, findings_clamped: clamped }: ContextPack): FindingSources {
  const ordered = findings.toSorted(byGravity);
  const all = ordered.map((one) => ({ urn: FINDING_SOURCE + one.key, content: findingText(one) }));
  const count = fitting(all, MOST_FINDINGS, ({ content }) => content.length);
  const sources = all.slice(0, count);
  const rest = ordered.slice(count).map(findingLine);
  const listed = rest.slice(
    0,
    fitting(rest, MOST_LINES, (line) => line.length + 1),
  );
  const more = clamped.total - count - listed.length;
  if (clamped.total > count)
    sources.push({
      urn: FINDINGS_SOURCE,
      content: lines([
        `There are ${counted(clamped.total, 'finding')} in all; the gravest ${counted(count, 'has', 'have')} a source each, others a line here.`,
        ...listed,
        more > 0 && `${more} more.`,
      ]),
    });
  return { sources, leftOut: all.slice(count).map(({ urn }) => urn) };
}

function findingText(finding: PackFinding): string {
  const {
    component,
    version,
    vulnerability,
    product_name: product,
    exploited,
    flip,
    severity,
    cvss,
  } = finding;
  const { severity_of: erratum, unimportant, source } = finding;
  const { epss, fixed_in: fix, fixed_by: by, depth } = finding;
  return lines([
    `Computed: ${vulnerability} in ${component}${version === null ? '' : ` ${version}`} (${finding.package_key}${source === null ? '' : `, built from ${source}`}) of ${product}.`,
    `Outcome: ${worded(finding.status)}${finding.held ? ', needs review' : ''}. Rule ${finding.rule}: ${finding.sentence}`,
    fix === null
      ? 'No source names a version that fixes it.'
      : `Fixed in ${fix}, according to ${by === 'distribution' ? 'the distribution' : 'upstream'}.`,
    `Severity: ${severity}${cvss === null ? '' : `, ${scoreOf(cvss)}`}${erratum === null ? '' : `, of all that ${erratum} fixes`}${unimportant ? '; unimportant to its distribution' : ''}.`,
    epss !== null && `EPSS: ${percentOf(epss)} chance of exploitation within 30 days.`,
    exploited !== null &&
      `Known exploited (KEV): listed on ${dayOf(exploited.added)}${exploited.due === null ? '' : `, due on ${dayOf(exploited.due)}`}${exploited.ransomware ? ', used in ransomware' : ''}.`,
    `${finding.scope === 'build' ? 'Needed for building only' : 'Needed at run time'}, ${counted(depth, 'step')} from the product.`,
    ...finding.statements
      .slice(0, MOST_STATEMENTS)
      .map(
        ({ issuer, says, doubt, about, stated_at, fixes, source_id, counts }) =>
          `Stated by ${issuer || 'an unnamed issuer'} ${stated_at === null ? 'without a date' : `on ${dayOf(stated_at)}`}, about ${about}: ${worded(says)}${doubt === null ? '' : ` (${worded(doubt)})`}${fixes.length === 0 ? '' : `, fixed in ${fixes.join(', ')}`} (${source_id})${COUNTS[counts] ?? ''}.`,
      ),
    finding.statements.length > MOST_STATEMENTS &&
      `${finding.statements.length - MOST_STATEMENTS} more statements.`,
    `What would change this: ${flip === null ? 'no single statement would.' : changeIn(flip)}`,
  ]);
}

const changeIn = ({ sentence, issuer, status }: NonNullable<PackFinding['flip']>): string =>
  [
    sentence,
    ...(issuer === null ? [] : [`Issuer: ${issuer}.`]),
    ...(status === null ? [] : [`Says: ${worded(status)}.`]),
  ].join(' ');

const COUNTS: Readonly<Record<string, string>> = {
  set_aside: ', not counted: a distribution has a fix of its own',
  replaced: ', not counted: another statement of this issuer does',
};

/** A concept of the memory is built into nothing, and nothing runs it: there is nothing in its pack but what the graph has. */
const isOfGraph = ({ facts, findings }: ContextPack): boolean => facts.length > 0 && findings.length === 0;

/** Behind the section of lists of components. */
export function listSources(pack: ContextPack): readonly NamedSource[] {
  if (isOfGraph(pack)) return [];
  const { sbom } = pack;
  const own = pack.findings.some(isOpen) ? [] : [{ urn: COMPONENTS_SOURCE, content: componentsText(pack) }];
  if (sbom === 'absent' || sbom === 'off') return own;
  const { paths, timeline } = sbom;
  return [
    ...own,
    table(PATHS_SOURCE, paths.items.map(pathLine), paths.clamped.total, 'ways to it in lists of components'),
    table(
      'festinger:sbom/timeline',
      timeline.items.map(observationText),
      timeline.clamped.total,
      'observations, newest first',
    ),
  ].filter((one) => one !== null);
}

/** Where nothing was found: which lists were looked at, and what of it is in them. */
function componentsText({ lists_total: total, components, unchecked }: ContextPack): string {
  if (total === 0) return 'Computed: no list of components (SBOM) has been imported.';
  const head = `Computed: ${counted(total, 'list')} of components checked; no affected version found.`;
  const all = [...unchecked.map(uncheckedLine), ...components.map(componentLine)];
  return lines([
    head,
    ...all.slice(
      0,
      fitting(all, MOST_LINES, (line) => line.length + 1),
    ),
  ]);
}

const observationText = (one: PackObservation): string =>
  `${one.product}: ${one.package_key} ${one.version ?? 'without a version'}, ${one.vulnerability} ${worded(one.status)}${one.fix === null ? '' : `, fixed in ${one.fix}`}; seen from ${dayOf(one.first_seen)} to ${dayOf(one.last_seen)}`;

/** What does not fit is counted in the first line. */
function table(urn: string, all: readonly string[], total: number, what: string): NamedSource | null {
  if (all.length === 0) return null;
  const shown = all.slice(
    0,
    fitting(all, MOST_LINES, (line) => line.length + 1),
  );
  const count = shown.length === total ? `${total}` : `${shown.length} of ${total}`;
  return { urn, content: lines([`Computed: ${count} ${what}.`, ...shown]) };
}

const EXPOSED: Readonly<Record<string, string>> = {
  none: 'opens no port',
  loopback: 'reachable from its own machine only',
  lan: 'reachable from the LAN',
  public: 'reachable from the internet',
};

/** Behind the section of what runs; nothing where nobody asked for it, or nothing runs it. */
export function reachSources(pack: ContextPack): readonly NamedSource[] {
  const { environments, blast_radius: reach, runners } = pack;
  const hasEnvironments = environments !== null && environments.length > 0;
  if (isOfGraph(pack) || (!hasEnvironments && (reach === null || reach.resources + reach.dependents === 0)))
    return [];
  const running = (runners ?? []).map(
    (one) => `${runnerLine(one)}${one.exposure === null ? '' : `, ${EXPOSED[one.exposure]}`}`,
  );
  const content = lines([
    reach !== null &&
      `Computed: ${counted(reach.resources, 'resource runs', 'resources run')} it, ${reach.exposed} reachable from outside; ${counted(reach.dependents, 'component needs', 'components need')} it.`,
    hasEnvironments &&
      `Environments: ${environments.map(({ environment, resources }) => `${environment} (${resources})`).join(', ')}.`,
    ...running.slice(
      0,
      fitting(running, MOST_LINES, (line) => line.length + 1),
    ),
  ]);
  return [{ urn: REACH_SOURCE, content }];
}
