// Update, recreate, roll back and the restart policy of a container, as the provider's actions: the card, the work, and whether it came to be.
// Called by containers.ts. Source: agent, What it acts on, Approvals.
import { hash } from 'node:crypto';
import { AppError } from '../../../../../shared/model/envelope.ts';
import type { ActionName, ExecutorPath } from '../../../../../shared/model/resource.ts';
import type {
  ActionEffect,
  ActionOutcome,
  ActionPlan,
  ActionRequest,
  ActionRun,
  Verification,
} from '../../../provider.ts';
import { containerInfo, idNamed } from '../catalogue.ts';
import { apiPath, shortImage } from '../container-resource.ts';
import { type Engine, type EngineCall, wordsOf } from '../engine.ts';
import type { LocatedResource } from '../engine-set.ts';
import type { ImageUpdates } from '../image-updates/image-updates.ts';
import { type ContainerSetup, nameOf, readSetup } from './container-setup.ts';
import { canChangePolicy, type EngineVersion, readVersion } from './engine-version.ts';
import type { HealthPace } from './health-check.ts';
import { bareId, hasDigest, type ImageDefaults } from './image-setup.ts';
import {
  connectCall,
  createCall,
  pullCall,
  removeCall,
  renameCall,
  replaceContainer,
  restoreContainer,
  stateCall,
  WORK_MS,
} from './replace-container.ts';
import { prepareReplacement, type Replacement, requestDigest } from './replacement.ts';
import { policyCall, policyText, type RestartPolicy } from './restart-policy.ts';
import { findRollback, type Rollback } from './rollback.ts';
import { setupDiff } from './setup-diff.ts';

export const REPLACE_ACTIONS = ['update', 'recreate', 'rollback', 'set_restart_policy'] as const;
type ReplaceActionName = (typeof REPLACE_ACTIONS)[number];

export const isReplaceAction = (action: ActionName): action is ReplaceActionName =>
  (REPLACE_ACTIONS as readonly ActionName[]).includes(action);

export interface ReplaceActionParts {
  readonly located: LocatedResource;
  readonly request: ActionRequest;
  /** Knows what registries have; undefined: none is asked. */
  readonly updates?: ImageUpdates | undefined;
}

type ReplaceStep =
  | { readonly kind: 'replacement'; readonly replacement: Replacement }
  | { readonly kind: 'rollback'; readonly rollback: Rollback }
  | {
      readonly kind: 'policy';
      readonly setup: ContainerSetup;
      readonly policy: RestartPolicy;
      readonly version: EngineVersion;
    };

const REGISTRY_IMAGE = 'the image in the registry';

/** @throws AppError NOT_ALLOWED with why not, UNAVAILABLE */
export async function planReplaceAction(parts: ReplaceActionParts, signal: AbortSignal): Promise<ActionPlan> {
  const step = await stepOf(parts, signal);
  const path = apiPath(parts.located.place);
  switch (step.kind) {
    case 'policy':
      return planPolicy(step, path);
    case 'rollback':
      return planRollback(step.rollback, path);
    case 'replacement': {
      const { replacement } = step;
      const digest = await newDigest(replacement, parts, signal);
      return planReplacement(
        replacement,
        path,
        digest,
        await newDefaults(replacement, digest, parts, signal),
      );
    }
  }
}

/** What the registry has under the tag that is pulled. @throws AppError NOT_ALLOWED where that is what runs already */
async function newDigest(
  { pulls, imageBefore, name }: Replacement,
  { updates }: ReplaceActionParts,
  signal: AbortSignal,
): Promise<string | null> {
  if (pulls === null || !updates) return null;
  const { state, digest } = await updates.compare(pulls, imageBefore?.RepoDigests ?? [], signal);
  if (state !== 'current') return digest;
  throw new AppError(
    'NOT_ALLOWED',
    `${name} already runs the newest image of ${shortImage(pulls)}. Recreate creates it again from the same image.`,
  );
}

/** The image that was approved; the registry may have another one by now. */
const approvedDigest = async (
  replacement: Replacement,
  parts: ReplaceActionParts,
  { plan, signal }: ActionRun,
) =>
  plan
    ? (plan.preconditions?.find(({ what }) => what === REGISTRY_IMAGE)?.digest ?? null)
    : await newDigest(replacement, parts, signal);

/** What the new container's image sets, asked of the registry where it is not here yet; null where nobody can say. */
async function newDefaults(
  { pulls, imageAfter, imageBefore, tagged }: Replacement,
  digest: string | null,
  { updates }: ReplaceActionParts,
  signal: AbortSignal,
): Promise<ImageDefaults | null> {
  if (pulls === null) return imageAfter?.Config ?? null;
  if (digest === null) return null;
  if (hasDigest(tagged, digest)) return tagged?.Config ?? null;
  const platform = { os: imageBefore?.Os ?? 'linux', architecture: imageBefore?.Architecture ?? '' };
  return (await updates?.defaultsOf(pulls, digest, platform, signal)) ?? null;
}

/** @throws AppError EXECUTION_FAILED once everything is as it was before, UNAVAILABLE, CANCELLED */
export async function performReplaceAction(
  parts: ReplaceActionParts,
  run: ActionRun,
  pace: HealthPace,
): Promise<ActionOutcome> {
  const { engine } = parts.located;
  const step = await stepOf(parts, run.signal);
  switch (step.kind) {
    case 'policy': {
      const { setup, policy, version } = step;
      await engine.tell(policyCall(setup.Id, policy, version), run.signal, WORK_MS);
      const container = { id: setup.Id, name: nameOf(setup), runs: setup.State.Status === 'running' };
      return {
        ...{ summary: `restart policy set to ${policyText(policy)}`, exitCode: null },
        effect: { changed: true, container },
      };
    }
    case 'rollback': {
      const { oldId: id, name, ran: runs } = step.rollback;
      const summary = await restoreContainer(step.rollback, engine);
      return { summary, exitCode: null, effect: { changed: true, container: { id, name, runs } } };
    }
    case 'replacement': {
      const expectedDigest = await approvedDigest(step.replacement, parts, run);
      const { summary, container } = await replaceContainer(step.replacement, {
        engine,
        pace,
        run,
        expectedDigest,
      });
      return { summary, exitCode: null, effect: { changed: true, container } };
    }
  }
}

/** Whether the container that this very call made, or put back, has the name, and runs where it has to. */
export async function verifyReplaceAction(
  engine: Engine,
  { resource, action, arguments: given }: ActionRequest,
  signal: AbortSignal,
  effect: ActionEffect | undefined,
): Promise<Verification> {
  if (!effect?.container) {
    const other = await idNamed(engine, resource.name, signal);
    const same = other !== null && resource.aliases.includes(other);
    const now =
      other === null
        ? `no container is called ${resource.name}`
        : `${resource.name} is ${other.slice(0, 12)}`;
    return { ok: false, evidence: `${now}${same ? ', the same container as before' : ''}` };
  }
  const { id, name, runs } = effect.container;
  const short = id.slice(0, 12);
  const info = await containerInfo(engine, id, signal);
  if (!info)
    return {
      ok: false,
      evidence: `container ${short}, which this made, is gone: another program removed it`,
    };
  const image = shortImage(info.Config.Image || info.Image);
  const seen = `${nameOf(info)} is ${short}, ${info.State.Status}, image ${image} (${bareId(info.Image).slice(0, 12)})`;
  if (nameOf(info) !== name) return { ok: false, evidence: `${seen}: another program renamed it` };
  if (runs && info.State.Status !== 'running') return { ok: false, evidence: seen };
  if (runs && info.State.Health?.Status === 'unhealthy')
    return { ok: false, evidence: `${seen}, its health check fails` };
  if (action !== 'set_restart_policy') return { ok: true, evidence: seen };
  const policy = policyText(info.HostConfig.RestartPolicy);
  return { ok: policy === policyText(policyOf(given)), evidence: `${seen}, restart policy ${policy}` };
}

async function stepOf({ located, request }: ReplaceActionParts, signal: AbortSignal): Promise<ReplaceStep> {
  const { engine, found } = located;
  const { resource, action, arguments: given } = request;
  if (found.kind !== 'docker_container' || !found.resource.actions.includes(action))
    throw new AppError(
      'NOT_ALLOWED',
      `${resource.name} allows ${found.resource.actions.join(', ') || 'nothing'} now.`,
    );
  const { Id } = found.info;
  if (action === 'rollback') return { kind: 'rollback', rollback: await findRollback(engine, Id, signal) };
  if (action !== 'set_restart_policy')
    return {
      kind: 'replacement',
      replacement: await prepareReplacement(engine, Id, { action: action as 'update' | 'recreate' }, signal),
    };
  const policy = policyOf(given);
  const version = await readVersion(engine, signal);
  if (canChangePolicy(version))
    return { kind: 'policy', policy, version, setup: await readSetup(engine, Id, signal) };
  const replacement = await prepareReplacement(engine, Id, { action, restartPolicy: policy }, signal);
  return { kind: 'replacement', replacement };
}

function policyOf({ policy, max_retries: retries }: ActionRequest['arguments']): RestartPolicy {
  const Name = String(policy);
  return { Name, MaximumRetryCount: Name === 'on-failure' && typeof retries === 'number' ? retries : 0 };
}

function planPolicy(
  { setup, policy, version }: Extract<ReplaceStep, { kind: 'policy' }>,
  path: ExecutorPath,
): ActionPlan {
  const before = setup.HostConfig.RestartPolicy;
  const call = policyCall(setup.Id, policy, version);
  return {
    runs: `${wordsOf(call)} ${JSON.stringify(call.body)}`,
    ...{ argv: null, path, long: false },
    undo: `Set it to ${policyText(before)} again.`,
    takeBack: { action: 'set_restart_policy', arguments: policyArguments(before) },
    preview: `-restart policy ${policyText(before)}\n+restart policy ${policyText(policy)}`,
    previewKind: 'diff',
    preconditions: [{ what: 'its restart policy', digest: hash('sha256', policyText(before)) }],
  };
}

const policyArguments = (policy: RestartPolicy | null | undefined) => {
  const [name = '', retries] = policyText(policy).split(':');
  return { policy: name, ...(retries ? { max_retries: Number(retries) } : {}) };
};

function planRollback(
  { oldId, newId, name, newName, oldName, ran }: Rollback,
  path: ExecutorPath,
): ActionPlan {
  const calls = [
    removeCall(newId, true),
    ...(oldName === name ? [] : [renameCall(oldId, name)]),
    ...(ran ? [stateCall(oldId, 'start')] : []),
  ];
  return {
    runs: calls.map(wordsOf).join('\n'),
    ...{ argv: null, path, long: false, undo: null },
    preview: `${newName} (${newId.slice(0, 12)}) is removed with what it wrote outside volumes. ${oldName} (${oldId.slice(0, 12)}) is ${name} again${ran ? ' and runs' : ''}. Volumes stay as they are now.`,
    preconditions: [
      { what: 'the two containers', digest: hash('sha256', `${oldId} ${newId} ${newName} ${oldName}`) },
    ],
  };
}

function planReplacement(
  replacement: Replacement,
  path: ExecutorPath,
  digest: string | null,
  after: ImageDefaults | null,
): ActionPlan {
  const { setup, name, older, note, version, request, imageBefore, imageAfter, pulls } = replacement;
  const reference = shortImage(setup.Config.Image ?? '');
  const asImage = (id: string) => `${reference} (${bareId(id).slice(0, 12)})`;
  const diff = setupDiff({
    setup,
    request,
    before: imageBefore?.Config ?? null,
    after,
    imageBefore: asImage(setup.Image),
    imageAfter: imageAfter
      ? asImage(imageAfter.Id)
      : `${reference} (${digest ?? 'as the registry has it when it is pulled'})`,
  });
  const startsKept = !canChangePolicy(version) && (setup.HostConfig.RestartPolicy?.Name ?? '') === 'always';
  return {
    runs: callsOf(replacement).map(wordsOf).join('\n'),
    ...{ argv: null, path, long: true, previewKind: 'diff' },
    undo: `Roll back: the container as it is now is kept, stopped, as ${replacement.keptName} until ${name} is replaced the next time.`,
    takeBack: { action: 'rollback', arguments: {} },
    preview: [
      diff,
      ...(older ? [`-kept container ${older.name}, removed once the new one runs`] : []),
      ...(note ? [` ${note}`] : []),
      ...(startsKept
        ? [
            ` This Podman cannot change the restart policy of ${replacement.keptName}: podman-restart.service would start it.`,
          ]
        : []),
      ` If ${pulls === null ? '' : 'the pull fails, nothing is touched. If '}the new container does not become healthy, it is removed and this one runs again.`,
    ].join('\n'),
    preconditions: [
      { what: 'the setup of the new container', digest: requestDigest(request) },
      ...(digest === null ? [] : [{ what: REGISTRY_IMAGE, digest }]),
    ],
  };
}

/** As they are made, but for the id of the new container, which has none yet: its names stand for it. */
function callsOf(replacement: Replacement): EngineCall[] {
  const { setup, name, pulls, temporaryName, keptName, isRunning, request, older } = replacement;
  return [
    ...(pulls === null ? [] : [pullCall(pulls)]),
    createCall(temporaryName),
    ...request.networks.map(({ network, config }) => connectCall(network, temporaryName, config)),
    ...(isRunning ? [stateCall(setup.Id, 'stop')] : []),
    renameCall(setup.Id, keptName),
    renameCall(temporaryName, name),
    ...(isRunning ? [stateCall(name, 'start')] : []),
    ...(older ? [removeCall(older.id, false)] : []),
  ];
}
