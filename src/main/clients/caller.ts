// Who is asking, for which project, in which session: what the request's headers say, before anything is known of the
// client. Source: proxy, Upstreams, memory D15. Used by client-registry.ts.
import type { IncomingMessage } from 'node:http';
import { ClientName } from '../../shared/model/client.ts';
import { ProjectName } from '../../shared/model/graph.ts';
import { isSecretWord } from '../../shared/redact.ts';
import { digest } from './digest.ts';

export interface Caller {
  readonly client: string;
  readonly project: string;
  /** What it is recalled: the project's facts, and its own where it learns for itself. See graph/columns/scoped-graph.ts. */
  readonly scope: string;
  /** The project in which what it says is learnt; null: nowhere. */
  readonly learnsInto: string | null;
  readonly sessionId: string | null;
  /** Headers that carried a key of ours, in lower case: they end here. Empty when another thing named the client. */
  readonly keyHeaders: readonly string[];
  /**
   * Without a key, asking whether anybody is at home or what a page may send: answered here where keys are needed, and
   * elsewhere passed on without the upstream's own headers, which may be a key. Null for everything else.
   */
  readonly knock: 'answered_here' | 'passed_on' | null;
}

/** Why a request goes no further. */
export interface Refusal {
  readonly status: 400 | 401 | 403 | 429;
  readonly message: string;
  /** Whole seconds, with 429. */
  readonly retryAfter?: number;
}

/** What the headers ask for; null where they say nothing. */
export interface Asked {
  readonly project: string | null;
  readonly named: string | null;
  readonly sessionId: string | null;
}

const OWN = 'own.';

/** Where a client's own facts of a project lie: a project by itself, which operators see like any other. */
export function ownProject(client: string, project: string): string {
  const readable = client
    .toLowerCase()
    .replace(/[^a-z0-9._-]/g, '-')
    .slice(0, 40);
  return `${OWN}${readable}.${digest('own', client, project)}`;
}

/** Whether a project is one client's own; nobody may ask for it by name. */
export const isOwnProject = (project: string): boolean => project.startsWith(OWN);

const MAX_SESSION_CHARS = 200;

const single = (value: string | string[] | undefined): string | undefined =>
  Array.isArray(value) ? value[0] : value;

/** Reads the headers of ours, or says which one is wrong and how it should look. */
export function readAsked({ headers }: IncomingMessage): Asked | Refusal {
  const project = single(headers['x-festinger-project']);
  const problem =
    project === undefined ? undefined : ProjectName.safeParse(project).error?.issues[0]?.message;
  if (problem !== undefined) return { status: 400, message: `X-Festinger-Project: ${problem}` };
  const named = single(headers['x-festinger-client']);
  if (named !== undefined && !ClientName.safeParse(named).success) {
    return {
      status: 400,
      message: 'X-Festinger-Client: a client name is 1 to 64 of letters, digits and _ . @ : / + -',
    };
  }
  if ([named, project].some((name) => name !== undefined && isSecretWord(name.toLowerCase()))) {
    return {
      status: 400,
      message: 'X-Festinger-Client and X-Festinger-Project are names, and this one looks like a key',
    };
  }
  const session = single(headers['x-session-id']);
  return {
    project: project ?? null,
    named: named ?? null,
    sessionId: session === undefined || session === '' ? null : session.slice(0, MAX_SESSION_CHARS),
  };
}

/** A name for a client that gave none: an API key's digest, which does not give the key away, else its address. */
export function unnamed(req: IncomingMessage): string {
  const { headers } = req;
  const key = headers.authorization?.replace(/^bearer\s+/i, '') ?? single(headers['x-api-key']);
  if (key) return `key-${digest('client key', key).slice(0, 8)}`;
  return (req.socket.remoteAddress ?? 'unknown').replace(/^::ffff:/, '');
}
