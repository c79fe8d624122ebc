// The typed calls of the contract as the screens make them, and event streams that survive a reconnect. Imports the
// contract's types only: no schema reaches the bundle. A call is made while somebody is known to be there, or not at all;
// one that the connection broke off says so, and a change among them that nobody knows whether it was done.
import { type ClientContext, type ClientLink, createORPCClient, getEventMeta, ORPCError } from '@orpc/client';
import type { ContractRouterClient } from '@orpc/contract';
import { createStore } from 'zustand/vanilla';
import type { Contract } from '../../../shared/contract/index.ts';
import { isWrite } from '../../../shared/contract/writes.ts';
import type { Failure } from '../ui/failure.ts';
import { livenessStore } from '../ui/liveness.ts';
import { Connection, NotConnected } from './connection.ts';
import { isTurnedAway, openWire } from './transport.ts';
import { WriteKeys } from './write-keys.ts';

export type Api = ContractRouterClient<Contract>;

/** Resolves after `ms`, or as soon as `wake` is aborted. */
function wait(ms: number, wake: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      wake.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    wake.addEventListener('abort', done);
    if (wake.aborted) done();
  });
}

interface Program {
  /** The version this page was loaded from, and the one that answers now. */
  readonly loaded: string | null;
  readonly answering: string | null;
}

/** Another version answers than the one this page is of: it must be loaded anew. */
export const programStore = createStore<Program>(() => ({ loaded: null, answering: null }));

/** Changes that were under way when the connection broke, epoch milliseconds each; until the operator has seen them. */
export const unknownStore = createStore<{ readonly at: readonly number[] }>(() => ({ at: [] }));

export const connection = new Connection<ClientLink<ClientContext>>({
  open: () =>
    openWire(({ version }) =>
      programStore.setState(({ loaded }) => ({ loaded: loaded ?? version, answering: version })),
    ),
  isTurnedAway,
  now: Date.now,
  wait,
  random: Math.random,
});

connection.state.subscribe((state) => {
  const before = livenessStore.getState();
  const live = state.phase === 'open' || state.phase === 'connecting';
  if (live !== before.live || !live)
    livenessStore.setState({
      live,
      asOf: 'since' in state ? state.since : null,
      returns: live && !before.live ? before.returns + 1 : before.returns,
    });
});

/** A tab that is looked at again, a network that is back: whatever was believed is checked at once. */
export function lookWhenBack(): () => void {
  const check = () => {
    if (!document.hidden) connection.check();
  };
  const stop = new AbortController();
  document.addEventListener('visibilitychange', check, { signal: stop.signal });
  for (const name of ['online', 'pageshow', 'focus'])
    window.addEventListener(name, check, { signal: stop.signal });
  return () => stop.abort();
}

/** The connection broke while a change was under way. */
class Interrupted extends Error {
  constructor() {
    super('The connection broke before the answer came. Nobody knows here whether this was done.');
    this.name = 'Interrupted';
  }
}

const writeKeys = new WriteKeys(Date.now, () => [...crypto.getRandomValues(new Uint32Array(4))].join('-'));

/** Calls over whichever wire is open; a change carries its key. */
const link: ClientLink<ClientContext> = {
  async call(path, input, options) {
    const wire = await connection.wire();
    const change = isWrite(path) ? JSON.stringify([path, input]) : null;
    const context = change === null ? options.context : { ...options.context, key: writeKeys.of(change) };
    let isLost = false;
    try {
      return await wire.link.call(path, input, { ...options, context });
    } catch (thrown) {
      if (thrown instanceof ORPCError || connection.carries(wire)) throw thrown;
      if (change === null) throw new NotConnected();
      isLost = true;
      unknownStore.setState(({ at }) => ({ at: [...at, Date.now()] }));
      throw new Interrupted();
    } finally {
      if (change !== null) writeKeys[isLost ? 'lost' : 'answered'](change);
    }
  },
};

export const api: Api = createORPCClient(link);

const REOPEN_MS = { least: 1000, most: 15_000 } as const;

/** How far a follower came: the id of the newest event it took. Kept by who wants to go on from there. */
export interface Followed {
  lastEventId: string | undefined;
}

/**
 * Follows an event stream for as long as `signal` lives: reopens it after a reconnect, and with growing pauses where it
 * ends or is refused.
 * @param open opens the stream, for example `(signal) => api.system.watch(undefined, { signal })`; where its events carry
 * ids it goes on after `lastEventId`
 * @param take is given each value in order
 */
export async function follow<T>(
  open: (signal: AbortSignal, lastEventId: string | undefined) => Promise<AsyncIterable<T>>,
  take: (value: T) => void,
  signal: AbortSignal,
  followed: Followed = { lastEventId: undefined },
): Promise<void> {
  for (let pause: number = REOPEN_MS.least; !signal.aborted; ) {
    await connection.whenOpen(signal);
    try {
      for await (const value of await open(signal, followed.lastEventId)) {
        if (signal.aborted) return;
        take(value);
        followed.lastEventId = getEventMeta(value)?.id;
        pause = REOPEN_MS.least;
      }
    } catch {
      // A broken stream says nothing the connection's state does not say; it is opened again below.
    }
    // Not while the connection is away: then it is opened as soon as that is back.
    if (signal.aborted || connection.state.getState().phase !== 'open') continue;
    await wait(pause, signal);
    pause = Math.min(REOPEN_MS.most, pause * 2);
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

/** Turns whatever a call threw into what the operator is shown. */
export function describeFailure(thrown: unknown): Failure {
  if (thrown instanceof Interrupted) {
    return { message: thrown.message, code: 'NOT_KNOWN', requestId: null, details: {}, offline: false };
  }
  if (thrown instanceof NotConnected || (!(thrown instanceof ORPCError) && !livenessStore.getState().live)) {
    const { message } = new NotConnected();
    return { message, code: 'OFFLINE', requestId: null, details: {}, offline: true };
  }
  const details = thrown instanceof ORPCError && isRecord(thrown.data) ? thrown.data : {};
  const requestId = typeof details.requestId === 'string' ? details.requestId : null;
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  const code = thrown instanceof ORPCError ? String(thrown.code) : 'UNKNOWN';
  return { message, code, requestId, details, offline: false };
}
