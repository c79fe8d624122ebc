// Concepts and conflicts as things that something can be done to: found by their ids, in no list (a million concepts are none). What is done to them
// goes by `graph_write` alone, so that this provider can do nothing. Put before the inventory by hands-side.ts. Source: agent, What it acts on (graph).
import { createHash } from 'node:crypto';
import { AppError } from '../../../shared/model/envelope.ts';
import { ProjectName } from '../../../shared/model/graph.ts';
import type { ExecutorPath, Resource } from '../../../shared/model/resource.ts';
import type { AskedMemory, Known } from '../../agent/hands/parts.ts';
import type { Provider } from '../../infra/provider.ts';

type GraphKind = 'concept' | 'conflict';

interface Meant {
  readonly kind: GraphKind;
  readonly id: string;
  readonly name: string;
  /** Of a concept. */
  readonly project: string;
  /** Of a conflict. */
  readonly number: number;
}

export class GraphResources {
  readonly #memory: AskedMemory;
  readonly #host: string;

  /** @param host the name of this machine */
  constructor(memory: AskedMemory, host: string) {
    this.#memory = memory;
    this.#host = host;
  }

  /** What an id of ours names, in the memory's own spelling; null for any other word. */
  named(id: string): Resource | null {
    const meant = this.#meant(id);
    return meant && this.#resource(meant, 'not looked at', '', 'unknown');
  }

  /** As it is this moment. A concept of which nothing is known can be told of; a conflict is there or not. */
  async find(id: string): Promise<Resource | null> {
    const meant = this.#meant(id);
    if (!meant) return null;
    return meant.kind === 'concept' ? this.#concept(meant) : await this.#conflict(meant);
  }

  readonly provider: Provider = {
    name: 'graph',
    kinds: ['concept', 'conflict'],
    discover: async () => ({ resources: [], off: null }),
    find: (id) => this.find(id),
    async inspect(resource) {
      return {
        ...{ resource, facts: [], ports: [], mounts: [], configPaths: [], logPaths: [], environment: [] },
      };
    },
    metrics: async () => [],
    logs(resource) {
      throw noAction(`${resource.name} has no log: ask graph_explain.`);
    },
    async plan(request) {
      throw noAction(`${request.resource.name} is changed by graph_write.`);
    },
    async act(request) {
      throw noAction(`${request.resource.name} is changed by graph_write.`);
    },
    async verify(request) {
      throw noAction(`${request.resource.name} is changed by graph_write.`);
    },
  };

  #meant(id: string): Meant | null {
    const [kind, ...rest] = id.trim().split(':');
    if (kind === 'conflict') {
      const number = /^\d{1,15}$/.test(rest[0] ?? '') && rest.length === 1 ? Number(rest[0]) : 0;
      return number < 1
        ? null
        : { kind, id: `conflict:${number}`, name: `conflict ${number}`, project: '', number };
    }
    const project = ProjectName.safeParse(rest[0]);
    const name = this.#memory.canonical(rest.slice(1).join(':').slice(0, 300));
    if (kind !== 'concept' || !project.success || name === '') return null;
    return { kind, id: `concept:${project.data}:${name}`, name, project: project.data, number: 0 };
  }

  #concept(meant: Meant): Resource {
    const edges = this.#memory.edgesOf(meant.project, meant.name);
    const said = edges.map((edge) => [edge.edgeId, edge.parent, edge.dimension, edge.isIsa, edge.contested]);
    const known = edges.length === 0 ? 'nothing is known of it' : `${edges.length} facts are known of it`;
    return this.#resource(meant, known, JSON.stringify(said), edges.length === 0 ? 'unknown' : 'available');
  }

  async #conflict(meant: Meant): Promise<Resource | null> {
    try {
      const { version, concept, dimension, status } = await this.#memory.conflict(meant.number);
      const detail = `${concept}: [${dimension}], ${status}`;
      return this.#resource(meant, detail, `${version} ${status}`, 'available');
    } catch (error) {
      if (error instanceof AppError && error.code === 'NOT_FOUND') return null;
      throw error;
    }
  }

  #resource({ kind, id, name }: Meant, detail: string, said: string, state: Resource['state']): Resource {
    const path: ExecutorPath = [{ via: 'api', target: id, words: 'the memory of this program' }];
    return {
      ...{
        id,
        kind,
        name,
        aliases: [],
        provider: 'graph',
        parent: null,
        state,
        detail: detail.slice(0, 500),
      },
      ...{ actions: [], reachableVia: [path], targetHost: this.#host },
      version: createHash('sha256').update(said).digest('hex').slice(0, 32),
    };
  }
}

/** What the memory holds is found by its ids, beside everything else. */
export function withGraph<K extends Known>(known: K, graph: GraphResources): K {
  const isOurs = ({ provider }: Resource) => provider === 'graph';
  return {
    ...known,
    resolve(named) {
      const exact = graph.named(named);
      return exact ? { exact, ambiguous: [], suggestions: [] } : known.resolve(named);
    },
    find: (id, signal) => (graph.named(id) ? graph.find(id) : known.find(id, signal)),
    routeOf: (resource) => (isOurs(resource) ? '' : known.routeOf(resource)),
    providerOf: (resource) => (isOurs(resource) ? graph.provider : known.providerOf(resource)),
    inspect: (resource, signal) =>
      isOurs(resource) ? graph.provider.inspect(resource, signal) : known.inspect(resource, signal),
  };
}

const noAction = (message: string): AppError => new AppError('NOT_ALLOWED', message);
