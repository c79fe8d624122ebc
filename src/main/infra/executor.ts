// How a program is run and a file is read or written, wherever that is: this machine, a container, a host over ssh, a guest of a
// node. Implemented in infra/executors; given out for a path by `Executors`. Never a shell of ours: an argument vector goes in.
// Source: agent, What it acts on (Executors), Command policy.
import type { ExecutorPath } from '../../shared/model/resource.ts';

export interface Command {
  readonly argv: readonly [string, ...string[]];
  /** The directory it runs in; the executor's own default otherwise. */
  readonly cwd?: string;
  readonly stdin?: Uint8Array;
  readonly timeoutMs: number;
  /** Of each stream; what comes after it is counted and dropped. */
  readonly maxOutputBytes: number;
  /** It may change something: an executor that cannot promise how the far side reads it refuses. */
  readonly writes: boolean;
}

export interface CommandResult {
  /** Null when a signal ended it. */
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
  /** Bytes that were dropped, of both streams. */
  readonly dropped: number;
  readonly ms: number;
}

/** A file as it is: what it holds, and a digest of that as the precondition of a later write. */
export interface FileContent {
  readonly bytes: Uint8Array;
  /** Of the whole file, though `bytes` may be a part of it. */
  readonly size: number;
  /** SHA-256, hex, of the whole file. */
  readonly digest: string;
  /** Permission bits. */
  readonly mode: number;
}

export interface Executor {
  readonly path: ExecutorPath;
  /** @throws AppError TIMEOUT, CANCELLED, UNAVAILABLE, EXECUTION_FAILED when it cannot be started, NOT_ALLOWED */
  run(command: Command, signal: AbortSignal): Promise<CommandResult>;
  /** @throws AppError NOT_FOUND, NOT_ALLOWED for what is no regular file, PAYLOAD_TOO_LARGE beyond `maxBytes` */
  readFile(path: string, maxBytes: number, signal: AbortSignal): Promise<FileContent>;
  /**
   * Replaces a file as a whole or not at all (a file beside it, then a rename), keeping its mode and owner.
   * @param expected its digest as it was when the change was approved; null: it must not be there yet
   * @throws AppError STALE_VERSION when it is another by now, NOT_ALLOWED
   */
  writeFile(
    path: string,
    bytes: Uint8Array,
    expected: string | null,
    signal: AbortSignal,
  ): Promise<FileContent>;
}

export interface Executors {
  /** @throws AppError UNAVAILABLE, NOT_ALLOWED for a path nothing here can walk */
  on(path: ExecutorPath): Promise<Executor>;
}
