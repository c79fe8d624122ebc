// Programs and files of a host over ssh. The far side gets one line for its login shell, in which every word is quoted and which
// first says its process id: by that it is ended when its time is over, since few servers carry signals. A line is sent once;
// when the connection is lost after that, what became of it is unknown, and said. Made by open-executors.ts.
// A program that cannot be started answers with exit code 126 or 127, as from a shell. Source: agent, What it acts on (Executors).
import type { ClientChannel } from 'ssh2';
import type { Clock, Ids } from '../../../../shared/model/clock.ts';
import { AppError } from '../../../../shared/model/envelope.ts';
import type { ExecutorPath } from '../../../../shared/model/resource.ts';
import type { Command, CommandResult, Executor, FileContent } from '../../executor.ts';
import { BoundedOutput } from '../bounded-output.ts';
import { checkCommand, orCancelled, watchLimits } from '../command-limits.ts';
import { shellLine } from '../posix-quote.ts';
import { FirstLine } from './first-line.ts';
import { checkLoginShell, type LoginShell, PROBE_LINE, readLoginShell } from './login-shell.ts';
import { readFarFile, writeFarFile } from './ssh-files.ts';
import type { SshLink } from './ssh-link.ts';

const GRACE_MS = 2000;
const LINGER_MS = 500;
const PROBE_LIMITS = { timeoutMs: 10_000, maxOutputBytes: 10_000, writes: false } as const;

export interface SshParts {
  readonly clock: Clock;
  readonly ids: Ids;
}

export class SshExecutor implements Executor {
  readonly path: ExecutorPath;
  readonly #link: SshLink;
  readonly #parts: SshParts;

  constructor(path: ExecutorPath, link: SshLink, parts: SshParts) {
    this.path = path;
    this.#link = link;
    this.#parts = parts;
  }

  async run(command: Command, signal: AbortSignal): Promise<CommandResult> {
    checkCommand(command);
    const line = `echo $$ && ${shellLine(command)}`;
    checkLoginShell(await this.#loginShell(signal), this.#link.host.name, command.writes);
    const channel = await this.#link.exec(line, signal);
    const call = new FarCall(channel, command, { link: this.#link, clock: this.#parts.clock, hasId: true });
    return await call.ended(signal);
  }

  readFile(path: string, maxBytes: number, signal: AbortSignal): Promise<FileContent> {
    return readFarFile(this.#link, path, maxBytes, signal);
  }

  writeFile(
    path: string,
    bytes: Uint8Array,
    expected: string | null,
    signal: AbortSignal,
  ): Promise<FileContent> {
    return writeFarFile(this.#link, path, bytes, expected, { signal, random: this.#parts.ids() });
  }

  #loginShell(signal: AbortSignal): Promise<LoginShell> {
    const asked = this.#link.once('login shell', async () => {
      const own = AbortSignal.timeout(PROBE_LIMITS.timeoutMs);
      const channel = await this.#link.exec(PROBE_LINE, own);
      const probe: Command = { argv: ['echo'], ...PROBE_LIMITS };
      const call = new FarCall(channel, probe, { link: this.#link, clock: this.#parts.clock, hasId: false });
      return readLoginShell((await call.ended(own)).stdout);
    });
    return orCancelled(asked, signal, `the call to ${this.#link.host.name}`);
  }
}

interface FarCallParts {
  readonly link: SshLink;
  readonly clock: Clock;
  /** Its output begins with its process id. */
  readonly hasId: boolean;
}

/** One line that runs. */
class FarCall {
  readonly #channel: ClientChannel;
  readonly #command: Command;
  readonly #parts: FarCallParts;
  readonly #out: BoundedOutput;
  readonly #err: BoundedOutput;
  readonly #id = new FirstLine();
  readonly #waits: (() => void)[] = [];
  readonly #result = Promise.withResolvers<CommandResult>();
  readonly #began: number;
  #stopped: AppError | null = null;
  /** Undefined until it ended. */
  #exit: number | null | undefined;

  constructor(channel: ClientChannel, command: Command, parts: FarCallParts) {
    this.#channel = channel;
    this.#command = command;
    this.#parts = parts;
    this.#began = parts.clock.monotonic();
    this.#out = new BoundedOutput(command.maxOutputBytes);
    this.#err = new BoundedOutput(command.maxOutputBytes);
    channel.on('data', (piece: Buffer) => this.#out.take(parts.hasId ? this.#id.take(piece) : piece));
    channel.stderr.on('data', (piece: Buffer) => this.#err.take(piece));
    channel.on('error', () => {});
    channel.on('exit', (code: number | null) => {
      this.#exit = code ?? null;
      // What it left in the background may hold the channel open for as long as it likes.
      this.#waits.push(parts.clock.after(LINGER_MS, () => channel.close()));
    });
    channel.on('close', () => this.#settle());
    channel.end(Buffer.from(command.stdin ?? []));
  }

  ended(signal: AbortSignal): Promise<CommandResult> {
    const { clock } = this.#parts;
    const [what] = this.#command.argv;
    if (signal.aborted) this.#stop(new AppError('CANCELLED', `${what} was cancelled as it began`));
    else
      this.#waits.push(
        watchLimits(clock, signal, { what, timeoutMs: this.#command.timeoutMs }, (why) => this.#stop(why)),
      );
    return this.#result.promise;
  }

  #stop(why: AppError): void {
    this.#stopped ??= why;
    const { clock } = this.#parts;
    this.#signalGroup('TERM');
    this.#waits.push(
      clock.after(GRACE_MS, () => {
        this.#signalGroup('KILL');
        this.#channel.close();
      }),
      clock.after(2 * GRACE_MS, () => this.#settle()),
    );
  }

  /** Over a channel of its own; every line runs in a session, and so in a process group, of its own. */
  #signalGroup(name: 'TERM' | 'KILL'): void {
    const id = this.#id.text;
    if (this.#exit !== undefined || id === null || !/^[1-9]\d{0,9}$/.test(id)) return;
    this.#parts.link.execBeside(`kill -s ${name} -- -${id}`).catch(() => {});
  }

  #settle(): void {
    for (const cancel of this.#waits.splice(0)) cancel();
    const failure = this.#stopped ?? this.#failure();
    if (failure !== null || this.#exit === undefined) {
      this.#result.reject(failure);
      return;
    }
    this.#result.resolve({
      exitCode: this.#exit,
      stdout: this.#out.text(),
      stderr: this.#err.text(),
      dropped: this.#out.dropped + this.#err.dropped,
      ms: Math.round(this.#parts.clock.monotonic() - this.#began),
    });
  }

  #failure(): AppError | null {
    const { name } = this.#parts.link.host;
    const [program] = this.#command.argv;
    if (this.#exit === undefined) return this.#lost(name, program);
    if (!this.#parts.hasId || /^\d+$/.test(this.#id.text ?? '')) return null;
    const said = this.#err.text().slice(0, 300);
    return new AppError(
      'EXECUTION_FAILED',
      `${name} did not run ${program}, but something of its own (exit code ${this.#exit}): ${said}`,
    );
  }

  #lost(name: string, program: string): AppError {
    const words = `the connection to ${name} was lost while ${program} ran`;
    return this.#command.writes
      ? new AppError(
          'UNAVAILABLE',
          `${words}: whether it did its work is not known; look before it is run again`,
          {
            outcome: 'unknown',
          },
        )
      : new AppError('UNAVAILABLE', words, undefined, true);
  }
}
