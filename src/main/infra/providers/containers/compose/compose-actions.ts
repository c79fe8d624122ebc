// A Compose project brought up, taken down, pulled or restarted by the Compose command of its machine: the card, the work, and whether its containers are
// as they have to be. Called by containers.ts. Source: agent, What it acts on.
import { AppError } from '../../../../../shared/model/envelope.ts';
import type { ExecutorPath } from '../../../../../shared/model/resource.ts';
import type { Executor } from '../../../executor.ts';
import type {
  ActionEffect,
  ActionOutcome,
  ActionPlan,
  ActionRequest,
  ActionRun,
  Verification,
} from '../../../provider.ts';
import { containerInfo, type Found } from '../catalogue.ts';
import type { Place } from '../container-resource.ts';
import type { Engine } from '../engine.ts';
import { oneLine } from '../engine-error.ts';
import { readVersion } from '../replace/engine-version.ts';
import { type ComposeAction, commandLine, composeArgv, findComposeCommand } from './compose-command.ts';
import { type ComposeProject, servicesOf } from './compose-project.ts';

/** Images of gigabytes are pulled in it. */
const LONGEST_MS = 60 * 60_000;
const OUTPUT_BYTES = 64 * 1024;

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
    effect: 'Containers whose configuration or image has changed are made anew; missing ones are made.',
  },
  down: { done: 'taken down', effect: 'Its containers and networks are removed. Its volumes stay.' },
  pull: {
    done: 'pulled',
    effect: 'Its containers go on with the images they have until the project is brought up again.',
  },
  restart: {
    done: 'restarted',
    effect: 'Its containers are restarted as they are: changes of the files do not count.',
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
  const { argv, executor } = await commandOf(parts, run.signal);
  const startedBefore = await startsOf(parts);
  const limits = { timeoutMs: LONGEST_MS, maxOutputBytes: OUTPUT_BYTES, writes: true };
  const command = { argv, ...limits, ...(project.directory === null ? {} : { cwd: project.directory }) };
  const { exitCode, stdout, stderr } = await executor.run(command, run.signal);
  const said = oneLine(stderr.trim().split('\n').at(-1) || stdout.trim().split('\n').at(-1) || '');
  if (exitCode !== 0)
    throw new AppError(
      'EXECUTION_FAILED',
      `${commandLine(argv)} ended with exit code ${exitCode ?? 'none'}: ${said}`,
    );
  const effect = { changed: true, startedBefore };
  return { summary: WORDS[request.action as ComposeAction].done, exitCode, effect };
}

/** By the containers that are there afterwards. @param found the project as it is now */
export async function verifyCompose(
  { engine, request }: Pick<ComposeParts, 'engine' | 'request'>,
  found: Found,
  effect: ActionEffect | undefined,
  signal: AbortSignal,
): Promise<Verification> {
  const containers = found.kind === 'compose_project' ? found.info.containers : [];
  if (effect === undefined)
    return { ok: false, evidence: `the command did not end well; ${counted(containers)}` };
  switch (request.action) {
    case 'pull':
      return { ok: true, evidence: 'the command ended with exit code 0' };
    case 'down':
      return { ok: containers.length === 0, evidence: counted(containers) };
    case 'restart': {
      const service = request.arguments.service;
      const affected = containers.filter((one) => service === undefined || one.service === service);
      const restarted = await Promise.all(
        affected.map(async ({ id }) => {
          const started = (await containerInfo(engine, id, signal))?.State.StartedAt;
          return Boolean(started) && started !== effect.startedBefore?.[id];
        }),
      );
      const all =
        affected.length > 0 && restarted.every(Boolean) && affected.every(({ state }) => state === 'running');
      return {
        ok: all,
        evidence: `${restarted.filter(Boolean).length} of ${affected.length} started anew; ${counted(affected)}`,
      };
    }
    default:
      return {
        ok: containers.length > 0 && containers.every(({ state }) => state === 'running'),
        evidence: counted(containers),
      };
  }
}

function counted(containers: ComposeProject['containers']): string {
  if (containers.length === 0) return 'no container of it is there';
  return containers.map(({ name, state }) => `${name} is ${state}`).join(', ');
}

async function commandOf({ engine, place, project, request, executor }: ComposeParts, signal: AbortSignal) {
  const service = serviceOf(project, request);
  const [runner, { podman }] = [await executor(), await readVersion(engine, signal)];
  const on = { isPodman: podman !== null, address: place.address, isOther: place.dockerCommand !== null };
  const command = await findComposeCommand(runner, on, signal);
  const argv = composeArgv(command, project, request.action as ComposeAction, service);
  const path: ExecutorPath = runner.path;
  return { argv, executor: runner, path };
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

async function startsOf({ engine, project }: ComposeParts): Promise<Record<string, string>> {
  const signal = AbortSignal.timeout(engine.timeoutMs);
  const starts = await Promise.all(
    project.containers.map(
      async ({ id }) => [id, (await containerInfo(engine, id, signal))?.State.StartedAt ?? ''] as const,
    ),
  );
  return Object.fromEntries(starts);
}

/** Where no program can be run on the machine of an engine. */
export async function noExecutor(host: string): Promise<never> {
  throw new AppError(
    'UNAVAILABLE',
    `No program can be run on ${host} from here: its container engine is all that is reached.`,
  );
}
