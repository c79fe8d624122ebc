// Sends a request on with the body it came with: streamed on as it comes, and read first only where the model it names decides which
// upstream it goes to, or where it may have to wait. Its bytes never change. Called by pass-on.ts and carry-prompt.ts.
import { Readable } from 'node:stream';
import { hasBody, readBody, uploadStream } from '../body/request-body.ts';
import { namedModel } from '../pool/named-model.ts';
import { type MatchedRoute, modelInPath } from '../routes.ts';
import type { Exchange, SendOutcome } from './exchange.ts';
import { type Outgoing, send } from './send.ts';

/** Sends a body as it is, and ends the exchange with what came of it. */
export async function sendAsIs(exchange: Exchange, body: Outgoing['body']): Promise<SendOutcome> {
  const outcome = await send(exchange, () => ({ body }));
  exchange.end(outcome);
  if (body instanceof Readable) body.destroy(); // what nobody took must not stall the client's connection
  return outcome;
}

/**
 * The same for a body that is not read yet. Null when the client left meanwhile.
 * @param naming where the model it is about is looked for; beyond `limit` bytes its body streams unread
 */
export async function passBody(
  exchange: Exchange,
  naming: MatchedRoute['namesModel'],
  limit: number,
): Promise<SendOutcome | null> {
  const { req, path } = exchange.incoming;
  let body: Outgoing['body'] = null;
  let model = naming === 'path' ? modelInPath(path) : null;
  if (naming === 'body' && hasBody(req)) {
    const read = await readBody(req, limit, exchange.held);
    if (read.kind === 'client_left') return null;
    body = read.kind === 'whole' ? read.bytes : read.stream;
    if (read.kind === 'whole') model = namedModel(read.bytes);
  } else if (hasBody(req)) body = uploadStream(req);
  if (model !== null) exchange.update({ model });
  return sendAsIs(exchange, body);
}
