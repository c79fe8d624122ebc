// The main thread's end of a transfer: starts its thread, passes pieces on as fast as they are taken, stops it when
// nobody wants them any more. Never blocks.
import { Worker } from 'node:worker_threads';
import { AppError } from '../../shared/model/envelope.ts';
import type { FromThread, ThreadJob, ThreadResults, ToThread } from './thread-protocol.ts';

// From source the worker is TypeScript; in the build it lies beside the bundle as JavaScript.
const WORKER_FILE = import.meta.url.endsWith('.ts') ? './transfer-worker.ts' : './transfer-worker.js';
/** Pieces under way at a time. */
const PIECES_AHEAD = 8;

export interface ThreadRun<R> {
  /** Pieces in order; must be read for the thread to go on. Ending early stops the thread. */
  readonly pieces: AsyncIterable<Uint8Array<ArrayBuffer>>;
  readonly result: Promise<R>;
}

interface ThreadOptions {
  readonly signal: AbortSignal;
  readonly progress: (done: number, total: number | null) => void;
}

/** Runs a job whose result matters. @throws AppError as the job did, or what the signal was aborted with */
export async function runOnThread<J extends Exclude<ThreadJob, { kind: 'export' }>>(
  job: J,
  options: ThreadOptions,
): Promise<ThreadResults[J['kind']]> {
  return startThread<ThreadResults[J['kind']]>(job, options).result;
}

/** Starts an export; its text comes in pieces. */
export function exportOnThread(
  job: ThreadJob & { kind: 'export' },
  options: ThreadOptions,
): ThreadRun<ThreadResults['export']> {
  return startThread<ThreadResults['export']>(job, options);
}

function startThread<R>(job: ThreadJob, { signal, progress }: ThreadOptions): ThreadRun<R> {
  const worker = new Worker(new URL(WORKER_FILE, import.meta.url), { workerData: job });
  const post = (message: ToThread) => worker.postMessage(message);
  const waiting: Uint8Array<ArrayBuffer>[] = [];
  const { promise: result, resolve, reject } = Promise.withResolvers<R>();
  let wake: (() => void) | undefined;
  let ended = false;
  const end = (settle: () => void) => {
    ended = true;
    signal.removeEventListener('abort', onAbort);
    settle();
    wake?.();
  };
  const onAbort = () => post({ kind: 'cancel' });
  worker.on('message', (message: FromThread) => {
    if (message.kind === 'piece') waiting.push(message.bytes);
    else if (message.kind === 'progress') progress(message.done, message.total);
    else if (message.kind === 'done') end(() => resolve(message.result as R));
    else end(() => reject(failureOf(message, signal)));
    wake?.();
  });
  worker.on('error', (error) => end(() => reject(error)));
  worker.on('exit', () => end(() => reject(new AppError('INTERNAL', 'The transfer ended without a word.'))));
  if (signal.aborted) onAbort();
  signal.addEventListener('abort', onAbort);
  result.catch(() => undefined);

  async function* pieces(): AsyncGenerator<Uint8Array<ArrayBuffer>> {
    post({ kind: 'credit', pieces: PIECES_AHEAD });
    try {
      for (;;) {
        const next = waiting.shift();
        if (next) {
          yield next;
          post({ kind: 'credit', pieces: 1 });
        } else if (ended) {
          await result;
          return;
        } else {
          await new Promise<void>((resolve) => {
            wake = resolve;
          });
        }
      }
    } finally {
      if (!ended) post({ kind: 'cancel' });
    }
  }
  return { pieces: pieces(), result };
}

function failureOf(message: FromThread & { kind: 'failed' }, signal: AbortSignal): Error {
  if (signal.aborted && message.error.code === 'CANCELLED' && signal.reason instanceof Error)
    return signal.reason;
  const { code, message: text, details, retryable } = message.error;
  return new AppError(code, text, details, retryable);
}
