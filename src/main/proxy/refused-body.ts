// The end of an answer to a request whose body is still coming: who sends all of it before reading would lose the answer
// if the connection closed first. Called where requests are refused.
import type { IncomingMessage, ServerResponse } from 'node:http';

/** How long a refused body is still read. */
const LINGER_MS = 1000;

/**
 * Ends an answer whose head says how long it is: at once, or when the request's body has come, or a moment later.
 * @param body null for HEAD
 */
export function endRefusal(req: IncomingMessage, res: ServerResponse, body: Buffer | null): void {
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
  req.once('end', end).once('close', end).resume();
}
