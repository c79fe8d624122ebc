// The memory as agents outside may ask and tell it: with the rights of the client that calls, through the one write path. Holds nothing. Made by
// open-mcp.ts. Source: agent, MCP; memory D15.
import type { Clock } from '../../../shared/model/clock.ts';
import { AppError } from '../../../shared/model/envelope.ts';
import { type Conflict, type Dimension, factAnswer } from '../../../shared/model/graph.ts';
import type { Settings } from '../../../shared/model/settings.ts';
import type { ClientRegistry } from '../../clients/client-registry.ts';
import { learnsInto, projectOf } from '../../clients/rights.ts';
import type { McpCaller, McpMemory } from '../../mcp/ports.ts';
import type { Memory } from '../../memory/memory.ts';
import { agentsFacts, refusalOf, toldByAgent } from '../../memory/write/agent-telling.ts';
import { endOf } from '../../memory/write/fact-end.ts';
import { agentsFact } from '../../memory/write/told-fact.ts';
import { recallText } from '../../proxy/enrich/recall-text.ts';

/** A longer text is no name. */
const NAME_CHARS = 500;

export interface McpMemoryParts {
  readonly memory: Memory;
  readonly clients: Pick<ClientRegistry, 'refuseProject' | 'memoryOf'>;
  readonly settings: () => Settings;
  readonly clock: Clock;
}

export function mcpMemory({ memory, clients, settings, clock }: McpMemoryParts): McpMemory {
  const scopeOf = (caller: McpCaller, given: string | undefined): string =>
    clients.memoryOf(caller.client, projectOf(clients, caller, given)).scope;
  /** The project, and the client's own beside it. */
  const projectsOf = (caller: McpCaller, given: string | undefined): string[] => {
    const project = projectOf(clients, caller, given);
    const own = clients.memoryOf(caller.client, project).learnsInto;
    return own === null || own === project ? [project] : [project, own];
  };
  return {
    recall(caller, text, given) {
      const scope = scopeOf(caller, given);
      const { lines, omitted } = recallText(memory.graph, settings(), scope, text, clock.now());
      if (lines.length > 0) return { names: lines.map(({ concept, line }) => ({ concept, line })), omitted };
      // A name in a spelling of its own, which no sentence would have.
      const named = text.length > NAME_CHARS ? null : memory.concepts.recall(scope, text);
      if (!named?.recollection) return { names: [], omitted };
      return { names: [{ concept: named.concept, line: named.recollection }], omitted };
    },
    dimensions(caller, given) {
      // Whoever may tell nothing may still ask what there is.
      const byName = new Map<string, Dimension>();
      for (const one of projectsOf(caller, given).flatMap((project) => memory.read.dimensions(project))) {
        const { edges = 0, question = null } = byName.get(one.token) ?? {};
        byName.set(one.token, { ...one, edges: edges + one.edges, question: question ?? one.question });
      }
      return [...byName.values()].sort((a, b) => b.edges - a.edges);
    },
    async tell(caller, texts, given, end) {
      const into = learnsInto(clients, caller, given);
      const now = clock.now();
      const told = await memory.tell(
        into,
        agentsFacts(texts, endOf(end, now)),
        toldByAgent(caller.client, now),
      );
      const answers = told.map(factAnswer);
      const [only] = answers;
      if (answers.length === 1 && only?.status === 'refused') throw refusalOf(only);
      return answers;
    },
    async retract(caller, text, given) {
      const into = learnsInto(clients, caller, given);
      const provenance = toldByAgent(caller.client, clock.now());
      const answer = factAnswer(await memory.retract(into, agentsFact(text), provenance));
      if (answer.status === 'refused') throw refusalOf(answer);
      return answer;
    },
    async conflicts(caller, { search, limit }, given) {
      const found = await Promise.all(
        projectsOf(caller, given).map((project) =>
          memory.read.conflicts({ project, view: 'open', search, limit, offset: 0 }),
        ),
      );
      const conflicts = found
        .flatMap((one) => one.conflicts)
        .sort(byUrgency)
        .slice(0, limit);
      return { conflicts, total: found.reduce((sum, { total }) => sum + total, 0) };
    },
    async conflict(caller, id, given) {
      const projects = projectsOf(caller, given);
      // Another process may have queued it a moment ago, about names that this one has not seen.
      await memory.catchUp();
      const conflict = await memory.read.conflict(id).catch((error: unknown) => {
        if (error instanceof AppError && error.code === 'NOT_FOUND') return null;
        throw error;
      });
      if (conflict && projects.includes(conflict.project)) return conflict;
      throw new AppError('NOT_FOUND', `There is no conflict ${id} in ${projects[0]}.`);
    },
  };
}

const byUrgency = (a: Conflict, b: Conflict) => b.priority - a.priority || a.createdAt - b.createdAt;
