// The memory as the plain HTTP routes ask it: facts told and recalled by agents, the queue and reload for operators.
import type { Clock } from '../../shared/model/clock.ts';
import type { SettingsService } from '../api/services.ts';
import type { ConceptGraph } from '../graph/columns/concept-graph.ts';
import { ScopedGraph } from '../graph/columns/scoped-graph.ts';
import { aliasOf, isKnownIn, lookUp } from '../graph/recollect/lookup.ts';
import { recollectionOf } from '../graph/recollect/recollection.ts';
import { canonicalToken } from '../graph/text/tokenise.ts';
import type { AgentMemory } from '../http/agent-routes.ts';
import type { OperatorMemory } from '../http/operator-routes.ts';
import type { Memory } from '../memory/memory.ts';

export interface HttpMemoryParts {
  readonly memory: Memory;
  readonly graph: ConceptGraph;
  readonly settings: SettingsService;
  readonly clock: Clock;
}

export function httpMemory({
  memory,
  graph,
  settings,
  clock,
}: HttpMemoryParts): AgentMemory & OperatorMemory {
  const seen = new ScopedGraph(graph);
  return {
    tell: (project, facts, provenance) => memory.tell(project, facts, provenance),
    retract: (project, fact, provenance) => memory.retract(project, fact, provenance),
    recall(scope, asked) {
      const named = lookUp(seen, scope, asked, (id) => isKnownIn(seen, scope, id));
      const id = named === undefined ? undefined : (aliasOf(seen, scope, named) ?? named);
      // A word that was only counted may be anybody's secret: it is answered as one that nobody ever said (memory D25).
      if (id === undefined || !isKnownIn(seen, scope, id)) {
        return { concept: canonicalToken(asked), known: false, recollection: null, facts: [] };
      }
      const concept = graph.tokenOf(id);
      return {
        concept,
        known: true,
        recollection: recollectionOf(seen, concept, settings.current(), clock.now(), scope),
        facts: seen.edgesOf(scope, id).map((edge) => ({
          parent: graph.tokenOf(edge.parent),
          dimension: graph.tokenOf(edge.dim),
          is_isa: edge.isIsa,
          confidence: edge.confidence,
          source: edge.source,
          contested: seen.isPending(scope, id, edge.dim),
          last_confirmed: new Date(edge.lastConfirmed).toISOString(),
        })),
      };
    },
    conflicts: (query) => memory.read.conflicts(query),
    async decide(id, { decision, reason, expectedVersion }) {
      const by = { actor: 'operator (HTTP)', reason, expectedVersion };
      const action = await memory.decisions.decide(id, decision, by);
      return { conflict: await memory.read.conflict(id), action };
    },
    reload: () => memory.reload(),
  };
}
