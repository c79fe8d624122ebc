// Files of any size over plain HTTP, for the operator and the command line: exports and backups come as downloads,
// imports go through a temporary file. Nothing here is held in memory. Source: docs/transfer.md.
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { FastifyInstance, FastifyReply } from 'fastify';
import * as z from 'zod';
import { AppError, success } from '../../shared/model/envelope.ts';
import { ProjectName } from '../../shared/model/graph.ts';
import { Reason } from '../../shared/model/plain-text.ts';
import { EXPORT_FORMATS } from '../../shared/model/transfer.ts';
import { forget } from '../proxy/body/reading-order.ts';
import type { Transfers } from '../transfer/transfer-service.ts';
import { readUnparsed } from './held-bodies.ts';
import { parsed } from './parsed.ts';

const PREFIX = '/api/console/files';
/** Largest file an import takes, bytes. */
export const MAX_IMPORT_BYTES = 2 * 1024 ** 3;
/** Largest body of the other calls: a name and a passphrase. */
const MAX_SMALL_BODY = 10_000;
const ACTOR = 'operator (HTTP)';

const Flag = z.enum(['0', '1', 'true', 'false']).transform((word) => word === '1' || word === 'true');
const ExportQuery = z.strictObject({
  format: z.enum(EXPORT_FORMATS).default('jsonl'),
  project: ProjectName.optional(),
  events: Flag.default(false),
});
const ImportQuery = z.strictObject({
  dry_run: Flag.default(false),
  reason: Reason,
});
const Passphrase = z.string().min(8, 'a passphrase has 8 characters or more').max(200);
const BackupBody = z.strictObject({ passphrase: Passphrase.optional() });
const RestoreBody = z.strictObject({
  name: z.string().min(1).max(200),
  passphrase: z.string().min(1).max(200).optional(),
});

export async function fileRoutes(
  app: FastifyInstance,
  { transfers }: { transfers: Transfers },
): Promise<void> {
  readUnparsed(app);

  app.get(`${PREFIX}/export`, async (request, reply) => {
    const { format, project = null, events } = parsed(ExportQuery, request.query, 'GET export');
    const file = transfers.export({ format, project, events });
    return download(
      reply,
      file.fileName,
      file.contentType,
      Readable.from(file.pieces, { objectMode: false }),
    );
  });

  app.post(`${PREFIX}/import`, async (request) => {
    const { dry_run: dryRun, reason } = parsed(ImportQuery, request.query, 'POST import');
    return withUpload(request.raw, async (path) => {
      const source = () => createReadStream(path);
      return success(await transfers.import({ source, dryRun, reason, actor: ACTOR }).result);
    });
  });

  app.get(`${PREFIX}/backups`, async () => success(await transfers.backups()));

  app.get<{ Params: { name: string } }>(`${PREFIX}/backups/:name`, async (request, reply) => {
    const { name } = request.params;
    const { bytes, pieces } = await transfers.openBackup(name);
    reply.header('content-length', bytes);
    return download(reply, name, 'application/gzip', pieces);
  });

  app.post(`${PREFIX}/backup`, async (request) => {
    const body = parsed(BackupBody, await smallBody(request.raw), 'POST backup');
    return success(await transfers.backup(body).result);
  });

  app.post(`${PREFIX}/restore`, async (request) => {
    const body = parsed(RestoreBody, await smallBody(request.raw), 'POST restore');
    return success({ result: await transfers.restore({ ...body, actor: ACTOR }).result });
  });

  app.post(`${PREFIX}/verify`, async () => success(await transfers.verify()));
}

function download(reply: FastifyReply, name: string, type: string, pieces: Readable): FastifyReply {
  return reply
    .header('content-disposition', `attachment; filename="${name}"`)
    .header('cache-control', 'no-store')
    .header('x-content-type-options', 'nosniff')
    .type(type)
    .send(pieces);
}

/** Puts the body into a file of its own for as long as `work` takes. */
async function withUpload<T>(request: IncomingMessage, work: (path: string) => Promise<T>): Promise<T> {
  const declared = Number(request.headers['content-length'] ?? 0);
  if (declared > MAX_IMPORT_BYTES) throw tooLarge(MAX_IMPORT_BYTES);
  const folder = await mkdtemp(join(tmpdir(), 'festinger-import-'));
  const path = join(folder, 'file.jsonl');
  try {
    await pipeline(request, limitedTo(MAX_IMPORT_BYTES), createWriteStream(path, { mode: 0o600 }));
    return await work(path);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function smallBody(request: IncomingMessage): Promise<unknown> {
  const text = utf8(await smallBytes(request));
  if (text.trim() === '') return {};
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    throw new AppError('INVALID_INPUT', `The body is not JSON: ${(error as Error).message}.`);
  }
}

/** All of a small body. A refused one leaves the connection to the answer. */
async function smallBytes(request: IncomingMessage): Promise<Buffer> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const piece of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      bytes += piece.byteLength;
      if (bytes > MAX_SMALL_BODY) throw tooLarge(MAX_SMALL_BODY);
      pieces.push(piece);
    }
  } catch (error) {
    if (!(error instanceof AppError)) throw new AppError('CANCELLED', 'The caller left in the middle.');
    forget(request);
    throw error;
  }
  return Buffer.concat(pieces);
}

/** Decoded whole: a character may lie across two pieces. */
function utf8(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new AppError('INVALID_INPUT', 'The body is not UTF-8. Send JSON in UTF-8.');
  }
}

function limitedTo(bytes: number): Transform {
  let seen = 0;
  return new Transform({
    transform(piece: Buffer, _encoding, done) {
      seen += piece.byteLength;
      if (seen > bytes) done(tooLarge(bytes));
      else done(null, piece);
    },
  });
}

function tooLarge(bytes: number): AppError {
  return new AppError(
    'PAYLOAD_TOO_LARGE',
    `The body is larger than ${bytes.toLocaleString('en')} bytes. Nothing was written.`,
    { limit: bytes },
  );
}
