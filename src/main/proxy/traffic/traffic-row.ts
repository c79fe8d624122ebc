// A request's row in the traffic log: how it begins and how it ends. Pure. Used by the exchange.
import type { IncomingMessage } from 'node:http';
import type { InjectionReason, TrafficRow } from '../../../shared/model/traffic.ts';
import { redact } from '../../../shared/redact.ts';
import type { Caller } from '../../clients/caller.ts';
import type { RelayOutcome } from '../exchange/relay.ts';
import { NO_USAGE } from '../exchange/response-tail.ts';
import type { MatchedRoute } from '../routes.ts';

export interface RowStart {
  readonly id: string;
  readonly at: number;
  readonly req: IncomingMessage;
  readonly path: string;
  readonly route: MatchedRoute;
  readonly caller: Caller;
}

/** A prompt route's reason until its body has been looked at. */
const UNDECIDED: InjectionReason = 'nothing_to_recall';

export function firstRow({ id, at, req, path, route, caller }: RowStart): TrafficRow {
  return {
    id,
    at,
    state: 'running',
    phase: 'reading',
    method: req.method ?? '',
    // Our routes and Ollama's have names of their own; what else is asked for may be a key.
    path: route.kind === 'other' ? shownName(path.slice(0, MOST_PATH_CHARS)) : path,
    route: route.kind,
    client: caller.client,
    project: caller.project,
    conversation: null,
    model: null,
    upstream: '',
    status: null,
    error: null,
    streamed: false,
    reason: route.kind === 'other' ? 'not_a_prompt_route' : UNDECIDED,
    recalledConcepts: 0,
    injectedBytes: 0,
    leftOut: [],
    prefixBytes: 0,
    requestBytes: Number(req.headers['content-length'] ?? 0),
    responseBytes: 0,
    timings: { addedMs: 0, queuedMs: 0, firstByteMs: null, totalMs: null },
    usage: NO_USAGE,
    promptCut: null,
    loop: null,
    local: false,
    pinned: false,
  };
}

/** Of a path that is shown; a head has room for thousands. */
const MOST_PATH_CHARS = 500;
/** Shorter names are no keys. */
const LEAST_KEY = 16;

/** A name out of a request, without what looks like a secret. */
export function shownName(name: string): string {
  return name.length < LEAST_KEY ? name : redact(name);
}

/** The end of a row; one that failed or was left keeps the phase it was in. */
export type LastState = Pick<TrafficRow, 'state' | 'error'> & Partial<Pick<TrafficRow, 'phase'>>;

const NO_END =
  'the upstream closed the stream without saying that the answer was over (done, finish_reason, [DONE])';

/** How a request ended, as the log says it. A status of 400 or more from the upstream is a failure, too. */
export function lastState(outcome: RelayOutcome): LastState {
  switch (outcome.kind) {
    case 'answered':
      if (outcome.noEnd) return { state: 'failed', error: NO_END };
      return outcome.status < 400
        ? { state: 'done', phase: 'over', error: null }
        : { state: 'failed', error: `the upstream answered ${outcome.status}` };
    case 'unreachable':
    case 'failed':
      return { state: 'failed', error: outcome.message };
    case 'aborted':
      return { state: 'aborted', error: 'the client left' };
  }
}
