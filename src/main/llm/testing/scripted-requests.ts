// For tests: requests of the three APIs read into one form, and what a strict server of each refuses in a history. Called by scripted-server.ts.
import type { Provider } from '../../../shared/model/language-model.ts';

export interface ScriptedCall {
  readonly id: string;
  readonly name: string;
  /** As text, whatever the API sends. */
  readonly arguments: string;
}

export type ScriptedMessage =
  | { readonly role: 'user'; readonly content: string }
  | { readonly role: 'assistant'; readonly content: string; readonly calls: readonly ScriptedCall[] }
  /** `callId` is empty and `name` given with Ollama, the other way round with the others. */
  | { readonly role: 'tool'; readonly content: string; readonly callId: string; readonly name: string };

export interface ScriptedRequest {
  readonly model: string;
  readonly system: string | null;
  readonly messages: readonly ScriptedMessage[];
  /** Names. */
  readonly tools: readonly string[];
  /** `auto`, `none` or a tool's name; null where it was not said. */
  readonly toolChoice: string | null;
  readonly path: string;
  /** The body, parsed. */
  readonly raw: Readonly<Record<string, unknown>>;
  /** The body as it came. */
  readonly body: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** How the connection ended: answered to the end, or left by who asked. */
  readonly over: Promise<'answered' | 'left'>;
}

type Read = Pick<ScriptedRequest, 'model' | 'system' | 'messages' | 'tools' | 'toolChoice'>;
// biome-ignore lint/suspicious/noExplicitAny: bodies of three APIs, which the reading below tells apart
type Body = any;

export function readRequest(wire: Provider, body: Body): Read {
  return wire === 'claude' ? readClaude(body) : readOpenAi(body, wire);
}

/** Why a strict server of this API refuses it; null when it does not. */
export function historyProblem(wire: Provider, body: Body): string | null {
  switch (wire) {
    case 'claude':
      return claudeProblem(body);
    case 'openai':
      return openAiProblem(body);
    case 'ollama':
      return body.messages.every(({ content }: Body) => typeof content === 'string')
        ? null
        : 'json: cannot unmarshal into Go struct field Message.content of type string';
  }
}

function readOpenAi(body: Body, wire: Provider): Read {
  const system = body.messages.filter(({ role }: Body) => role === 'system');
  return {
    model: String(body.model),
    system: system.length === 0 ? null : system.map(({ content }: Body) => String(content)).join('\n'),
    messages: body.messages.filter(({ role }: Body) => role !== 'system').map(readOpenAiMessage),
    tools: (body.tools ?? []).map((tool: Body) => String(tool.function.name)),
    toolChoice: wire === 'ollama' ? null : (body.tool_choice?.function?.name ?? body.tool_choice ?? null),
  };
}

function readOpenAiMessage(message: Body): ScriptedMessage {
  const content = message.content ?? '';
  if (message.role === 'tool')
    return { role: 'tool', content, callId: message.tool_call_id ?? '', name: message.tool_name ?? '' };
  if (message.role === 'user') return { role: 'user', content };
  const calls = (message.tool_calls ?? []).map((call: Body) => ({
    id: call.id ?? '',
    name: call.function.name,
    arguments: asText(call.function.arguments),
  }));
  return { role: 'assistant', content, calls };
}

function readClaude(body: Body): Read {
  return {
    model: String(body.model),
    system:
      body.system === undefined
        ? null
        : typeof body.system === 'string'
          ? body.system
          : body.system.map(({ text }: Body) => text).join('\n'),
    messages: body.messages.flatMap((message: Body) => readClaudeMessage(message)),
    tools: (body.tools ?? []).map(({ name }: Body) => String(name)),
    toolChoice: body.tool_choice ? (body.tool_choice.name ?? body.tool_choice.type) : null,
  };
}

/** A message of blocks is as many messages of ours as it has results, and one for its words. */
function readClaudeMessage(message: Body): ScriptedMessage[] {
  const blocks: Body[] = blocksOf(message);
  const text = blocks
    .filter(({ type }) => type === 'text')
    .map((block) => block.text)
    .join('\n');
  if (message.role === 'assistant') {
    const calls = blocks
      .filter(({ type }) => type === 'tool_use')
      .map(({ id, name, input }) => ({ id, name, arguments: asText(input) }));
    return [{ role: 'assistant', content: text, calls }];
  }
  const results = blocks
    .filter(({ type }) => type === 'tool_result')
    .map((block): ScriptedMessage => {
      const inner = blocksOf(block).map((one) => one.text);
      return { role: 'tool', content: inner.join('\n'), callId: block.tool_use_id, name: '' };
    });
  return text === '' && results.length > 0 ? results : [...results, { role: 'user', content: text }];
}

const blocksOf = ({ content }: Body): Body[] =>
  typeof content === 'string' ? [{ type: 'text', text: content }] : (content ?? []);

const asText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** Turns alternate, beginning with the user's; every call has its result in the very next message, before any words. */
function claudeProblem({ messages, tools = [], tool_choice: choice }: Body): string | null {
  let open: string[] = [];
  let expected = 'user';
  for (const [at, message] of messages.entries()) {
    const where = `messages.${at}`;
    if (message.role !== expected) return `${where}: roles must alternate between "user" and "assistant"`;
    expected = message.role === 'user' ? 'assistant' : 'user';
    const blocks = blocksOf(message);
    if (blocks.length === 0) return `${where}: must have non-empty content`;
    if (blocks.some(({ type, text }) => type === 'text' && String(text).trim() === ''))
      return `${where}: text content blocks must contain non-whitespace text`;
    const isTools = (type: string) => type === 'tool_use' || type === 'tool_result';
    if (tools.length === 0 && blocks.some(({ type }) => isTools(type)))
      return 'Requests which include `tool_use` or `tool_result` blocks must define tools';
    const results: string[] = blocks.filter(({ type }) => type === 'tool_result').map((b) => b.tool_use_id);
    if (blocks.slice(0, results.length).some(({ type }) => results.length > 0 && type !== 'tool_result'))
      return `${where}: tool_result blocks must come first`;
    if (open.length > 0 && open.some((id) => !results.includes(id)))
      return `${where}: \`tool_use\` ids were found without \`tool_result\` blocks immediately after: ${open.join(', ')}`;
    if (results.some((id) => !open.includes(id)))
      return `${where}: unexpected \`tool_use_id\` found in \`tool_result\` blocks`;
    open = blocks.filter(({ type }) => type === 'tool_use').map(({ id }) => id);
    if (new Set(open).size < open.length) return `${where}: \`tool_use\` ids must be unique`;
  }
  if (open.length > 0)
    return `\`tool_use\` ids were found without \`tool_result\` blocks: ${open.join(', ')}`;
  return choice && tools.length === 0 ? 'tool_choice may only be specified while providing tools' : null;
}

/** Each call has one result before anything else is said; a result belongs to a call. */
function openAiProblem({ messages, tools = [], tool_choice: choice }: Body): string | null {
  let open = new Set<string>();
  for (const [at, message] of messages.entries()) {
    if (message.role === 'tool') {
      if (!open.delete(message.tool_call_id))
        return `messages.[${at}]: messages with role 'tool' must be a response to a preceding message with 'tool_calls'`;
      continue;
    }
    if (open.size > 0)
      return `An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id': ${[...open].join(', ')}`;
    const calls = message.tool_calls ?? [];
    if (message.role === 'assistant' && calls.length === 0 && typeof message.content !== 'string')
      return `messages.[${at}].content: expected a string, got null`;
    open = new Set(calls.map(({ id }: Body) => id));
  }
  if (open.size > 0) return `tool_call_ids did not have response messages: ${[...open].join(', ')}`;
  return choice !== undefined && tools.length === 0
    ? "'tool_choice' is only allowed when 'tools' are specified"
    : null;
}
