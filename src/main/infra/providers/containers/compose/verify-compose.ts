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

/** @param found the project as it is now */
export async function verifyCompose(
  { engine, request, updates }: VerifyComposeParts,
  found: Found,
  effect: ActionEffect | undefined,
  signal: AbortSignal,
): Promise<Verification> {
  const { action, arguments: given } = request;
  const containers = found.kind === 'compose_project' ? found.info.containers : [];
  const before = effect?.project;
  if (!before) return { ok: false, evidence: `the command did not end well; ${stateText(containers)}` };
  const isAsked = ({ service }: { readonly service: string }) =>
    given.service === undefined || service === given.service;
  const affected = containers.filter(isAsked);
  if (action === 'down') return { ok: containers.length === 0, evidence: stateText(containers) };
  if (action === 'restart')
    return combine(await Promise.all(affected.map((one) => checkRestart(engine, one, before, signal))));
  const named = before.images?.filter(isAsked);
  if (!named)
    return {
      ok: action === 'up' && !affected.every(({ state }) => state === 'running') ? false : null,
      evidence: `which images the Compose files name is not known; ${stateText(affected)}`,
    };
  const { podman } = await readVersion(engine, signal);
  const imageOf = (name: string) => readImage(engine, name, { podman }, signal);
  if (action === 'up')
    return combine(
      await Promise.all(
        named.map(async (image) => {
          const own = affected.filter(({ service }) => service === image.service);
          return checkService(engine, image, own, { before, imageOf }, signal);
        }),
      ),
    );
  const names = new Set(named.map(({ image }) => image));
  const pulled = [...names].filter((name) => name === null || parseImageReference(name) !== 'local');
  if (pulled.length === 0)
    return { ok: null, evidence: 'its images are built on this machine: nothing is pulled' };
  return combine(
    await Promise.all(
      pulled.map((name) =>
        name === null
          ? { ok: null, evidence: 'which image a service names is not known' }
          : checkPull(name, before, { imageOf, updates }, signal),
      ),
    ),
  );
}

/** Of several: one that fails fails all, and one that is not known leaves it not known. */
function combine(checks: readonly Verification[]): Verification {
  if (checks.length === 0) return { ok: false, evidence: stateText([]) };
  const failed = checks.some(({ ok }) => ok === false);
  const ok = failed ? false : checks.every((check) => check.ok === true) || null;
  return { ok, evidence: checks.map(({ evidence }) => evidence).join('; ') };
}

const stateText = (containers: readonly ComposeContainer[]): string =>
  containers.map(({ name, state }) => `${name} is ${state}`).join(', ') || 'no container of it is there';

async function checkRestart(
  engine: Engine,
  { id, name, state }: ComposeContainer,
  before: ProjectBefore,
  signal: AbortSignal,
): Promise<Verification> {
  const startedAt = (await containerInfo(engine, id, signal))?.State.StartedAt;
  const isRestarted = Boolean(startedAt) && startedAt !== before.startedAt[id];
  return {
    ok: isRestarted && state === 'running',
    evidence: `${name} ${isRestarted ? 'was restarted' : 'was not restarted'} and is ${state}`,
  };
}

interface Engines {
  readonly before: ProjectBefore;
  imageOf(name: string): Promise<ImageSetup | null>;
}

async function checkService(
  engine: Engine,
  named: NamedImage,
  containers: readonly ComposeContainer[],
  { before, imageOf }: Engines,
  signal: AbortSignal,
): Promise<Verification> {
  const { service, image } = named;
  const expected = image === null ? null : await imageOf(image);
  if (image !== null && expected === null)
    return { ok: false, evidence: `${service}: the engine has no image ${image}` };
  if (containers.length === 0) return { ok: false, evidence: `${service} has no container` };
  return combine(
    await Promise.all(
      containers.map(({ id, name }) => checkContainer(engine, { id, name, named, expected }, before, signal)),
    ),
  );
}

/** A container of a service after `up`. @param expected what the engine has under the name in the files; null: built, or not known */
async function checkContainer(
  engine: Engine,
  {
    id,
    name,
    named,
    expected,
  }: {
    readonly id: string;
    readonly name: string;
    readonly named: NamedImage;
    readonly expected: ImageSetup | null;
  },
  before: ProjectBefore,
  signal: AbortSignal,
): Promise<Verification> {
  const info = await containerInfo(engine, id, signal);
  if (!info) return { ok: false, evidence: `${name} is gone` };
  const { Status, StartedAt, ExitCode } = info.State;
  const startedBefore = before.startedAt[id];
  const isStarted = StartedAt !== startedBefore;
  const did = startedBefore === undefined ? 'was created' : isStarted ? 'was started' : 'was left as it was';
  const image = shortImage(info.Config.Image || info.Image);
  const seen = `${name} ${did}, is ${Status}, image ${image} (${shortId(info.Image)})`;
  const hasRun = isStarted && Status === 'exited' && ExitCode === 0;
  if (Status !== 'running' && !hasRun) return { ok: false, evidence: seen };
  if (expected && bareId(expected.Id) !== bareId(info.Image))
    return { ok: false, evidence: `${seen}, but the files name ${named.image} (${shortId(expected.Id)})` };
  if (!expected && !named.isBuilt)
    return { ok: null, evidence: `${seen}; which image the files name is not known` };
  const isCompared = CONFIG_HASHES.some((label) => HASH.test(info.Config.Labels?.[label] ?? ''));
  if (isStarted || isCompared) return { ok: true, evidence: seen };
  return { ok: null, evidence: `${seen}; nothing shows whether its configuration is that of the files` };
}

const shortId = (id: string): string => bareId(id).slice(0, 12);

async function checkPull(
  name: string,
  before: ProjectBefore,
  { imageOf, updates }: { readonly imageOf: Engines['imageOf']; readonly updates: ImageUpdates | undefined },
  signal: AbortSignal,
): Promise<Verification> {
  const image = await imageOf(name);
  if (!image) return { ok: false, evidence: `the engine has no image ${name}` };
  const seen = `${shortImage(name)} is ${shortId(image.Id)}`;
  const compared = await updates?.compare(name, image.RepoDigests ?? [], signal);
  const old = before.imageIds[name];
  if (compared?.state === 'available')
    return { ok: false, evidence: `${seen}, and its registry has another image (${compared.digest})` };
  if (compared?.state === 'current')
    return { ok: true, evidence: `${seen}, the newest that its registry has` };
  if (compared?.state === 'pinned' || parseImageReference(name) === 'pinned')
    return { ok: true, evidence: `${seen}, as the digest in the files says` };
  if (bareId(image.Id) !== old)
    return { ok: true, evidence: `${seen}, before ${old ? shortId(old) : 'there was none'}` };
  const why = compared?.reason ?? 'its registry is not asked';
  return { ok: null, evidence: `${seen}, as before; whether that is the newest is not known: ${why}` };
}
