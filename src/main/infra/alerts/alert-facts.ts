// What the alert rules are given, and what they find. Types, and the key of an alert. Used by alert-rules.ts and the rules beside it; core gathers
// the facts. Source: agent, What it acts on (Alerts).

import type { Alert, ResourceExpectation } from '../../../shared/model/alert.ts';
import type { UnknownOutcome } from '../../../shared/model/approval.ts';
import type { ProviderState, Resource, Sample } from '../../../shared/model/resource.ts';
import type { UpstreamState } from '../../../shared/model/upstream.ts';
import type { StoredAlert } from '../../store/hands/alerts.ts';
import type { Recent } from '../metrics/sampler.ts';

/** A resource, and the ids of what it lies in, innermost first. */
export type PlacedResource = Resource & { readonly parents: readonly string[] };

/** The facts of a look, as the rules have them. */
export type RuleFacts = Omit<AlertFacts, 'resources'> & { readonly resources: readonly PlacedResource[] };

export interface AlertFacts {
  /** Epoch milliseconds. */
  readonly now: number;
  readonly resources: readonly Resource[];
  readonly providers: readonly ProviderState[];
  /** What the operator says of whether a resource should run. */
  expected(resourceId: string): ResourceExpectation | null;
  /** When an approved action stopped or removed a resource, if that was the last one done to it; epoch milliseconds. */
  stoppedAt(resourceId: string): number | null;
  /** What was measured: `Sampler.recent`. */
  recent(resourceId: string, metric: Sample['metric'], minutes: number): Recent | null;
  readonly upstreams: readonly UpstreamState[];
  /** When a model was last asked for at an upstream, by the names the upstream gives them; null: not that anybody remembers. */
  askedAt(upstream: string, model: string): number | null;
  /** Jobs that were given up. */
  readonly deadJobs: number;
  /** When the newest backup was made; null when there is none. */
  readonly newestBackupAt: number | null;
  /** Who is not told of what waits for approval, as sentences. */
  readonly callouts: readonly { readonly kind: string; readonly message: string }[];
  /** What was begun of late and whose end nobody knows, on resources that nothing was done to since. */
  readonly unknownOutcomes: readonly UnknownOutcome[];
  /** Open findings in what runs here that are known to be exploited, those due first before the others. */
  readonly exploited: readonly ExploitedFact[];
  /** When this program was first started here. */
  readonly programSince: number;
}

export interface ExploitedFact {
  /** The same while it lasts. */
  readonly key: string;
  readonly project: string;
  readonly vulnerability: string;
  readonly component: string;
  readonly product: string;
  /** The resource that runs it; null where nobody said which. */
  readonly resourceId: string | null;
  /** By when it is to be mended; null where nobody says. */
  readonly dueAt: number | null;
  readonly fixedIn: string | null;
}

/** What a rule says at one look; the alert it belongs to has a beginning and an end. */
export type Finding = Pick<
  StoredAlert,
  'key' | 'rule' | 'severity' | 'resourceId' | 'resourceName' | 'parents' | 'message' | 'finding'
>;
/** What was found at the look before, by key. */
export type Standing = ReadonlyMap<string, Finding>;

export function alertKey(rule: Alert['rule'], about: string): string {
  return `${rule}:${about}`;
}

interface Subject {
  /** The same while the alert lasts. */
  readonly about: string;
  readonly name: string;
  readonly resource?: PlacedResource | undefined;
}

const LONGEST_MESSAGE = 1000;

export function findingAbout(
  rule: Finding['rule'],
  severity: Finding['severity'],
  { about, name, resource }: Subject,
  message: string,
): Finding {
  return {
    key: alertKey(rule, about),
    rule,
    severity,
    resourceId: resource?.id ?? null,
    resourceName: name,
    parents: resource?.parents ?? [],
    message: message.slice(0, LONGEST_MESSAGE),
  };
}

export const findingOf = (
  rule: Finding['rule'],
  severity: Finding['severity'],
  resource: PlacedResource,
  message: string,
): Finding => findingAbout(rule, severity, { about: resource.id, name: resource.name, resource }, message);

/** For messages: `web on media`, or the name alone for what is a machine itself. */
export function placeOf({ name, targetHost }: Pick<Resource, 'name' | 'targetHost'>): string {
  return name === targetHost ? name : `${name} on ${targetHost}`;
}
