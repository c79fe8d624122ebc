// Where programs run and files lie for a resource: by the best way to it that a program can go. Called by what plans commands and edits, and by
// the tools that read. Opens nothing by itself, and never guesses another machine. Source: agent, What it acts on (ReachableVia).
import { AppError } from '../../../shared/model/envelope.ts';
import type { ExecutorPath, Resource, ResourceKind } from '../../../shared/model/resource.ts';
import type { Executor } from '../../infra/executor.ts';
import type { Confinement } from '../../infra/executors/confined/confinement.ts';
import type { HandsParts } from '../hands/parts.ts';

export interface Place {
  readonly executor: Executor;
  readonly path: ExecutorPath;
  /** It is the machine this program runs on. */
  readonly onOwnHost: boolean;
  /** How reads are confined there. */
  readonly confinement: Confinement;
}

/** Kinds that programs run in. A service or a model has none: what would run there runs on its machine, which is to be named then. */
const HOLDS_PROGRAMS: ReadonlySet<ResourceKind> = new Set(['host', 'node', 'vm', 'lxc', 'docker_container']);

/** @throws AppError ACTION_NOT_ALLOWED where no program can be run, UNAVAILABLE */
export async function placeOf(
  resource: Resource,
  { executors, confinements, isOwnHost }: Pick<HandsParts, 'executors' | 'confinements' | 'isOwnHost'>,
): Promise<Place> {
  const path = HOLDS_PROGRAMS.has(resource.kind)
    ? resource.reachableVia.find((way) => way.at(-1)?.via !== 'api')
    : undefined;
  if (!path) throw noPrograms(resource);
  const executor = await executors.on(path);
  const onOwnHost = isOwnHost(path.at(-1)?.target ?? '');
  return { executor, path, onOwnHost, confinement: await confinements.of(executor) };
}

function noPrograms(resource: Resource): AppError {
  const isPlace = HOLDS_PROGRAMS.has(resource.kind);
  return new AppError(
    'ACTION_NOT_ALLOWED',
    isPlace
      ? `No program can be run in ${resource.name} as it is now (${resource.state}): there is no way to it but an interface.`
      : `No program runs in ${resource.name}, a ${resource.kind}. Name the machine or the container it is on: ${resource.targetHost}.`,
    {
      recovery_hint: isPlace
        ? 'Look at its state with query.'
        : 'Find the machine with query, and name that.',
    },
  );
}
