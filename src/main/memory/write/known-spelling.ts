// The spelling under which a fact's names are known already: "Home Assistant -ispart PVE-2" is about `home_assistant` and
// `pve2` where those are known, and `k8s` means what it is an alias of. What nobody knows is taken as it is spelt; within
// one call the first spelling holds. Pure. Used by the write path and the console's edits, never by imports, which are
// lossless. Source: memory D17.
import { ALIAS_DIMENSION, type Fact, SEED_DIMENSIONS } from '../../../shared/model/graph.ts';
import type { ConceptGraph } from '../../graph/columns/concept-graph.ts';
import { aliasOf, isNamedIn, lookUp } from '../../graph/recollect/lookup.ts';
import { foldOf } from '../../graph/text/fold.ts';

type SpeltGraph = Pick<
  ConceptGraph,
  | 'names'
  | 'conceptId'
  | 'tokenOf'
  | 'isCommon'
  | 'hasFacts'
  | 'pendingDims'
  | 'edgeAt'
  | 'mayHaveChildren'
  | 'dimensionSize'
>;

const SEEDED: ReadonlySet<string> = new Set(SEED_DIMENSIONS.map(({ token }) => token));

/** One call's spellings; a fact's names are asked in the order the facts are told. */
export class KnownSpelling {
  readonly #graph: SpeltGraph;
  /** Fold -> the first spelling of this call, by project. */
  readonly #first = new Map<string, string>();

  constructor(graph: SpeltGraph) {
    this.#graph = graph;
  }

  /** The fact in the names known in the project. */
  of<F extends Fact>(project: string, fact: F): F {
    const dimension = this.#dimension(project, fact.dimension);
    const isAlias = dimension === ALIAS_DIMENSION;
    const concept = this.#name(project, fact.concept, !isAlias);
    const parent = this.#name(project, fact.parent, true);
    const isSame = concept === fact.concept && parent === fact.parent && dimension === fact.dimension;
    return isSame ? fact : { ...fact, concept, parent, dimension };
  }

  #name(project: string, token: string, followsAlias: boolean): string {
    const graph = this.#graph;
    const id = lookUp(graph, project, token);
    if (id === undefined || !isNamedIn(graph, project, id)) return this.#firstSpelling(project, token);
    const meant = followsAlias ? (aliasOf(graph, project, id) ?? id) : id;
    return graph.tokenOf(meant);
  }

  #dimension(project: string, token: string): string {
    const graph = this.#graph;
    const isKnown = (id: number): boolean =>
      SEEDED.has(graph.tokenOf(id)) || graph.dimensionSize(project, id) > 0;
    const named = lookUp(graph, project, token);
    // A dimension that was given another name, or became one with another.
    const meant = named === undefined ? undefined : aliasOf(graph, project, named);
    if (meant !== undefined) return graph.tokenOf(meant);
    const id = lookUp(graph, project, token, isKnown);
    return id === undefined || !isKnown(id) ? this.#firstSpelling(project, token) : graph.tokenOf(id);
  }

  #firstSpelling(project: string, token: string): string {
    const key = `${project} ${foldOf(token)}`;
    const first = this.#first.get(key);
    if (first !== undefined) return first;
    this.#first.set(key, token);
    return token;
  }
}
