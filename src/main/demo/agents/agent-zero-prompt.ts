// The prompt shapes of an agent-zero container behind LiteLLM: JSON envelopes, `[EXTRAS]`, and the flattened prompt.
// Shapes are from reference/agent-zero-wire.md; every sentence is our own. Pure.

/** Asks for the tool JSON that agent-zero parses. */
export const AGENT_SYSTEM = [
  '# Your role',
  'You are an autonomous worker on an inference host of Glitch University. You solve the task of your superior with tools.',
  'You keep going until the task is done, and you never claim a result that no tool has shown you.',
  '',
  '# How you answer',
  'You answer with one JSON object and nothing around it. Its fields:',
  '- thoughts: array, how you reason about the next step',
  '- headline: string, the step in a few words',
  '- tool_name: string, the one tool to use now',
  '- tool_args: object, the arguments of that tool',
  '',
  '# Tools',
  '## response',
  'Ends the task with an answer. Arguments: text.',
  '## code_execution_tool',
  'Runs a command in a terminal. Arguments: runtime, session, code.',
  '## memory_load',
  'Searches what was remembered. Arguments: query, threshold, limit.',
].join('\n');

export const RENAME_SYSTEM =
  'You choose a short name for this chat. Read what the user wrote and answer with the name alone, four words at most.';

export const KEYWORDS_SYSTEM =
  'You extract search terms for a memory lookup. Answer only with a JSON array of strings, no prose around it.';

export interface Entry {
  readonly role: 'user' | 'assistant';
  readonly content: string;
}

const envelope = (value: Record<string, unknown>): string => JSON.stringify(value, null, 4);

export const userMessage = (words: string): string => envelope({ user_message: words });

export const toolResult = (tool: string, output: string): string =>
  envelope({ tool_name: tool, tool_result: output });

/** What stands at the end of the last user message and differs in every turn. */
export function extras(at: number, turn: number): string {
  const memories = { solutions: [], note: `turn ${turn}: nothing older fits` };
  return `\n[EXTRAS]\n${envelope({ memories, current_datetime: new Date(at).toISOString() })}`;
}

/** LiteLLM's `ollama/` route: the whole conversation in one string, no heading for the answer to come. */
export function flatten(system: string, history: readonly Entry[], tail: string): string {
  const turns = history.map(({ role, content }, i) => {
    const last = i === history.length - 1;
    return `### ${role === 'user' ? 'User' : 'Assistant'}:\n${content}${last ? tail : ''}\n\n`;
  });
  return `### System:\n${system}\n\n${turns.join('')}`;
}

/** What the demo's terminal prints, by what was asked of it. */
export function terminalOutput(code: string): string {
  if (code.startsWith('df')) {
    return 'Filesystem      Size  Used Avail Use% Mounted on\n/dev/nvme1n1    1.8T  1.8T     0 100% /srv/models';
  }
  const unit = code.split(' ').at(2) ?? 'unit';
  return `${unit}.service - ${unit}\n     Loaded: loaded (/etc/systemd/system/${unit}.service; enabled)\n     Active: active (running)`;
}
