// Offline bundles over plain HTTP, for the operator, the console's downloads and the command line: out as a file, in as a file. Nothing is held in memory.
// Called by server.ts. Source: advisory, Outputs.
import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply } from 'fastify';
import * as z from 'zod';
import { AppError, success } from '../../../shared/model/envelope.ts';
import { BriefProfile, RevisionAsked, Sha256 } from '../../../shared/model/evidence/brief.ts';
import { BUNDLE_NOTES, BUNDLE_PROFILE } from '../../../shared/model/evidence/bundle.ts';
import { DEFAULT_PROJECT, ProjectName } from '../../../shared/model/graph.ts';
import type { Bundles, LeavingBundle } from '../../offline/bundles.ts';
import { readUnparsed } from '../held-bodies.ts';
import { parsed } from '../parsed.ts';

const PREFIX = '/api/console/files';
const ACTOR = 'operator (HTTP)';

const BriefQuery = z.strictObject({
  project: ProjectName.default(DEFAULT_PROJECT),
  cacheKey: Sha256,
  revision: RevisionAsked.optional(),
  profile: BriefProfile.optional(),
});
const Flag = z.enum(['0', '1']).transform((word) => word === '1');
const ExportQuery = z.strictObject({
  project: ProjectName.optional(),
  evidence: Flag.default(true),
  graph: Flag.default(true),
  profile: BriefProfile.default(BUNDLE_PROFILE),
});
const Pem = z.string().max(8192);
const ImportQuery = z.strictObject({
  dry_run: Flag.default(false),
  trust_unsigned: Flag.default(false),
  key: z.union([z.array(Pem).max(8), Pem.transform((one) => [one])]).default([]),
  title: z.string().max(500).optional(),
});
const KeyQuery = z.strictObject({ profile: BriefProfile.default(BUNDLE_PROFILE) });

export async function bundleRoutes(
  app: FastifyInstance,
  { bundles }: { readonly bundles: Bundles },
): Promise<void> {
  readUnparsed(app);

  app.get(`${PREFIX}/brief`, async (request, reply) => {
    const asked = parsed(BriefQuery, request.query, 'GET brief');
    return download(reply, await bundles.brief(asked, goneOf(reply)));
  });

  app.get(`${PREFIX}/bundle`, async (request, reply) => {
    const { profile, ...scope } = parsed(ExportQuery, request.query, 'GET bundle');
    return download(reply, await bundles.leave(scope, profile, goneOf(reply)));
  });

  app.get(`${PREFIX}/bundles`, async () => success(await bundles.list()));

  app.get<{ Params: { name: string } }>(`${PREFIX}/bundles/:name`, async (request, reply) => {
    const { name } = request.params;
    const { bytes, pieces } = await bundles.open(name);
    return sent(reply, name, bytes, pieces);
  });

  app.post(`${PREFIX}/bundle/upload`, async (request) =>
    success({ upload: await bundles.upload(request.raw) }),
  );

  /** The command line's: it comes and is taken in with one request. */
  app.post(`${PREFIX}/bundle/import`, async (request) => {
    const {
      dry_run: dryRun,
      trust_unsigned: trustUnsigned,
      key,
      title,
    } = parsed(ImportQuery, request.query, 'POST import');
    const upload = await bundles.upload(request.raw);
    try {
      return success(
        await bundles.import({ upload, keys: key, trustUnsigned, dryRun, title, actor: ACTOR }).result,
      );
    } finally {
      await bundles.drop(upload);
    }
  });

  app.post(`${PREFIX}/public-key`, async (request) =>
    success(await bundles.publicKey(parsed(KeyQuery, request.query, 'POST public-key').profile)),
  );
}

/** Aborted when the caller leaves. */
function goneOf({ raw }: FastifyReply): AbortSignal {
  const gone = new AbortController();
  raw.once('close', () => gone.abort(new AppError('CANCELLED', 'The caller left in the middle.')));
  return gone.signal;
}

function download(
  reply: FastifyReply,
  { fileName, bytes, sumsSha256, pieces, notes }: LeavingBundle,
): FastifyReply {
  const headers = { etag: `"${sumsSha256}"`, [BUNDLE_NOTES]: encodeURIComponent(JSON.stringify(notes)) };
  return sent(reply.headers(headers), fileName, bytes, pieces);
}

function sent(reply: FastifyReply, name: string, bytes: number, pieces: Readable): FastifyReply {
  return reply
    .header('content-disposition', `attachment; filename="${name}"`)
    .header('content-length', bytes)
    .header('cache-control', 'no-store')
    .header('x-content-type-options', 'nosniff')
    .type('application/x-tar')
    .send(pieces);
}
