// What monitoring asks: alive, ready, metrics. No prompt, token or name of a person ever stands here.
import type { FastifyInstance } from 'fastify';
import type { ProviderState, ReadConfinement } from '../../shared/model/resource.ts';

export interface MonitoringSources {
  /** Why the program cannot serve; empty when it can. */
  readonly notReady: () => string[];
  /** What acts on the host, a line each: what is missing there keeps nobody from being served. */
  readonly providers: () => readonly ProviderState[];
  /** How commands that only read are confined, of each host that was asked. */
  readonly confinements: () => readonly ReadConfinement[];
  /** Prometheus text. */
  readonly metrics: () => Promise<{ contentType: string; body: string }>;
}

export async function monitoringRoutes(app: FastifyInstance, sources: MonitoringSources): Promise<void> {
  app.get('/healthz', async () => ({ ok: true }));
  app.get('/readyz', async (_request, reply) => {
    const reasons = sources.notReady();
    reply.code(reasons.length === 0 ? 200 : 503);
    const providers = sources.providers().map(({ name, state, reason, lookedAt }) => ({
      ...{ name, reason },
      state: lookedAt === null ? 'not looked at yet' : state,
    }));
    const confinement = sources
      .confinements()
      .map(({ place, isConfined, reason, remedy }) => ({ host: place, isConfined, reason, remedy }));
    return { ok: reasons.length === 0, reasons, providers, confinement };
  });
  app.get('/metrics', async (_request, reply) => {
    const { contentType, body } = await sources.metrics();
    return reply.type(contentType).send(body);
  });
}
