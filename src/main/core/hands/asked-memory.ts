// The memory as the assistant's tools ask and change it: its own reads, edits and decisions, the same as people's. Holds nothing. Made by
// hands-side.ts. Source: agent, Tools (graph_query, graph_explain, graph_write).
import type { Clock } from '../../../shared/model/clock.ts';
import type { Action } from '../../../shared/model/decision.ts';
import { AppError } from '../../../shared/model/envelope.ts';
import { SEED_DIMENSIONS } from '../../../shared/model/graph.ts';
import type { AskedMemory, GraphWritten } from '../../agent/hands/parts.ts';
import { lookUp } from '../../graph/recollect/lookup.ts';
import { canonicalToken } from '../../graph/text/tokenise.ts';
import type { Memory } from '../../memory/memory.ts';
import type { Recalls } from '../../memory/read/concept-reads.ts';
import { operatorsFact } from '../../memory/write/told-fact.ts';

/** How often something was recalled is the console's to show. */
const UNCOUNTED: Recalls = { count: () => 0, mostRecent: () => [], mostRecalled: () => [] };

export function askedMemory(memory: Memory, clock: Clock): AskedMemory {
  const { read, concepts, decisions, edits, graphEdits, graph } = memory;
  return {
    canonical: canonicalToken,
    async search(project, text, limit) {
      const { matches, total } = await concepts.search({ project, query: text, limit }, UNCOUNTED);
      const found = matches.map(({ token, edges, children, conflicts, encounterCount }) => ({
        ...{ concept: token, edges, children, conflicts, met: encounterCount },
      }));
      return { total, concepts: found };
    },
    async concept(project, name) {
      const { concept, edges, children, childrenTotal, recollection, conflictIds } = await concepts.get(
        project,
        name,
        UNCOUNTED,
      );
      const plain = edges.map(({ provenance: _told, ...edge }) => edge);
      return {
        ...{ concept: concept.token, edges: plain, recollection, conflicts: conflictIds },
        ...{ children: children.map((edge) => edge.concept), children_total: childrenTotal },
      };
    },
    edgesOf(project, name) {
      const id = lookUp(graph, project, name);
      return id === undefined ? [] : graph.edgesOf(project, id).map((edge) => read.mark(edge));
    },
    dimensions: (project) => read.dimensions(project),
    async conflicts(project, limit) {
      const { conflicts, open } = await read.conflicts({ project, view: 'open', limit, offset: 0 });
      const brief = conflicts.map(
        ({ id, concept, dimension, collisionType, status, existing, incoming }) => ({
          ...{ id, concept, dimension, type: collisionType, status },
          ...{ known: existing.parent, claimed: incoming.parent },
        }),
      );
      return { open, conflicts: brief };
    },
    recall: (project, name) => concepts.recall(project, name),
    edge: (id) => read.edge(id),
    async conflict(id) {
      // Another process may have queued it a moment ago, about names that this one has not seen.
      await memory.catchUp();
      return await read.conflict(id);
    },
    factOf({ concept, parent, dimension, isIsa }) {
      const seed = SEED_DIMENSIONS.find(({ token }) => token === canonicalToken(dimension ?? 'type'));
      const flavour = (isIsa ?? seed?.isIsa ?? true) ? '-isa' : '-ispart';
      const context = dimension === undefined ? '' : ` in context of ${quoted(dimension)}`;
      return operatorsFact(`${quoted(concept)} ${flavour} ${quoted(parent)}${context}`);
    },
    previewEdge: (id, edit) => edits.preview(id, edit),
    previewEdits: (project, given) => graphEdits.preview(project, given),
    applyEdits: async (project, given, basis, by) =>
      written(await graphEdits.apply(project, given, basis, by)),
    previewDecision: (id, decision) => decisions.preview(id, decision),
    async tell(project, fact, by) {
      const told = { conversation: null, role: null, segment: null, sentence: null, at: clock.now() };
      const provenance = { source: 'operator', client: by.actor, ...told } as const;
      const { outcome, action } = await edits.tell(project, fact, provenance, by);
      const { status, conflictId, reason } = outcome;
      if (status === 'refused')
        throw new AppError('EXECUTION_FAILED', `The memory refused it: ${reason ?? 'it cannot be a fact'}.`);
      const summary = action?.summary ?? `${fact.concept}: [${fact.dimension}] ${fact.parent} ${status}`;
      return { summary, actionId: action?.id ?? null, ...(conflictId === undefined ? {} : { conflictId }) };
    },
    change: async (id, edit, expected, by) => written(await edits.change(id, edit, expected, by)),
    decide: async (id, decision, by) => written(await decisions.decide(id, decision, by)),
  };
}

const written = ({ summary, id }: Action): GraphWritten => ({ summary, actionId: id });

/** A name as one, in the grammar of facts. @throws AppError INVALID_INPUT */
function quoted(name: string): string {
  if (!name.includes('"')) return `"${name}"`;
  throw new AppError('INVALID_INPUT', `A name has no quotation marks: ${name.slice(0, 100)}`);
}
