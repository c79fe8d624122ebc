// The pool as its owner holds it: what it is opened with, and what it can be told and asked beside giving seats.
// Types only. Implemented by upstream-pool.ts, used by the composition root.
import type { Clock } from '../../../shared/model/clock.ts';
import type { CircuitState, UpstreamMode, UpstreamsState } from '../../../shared/model/upstream.ts';
import type { SeatEndKind } from './pool-member.ts';
import type { UpstreamConfig, UpstreamPool } from './port.ts';

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

/** The pool as its owner holds it. */
export interface OpenPool extends UpstreamPool {
  state(): UpstreamsState;
  figures(): UpstreamFigures[];
  readonly waiting: number;
  /** Calls back on every change, at most twice a second. @returns stops watching */
  watch(listener: (state: UpstreamsState) => void): () => void;
  /** @throws AppError NOT_FOUND */
  setMode(name: string, mode: UpstreamMode): UpstreamsState;
  /** Takes another configuration over: what runs goes on, what is the same stays as it is. */
  configure(upstreams: readonly UpstreamConfig[]): void;
  /** Limits of clients have changed. */
  limitsChanged(): void;
  /** Asks every upstream how it is, now. */
  look(): Promise<void>;
}
