// Opens a model wherever it is: one chat interface over three packages, with one set of limits and errors.
// Called by the model desk. Never retries; callers know whether it is worth it.
import type { Provider } from '../../shared/model/language-model.ts';
import { CallGuard, type GuardOptions, type ModelNetwork } from './call-guard.ts';
import { CallIds } from './call-ids.ts';
import type { ChatEvent, ChatModel, ChatRequest, ModelEndpoint } from './chat-model.ts';
import { CLAUDE_STREAM, chatClaude } from './claude-chat.ts';
import { digestFrom, embedOllama } from './embedding/ollama-embed.ts';
import { LlmError } from './llm-error.ts';
import { chatOllama, describeOllama, jsonLines, OLLAMA_STREAM, offeredByOllama } from './ollama-chat.ts';
import { chatOpenAi, OPENAI_STREAM } from './openai-chat.ts';

interface Api {
  readonly streamType: RegExp;
  /** Loads the package; some take a tenth of a second, in one piece. */
  readonly load: () => Promise<unknown>;
  readonly inspect?: () => GuardOptions['inspect'];
  readonly chat: (
    endpoint: ModelEndpoint,
    request: ChatRequest,
    guard: CallGuard,
  ) => AsyncGenerator<ChatEvent>;
}

const APIS: Readonly<Record<Provider, Api>> = {
  ollama: { load: () => import('ollama'), streamType: OLLAMA_STREAM, inspect: jsonLines, chat: chatOllama },
  openai: { load: () => import('openai'), streamType: OPENAI_STREAM, chat: chatOpenAi },
  claude: { load: () => import('@anthropic-ai/sdk'), streamType: CLAUDE_STREAM, chat: chatClaude },
};

/** Loads what talking to these takes, so that the first question does not hold up whatever else the process does. */
export async function preload(providers: Iterable<Provider>): Promise<void> {
  for (const provider of new Set(providers)) await APIS[provider].load();
}

export function openChatModel(endpoint: ModelEndpoint, network: ModelNetwork): ChatModel {
  const api = APIS[endpoint.provider];
  const guardFor = (limits: GuardOptions['limits'], inspect?: GuardOptions['inspect']) =>
    new CallGuard({
      network,
      limits,
      streamType: api.streamType,
      inspect,
      hasKey: endpoint.apiKey() !== null,
    });
  const asked = async <T>(limits: GuardOptions['limits'], ask: (guard: CallGuard) => Promise<T>) => {
    const guard = guardFor(limits);
    try {
      return await ask(guard);
    } catch (error) {
      throw guard.failure ?? asLlmError(error);
    } finally {
      guard.close();
    }
  };
  return {
    async *chat(request) {
      const guard = guardFor(request, api.inspect?.());
      try {
        if (guard.failure) throw guard.failure;
        const ids = new CallIds(request.messages);
        for await (const event of api.chat(endpoint, request, guard))
          yield event.type === 'tool_call' ? { ...event, call: ids.own(event.call) } : event;
        // A package may take a broken connection for the end.
        if (guard.failure) throw guard.failure;
      } catch (error) {
        throw guard.failure ?? asLlmError(error);
      } finally {
        guard.close();
      }
    },
    async describe(limits) {
      if (endpoint.provider !== 'ollama') return null;
      return asked(limits, (guard) => describeOllama(endpoint, guard));
    },
    offered: (limits) => asked(limits, (guard) => offeredByOllama(endpoint, guard)),
    async embed(texts, limits) {
      refuseOthers(endpoint);
      return asked(limits, (guard) => embedOllama(endpoint, texts, guard));
    },
    async digest(limits) {
      refuseOthers(endpoint);
      return asked(limits, (guard) => digestFrom(endpoint, guard));
    },
  };
}

/** @throws LlmError bad_request */
function refuseOthers({ provider }: ModelEndpoint): void {
  if (provider !== 'ollama')
    throw new LlmError('bad_request', 'makes no vectors here: only models of Ollama are asked for them');
}

/** What a package threw by itself: it could not read what came. Its words may quote the answer, so they stay behind. */
function asLlmError(error: unknown): LlmError {
  if (error instanceof LlmError) return error;
  return new LlmError('protocol', 'answered with something that cannot be read');
}
