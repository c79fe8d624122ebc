// What the hands reach for: what is there, the ways to it, what is measured and wrong, and what the program itself can be asked. Interfaces of ours,
// filled in by the composition root: the agent knows no other feature. Types only.
import type { Alert, Inspection, LogLine, MetricSeries, Resource } from '../../../shared/model/resource.ts';
import type { Executors } from '../../infra/executor.ts';
import type { LogRequest, Provider } from '../../infra/provider.ts';

/** What is known to be there; asked again when it matters. */
export interface Known {
  /** As far as the last look saw. */
  resources(): readonly Resource[];
  /** Looks again where that was a minute ago or longer, or `olderMs`. */
  fresh(olderMs?: number): Promise<void>;
  /** By id, name or alias. */
  resolve(named: string): {
    readonly exact: Resource | null;
    /** Several have that name. */
    readonly ambiguous: readonly Resource[];
    /** Names like it, nearest first. */
    readonly suggestions: readonly string[];
  };
  /** Asked anew of its provider; null when it is gone. @throws AppError UNAVAILABLE */
  find(id: string, signal: AbortSignal): Promise<Resource | null>;
  /** What it is in, nearest first, as far as is known. */
  within(resource: Resource): readonly Resource[];
  children(id: string): readonly Resource[];
  /** `via node delly → lxc 141`; empty for what is right here. */
  routeOf(resource: Resource): string;
  providerOf(resource: Resource): Provider;
  inspect(resource: Resource, signal: AbortSignal): Promise<Inspection>;
  /** It is another by now: what is remembered of it is forgotten, and everything is looked at soon. */
  changed(id: string): void;
}

export interface Measured {
  series(id: string, minutes: number): readonly MetricSeries[];
  alerts(): readonly Alert[];
}

/** The memory, as far as tools ask it. */
export interface AskedMemory {
  /** What would be recalled for a text. */
  recall(text: string): Promise<{ readonly block: string | null; readonly concepts: readonly string[] }>;
  edges(asked: {
    readonly concept: string;
    readonly project: string;
  }): Promise<readonly Record<string, unknown>[]>;
  provenance(edgeId: number): Promise<Record<string, unknown>>;
  conflicts(asked: { readonly limit: number }): Promise<readonly Record<string, unknown>[]>;
}

export interface HandsParts {
  readonly known: Known;
  readonly measured: Measured;
  readonly executors: Executors;
  /** Whether an id names the machine this program runs on. */
  isOwnHost(id: string): boolean;
}

export type { LogLine, LogRequest };
