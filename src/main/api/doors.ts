// The same procedures through three doors: message port (desktop), WebSocket (browser), REST with OpenAPI.
// A door knows who is calling and nothing about what is asked.
import { isUtf8 } from 'node:buffer';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { SmartCoercionPlugin } from '@orpc/json-schema';
import { OpenAPIGenerator } from '@orpc/openapi';
import { OpenAPIHandler } from '@orpc/openapi/node';
import type { ORPCError } from '@orpc/server';
import { RPCHandler as PortHandler } from '@orpc/server/message-port';
import { BodyLimitPlugin } from '@orpc/server/node';
import { RequestHeadersPlugin } from '@orpc/server/plugins';
import { RPCHandler as SocketHandler } from '@orpc/server/ws';
import { ZodToJsonSchemaConverter } from '@orpc/zod/zod4';
import type { WebSocket } from 'ws';
import { contract } from '../../shared/contract/index.ts';
import { AppError, type ErrorBody, type ErrorCode, failure, success } from '../../shared/model/envelope.ts';
import type { ApiContext } from './base.ts';
import { Once } from './once.ts';
import { router } from './router.ts';
import type { Caller, Services } from './services.ts';

export interface Doors {
  /** Serves the contract on a WebSocket whose caller is the operator. */
  socket(socket: WebSocket): void;
  /** Serves the contract on a message port (Electron's or the web's). */
  port(port: Parameters<PortHandler<ApiContext>['upgrade']>[0]): void;
  /** Serves the contract as REST below `/api/console`, with `/openapi.json`. */
  rest(request: IncomingMessage, response: ServerResponse): Promise<void>;
  /** Serves one call below `/card/api` that its caller was let make. @param actor who makes it, as the record names them */
  card(request: IncomingMessage, response: ServerResponse, actor: string): Promise<void>;
}

const PREFIX = '/api/console';
const CARD_PREFIX = '/card/api';

export function openDoors(services: Services, onError: ApiContext['onError'], version: string): Doors {
  const once = new Once(() => services.clock.now());
  const context = (actor: string, door: Caller['door'] = 'console'): ApiContext => ({
    services,
    caller: { actor, door },
    once,
    onError,
  });
  const converter = new ZodToJsonSchemaConverter();
  const sockets = new SocketHandler<ApiContext>(router, { plugins: [new RequestHeadersPlugin()] });
  const ports = new PortHandler<ApiContext>(router, { plugins: [new RequestHeadersPlugin()] });
  const rest = new OpenAPIHandler<ApiContext>(router, {
    plugins: [
      new RequestHeadersPlugin(),
      new SmartCoercionPlugin({ schemaConverters: [converter] }),
      new BodyLimitPlugin({ maxBodySize: 1024 * 1024 }),
    ],
    customErrorResponseBodyEncoder: (error) => failure(errorBody(error)),
    interceptors: [
      async ({ next }) => {
        const result = await next();
        const isStream =
          typeof result.response?.body === 'object' &&
          result.response.body !== null &&
          Symbol.asyncIterator in result.response.body;
        if (!result.matched || result.response.status >= 400 || isStream) return result;
        return { ...result, response: { ...result.response, body: success(result.response.body) } };
      },
    ],
  });
  let document: Promise<string> | undefined;

  return {
    socket: (socket) => void sockets.upgrade(socket, { context: context('operator (browser)') }),
    port: (port) => ports.upgrade(port, { context: context('operator (desktop)') }),
    async rest(request, response) {
      if (request.method === 'GET' && request.url === `${PREFIX}/openapi.json`) {
        document ??= openApiDocument(converter, version);
        response.writeHead(200, { 'content-type': 'application/json; charset=utf-8' }).end(await document);
        return;
      }
      const { matched } = await rest.handle(withJsonBody(request), response, {
        prefix: PREFIX,
        context: context('operator (REST)', 'http'),
      });
      if (matched) return;
      const body = failure({
        code: 'NOT_FOUND',
        message: `There is no ${request.method} ${request.url?.split('?')[0]} here; see ${PREFIX}/openapi.json.`,
      });
      response
        .writeHead(404, { 'content-type': 'application/json; charset=utf-8' })
        .end(JSON.stringify(body));
    },
    async card(request, response, actor) {
      await rest.handle(withJsonBody(request), response, {
        prefix: CARD_PREFIX,
        context: context(actor, 'http'),
      });
    },
  };
}

/** A request whose body is read when a call asks for it, as the JSON it has to be. How long it may be is the plugin's to say. */
function withJsonBody(request: IncomingMessage): IncomingMessage & { readonly body: Promise<unknown> } {
  let body: Promise<unknown> | undefined;
  return Object.defineProperty(request as IncomingMessage & { readonly body: Promise<unknown> }, 'body', {
    get: () => (body ??= jsonBody(request)),
  });
}

/** @returns undefined for an empty body @throws AppError INVALID_INPUT, which quotes nothing of the body: it may hold a key */
async function jsonBody(request: IncomingMessage): Promise<unknown> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece as Buffer);
  const bytes = Buffer.concat(pieces);
  if (!isUtf8(bytes)) throw new AppError('INVALID_INPUT', `The body is not UTF-8. ${SEND_JSON}`);
  const text = new TextDecoder().decode(bytes);
  if (text.trim() === '') return undefined;
  const type = request.headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase() ?? JSON_TYPE;
  if (type !== JSON_TYPE)
    throw new AppError('INVALID_INPUT', `The body says that it is ${type.slice(0, 100)}. ${SEND_JSON}`);
  try {
    return JSON.parse(text);
  } catch (error) {
    throw noJson(String((error as Error).message));
  }
}

const JSON_TYPE = 'application/json';
const SEND_JSON = `Send one JSON object, with \`content-type: ${JSON_TYPE}\`.`;

/** @param said by the parser; behind why it may quote the text, so that why and where are all that is told */
function noJson(said: string): AppError {
  const [why] = said.split(/ in JSON at | at position |, (?:\.{3})?"/, 1);
  const [, line, column] = /\(line (\d+) column (\d+)\)$/.exec(said) ?? [];
  const where = line === undefined ? '' : ` (line ${line}, column ${column})`;
  const details = line === undefined ? undefined : { line: Number(line), column: Number(column) };
  return new AppError('INVALID_INPUT', `The body is not JSON: ${why}${where}. ${SEND_JSON}`, details);
}

function errorBody(error: ORPCError<string, unknown>): ErrorBody {
  if (error.cause instanceof AppError) return error.cause.toBody();
  const details =
    typeof error.data === 'object' && error.data !== null
      ? { details: error.data as Record<string, unknown> }
      : {};
  return { code: error.code as ErrorCode, message: error.message, ...details };
}

/** The OpenAPI document, with every JSON answer in the one envelope. */
async function openApiDocument(converter: ZodToJsonSchemaConverter, version: string): Promise<string> {
  const generated = await new OpenAPIGenerator({ schemaConverters: [converter] }).generate(contract, {
    info: {
      title: 'Festinger Console',
      version,
      description: 'What the console can ask, as REST. Needs the operator token.',
    },
    servers: [{ url: PREFIX }],
    security: [{ operator: [] }],
    components: { securitySchemes: { operator: { type: 'http', scheme: 'bearer' } } },
  });
  for (const path of Object.values(generated.paths ?? {})) {
    for (const operation of Object.values(path ?? {})) {
      const media = (
        operation as { responses?: Record<string, { content?: Record<string, { schema?: unknown }> }> }
      ).responses?.['200']?.content?.['application/json'];
      if (media)
        media.schema = {
          type: 'object',
          required: ['ok', 'data'],
          properties: { ok: { const: true }, data: media.schema },
        };
    }
  }
  return JSON.stringify(generated);
}
