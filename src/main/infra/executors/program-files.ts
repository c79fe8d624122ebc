// Files where nothing but programs can be run: in a container or a guest of a far host. Read and replaced by the small programs every
// such place has (stat, readlink, base64, sha256sum, mktemp, dd, mv), never by a shell, under the rules of file-rules.ts.
// Called by the executors of such places. Source: agent, Tools (file_edit).
import { posix } from 'node:path';
import { AppError } from '../../../shared/model/envelope.ts';
import type { Command, CommandResult, FileContent } from '../executor.ts';
import {
  changedSince,
  checkPath,
  checkReadable,
  checkReal,
  checkReplaceable,
  existsAlready,
  type FileStatus,
  goneSince,
  NEW_FILE_MODE,
  noFile,
} from './file-rules.ts';
import { digestOf } from './local-files.ts';

const STEP_MS = 30_000;
const SHORT_OUTPUT = 8192;

export type RunProgram = (command: Command, signal: AbortSignal) => Promise<CommandResult>;

export class ProgramFiles {
  readonly #run: RunProgram;
  readonly #where: string;

  /** @param where for messages: `lxc 141` */
  constructor(run: RunProgram, where: string) {
    this.#run = run;
    this.#where = where;
  }

  async read(path: string, maxBytes: number, signal: AbortSignal): Promise<FileContent> {
    checkPath(path);
    const status = await this.#status(path, signal);
    if (status === null) throw noFile(path);
    await this.#checkReal(path, signal);
    checkReadable(path, status, maxBytes);
    const most = Math.ceil(maxBytes / 3) * 4 * 2 + SHORT_OUTPUT;
    const { stdout, dropped } = await this.#does(['base64', path], signal, { maxOutputBytes: most });
    const bytes = Buffer.from(stdout, 'base64');
    checkReadable(path, { ...status, size: dropped > 0 ? maxBytes + 1 : bytes.length }, maxBytes);
    return { bytes, size: bytes.length, digest: digestOf(bytes), mode: status.mode };
  }

  async write(
    path: string,
    bytes: Uint8Array,
    expected: string | null,
    signal: AbortSignal,
  ): Promise<FileContent> {
    checkPath(path);
    const before = await this.#asExpected(path, expected, signal);
    const beside = (
      await this.#writes(['mktemp', posix.join(posix.dirname(path), '.festinger-XXXXXX')], signal)
    ).stdout.trimEnd();
    const mode = before?.mode ?? NEW_FILE_MODE;
    try {
      if (before !== null) await this.#writes(['chown', `${before.uid}:${before.gid}`, beside], signal);
      await this.#writes(['chmod', mode.toString(8).padStart(4, '0'), beside], signal);
      await this.#writes(['dd', `of=${beside}`, 'bs=64k', 'conv=fsync'], signal, { stdin: bytes });
      if ((await this.#digest(beside, signal)) !== digestOf(bytes))
        throw new AppError(
          'EXECUTION_FAILED',
          `what was written beside ${path} in ${this.#where} is not what was sent`,
        );
      await this.#asExpected(path, expected, signal);
      // A link fails where a move would replace.
      if (before === null) await this.#writes(['ln', beside, path], signal);
      else await this.#writes(['mv', '-f', beside, path], signal);
    } finally {
      // Gone already after a move; otherwise it must not stay, though the caller may have given up.
      await this.#writes(['rm', '-f', beside], AbortSignal.timeout(STEP_MS)).catch(() => {});
    }
    return { bytes, size: bytes.length, digest: digestOf(bytes), mode };
  }

  async #asExpected(path: string, expected: string | null, signal: AbortSignal): Promise<FileStatus | null> {
    const status = await this.#status(path, signal);
    if (expected === null) {
      if (status !== null) throw existsAlready(path);
      await this.#checkReal(posix.dirname(path), signal);
      return null;
    }
    if (status === null) throw goneSince(path);
    await this.#checkReal(path, signal);
    checkReadable(path, status, Number.MAX_SAFE_INTEGER);
    checkReplaceable(path, status);
    if ((await this.#digest(path, signal)) !== expected) throw changedSince(path);
    return status;
  }

  /** Of the name itself; null where there is none. */
  async #status(path: string, signal: AbortSignal): Promise<FileStatus | null> {
    const { exitCode, stdout } = await this.#ask(['stat', '-c', '%f %s %u %g %h', path], signal);
    const [kind, size, uid, gid, names] = stdout.trim().split(' ');
    if (exitCode !== 0 || names === undefined) {
      if ((await this.#ask(['test', '-d', posix.dirname(path)], signal)).exitCode === 0) return null;
      throw noFile(posix.dirname(path));
    }
    const bits = Number.parseInt(kind ?? '', 16);
    return {
      isFile: (bits & 0o170000) === 0o100000,
      size: Number(size),
      mode: bits & 0o7777,
      uid: Number(uid),
      gid: Number(gid),
      names: Number(names),
    };
  }

  async #checkReal(path: string, signal: AbortSignal): Promise<void> {
    checkReal(path, (await this.#does(['readlink', '-f', path], signal)).stdout.replace(/\n$/, ''));
  }

  async #digest(path: string, signal: AbortSignal): Promise<string> {
    const { stdout } = await this.#does(['sha256sum', path], signal);
    // A name with a backslash in it makes the line begin with one.
    return (stdout.startsWith('\\') ? stdout.slice(1) : stdout).slice(0, 64);
  }

  #ask(
    argv: readonly [string, ...string[]],
    signal: AbortSignal,
    more: Partial<Command> = {},
  ): Promise<CommandResult> {
    const limits = { timeoutMs: STEP_MS, maxOutputBytes: SHORT_OUTPUT, writes: false };
    return this.#run({ argv, ...limits, ...more }, signal);
  }

  async #does(
    argv: readonly [string, ...string[]],
    signal: AbortSignal,
    more: Partial<Command> = {},
  ): Promise<CommandResult> {
    const result = await this.#ask(argv, signal, more);
    if (result.exitCode === 0) return result;
    const said = result.stderr.trim().slice(0, 300);
    throw new AppError(
      'EXECUTION_FAILED',
      `${argv[0]} in ${this.#where} failed (${result.exitCode}): ${said}`,
    );
  }

  #writes(
    argv: readonly [string, ...string[]],
    signal: AbortSignal,
    more: Partial<Command> = {},
  ): Promise<CommandResult> {
    return this.#does(argv, signal, { ...more, writes: true });
  }
}
