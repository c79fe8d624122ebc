// The operator's plain routes to briefs (§8, and the path of §11): a brief asked for, and what is kept under a key. Reading makes none.
// Called by server.ts. Source: advisory, Profiles.
import type { FastifyInstance, FastifyReply } from 'fastify';
import * as z from 'zod';
import { AppError, success } from '../../../shared/model/envelope.ts';
import {
  BRIEF_TASKS,
  BriefProfile,
  BriefRequest,
  RevisionAsked,
  Sha256,
} from '../../../shared/model/evidence/brief.ts';
import { DEFAULT_PROJECT, ProjectName } from '../../../shared/model/graph.ts';
import { type AskedBrief, type Briefs, isBriefTask } from '../../advisory/outputs/briefs.ts';
import { sendError, toAppError } from '../envelope.ts';
import { parsed } from '../parsed.ts';

/** A request names what it is about and no more. */
const BODY_LIMIT = 65_536;
const OUTPUTS = '/api/v1/advisory/outputs';

const AskQuery = z.strictObject({ project: ProjectName.default(DEFAULT_PROJECT) });
const OutputQuery = z.strictObject({
  project: ProjectName.default(DEFAULT_PROJECT),
  /** In any case: `SUMMARY`, too. */
  taskType: z
    .string()
    .transform((text) => text.toLowerCase())
    .pipe(z.enum(BRIEF_TASKS))
    .optional(),
  profile: BriefProfile.optional(),
  revision: RevisionAsked.optional(),
});

export async function advisoryRoutes(
  app: FastifyInstance,
  { briefs }: { readonly briefs: Briefs },
): Promise<void> {
  app.removeAllContentTypeParsers();
  // Scripts post with whatever content type their tool defaults to; the body is JSON or it is refused.
  app.addContentTypeParser('*', { parseAs: 'string', bodyLimit: BODY_LIMIT }, (_request, body, done) =>
    done(null, body),
  );
  app.setErrorHandler((error, request, reply) => {
    const told = toAppError(error, request.id);
    if (told.code === 'INTERNAL')
      request.log.error({ err: error, request: request.id }, 'a route of briefs failed');
    const { retryAfterMs } = told.details ?? {};
    if (typeof retryAfterMs === 'number')
      reply.header('retry-after', String(Math.max(1, Math.ceil(retryAfterMs / 1000))));
    sendError(reply, told);
  });

  for (const path of ['/api/v1/advisory/:task', '/v1/advisory-ai/pipeline/:task'])
    app.post<{ Params: { task: string } }>(path, { bodyLimit: BODY_LIMIT }, async (request, reply) => {
      const { task } = request.params;
      if (!isBriefTask(task))
        throw new AppError(
          'NOT_FOUND',
          `There is no task "${task.slice(0, 40)}": ${BRIEF_TASKS.join(', ')}.`,
        );
      const { project } = parsed(AskQuery, request.query, `POST ${path}`);
      const asked = parsed(BriefRequest, jsonOf(request.body), `POST /api/v1/advisory/${task}`);
      const gone = new AbortController();
      request.raw.once('close', () => gone.abort());
      return answer(reply, project, await briefs.ask({ project, task, request: asked }, gone.signal));
    });

  app.get<{ Params: { cacheKey: string } }>(`${OUTPUTS}/:cacheKey`, async (request, reply) => {
    const cacheKey = parsed(Sha256, request.params.cacheKey, `GET ${OUTPUTS}/CACHE_KEY`);
    const { project, taskType, profile, revision } = parsed(
      OutputQuery,
      request.query,
      `GET ${OUTPUTS}/${cacheKey}`,
    );
    const found = await briefs.output(project, cacheKey, revision);
    if (found.kind === 'there') {
      const { task, profile: made } = found.brief;
      if ((taskType !== undefined && taskType !== task) || (profile !== undefined && profile !== made))
        throw new AppError('NOT_FOUND', `The brief ${cacheKey} is a ${task} of the profile ${made}.`);
      const known = request.headers['if-none-match'];
      if (known === etagOf(found.brief.output_hash)) return reply.code(304).header('etag', known).send();
    }
    return answer(reply, project, found);
  });
}

function answer(reply: FastifyReply, project: string, found: AskedBrief) {
  if (found.kind === 'there') {
    reply.header('etag', etagOf(found.brief.output_hash));
    return success(found.brief);
  }
  const { jobId: job_id, cacheKey: cache_key, revision } = found;
  const query = new URLSearchParams({
    ...(project === DEFAULT_PROJECT ? {} : { project }),
    ...(revision === 1 ? {} : { revision: String(revision) }),
  }).toString();
  reply.code(202).header('location', `${OUTPUTS}/${cache_key}${query === '' ? '' : `?${query}`}`);
  return success({ job_id, cache_key, revision });
}

const etagOf = (hash: string): string => `"${hash}"`;

/** @throws AppError INVALID_INPUT */
function jsonOf(body: unknown): unknown {
  try {
    return JSON.parse(typeof body === 'string' ? body : '');
  } catch {
    throw new AppError('INVALID_INPUT', 'The body is no JSON: {"advisoryKey": "CVE-2024-3094"}');
  }
}
