// The circuit of one upstream: three failures in a row open it, and after a second, then two, four ... thirty, one
// request (or a good probe) may show that it is well again. Pure: states in, states out, times as the clock's `monotonic`.
// An open circuit never refuses anybody; it only puts the upstream last. Source: proxy, Upstreams.
import type { CircuitState } from '../../../shared/model/upstream.ts';
import type { SeatEnd } from './port.ts';

export type Circuit =
  /** Well, but for so many failures in a row. */
  | { readonly state: 'closed'; readonly failures: number }
  | { readonly state: 'open'; readonly retryAt: number; readonly delayMs: number }
  /** Half open, with one request on its way that decides. */
  | { readonly state: 'trial'; readonly delayMs: number };

export const CLOSED: Circuit = { state: 'closed', failures: 0 };

const OPENS_AFTER = 3;
const FIRST_DELAY_MS = 1000;
const LONGEST_DELAY_MS = 30_000;

/** The circuit as the operator sees it. */
export function circuitState(circuit: Circuit, now: number): CircuitState {
  if (circuit.state === 'trial') return 'half_open';
  return circuit.state === 'open' && now >= circuit.retryAt ? 'half_open' : circuit.state;
}

/** Whether the next request would be the one that tries it. */
export function mayTry(circuit: Circuit, now: number): boolean {
  return circuit.state === 'open' && now >= circuit.retryAt;
}

/** A request takes the trial. */
export function trying(circuit: Circuit): Circuit {
  return circuit.state === 'open' ? { state: 'trial', delayMs: circuit.delayMs } : circuit;
}

/** The request on trial ended without showing anything: the next one may try. */
export function abandoned(circuit: Circuit, now: number): Circuit {
  return circuit.state === 'trial' ? { state: 'open', retryAt: now, delayMs: circuit.delayMs } : circuit;
}

/** A failure. While it is open and not yet due, further ones change nothing: many requests fail at once. */
export function failed(circuit: Circuit, now: number): Circuit {
  if (circuit.state === 'closed') {
    const failures = circuit.failures + 1;
    return failures < OPENS_AFTER ? { state: 'closed', failures } : opened(now, FIRST_DELAY_MS);
  }
  if (circuit.state === 'open' && now < circuit.retryAt) return circuit;
  return opened(now, Math.min(circuit.delayMs * 2, LONGEST_DELAY_MS));
}

/** A probe was answered: an open circuit that is due closes; failures of requests are not forgotten for it. */
export function probedWell(circuit: Circuit, now: number): Circuit {
  return circuit.state === 'trial' || mayTry(circuit, now) ? CLOSED : circuit;
}

/** A probe reached nobody. It opens a circuit, but only requests that fail make the next try later. */
export function probedDown(circuit: Circuit, now: number): Circuit {
  return circuit.state === 'closed' ? failed(circuit, now) : circuit;
}

const opened = (now: number, delayMs: number): Circuit => ({
  state: 'open',
  retryAt: now + delayMs,
  delayMs,
});

/**
 * What a request's end says of its upstream. An answer of 4xx, 500 or 503 comes from a server that works (a model that
 * is missing, a full queue); 502 and 504 come from something in front of one that does not.
 */
export function verdictOf(end: SeatEnd): 'well' | 'failed' | 'nothing' {
  switch (end.kind) {
    case 'answered':
      return end.status === 502 || end.status === 504 ? 'failed' : 'well';
    case 'unreachable':
      return 'failed';
    case 'failed':
      return end.answering ? 'nothing' : 'failed';
    case 'aborted':
      return 'nothing';
  }
}
