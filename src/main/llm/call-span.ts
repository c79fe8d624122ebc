// The span of one call of a model, by the conventions of OpenTelemetry for generative AI: which model was asked and which answered, and its tokens.
// Never holds text of a prompt or an answer. Used by model-desk.ts. Source: advisory, Profiles; decision 088.
import type { Span } from '@opentelemetry/api';
import type { Provider } from '../../shared/model/language-model.ts';
import { failSpan, type Traces } from '../telemetry/traces.ts';
import type { ModelEndpoint } from './chat-model.ts';
import type { LlmError } from './llm-error.ts';

const PROVIDERS: Readonly<Record<Provider, string>> = {
  ollama: 'ollama',
  openai: 'openai',
  claude: 'anthropic',
};

/** Longest name of a model that a server may answer with. */
const LONGEST_NAME = 200;

export class CallSpan {
  readonly #span: Span;

  constructor(
    traces: Pick<Traces, 'begin'>,
    operation: 'chat' | 'embeddings',
    { provider, modelName, baseUrl }: ModelEndpoint,
    purpose: string,
  ) {
    const { hostname, port } = new URL(baseUrl);
    this.#span = traces.begin(`${operation} ${modelName}`, {
      'gen_ai.operation.name': operation,
      'gen_ai.provider.name': PROVIDERS[provider],
      'gen_ai.request.model': modelName,
      'server.address': hostname,
      ...(port === '' ? {} : { 'server.port': Number(port) }),
      'festinger.purpose': purpose,
    });
  }

  /** @param answered what the server says answered; it may say anything */
  end(
    { inputTokens, outputTokens }: { readonly inputTokens: number; readonly outputTokens: number },
    error: LlmError | null,
    answered?: unknown,
  ): void {
    const span = this.#span;
    span.setAttribute('gen_ai.usage.input_tokens', inputTokens);
    span.setAttribute('gen_ai.usage.output_tokens', outputTokens);
    if (typeof answered === 'string')
      span.setAttribute('gen_ai.response.model', answered.slice(0, LONGEST_NAME));
    if (error !== null) failSpan(span, error.kind);
    span.end();
  }
}
