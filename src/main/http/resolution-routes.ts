// `POST /resolve/run`: starts the resolution job, or answers with the run that is going on.
// Knows nothing of models and conflicts. Source: memory, Conflicts.
import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import { success } from '../../shared/model/envelope.ts';
import type { ResolutionRun } from '../../shared/model/resolution.ts';
import type { Resolution } from '../memory/resolve/resolution.ts';
import { parsed } from './parsed.ts';

const Query = z.strictObject({
  /** Answer once the run is over. */
  wait: z.enum(['0', '1', 'true', 'false']).default('0'),
});

/** The command line says so itself, for the list of runs; nothing else follows from it. */
const COMMAND_LINE = /^festinger\//;

export type ResolutionRuns = Pick<Resolution, 'run' | 'finished'>;

export async function resolutionRoutes(
  app: FastifyInstance,
  { resolution }: { resolution: ResolutionRuns },
): Promise<void> {
  // The body, if there is one, says nothing.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'string' }, (_request, _body, done) => done(null, undefined));
  app.post('/resolve/run', async (request, reply) => {
    const query = parsed(Query, request.query, 'POST /resolve/run[?wait=1]');
    const startedBy = COMMAND_LINE.test(request.headers['user-agent'] ?? '') ? 'cli' : 'http';
    const run = await resolution.run({ startedBy, actor: `operator (${startedBy})` });
    if (query.wait === '0' || query.wait === 'false') {
      reply.code(202);
      return success(runAnswer(run));
    }
    const gone = new AbortController();
    reply.raw.once('close', () => gone.abort());
    return success(runAnswer(await resolution.finished(run.id, gone.signal)));
  });
}

function runAnswer(run: ResolutionRun) {
  return {
    run_id: run.id,
    status: run.status,
    started_by: run.startedBy,
    actor: run.actor,
    runner: run.runner,
    started_at: new Date(run.startedAt).toISOString(),
    finished_at: run.finishedAt === null ? null : new Date(run.finishedAt).toISOString(),
    total: run.total,
    done: run.done,
    counts: run.counts,
    error: run.error,
  };
}
