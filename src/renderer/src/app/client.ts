// The typed calls of the contract as the screens make them, and event streams that survive a reconnect.
// Imports the contract's types only: no schema reaches the bundle. Screens take what they need of `api` as an argument.
import { type ClientContext, type ClientLink, createORPCClient, DynamicLink, ORPCError } from '@orpc/client';
import type { ContractRouterClient } from '@orpc/contract';
import type { Contract } from '../../../shared/contract/index.ts';
import { Connection, NotConnected } from './connection.ts';
import { isTurnedAway, openWire } from './transport.ts';

export type Api = ContractRouterClient<Contract>;

/** Resolves after `ms`, or as soon as `wake` is aborted. */
function wait(ms: number, wake: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    wake.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}

export const connection = new Connection<ClientLink<ClientContext>>({
  open: openWire,
  isTurnedAway,
  now: Date.now,
  wait,
});

export const api: Api = createORPCClient(new DynamicLink(() => connection.link()));

/**
 * Follows an event stream for as long as `signal` lives: reopens it after a reconnect or an end.
 * @param open opens the stream, for example `(signal) => api.system.watch(undefined, { signal })`
 * @param take is given each value in order
 */
export async function follow<T>(
  open: (signal: AbortSignal) => Promise<AsyncIterable<T>>,
  take: (value: T) => void,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    await connection.whenOpen();
    try {
      for await (const value of await open(signal)) {
        if (signal.aborted) return;
        take(value);
      }
    } catch {
      // A broken stream says nothing the connection's state does not say; it is opened again below.
    }
    if (!signal.aborted) await wait(1000, signal);
  }
}

/** What a screen shows of a failed call: one sentence, its code, and the id to find it in the log. */
export interface Failure {
  readonly message: string;
  readonly code: string;
  readonly requestId: string | null;
  readonly details: Readonly<Record<string, unknown>>;
  readonly offline: boolean;
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

/** Turns whatever a call threw into what the operator is shown. */
export function describeFailure(thrown: unknown): Failure {
  if (thrown instanceof NotConnected) {
    return { message: thrown.message, code: 'OFFLINE', requestId: null, details: {}, offline: true };
  }
  const details = thrown instanceof ORPCError && isRecord(thrown.data) ? thrown.data : {};
  const requestId = typeof details.requestId === 'string' ? details.requestId : null;
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  const code = thrown instanceof ORPCError ? String(thrown.code) : 'UNKNOWN';
  return { message, code, requestId, details, offline: false };
}
