// The operator's plain HTTP routes: the conflict queue and reload. Its /admin is the console.
import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import type { Action } from '../../shared/model/decision.ts';
import { AppError, success } from '../../shared/model/envelope.ts';
import { type Conflict, ConflictKind, ProjectName } from '../../shared/model/graph.ts';
import { type DecisionBody, parseDecisionBody } from './decision-body.ts';

const Query = z.strictObject({
  project: ProjectName.optional(),
  view: z.enum(['open', 'snoozed', 'decided', 'all']).default('open'),
  type: ConflictKind.optional(),
  limit: z.coerce.number().int().min(1).max(500).default(100),
  offset: z.coerce.number().int().min(0).default(0),
});

export interface OperatorMemory {
  conflicts(query: z.output<typeof Query>): Promise<{ conflicts: Conflict[]; total: number; open: number }>;
  /** @throws AppError NOT_FOUND, STALE_VERSION, NOT_ALLOWED, INVALID_INPUT */
  decide(id: number, body: DecisionBody): Promise<{ conflict: Conflict; action: Action }>;
  /** Rebuilds the graph in memory from the tables. */
  reload(): Promise<{ concepts: number; edges: number }>;
}

export async function operatorRoutes(
  app: FastifyInstance,
  { memory }: { memory: OperatorMemory },
): Promise<void> {
  app.removeAllContentTypeParsers();
  // Scripts post with whatever content type their tool defaults to; the body is JSON or it is refused.
  app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body));

  app.get('/conflicts', async (request) => {
    const query = Query.safeParse(request.query);
    if (!query.success)
      throw new AppError('INVALID_INPUT', `GET /conflicts: ${z.prettifyError(query.error)}`);
    return success(await memory.conflicts(query.data));
  });
  app.post<{ Params: { id: string } }>('/conflicts/:id', async (request) => {
    const id = Number(request.params.id);
    if (!/^\d{1,15}$/.test(request.params.id)) {
      throw new AppError('NOT_FOUND', `There is no conflict "${request.params.id.slice(0, 40)}".`);
    }
    return success(await memory.decide(id, parseDecisionBody(request.body)));
  });
  app.post('/reload', async () => success(await memory.reload()));
}
