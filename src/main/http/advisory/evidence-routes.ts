// Evidence from another machine over plain HTTP: files one by one into an upload of the caller's, then the whole of it is taken in. Nothing is held in memory.
// Called by server.ts. Source: advisory, Evidence.
import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import { success } from '../../../shared/model/envelope.ts';
import { DEFAULT_PROJECT, ProjectName } from '../../../shared/model/graph.ts';
import type { Evidence } from '../../advisory/evidence/evidence.ts';
import { readUnparsed } from '../held-bodies.ts';
import { parsed } from '../parsed.ts';

const PREFIX = '/api/console/files/evidence';
const ACTOR = 'operator (HTTP)';

const FileQuery = z.strictObject({ name: z.string().min(1).max(2000) });
const TakeQuery = z.strictObject({
  project: ProjectName.default(DEFAULT_PROJECT),
  /** What the upload is called. */
  title: z.string().min(1).max(200).default('an upload'),
});

interface Params {
  readonly Params: { readonly upload: string };
}

export async function evidenceRoutes(
  app: FastifyInstance,
  { evidence }: { evidence: Evidence },
): Promise<void> {
  readUnparsed(app);

  app.post<Params>(`${PREFIX}/:upload/file`, async (request) => {
    const { name } = parsed(FileQuery, request.query, 'POST file');
    await evidence.uploads.put(request.params.upload, name, request.raw);
    return success({ kept: true });
  });

  app.post<Params>(`${PREFIX}/:upload/take`, async (request) => {
    const { project, title } = parsed(TakeQuery, request.query, 'POST take');
    return success(evidence.take({ project, upload: request.params.upload, origin: title, by: ACTOR }).task);
  });

  app.post<Params>(`${PREFIX}/:upload/drop`, async (request) => {
    await evidence.uploads.drop(request.params.upload);
    return success({ dropped: true });
  });
}
