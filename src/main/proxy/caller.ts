// Who is asking, for which project, in which session: read from the request's headers once, at the border.
// Source: proxy.md Upstreams ("Clients"), memory.md D15. Used by exchange.ts.
import type { IncomingMessage } from 'node:http';
import { DEFAULT_PROJECT, ProjectName } from '../../shared/model/graph.ts';
import { digest } from './conversation-key.ts';

export interface Caller {
  readonly client: string;
  readonly project: string;
  readonly sessionId: string | null;
}

const CLIENT_NAME = /^[\w.@:/+-]{1,64}$/;
const MAX_SESSION_CHARS = 200;

const single = (value: string | string[] | undefined): string | undefined =>
  Array.isArray(value) ? value[0] : value;

/** Reads the caller, or says which header is wrong and how it should look. */
export function readCaller(req: IncomingMessage): Caller | { readonly problem: string } {
  const { headers } = req;
  const project = single(headers['x-festinger-project']) ?? DEFAULT_PROJECT;
  const parsed = ProjectName.safeParse(project);
  if (!parsed.success)
    return { problem: `X-Festinger-Project: ${parsed.error.issues[0]?.message ?? 'not a name'}` };
  const named = single(headers['x-festinger-client']);
  if (named !== undefined && !CLIENT_NAME.test(named)) {
    return { problem: 'X-Festinger-Client: a client name is 1 to 64 of letters, digits and _ . @ : / + -' };
  }
  const session = single(headers['x-session-id']);
  return {
    client: named ?? keyName(headers) ?? addressOf(req),
    project: parsed.data,
    sessionId: session === undefined || session === '' ? null : session.slice(0, MAX_SESSION_CHARS),
  };
}

/** A name for an API key that does not give the key away. */
function keyName(headers: IncomingMessage['headers']): string | undefined {
  const key = headers.authorization?.replace(/^bearer\s+/i, '') ?? single(headers['x-api-key']);
  return key ? `key-${digest('client key', key).slice(0, 8)}` : undefined;
}

function addressOf(req: IncomingMessage): string {
  return (req.socket.remoteAddress ?? 'unknown').replace(/^::ffff:/, '');
}
