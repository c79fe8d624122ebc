// Programs and files inside a container, over the engine's own interface: an argument vector goes in as it is, no shell of ours reads it.
// An engine has no call that ends a program it began: past its time the connection is closed, and the answer says that it may still
// run, and as which process. Given out by the containers provider. Source: agent, What it acts on (Executors).
import { randomUUID } from 'node:crypto';
import type { Duplex } from 'node:stream';
import { setTimeout as later } from 'node:timers/promises';
import { AppError } from '../../../shared/model/envelope.ts';
import type { ExecutorPath } from '../../../shared/model/resource.ts';
import type { Command, CommandResult, Executor, FileContent } from '../executor.ts';
import type { Engine } from '../providers/containers/engine.ts';
import { Frames, type Stream } from '../providers/containers/frames.ts';
import { ExecMade, ExecState } from '../providers/containers/shapes.ts';
import { ContainerFiles } from './container-files.ts';

export interface ContainerExecutorParts {
  readonly engine: Engine;
  /** Its id, hex. */
  readonly container: string;
  readonly path: ExecutorPath;
}

export class ContainerExecutor implements Executor {
  readonly path: ExecutorPath;
  readonly #engine: Engine;
  readonly #container: string;
  readonly #files: ContainerFiles;

  constructor({ engine, container, path }: ContainerExecutorParts) {
    this.path = path;
    this.#engine = engine;
    this.#container = container;
    this.#files = new ContainerFiles({
      engine,
      container,
      run: (command, signal) => this.#run(command, signal, '0'),
      freshName: () => `.festinger-${randomUUID()}`,
    });
  }

  run(command: Command, signal: AbortSignal): Promise<CommandResult> {
    return this.#run(command, signal, null);
  }

  readFile(path: string, maxBytes: number, signal: AbortSignal): Promise<FileContent> {
    return this.#files.read(path, maxBytes, signal);
  }

  writeFile(
    path: string,
    bytes: Uint8Array,
    expected: string | null,
    signal: AbortSignal,
  ): Promise<FileContent> {
    return this.#files.write(path, bytes, expected, signal);
  }

  /** @param user whom it runs as; null: as whom the container does */
  async #run(command: Command, signal: AbortSignal, user: string | null): Promise<CommandResult> {
    const began = performance.now();
    const id = await this.#made(command, user, signal);
    const stream = await this.#engine.hijack(
      { method: 'POST', path: `/exec/${id}/start`, body: { Detach: false, Tty: false } },
      signal,
    );
    const output = new Output(command.maxOutputBytes);
    const end = await finished(stream, command, output, signal);
    if (end !== 'ended') throw await this.#unended(id, command, end);
    const exitCode = await this.#exitCode(id, signal);
    return {
      exitCode,
      stdout: output.text('out'),
      stderr: output.text('err'),
      dropped: output.dropped,
      ms: Math.round(performance.now() - began),
    };
  }

  async #made(command: Command, user: string | null, signal: AbortSignal): Promise<string> {
    const body = {
      Cmd: command.argv,
      AttachStdin: command.stdin !== undefined,
      AttachStdout: true,
      AttachStderr: true,
      Tty: false,
      ...(command.cwd === undefined ? {} : { WorkingDir: command.cwd }),
      ...(user === null ? {} : { User: user }),
    };
    const call = { method: 'POST', path: `/containers/${this.#container}/exec`, body } as const;
    return (await this.#engine.ask(call, ExecMade, signal)).Id;
  }

  /** The stream may end a moment before the engine has written down what came of it. */
  async #exitCode(id: string, signal: AbortSignal): Promise<number | null> {
    for (let look = 0; look < LOOKS; look++) {
      const state = await this.#state(id, signal);
      if (!state.Running) return state.ExitCode ?? null;
      await later(LOOK_AGAIN_MS, undefined, { signal }).catch(() => undefined);
    }
    throw new AppError(
      'EXECUTION_FAILED',
      'The program closed its outputs and goes on: what comes of it is not known',
      {
        container: this.#container,
      },
    );
  }

  #state(id: string, signal: AbortSignal) {
    return this.#engine.ask({ method: 'GET', path: `/exec/${id}/json` }, ExecState, signal);
  }

  async #unended(id: string, { argv, timeoutMs }: Command, end: 'late' | 'cancelled'): Promise<AppError> {
    const pid = await this.#state(id, AbortSignal.timeout(this.#engine.timeoutMs)).then(
      ({ Running, Pid }) => (Running ? (Pid ?? 0) : 0),
      () => 0,
    );
    const still =
      pid > 0
        ? ` It may still run, as process ${pid} of the engine's host: an engine cannot end what it began inside a container`
        : ' It may still run inside the container';
    const why =
      end === 'late' ? `${argv[0]} did not end within ${timeoutMs} ms.` : `${argv[0]} was left to itself.`;
    return new AppError(end === 'late' ? 'TIMEOUT' : 'CANCELLED', `${why}${still}`, {
      container: this.#container,
      pid,
    });
  }
}

const LOOKS = 40;
const LOOK_AGAIN_MS = 25;

/** Both outputs, each as far as it is kept. */
class Output {
  readonly #most: number;
  readonly #frames = new Frames(false);
  readonly #pieces: Record<Stream, Buffer[]> = { out: [], err: [] };
  readonly #length: Record<Stream, number> = { out: 0, err: 0 };
  #dropped = 0;

  constructor(most: number) {
    this.#most = most;
  }

  get dropped(): number {
    return this.#dropped;
  }

  add(piece: Uint8Array): void {
    for (const { stream, bytes } of this.#frames.parts(piece)) {
      const kept = bytes.subarray(0, Math.max(0, this.#most - this.#length[stream]));
      if (kept.length > 0) this.#pieces[stream].push(Buffer.from(kept));
      this.#length[stream] += kept.length;
      this.#dropped += bytes.length - kept.length;
    }
  }

  text(stream: Stream): string {
    return Buffer.concat(this.#pieces[stream]).toString('utf8');
  }
}

type End = 'ended' | 'late' | 'cancelled';

/** Feeds a program and reads what it says, until it ends or its time does; the connection is closed in the end. */
function finished(
  stream: Duplex,
  { stdin, timeoutMs }: Command,
  output: Output,
  signal: AbortSignal,
): Promise<End> {
  return new Promise<End>((resolve) => {
    const end = (how: End) => {
      clearTimeout(timer);
      signal.removeEventListener('abort', cancelled);
      stream.destroy();
      resolve(how);
    };
    const cancelled = () => end('cancelled');
    const timer = setTimeout(end, timeoutMs, 'late');
    if (signal.aborted) return cancelled();
    signal.addEventListener('abort', cancelled, { once: true });
    stream.on('data', (piece: Buffer) => output.add(piece));
    // A connection that breaks looks like an end: what came of the program is asked for next, and says which it was.
    stream.on('error', () => end('ended'));
    stream.on('close', () => end('ended'));
    stream.on('end', () => end('ended'));
    if (stdin !== undefined) stream.end(stdin);
  });
}
