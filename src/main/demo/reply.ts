// How the upstream answers outside of a stream: bodies, headers and the error shape of each API family.
// Statuses and shapes are Ollama's (ollama-and-proxying.md 1.4).
import type { ServerResponse } from 'node:http';
import { goJson, type Json } from './json-fields.ts';

export type ApiFamily = 'ollama' | 'openai' | 'anthropic';

/** A refusal with its HTTP status; the route's family decides its shape. */
export class UpstreamError extends Error {
  readonly status: number;
  readonly extra: Json;

  constructor(status: number, message: string, extra: Json = {}) {
    super(message);
    this.name = 'UpstreamError';
    this.status = status;
    this.extra = extra;
  }
}

const OPENAI_TYPES: Readonly<Record<number, string>> = {
  400: 'invalid_request_error',
  404: 'not_found_error',
};

const ANTHROPIC_TYPES: Readonly<Record<number, string>> = {
  400: 'invalid_request_error',
  401: 'authentication_error',
  403: 'permission_error',
  404: 'not_found_error',
  429: 'rate_limit_error',
  503: 'overloaded_error',
};

/** The error object of a family, as it stands in a body and, where the API has such a thing, in a stream. */
export function errorBody(family: ApiFamily, status: number, message: string, extra: Json = {}): Json {
  switch (family) {
    case 'ollama':
      return { error: message, ...extra };
    case 'openai':
      return { error: { message, type: OPENAI_TYPES[status] ?? 'api_error', param: null, code: null } };
    case 'anthropic':
      return { type: 'error', error: { type: ANTHROPIC_TYPES[status] ?? 'api_error', message } };
  }
}

/** Ollama's own routes name a charset, the compatible ones do not. */
export const jsonType = (family: ApiFamily): string =>
  family === 'ollama' ? 'application/json; charset=utf-8' : 'application/json';

/** Sends a whole body with its length. HEAD answers carry the headers alone (Node drops the bytes). */
export function send(res: ServerResponse, status: number, type: string, body: string): void {
  res.writeHead(status, { 'content-type': type, 'content-length': Buffer.byteLength(body) });
  res.end(body);
}

/** Sends JSON in the family's manner: the compatible APIs end it with a newline. */
export function sendJson(res: ServerResponse, family: ApiFamily, status: number, value: unknown): void {
  send(res, status, jsonType(family), family === 'ollama' ? goJson(value) : `${goJson(value)}\n`);
}

export function sendText(res: ServerResponse, status: number, body: string): void {
  send(res, status, 'text/plain; charset=utf-8', body);
}

export function sendEmpty(res: ServerResponse, status: number): void {
  res.writeHead(status, { 'content-length': 0 });
  res.end();
}

/** Sends an error in the family's shape. */
export function sendError(res: ServerResponse, family: ApiFamily, error: UpstreamError): void {
  sendJson(res, family, error.status, errorBody(family, error.status, error.message, error.extra));
}
