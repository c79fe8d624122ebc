// What the pool is opened with, and what it says of an upstream to whoever counts. Types only. Used by upstream-pool.ts and
// its owner.
import type { Clock } from '../../../shared/model/clock.ts';
import type { CircuitState } from '../../../shared/model/upstream.ts';
import type { SeatEndKind } from './pool-member.ts';
import type { UpstreamConfig } from './port.ts';

export interface PoolOptions {
  readonly upstreams: readonly UpstreamConfig[];
  readonly clock: Clock;
  /** Whether it asks the upstreams by itself every few seconds; default true. Without, `look` does. */
  readonly probes?: boolean;
  /** How many prompts and embeddings a client may have on their way at once; null for any number. */
  readonly limitOf?: (client: string) => number | null;
  /** How many requests may wait; asked each time. */
  readonly maxWaiting?: () => number;
  /** Health, modes, or what waits has changed. */
  readonly onChange?: () => void;
  /** An upstream answers its probes from now on, or does not, and why. */
  readonly onHealth?: (name: string, reason: string | null) => void;
  /** A request that had to wait got its seat, or was refused one. */
  readonly onWaited?: (ms: number) => void;
}

/** An upstream's figures for monitoring. */
export interface UpstreamFigures {
  readonly name: string;
  readonly up: boolean;
  readonly circuit: CircuitState;
  readonly running: number;
  /** Requests that ended there, by how. */
  readonly ended: Readonly<Record<SeatEndKind, number>>;
}
