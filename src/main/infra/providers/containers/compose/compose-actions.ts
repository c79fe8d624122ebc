// A Compose project brought up, taken down, pulled or restarted by the Compose command of its machine: the card, and the
// work. Called by containers.ts. Source: agent, What it acts on.
import { AppError } from '../../../../../shared/model/envelope.ts';
import type { Command, Executor } from '../../../executor.ts';
import type {
  ActionOutcome,
  ActionPlan,
  ActionRequest,
  ActionRun,
  ProjectBefore,
} from '../../../provider.ts';
import { containerInfo } from '../catalogue.ts';
import type { Place } from '../container-resource.ts';
import type { Engine } from '../engine.ts';
import { oneLine } from '../engine-error.ts';
import { readVersion } from '../replace/engine-version.ts';
import { bareId, readImage } from '../replace/image-setup.ts';
import { type ComposeAction, commandLine, composeArgv, findComposeCommand } from './compose-command.ts';
import { type ComposeProject, servicesOf } from './compose-project.ts';
import { readNamedImages } from './named-images.ts';

/** Images of gigabytes are pulled in it. */
const LONGEST_MS = 60 * 60_000;
const OUTPUT_BYTES = 64 * 1024;
const ASK_MS = 15_000;
const CONFIG_BYTES = 1 << 20;

export interface ComposeParts {
  readonly engine: Engine;
  readonly place: Place;
  readonly project: ComposeProject;
  readonly request: ActionRequest;
  /** Runs programs on the machine of the engine. @throws AppError UNAVAILABLE where none can be run */
  executor(): Promise<Executor>;
}

const WORDS: Readonly<Record<ComposeAction, { readonly done: string; readonly effect: string }>> = {
  up: {
    done: 'brought up',
    effect: 'Containers whose configuration or image has changed are recreated; missing ones are created.',
  },
  down: { done: 'taken down', effect: 'Its containers and networks are removed. Its volumes stay.' },
  pull: {
    done: 'pulled',
    effect: 'Its containers keep the images they have until the project is brought up again.',
  },
  restart: {
    done: 'restarted',
    effect: 'Its containers are restarted as they are, without changes of the files.',
  },
};

/** @throws AppError UNAVAILABLE without a Compose command, INVALID_INPUT for a service it does not have */
export async function planCompose(parts: ComposeParts, signal: AbortSignal): Promise<ActionPlan> {
  const { project, request } = parts;
  const { argv, path } = await commandOf(parts, signal);
  const action = request.action as ComposeAction;
  const service = serviceOf(project, request);
  const affected = project.containers.filter((one) => service === undefined || one.service === service);
  const isNew = action === 'up' && project.containers.length === 0;
  const lines = affected.map(({ name, service: of, state }) => `${of}: ${name}, ${state}`);
  return {
    ...{ runs: commandLine(argv), argv, path, long: true },
    undo: action === 'down' ? 'Bring it up again.' : isNew ? 'Take it down again.' : null,
    ...(action === 'down' ? { takeBack: { action: 'up', arguments: {} } } : {}),
    ...(isNew ? { takeBack: { action: 'down', arguments: {} } } : {}),
    preview: [WORDS[action].effect, ...lines].join('\n'),
  };
}

/** @throws AppError EXECUTION_FAILED with what the command said, UNAVAILABLE, TIMEOUT, CANCELLED */
export async function performCompose(parts: ComposeParts, run: ActionRun): Promise<ActionOutcome> {
  const { project, request } = parts;
  const { argv, executor, configArgv } = await commandOf(parts, run.signal);
  const before = await readBefore(parts, { executor, configArgv }, run.signal);
  const limits = { timeoutMs: LONGEST_MS, maxOutputBytes: OUTPUT_BYTES, writes: true };
  const command = { argv, ...inDirectory(project), ...limits };
  const { exitCode, stdout, stderr } = await executor.run(command, run.signal);
  const said = oneLine(stderr.trim().split('\n').at(-1) || stdout.trim().split('\n').at(-1) || '');
  if (exitCode !== 0)
    throw new AppError(
      'EXECUTION_FAILED',
      `${commandLine(argv)} ended with exit code ${exitCode ?? 'none'}: ${said}`,
    );
  const effect = { changed: true, project: before };
  return { summary: WORDS[request.action as ComposeAction].done, exitCode, effect };
}

async function commandOf({ engine, place, project, request, executor }: ComposeParts, signal: AbortSignal) {
  const service = serviceOf(project, request);
  const [runner, { podman }] = [await executor(), await readVersion(engine, signal)];
  const on = { isPodman: podman !== null, address: place.address, isOther: place.dockerCommand !== null };
  const command = await findComposeCommand(runner, on, signal);
  const argv = composeArgv(command, project, request.action as ComposeAction, service);
  const configArgv = composeArgv(command, project, 'config', undefined);
  return { argv, configArgv, executor: runner, path: runner.path };
}

function serviceOf(project: ComposeProject, { arguments: { service } }: ActionRequest): string | undefined {
  if (service === undefined) return undefined;
  const all = servicesOf(project);
  if (typeof service === 'string' && all.includes(service)) return service;
  throw new AppError(
    'INVALID_INPUT',
    `${project.name} has no service ${service}: it has ${all.join(', ')}.`,
    {
      field: 'service',
    },
  );
}

/** What the files name and what is there, before the command runs. */
async function readBefore(
  { engine, project }: ComposeParts,
  { executor, configArgv }: { readonly executor: Executor; readonly configArgv: Command['argv'] },
  signal: AbortSignal,
): Promise<ProjectBefore> {
  const limits = { timeoutMs: ASK_MS, maxOutputBytes: CONFIG_BYTES, writes: false };
  const images = await readNamedImages(
    executor,
    { argv: configArgv, ...inDirectory(project), ...limits },
    project,
    signal,
  );
  const version = await readVersion(engine, signal);
  const ids = (images ?? []).map(async ({ image }) => {
    if (image === null) return [];
    const found = await readImage(engine, image, version, signal);
    return [[image, found && bareId(found.Id)] as const];
  });
  const starts = project.containers.map(
    async ({ id }) => [id, (await containerInfo(engine, id, signal))?.State.StartedAt ?? ''] as const,
  );
  return {
    images,
    imageIds: Object.fromEntries((await Promise.all(ids)).flat()),
    startedAt: Object.fromEntries(await Promise.all(starts)),
  };
}

const inDirectory = ({ directory }: ComposeProject) => (directory === null ? {} : { cwd: directory });

/** Where no program can be run on the machine of an engine. */
export async function noExecutor(host: string): Promise<never> {
  throw new AppError(
    'UNAVAILABLE',
    `No program can be run on ${host} from here: its container engine is all that is reached.`,
  );
}
