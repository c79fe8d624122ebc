// A request's way to an upstream: a place, waited for where need be; the next upstream when one cannot be reached; and
// the place given back, whatever happens. Source: proxy, Upstreams, Traps.
// Called by the exchange.

import type { Refusal, Upstream, UpstreamPool, UpstreamWant } from '../upstreams.ts';
import type { RelayOutcome } from './relay.ts';

export interface Sending {
  readonly upstreams: UpstreamPool;
  readonly want: Omit<UpstreamWant, 'tried'>;
  /** Aborted when the client leaves. */
  readonly signal: AbortSignal;
  /** Whether sending it twice does what sending it once does, and nothing of it was consumed: GET and HEAD without a body. */
  readonly isRepeatable: boolean;
  /** There is no place; it waits. */
  onQueued(): void;
  /** It has a place. */
  onPlace(upstream: Upstream): void;
  /** Sends it there and relays the answer. */
  over(upstream: Upstream): Promise<RelayOutcome>;
}

export type SendOutcome = RelayOutcome | Refusal;

const NONE_TRIED: ReadonlySet<string> = new Set();
const LEFT = { kind: 'aborted' } as const;

/**
 * Tries upstreams until one takes the request. Only one that could not be reached, so that no byte was sent, is followed
 * by another.
 */
export async function send(sending: Sending): Promise<SendOutcome> {
  const { upstreams, want, signal } = sending;
  let tried = NONE_TRIED;
  let unreachable: SendOutcome | null = null;
  for (;;) {
    let place = upstreams.acquire({ ...want, tried }, signal);
    if (place.kind === 'waiting') {
      sending.onQueued();
      const turn = await place.turn;
      if (turn === null) return LEFT;
      place = turn;
    }
    // What an upstream that was tried came to says more than that none is left.
    if (place.kind === 'refused') return place.reason === 'none_left' ? (unreachable ?? place) : place;
    const { upstream } = place;
    let outcome: RelayOutcome = LEFT;
    try {
      sending.onPlace(upstream);
      if (!signal.aborted) outcome = await sendOver(upstream, sending);
    } finally {
      place.release(outcome);
    }
    if (outcome.kind !== 'unreachable') return outcome;
    unreachable = { ...outcome, message: `upstream ${upstream.name}: ${outcome.message}` };
    tried = new Set(tried).add(upstream.name);
  }
}

/** Once more where an idle connection was closed under the request: keep-alive's race, which is nobody's fault. */
async function sendOver(upstream: Upstream, { over, isRepeatable, signal }: Sending): Promise<RelayOutcome> {
  const outcome = await over(upstream);
  const isStale = outcome.kind === 'failed' && !outcome.answering && outcome.reused;
  return isStale && isRepeatable && !signal.aborted ? over(upstream) : outcome;
}
