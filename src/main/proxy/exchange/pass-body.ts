// The body of a request that carries no prompt: streamed on as it comes, and read first only where the model it names
// decides which upstream it goes to, or where it may have to wait. Its bytes never change. Called by pass-exchange.ts.
import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import type { Lease } from '../body/held-bytes.ts';
import { hasBody, readBody, uploadStream } from '../body/request-body.ts';
import { namedModel } from '../pool/named-model.ts';
import { type MatchedRoute, modelInPath } from '../routes.ts';

export interface PassBody {
  readonly body: Buffer | Readable | null;
  /** The model it is about; null when it names none or was not read. */
  readonly model: string | null;
}

/** The body as it streams in, unread. */
export function streamedBody(req: IncomingMessage): PassBody {
  return { body: hasBody(req) ? uploadStream(req) : null, model: null };
}

/**
 * The body with the model it names; beyond `limit` bytes it streams. Null when the client left meanwhile.
 * @param path of the request, which names the model on `/v1/models/:model`
 */
export async function bodyWithModel(
  req: IncomingMessage,
  { namesModel }: MatchedRoute,
  path: string,
  limit: number,
  lease: Lease,
): Promise<PassBody | null> {
  if (namesModel === 'path') return { ...streamedBody(req), model: modelInPath(path) };
  if (namesModel === null || !hasBody(req)) return streamedBody(req);
  const read = await readBody(req, limit, lease);
  switch (read.kind) {
    case 'client_left':
      return null;
    case 'unread':
      return { body: read.stream, model: null };
    case 'whole':
      return { body: read.bytes, model: namedModel(read.bytes) };
  }
}
