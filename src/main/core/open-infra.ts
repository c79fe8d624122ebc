// The providers this host has, and what they see. Opened by hands-side.ts.
import { hostname } from 'node:os';
import { AppError } from '../../shared/model/envelope.ts';
import type { ProviderState, Resource } from '../../shared/model/resource.ts';
import type { Known, Measured } from '../agent/hands/parts.ts';
import type { Executors } from '../infra/executor.ts';
import type { Provider } from '../infra/provider.ts';
import { openContainers } from '../infra/providers/containers/containers.ts';
import { Listeners } from '../streams/watched.ts';
import type { HandsSideParts } from './hands-side.ts';

export interface Infra {
  readonly known: Known & {
    providers(): readonly ProviderState[];
    look(): Promise<void>;
    watch(listener: () => void): () => void;
  };
  readonly measured: Measured;
  readonly executors: Executors;
}

export async function openInfra({ clock }: HandsSideParts, _resources: AsyncDisposableStack): Promise<Infra> {
  const providers: Provider[] = [
    openContainers({ config: {}, hostname: hostname(), env: process.env } as never),
  ];
  let seen: Resource[] = [];
  let states: ProviderState[] = [];
  const listeners = new Listeners();
  const look = async () => {
    const found = await Promise.all(
      providers.map(async (one) => {
        try {
          const { resources, off } = await one.discover(AbortSignal.timeout(10_000));
          const state = off === null ? ('well' as const) : ('off' as const);
          return {
            resources,
            state: { name: one.name, state, reason: off, lookedAt: clock.now(), found: resources.length },
          };
        } catch (error) {
          return {
            resources: [],
            state: {
              name: one.name,
              state: 'failed' as const,
              reason: (error as Error).message,
              lookedAt: clock.now(),
              found: 0,
            },
          };
        }
      }),
    );
    seen = found.flatMap(({ resources }) => [...resources]);
    states = found.map(({ state }) => state);
    listeners.tell();
  };
  await look();
  const providerOf = (resource: Resource) => {
    const provider = providers.find(({ name }) => name === resource.provider);
    if (!provider) throw new AppError('UNAVAILABLE', `${resource.provider} is not there.`);
    return provider;
  };
  const within = (resource: Resource): Resource[] => {
    const parent = seen.find(({ id }) => id === resource.parent);
    return parent ? [parent, ...within(parent)] : [];
  };
  return {
    known: {
      resources: () => seen,
      resolve: (named) => {
        const fits = seen.filter(
          (one) => one.id === named || one.name === named || one.aliases.includes(named),
        );
        return {
          exact: fits.length === 1 ? (fits[0] ?? null) : null,
          ambiguous: fits.length > 1 ? fits : [],
          suggestions: [],
        };
      },
      async find(id, signal) {
        const one = seen.find((resource) => resource.id === id);
        return one ? await providerOf(one).find(id, signal) : null;
      },
      within,
      children: (id) => seen.filter(({ parent }) => parent === id),
      routeOf: () => '',
      providerOf,
      inspect: (resource, signal) => providerOf(resource).inspect(resource, signal),
      changed: () => void look(),
      providers: () => states,
      look,
      watch: (listener) => listeners.add(listener),
    },
    measured: { series: () => [], alerts: () => [] },
    executors: {
      on: () => Promise.reject(new AppError('UNAVAILABLE', 'Nothing runs commands here yet.')),
    },
  };
}
