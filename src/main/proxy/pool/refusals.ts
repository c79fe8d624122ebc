// Why a request gets no seat, in words for the one who reads the agent's log: what is so, and where to change it.
// Used by upstream-pool.ts.
import type { Refusal } from './port.ts';

const QUEUE_RETRY_S = 5;
const DRAIN_RETRY_S = 30;

export function noneLeft(names: readonly string[], pinnedTo: string | null): Refusal {
  const where = pinnedTo === null ? names.join(', ') : pinnedTo;
  return {
    ...{ kind: 'refused', reason: 'none_left', status: 502, retryAfterSeconds: null },
    message: `no upstream is left to try (${where}); Overview says how they are`,
  };
}

export function unknownUpstream(name: string, names: readonly string[]): Refusal {
  return {
    ...{ kind: 'refused', reason: 'unknown_upstream', status: 400, retryAfterSeconds: null },
    message: `X-Festinger-Upstream: there is no upstream "${name.slice(0, 64)}"; there are ${names.join(', ')}`,
  };
}

export function draining(names: readonly string[]): Refusal {
  const which = names.length === 1 ? 'is being drained and takes' : 'are being drained and take';
  return {
    ...{ kind: 'refused', reason: 'draining', status: 503, retryAfterSeconds: DRAIN_RETRY_S },
    message: `${names.join(', ')} ${which} nothing new; open it again in the console, or try later`,
  };
}

export function queueFull(waiting: number): Refusal {
  return {
    ...{ kind: 'refused', reason: 'queue_full', status: 503, retryAfterSeconds: QUEUE_RETRY_S },
    message: `${waiting} requests wait for a place at an upstream already; queue_max_waiting in Settings is the limit, its slots say how many run at once`,
  };
}

export const CLOSING: Refusal = {
  ...{ kind: 'refused', reason: 'closing', status: 503, retryAfterSeconds: null },
  message: 'the proxy is shutting down',
};
