// What is measured of a pod, now: how often it was restarted, and where the cluster serves metrics.k8s.io, its processor and memory.
// Called by the provider, for the sampler. Source: agent, What it acts on (Alerts).
import type { Sample } from '../../../../shared/model/resource.ts';
import { orGone } from './actions.ts';
import type { ClusterApi } from './api.ts';
import { itemPath, type Named } from './ids.ts';
import { restartsOf } from './resources.ts';
import { Pod, PodMetrics } from './wire.ts';

const FACTORS: Readonly<Record<string, number>> = {
  n: 1e-9,
  u: 1e-6,
  m: 1e-3,
  '': 1,
  k: 1e3,
  M: 1e6,
  G: 1e9,
  T: 1e12,
  P: 1e15,
  E: 1e18,
  Ki: 2 ** 10,
  Mi: 2 ** 20,
  Gi: 2 ** 30,
  Ti: 2 ** 40,
  Pi: 2 ** 50,
  Ei: 2 ** 60,
};

/** A quantity as Kubernetes writes it: `250m`, `128Mi`; null for what is none. */
export function quantity(text: string | undefined): number | null {
  const [, number = '', unit = ''] = /^(\d{1,20}(?:\.\d{1,20})?)([a-zA-Z]{0,2})$/.exec(text ?? '') ?? [];
  const factor = FACTORS[unit];
  return number === '' || factor === undefined ? null : Number(number) * factor;
}

const sum = (values: readonly (number | null)[]): number | null =>
  values.length === 0 || values.includes(null)
    ? null
    : values.reduce<number>((all, one) => all + (one ?? 0), 0);

export async function measurePod(
  api: ClusterApi,
  place: Named,
  signal: AbortSignal,
): Promise<readonly Sample[]> {
  const pod = await orGone(api.get(itemPath(place), Pod, signal));
  if (pod === null) return [];
  const restarts: Sample = { metric: 'restarts', unit: 'count', value: restartsOf(pod), limit: null };
  const path = `/apis/metrics.k8s.io/v1beta1/namespaces/${place.namespace}/pods/${place.name}`;
  const measured = await orGone(api.get(path, PodMetrics, signal));
  if (measured === null) return [restarts];
  const used = (name: 'cpu' | 'memory') => sum(measured.containers.map(({ usage }) => quantity(usage[name])));
  const most = (name: 'cpu' | 'memory') =>
    sum(pod.spec.containers.map(({ resources }) => quantity(resources?.limits?.[name])));
  const [cpu, memory, cpuLimit] = [used('cpu'), used('memory'), most('cpu')];
  return [
    restarts,
    // Of one core, as top says it.
    ...(cpu === null
      ? []
      : [
          {
            metric: 'cpu' as const,
            unit: 'percent' as const,
            value: cpu * 100,
            limit: cpuLimit === null ? null : cpuLimit * 100,
          },
        ]),
    ...(memory === null
      ? []
      : [{ metric: 'memory' as const, unit: 'bytes' as const, value: memory, limit: most('memory') }]),
  ];
}
