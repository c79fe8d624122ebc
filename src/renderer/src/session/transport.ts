// How typed calls reach the core: one wire at a time, over the preload's MessagePort in Electron, over a WebSocket in a
// browser. Owns opening and closing; never decides when to retry (connection.ts does).
//
// Handshake in Electron: the preload posts the string `festinger:port` to this window with exactly one transferred
// MessagePort, on load and again after the core restarted. The renderer asks for it by posting `festinger:want-port` to
// its own window, so it does not matter which of the two is ready first. The port carries oRPC's peer messages as they are.
import { type ClientContext, type ClientLink, createORPCClient } from '@orpc/client';
import { RPCLink as PortLink } from '@orpc/client/message-port';
import { RPCLink as SocketLink } from '@orpc/client/websocket';
import type { ContractRouterClient } from '@orpc/contract';
import type { Contract } from '../../../shared/contract/index.ts';
import type { OpenWire } from './connection.ts';

type Link = ClientLink<ClientContext>;
export type Wire = OpenWire<Link>;
/** What every answer to a sign of life says. */
export type Beat = Awaited<ReturnType<ContractRouterClient<Contract>['system']['beat']>>;
type TakeBeat = (beat: Beat) => void;

const PORT_OFFER = 'festinger:port';
const PORT_REQUEST = 'festinger:want-port';
const OPEN_TIMEOUT_MS = 8000;
const ASK_TIMEOUT_MS = 4000;

/** A write carries its key where REST has it. */
const headers = ({ context }: { readonly context: ClientContext }) =>
  typeof context.key === 'string' ? { 'idempotency-key': context.key } : {};

const inElectron = (): boolean => navigator.userAgent.includes('Electron');

/** Opens a wire by whichever door this page came through. Rejects when none opens within 8 s. */
export function openWire(take: TakeBeat): Promise<Wire> {
  return inElectron() ? openPort(take) : openSocket(take);
}

/** The wire's own client: calls of the screens go over whichever wire is open, this one asks the wire itself. */
function beatOver(link: Link, take: TakeBeat): () => Promise<void> {
  const client: ContractRouterClient<Contract> = createORPCClient(link);
  return async () => take(await client.system.beat());
}

function openSocket(take: TakeBeat): Promise<Wire> {
  const { promise, resolve, reject } = Promise.withResolvers<Wire>();
  const { protocol, host } = window.location;
  const socket = new WebSocket(`${protocol === 'https:' ? 'wss' : 'ws'}://${host}/rpc`);
  const gone = Promise.withResolvers<void>();
  const timer = setTimeout(() => socket.close(), OPEN_TIMEOUT_MS);
  socket.addEventListener('open', () => {
    clearTimeout(timer);
    const link = new SocketLink({ websocket: socket, headers });
    const end = () => {
      socket.close();
      // Where the other end is out of reach the browser waits for its goodbye; what hangs on the wire is told at once.
      socket.dispatchEvent(new Event('close'));
    };
    resolve({ link, beat: beatOver(link, take), closed: gone.promise, end });
  });
  socket.addEventListener('close', () => {
    clearTimeout(timer);
    gone.resolve();
    reject(new Error('the WebSocket was closed before it opened'));
  });
  return promise;
}

function openPort(take: TakeBeat): Promise<Wire> {
  const { promise, resolve, reject } = Promise.withResolvers<Wire>();
  const timer = setTimeout(() => {
    window.removeEventListener('message', accept);
    reject(new Error('the desktop door handed over no port'));
  }, OPEN_TIMEOUT_MS);
  function accept(event: MessageEvent): void {
    const port = event.ports[0];
    if (event.source !== window || event.data !== PORT_OFFER || !port) return;
    clearTimeout(timer);
    window.removeEventListener('message', accept);
    const gone = Promise.withResolvers<void>();
    port.addEventListener('close', () => gone.resolve());
    port.start();
    const link = new PortLink({ port, headers });
    // A page is given one port. It cannot be half open: when the core answers again, it answers on this one.
    resolve({ link, beat: beatOver(link, take), closed: gone.promise, end: null });
  }
  window.addEventListener('message', accept);
  window.postMessage(PORT_REQUEST, window.location.origin === 'null' ? '*' : window.location.origin);
  return promise;
}

/**
 * Whether the browser door turned this page away rather than being absent: a one-time URL was used up or the program
 * restarted with a new token. A WebSocket does not tell its status, so the same right is asked for over HTTP.
 */
export async function isTurnedAway(): Promise<boolean> {
  if (inElectron()) return false;
  try {
    const answer = await fetch('/api/console/system/beat', {
      cache: 'no-store',
      signal: AbortSignal.timeout(ASK_TIMEOUT_MS),
    });
    return answer.status === 401 || answer.status === 403;
  } catch {
    return false;
  }
}
