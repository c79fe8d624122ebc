// What the proxy asks of the pool: a seat at one of the upstreams, given back when the request is over.
// The pool behind it (who is well, who is busy, who waits) is in pool/. Types only.
// Source: proxy, Upstreams. Used by the exchange and by whoever asks upstreams about models.
import type { Dispatcher } from 'undici';
import type { UpstreamSetBy } from '../../../shared/model/upstream.ts';

/** An upstream as config.yaml names it, or as the console holds it. */
export interface UpstreamConfig {
  readonly name: string;
  /** `http://host:port`, optionally with a path that goes in front of every route. */
  readonly url: string;
  /** Its share of the load beside others; 1 unless given. */
  readonly weight?: number | undefined;
  /** Prompts and embeddings it is given at once; null or absent: no limit of ours. */
  readonly slots?: number | null | undefined;
  readonly headers?: Readonly<Record<string, string>>;
  /** Who names it; the file unless given. Shown, and of no other effect. */
  readonly setBy?: UpstreamSetBy;
  /** What a change of it in the console is based on; absent where it is not the console's. */
  readonly revision?: number;
}

/** An upstream that is open: where to send bytes. */
export interface OpenUpstream {
  readonly name: string;
  readonly basePath: string;
  readonly headers: readonly (readonly [string, string])[];
  readonly dispatcher: Dispatcher & { readonly stats?: { readonly free?: number } };
  /** A connection of its own for one request, closed behind it: none that the upstream may have closed meanwhile. */
  fresh(): Dispatcher;
  /**
   * Whether one of its connections is being reset as this is asked: undici takes a reset for the end of an answer that
   * ends with its connection.
   */
  isReset(): boolean;
}

/** What is known of a request when it asks for an upstream. */
export interface UpstreamWant {
  readonly client: string;
  readonly conversation: string | null;
  /** As the client wrote it; null while unknown. */
  readonly model: string | null;
  /** Names of upstreams that could not be reached for this request. */
  readonly tried: ReadonlySet<string>;
  /** Whether it takes one of an upstream's slots, and waits when there is none. */
  readonly usesSlot: boolean;
  /** The only upstream it may go to; null for any. */
  readonly pinnedTo: string | null;
}

/** How a request that had a seat ended. A `RelayOutcome` is one. */
export type SeatEnd =
  | { readonly kind: 'answered'; readonly status: number }
  | { readonly kind: 'unreachable' }
  | { readonly kind: 'failed'; readonly answering: boolean }
  | { readonly kind: 'aborted' };

/** One request may go to this upstream, in one of its slots where it uses one. */
export interface Seat {
  readonly kind: 'seat';
  readonly upstream: OpenUpstream;
  /** Gives it back. A second call does nothing. */
  release(end: SeatEnd): void;
}

/** No seat, and none to wait for. */
export interface Refusal {
  readonly kind: 'refused';
  /** `none_left`: every upstream that could serve it was tried. */
  readonly reason: 'none_left' | 'unknown_upstream' | 'draining' | 'queue_full' | 'closing';
  readonly status: 400 | 502 | 503;
  /** For people: what is so, and what to do. */
  readonly message: string;
  /** What `Retry-After` says; null for no such header. */
  readonly retryAfterSeconds: number | null;
}

/** In the queue. `granted` gives null when the request's signal aborted; it never rejects. */
export interface Waiting {
  readonly kind: 'waiting';
  readonly granted: Promise<Seat | Refusal | null>;
}
