// What the provider has to be told of upstreams, and asks for, as an interface: the pool and the console's desk fit it, and are not known
// here. Types only. Implemented by console/upstreams/upstream-desk.ts, handed in by core.
import type { Clock } from '../../../../shared/model/clock.ts';
import type { CircuitState, UpstreamMode, UpstreamSetBy } from '../../../../shared/model/upstream.ts';
import type { OllamaClient } from './ollama-client.ts';

export interface KnownUpstream {
  readonly name: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly weight: number;
  readonly slots: number | null;
  readonly setBy: UpstreamSetBy;
  /** Null unless the console holds it. */
  readonly revision: number | null;
  readonly mode: UpstreamMode;
  readonly circuit: CircuitState;
  /** Requests of agents on their way there. */
  readonly running: number;
  /** Of Ollama, as it was seen last. */
  readonly version: string | null;
}

export interface OllamaParts {
  readonly upstreams: {
    known(): readonly KnownUpstream[];
    /** @throws AppError NOT_FOUND */
    setMode(name: string, mode: UpstreamMode): unknown;
    /** Of the console's own. @throws AppError NOT_FOUND, STALE_VERSION, NOT_ALLOWED */
    remove(name: string, expectedVersion: number): Promise<unknown>;
    /** Models were pulled, loaded or deleted there. */
    modelsChanged(name: string): void;
  };
  /** What this machine is called, for upstreams that listen on its loopback. */
  readonly thisHost: string;
  readonly clock: Clock;
  /** The operator let a model go from memory: it is not put out by anybody else. */
  letGo?(upstream: string, model: string): void;
}

/** What a step works with. */
export interface Work {
  readonly parts: OllamaParts;
  readonly client: OllamaClient;
  readonly upstream: KnownUpstream;
}
