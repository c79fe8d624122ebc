// Files of a container: read whole over the engine's archive call; written by a file beside them and a rename. That takes programs of the
// container's own (cp, dd, mv, without a shell), since an archive put into a container unlinks what it replaces and Podman's archives
// lose owners. Where they are missing, or it does not run, a file is not written at all. Used by container-executor.ts.
import { createHash } from 'node:crypto';
import { posix } from 'node:path';
import * as z from 'zod';
import { AppError } from '../../../shared/model/envelope.ts';
import type { Command, CommandResult, FileContent } from '../executor.ts';
import type { Engine, EngineCall } from '../providers/containers/engine.ts';
import { readTarFile, type TarFile } from './tar-entry.ts';

export interface FileParts {
  readonly engine: Engine;
  readonly container: string;
  /** Runs a program in it, as its root. */
  run(command: Command, signal: AbortSignal): Promise<CommandResult>;
  /** A name no other file has. */
  freshName(): string;
}

/** Go's bits of a file's kind; a regular file has none of them. */
const KINDS = 0x8f28_0000;
const SYMLINK = 0x0800_0000;
const DIRECTORY = 0x8000_0000;
/** Links that are followed, one after another. */
const MOST_LINKS = 8;
/** Most of a file that is read to compare it, bytes. */
const MOST_COMPARED = 64 << 20;
const LIMITS = { timeoutMs: 20_000, maxOutputBytes: 4096, writes: true } as const;

const Stat = z.object({ size: z.number(), mode: z.number(), linkTarget: z.string().nullish() });
type Stat = z.infer<typeof Stat>;

export class ContainerFiles {
  readonly #parts: FileParts;

  constructor(parts: FileParts) {
    this.#parts = parts;
  }

  async read(path: string, maxBytes: number, signal: AbortSignal): Promise<FileContent> {
    return contentOf((await this.#file(path, maxBytes, signal)).file);
  }

  async write(
    path: string,
    bytes: Uint8Array,
    expected: string | null,
    signal: AbortSignal,
  ): Promise<FileContent> {
    const before = await this.#asExpected(path, expected, signal);
    const target = before?.path ?? cleanPath(path);
    const beside = posix.join(posix.dirname(target), this.#parts.freshName());
    try {
      // The copy brings mode and owner along; its content is replaced.
      if (before) await this.#does(['cp', '-p', '--', target, beside], signal);
      await this.#does(['dd', `of=${beside}`], signal, bytes);
      // Once more: that took its time.
      await this.#asExpected(path, expected, signal);
      await this.#does(['mv', before ? '-f' : '-n', '--', beside, target], signal);
    } catch (error) {
      await this.#tidy(beside);
      throw error;
    }
    const after = await this.read(target, MOST_COMPARED, signal);
    if (after.digest === digestOf(bytes)) return after;
    await this.#tidy(beside);
    throw new AppError(
      'STALE_VERSION',
      `${path} was written by somebody else at the same time: read it again`,
    );
  }

  /** The file there is, or null where none is wanted and none is. @throws AppError STALE_VERSION */
  async #asExpected(path: string, expected: string | null, signal: AbortSignal) {
    const found = await this.#file(path, MOST_COMPARED, signal).catch((error: unknown) => {
      if (error instanceof AppError && error.code === 'NOT_FOUND') return null;
      throw error;
    });
    const digest = found && digestOf(found.file.bytes);
    if (digest === expected) return found;
    const what =
      found === null
        ? 'is not there any more'
        : expected === null
          ? 'is there already'
          : 'has changed since it was read';
    throw new AppError('STALE_VERSION', `${path} ${what}: read it again`, { digest });
  }

  async #file(path: string, maxBytes: number, signal: AbortSignal): Promise<{ path: string; file: TarFile }> {
    const { path: real, size } = await this.#followed(path, signal);
    if (size > maxBytes) {
      throw new AppError(
        'PAYLOAD_TOO_LARGE',
        `${path} has ${size} bytes, more than the ${maxBytes} that are read`,
      );
    }
    const { stream, leash } = await this.#parts.engine.open(this.#call('GET', real), signal);
    try {
      leash.extend(this.#parts.engine.timeoutMs);
      return { path: real, file: await leash.hold(readTarFile(stream, maxBytes)) };
    } finally {
      stream.destroy();
      leash.end();
    }
  }

  /** Where a path leads in the end, and how large the file there is. */
  async #followed(path: string, signal: AbortSignal): Promise<{ path: string; size: number }> {
    let at = cleanPath(path);
    for (let links = 0; links <= MOST_LINKS; links++) {
      const { mode, size, linkTarget } = await this.#stat(at, signal);
      if ((mode & SYMLINK) === 0) {
        if ((mode & KINDS) === 0) return { path: at, size };
        const what = (mode & DIRECTORY) !== 0 ? 'a folder' : 'no regular file';
        throw new AppError('NOT_ALLOWED', `${path} is ${what}: only files are read and written`);
      }
      at = posix.resolve(posix.dirname(at), linkTarget ?? '');
    }
    throw new AppError('NOT_ALLOWED', `${path} is a link that leads on and on`);
  }

  async #stat(path: string, signal: AbortSignal): Promise<Stat> {
    const { stream, leash } = await this.#parts.engine
      .open(this.#call('HEAD', path), signal)
      .catch((error: unknown) => {
        throw error instanceof AppError && error.code === 'NOT_FOUND'
          ? new AppError('NOT_FOUND', `There is no ${path} in ${this.#parts.container}`)
          : error;
      });
    stream.destroy();
    leash.end();
    const head = String(stream.headers['x-docker-container-path-stat'] ?? '');
    return Stat.parse(JSON.parse(Buffer.from(head, 'base64').toString('utf8')));
  }

  /** @throws AppError NOT_ALLOWED where it does not run or has no such program, EXECUTION_FAILED with what the program said */
  async #does(argv: Command['argv'], signal: AbortSignal, stdin?: Uint8Array): Promise<void> {
    const { exitCode, stderr } = await this.#program(argv, signal, stdin).catch((error: unknown) => {
      throw error instanceof AppError && error.code === 'NOT_ALLOWED'
        ? this.#cannot('it does not run')
        : error;
    });
    if (exitCode === 126 || exitCode === 127) throw this.#cannot(`there is no ${argv[0]} in it`);
    if (exitCode === 0) return;
    throw new AppError('EXECUTION_FAILED', `${argv.at(-1)} was not written: ${stderr.trim().slice(0, 300)}`, {
      exitCode,
    });
  }

  #cannot(why: string): AppError {
    return new AppError(
      'NOT_ALLOWED',
      `Nothing is written in ${this.#parts.container}: ${why}, and without that a file cannot be replaced as a whole. Write it where it is mounted from on the host`,
    );
  }

  /** Nothing of ours stays, whatever stopped it; a signal that is raised stops no tidying. */
  async #tidy(beside: string): Promise<void> {
    const time = AbortSignal.timeout(LIMITS.timeoutMs);
    await this.#program(['rm', '-f', '--', beside], time).catch(() => undefined);
  }

  #program(argv: Command['argv'], signal: AbortSignal, stdin?: Uint8Array): Promise<CommandResult> {
    return this.#parts.run({ argv, cwd: '/', ...LIMITS, ...(stdin ? { stdin } : {}) }, signal);
  }

  #call(method: EngineCall['method'], path: string): EngineCall {
    return { method, path: `/containers/${this.#parts.container}/archive`, query: { path } };
  }
}

/** @throws AppError INVALID_INPUT */
function cleanPath(path: string): string {
  if (!path.startsWith('/') || path.includes('\0')) {
    throw new AppError('INVALID_INPUT', `${path.slice(0, 100)} is no whole path: begin with /`);
  }
  return posix.normalize(path);
}

function contentOf({ bytes, mode }: TarFile): FileContent {
  return { bytes, size: bytes.length, digest: digestOf(bytes), mode };
}

const digestOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
