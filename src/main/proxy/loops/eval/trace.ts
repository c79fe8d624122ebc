// A trace of the evaluation: what an agent did and what came back, free of any protocol, and how it is written as the requests
// of each. Every request holds the whole history up to there, as agents send it. Used by measure.ts.
import type { PromptRoute } from '../../routes.ts';

export interface TraceCall {
  readonly name: string;
  readonly args: Readonly<Record<string, unknown>>;
}

export type TraceEvent =
  | { readonly user: string }
  | { readonly agent: string; readonly thoughts?: string }
  | {
      readonly calls: readonly TraceCall[];
      readonly thoughts?: string;
      readonly results: readonly string[];
      /** A person's words in the same turn as the results. */
      readonly said?: string;
    }
  /** agent-zero's framework speaks instead of a tool. `sent`: the agent's raw message. */
  | { readonly sent: string; readonly framework: Readonly<Record<string, string>> };

export const WRITINGS = [
  'ollama',
  'openai',
  'anthropic',
  'responses',
  'zero_flat',
  'zero_chat',
  'zero_openai',
  'litellm_flat',
  'completions_flat',
  'react',
  'tags',
  'fence',
] as const;
export type Writing = (typeof WRITINGS)[number];

export interface Trace {
  readonly id: string;
  /** The class it is counted in. */
  readonly kind: string;
  readonly isLoop: boolean;
  readonly writing: Writing;
  readonly events: readonly TraceEvent[];
  /** The event with which the loop begins. */
  readonly onset: number;
  /** What is said to the agent comes from a person, who takes a while; else from a machine, at once. */
  readonly isPersons?: boolean;
  /** How often the client sends each request. */
  readonly sends?: number;
}

export interface TraceRequest {
  readonly route: PromptRoute;
  readonly body: Buffer;
  /** Events in it. */
  readonly events: number;
}

interface Message {
  readonly role: 'user' | 'assistant' | 'tool';
  readonly [member: string]: unknown;
}

const SYSTEM = 'You are an agent that works with tools. Work step by step until the task is done.';
const ZERO_SYSTEM =
  'Answer with one JSON object: {"thoughts": [], "headline": "", "tool_name": "", "tool_args": {}}. Nothing else.';
/** agent-zero's last user message ends with what changes every turn. */
const extras = (turn: number): string =>
  `\n[EXTRAS]\n${JSON.stringify({ current_datetime: `2026-11-22 10:${String(turn % 60).padStart(2, '0')}:07`, memories: `fact ${turn}` }, null, 2)}`;

/** The requests of a trace, in order. One is made wherever something was said to the agent. */
export function requestsOf(trace: Trace): TraceRequest[] {
  const requests: TraceRequest[] = [];
  trace.events.forEach((event, at) => {
    if ('agent' in event) return;
    const request = written(trace.writing, trace.events.slice(0, at + 1));
    for (let sent = 0; sent < (trace.sends ?? 1); sent++) requests.push({ ...request, events: at + 1 });
  });
  return requests;
}

function written(writing: Writing, events: readonly TraceEvent[]): { route: PromptRoute; body: Buffer } {
  const of = (route: PromptRoute, body: object) => ({ route, body: Buffer.from(JSON.stringify(body)) });
  switch (writing) {
    case 'ollama':
      return of('chat', {
        model: 'm',
        messages: [system(SYSTEM), ...events.flatMap(inOllama)],
        stream: true,
      });
    case 'openai':
      return of('openai_chat', { model: 'm', messages: [system(SYSTEM), ...events.flatMap(inOpenAi)] });
    case 'anthropic':
      return of('anthropic_messages', {
        ...{ model: 'm', max_tokens: 100, system: SYSTEM },
        messages: events.flatMap(inAnthropic),
      });
    case 'responses':
      return of('openai_responses', { model: 'm', instructions: SYSTEM, input: events.flatMap(inResponses) });
    case 'zero_flat':
      return of('generate', { model: 'm', prompt: flat(ZERO_SYSTEM, zeroMessages(events)), stream: true });
    case 'zero_chat':
      return of('chat', { model: 'm', messages: [system(ZERO_SYSTEM), ...zeroMessages(events)] });
    case 'zero_openai':
      return of('openai_chat', { model: 'm', messages: [system(ZERO_SYSTEM), ...zeroMessages(events)] });
    case 'litellm_flat':
      return of('generate', { model: 'm', prompt: flat(SYSTEM, events.flatMap(inLitellm)) });
    case 'completions_flat':
      return of('openai_completions', { model: 'm', prompt: flat(SYSTEM, events.flatMap(inLitellm)) });
    case 'react':
    case 'tags':
    case 'fence':
      return of('openai_chat', {
        ...{ model: 'm' },
        messages: [system(SYSTEM), ...events.flatMap((event) => inText(IN_TEXT[writing], event))],
      });
  }
}

const system = (content: string) => ({ role: 'system', content });
const idOf = (event: number, call: number): string => `call_${event}_${call}`;
const user = (content: string): Message => ({ role: 'user', content });
const agent = (content: string): Message => ({ role: 'assistant', content });
const frameworkText = (framework: Readonly<Record<string, string>>): string => JSON.stringify(framework);

type Plain = Extract<TraceEvent, { user: string } | { agent: string } | { sent: string }>;

/** Events that look alike in every protocol. */
function plainMessages(event: Plain): Message[] {
  if ('user' in event) return [user(event.user)];
  if ('agent' in event) return [agent(event.agent)];
  return [agent(event.sent), user(frameworkText(event.framework))];
}

function inOllama(event: TraceEvent): Message[] {
  if (!('calls' in event)) return plainMessages(event);
  const tool_calls = event.calls.map(({ name, args }) => ({ function: { name, arguments: args } }));
  const results = event.results.map(
    (content, n): Message => ({
      ...{ role: 'tool', content, tool_name: event.calls[n]?.name },
    }),
  );
  const said = event.said === undefined ? [] : [user(event.said)];
  return [{ role: 'assistant', content: event.thoughts ?? '', tool_calls }, ...results, ...said];
}

function inOpenAi(event: TraceEvent, at: number): Message[] {
  if (!('calls' in event)) return plainMessages(event);
  const tool_calls = event.calls.map(({ name, args }, n) => ({
    ...{ id: idOf(at, n), type: 'function', function: { name, arguments: JSON.stringify(args) } },
  }));
  const results = event.results.map(
    (content, n): Message => ({ role: 'tool', tool_call_id: idOf(at, n), content }),
  );
  const said = event.said === undefined ? [] : [user(event.said)];
  return [{ role: 'assistant', content: event.thoughts ?? null, tool_calls }, ...results, ...said];
}

function inAnthropic(event: TraceEvent, at: number): Message[] {
  if (!('calls' in event)) return plainMessages(event);
  const uses = event.calls.map(({ name, args }, n) => ({
    type: 'tool_use',
    id: idOf(at, n),
    name,
    input: args,
  }));
  const results = event.results.map((content, n) => ({
    type: 'tool_result',
    tool_use_id: idOf(at, n),
    content,
  }));
  const thoughts = event.thoughts === undefined ? [] : [{ type: 'text', text: event.thoughts }];
  const said = event.said === undefined ? [] : [{ type: 'text', text: event.said }];
  return [
    { role: 'assistant', content: [...thoughts, ...uses] },
    { role: 'user', content: [...results, ...said] },
  ];
}

function inResponses(event: TraceEvent, at: number): object[] {
  if (!('calls' in event)) return plainMessages(event).map((message) => ({ type: 'message', ...message }));
  const reasoning = {
    type: 'reasoning',
    id: `rs_${at}`,
    summary: [{ type: 'summary_text', text: event.thoughts ?? '' }],
  };
  const calls = event.calls.map(({ name, args }, n) => ({
    ...{ type: 'function_call', call_id: idOf(at, n), name, arguments: JSON.stringify(args) },
  }));
  const outputs = event.results.map((output, n) => ({
    type: 'function_call_output',
    call_id: idOf(at, n),
    output,
  }));
  const said = event.said === undefined ? [] : [{ type: 'message', role: 'user', content: event.said }];
  return [reasoning, ...calls, ...outputs, ...said];
}

/** What agent-zero's agent sends for an event. */
export function zeroText(event: TraceEvent): string {
  if ('sent' in event) return event.sent;
  if ('user' in event) return '';
  const thoughts = [event.thoughts ?? 'I take the next step.'];
  if ('agent' in event) {
    return JSON.stringify({
      thoughts,
      headline: 'Answering',
      tool_name: 'response',
      tool_args: { text: event.agent },
    });
  }
  const [call] = event.calls;
  return JSON.stringify({
    thoughts,
    headline: `Using ${call?.name}: ${thoughts[0]?.slice(0, 20)}`,
    tool_name: call?.name,
    tool_args: call?.args,
  });
}

function zeroMessages(events: readonly TraceEvent[]): Message[] {
  return events.flatMap((event, at): Message[] => {
    const end = at === events.length - 1 ? extras(at) : '';
    if ('user' in event) return [user(JSON.stringify({ user_message: event.user }) + end)];
    if ('agent' in event) return [agent(zeroText(event))];
    if ('sent' in event) return [agent(event.sent), user(frameworkText(event.framework) + end)];
    const returned = JSON.stringify({ tool_name: event.calls[0]?.name, tool_result: event.results[0] });
    const said = event.said === undefined ? '' : `\n${JSON.stringify({ user_intervention: event.said })}`;
    return [agent(zeroText(event)), user(returned + said + end)];
  });
}

function inLitellm(event: TraceEvent, at: number): Message[] {
  if (!('calls' in event)) return plainMessages(event);
  const calls = event.calls.map(({ name, args }, n) => ({
    ...{ id: idOf(at, n), type: 'function', function: { name, arguments: args } },
  }));
  const said = event.said === undefined ? '' : `\n${event.said}`;
  return [
    agent(`${event.thoughts ?? ''}Tool Calls: ${JSON.stringify(calls, null, 2)}`),
    // Results are merged into the user's section as they stand.
    user(`Observation: ${event.results.join('\n')}${said}`),
  ];
}

/** How frameworks have actions written in an agent's text, and results in a user's. */
interface InText {
  readonly acts: (thoughts: string, calls: readonly TraceCall[]) => string;
  readonly returns: (result: string) => string;
}

const IN_TEXT: Record<'react' | 'tags' | 'fence', InText> = {
  react: {
    acts: (thoughts, [call]) =>
      `Thought: ${thoughts}\nAction: ${call?.name}\nAction Input: ${JSON.stringify(call?.args)}`,
    returns: (result) => `Observation: ${result}`,
  },
  // What comes back is marked by nothing.
  tags: {
    acts: (thoughts, calls) =>
      [thoughts, ...calls.map(({ name, args }) => `<tool name="${name}">\n${inTags(args)}\n</tool>`)].join(
        '\n\n',
      ),
    returns: (result) => result,
  },
  fence: {
    acts: (thoughts, calls) => `${thoughts}\n\n\`\`\`bash\n${calls.map(asCommand).join(' && ')}\n\`\`\``,
    returns: (result) => `<returncode>0</returncode>\n<output>\n${result}\n</output>`,
  },
};

const valueText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));
const inTags = (args: TraceCall['args']): string =>
  Object.entries(args)
    .map(([key, value]) => `<${key}>${valueText(value)}</${key}>`)
    .join('\n');
/** What is run: the code where the tool runs code, else the tool with its arguments as a shell has them. */
function asCommand({ name, args }: TraceCall): string {
  const code = args.code ?? args.command;
  if (typeof code === 'string') return code;
  const options = Object.entries(args).map(([key, value]) => `--${key} ${JSON.stringify(valueText(value))}`);
  return [name, ...options].join(' ');
}

function inText({ acts, returns }: InText, event: TraceEvent): Message[] {
  if (!('calls' in event)) return plainMessages(event);
  const said = event.said === undefined ? '' : `\n${event.said}`;
  return [
    agent(acts(event.thoughts ?? 'I take the next step.', event.calls)),
    user(returns(event.results.join('\n')) + said),
  ];
}

function flat(systemText: string, messages: readonly Message[]): string {
  const sections = messages.map(
    ({ role, content }) => `### ${role === 'assistant' ? 'Assistant' : 'User'}:\n${String(content)}\n\n`,
  );
  return `### System:\n${systemText}\n\n${sections.join('')}`;
}
