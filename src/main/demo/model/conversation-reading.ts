// What the scripted model makes of the prompt it was given: whose turns, what is asked now, what is recalled.
// Reads the four prompt shapes agents send (messages, flattened `### User:` prompts, agent-zero's JSON envelopes); pure.
import type { PromptMessage } from '../prompt.ts';

export interface Turn {
  readonly role: string;
  readonly content: string;
}

/** An edge of a recollection line: `[dim] parent`, or `[dim?] parent` while it is contested. */
export interface RecalledEdge {
  readonly dim: string;
  /** Null for a contested place that holds nothing yet. */
  readonly parent: string | null;
  readonly contested: boolean;
}

export interface Recalled {
  readonly concept: string;
  readonly edges: readonly RecalledEdge[];
}

export interface Conversation {
  readonly system: string;
  /** What the person (or the script) asks now, out of its envelope. */
  readonly question: string;
  /** The tool's output when that is what came last, else null. */
  readonly toolResult: string | null;
  readonly assistantTurns: number;
  /** How many images came along; nothing here can see them. */
  readonly images: number;
  /** Whether the system prompt asks for agent-zero's tool JSON. */
  readonly wantsToolJson: boolean;
  readonly recalled: readonly Recalled[];
  /** Concepts that the block says it knows nothing about. */
  readonly unknown: readonly string[];
}

export function readConversation(messages: readonly PromptMessage[]): Conversation {
  const turns = messages.flatMap(splitFlattened);
  const system = joined(turns, 'system');
  const last = turns.findLast((turn) => turn.role === 'user' || turn.role === 'tool');
  const spoken = turns
    .filter((turn) => turn.role === 'user')
    .map((turn) => unwrap(turn.content, USER_ENVELOPES));
  const everything = turns.map((turn) => turn.content).join('\n');
  return {
    system,
    question: spoken.findLast((words) => words !== null) ?? '',
    toolResult: last === undefined ? null : resultOf(last),
    images: messages.reduce((sum, message) => sum + message.images, 0),
    assistantTurns: turns.filter((turn) => turn.role === 'assistant').length,
    wantsToolJson: /"?tool_name"?/.test(system) && /"?tool_args"?/.test(system),
    ...readRecollection(everything),
  };
}

const joined = (turns: readonly Turn[], role: string): string =>
  turns
    .filter((turn) => turn.role === role)
    .map((turn) => turn.content)
    .join('\n\n');

/** LiteLLM's `ollama/` route writes a conversation into one prompt under `### System:`, `### User:`, `### Assistant:`. */
function splitFlattened(message: PromptMessage): Turn[] {
  const marks = [...message.content.matchAll(/^### (System|User|Assistant):\n/gm)];
  if (message.role !== 'user' || marks.length === 0 || marks[0]?.index !== 0) return [message];
  return marks.map((mark, i) => ({
    role: (mark[1] ?? '').toLowerCase(),
    content: message.content.slice(mark.index + mark[0].length, marks[i + 1]?.index).trim(),
  }));
}

const USER_ENVELOPES = ['user_message', 'user_intervention'] as const;
const RESULT_ENVELOPES = ['tool_result'] as const;
const ANY_ENVELOPE = /"(?:user_message|user_intervention|tool_result|system_warning|system_message)"\s*:/;

/** The last value under one of the keys in agent-zero's envelopes; plain text as it is; null for other envelopes. */
function unwrap(content: string, keys: readonly string[]): string | null {
  const body = content
    .replace(/<recollection>\n[\s\S]*?<\/recollection>/g, '')
    .replace(/\n?\[EXTRAS\][\s\S]*$/, '');
  if (!ANY_ENVELOPE.test(body)) return keys === USER_ENVELOPES ? body.trim() : null;
  const pattern = new RegExp(`"(?:${keys.join('|')})"\\s*:\\s*("(?:[^"\\\\]|\\\\.)*")`, 'g');
  const found = [...body.matchAll(pattern)].at(-1)?.[1];
  return found === undefined ? null : String(JSON.parse(found));
}

function resultOf(turn: Turn): string | null {
  return turn.role === 'tool' ? turn.content : unwrap(turn.content, RESULT_ENVELOPES);
}

/** The lines of the last `<recollection>` block, wherever it stands in the prompt. */
export function readRecollection(prompt: string): { recalled: Recalled[]; unknown: string[] } {
  const start = prompt.lastIndexOf('<recollection>\n');
  const end = prompt.indexOf('</recollection>', start);
  if (start < 0 || end < 0) return { recalled: [], unknown: [] };
  const lines = prompt.slice(start, end).split('\n');
  const unknown = lines.flatMap((line) => /^\? (\S+): no recollection/.exec(line)?.[1] ?? []);
  const recalled = lines.flatMap((line) => {
    const [, concept, rest] = /^(?!\? )(\S+): (\[.*)$/.exec(line) ?? [];
    return concept === undefined || rest === undefined ? [] : [{ concept, edges: readEdges(rest) }];
  });
  return { recalled, unknown };
}

const readEdges = (rest: string): RecalledEdge[] =>
  [...rest.matchAll(/\[([^\]?]+)(\?)?\](?: ([^\s[]+))?/g)].map((edge) => ({
    dim: edge[1] ?? '',
    parent: edge[3] ?? null,
    contested: edge[2] !== undefined,
  }));
