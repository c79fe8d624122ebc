// The operator's plain HTTP routes: the conflict queue and reload. Its /admin is the console.
import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import { AppError, success } from '../../shared/model/envelope.ts';
import { ConflictKind, ProjectName } from '../../shared/model/graph.ts';
import type { Memory } from '../memory/memory.ts';
import { parseDecisionBody } from './decision-body.ts';
import { parsed } from './parsed.ts';

const Query = z.strictObject({
  project: ProjectName.optional(),
  view: z.enum(['open', 'snoozed', 'decided', 'all']).default('open'),
  type: ConflictKind.optional(),
  limit: z.coerce.number().int().min(1).max(500).default(100),
  offset: z.coerce.number().int().min(0).default(0),
});

export async function operatorRoutes(
  app: FastifyInstance,
  { memory }: { memory: Pick<Memory, 'read' | 'decisions' | 'reload'> },
): Promise<void> {
  app.removeAllContentTypeParsers();
  // Scripts post with whatever content type their tool defaults to; the body is JSON or it is refused.
  app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body));

  app.get('/conflicts', async (request) => {
    const query = parsed(Query, request.query, 'GET /conflicts');
    return success(await memory.read.conflicts(query));
  });
  app.post<{ Params: { id: string } }>('/conflicts/:id', async (request) => {
    const id = Number(request.params.id);
    if (!/^\d{1,15}$/.test(request.params.id)) {
      throw new AppError('NOT_FOUND', `There is no conflict "${request.params.id.slice(0, 40)}".`);
    }
    const { decision, reason, expectedVersion } = parseDecisionBody(request.body);
    const by = { actor: 'operator (HTTP)', reason, expectedVersion };
    const action = await memory.decisions.decide(id, decision, by);
    return success({ conflict: await memory.read.conflict(id), action });
  });
  app.post('/reload', async () => success(await memory.reload()));
}
