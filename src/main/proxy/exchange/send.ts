// A request's way to an upstream: a seat, waited for where need be; the request sent and its answer relayed; the next upstream when
// one cannot be reached; and the seat given back, whatever happens. Source: proxy, Upstreams, Traps.
// Called by pass-on.ts, pass-body.ts and carry-prompt.ts.
import { Readable } from 'node:stream';
import type { OpenUpstream, Refusal, Seat, Waiting } from '../pool/port.ts';
import type { Exchange, SendOutcome } from './exchange.ts';
import { requestHeaders } from './headers.ts';
import { type AnswerCare, type HeldBack, type OutgoingRequest, Relay, type RelayOutcome } from './relay.ts';

/** What goes upstream. */
export interface Outgoing {
  readonly body: OutgoingRequest['body'];
  /** Headers to leave out because they no longer describe it. */
  readonly without?: readonly string[];
  /** What is done with its answer; nothing unless given. */
  readonly care?: Omit<AnswerCare, 'holdsBack'>;
  /** What is sent instead where the upstream refuses this with one of the statuses. */
  readonly otherwise?: { readonly statuses: ReadonlySet<number>; readonly write: () => Outgoing };
  /** Told when the upstream takes it. */
  readonly onTaken?: () => void;
}

/** What goes to an upstream; at once, unless something has to be asked there first. */
export type Prepare = (upstream: OpenUpstream) => Outgoing | Promise<Outgoing>;

const NONE_TRIED: ReadonlySet<string> = new Set();
const LEFT = { kind: 'aborted' } as const;
const NO_CARE = { watch: null, includesUsage: false, addedInstructions: null };
const HOLDS_NOTHING: ReadonlySet<number> = new Set();

/**
 * Tries upstreams until one takes the request. Only one that could not be reached, so that no byte was sent, is followed
 * by another. The exchange is not over: whoever calls ends it.
 */
export async function send(exchange: Exchange, prepare: Prepare): Promise<SendOutcome> {
  const { upstreams } = exchange.parts;
  const { client, conversation, model } = exchange.row;
  const { usesSlot } = exchange.incoming.route;
  const want = { client, conversation, model, usesSlot, pinnedTo: exchange.pinnedTo };
  let tried = NONE_TRIED;
  let unreachable: SendOutcome | null = null;
  for (;;) {
    const asked = upstreams.acquire({ ...want, tried }, exchange.leaving);
    const seat = asked.kind === 'waiting' ? await queued(exchange, asked) : asked;
    if (seat === null) return LEFT;
    // What an upstream that was tried came to says more than that none is left.
    if (seat.kind === 'refused') return seat.reason === 'none_left' ? (unreachable ?? seat) : seat;
    const { upstream } = seat;
    let outcome: RelayOutcome = LEFT;
    try {
      exchange.update({ phase: 'prefill', upstream: upstream.name });
      if (!exchange.hasLeft) outcome = await sendTo(exchange, upstream, prepare);
    } finally {
      seat.release(outcome);
    }
    if (outcome.kind !== 'unreachable') return outcome;
    unreachable = { ...outcome, message: `upstream ${upstream.name}: ${outcome.message}` };
    tried = new Set(tried).add(upstream.name);
  }
}

async function queued(exchange: Exchange, { granted }: Waiting): Promise<Seat | Refusal | null> {
  const { clock } = exchange.parts;
  const since = clock.monotonic();
  exchange.update({ phase: 'queued' });
  const seat = await granted;
  if (seat?.kind === 'seat') exchange.row.timings.queuedMs += clock.monotonic() - since;
  return seat;
}

/** A closed connection says so in one round trip; an upstream that dies later has worked on the request. */
const STALE_WITHIN_MS = 2000;

/** Sends it, and otherwise where the upstream refuses it as it is. */
async function sendTo(exchange: Exchange, upstream: OpenUpstream, prepare: Prepare): Promise<RelayOutcome> {
  const prepared = prepare(upstream);
  const ready =
    prepared instanceof Promise ? await Promise.race([prepared, left(exchange.leaving)]) : prepared;
  if (ready === null || exchange.hasLeft) return LEFT;
  let outgoing = ready;
  for (;;) {
    const outcome = await relayTwice(exchange, upstream, outgoing);
    if (outcome.kind !== 'held_back') return outcome;
    if (exchange.hasLeft || !outgoing.otherwise) return LEFT;
    outgoing = outgoing.otherwise.write();
  }
}

/** Once more, on a new connection, where an idle one was closed under the request: keep-alive's race, which is nobody's fault. */
async function relayTwice(
  exchange: Exchange,
  upstream: OpenUpstream,
  outgoing: Outgoing,
): Promise<RelayOutcome | HeldBack> {
  const { clock } = exchange.parts;
  const sentAt = clock.monotonic();
  const outcome = await relayOver(exchange, upstream, outgoing);
  const wasClosed = outcome.kind === 'failed' && !outcome.answering && outcome.reused;
  const isStale = wasClosed && clock.monotonic() - sentAt < STALE_WITHIN_MS;
  if (!isStale || !isRepeatable(exchange, outgoing) || exchange.hasLeft) return outcome;
  return relayOver(exchange, upstream, outgoing, true);
}

/** Whether nothing of it was consumed, and sending it twice does what sending it once does: a model has no memory of a request. */
function isRepeatable({ incoming: { req, route } }: Exchange, { body }: Outgoing): boolean {
  return !(body instanceof Readable) && (req.method === 'GET' || req.method === 'HEAD' || route.usesSlot);
}

function relayOver(
  exchange: Exchange,
  upstream: OpenUpstream,
  { body, without = [], care = NO_CARE, otherwise, onTaken }: Outgoing,
  isFresh = false,
): Promise<RelayOutcome | HeldBack> {
  const { req, res, path, query, route, caller } = exchange.incoming;
  const relay = new Relay(res, {
    ...care,
    holdsBack: otherwise?.statuses ?? HOLDS_NOTHING,
    route: route.kind,
    dialect: route.dialect,
    model: exchange.row.model,
    now: () => exchange.parts.clock.now(),
    onAnswer: (status) => {
      if (status < 400) onTaken?.();
      exchange.answered(status);
    },
  });
  exchange.relaying(relay);
  const headers = requestHeaders(req.rawHeaders, {
    upstream: caller.knock === null ? upstream.headers : [],
    without: [...without, ...caller.keyHeaders],
  });
  const length = body instanceof Readable ? req.headers['content-length'] : lengthOf(body);
  if (length !== undefined) headers.push('content-length', length);
  return relay.send(upstream, { method: req.method ?? 'GET', path: path + query, headers, body }, isFresh);
}

/** Resolves when the client leaves. */
function left(leaving: AbortSignal): Promise<null> {
  const { promise, resolve } = Promise.withResolvers<null>();
  leaving.addEventListener('abort', () => resolve(null), { once: true });
  return promise;
}

/** What a body in pieces takes; a whole one, or none, says it itself. */
function lengthOf(body: Buffer | readonly Buffer[] | null): string | undefined {
  if (body === null || Buffer.isBuffer(body)) return undefined;
  return String(body.reduce((sum, { length }) => sum + length, 0));
}
