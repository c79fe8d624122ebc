// Replaces a container by a new one that is set up the same: the old one is stopped, renamed and kept; the new one takes its name and has to be well, or
// it is removed and the old one runs again. At no moment do both run, and at each one a label of the new one says which is which, so that a process that
// dies in between leaves nothing that cannot be told. Called by containers.ts. Source: agent, What it acts on.
import * as z from 'zod';
import { AppError } from '../../../../../shared/model/envelope.ts';
import type { ActionRun } from '../../../provider.ts';
import type { Engine, EngineCall } from '../engine.ts';
import { pull } from '../pull.ts';
import {
  bareId,
  canChangePolicy,
  type EngineVersion,
  type ImageSetup,
  readImage,
  readSetup,
} from './container-setup.ts';
import { type HealthPace, waitUntilWell } from './health-check.ts';
import type { Replacement } from './replacement.ts';
import { policyCall } from './restart-policy.ts';

/** Beyond what a container gets to end by itself, ms. */
export const WORK_MS = 60_000;
/** How long the way back may take, whoever stopped the way there, ms. */
const BACK_MS = 180_000;

const Made = z.object({ Id: z.string().regex(/^[0-9a-f]{64}$/) });

export interface ReplaceParts {
  readonly engine: Engine;
  readonly pace: HealthPace;
  readonly run: ActionRun;
  /** What the registry has to have under the tag, as it was approved; null: whatever it has. */
  readonly expectedDigest: string | null;
}

export interface ReplaceOutcome {
  readonly summary: string;
  /** The container that has the name now. */
  readonly container: { readonly id: string; readonly name: string; readonly runs: boolean };
}

/** @throws AppError EXECUTION_FAILED once everything is as it was before, with why; UNAVAILABLE, CANCELLED */
export async function replaceContainer(
  replacement: Replacement,
  parts: ReplaceParts,
): Promise<ReplaceOutcome> {
  const { engine, run } = parts;
  const { setup, name } = replacement;
  const image = await imageFor(replacement, parts);
  if (replacement.action === 'update' && bareId(image.Id) === bareId(setup.Image))
    return {
      summary: 'It already runs the newest image of its tag: nothing was replaced',
      container: { id: setup.Id, name, runs: replacement.isRunning },
    };
  const made = await create(replacement, image, engine, run.signal);
  try {
    const seen = await swap(replacement, made, parts);
    const left = await removeOlder(replacement, engine, run.signal);
    const done = {
      update: 'Updated',
      recreate: 'Recreated',
      set_restart_policy: 'Recreated with another restart policy',
    };
    return {
      summary: `${done[replacement.action]}: ${seen}. The old container is kept as ${replacement.keptName}${left}`,
      container: { id: made, name, runs: replacement.isRunning },
    };
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    const was = { oldId: setup.Id, newId: made, name, ran: replacement.isRunning };
    const policy = setup.HostConfig.RestartPolicy;
    const back = await restoreContainer({ ...was, policy, version: replacement.version }, engine).catch(
      (failure: unknown) => (failure instanceof Error ? failure.message : String(failure)),
    );
    throw new AppError('EXECUTION_FAILED', `${name} was not replaced: ${why}. ${back}`);
  }
}

/** What it is made from, pulled first where it has to be. */
async function imageFor(
  replacement: Replacement,
  { engine, run, expectedDigest }: ReplaceParts,
): Promise<ImageSetup> {
  const { pulls, imageAfter, name } = replacement;
  if (pulls === null && imageAfter) return imageAfter;
  const reference = pulls ?? '';
  await pull(engine, pullCall(reference), reference, run);
  const image = await readImage(engine, reference, replacement.version, run.signal);
  if (!image)
    throw new AppError(
      'EXECUTION_FAILED',
      `${reference} was pulled, and the engine does not have it. ${name} runs as before.`,
    );
  const digests = image.RepoDigests ?? [];
  if (expectedDigest !== null && !digests.some((digest) => digest.endsWith(`@${expectedDigest}`)))
    throw new AppError(
      'STALE_VERSION',
      `The registry has another image under ${reference} than the one that was approved. ${name} runs as before: ask again.`,
    );
  return image;
}

/** With a tag: without one an engine would pull all there are. */
export function pullCall(reference: string): EngineCall {
  const hasTag = reference.slice(reference.lastIndexOf('/') + 1).includes(':');
  return {
    method: 'POST',
    path: '/images/create',
    query: { fromImage: hasTag ? reference : `${reference}:latest` },
  };
}

async function create(
  { request, temporaryName, name }: Replacement,
  image: ImageSetup,
  engine: Engine,
  signal: AbortSignal,
): Promise<string> {
  const call: EngineCall = {
    ...{ method: 'POST', path: '/containers/create', query: { name: temporaryName } },
    body: request.body,
  };
  const { Id } = await engine.ask(call, Made, signal, WORK_MS);
  try {
    for (const { network, config } of request.networks)
      await engine.tell(connectCall(network, Id, config), signal, WORK_MS);
    const made = await readSetup(engine, Id, signal);
    if (bareId(made.Image) !== bareId(image.Id))
      throw new AppError('STALE_VERSION', 'the tag came to mean another image meanwhile');
    return Id;
  } catch (error) {
    await engine.tell(removeCall(Id), AbortSignal.timeout(BACK_MS), WORK_MS).catch(() => undefined);
    const why = error instanceof Error ? error.message : String(error);
    throw new AppError('EXECUTION_FAILED', `No new ${name} could be made: ${why}. ${name} was not touched.`);
  }
}

const connectCall = (network: string, container: string, config: object): EngineCall => ({
  method: 'POST',
  path: `/networks/${encodeURIComponent(network)}/connect`,
  body: { Container: container, EndpointConfig: config },
});
/** Without its volumes: the other container has the same. */
const removeCall = (id: string): EngineCall => ({
  method: 'DELETE',
  path: `/containers/${id}`,
  query: { force: 1 },
});
const renameCall = (id: string, name: string): EngineCall => ({
  ...{ method: 'POST', path: `/containers/${id}/rename`, query: { name } },
});

/** The old one out of the way, the new one in its place. @returns what was seen of it */
async function swap(
  replacement: Replacement,
  made: string,
  { engine, run, pace }: ReplaceParts,
): Promise<string> {
  const { setup, name, isRunning, version } = replacement;
  const tell = (call: EngineCall) => engine.tell(call, run.signal, stopMs(setup.Config.StopTimeout));
  if (isRunning) await tell({ method: 'POST', path: `/containers/${setup.Id}/stop` });
  await tell(renameCall(setup.Id, replacement.keptName));
  // What is kept is not to be started when the machine starts.
  if (canChangePolicy(version)) await tell(policyCall(setup.Id, { Name: 'no' }, version));
  await tell(renameCall(made, name));
  if (!isRunning) return 'it is stopped, as it was';
  await tell({ method: 'POST', path: `/containers/${made}/start` });
  return await waitUntilWell(engine, made, { pace, onPodman: version.podman !== null, signal: run.signal });
}

const stopMs = (own: unknown): number => (typeof own === 'number' ? own * 1000 : 10_000) + WORK_MS;

/** What was kept from the time before. @returns what could not be removed, in words */
async function removeOlder({ older }: Replacement, engine: Engine, signal: AbortSignal): Promise<string> {
  if (!older) return '';
  try {
    await engine.tell({ method: 'DELETE', path: `/containers/${older.id}` }, signal, WORK_MS);
    return `; ${older.name} is removed`;
  } catch (error) {
    return `; ${older.name} could not be removed: ${error instanceof Error ? error.message : error}`;
  }
}

export interface RestoreInput {
  readonly oldId: string;
  readonly newId: string;
  readonly name: string;
  /** Whether it is to run. */
  readonly ran: boolean;
  readonly policy:
    | { readonly Name?: string | null | undefined; readonly MaximumRetryCount?: number | null | undefined }
    | null
    | undefined;
  readonly version: EngineVersion;
}

/**
 * Removes the new container and puts the old one back, from wherever it was interrupted: what is so already is left so.
 * @returns what was done, as a sentence
 * @throws AppError EXECUTION_FAILED with what is where, and what to do by hand
 */
export async function restoreContainer(input: RestoreInput, engine: Engine): Promise<string> {
  const { oldId, newId, name, ran, policy, version } = input;
  const signal = AbortSignal.timeout(BACK_MS);
  const steps: string[] = [];
  const step = async (what: string, call: EngineCall): Promise<void> => {
    steps.push(what);
    await engine.tell(call, signal, stopMs(undefined));
    steps.pop();
  };
  try {
    if (await exists(engine, newId, signal)) await step('removing the new container', removeCall(newId));
    const old = await readSetup(engine, oldId, signal);
    if (old.Name.replace(/^\//, '') !== name)
      await step(`naming the old container ${name}`, renameCall(oldId, name));
    const own = policy?.Name || 'no';
    if (canChangePolicy(version) && (old.HostConfig.RestartPolicy?.Name || 'no') !== own)
      await step(
        'its restart policy',
        policyCall(oldId, { Name: own, MaximumRetryCount: policy?.MaximumRetryCount ?? 0 }, version),
      );
    if (ran && old.State.Status !== 'running')
      await step('starting the old container', { method: 'POST', path: `/containers/${oldId}/start` });
    return ran ? `Rolled back: ${name} runs as before.` : `Rolled back: ${name} is as before.`;
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    const where = steps.at(-1) ?? 'looking at the old container';
    throw new AppError(
      'EXECUTION_FAILED',
      `Rolling back failed at ${where}: ${why}. The old container is ${oldId.slice(0, 12)}: name it ${name} and start it.`,
    );
  }
}

async function exists(engine: Engine, id: string, signal: AbortSignal): Promise<boolean> {
  try {
    await readSetup(engine, id, signal);
    return true;
  } catch (error) {
    if (error instanceof AppError && error.code === 'NOT_FOUND') return false;
    throw error;
  }
}
