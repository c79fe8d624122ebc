// The main thread's end of reading documents: starts the thread, gives batches on one after the other, ends a thread that is stuck in a document and goes on
// behind it with another. Never blocks. Called by import-evidence.ts. Source: advisory, Evidence.
import { Worker } from 'node:worker_threads';
import { AppError } from '../../../shared/model/envelope.ts';
import type { TakenRows } from '../../store/evidence/documents.ts';
import type { Batch, FromReader, ReadingJob, ToReader } from './thread-protocol.ts';

// From source the worker is TypeScript; in the build it lies beside the bundle as JavaScript.
const WORKER_FILE = import.meta.url.endsWith('.ts') ? './evidence-worker.ts' : './evidence-worker.js';

/** How long one document may take. The largest real ones take some five seconds here. */
const DOCUMENT_MS = 120_000;
/** The largest real documents, taken apart. */
const ROOM = { maxOldGenerationSizeMb: 2048 };

export interface Reading {
  readonly job: Omit<ReadingJob, 'skip'>;
  readonly signal: AbortSignal;
  /** Milliseconds for one document; default two minutes. */
  readonly documentMs?: number;
}

/**
 * Reads what lies at the paths. A batch is handed on before the next is made.
 * @throws AppError as the thread did, or what the signal was aborted with
 */
export async function* readEvidence({
  job,
  signal,
  documentMs = DOCUMENT_MS,
}: Reading): AsyncGenerator<Batch> {
  const skip: string[] = [];
  for (;;) {
    const stuck = yield* readOnce({ ...job, skip }, signal, documentMs);
    if (stuck === null) return;
    skip.push(stuck.origin);
    const { origin, reason } = stuck;
    yield { documents: [], same: [], refused: [{ origin, path: '', reason }], leftOut: 0, done: 0, total: 0 };
  }
}

interface Stuck {
  readonly origin: string;
  readonly reason: string;
}

/** @returns the document the thread had to be ended for; null when it came to its end */
async function* readOnce(
  job: ReadingJob,
  signal: AbortSignal,
  documentMs: number,
): AsyncGenerator<Batch, Stuck | null> {
  signal.throwIfAborted();
  const worker = new Worker(new URL(WORKER_FILE, import.meta.url), { workerData: job, resourceLimits: ROOM });
  const post = (message: ToReader) => worker.postMessage(message);
  const waiting: Batch[] = [];
  let ahead: Ahead | undefined;
  let wake: (() => void) | undefined;
  let reading: string | undefined;
  let end: { readonly stuck: Stuck | null } | { readonly error: Error } | undefined;
  const finish = (how: NonNullable<typeof end>) => {
    end ??= how;
    wake?.();
  };
  const giveUp = (reason: string) => {
    if (reading === undefined)
      finish({ error: new AppError('INTERNAL', `Reading evidence ended: ${reason}`) });
    else finish({ stuck: { origin: reading, reason } });
  };
  let timer: NodeJS.Timeout | undefined;
  worker.on('message', (message: FromReader) => {
    clearTimeout(timer);
    if (message.kind === 'begins') {
      reading = message.origin;
      timer = setTimeout(() => giveUp(tooLong(documentMs)), documentMs);
    } else {
      reading = undefined;
      if (message.kind === 'part') {
        ahead = gathered(ahead, message.rows);
        post({ kind: 'heard' });
      } else if (message.kind === 'batch') {
        waiting.push(ahead ? withRows(message.batch, ahead) : message.batch);
        ahead = undefined;
      } else if (message.kind === 'done') finish({ stuck: null });
      else finish({ error: new AppError(message.error.code, message.error.message) });
    }
    wake?.();
  });
  worker.on('error', (error) => giveUp(outOfRoom(error) ?? error.message));
  worker.on('exit', () => giveUp('its thread ended without a word.'));
  const onAbort = () => post({ kind: 'cancel' });
  signal.addEventListener('abort', onAbort);
  try {
    for (;;) {
      const batch = waiting.shift();
      if (batch) {
        yield batch;
        post({ kind: 'credit' });
      } else if (end) {
        if ('error' in end) throw signal.aborted ? signal.reason : end.error;
        return end.stuck;
      } else {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    }
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', onAbort);
    await worker.terminate();
  }
}

type Ahead = { -readonly [List in keyof TakenRows]?: unknown[] };

function gathered(ahead: Ahead = {}, rows: Partial<TakenRows>): Ahead {
  for (const [list, some] of Object.entries(rows) as [keyof TakenRows, readonly unknown[]][]) {
    const all = ahead[list] ?? [];
    ahead[list] = all;
    for (const row of some) all.push(row);
  }
  return ahead;
}

/** The document that rows came ahead of is alone in its batch. */
function withRows(batch: Batch, rows: Ahead): Batch {
  return {
    ...batch,
    documents: batch.documents.map((one) => ({ ...one, rows: { ...one.rows, ...(rows as TakenRows) } })),
  };
}

const tooLong = (ms: number): string =>
  `Reading it took more than ${Math.round(ms / 1000)} s and was given up: no real document does.`;

const outOfRoom = (error: Error): string | undefined =>
  (error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY'
    ? 'Taken apart it does not fit into memory.'
    : undefined;
