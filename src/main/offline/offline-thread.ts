// The main thread's end of an export: starts its thread, signs what it asks to have signed, stops it. Never blocks. Called by bundles.ts. Source: advisory, Outputs.
import { Worker } from 'node:worker_threads';
import { AppError } from '../../shared/model/envelope.ts';
import type { FromOffline, OfflineJob, OfflineResults, ToOffline } from './thread-protocol.ts';

// From source the worker is TypeScript; in the build it lies beside the bundle as JavaScript.
const WORKER_FILE = import.meta.url.endsWith('.ts') ? './offline-worker.ts' : './offline-worker.js';

interface ThreadOptions {
  readonly signal: AbortSignal;
  readonly progress: (done: number, total: number) => void;
  /** The envelope over a list of hashes, for who writes one. */
  readonly sign?: (sumsSha256: string) => Promise<string>;
}

const NOBODY_SIGNS = new AppError('INTERNAL', 'Nothing was to be signed.');

/** @throws AppError as the job did, or what the signal was aborted with */
export function runOffline<J extends OfflineJob>(
  job: J,
  { signal, progress, sign }: ThreadOptions,
): Promise<OfflineResults[J['kind']]> {
  const worker = new Worker(new URL(WORKER_FILE, import.meta.url), { workerData: job });
  const post = (message: ToOffline) => worker.postMessage(message);
  const { promise, resolve, reject } = Promise.withResolvers<OfflineResults[J['kind']]>();
  const onAbort = () => post({ kind: 'cancel' });
  /** Why it was told to stop, beside the signal. */
  let unsigned: Error | undefined;
  worker.on('message', (message: FromOffline) => {
    switch (message.kind) {
      case 'progress':
        progress(message.done, message.total);
        break;
      case 'sign':
        Promise.resolve(sign?.(message.sumsSha256) ?? Promise.reject(NOBODY_SIGNS)).then(
          (text) => post({ kind: 'signed', text }),
          (error: Error) => {
            unsigned = error;
            onAbort();
          },
        );
        break;
      case 'done':
        resolve(message.result as OfflineResults[J['kind']]);
        break;
      case 'failed': {
        const { code, message: text, details, retryable } = message.error;
        if (signal.aborted && signal.reason instanceof Error) reject(signal.reason);
        else reject(unsigned ?? new AppError(code, text, details, retryable));
      }
    }
  });
  worker.on('error', reject);
  worker.on('exit', () => reject(new AppError('INTERNAL', 'The export ended without a word.')));
  if (signal.aborted) onAbort();
  signal.addEventListener('abort', onAbort);
  return promise.finally(() => signal.removeEventListener('abort', onAbort));
}
