// Programs and files in the demo's places: the few programs that a person looks around with, answered from the demo's world; files read and replaced under
// the same rules as everywhere. Runs nothing on this machine. Given out for ways that lead through the demo's node.
import { AppError } from '../../../../shared/model/envelope.ts';
import type { ExecutorPath } from '../../../../shared/model/resource.ts';
import type { Command, CommandResult, Executor, FileContent } from '../../executor.ts';
import { checkCommand, throwIfCancelled } from '../../executors/command-limits.ts';
import { changedSince, checkPath, existsAlready, goneSince, noFile } from '../../executors/file-rules.ts';
import { digestOf } from '../../executors/local-files.ts';
import { PROGRAMS } from './programs.ts';
import { NODE, thingOf } from './things.ts';
import type { World } from './world.ts';

export class DemoExecutor implements Executor {
  readonly path: ExecutorPath;
  readonly #world: World;
  readonly #place: string;

  constructor(world: World, path: ExecutorPath) {
    this.#world = world;
    this.path = path;
    this.#place = path.at(-1)?.target ?? NODE;
  }

  async run(command: Command, signal: AbortSignal): Promise<CommandResult> {
    checkCommand(command);
    const [program, ...args] = command.argv;
    throwIfCancelled(signal, program);
    this.#requireRunning();
    const name = program.slice(program.lastIndexOf('/') + 1);
    const answer = Object.hasOwn(PROGRAMS, name)
      ? (PROGRAMS[name]?.({ world: this.#world, place: this.#place, args }) ?? { exitCode: 127 })
      : {
          exitCode: 127,
          stderr: `${name}: not found. This place of the demo has ${Object.keys(PROGRAMS).join(', ')}.\n`,
        };
    const { exitCode, stdout = '', stderr = '' } = answer;
    const limit = command.maxOutputBytes;
    return {
      ...{ exitCode, stdout: stdout.slice(0, limit), stderr: stderr.slice(0, limit), ms: 1 },
      dropped: Math.max(0, stdout.length - limit) + Math.max(0, stderr.length - limit),
    };
  }

  async readFile(path: string, maxBytes: number, signal: AbortSignal): Promise<FileContent> {
    checkPath(path);
    throwIfCancelled(signal, path);
    this.#requireRunning();
    const file = this.#world.files.find(this.#place, path);
    if (!file) throw noFile(path);
    if (file.bytes.length > maxBytes)
      throw new AppError('PAYLOAD_TOO_LARGE', `${path} is larger than ${maxBytes} bytes`);
    return contentOf(file.bytes, file.mode);
  }

  async writeFile(
    path: string,
    bytes: Uint8Array,
    expected: string | null,
    signal: AbortSignal,
  ): Promise<FileContent> {
    checkPath(path);
    throwIfCancelled(signal, path);
    this.#requireRunning();
    const { files } = this.#world;
    const before = files.find(this.#place, path);
    if (before?.isLog || files.whereIs(this.#place, path).readOnly)
      throw new AppError('NOT_ALLOWED', `${path} is written by nobody from here: a log, or seen read only`);
    if (expected === null && before) throw existsAlready(path);
    if (expected !== null && !before) throw goneSince(path);
    if (expected !== null && before && digestOf(before.bytes) !== expected) throw changedSince(path);
    files.write(this.#place, path, Buffer.from(bytes));
    return contentOf(bytes, before?.mode ?? 0o644);
  }

  /** @throws AppError UNAVAILABLE */
  #requireRunning(): void {
    const thing = thingOf(this.#place);
    if (thing && this.#world.run(thing.id).condition === 'running' && this.#world.isReachable(thing)) return;
    throw new AppError(
      'UNAVAILABLE',
      `${thing?.name ?? 'this place'} does not run: nothing can be run in it.`,
    );
  }
}

const contentOf = (bytes: Uint8Array, mode: number): FileContent => ({
  ...{ bytes, size: bytes.length, digest: digestOf(bytes), mode },
});
