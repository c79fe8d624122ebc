// Which addresses a model may be asked at. Only http and https; never the metadata services of cloud hosts, which give
// credentials to whoever asks from inside, whether named by address or by a name that leads there.
import type { Provider } from '../../shared/model/language-model.ts';
import { hostOf, isMetadata, isNear, lookupBesides } from '../outgoing/addresses.ts';
import { LlmError } from './llm-error.ts';

const DEFAULTS: Readonly<Record<Exclude<Provider, 'ollama'>, string>> = {
  openai: 'https://api.openai.com/v1',
  claude: 'https://api.anthropic.com',
};

/** Why a model must not be asked there, as a sentence; null when it may. */
export function baseUrlProblem(text: string): string | null {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol)) {
    return `"${text.slice(0, 200)}" is no http or https address. Give one such as http://127.0.0.1:11434 or https://api.example.com/v1.`;
  }
  if (url.username || url.password) {
    return 'The address carries a user name or password. Give the address alone, and the key as the key.';
  }
  if (url.search || url.hash) return 'The address carries a query or fragment. Give it without.';
  if (isMetadata(hostOf(url))) {
    return `${url.hostname} is a link-local or cloud metadata address; no model is asked there.`;
  }
  return null;
}

/** What an operator should know about an address that may be used; null for nothing. */
export function baseUrlWarning(text: string): string | null {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol !== 'http:') return null;
  if (isNear(text)) return null;
  return `${url.host} is asked over plain http: prompts and the key can be read on the way. Use https.`;
}

/** The address in force. @param upstream where an Ollama is asked that has no address of its own */
export function effectiveBaseUrl(provider: Provider, baseUrl: string | null, upstream: string): string {
  const url = baseUrl ?? (provider === 'ollama' ? upstream : DEFAULTS[provider]);
  return url.replace(/\/+$/, '');
}

export function isOfficial(provider: Provider, baseUrl: string): boolean {
  return provider !== 'ollama' && new URL(baseUrl).host === new URL(DEFAULTS[provider]).host;
}

/** `dns.lookup` that refuses names which lead to a metadata service. */
export const guardedLookup = lookupBesides(
  (host) => new LlmError('unreachable', `is not asked: ${host} leads to a metadata address`),
);
