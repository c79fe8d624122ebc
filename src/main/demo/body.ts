// Reading request bodies: whole as JSON, zstd-packed as Codex sends them, or as a stream of bytes for uploads.
// Errors are worded as Go's decoder words them, since clients match on them.
import { zstdDecompressSync } from 'node:zlib';
import { isRecord, type Json } from './json-fields.ts';
import type { RecordedRequest } from './recorded-request.ts';
import { UpstreamError } from './reply.ts';

/** Ollama's cap on a decompressed body. */
const MAX_UNPACKED_BYTES = 20 * 1024 * 1024;

/**
 * The body as a JSON object.
 * @throws UpstreamError 400 when it is missing, broken, or something else than an object
 */
export async function readBody(request: RecordedRequest): Promise<Json> {
  await request.received;
  return parseObject(request.body);
}

/** The same, unpacked first when the client says that it is zstd. */
export async function readPackedBody(request: RecordedRequest): Promise<Json> {
  await request.received;
  if (request.header('content-encoding') !== 'zstd') return parseObject(request.body);
  try {
    return parseObject(zstdDecompressSync(request.body, { maxOutputLength: MAX_UNPACKED_BYTES }));
  } catch (error) {
    if (error instanceof UpstreamError) throw error;
    throw new UpstreamError(400, 'failed to decompress zstd body');
  }
}

function parseObject(bytes: Buffer): Json {
  const source = bytes.toString('utf8');
  if (source.trim() === '') throw new UpstreamError(400, 'missing request body');
  let value: unknown;
  try {
    value = JSON.parse(source);
  } catch {
    throw new UpstreamError(400, syntaxMessage(source));
  }
  if (!isRecord(value))
    throw new UpstreamError(400, 'json: cannot unmarshal value into Go value of type object');
  return value;
}

function syntaxMessage(source: string): string {
  const first = source.trimStart()[0] ?? '';
  return first === '{' ? 'unexpected EOF' : `invalid character '${first}' looking for beginning of value`;
}
