// What was computed, as sources of a prompt: each finding with who says what, what that weighs, which rule decided and what would turn it over; the ways through lists
// of components, what was observed over time, and how far it reaches. Words of ours around values of the pack; dates as UTC has them. Pure. Called by prompt-of.ts.
// Source: advisory, Prompt assembly, Deterministic tools.

import { byCodePoint } from '../identity/code-points.ts';
import type { ContextPack, PackFinding, PackObservation, PackPath } from '../retrieval/pack-shape.ts';
import { TRUST_WEIGHTS } from '../vex/weights.ts';
import { byGravity } from './gravity.ts';

const { shares: SHARES } = TRUST_WEIGHTS;

/** A source by its name, before it has a number. */
export interface NamedSource {
  readonly urn: string;
  readonly content: string;
}

/** Findings and what a list adds of one prompt, characters; the first of each is always shown. */
const MOST_FINDINGS = 4000;
const MOST_LINES = 1500;

const day = (time: number | null): string =>
  time === null ? 'no date' : new Date(time).toISOString().slice(0, 10);
const lines = (parts: readonly (string | null | false)[]): string => parts.filter(Boolean).join('\n');
/** Six digits behind the point at most, and no exponent. */
const figure = (value: number): string => String(Math.round(value * 1_000_000) / 1_000_000);

export interface FindingSources {
  readonly sources: readonly NamedSource[];
  /** Names of those there was no room for. */
  readonly leftOut: readonly string[];
}

/** Each finding by itself, so that it is cited by itself: exploited before held before the rest, the nearest first. */
export function findingSources({ findings, findings_clamped: clamped }: ContextPack): FindingSources {
  const all = findings
    .toSorted(byGravity)
    .map((one) => ({ urn: `festinger:finding/${one.key}`, content: findingText(one) }));
  let left = MOST_FINDINGS;
  const over = all.findIndex(({ content }, n) => {
    left -= content.length;
    return left < 0 && n > 0;
  });
  const fitting = over < 0 ? all.length : over;
  const sources = all.slice(0, fitting);
  const more = clamped.total - fitting;
  if (more > 0)
    sources.push({
      urn: 'festinger:findings',
      content: `There are ${clamped.total} findings in all; ${fitting} of them are sources here, the gravest.`,
    });
  return { sources, leftOut: all.slice(fitting).map(({ urn }) => urn) };
}

function findingText(finding: PackFinding): string {
  const { component, version, vulnerability, product, exploited } = finding;
  const scores = [
    `severity ${finding.severity}`,
    finding.cvss !== null && `CVSS score ${figure(finding.cvss)}`,
    finding.epss !== null && `chance of being exploited within thirty days ${figure(finding.epss)}`,
  ].filter(Boolean);
  return lines([
    `Computed: ${vulnerability} in ${component}${version === null ? '' : ` ${version}`} (${finding.package_key}) of ${product}.`,
    `Outcome: ${worded(finding.status)}${finding.held ? ', held until a person decides' : ''}. Rule ${finding.rule}: ${finding.sentence}`,
    finding.fixed_in === null
      ? 'No source names a version that fixes it.'
      : `Fixed in ${finding.fixed_in}, as ${finding.fixed_by === 'distribution' ? 'its distribution' : 'upstream'} has it.`,
    `Graveness: ${scores.join(', ')}.`,
    exploited !== null &&
      `Known to be exploited: listed on ${day(exploited.added)}${exploited.due === null ? '' : `, due on ${day(exploited.due)}`}${exploited.ransomware ? ', used by ransomware' : ''}.`,
    `It ${finding.scope === 'build' ? 'is needed for building alone' : 'runs'}, ${finding.depth} ${finding.depth === 1 ? 'step' : 'steps'} from the product.`,
    ...finding.statements.map(
      ({ issuer, says, about, stated_at, fixes, source_id }) =>
        `Stated by ${issuer || 'somebody unnamed'} ${stated_at === null ? 'without a date' : `on ${day(stated_at)}`}, of ${about}: ${worded(says)}${fixes.length === 0 ? '' : `, fixed in ${fixes.join(', ')}`} (${source_id}).`,
    ),
    ...finding.terms
      .toSorted((a, b) => b.score - a.score || byCodePoint(a.source_id, b.source_id))
      .map(
        (term) =>
          `Weight of ${term.source_id}: (${SHARES.provenance} × ${figure(term.provenance)} + ${SHARES.coverage} × ${figure(term.coverage)} + ${SHARES.replayability} × ${figure(term.replayability)}) × ${figure(term.strength)} × ${figure(term.freshness)} = ${figure(term.score)}${COUNTS[term.counts] ?? ''}.`,
      ),
    finding.votes.length > 0 &&
      `Votes: ${finding.votes
        .toSorted((a, b) => b.weight - a.weight || byCodePoint(a.status, b.status))
        .map(({ status, weight }) => `${worded(status)} ${figure(weight)}`)
        .join(', ')}.`,
    finding.flip === null ? 'No single fact would turn it over.' : `What would turn it over: ${finding.flip}`,
  ]);
}

const COUNTS: Readonly<Record<string, string>> = {
  set_aside: ', set aside: a distribution has a fix of its own',
  merged: ', not counted: a weightier stranger says the same',
};

const reachable = ({
  resources,
  exposed,
}: {
  readonly resources: number;
  readonly exposed: number;
}): string =>
  resources === 1
    ? `which ${exposed === 1 ? 'can' : 'cannot'} be reached from outside its machine, as far as is known`
    : `${exposed} of them can be reached from outside their machine`;
const counted = (count: number, one: string, more: string): string => `${count} ${count === 1 ? one : more}`;
const worded = (status: string): string => status.replaceAll('_', ' ');

/** A concept of the memory is built into nothing, and nothing runs it: there is nothing in its pack but what the graph has. */
function isOfGraph(sections: ContextPack['sections']): boolean {
  const kinds = sections.flatMap(({ excerpts }) => excerpts.map(({ kind }) => kind));
  return kinds.length > 0 && kinds.every((kind) => kind === 'edge');
}

/** Behind the section of lists of components. */
export function listSources({ sbom, sections }: ContextPack): readonly NamedSource[] {
  if (isOfGraph(sections)) return [];
  if (sbom === 'absent')
    return [
      { urn: 'festinger:sbom', content: 'Computed: no list of components is known that this is about.' },
    ];
  const { paths, timeline } = sbom;
  return [
    table(
      'festinger:sbom/paths',
      paths.items.map(pathText),
      paths.clamped.total,
      'ways to it through lists of components',
    ),
    table(
      'festinger:sbom/timeline',
      timeline.items.map(observationText),
      timeline.clamped.total,
      'observations, the newest first',
    ),
  ].filter((one) => one !== null);
}

const pathText = ({ path, scope, product }: PackPath): string => `${product} (${scope}): ${path.join(' > ')}`;

const observationText = (one: PackObservation): string =>
  `${one.product}: ${one.package_key} ${one.version ?? 'without a version'}, ${one.vulnerability} ${worded(one.status)}${one.fix === null ? '' : `, fixed in ${one.fix}`}; seen from ${day(one.first_seen)} to ${day(one.last_seen)}`;

/** What does not fit is counted in the first line. */
function table(urn: string, all: readonly string[], total: number, what: string): NamedSource | null {
  if (all.length === 0) return null;
  let left = MOST_LINES;
  const over = all.findIndex((line, n) => {
    left -= line.length + 1;
    return left < 0 && n > 0;
  });
  const shown = over < 0 ? all : all.slice(0, over);
  const count = shown.length === total ? `${total}` : `${shown.length} of ${total}`;
  return { urn, content: lines([`Computed: ${count} ${what}.`, ...shown]) };
}

/** Behind the section of what runs; nothing where the profile does not ask for it. */
export function reachSources({
  environments,
  blast_radius: reach,
  sections,
}: ContextPack): readonly NamedSource[] {
  if (isOfGraph(sections) || (environments === null && reach === null)) return [];
  const content = lines([
    reach !== null &&
      `Computed: ${counted(reach.resources, 'resource runs', 'resources run')} it, ${reachable(reach)}; ${counted(reach.dependents, 'component needs', 'components need')} it.`,
    environments !== null &&
      environments.length > 0 &&
      `Environments: ${environments.map(({ environment, resources }) => `${environment} (${resources})`).join(', ')}.`,
  ]);
  return content === '' ? [] : [{ urn: 'festinger:reach', content }];
}
