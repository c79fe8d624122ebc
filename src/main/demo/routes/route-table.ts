// The demo upstream's route table: which handler answers what, in which API's manner.
// Paths are matched before unescaping, so that `%2F` inside a model's name stays one segment.

import type { DemoHost, Exchange } from '../demo-host.ts';
import { type ApiFamily, sendJson, sendText, UpstreamError } from '../reply.ts';
import { messages } from './anthropic-messages.ts';
import { embed, embeddings } from './embeddings.ts';
import { copy, ps, remove, show, tags } from './models.ts';
import { chat, generate } from './native-prompts.ts';
import { chatCompletions, completions } from './openai-chat.ts';
import { model, models, openAiEmbeddings, transcriptions } from './openai-others.ts';
import { responses } from './openai-responses.ts';
import { create, hasBlob, pull, push, putBlob } from './transfers.ts';

type Handler = (host: DemoHost, exchange: Exchange, params: readonly string[]) => Promise<void> | void;

interface Route {
  readonly methods: readonly string[];
  readonly pattern: RegExp;
  readonly family: ApiFamily;
  readonly handle: Handler;
}

export const OLLAMA_VERSION = '0.33.0';

const route = (methods: string, path: string, family: ApiFamily, handle: Handler): Route => ({
  methods: methods.split(' '),
  pattern: new RegExp(`^${path.replace(/:\w+/g, '([^/]+)')}$`),
  family,
  handle,
});

const unauthorized: Handler = () => {
  throw new UpstreamError(401, 'unauthorized', { signin_url: 'https://ollama.com/connect?name=demo' });
};

const ROUTES: readonly Route[] = [
  route('GET HEAD', '/', 'ollama', (_, { res }) => sendText(res, 200, 'Ollama is running')),
  route('GET HEAD', '/api/version', 'ollama', (_, { res }) =>
    sendJson(res, 'ollama', 200, { version: OLLAMA_VERSION }),
  ),
  route('GET', '/api/status', 'ollama', (_, { res }) =>
    sendJson(res, 'ollama', 200, { cloud: { disabled: true, source: 'config' } }),
  ),
  route('GET HEAD', '/api/tags', 'ollama', tags),
  route('GET', '/api/ps', 'ollama', ps),
  route('POST', '/api/show', 'ollama', show),
  route('POST', '/api/generate', 'ollama', generate),
  route('POST', '/api/chat', 'ollama', chat),
  route('POST', '/api/embed', 'ollama', embed),
  route('POST', '/api/embeddings', 'ollama', embeddings),
  route('POST', '/api/pull', 'ollama', pull),
  route('POST', '/api/push', 'ollama', push),
  route('POST', '/api/create', 'ollama', create),
  route('POST', '/api/copy', 'ollama', copy),
  route('DELETE', '/api/delete', 'ollama', remove),
  route('HEAD', '/api/blobs/:digest', 'ollama', hasBlob),
  route('POST', '/api/blobs/:digest', 'ollama', putBlob),
  route('POST', '/api/me', 'ollama', unauthorized),
  route('POST', '/api/signout', 'ollama', unauthorized),
  route('POST', '/v1/chat/completions', 'openai', chatCompletions),
  route('POST', '/v1/completions', 'openai', completions),
  route('POST', '/v1/responses', 'openai', responses),
  route('POST', '/v1/embeddings', 'openai', openAiEmbeddings),
  route('GET', '/v1/models', 'openai', models),
  route('GET', '/v1/models/:model', 'openai', model),
  route('POST', '/v1/audio/transcriptions', 'openai', transcriptions),
  route('POST', '/v1/messages', 'anthropic', messages),
  // Ollama serves Go's profiler to everybody; a proxy has to block it.
  route('GET', '/debug/pprof/.*', 'ollama', (_, { res }) => sendText(res, 200, 'profiles: heap, goroutine')),
];

export type Match =
  | {
      readonly kind: 'route';
      readonly family: ApiFamily;
      readonly handle: Handler;
      readonly params: string[];
    }
  | { readonly kind: 'wrong-method'; readonly allow: string }
  | { readonly kind: 'redirect'; readonly location: string }
  | { readonly kind: 'unknown' };

/** What answers that method and path (no query); mistakes get gin's answers, a doubled slash included. */
export function matchRoute(method: string, path: string): Match {
  if (path.startsWith('//')) return { kind: 'wrong-method', allow: 'GET, HEAD' };
  const fitting = ROUTES.map((entry) => ({ entry, found: entry.pattern.exec(path) })).filter(
    ({ found }) => found,
  );
  const right = fitting.find(({ entry }) => entry.methods.includes(method));
  if (right?.found) {
    const params = right.found.slice(1).map(unescapeSegment);
    return { kind: 'route', family: right.entry.family, handle: right.entry.handle, params };
  }
  const allow = fitting.flatMap(({ entry }) => entry.methods).join(', ');
  if (allow !== '') return { kind: 'wrong-method', allow };
  const trimmed = path.replace(/\/$/, '');
  const exists = trimmed !== path && ROUTES.some((entry) => entry.pattern.test(trimmed));
  return exists ? { kind: 'redirect', location: trimmed } : { kind: 'unknown' };
}

function unescapeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
