// Who calls an agents' route, known before its body is read. Used by agent-routes.ts and mcp-routes.ts. Source: memory, Writing.
import type { FastifyInstance } from 'fastify';
import type { Caller } from '../clients/caller.ts';
import type { ClientRegistry } from '../clients/client-registry.ts';
import { refusedError } from '../clients/rights.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Who asks; set before the body is read. */
    agent: Caller;
  }
}

/** Who asks, as the proxy knows it. */
export type AgentClients = Pick<
  ClientRegistry,
  'identify' | 'refuseProject' | 'memoryOf' | 'started' | 'finished'
>;

/** Every request of these routes has its caller, or is refused with 400, 401, 403 or 429. */
export function knowsCallers(app: FastifyInstance, clients: AgentClients): void {
  app.decorateRequest('agent');
  // Before the body is read.
  app.addHook('onRequest', async (request, reply) => {
    const caller = clients.identify(request.raw);
    if ('status' in caller) throw refusedError(caller);
    request.agent = caller;
    clients.started(caller.client);
    reply.raw.once('close', () => clients.finished(caller.client));
  });
}
