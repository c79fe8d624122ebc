// The command that manages Compose projects on a machine, where there is one, and the words it is called with. Asks only for its version.
// Used by compose-actions.ts.
import { posix } from 'node:path';
import { AppError } from '../../../../../shared/model/envelope.ts';
import type { ActionName } from '../../../../../shared/model/resource.ts';
import type { Executor } from '../../../executor.ts';
import { quote } from '../../../executors/posix-quote.ts';
import type { ComposeProject } from './compose-project.ts';

export interface ComposeEngine {
  readonly isPodman: boolean;
  /** The path of its socket, or `tcp://…`. */
  readonly address: string;
  /** The `docker` command talks to another engine unless it is told. */
  readonly isOther: boolean;
}

const ASK_MS = 15_000;

type Words = readonly [string, ...string[]];

/** Those that would talk to this engine, the usual one first. */
function candidates({ isPodman, address, isOther }: ComposeEngine): readonly Words[] {
  const host = address.startsWith('/') ? `unix://${address}` : address;
  const told: Words = ['docker', '--host', host, 'compose'];
  if (isPodman) return [['podman', 'compose'], ['podman-compose'], told];
  return isOther ? [told, ['docker-compose', '--host', host]] : [['docker', 'compose'], ['docker-compose']];
}

/** @throws AppError UNAVAILABLE with what is missing, and what would give it */
export async function findComposeCommand(
  executor: Executor,
  engine: ComposeEngine,
  signal: AbortSignal,
): Promise<Words> {
  for (const words of candidates(engine)) {
    const command = {
      argv: [...words, 'version'] as [string, ...string[]],
      timeoutMs: ASK_MS,
      maxOutputBytes: 4096,
      writes: false,
    };
    const answer = await executor.run(command, signal).catch((error: unknown) => {
      signal.throwIfAborted();
      // Not there; any other failure would come again when it is used.
      if (error instanceof AppError) return null;
      throw error;
    });
    if (answer?.exitCode === 0) return words;
  }
  const tried = candidates(engine).map((words) => words.join(' '));
  throw new AppError(
    'UNAVAILABLE',
    `No Compose command answers on this machine (tried ${tried.join(', ')}). Install ${engine.isPodman ? 'podman-compose' : 'the docker-compose-plugin package'} there.`,
  );
}

export type ComposeAction = Extract<ActionName, 'up' | 'down' | 'pull' | 'restart'>;

/** `docker compose -p shop -f /srv/shop/compose.yaml up -d` */
export function composeArgv(
  command: Words,
  { name, files, directory }: ComposeProject,
  action: ComposeAction | 'config',
  service: string | undefined,
): [string, ...string[]] {
  const isElsewhere = directory !== null && files[0] !== undefined && posix.dirname(files[0]) !== directory;
  // podman-compose has no such option, and takes the directory of the first file.
  const place = isElsewhere && command[0] !== 'podman-compose' ? ['--project-directory', directory] : [];
  return [
    ...command,
    ...['-p', name],
    ...place,
    ...files.flatMap((file) => ['-f', file]),
    ...(action === 'up' ? ['up', '-d'] : [action]),
    ...(service === undefined ? [] : [service]),
  ];
}

/** As a person would type it. */
export const commandLine = (argv: readonly string[]): string =>
  argv.map((word) => (/^[\w./:=@%+,-]+$/.test(word) ? word : quote(word))).join(' ');
