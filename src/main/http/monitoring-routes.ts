// What monitoring asks: alive, ready, metrics. No prompt, token or name of a person ever stands here.
import type { FastifyInstance } from 'fastify';

export interface MonitoringSources {
  /** Why the program cannot serve; empty when it can. */
  readonly notReady: () => string[];
  /** Prometheus text. */
  readonly metrics: () => Promise<{ contentType: string; body: string }>;
}

export async function monitoringRoutes(app: FastifyInstance, sources: MonitoringSources): Promise<void> {
  app.get('/healthz', async () => ({ ok: true }));
  app.get('/readyz', async (_request, reply) => {
    const reasons = sources.notReady();
    reply.code(reasons.length === 0 ? 200 : 503);
    return { ok: reasons.length === 0, reasons };
  });
  app.get('/metrics', async (_request, reply) => {
    const { contentType, body } = await sources.metrics();
    return reply.type(contentType).send(body);
  });
}
