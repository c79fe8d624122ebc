// Every route the proxy knows, by what its body carries: which keys hold the prompt, and in which shape an error
// of ours must be written. An unknown path is `other`: it passes, so a new Ollama route works on the day it appears.
// Source: proxy, Routes.
import type { RouteKind } from '../../shared/model/traffic.ts';

/** A route whose body carries a prompt. */
export type PromptRoute = Exclude<RouteKind, 'other'>;

/** How errors look on a route: Ollama's `{"error": "..."}`, OpenAI's or Anthropic's envelope. */
export type Dialect = 'ollama' | 'openai' | 'anthropic';

/** Where the prompt of a route lies in its body, at the top level. */
export interface PromptShape {
  /** The key of an array of messages or items. */
  readonly list: 'messages' | 'input' | null;
  /** The key of a prompt that is one string. */
  readonly text: 'prompt' | 'input' | null;
  /** The key of a system text outside the list. */
  readonly system: 'system' | 'instructions' | null;
  readonly dialect: Dialect;
  /** Whether an absent `stream` means a streamed answer. */
  readonly streamsByDefault: boolean;
}

const shape = (
  list: PromptShape['list'],
  text: PromptShape['text'],
  system: PromptShape['system'],
  dialect: Dialect,
): PromptShape => ({ list, text, system, dialect, streamsByDefault: dialect === 'ollama' });

export const PROMPT_SHAPES: Record<PromptRoute, PromptShape> = {
  chat: shape('messages', null, null, 'ollama'),
  generate: shape(null, 'prompt', 'system', 'ollama'),
  openai_chat: shape('messages', null, null, 'openai'),
  openai_completions: shape(null, 'prompt', null, 'openai'),
  openai_responses: shape('input', 'input', 'instructions', 'openai'),
  anthropic_messages: shape('messages', null, 'system', 'anthropic'),
};

const PROMPT_PATHS: Readonly<Record<string, PromptRoute>> = {
  '/api/chat': 'chat',
  '/api/generate': 'generate',
  '/v1/chat/completions': 'openai_chat',
  '/v1/completions': 'openai_completions',
  '/v1/responses': 'openai_responses',
  '/v1/messages': 'anthropic_messages',
};

/** Requests after which what `/api/show` once said of a model may be wrong. */
const MODEL_CHANGES = new Set(['POST /api/create', 'POST /api/copy', 'POST /api/pull', 'DELETE /api/delete']);

/** Embeddings: like prompts they keep a model busy, and like everything else they pass untouched. */
const EMBEDDINGS = new Set(['POST /api/embed', 'POST /api/embeddings', 'POST /v1/embeddings']);

/** Requests whose small body names the model they are about. */
const ABOUT_A_MODEL = new Set([
  ...EMBEDDINGS,
  'POST /api/show',
  'POST /api/copy',
  'POST /api/push',
  'DELETE /api/delete',
]);

/** Requests that build models from pieces sent before: they must meet, at the first upstream unless one is named. */
const MEET = new Set(['POST /api/pull', 'POST /api/create']);
const BLOBS = '/api/blobs/';

/** Lists of models that are merged over several upstreams. */
export type ModelList = 'tags' | 'ps' | 'v1_models';
const LISTS: Readonly<Record<string, ModelList>> = {
  'GET /api/tags': 'tags',
  'GET /api/ps': 'ps',
  'GET /v1/models': 'v1_models',
};
const ONE_MODEL = '/v1/models/';

/** What a request line means to the proxy. */
export interface MatchedRoute {
  readonly kind: RouteKind;
  readonly dialect: Dialect;
  /** Ollama serves Go's profiler to anyone; we do not. */
  readonly blocked: boolean;
  readonly changesModels: boolean;
  /** Whether it takes an upstream's slot, and waits for one. */
  readonly usesSlot: boolean;
  /** Where it names a model, beside prompts, which do so in their body. */
  readonly namesModel: 'body' | 'path' | null;
  readonly list: ModelList | null;
  /** Whether it goes to the first upstream unless another is named. */
  readonly meets: boolean;
}

/** A path as a server reads it: escapes decoded, dots resolved. What is refused by its path must be known by this one. */
function readPath(path: string): string {
  if (!/[%.\\]/.test(path)) return path;
  // Byte by byte: a server decodes what is no UTF-8, too. A broken escape stays; the upstream refuses it.
  const decoded = path.replace(/%[0-9a-f]{2}/gi, (code) =>
    String.fromCharCode(Number.parseInt(code.slice(1), 16)),
  );
  const steps: string[] = [];
  for (const step of decoded.split(/[/\\]+/)) {
    if (step === '..') steps.pop();
    else if (step !== '' && step !== '.') steps.push(step);
  }
  return `/${steps.join('/')}${decoded.endsWith('/') && steps.length > 0 ? '/' : ''}`;
}

/**
 * Matches a request line. `target` is the path alone, with repeated slashes collapsed; it is forwarded as it came, and
 * matched as the upstream will read it, so that `/debug/%70prof` is no way around anything.
 * Source: proxy, Routes.
 */
export function matchRoute(method: string, target: string): MatchedRoute {
  const path = readPath(target);
  const kind: RouteKind = method === 'POST' ? (PROMPT_PATHS[path] ?? 'other') : 'other';
  const line = `${method} ${path}`;
  return {
    kind,
    dialect: dialectOf(path),
    blocked: path === '/debug/pprof' || path.startsWith('/debug/pprof/'),
    changesModels: MODEL_CHANGES.has(line),
    usesSlot: kind !== 'other' || EMBEDDINGS.has(line),
    namesModel: ABOUT_A_MODEL.has(line) ? 'body' : path.startsWith(ONE_MODEL) ? 'path' : null,
    list: LISTS[line] ?? null,
    meets: MEET.has(line) || path.startsWith(BLOBS),
  };
}

/** The model that `/v1/models/:model` names, decoded; null for none. */
export function modelInPath(path: string): string | null {
  const name = path.slice(ONE_MODEL.length);
  try {
    return name === '' ? null : decodeURIComponent(name);
  } catch {
    return null; // the upstream says what is wrong with it
  }
}

function dialectOf(path: string): Dialect {
  if (path === '/v1/messages' || path.startsWith('/v1/messages/')) return 'anthropic';
  return path.startsWith('/v1/') ? 'openai' : 'ollama';
}

/**
 * The path and query to send upstream: repeated slashes of the path collapsed (`//api/chat` would be redirected by
 * the upstream and turn a POST into a GET), an absolute target reduced to its path, the query left as it is.
 */
export function upstreamTarget(target: string): { path: string; query: string } {
  const relative = target.startsWith('/') ? target : target.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?]*/i, '');
  const cut = relative.indexOf('?');
  const path = (cut < 0 ? relative : relative.slice(0, cut)).replace(/\/{2,}/g, '/');
  return { path: path === '' ? '/' : path, query: cut < 0 ? '' : relative.slice(cut) };
}
