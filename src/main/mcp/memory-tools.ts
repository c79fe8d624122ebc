// The tools over the memory: what is known, telling it something, and what contradicts itself. The facts go through the one write path, behind the
// port. Source: agent, MCP; memory, Writing, Conflicts.
import * as z from 'zod';
import { factLine } from '../../shared/model/agent-lines.ts';
import { AppError } from '../../shared/model/envelope.ts';
import { FactAnswer, ProjectName } from '../../shared/model/graph.ts';
import { ConflictBrief, ConflictFull, conflictBrief, conflictFull, conflictLine } from './conflict-words.ts';
import type { McpMemory } from './ports.ts';
import { type McpTool, mcpTool, READS } from './tool.ts';

const Project = ProjectName.optional().describe('Only where it is another than yours.');

const Recall = z.strictObject({
  text: z
    .string()
    .min(1)
    .max(8000)
    .describe('A name in any spelling, or a text that names things: a question, a task, a line of a log.'),
  project: Project,
});
const RecallAnswer = z.strictObject({
  known: z.boolean().describe('Whether anything is known of what the text names.'),
  lines: z.array(z.strictObject({ concept: z.string(), line: z.string() })),
  omitted: z.number().int().describe('Names for which there was no room: ask for them alone.'),
});

const recall = (memory: McpMemory) =>
  mcpTool({
    name: 'recall',
    title: 'Recall what is known',
    description:
      'What the shared memory knows of the names in a text, a line each: `gnommoweb: [type] repo [runs-on?] ramanujan`. In brackets, a question mark marks what is contested, and ~ what only an assistant stated. Use it before you guess what something is, where it runs or whose it is.',
    input: Recall,
    output: RecallAnswer,
    hints: READS,
    async answer({ text, project }, { caller }) {
      const { names, omitted } = memory.recall(caller, text, project);
      const data = {
        known: names.length > 0,
        lines: names.map(({ concept, line }) => ({ concept, line })),
        omitted,
      };
      if (names.length === 0) return { data, text: 'Nothing is known of what this names.' };
      const more = omitted > 0 ? `\n(${omitted} more names are known; ask for them alone.)` : '';
      return { data, text: names.map(({ line }) => line).join('\n') + more };
    },
  });

/** Of one call; fewer than POST /iknowthat takes, since what comes by this door is checked value by value. */
const MOST_FACTS = 2_000;

const IKnowThat = z.strictObject({
  facts: z
    .array(z.string())
    .min(1)
    .max(MOST_FACTS)
    .optional()
    .describe(
      'Each `SUBJECT (-isa | -ispart) PARENT [in context of DIMENSION]`: "gnommoweb -isa repo", "gnommoweb -ispart ramanujan in context of runs-on".',
    ),
  until: z
    .string()
    .max(100)
    .optional()
    .describe('When the facts end: "2026-12-24", to the end of that day, or "2026-12-24T18:00+01:00".'),
  ttl: z
    .union([z.string().max(100), z.number()])
    .optional()
    .describe('Instead: how long they hold, "30d", "2h" or seconds. Without either they have no end.'),
  retract: z
    .string()
    .min(1)
    .optional()
    .describe('Instead: one fact, written the same way, that is so no more.'),
  project: Project,
});
const IKnowThatAnswer = z.strictObject({
  outcomes: z.array(FactAnswer).describe('One for each fact, in order.'),
  learned: z.number().int().describe('Facts that hold now: new, confirmed, refined or corrected.'),
  conflicts: z
    .array(z.number().int())
    .describe('Ids of conflicts that facts wait in: they changed nothing until an operator decides.'),
});

const HOLDS: ReadonlySet<FactAnswer['status']> = new Set(['inserted', 'confirmed', 'refined', 'corrected']);

const iKnowThat = (memory: McpMemory) =>
  mcpTool({
    name: 'i_know_that',
    title: 'Tell the memory a fact',
    description:
      'Tells the shared memory what you know for sure, for every agent to recall. All facts of a call are taken in order, or none when one is malformed. One that contradicts what is known changes nothing: it waits as a conflict, whose id you get. list_dimensions gives what there is to be in context of, and what each asks. Never tell keys, tokens or passwords; they are refused.',
    input: IKnowThat,
    output: IKnowThatAnswer,
    hints: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false },
    async answer({ facts, until, ttl, retract, project }, { caller }) {
      if ((facts === undefined) === (retract === undefined))
        throw new AppError('INVALID_INPUT', 'Give either `facts`, a list, or `retract`, one fact.');
      if (retract !== undefined && (until ?? ttl) !== undefined)
        throw new AppError('INVALID_INPUT', 'What is retracted ends now: leave `until` and `ttl` out.');
      const outcomes =
        retract === undefined
          ? await memory.tell(caller, facts ?? [], project, { until, ttl })
          : [await memory.retract(caller, retract, project)];
      const conflicts = [...new Set(outcomes.flatMap(({ conflict_id: id }) => id ?? []))];
      const lines = outcomes.map((one) => factLine(one, retract === undefined ? 'tell' : 'retract'));
      if (conflicts.length > 0)
        lines.push('explain_conflict tells both sides of a conflict. An operator decides it, not you.');
      return {
        data: { outcomes, learned: outcomes.filter(({ status }) => HOLDS.has(status)).length, conflicts },
        text: lines.join('\n'),
      };
    },
  });

const ListDimensions = z.strictObject({
  limit: z.number().int().min(1).max(100).default(40),
  project: Project,
});
const ListDimensionsAnswer = z.strictObject({
  total: z.number().int(),
  dimensions: z.array(
    z.strictObject({
      dimension: z.string(),
      question: z.string().nullable().describe('What a fact in it answers; null where nobody said.'),
      facts: z.number().int(),
    }),
  ),
});

const listDimensions = (memory: McpMemory) =>
  mcpTool({
    name: 'list_dimensions',
    title: 'List the dimensions',
    description:
      'What facts are told in the context of: each dimension with the question that a fact in it answers, those with the most facts first. Choose one of them before you make another by naming it.',
    input: ListDimensions,
    output: ListDimensionsAnswer,
    hints: READS,
    async answer({ limit, project }, { caller }) {
      const all = memory.dimensions(caller, project);
      const shown = all.slice(0, limit);
      const lines = shown.map(
        ({ token, question, edges }) => `${token}: ${question ?? '(no question)'} (${edges} facts)`,
      );
      if (all.length > shown.length) lines.push(`(${all.length - shown.length} more: raise limit.)`);
      return {
        data: {
          total: all.length,
          dimensions: shown.map(({ token, question, edges }) => ({
            dimension: token,
            question,
            facts: edges,
          })),
        },
        text: lines.length === 0 ? 'There are none yet.' : lines.join('\n'),
      };
    },
  });

const ListConflicts = z.strictObject({
  search: z.string().min(1).max(200).optional().describe('Part of a name that it is about.'),
  limit: z.number().int().min(1).max(100).default(20),
  project: Project,
});
const ListConflictsAnswer = z.strictObject({
  total: z.number().int(),
  conflicts: z.array(ConflictBrief),
});

const listConflicts = (memory: McpMemory) =>
  mcpTool({
    name: 'list_conflicts',
    title: 'List what is contested',
    description:
      'Facts that contradict what is known and wait for an operator, the most pressing first: what is known, and what is claimed against it.',
    input: ListConflicts,
    output: ListConflictsAnswer,
    hints: READS,
    async answer({ search, limit, project }, { caller }) {
      const { conflicts, total } = await memory.conflicts(caller, { search, limit }, project);
      const lines = conflicts.map(conflictLine);
      if (total > conflicts.length)
        lines.push(`(${total - conflicts.length} more: raise limit, or search for a name.)`);
      return {
        data: { total, conflicts: conflicts.map(conflictBrief) },
        text: lines.length === 0 ? 'Nothing is contested.' : lines.join('\n'),
      };
    },
  });

const ExplainConflict = z.strictObject({
  conflict_id: z.number().int().min(1).describe('As list_conflicts or i_know_that gave it.'),
  project: Project,
});

const explainConflict = (memory: McpMemory) =>
  mcpTool({
    name: 'explain_conflict',
    title: 'Explain a conflict',
    description:
      'Both sides of one conflict, why they cannot both hold, how sure each is and since when, and what an operator decided, if they did.',
    input: ExplainConflict,
    output: ConflictFull,
    hints: READS,
    async answer({ conflict_id: id, project }, { caller }) {
      const data = conflictFull(await memory.conflict(caller, id, project));
      return { data, text: data.explanation };
    },
  });

export const memoryTools = (memory: McpMemory): readonly McpTool[] => [
  recall(memory),
  iKnowThat(memory),
  listDimensions(memory),
  listConflicts(memory),
  explainConflict(memory),
];
