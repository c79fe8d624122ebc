// Containers of a machine through its `docker` and `podman` commands: which of them has a container, and the whole id it has there.
// Used by open-executors.ts and the ssh provider. Source: agent, What it acts on (canonical ids).
import { AppError } from '../../../shared/model/envelope.ts';
import type { CommandResult } from '../executor.ts';

const ENGINES = ['docker', 'podman'] as const;
export type Engine = (typeof ENGINES)[number];

/** A container on the engine that has it. */
export interface EngineContainer {
  readonly engine: Engine;
  /** The whole id, 64 hex digits. */
  readonly id: string;
}

type Ask = (argv: readonly [string, ...string[]]) => Promise<CommandResult>;

const WHOLE_ID = /^[0-9a-f]{64}$/;

/**
 * All containers, or those whose id contains some digits. Two commands may talk to one engine: a container is listed once.
 * @returns null if neither command reaches an engine
 */
export async function listContainers(ask: Ask, digits?: string): Promise<EngineContainer[] | null> {
  const found = new Map<string, Engine>();
  let answers = false;
  for (const engine of ENGINES) {
    const filter = digits === undefined ? [] : ['--filter', `id=${digits}`];
    const { exitCode, stdout } = await ask([engine, 'ps', '-a', '-q', '--no-trunc', ...filter]);
    if (exitCode !== 0) continue;
    answers = true;
    for (const line of stdout.split('\n')) {
      const id = line.trim();
      if (WHOLE_ID.test(id) && !found.has(id)) found.set(id, engine);
    }
  }
  return answers ? [...found].map(([id, engine]) => ({ engine, id })) : null;
}

/**
 * The container whose id begins with some digits. Not by the digits themselves: an engine takes a container that is named so for it.
 * @returns null if there is none
 * @param where the machine, for messages
 * @throws AppError UNAVAILABLE if neither command reaches an engine, STALE_VERSION if several ids begin so
 */
export async function findContainer(
  ask: Ask,
  digits: string,
  where: string,
): Promise<EngineContainer | null> {
  const listed = await listContainers(ask, digits);
  if (listed === null)
    throw new AppError('UNAVAILABLE', `neither docker nor podman answers on ${where}`, undefined, true);
  const [found, ...others] = listed.filter(({ id }) => id.startsWith(digits));
  if (found === undefined) return null;
  if (others.length > 0)
    throw new AppError(
      'STALE_VERSION',
      `several container ids begin with ${digits}, and none of them is used`,
    );
  const argv = ['inspect', '--type', 'container', '--format', '{{.Id}}', found.id] as const;
  const { exitCode, stdout } = await ask([found.engine, ...argv]);
  return exitCode === 0 && stdout.trim() === found.id ? found : null;
}
