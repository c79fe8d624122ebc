// The thread that does one transfer's heavy work: reading, formatting, compressing, checking, loading. It opens
// connections of its own and never touches the graph in memory. Started by transfer-thread.ts; runs from source and bundled.
import { parentPort, workerData } from 'node:worker_threads';
import { AppError, type ErrorBody } from '../../shared/model/envelope.ts';
import { loadBackup } from '../store/backup/backup-load.ts';
import { checkArchive } from '../store/backup/backup-read.ts';
import { writeBackup } from '../store/backup/backup-write.ts';
import { withSnapshot } from '../store/bulk/snapshot.ts';
import { exportText } from './export-formats.ts';
import { GraphPages } from './graph-pages.ts';
import type { FromThread, ThreadJob, ThreadResults, ToThread } from './thread-protocol.ts';

/** Pieces are gathered to about this size before they travel. */
const PIECE_BYTES = 128 * 1024;
/** Progress is told at most this often. */
const PROGRESS_MS = 100;

const port = parentPort;
if (!port) throw new Error('transfer-worker.ts runs as a worker thread only');

const send = (message: FromThread, transfer: ArrayBuffer[] = []) => port.postMessage(message, transfer);
const abort = new AbortController();
let credit = 0;
let onCredit: (() => void) | undefined;

port.on('message', (message: ToThread) => {
  if (message.kind === 'cancel') abort.abort(new AppError('CANCELLED', 'The transfer was cancelled.'));
  else credit += message.pieces;
  onCredit?.();
});

/** Sends text in pieces, no faster than they are taken. */
class PieceSender {
  readonly #encoder = new TextEncoder();
  #text = '';
  bytes = 0;

  async add(text: string): Promise<void> {
    this.#text += text;
    if (this.#text.length >= PIECE_BYTES) await this.flush();
  }

  async flush(): Promise<void> {
    if (this.#text === '') return;
    const bytes = this.#encoder.encode(this.#text);
    this.#text = '';
    while (credit === 0) {
      await new Promise<void>((resolve) => {
        onCredit = resolve;
      });
      abort.signal.throwIfAborted();
    }
    credit--;
    this.bytes += bytes.byteLength;
    send({ kind: 'piece', bytes }, [bytes.buffer]);
  }
}

let toldAt = 0;
function progress(done: number, total: number | null = null): void {
  const now = performance.now();
  if (now - toldAt < PROGRESS_MS) return;
  toldAt = now;
  send({ kind: 'progress', done, total });
}

function exportGraph({ place, request }: ThreadJob & { kind: 'export' }): Promise<ThreadResults['export']> {
  return withSnapshot(place, async (snapshot) => {
    const pages = new GraphPages(snapshot, request.project);
    const total = await pages.countEdges();
    const sender = new PieceSender();
    let edges = 0;
    const text = exportText(pages, request, (more) => {
      edges += more;
      progress(edges, total);
    });
    for await (const piece of text) {
      abort.signal.throwIfAborted();
      await sender.add(piece);
    }
    await sender.flush();
    return { edges, bytes: sender.bytes };
  });
}

function run(job: ThreadJob): Promise<unknown> {
  switch (job.kind) {
    case 'export':
      return exportGraph(job);
    case 'write_backup':
      return writeBackup(job.place, job.request, progress, abort.signal);
    case 'check_backup':
      return checkArchive(job.path, progress);
    case 'load_backup':
      return loadBackup(job.request, progress, abort.signal);
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
  send({ kind: 'done', result: await run(workerData as ThreadJob) });
} catch (error) {
  send({ kind: 'failed', error: errorBody(error) });
} finally {
  port.close();
}
