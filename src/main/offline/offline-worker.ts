// The thread that writes exports, or says how large one would be: reads one moment of the database over a connection of its own. It has no keys: what is signed is
// signed on the main thread. Started by offline-thread.ts; runs from source and bundled. Source: advisory, Outputs.
import { parentPort, workerData } from 'node:worker_threads';
import { AppError, type ErrorBody } from '../../shared/model/envelope.ts';
import type { BundlePart } from '../../shared/model/evidence/bundle.ts';
import { readPublicKey } from '../advisory/signing/public-key-text.ts';
import { SIGNATURES, SUMS_NAME } from '../bundle/entry-name.ts';
import { sumsBytes } from '../bundle/sums.ts';
import { BLOCK, paddingOf } from '../bundle/tar-header.ts';
import { verifyBundle } from '../bundle/verify-bundle.ts';
import { type BundleSource, writeBundle } from '../bundle/write-bundle.ts';
import { withSnapshot } from '../store/bulk/snapshot.ts';
import { contentsOf } from './bundle-contents.ts';
import { countedAs } from './bundle-layout.ts';
import { envelopeCheck, SIGNATURE_FILE } from './bundle-signature.ts';
import { checkExport, isExport, openExport, verifiedSums } from './check-export.ts';
import type { FromOffline, OfflineJob, OfflineResults, ToOffline } from './thread-protocol.ts';

/** Progress is told at most this often. */
const PROGRESS_MS = 100;

const port = parentPort;
if (!port) throw new Error('offline-worker.ts runs as a worker thread only');
const send = (message: FromOffline) => port.postMessage(message);
const abort = new AbortController();
let onSigned: ((text: string) => void) | undefined;

port.on('message', (message: ToOffline) => {
  if (message.kind === 'signed') onSigned?.(message.text);
  else abort.abort(new AppError('CANCELLED', 'The export was cancelled.'));
});

function envelopeOver(sumsSha256: string): Promise<string> {
  const signed = new Promise<string>((resolve, reject) => {
    onSigned = resolve;
    abort.signal.addEventListener('abort', () => reject(abort.signal.reason as Error));
  });
  send({ kind: 'sign', sumsSha256 });
  return signed;
}

/** Tells when each of the sources is opened. */
function counted(sources: readonly BundleSource[]): BundleSource[] {
  let done = 0;
  let toldAt = 0;
  return sources.map((source) => ({
    ...source,
    open() {
      done++;
      const now = performance.now();
      if (now - toldAt >= PROGRESS_MS) {
        toldAt = now;
        send({ kind: 'progress', done, total: sources.length });
      }
      return source.open();
    },
  }));
}

function exportTo({
  place,
  scope,
  moment,
  path,
}: OfflineJob & { kind: 'export' }): Promise<OfflineResults['export']> {
  return withSnapshot(place, async (snapshot) => {
    const { sources, notes } = await contentsOf(snapshot, scope, moment);
    const written = await writeBundle(
      {
        ...{ path, sources: counted(sources) },
        sign: async (subjects) => {
          const sums = subjects.find(({ name }) => name === SUMS_NAME);
          return sums ? [{ file: SIGNATURE_FILE, text: await envelopeOver(sums.sha256) }] : [];
        },
      },
      abort.signal,
    );
    return { ...written, notes };
  });
}

/** How large it would be, by making all of it and keeping nothing. */
function preview({
  place,
  scope,
  moment,
}: OfflineJob & { kind: 'preview' }): Promise<OfflineResults['preview']> {
  return withSnapshot(place, async (snapshot) => {
    const { sources, counts, chain, notes } = await contentsOf(snapshot, scope, moment);
    const parts = new Map<BundlePart, number>();
    const list = sumsBytes(sources.map(({ name }) => name));
    let bytes = 3 * BLOCK + list + paddingOf(list);
    for (const { name, size: known, open } of counted(sources)) {
      abort.signal.throwIfAborted();
      const size = known ?? (await lengthOf(open()));
      const part = countedAs(name);
      parts.set(part, (parts.get(part) ?? 0) + size);
      bytes += BLOCK + size + paddingOf(size);
    }
    const largest = [...parts].map(([part, size]) => ({ part, bytes: size }));
    largest.sort((a, b) => b.bytes - a.bytes);
    return { counts, files: sources.length, bytes, parts: largest, chain, notes: [...notes] };
  });
}

async function lengthOf(pieces: AsyncIterable<Uint8Array>): Promise<number> {
  let bytes = 0;
  for await (const { byteLength } of pieces) {
    abort.signal.throwIfAborted();
    bytes += byteLength;
  }
  return bytes;
}

/** Whoever is not known to have signed it is told of, and its hashes are compared all the same. */
async function verify(asked: OfflineJob & { kind: 'verify' }): Promise<OfflineResults['verify']> {
  const { path } = asked;
  const verifyEnvelope = envelopeCheck(asked.keys.map(readPublicKey));
  const trusted = await verifyBundle(path, { verifyEnvelope, signal: abort.signal });
  const isUnsigned = !trusted.ok && trusted.file.startsWith(SIGNATURES);
  const unsigned = isUnsigned ? trusted.reason : null;
  const { sums, signedBy } = await verifiedSums({ ...asked, trustUnsigned: true }, abort.signal);
  const opened = isExport(sums) ? await openExport(path, sums, abort.signal) : null;
  const whole = await verifyBundle(path, { signal: abort.signal });
  return {
    ...{ ok: true, files: sums.size, bytes: whole.ok ? whole.bytes : 0 },
    ...{ signedBy: signedBy && [...signedBy], unsigned, counts: opened?.manifest.counts ?? null },
  };
}

function run(job: OfflineJob): Promise<OfflineResults[OfflineJob['kind']]> {
  switch (job.kind) {
    case 'export':
      return exportTo(job);
    case 'preview':
      return preview(job);
    case 'verify':
      return verify(job);
    case 'check':
      return checkExport(job, abort.signal);
  }
}

function errorBody(error: unknown): ErrorBody {
  if (error instanceof AppError) return error.toBody();
  return {
    code: 'INTERNAL',
    message: error instanceof Error ? (error.stack ?? error.message) : String(error),
  };
}

try {
  send({ kind: 'done', result: await run(workerData as OfflineJob) });
} catch (error) {
  send({ kind: 'failed', error: errorBody(error) });
} finally {
  port.close();
}
