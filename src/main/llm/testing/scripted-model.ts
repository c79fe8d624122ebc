// For tests: each provider's chat model against the scripted upstream, and one call of it told as what came of it.
import type { Provider } from '../../../shared/model/language-model.ts';
import type { DemoUpstream } from '../../fixtures/upstream.ts';
import { effectiveBaseUrl } from '../base-url.ts';
import type { ModelNetwork } from '../call-guard.ts';
import type { ChatEvent, ChatModel, ChatRequest, ModelEndpoint, ToolCall } from '../chat-model.ts';
import { LlmError } from '../llm-error.ts';
import { openChatModel } from '../open-chat-model.ts';

export const PROVIDER_PATHS: Readonly<Record<Provider, string>> = {
  ollama: '/api/chat',
  openai: '/v1/chat/completions',
  claude: '/v1/messages',
};

export function scriptedModel(
  provider: Provider,
  upstream: Pick<DemoUpstream, 'url'>,
  network: ModelNetwork,
  endpoint: Partial<ModelEndpoint> = {},
): ChatModel {
  const url = provider === 'openai' ? `${upstream.url}/v1` : upstream.url;
  return openChatModel(
    {
      provider,
      baseUrl: effectiveBaseUrl(provider, url, ''),
      isOfficial: false,
      modelName: 'demo-plain',
      apiKey: () => null,
      contextTokens: null,
      ...endpoint,
    },
    network,
  );
}

export interface Outcome {
  text: string;
  thinking: string;
  calls: ToolCall[];
  usage: { inputTokens: number; outputTokens: number } | null;
  /** How it ended: a done reason, or the kind of what went wrong. */
  end: string;
  error: LlmError | null;
}

/** Asks once and never throws for what a model did. @param onEvent sees each event as it comes */
export async function askOnce(
  model: ChatModel,
  request: Partial<ChatRequest> = {},
  onEvent: (event: ChatEvent) => void = () => {},
): Promise<Outcome> {
  const outcome: Outcome = { text: '', thinking: '', calls: [], usage: null, end: 'nothing', error: null };
  try {
    const events = model.chat({
      messages: [{ role: 'user', content: 'What is gnommoweb?' }],
      maxTokens: 1_000_000,
      timeoutMs: 60_000,
      ...request,
    });
    for await (const event of events) {
      onEvent(event);
      if (event.type === 'text') outcome.text += event.text;
      else if (event.type === 'thinking') outcome.thinking += event.text;
      else if (event.type === 'tool_call') outcome.calls.push(event.call);
      else if (event.type === 'done') outcome.end = event.reason;
      else outcome.usage = { inputTokens: event.inputTokens, outputTokens: event.outputTokens };
    }
  } catch (error) {
    if (!(error instanceof LlmError)) throw error;
    outcome.error = error;
    outcome.end = error.kind;
  }
  return outcome;
}
