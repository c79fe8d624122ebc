// A dimension's own page: its question, who made it, how much it is used, what is contested in it, and what taking it apart could look
// like. Reads only; yields while it goes through many facts. Reached as `memory.dimensions`. Source: console, Concepts.
import { setImmediate as yieldLoop } from 'node:timers/promises';
import type { Clock } from '../../../shared/model/clock.ts';
import { AppError } from '../../../shared/model/envelope.ts';
import { ALIAS_DIMENSION, type Source } from '../../../shared/model/graph.ts';
import type { DimensionPage } from '../../../shared/model/memory/dimension-page.ts';
import type { ConceptGraph } from '../../graph/columns/concept-graph.ts';
import { readFirstEvent } from '../../store/audit/event-reads.ts';
import type { Store } from '../../store/store.ts';
import { readOpenIn } from '../../store/tables/conflicts.ts';
import { readPairs } from '../../store/tables/contested-places.ts';
import { type Recalls, requireConcept } from './concept-reads.ts';
import { type SuggestedSplit, suggestSplit } from './suggest-split.ts';

const EDGES_PER_SLICE = 1000;
const PARENTS_SHOWN = 30;
const CONTESTED_SHOWN = 50;
const ALIASES_SHOWN = 50;
/** Uses of a parent looked at when a part is named after where it is used elsewhere. */
const USES_LOOKED_AT = 500;
const RECALLED_LOOKED_AT = 5000;
const DAYS_30 = 30 * 86_400_000;

export interface DimensionParts {
  readonly store: Store;
  readonly graph: ConceptGraph;
  readonly clock: Clock;
}

export class DimensionPages {
  readonly #parts: DimensionParts;

  constructor(parts: DimensionParts) {
    this.#parts = parts;
  }

  /** @throws AppError NOT_FOUND for a name that is no dimension of the project */
  async get(project: string, token: string, recalls: Recalls): Promise<DimensionPage> {
    const { store, graph } = this.#parts;
    const dim = this.#require(project, token);
    const root = graph.edgeAt(project, dim, dim);
    const counted = await this.#count(project, dim);
    const parents = [...counted.parents].sort(([a, x], [b, y]) => y - x || a - b);
    const contested = await readOpenIn(store.reader, project, dim, CONTESTED_SHOWN);
    return {
      ...{ project, id: dim, token: graph.tokenOf(dim), question: graph.questionOf(project, dim) },
      ...{
        isIsa: root?.isIsa ?? counted.isa * 2 >= counted.facts,
        made: root ? await this.#made(root.edgeId) : null,
      },
      usage: {
        ...{ facts: counted.facts, isa: counted.isa, ispart: counted.facts - counted.isa },
        ...{ confirmedLately: counted.lately, sources: counted.sources },
        recalled: recalledIn(graph, project, dim, recalls),
      },
      aliases: this.#aliases(project, dim),
      parents: parents.slice(0, PARENTS_SHOWN).map(([id, facts]) => ({ token: graph.tokenOf(id), facts })),
      parentsTotal: parents.length,
      contested: contested.rows.map((row) => ({
        ...{ conflictId: row.id, concept: row.concept.token, claimed: row.incoming.parent },
        known: this.#knownAt(project, row.concept.id, dim),
      })),
      contestedTotal: contested.total,
      suggestion: await this.#suggestion(project, dim, {
        facts: counted.parents,
        isClaimed: claimedAmong(contested),
      }),
    };
  }

  #require(project: string, token: string): number {
    const { graph } = this.#parts;
    const id = requireConcept(graph, project, token);
    const alias = graph.conceptId(ALIAS_DIMENSION);
    const meant = (alias === undefined ? undefined : graph.edgeAt(project, id, alias)?.parent) ?? id;
    if (graph.edgeAt(project, meant, meant) || graph.dimensionSize(project, meant) > 0) return meant;
    throw new AppError('NOT_FOUND', `${graph.tokenOf(meant)} is no dimension of the project ${project}.`);
  }

  async #count(project: string, dim: number) {
    const { graph, clock } = this.#parts;
    const since = clock.now() - DAYS_30;
    const parents = new Map<number, number>();
    const sources: Partial<Record<Source, number>> = {};
    const counted = { facts: 0, isa: 0, lately: 0, parents, sources };
    for (const [i, id] of graph.edgeIdsIn(project, dim).entries()) {
      if (i % EDGES_PER_SLICE === 0) await yieldLoop();
      const edge = graph.edgeById(id);
      if (!edge || edge.dim !== dim) continue;
      counted.facts++;
      if (edge.isIsa) counted.isa++;
      if (edge.lastConfirmed >= since) counted.lately++;
      parents.set(edge.parent, (parents.get(edge.parent) ?? 0) + 1);
      sources[edge.source] = (sources[edge.source] ?? 0) + 1;
    }
    return counted;
  }

  async #made(rootId: number): Promise<DimensionPage['made']> {
    const event = await readFirstEvent(this.#parts.store.reader, rootId);
    return event ? { by: event.actor, at: event.at } : null;
  }

  /** Other names it goes by. */
  #aliases(project: string, dim: number): string[] {
    const { graph } = this.#parts;
    const alias = graph.conceptId(ALIAS_DIMENSION);
    if (alias === undefined) return [];
    return graph.firstChildren(project, dim, alias, ALIASES_SHOWN).map((id) => graph.tokenOf(id));
  }

  #knownAt(project: string, concept: number, dim: number): string | null {
    const { graph } = this.#parts;
    const edge = graph.edgeAt(project, concept, dim);
    return edge ? graph.tokenOf(edge.parent) : null;
  }

  async #suggestion(
    project: string,
    dim: number,
    { facts, isClaimed }: Filled,
  ): Promise<DimensionPage['suggestion']> {
    const { store, graph } = this.#parts;
    const pairs = await readPairs(store.reader, project, dim);
    const usedIn = (parent: number): number | undefined => {
      const uses = new Map<number, number>();
      for (const edge of graph.childrenOf(project, parent, undefined, USES_LOOKED_AT, USES_LOOKED_AT))
        if (edge.dim !== dim) uses.set(edge.dim, (uses.get(edge.dim) ?? 0) + 1);
      return [...uses].sort(([a, n], [b, m]) => m - n || a - b)[0]?.[0];
    };
    const split = suggestSplit(pairs, { facts, usedIn });
    // What was taken apart already is not suggested again: each part has something to take along.
    const isFilled = split?.parts.every((part) => part.facts > 0 || part.parents.some(isClaimed)) ?? false;
    return split && isFilled ? shown(split, graph) : null;
  }
}

/** What there is in the dimension of a parent. */
interface Filled {
  readonly facts: ReadonlyMap<number, number>;
  readonly isClaimed: (parent: number) => boolean;
}

/** Whether a parent is claimed where something waits; of very many that wait, nobody looks further than the first. */
function claimedAmong({ rows, total }: Awaited<ReturnType<typeof readOpenIn>>): (parent: number) => boolean {
  const claimed = new Set(rows.map(({ incoming }) => incoming.parentId));
  return (parent) => rows.length < total || claimed.has(parent);
}

function shown(
  { parts, settles, contested }: SuggestedSplit,
  graph: ConceptGraph,
): DimensionPage['suggestion'] {
  return {
    ...{ settles, contested },
    parts: parts.map(({ parents, usedIn, facts }) => ({
      dimension: usedIn === undefined ? null : graph.tokenOf(usedIn),
      parents: parents.map((id) => graph.tokenOf(id)),
      facts,
    })),
  };
}

/** How often lines with one of its facts went into prompts since the program started, as far as that is counted. */
function recalledIn(graph: ConceptGraph, project: string, dim: number, recalls: Recalls): number {
  let times = 0;
  for (const concept of recalls.mostRecalled(RECALLED_LOOKED_AT))
    if (graph.edgeAt(project, concept, dim)) times += recalls.count(concept);
  return times;
}
