// Four agents of different frameworks, as they speak on the wire: each resends its history, wraps what people and tools say in
// its own way, and begins a new conversation now and then. Used by the journey lab-day.int.test.ts.
import type { Agent } from './script.ts';

/** Turns after which people begin anew. */
const CONVERSATION_TURNS = 12;

interface Exchange {
  readonly user: string;
  /** A tool that was called on the way to the answer, and what it returned. */
  readonly tool: { readonly call: string; readonly result: string } | null;
  readonly answer: string;
}

export interface WireRequest {
  readonly path: string;
  readonly body: object;
}

const SYSTEM: Readonly<Record<Agent, string>> = {
  zero: 'You are agent zero, an autonomous JSON agent. Solve the tasks of your superior with the tools you have.',
  webui: 'You are a helpful assistant for the people of this house.',
  coder: 'You are a coding agent. Call a tool, read what it returns, then answer.',
  claude: 'You are a command line agent. Keep answers short.',
};

/** An agent with the conversation it is in. */
export class LabAgent {
  readonly #kind: Agent;
  #history: Exchange[] = [];
  #conversations = 0;

  constructor(kind: Agent) {
    this.#kind = kind;
  }

  /** The requests of one turn, in order: what a person says; where a tool is called, what it returned as well. */
  turn(user: string, tool: Exchange['tool'] = null): WireRequest[] {
    if (this.#history.length === CONVERSATION_TURNS) {
      this.#history = [];
      this.#conversations++;
    }
    const now = { user, tool: null, answer: '' };
    const requests = [this.#request([...this.#history, now])];
    if (tool) requests.push(this.#request([...this.#history, { ...now, tool }]));
    this.#history.push({ user, tool, answer: 'I have looked into it and wrote down what I found.' });
    return requests;
  }

  #request(exchanges: readonly Exchange[]): WireRequest {
    const system = `${SYSTEM[this.#kind]} Session ${this.#conversations}.`;
    switch (this.#kind) {
      case 'zero':
        return { path: '/api/generate', body: flatPrompt(system, exchanges) };
      case 'webui':
        return {
          path: '/api/chat',
          body: { model: 'demo-plain', stream: false, messages: chat(system, exchanges) },
        };
      case 'coder':
        return {
          path: '/v1/chat/completions',
          body: { model: 'demo-plain', messages: withTools(system, exchanges) },
        };
      case 'claude':
        return { path: '/v1/messages', body: blocks(system, exchanges) };
    }
  }
}

/** agent-zero through LiteLLM's default route: one prompt, JSON within headings, changing extras at the end. */
function flatPrompt(system: string, exchanges: readonly Exchange[]): object {
  const parts = [`### System:\n${system}\n\n`];
  for (const [n, { user, tool, answer }] of exchanges.entries()) {
    const isLast = n === exchanges.length - 1;
    const said = JSON.stringify({ user_message: user });
    const extras = isLast ? `\n[EXTRAS]\n{"datetime": "turn ${n}"}` : '';
    parts.push(`### User:\n${said}${tool ? '' : extras}\n\n`);
    if (tool) {
      parts.push(
        `### Assistant:\n${JSON.stringify({ thoughts: ['I look it up.'], tool_name: 'code_execution_tool', tool_args: { code: tool.call } })}\n\n`,
      );
      parts.push(
        `### User:\n${JSON.stringify({ tool_name: 'code_execution_tool', tool_result: tool.result })}${extras}\n\n`,
      );
    }
    if (answer !== '')
      parts.push(
        `### Assistant:\n${JSON.stringify({ thoughts: [], tool_name: 'response', tool_args: { text: answer } })}\n\n`,
      );
  }
  return { model: 'demo-plain', prompt: parts.join(''), stream: false };
}

/** A chat window: a tool's output is pasted into the next message as context. */
function chat(system: string, exchanges: readonly Exchange[]): object[] {
  return [
    { role: 'system', content: system },
    ...exchanges.flatMap(({ user, tool, answer }) => [
      { role: 'user', content: user },
      ...(tool
        ? [
            { role: 'assistant', content: `I run ${tool.call}.` },
            { role: 'tool', content: tool.result },
          ]
        : []),
      ...(answer === '' ? [] : [{ role: 'assistant', content: answer }]),
    ]),
  ];
}

/** OpenAI's shape with declared tools. */
function withTools(system: string, exchanges: readonly Exchange[]): object[] {
  return [
    { role: 'system', content: system },
    ...exchanges.flatMap(({ user, tool, answer }, n) => [
      { role: 'user', content: user },
      ...(tool
        ? [
            {
              role: 'assistant',
              content: null,
              tool_calls: [
                {
                  id: `call_${n}`,
                  type: 'function',
                  function: { name: 'shell', arguments: JSON.stringify({ command: tool.call }) },
                },
              ],
            },
            { role: 'tool', tool_call_id: `call_${n}`, content: tool.result },
          ]
        : []),
      ...(answer === '' ? [] : [{ role: 'assistant', content: answer }]),
    ]),
  ];
}

/** Anthropic's shape: content blocks, tool results within the user's turn, reminders of the framework. */
function blocks(system: string, exchanges: readonly Exchange[]): object {
  const messages = exchanges.flatMap(({ user, tool, answer }, n) => [
    {
      role: 'user',
      content: [
        { type: 'text', text: '<system-reminder>\nThe todo list is empty.\n</system-reminder>' },
        { type: 'text', text: user },
      ],
    },
    ...(tool
      ? [
          {
            role: 'assistant',
            content: [{ type: 'tool_use', id: `tool_${n}`, name: 'Bash', input: { command: tool.call } }],
          },
          {
            role: 'user',
            content: [{ type: 'tool_result', tool_use_id: `tool_${n}`, content: tool.result }],
          },
        ]
      : []),
    ...(answer === '' ? [] : [{ role: 'assistant', content: [{ type: 'text', text: answer }] }]),
  ]);
  return { model: 'demo-plain', max_tokens: 100, system, messages };
}
