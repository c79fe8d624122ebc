// Whether a Compose command did what was asked for: by the containers and images of the engine, not by the command's exit code, which podman-compose gives as
// 0 also after a pull that failed. What nothing proves is not verified. Called by containers.ts. Source: agent, What it acts on.
import type {
  ActionEffect,
  ActionRequest,
  NamedImage,
  ProjectBefore,
  Verification,
} from '../../../provider.ts';
import { containerInfo, type Found } from '../catalogue.ts';
import { shortImage } from '../container-resource.ts';
import type { Engine } from '../engine.ts';
import { parseImageReference } from '../image-updates/image-reference.ts';
import type { ImageUpdates } from '../image-updates/image-updates.ts';
import { readVersion } from '../replace/engine-version.ts';
import { bareId, type ImageSetup, readImage } from '../replace/image-setup.ts';
import type { ComposeContainer } from './compose-project.ts';

export interface VerifyComposeParts {
  readonly engine: Engine;
  readonly request: ActionRequest;
  /** Knows what registries have; undefined: none is asked. */
  readonly updates?: ImageUpdates | undefined;
}

/** Labels of what a Compose command created that compares configurations on `up`. podman-compose 1.0 compares nothing, and writes `123`. */
const CONFIG_HASHES = ['com.docker.compose.config-hash', 'io.podman.compose.config-hash'];
const HASH = /^[0-9a-f]{64}$/;

interface Check {
  readonly engine: Engine;
  readonly before: ProjectBefore;
  readonly updates: ImageUpdates | undefined;
  readonly signal: AbortSignal;
  imageOf(name: string): Promise<ImageSetup | null>;
}

/** @param found the project as it is now */
export async function verifyCompose(
  { engine, request, updates }: VerifyComposeParts,
  found: Found,
  effect: ActionEffect | undefined,
  signal: AbortSignal,
): Promise<Verification> {
  const { action, arguments: given } = request;
  const all = found.kind === 'compose_project' ? found.info.containers : [];
  const before = effect?.project;
  if (!before) return no(`the command did not end well; ${stateText(all)}`);
  if (action === 'down') return { ok: all.length === 0, evidence: stateText(all) };
  const isAsked = ({ service }: { readonly service: string }) =>
    given.service === undefined || service === given.service;
  const containers = all.filter(isAsked);
  const version = await readVersion(engine, signal);
  const imageOf = (name: string) => readImage(engine, name, version, signal);
  const check: Check = { engine, before, updates, signal, imageOf };
  if (action === 'restart') return combine(containers.map((one) => checkRestart(one, check)));
  const named = before.images?.filter(isAsked);
  if (!named) {
    const failed = action === 'up' && containers.some(({ state }) => state !== 'running');
    const evidence = `which images the Compose files name is not known; ${stateText(containers)}`;
    return { ok: failed ? false : null, evidence };
  }
  if (action === 'up')
    return combine(
      named.map((image) =>
        checkService(
          image,
          containers.filter(({ service }) => service === image.service),
          check,
        ),
      ),
    );
  const names = [...new Set(named.map(({ image }) => image))];
  const pulled = names.filter((name) => name === null || parseImageReference(name) !== 'local');
  if (pulled.length === 0) return unknown('its images are built on this machine: nothing is pulled');
  return combine(pulled.map((name) => checkPull(name, check)));
}

const no = (evidence: string): Verification => ({ ok: false, evidence });
const yes = (evidence: string): Verification => ({ ok: true, evidence });
const unknown = (evidence: string): Verification => ({ ok: null, evidence });

/** Of several: one that fails fails all, and one that is not known leaves it not known. */
async function combine(checks: readonly Promise<Verification>[]): Promise<Verification> {
  const seen = await Promise.all(checks);
  if (seen.length === 0) return no(stateText([]));
  const failed = seen.some(({ ok }) => ok === false);
  const ok = failed ? false : seen.every((one) => one.ok === true) || null;
  return { ok, evidence: seen.map(({ evidence }) => evidence).join('; ') };
}

const stateText = (containers: readonly ComposeContainer[]): string =>
  containers.map(({ name, state }) => `${name} is ${state}`).join(', ') || 'no container of it is there';
const shortId = (id: string): string => bareId(id).slice(0, 12);

async function checkRestart(
  { id, name, state }: ComposeContainer,
  { engine, before, signal }: Check,
): Promise<Verification> {
  const startedAt = (await containerInfo(engine, id, signal))?.State.StartedAt;
  if (!startedAt || startedAt === before.startedAt[id])
    return no(`${name} was not restarted and is ${state}`);
  return { ok: state === 'running', evidence: `${name} was restarted and is ${state}` };
}

async function checkService(
  { service, image, isBuilt }: NamedImage,
  containers: readonly ComposeContainer[],
  check: Check,
): Promise<Verification> {
  const expected = image === null ? null : await check.imageOf(image);
  if (image !== null && expected === null) return no(`${service}: the engine has no image ${image}`);
  if (containers.length === 0) return no(`${service} has no container`);
  return combine(
    containers.map(async (container) => {
      const { ok, evidence, imageId } = await checkContainer(container, check);
      if (ok === false) return no(evidence);
      if (expected && bareId(expected.Id) !== imageId)
        return no(`${evidence}, but the files name ${image} (${shortId(expected.Id)})`);
      if (!expected && !isBuilt) return unknown(`${evidence}; which image the files name is not known`);
      if (ok) return yes(evidence);
      return unknown(`${evidence}; nothing shows whether its configuration is that of the files`);
    }),
  );
}

/** A container after `up`: false where it does not run, null where this call neither started nor compared it. */
async function checkContainer(
  { id, name }: ComposeContainer,
  { engine, before, signal }: Check,
): Promise<Verification & { readonly imageId?: string }> {
  const info = await containerInfo(engine, id, signal);
  if (!info) return no(`${name} is gone`);
  const { Status, StartedAt, ExitCode } = info.State;
  const startedBefore = before.startedAt[id];
  const isStarted = StartedAt !== startedBefore;
  const did = startedBefore === undefined ? 'was created' : isStarted ? 'was started' : 'was left as it was';
  const image = shortImage(info.Config.Image || info.Image);
  const hasRun = isStarted && Status === 'exited' && ExitCode === 0;
  const isCompared = CONFIG_HASHES.some((label) => HASH.test(info.Config.Labels?.[label] ?? ''));
  return {
    ok: Status !== 'running' && !hasRun ? false : isStarted || isCompared || null,
    evidence: `${name} ${did}, is ${Status}, image ${image} (${shortId(info.Image)})`,
    imageId: bareId(info.Image),
  };
}

async function checkPull(
  name: string | null,
  { before, updates, signal, imageOf }: Check,
): Promise<Verification> {
  if (name === null) return unknown('which image a service names is not known');
  const image = await imageOf(name);
  if (!image) return no(`the engine has no image ${name}`);
  const seen = `${shortImage(name)} is ${shortId(image.Id)}`;
  if (parseImageReference(name) === 'pinned') return yes(`${seen}, as the digest in the files says`);
  const compared = await updates?.compare(name, image.RepoDigests ?? [], signal);
  if (compared?.state === 'available')
    return no(`${seen}, and its registry has another image (${compared.digest})`);
  if (compared?.state === 'current') return yes(`${seen}, the newest that its registry has`);
  const old = before.imageIds[name];
  if (bareId(image.Id) !== old) return yes(`${seen}, before ${old ? shortId(old) : 'there was none'}`);
  const why = compared?.reason ?? 'its registry is not asked';
  return unknown(`${seen}, as before; whether that is the newest is not known: ${why}`);
}
