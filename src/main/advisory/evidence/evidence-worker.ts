// The thread that reads documents of evidence: finds them, checks them against their schemas, takes them apart into rows. It opens no database. What it reads is
// gathered into batches, and the next goes out when the last was written. Started by reading-thread.ts; runs from source and bundled.
// Source: advisory, Evidence.
import { createHash } from 'node:crypto';
import { parentPort, workerData } from 'node:worker_threads';
import { AppError, type ErrorBody } from '../../../shared/model/envelope.ts';
import { type ImportedDocument, NO_ROWS, type TakenRows } from '../../store/evidence/documents.ts';
import type { StoredRefusal } from '../../store/evidence/imports.ts';
import { ANY_PLACE, placeOf } from '../../store/evidence/versions.ts';
import { readDocument } from '../formats/read-document.ts';
import { readVerifyKey } from '../signing/public-key-text.ts';
import { rowsOf } from './rows.ts';
import { type Found, findDocuments } from './sources.ts';
import type { BroughtFile, FromReader, ReadingJob, ToReader } from './thread-protocol.ts';

/** A batch is sent when its documents are so long together, characters, or so many. */
const BATCH_CHARACTERS = 300_000;
const BATCH_DOCUMENTS = 200;
/** Rows that come in one message: the main thread takes some milliseconds to copy them. */
const ROWS_AT_ONCE = 1000;

const port = parentPort;
if (!port) throw new Error('evidence-worker.ts runs as a worker thread only');
const send = (message: FromReader) => port.postMessage(message);

const { project, paths, base, brought, stored: packed, signed, keys, skip, now } = workerData as ReadingJob;
const abort = new AbortController();
/** The first batch may go at once. */
let credit = 1;
let heard = 0;
let onMessage: (() => void) | undefined;

port.on('message', (message: ToReader) => {
  if (message.kind === 'cancel') abort.abort(new AppError('CANCELLED', 'The import was cancelled.'));
  else if (message.kind === 'heard') heard++;
  else credit++;
  onMessage?.();
});

async function until(isThere: () => boolean): Promise<void> {
  while (!isThere()) {
    await new Promise<void>((resolve) => {
      onMessage = resolve;
    });
    abort.signal.throwIfAborted();
  }
}

const keyOf = (digest: Uint8Array, place: string): string =>
  Buffer.concat([digest, Buffer.from(place, 'hex')]).toString('latin1');
const digestsIn = (packed: Uint8Array): Set<string> =>
  new Set(
    Array.from({ length: packed.length / 40 }, (_, n) =>
      Buffer.from(packed.subarray(n * 40, n * 40 + 40)).toString('latin1'),
    ),
  );
const stored = digestsIn(packed);
const verified = digestsIn(signed);
const accepted = keys.map(({ pem, issuers }) => ({ key: readVerifyKey(pem), issuers }));
const skipped = new Set(skip);

let documents: ImportedDocument[] = [];
let same: string[] = [];
let refused: StoredRefusal[] = [];
let leftOut = 0;
let characters = 0;
let done = 0;
let total = 0;

async function flush(): Promise<void> {
  await until(() => credit > 0);
  credit--;
  send({ kind: 'batch', batch: { documents, same, refused, leftOut, done, total: Math.max(total, done) } });
  documents = [];
  same = [];
  refused = [];
  leftOut = 0;
  characters = 0;
}

const broughtPaths = new Map(brought.map((one) => [one.path, one]));

/** What was brought that a path is of, or leads into: `FILE!entry`, `FILE#2`. */
function broughtAt(path: string): BroughtFile | undefined {
  for (
    let end = path.length;
    end > 0;
    end = Math.max(...['!', '#'].map((c) => path.lastIndexOf(c, end - 1)))
  ) {
    const one = broughtPaths.get(path.slice(0, end));
    if (one) return one;
  }
  return undefined;
}

function shown(path: string): string {
  const from = broughtAt(path);
  if (from) return from.origin + path.slice(from.path.length);
  return base !== null && path.startsWith(`${base}/`) ? path.slice(base.length + 1) : path;
}

async function take(found: Found): Promise<void> {
  if (found.kind === 'more') total += found.documents;
  else if (found.kind === 'left_out') leftOut++;
  else if (found.kind === 'refused') {
    const { path, reason } = found;
    refused.push({ origin: shown(found.origin), path, reason });
  } else await takeDocument(found);
  if (characters >= BATCH_CHARACTERS || documents.length + same.length + refused.length >= BATCH_DOCUMENTS)
    await flush();
}

async function takeDocument({
  origin: path,
  bytes,
  sidecars,
}: Extract<Found, { kind: 'document' }>): Promise<void> {
  const origin = shown(path);
  done++;
  if (skipped.has(origin)) return;
  const digest = createHash('sha256').update(bytes).digest();
  const { source } = broughtAt(path) ?? {};
  const known = [source ?? placeOf(origin), ANY_PLACE].map((place) => keyOf(digest, place));
  if (known.some((key) => stored.has(key) && (sidecars.signature === null || verified.has(key)))) {
    same.push(digest.toString('hex'));
    return;
  }
  send({ kind: 'begins', origin });
  const read = await readDocument(bytes, { keys: accepted, detached: sidecars.signature });
  if (read.ok) {
    const one = rowsOf(project, origin, read, { sidecars, source, now });
    const key = keyOf(digest, one.document.source);
    stored.add(key);
    if (read.signature) verified.add(key);
    await gather(one);
  } else refused.push({ origin, path: read.path, reason: read.reason });
}

/** A document with more rows than go into a message sends them ahead of itself. */
async function gather(one: ImportedDocument): Promise<void> {
  characters += one.raw.length;
  const lists = Object.entries(one.rows) as [keyof TakenRows, readonly unknown[]][];
  if (lists.every(([, rows]) => rows.length <= ROWS_AT_ONCE)) {
    documents.push(one);
    return;
  }
  if (documents.length > 0) await flush();
  for (const [list, rows] of lists)
    for (let from = 0; from < rows.length; from += ROWS_AT_ONCE) {
      const before = heard;
      send({ kind: 'part', rows: { [list]: rows.slice(from, from + ROWS_AT_ONCE) } });
      await until(() => heard > before);
    }
  documents.push({ ...one, rows: NO_ROWS });
  await flush();
}

function errorBody(error: unknown): ErrorBody {
  if (error instanceof AppError) return error.toBody();
  return { code: 'INTERNAL', message: error instanceof Error ? error.message : String(error) };
}

try {
  for await (const found of findDocuments(paths, abort.signal)) await take(found);
  await flush();
  send({ kind: 'done' });
} catch (error) {
  send({ kind: 'failed', error: errorBody(abort.signal.aborted ? abort.signal.reason : error) });
}
port.close();
