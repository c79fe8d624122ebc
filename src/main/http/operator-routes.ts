// The operator's plain HTTP routes of seed 002: the conflict queue, reload, and /admin (which is now the console).
import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import { AppError, success } from '../../shared/model/envelope.ts';
import { CollisionType, type Conflict, ProjectName } from '../../shared/model/graph.ts';

const Query = z.strictObject({
  project: ProjectName.optional(),
  view: z.enum(['open', 'snoozed', 'decided']).default('open'),
  type: CollisionType.optional(),
  limit: z.coerce.number().int().min(1).max(500).default(100),
  offset: z.coerce.number().int().min(0).default(0),
});

export interface OperatorMemory {
  conflicts(query: z.output<typeof Query>): Promise<{ conflicts: Conflict[]; total: number; open: number }>;
  /** Rebuilds the graph in memory from the tables. */
  reload(): Promise<{ concepts: number; edges: number }>;
}

export async function operatorRoutes(
  app: FastifyInstance,
  { memory }: { memory: OperatorMemory },
): Promise<void> {
  app.get('/conflicts', async (request) => {
    const query = Query.safeParse(request.query);
    if (!query.success)
      throw new AppError('INVALID_INPUT', `GET /conflicts: ${z.prettifyError(query.error)}`);
    return success(await memory.conflicts(query.data));
  });
  app.post('/reload', async () => success(await memory.reload()));
  app.get('/admin', (_request, reply) => reply.redirect('/console/#/overview'));
}
