// The last bytes of a file, wherever it is: asked of `tail` on the far side, so that a log of gigabytes is neither carried over nor
// hashed. No content to base a write on. Called by whoever shows the end of a file. Source: agent, Tools (read).
import { AppError } from '../../../shared/model/envelope.ts';
import type { Executor } from '../executor.ts';
import { checkPath, checkReal, noFile } from './file-rules.ts';

const TAIL_TIMEOUT_MS = 10_000;
const PATH_BYTES = 16_384;

/**
 * @param bytes at most so many
 * @throws AppError NOT_FOUND for what is no regular file, NOT_ALLOWED where a link leads elsewhere, EXECUTION_FAILED, and what `Executor.run` throws
 */
export async function readTail(
  executor: Executor,
  path: string,
  bytes: number,
  signal: AbortSignal,
): Promise<string> {
  checkPath(path);
  const limits = { timeoutMs: TAIL_TIMEOUT_MS, maxOutputBytes: bytes, writes: false };
  // A pipe would be read until somebody closes it.
  const isFile = await executor.run({ argv: ['test', '-f', path], ...limits }, signal);
  if (isFile.exitCode !== 0) throw noFile(path);
  const real = await executor.run(
    { argv: ['readlink', '-f', path], ...limits, maxOutputBytes: PATH_BYTES },
    signal,
  );
  checkReal(path, real.stdout.replace(/\n$/, ''));
  const tail = await executor.run({ argv: ['tail', '-c', String(bytes), path], ...limits }, signal);
  if (tail.exitCode !== 0)
    throw new AppError('EXECUTION_FAILED', `${path} could not be read: ${tail.stderr}`);
  return tail.stdout;
}
