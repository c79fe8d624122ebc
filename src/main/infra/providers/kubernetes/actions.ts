// What can be done in a cluster: a deployment restarted or scaled, a pod removed. Each as the exact call, bound to the very thing that
// was approved by its uid, and looked at afterwards until the cluster has it so. Called by the provider.
// Source: agent, What it acts on, Approvals.
import type { Clock } from '../../../../shared/model/clock.ts';
import { AppError } from '../../../../shared/model/envelope.ts';
import { actionRule } from '../../../../shared/model/resource-actions.ts';
import type { ActionOutcome, ActionPlan, ActionRequest, Verification } from '../../provider.ts';
import { lookUntil } from '../remote/wait.ts';
import type { ClusterApi } from './api.ts';
import { itemPath, type Named } from './ids.ts';
import { Deployment, Pod } from './wire.ts';

/** A rollout pulls images; a pod has its time to end by itself. */
const ROLLOUT_MS = 5 * 60_000;
const REMOVAL_MS = 2 * 60_000;
const MERGE = 'application/merge-patch+json';
const STRATEGIC = 'application/strategic-merge-patch+json';

interface Planned {
  readonly runs: string;
  readonly undo: string | null;
  readonly preview: string | null;
  readonly long: boolean;
  readonly done: string;
  do(api: ClusterApi, uid: string, now: Date, signal: AbortSignal): Promise<void>;
}

/** @throws AppError NOT_ALLOWED, INVALID_INPUT */
function planned(place: Named, { resource, action, arguments: given }: ActionRequest): Planned {
  const rule = actionRule(resource.kind, action);
  if (rule === undefined || !resource.actions.includes(action)) {
    throw new AppError(
      'NOT_ALLOWED',
      `${resource.name} allows no ${action} as it is now (${resource.detail}).`,
    );
  }
  const read = rule.arguments.safeParse(given);
  if (!read.success) {
    throw new AppError(
      'INVALID_INPUT',
      `${action} of ${resource.name}: ${read.error.issues[0]?.message ?? 'unreadable arguments'}.`,
    );
  }
  const path = itemPath(place);
  if (place.kind === 'k8s_pod' && action === 'remove') return removal(path);
  if (place.kind === 'k8s_deployment' && action === 'restart') return restart(path);
  if (place.kind === 'k8s_deployment' && action === 'scale')
    return scaling(path, (read.data as { replicas: number }).replicas);
  throw new AppError('NOT_ALLOWED', `${resource.name}: nothing here does ${action} to a ${resource.kind}.`);
}

const removal = (path: string): Planned => ({
  runs: `DELETE ${path}`,
  undo: null,
  preview: 'It gets its time to end by itself. What it wrote outside volumes is gone.',
  long: false,
  done: 'removed',
  do: (api, uid, _, signal) =>
    api.remove(path, { apiVersion: 'v1', kind: 'DeleteOptions', preconditions: { uid } }, signal),
});

/** As `kubectl rollout restart` does it: a template that differs by when. */
const restart = (path: string): Planned => ({
  runs: `PATCH ${path} spec.template.metadata.annotations["kubectl.kubernetes.io/restartedAt"]=now`,
  undo: null,
  preview: 'New pods are started and old ones ended, as its strategy says.',
  long: true,
  done: 'restart begun',
  do: (api, uid, now, signal) => {
    const annotations = { 'kubectl.kubernetes.io/restartedAt': now.toISOString() };
    return api.patch(
      path,
      STRATEGIC,
      { metadata: { uid }, spec: { template: { metadata: { annotations } } } },
      signal,
    );
  },
});

const scaling = (path: string, replicas: number): Planned => ({
  runs: `PATCH ${path}/scale spec.replicas=${replicas}`,
  undo: 'Scale it back to as many as it had.',
  preview: replicas === 0 ? 'All of its pods are ended.' : null,
  long: true,
  done: `scaled to ${replicas}`,
  do: async (api, uid, _, signal) => {
    // A scale has no uid of its own to hold it to.
    const now = await api.get(path, Deployment, signal);
    if (now.metadata.uid !== uid) {
      throw new AppError(
        'STALE_VERSION',
        `${api.who}: ${now.metadata.name} was made anew since this was approved; look again.`,
      );
    }
    await api.patch(`${path}/scale`, MERGE, { spec: { replicas } }, signal);
  },
});

export function planIn(place: Named, request: ActionRequest, server: string): ActionPlan {
  const { runs, undo, preview, long } = planned(place, request);
  const words = server === '' ? request.resource.targetHost : server;
  return {
    runs,
    argv: null,
    path: [{ via: 'api', target: request.resource.id, words }],
    undo,
    preview,
    long,
  };
}

export async function actIn(
  api: ClusterApi,
  place: Named,
  request: ActionRequest,
  clock: Clock,
  signal: AbortSignal,
): Promise<ActionOutcome> {
  const plan = planned(place, request);
  await plan.do(api, beforeOf(request).uid, new Date(clock.now()), signal);
  return { summary: plan.done, exitCode: null };
}

/** Who it was, and at which of its set-ups, when it was approved. */
function beforeOf({ resource }: ActionRequest): { readonly uid: string; readonly generation: number } {
  const [uid = '', generation = ''] = resource.version.split('.');
  return { uid, generation: Number(generation) };
}

/** Asks the cluster until it has it so. */
export async function verifyIn(
  api: ClusterApi,
  place: Named,
  request: ActionRequest,
  clock: Clock,
  signal: AbortSignal,
): Promise<Verification> {
  const isPod = place.kind === 'k8s_pod';
  let seen: Verification = { ok: false, evidence: 'nothing seen yet' };
  await lookUntil(clock, isPod ? REMOVAL_MS : ROLLOUT_MS, signal, async () => {
    seen = isPod ? await removed(api, place, request, signal) : await rolledOut(api, place, request, signal);
    return seen.ok ? true : undefined;
  });
  return seen;
}

async function removed(
  api: ClusterApi,
  place: Named,
  request: ActionRequest,
  signal: AbortSignal,
): Promise<Verification> {
  const pod = await orGone(api.get(itemPath(place), Pod, signal));
  if (pod === null) return { ok: true, evidence: 'there is no pod of that name any more' };
  const { uid, deletionTimestamp } = pod.metadata;
  if (uid !== beforeOf(request).uid) return { ok: true, evidence: `another pod of that name, uid ${uid}` };
  return {
    ok: false,
    evidence: typeof deletionTimestamp === 'string' ? 'it is still ending' : 'it is still there',
  };
}

async function rolledOut(
  api: ClusterApi,
  place: Named,
  request: ActionRequest,
  signal: AbortSignal,
): Promise<Verification> {
  const deployment = await orGone(api.get(itemPath(place), Deployment, signal));
  if (deployment === null) return { ok: false, evidence: 'there is no deployment of that name any more' };
  const { metadata, spec, status } = deployment;
  const before = beforeOf(request);
  if (metadata.uid !== before.uid)
    return { ok: false, evidence: 'another deployment of that name, made anew' };
  const { replicas } = request.arguments as { replicas?: unknown };
  if (request.action === 'scale' && spec.replicas !== replicas)
    return { ok: false, evidence: `${spec.replicas} replicas are asked for` };
  if (request.action === 'restart' && metadata.generation <= before.generation) {
    return { ok: false, evidence: 'its template is the one it had before' };
  }
  const at = status ?? { observedGeneration: 0, replicas: 0, updatedReplicas: 0, availableReplicas: 0 };
  const evidence = `${at.updatedReplicas} updated and ${at.availableReplicas} available of ${spec.replicas}, generation ${at.observedGeneration} of ${metadata.generation} seen`;
  const isDone =
    at.observedGeneration >= metadata.generation &&
    at.updatedReplicas === spec.replicas &&
    at.replicas === spec.replicas &&
    at.availableReplicas === spec.replicas;
  return { ok: isDone, evidence };
}

/** Null where there is nothing of that name. */
export async function orGone<T>(asked: Promise<T>): Promise<T | null> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof AppError && error.details?.status === 404) return null;
    throw error;
  }
}
