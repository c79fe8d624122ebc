// What the alert rules are given to judge, and what they find. Types, and how an alert is named. Called by alert-rules.ts and the rules
// beside it; core makes the facts. Source: agent, What it acts on (Alerts).
import type { UnknownOutcome } from '../../../shared/model/approval.ts';
import type { Alert, Resource, Sample } from '../../../shared/model/resource.ts';
import type { UpstreamState } from '../../../shared/model/upstream.ts';
import type { Recent } from './sampler.ts';

export interface AlertFacts {
  /** Epoch milliseconds. */
  readonly now: number;
  readonly resources: readonly Resource[];
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

/** An alert without its beginning. */
export type Finding = Omit<Alert, 'since'>;
/** What stood at the look before, by id. */
export type Standing = (id: string) => Alert | null;

export function alertId(rule: Alert['rule'], about: string): string {
  return `${rule}:${about}`;
}
