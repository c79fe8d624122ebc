// What a model is told of one finding that a message names: how grave it is, what it is in, whether a fix is known, what was decided and what runs it.
// What advisories say is data: kept on its line, and short. Called by prefetch.ts. Source: agent, Context (prefetch); advisory, Findings.

import type { Finding } from '../../../shared/model/evidence/finding.ts';
import { DEFAULT_PROJECT } from '../../../shared/model/graph.ts';
import type { Resource } from '../../../shared/model/resource.ts';
import { line } from './section.ts';

const PREFIX = 'finding';

/** `finding:{project}:{key}`. A name of a project holds no colon. */
export const findingId = (project: string, key: string): string => `${PREFIX}:${project}:${key}`;

export function findingOf(id: string): { readonly project: string; readonly key: string } {
  const [, project = '', key = ''] = id.split(':');
  return { project: project === '' ? DEFAULT_PROJECT : project, key };
}

/** `openssl 3.0.1`. */
export const withVersion = ({ name, version }: { name: string; version: string | null }): string =>
  version === null ? name : `${name} ${version}`;

/** @param runners the resources that its list of components is bound to, as far as they are there */
export function findingSection(finding: Finding, runners: readonly Resource[]): string {
  const { vulnerability, aliases, title, severity, cvss, component, product, epss } = finding;
  const also = aliases.length === 0 ? '' : `, also ${aliases.slice(0, 5).join(', ')}`;
  const purl = component.purl === null ? '' : ` (${component.purl})`;
  return [
    `## ${line(vulnerability)} (finding${line(also)})`,
    `title: ${line(title)}`,
    `severity: ${severity}${cvss === null ? '' : `, CVSS ${cvss}`}${epss === null ? '' : `, EPSS ${epss}`}${exploitedIn(finding)}`,
    `component: ${line(withVersion(component) + purl)}`,
    `product: ${line(withVersion(product))}`,
    `status: ${finding.status}${finding.held ? ', needs review: sources differ' : ''}`,
    `fix: ${fixOf(finding)}`,
    `decision: ${decisionOf(finding)}`,
    `runs on: ${runnersIn(finding, runners)}`,
  ].join('\n');
}

const day = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

function exploitedIn({ exploited }: Finding): string {
  if (exploited === null) return '';
  return `, known exploited (KEV)${exploited.due === null ? '' : `, due ${day(exploited.due)}`}`;
}

function fixOf({ fixedIn, fixedBy }: Finding): string {
  if (fixedIn === null) return 'none known';
  return `${line(fixedIn)}${fixedBy === null ? '' : `, by the ${fixedBy}`}`;
}

function decisionOf({ decision }: Finding): string {
  if (decision === null) return 'none, it is open';
  const { kind, by, reason, expiresAt, state } = decision;
  const until = expiresAt === null ? '' : ` until ${day(expiresAt)}`;
  return line(`${kind}${until} by ${by}: ${reason}${state === 'holds' ? '' : ` (${state})`}`);
}

function runnersIn({ resources, exposure }: Finding, runners: readonly Resource[]): string {
  if (resources.length === 0) return 'not known; its product is bound to no resource';
  const said = resources.map((id) => {
    const there = runners.find((one) => one.id === id);
    return there ? `${there.name} (${there.state})` : `${id} (not found now)`;
  });
  return line(said.join(', ') + (exposure === null ? '' : `; reachable from: ${exposure}`));
}
