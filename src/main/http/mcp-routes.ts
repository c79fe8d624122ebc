// `POST /mcp`: the memory and the hands for agents that speak MCP (streamable HTTP, without sessions: there is no stream to GET and nothing to DELETE).
// The same callers, keys and limits as the agents' other routes; every refusal is JSON-RPC with our error in it. Source: agent, MCP.
import type { FastifyInstance, FastifyReply } from 'fastify';
import { AppError, ERROR_STATUS } from '../../shared/model/envelope.ts';
import type { McpDoor } from '../mcp/door.ts';
import { rpcRefusal } from '../mcp/json-rpc.ts';
import { type AgentClients, knowsCallers } from './agent-caller.ts';
import { toAppError } from './envelope.ts';

const PATH = '/mcp';
const BODY_LIMIT = 1024 * 1024;

export interface McpRoutesOptions {
  readonly mcp: McpDoor;
  readonly clients: AgentClients;
  onFault(error: unknown): void;
}

export async function mcpRoutes(
  app: FastifyInstance,
  { mcp, clients, onFault }: McpRoutesOptions,
): Promise<void> {
  app.removeAllContentTypeParsers();
  // Which types are taken is the transport's to say.
  app.addContentTypeParser('*', { parseAs: 'string', bodyLimit: BODY_LIMIT }, (_request, body, done) =>
    done(null, body),
  );
  knowsCallers(app, clients);

  app.post(PATH, { bodyLimit: BODY_LIMIT }, async (request, reply) => {
    const gone = new AbortController();
    reply.raw.once('close', () => gone.abort());
    const { client, project } = request.agent;
    const body = typeof request.body === 'string' ? request.body : '';
    const asked = { headers: request.headers, body, caller: { client, project }, gone: gone.signal };
    const answer = await mcp.answer(asked);
    return asJson(reply.code(answer.status), answer.body);
  });

  app.route({
    ...{ method: ['GET', 'DELETE', 'PUT', 'PATCH'], url: PATH },
    handler: async (request, reply) => {
      reply.header('allow', 'POST');
      throw new AppError(
        'METHOD_NOT_ALLOWED',
        `${PATH} takes POST and keeps no session: there is nothing to ${request.method}.`,
      );
    },
  });

  app.setErrorHandler(async (error, request, reply) => {
    const known = toAppError(error, request.id);
    if (known.code === 'INTERNAL') onFault(error);
    return asJson(reply.code(ERROR_STATUS[known.code]), JSON.stringify(rpcRefusal(known.toBody())));
  });
}

/** @param body empty where there is nothing to say */
function asJson(reply: FastifyReply, body: string): FastifyReply {
  reply.header('cache-control', 'no-store');
  return body === '' ? reply.send() : reply.type('application/json; charset=utf-8').send(body);
}
