// Kubernetes as a provider: clusters, their deployments, pods and services, through their API. Owns which cluster an id belongs to.
// Never reads a Secret, never asks who is calling; a cluster that does not answer is there as unreachable and hides none of the others.
// Opened by core, used by the inventory and the hands. Source: agent, What it acts on.
import { AppError } from '../../../../shared/model/envelope.ts';
import type { Inspection, LogLine, Resource, Sample } from '../../../../shared/model/resource.ts';
import type {
  ActionOutcome,
  ActionPlan,
  ActionRequest,
  ActionRun,
  Discovery,
  LogRequest,
  Provider,
  Verification,
} from '../../provider.ts';
import { actIn, orGone, planIn, verifyIn } from './actions.ts';
import { ClusterApi } from './api.ts';
import type { KubernetesConfig } from './config.ts';
import { discoverCluster, findIn } from './discover.ts';
import { itemPath, KINDS, type Named, type Place, placeOf } from './ids.ts';
import { clusterInspection, deploymentInspection, podInspection, serviceInspection } from './inspection.ts';
import type { AccessParts } from './kubeconfig.ts';
import { measurePod } from './measure.ts';
import { podLog } from './pod-log.ts';
import { clusterResource } from './resources.ts';
import { Deployment, Pod, Service } from './wire.ts';

interface Known {
  readonly name: string;
  readonly namespaces: readonly string[] | null;
  readonly api: ClusterApi;
}

export class KubernetesProvider implements Provider {
  readonly name = 'kubernetes';
  readonly kinds = KINDS;
  readonly #parts: AccessParts;
  readonly #known: readonly Known[];

  constructor(config: KubernetesConfig, parts: AccessParts) {
    this.#parts = parts;
    this.#known = config.map((entry) => ({
      name: entry.name,
      namespaces: entry.namespaces ?? null,
      api: new ClusterApi(entry, parts),
    }));
  }

  async discover(signal: AbortSignal): Promise<Discovery> {
    if (this.#known.length === 0) return { resources: [], off: 'No Kubernetes is named in config.yaml.' };
    const looks = await Promise.all(this.#known.map((known) => this.#look(known, signal)));
    const silent = looks.flatMap(({ error }) => (error === null ? [] : [error]));
    if (silent.length === looks.length && silent[0] !== undefined) throw silent[0];
    return {
      resources: looks.flatMap(({ resources }) => resources),
      off: null,
      problems: looks.flatMap(({ problems }) => problems),
    };
  }

  async find(id: string, signal: AbortSignal): Promise<Resource | null> {
    const at = this.#at(id);
    return at === null ? null : findIn(at.name, at.api, at.place, signal);
  }

  async inspect(resource: Resource, signal: AbortSignal): Promise<Inspection> {
    const { name, api, place } = this.#mustBeAt(resource);
    const now = await findIn(name, api, place, signal);
    if (now === null) throw gone(resource);
    if (place.kind === 'k8s_cluster') return clusterInspection(now);
    const seen = await orGone(inspected(api, place, now, signal));
    if (seen === null) throw gone(resource);
    return seen;
  }

  async metrics(resource: Resource, signal: AbortSignal): Promise<readonly Sample[]> {
    const { api, place } = this.#mustBeAt(resource);
    return place.kind === 'k8s_pod' ? measurePod(api, place, signal) : [];
  }

  async *logs(resource: Resource, request: LogRequest, signal: AbortSignal): AsyncIterable<LogLine> {
    const { api, place } = this.#mustBeAt(resource);
    if (place.kind !== 'k8s_pod') {
      throw new AppError('NOT_ALLOWED', `${resource.name} has no log of its own: its pods have theirs.`);
    }
    yield* podLog(api, place, request, signal);
  }

  async plan(request: ActionRequest): Promise<ActionPlan> {
    const { api, place } = this.#named(request);
    return planIn(place, request, await api.server());
  }

  async act(request: ActionRequest, run: ActionRun): Promise<ActionOutcome> {
    const { api, place } = this.#named(request);
    return actIn(api, place, request, this.#parts.clock, run.signal);
  }

  async verify(request: ActionRequest, signal: AbortSignal): Promise<Verification> {
    const { api, place } = this.#named(request);
    return verifyIn(api, place, request, this.#parts.clock, signal);
  }

  /** A cluster that is silent is known all the same. */
  async #look({ name, api, namespaces }: Known, signal: AbortSignal) {
    try {
      return { ...(await discoverCluster(name, api, namespaces, signal)), error: null };
    } catch (error) {
      if (!(error instanceof AppError) || error.code === 'CANCELLED') throw error;
      const resources = [clusterResource({ name, server: '' }, null, error.message)];
      return { resources, problems: [error.message], error };
    }
  }

  #named({ resource, action }: ActionRequest): Known & { readonly place: Named } {
    const { place, ...known } = this.#mustBeAt(resource);
    if (place.kind !== 'k8s_cluster') return { ...known, place };
    throw new AppError('NOT_ALLOWED', `${resource.name}: nothing here does ${action} to a ${resource.kind}.`);
  }

  #at(id: string): (Known & { readonly place: Place }) | null {
    const at = placeOf(id);
    const known = this.#known.find(({ name }) => name === at?.cluster);
    return at === null || known === undefined ? null : { ...known, place: at.place };
  }

  #mustBeAt(resource: Resource): Known & { readonly place: Place } {
    const at = this.#at(resource.id);
    if (at === null) throw gone(resource);
    return at;
  }
}

async function inspected(
  api: ClusterApi,
  place: Named,
  now: Resource,
  signal: AbortSignal,
): Promise<Inspection> {
  const path = itemPath(place);
  switch (place.kind) {
    case 'k8s_pod':
      return podInspection(now, await api.get(path, Pod, signal));
    case 'k8s_deployment':
      return deploymentInspection(now, await api.get(path, Deployment, signal));
    case 'k8s_service':
      return serviceInspection(now, await api.get(path, Service, signal));
  }
}

const gone = ({ name, id }: Resource): AppError =>
  new AppError('NOT_FOUND', `${name} (${id}) is no longer there; look again.`);
