// Errors of JSON-RPC as we say them where no tool is called: what was wrong with a message, or why nobody takes it. Pure. Used by the door, its route and
// the bridge of the command line. Source: agent, MCP.
import type { ErrorBody } from '../../shared/model/envelope.ts';

export const PARSE_ERROR = -32_700;
export const INVALID_REQUEST = -32_600;
/** Of a server's own. */
export const REFUSED = -32_000;

export type RpcId = string | number | null;

export interface RpcError {
  readonly jsonrpc: '2.0';
  readonly id: RpcId;
  readonly error: { readonly code: number; readonly message: string; readonly data?: ErrorBody };
}

/** @param id of the request it answers; null where that is not known */
export const rpcError = (code: number, message: string, id: RpcId = null): RpcError => ({
  jsonrpc: '2.0',
  id,
  error: { code, message },
});

/** An error of ours: its code begins the message, and all of it is in `data`. */
export const rpcRefusal = (body: ErrorBody, id: RpcId = null): RpcError => ({
  jsonrpc: '2.0',
  id,
  error: { code: REFUSED, message: `${body.code}: ${body.message}`, data: body },
});
