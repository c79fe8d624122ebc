// How typed calls reach the core: one wire at a time, over the preload's MessagePort in Electron, over a WebSocket in a
// browser. Owns opening and closing; never decides when to retry (connection.ts does).
//
// Handshake in Electron: the preload posts the string `festinger:port` to this window with exactly one transferred
// MessagePort, on load and again after the core restarted. The renderer asks for it by posting `festinger:want-port` to
// its own window, so it does not matter which of the two is ready first. The port carries oRPC's peer messages as they are.
import type { ClientContext, ClientLink } from '@orpc/client';
import { RPCLink as PortLink } from '@orpc/client/message-port';
import { RPCLink as SocketLink } from '@orpc/client/websocket';

/** An open way to the core. `closed` settles once it is gone. */
export interface Wire {
  readonly link: ClientLink<ClientContext>;
  readonly closed: Promise<void>;
}

const PORT_OFFER = 'festinger:port';
const PORT_REQUEST = 'festinger:want-port';
const OPEN_TIMEOUT_MS = 8000;

const inElectron = (): boolean => navigator.userAgent.includes('Electron');

/** Opens a wire by whichever door this page came through. Rejects when none opens within 8 s. */
export function openWire(): Promise<Wire> {
  return inElectron() ? openPort() : openSocket();
}

function openSocket(): Promise<Wire> {
  const { promise, resolve, reject } = Promise.withResolvers<Wire>();
  const { protocol, host } = window.location;
  const socket = new WebSocket(`${protocol === 'https:' ? 'wss' : 'ws'}://${host}/rpc`);
  const gone = Promise.withResolvers<void>();
  const timer = setTimeout(() => socket.close(), OPEN_TIMEOUT_MS);
  socket.addEventListener('open', () => {
    clearTimeout(timer);
    resolve({ link: new SocketLink({ websocket: socket }), closed: gone.promise });
  });
  socket.addEventListener('close', () => {
    clearTimeout(timer);
    gone.resolve();
    reject(new Error('the WebSocket was closed before it opened'));
  });
  return promise;
}

function openPort(): Promise<Wire> {
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
    resolve({ link: new PortLink({ port }), closed: gone.promise });
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
    const answer = await fetch('/api/console/system/status', { cache: 'no-store' });
    return answer.status === 401 || answer.status === 403;
  } catch {
    return false;
  }
}
