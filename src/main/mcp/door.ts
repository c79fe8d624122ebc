// The door for agents that speak MCP: a body and who sent it in, a status and a body out. Keeps no session: every POST stands for itself. What is no JSON, or
// too much of it, is told so in JSON-RPC. Called by the route POST /mcp; opened by wire.ts. Source: agent, MCP.
import { hasFewValues } from './few-values.ts';
import { asMcpHasIt } from './given-arguments.ts';
import { INVALID_REQUEST, PARSE_ERROR, type RpcError, rpcError, rpcRefusal } from './json-rpc.ts';
import type { McpCaller, McpParts } from './ports.ts';
import type { SdkServer } from './sdk-server.ts';

/** Longer than any tool may take, with its queue. */
const POST_MS = 90_000;
/** The headers of a request that mean something to MCP. */
const HEADERS = ['content-type', 'mcp-protocol-version'] as const;
/** What the SDK insists on. Every answer is JSON, and whoever posts JSON reads it: what a client says it accepts decides nothing. */
const ACCEPT = 'application/json, text/event-stream';

export interface McpAsked {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
  readonly caller: McpCaller;
  /** The client has left. */
  readonly gone: AbortSignal;
}

export interface McpAnswered {
  readonly status: number;
  /** Empty where there is nothing to say. */
  readonly body: string;
}

export class McpDoor {
  readonly #parts: McpParts;
  #server: Promise<SdkServer> | undefined;

  constructor(parts: McpParts) {
    this.#parts = parts;
  }

  /** @throws only what the SDK cannot be loaded for */
  async answer({ headers, body, caller, gone }: McpAsked): Promise<McpAnswered> {
    const read = readBody(body);
    if ('refused' in read) return said(400, read.refused);
    const late = AbortSignal.timeout(POST_MS);
    const server = await this.#loaded();
    const answer = await server.answer({
      ...{ headers: ofMcp(headers), body: read.message, caller },
      signal: AbortSignal.any([gone, late]),
    });
    if (answer !== null) return { status: answer.status, body: await answer.text() };
    const message = `It took longer than ${POST_MS / 1000} seconds, or was cancelled.`;
    return said(504, rpcRefusal({ code: 'TIMEOUT', message, retryable: true }));
  }

  #loaded(): Promise<SdkServer> {
    this.#server ??= import('./sdk-server.ts').then(({ SdkServer }) => new SdkServer(this.#parts));
    return this.#server;
  }
}

const said = (status: number, error: RpcError): McpAnswered => ({ status, body: JSON.stringify(error) });

function readBody(body: string): { readonly message: unknown } | { readonly refused: RpcError } {
  if (!hasFewValues(body))
    return { refused: rpcError(INVALID_REQUEST, 'It has more values or brackets than any call here takes.') };
  try {
    const message: unknown = JSON.parse(body);
    if (Array.isArray(message) && message.length === 0)
      return { refused: rpcError(INVALID_REQUEST, 'The list of calls is empty: send one call at least.') };
    return { message: asMcpHasIt(message) };
  } catch (error) {
    return { refused: rpcError(PARSE_ERROR, `The body is not JSON: ${(error as Error).message}`) };
  }
}

function ofMcp(given: McpAsked['headers']): Headers {
  const headers = new Headers({ accept: ACCEPT });
  for (const name of HEADERS) {
    const value = given[name];
    if (typeof value === 'string') headers.set(name, value);
  }
  return headers;
}
