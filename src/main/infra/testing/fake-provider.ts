// For tests: a provider whose answers a test sets, and resources to answer with. It acts on nothing.
import type { ProviderName, Resource } from '../../../shared/model/resource.ts';
import { RESOURCE_KINDS } from '../../../shared/model/resource.ts';
import type { Discovery, Provider } from '../provider.ts';

export function resource(id: string, more: Partial<Resource> = {}): Resource {
  const [kind = 'host'] = id.split(':');
  return {
    ...{
      id,
      kind: kind as Resource['kind'],
      name: id.split(':').at(-1) ?? id,
      aliases: [],
      provider: 'host',
    },
    ...{ parent: null, state: 'running', detail: '', actions: [], targetHost: 'here', version: '1' },
    reachableVia: [[{ via: 'local', target: 'host:here', words: 'this machine' }]],
    ...more,
  };
}

export interface FakeProvider extends Provider {
  /** What is answered next; asked anew each time. */
  answer: () => Promise<Discovery>;
  looks: number;
}

export function fakeProvider(name: ProviderName, found: readonly Resource[] = []): FakeProvider {
  const mine = (all: readonly Resource[]) => all.map((each) => ({ ...each, provider: name }));
  const no = () => Promise.reject(new Error('not here'));
  const provider: FakeProvider = {
    ...{ name, kinds: RESOURCE_KINDS, looks: 0, plan: no, act: no, verify: no },
    answer: async () => ({ resources: mine(found), off: null }),
    async discover() {
      provider.looks++;
      return provider.answer();
    },
    find: async (id) => (await provider.answer()).resources.find((each) => each.id === id) ?? null,
    inspect: async (of) => ({
      ...{
        resource: of,
        facts: [{ label: 'looks', value: String(++provider.looks) }],
        ports: [],
        mounts: [],
      },
      ...{ configPaths: [], logPaths: [], environment: [] },
    }),
    metrics: async () => [],
    async *logs() {},
  };
  return provider;
}
