// Replaces a container by a new one with the same setup: the old one is stopped, renamed and kept; the new one takes its name and must become healthy, or
// it is removed and the old one runs again. The two never run at the same time. From the moment it is created, a label of the new one says which one it
// replaces, so a process that dies in between leaves nothing that cannot be rolled back. Called by replace-actions.ts. Source: agent, What it acts on.
import * as z from 'zod';
import { AppError } from '../../../../../shared/model/envelope.ts';
import type { ActionRun } from '../../../provider.ts';
import type { Engine, EngineCall } from '../engine.ts';
import { reasonText } from '../engine-error.ts';
import { pull } from '../pull.ts';
import { findSetup, nameOf, readSetup } from './container-setup.ts';
import { canChangePolicy, type EngineVersion } from './engine-version.ts';
import { type HealthPace, waitUntilHealthy } from './health-check.ts';
import { bareId, hasDigest, type ImageSetup, readImage } from './image-setup.ts';
import type { Replacement } from './replacement.ts';
import { policyCall, policyText, type RestartPolicy } from './restart-policy.ts';

/** Beyond what a container gets to end by itself, ms. */
export const WORK_MS = 60_000;
/** How long the way back may take, whoever stopped the way there, ms. */
const BACK_MS = 180_000;

const Created = z.object({ Id: z.string().regex(/^[0-9a-f]{64}$/) });

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

const DONE: Readonly<Record<Replacement['action'], string>> = {
  update: 'Updated',
  recreate: 'Recreated',
  set_restart_policy: 'Recreated with another restart policy',
};

/** @throws AppError EXECUTION_FAILED once everything is as it was before, with why; UNAVAILABLE, CANCELLED */
export async function replaceContainer(
  replacement: Replacement,
  parts: ReplaceParts,
): Promise<ReplaceOutcome> {
  const { engine, run } = parts;
  const { action, setup, name, isRunning: ran, version, keptName } = replacement;
  const image = await imageFor(replacement, parts);
  if (action === 'update' && bareId(image.Id) === bareId(setup.Image))
    return {
      summary: 'It already runs the newest image of its tag: nothing was replaced',
      container: { id: setup.Id, name, runs: ran },
    };
  const newId = await create(replacement, image, engine, run.signal);
  try {
    const seen = await swap(replacement, newId, parts);
    const left = await removeOlder(replacement, engine, run.signal);
    return {
      summary: `${DONE[action]}: ${seen}. The old container is kept as ${keptName}${left}`,
      container: { id: newId, name, runs: ran },
    };
  } catch (error) {
    const policy = setup.HostConfig.RestartPolicy;
    const back = await restoreContainer({ oldId: setup.Id, newId, name, ran, policy, version }, engine).catch(
      reasonText,
    );
    throw new AppError('EXECUTION_FAILED', `${name} was not replaced: ${reasonText(error)}. ${back}`);
  }
}

/** What it is created from, pulled first where it has to be. */
async function imageFor(
  { pulls, imageAfter, name, version }: Replacement,
  { engine, run, expectedDigest }: ReplaceParts,
): Promise<ImageSetup> {
  if (pulls === null && imageAfter) return imageAfter;
  const reference = pulls ?? '';
  await pull(engine, pullCall(reference), reference, run);
  const image = await readImage(engine, reference, version, run.signal);
  if (!image)
    throw new AppError(
      'EXECUTION_FAILED',
      `${reference} was pulled, and the engine does not have it. ${name} runs as before.`,
    );
  if (expectedDigest === null || hasDigest(image, expectedDigest)) return image;
  throw new AppError(
    'STALE_VERSION',
    `The registry has another image under ${reference} than the one that was approved. ${name} runs as before: ask again.`,
  );
}

/** With a tag: without one an engine would pull all there are. */
export function pullCall(reference: string): EngineCall {
  const hasTag = reference.slice(reference.lastIndexOf('/') + 1).includes(':');
  const fromImage = hasTag ? reference : `${reference}:latest`;
  return { method: 'POST', path: '/images/create', query: { fromImage } };
}
export const createCall = (name: string, body: EngineCall['body'] = {}): EngineCall => ({
  method: 'POST',
  path: '/containers/create',
  query: { name },
  body,
});
export const connectCall = (network: string, container: string, config: object): EngineCall => ({
  method: 'POST',
  path: `/networks/${encodeURIComponent(network)}/connect`,
  body: { Container: container, EndpointConfig: config },
});
export const stateCall = (id: string, verb: 'start' | 'stop'): EngineCall => ({
  method: 'POST',
  path: `/containers/${id}/${verb}`,
});
export const renameCall = (id: string, name: string): EngineCall => ({
  method: 'POST',
  path: `/containers/${id}/rename`,
  query: { name },
});
/** Without its volumes: the other container has the same. */
export const removeCall = (id: string, force: boolean): EngineCall => ({
  method: 'DELETE',
  path: `/containers/${id}`,
  ...(force ? { query: { force: 1 } } : {}),
});

/** @returns the id of the new container @throws AppError EXECUTION_FAILED once there is none */
async function create(
  { request, temporaryName, name }: Replacement,
  image: ImageSetup,
  engine: Engine,
  signal: AbortSignal,
): Promise<string> {
  const { Id } = await engine.ask(createCall(temporaryName, request.body), Created, signal, WORK_MS);
  try {
    for (const { network, config } of request.networks)
      await engine.tell(connectCall(network, Id, config), signal, WORK_MS);
    const created = await readSetup(engine, Id, signal);
    if (bareId(created.Image) !== bareId(image.Id))
      throw new AppError('STALE_VERSION', 'the tag came to mean another image meanwhile');
    return Id;
  } catch (error) {
    await engine.tell(removeCall(Id, true), AbortSignal.timeout(BACK_MS), WORK_MS).catch(() => undefined);
    const why = reasonText(error);
    throw new AppError(
      'EXECUTION_FAILED',
      `No new ${name} could be created: ${why}. ${name} was not touched.`,
    );
  }
}

/** The old one out of the way, the new one in its place. @returns what was seen of it */
async function swap(
  { setup, name, keptName, isRunning, version }: Replacement,
  newId: string,
  { engine, run, pace }: ReplaceParts,
): Promise<string> {
  const tell = (call: EngineCall) => engine.tell(call, run.signal, stopMs(setup.Config.StopTimeout));
  if (isRunning) await tell(stateCall(setup.Id, 'stop'));
  await tell(renameCall(setup.Id, keptName));
  // What is kept must not start when the machine starts.
  if (canChangePolicy(version)) await tell(policyCall(setup.Id, null, version));
  await tell(renameCall(newId, name));
  if (!isRunning) return 'it is stopped, as it was';
  await tell(stateCall(newId, 'start'));
  return await waitUntilHealthy(engine, newId, {
    pace,
    onPodman: version.podman !== null,
    signal: run.signal,
  });
}

const stopMs = (own: unknown): number => (typeof own === 'number' ? own * 1000 : 10_000) + WORK_MS;

/** What was kept from the time before. @returns what became of it, in words */
async function removeOlder({ older }: Replacement, engine: Engine, signal: AbortSignal): Promise<string> {
  if (!older) return '';
  try {
    await engine.tell(removeCall(older.id, false), signal, WORK_MS);
    return `; ${older.name} is removed`;
  } catch (error) {
    return `; ${older.name} could not be removed: ${reasonText(error)}`;
  }
}

export interface RestoreInput {
  readonly oldId: string;
  readonly newId: string;
  readonly name: string;
  /** Whether it is to run. */
  readonly ran: boolean;
  readonly policy: RestartPolicy | null | undefined;
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
  let step = 'looking at the containers';
  const tell = async (what: string, call: EngineCall): Promise<void> => {
    step = what;
    await engine.tell(call, signal, stopMs(undefined));
  };
  try {
    if (await findSetup(engine, newId, signal))
      await tell('removing the new container', removeCall(newId, true));
    const old = await readSetup(engine, oldId, signal);
    if (nameOf(old) !== name) await tell(`naming the old container ${name}`, renameCall(oldId, name));
    if (canChangePolicy(version) && policyText(old.HostConfig.RestartPolicy) !== policyText(policy))
      await tell('its restart policy', policyCall(oldId, policy, version));
    if (ran && old.State.Status !== 'running')
      await tell('starting the old container', stateCall(oldId, 'start'));
    return `Rolled back: ${name} ${ran ? 'runs' : 'is'} as before.`;
  } catch (error) {
    throw new AppError(
      'EXECUTION_FAILED',
      `Rolling back failed at ${step}: ${reasonText(error)}. The old container is ${oldId.slice(0, 12)}: name it ${name} and start it.`,
    );
  }
}
