// The end of a connection whose request was refused: nothing behind that request is executed, and the answer still arrives.
// Who sends all of a body before reading would lose it if the connection closed first. Called where requests are refused.
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { forget } from './reading-order.ts';

/** How long a refused body is still read. */
const LINGER_MS = 1000;

/** Connections that end unread. */
const ending = new WeakSet<Socket>();

/** From now on nothing that comes on this connection counts. */
export function endUnread(socket: Socket): void {
  ending.add(socket);
}

/** Whether a request came behind one with which its connection ended: it is neither executed nor answered. */
export function isBehindTheEnd({ socket }: Pick<IncomingMessage, 'socket'>): boolean {
  return ending.has(socket);
}

/**
 * Ends an answer whose head says how long it is and that the connection closes: at once, or when the request's body has come,
 * or a moment later.
 * @param body null for HEAD
 */
export function endRefusal(req: IncomingMessage, res: ServerResponse, body: Buffer | null): void {
  endUnread(req.socket);
  if (req.complete || body === null) {
    res.end(body ?? undefined);
    return;
  }
  // It leaves at once: where more is wrong with the request, Node drops what has not left yet.
  res.cork();
  res.write(body);
  res.uncork();
  const end = () => {
    clearTimeout(timer);
    res.end();
  };
  const timer = setTimeout(end, LINGER_MS).unref();
  req.once('end', end).once('close', end);
  forget(req);
}
