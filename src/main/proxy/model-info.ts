// What `/api/show` says of a model: its own SYSTEM (which an inserted system text must carry on) and its context length.
// Asked once per upstream and model, forgotten when a model is created, copied, deleted or pulled through the proxy.
// Source: proxy.md Injection. Used by exchange.ts.
import type { Clock } from '../../shared/model/clock.ts';
import type { Upstream } from './upstreams.ts';

export interface ModelInfo {
  /** Empty when the model has none. */
  readonly system: string;
  readonly contextTokens: number | null;
}

/** An answer that is no Ollama model (another server, an unknown model): nothing to carry on. */
const NOTHING: ModelInfo = { system: '', contextTokens: null };

const ASK_TIMEOUT_MS = 2000;
/** After a failure the next request does not wait again for so long. */
const RETRY_AFTER_MS = 10_000;

interface Known {
  readonly info: ModelInfo | null;
  readonly at: number;
}

export class ModelInfoCache {
  readonly #clock: Clock;
  readonly #known = new Map<string, Known>();
  readonly #asking = new Map<string, Promise<ModelInfo | null>>();
  #generation = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** The context length of a model at any upstream, the shortest one known; without asking. */
  contextTokens(model: string): number | undefined {
    let shortest: number | undefined;
    for (const [key, { info }] of this.#known) {
      if (!key.endsWith(`\n${model}`) || !info?.contextTokens) continue;
      shortest = Math.min(shortest ?? info.contextTokens, info.contextTokens);
    }
    return shortest;
  }

  /**
   * What the upstream says of the model, from the cache or by asking once (at most 2 s). Null when it could not be
   * read: it is unreachable, too slow or broken. Never rejects.
   * @param headers of the asking client, for upstreams that want a key
   */
  get(upstream: Upstream, model: string, headers: readonly string[]): Promise<ModelInfo | null> {
    const key = `${upstream.name}\n${model}`;
    const known = this.#known.get(key);
    const isFresh = known && (known.info !== null || this.#clock.now() - known.at < RETRY_AFTER_MS);
    if (isFresh) return Promise.resolve(known.info);
    const asking = this.#asking.get(key) ?? this.#ask(upstream, model, headers, key);
    this.#asking.set(key, asking);
    return asking;
  }

  /** Forgets everything: a model may have changed. */
  clear(): void {
    this.#generation++;
    this.#known.clear();
    this.#asking.clear();
  }

  async #ask(
    upstream: Upstream,
    model: string,
    headers: readonly string[],
    key: string,
  ): Promise<ModelInfo | null> {
    const generation = this.#generation;
    let info: ModelInfo | null;
    try {
      info = await show(upstream, model, headers);
    } catch {
      info = null; // the caller decides what a missing answer means, and says so
    }
    if (generation === this.#generation) {
      this.#known.set(key, { info, at: this.#clock.now() });
      this.#asking.delete(key);
    }
    return info;
  }
}

async function show(upstream: Upstream, model: string, headers: readonly string[]): Promise<ModelInfo> {
  const { statusCode, body } = await upstream.dispatcher.request({
    method: 'POST',
    path: `${upstream.basePath}/api/show`,
    headers: [...headers, 'content-type', 'application/json'],
    body: JSON.stringify({ model }),
    signal: AbortSignal.timeout(ASK_TIMEOUT_MS),
  });
  const text = await body.text();
  if (statusCode >= 500) throw new Error(`/api/show answered ${statusCode}`);
  return statusCode === 200 ? readShow(text) : NOTHING;
}

/** Reads an answer of `/api/show`. Anything but the expected members counts as absent. */
export function readShow(text: string): ModelInfo {
  const answer: unknown = JSON.parse(text);
  if (typeof answer !== 'object' || answer === null) return NOTHING;
  const { system, parameters, model_info: about } = answer as Record<string, unknown>;
  return {
    system: typeof system === 'string' ? system : '',
    contextTokens: configuredContext(parameters) ?? nativeContext(about),
  };
}

/** `num_ctx 8192` among the Modelfile's parameters. */
function configuredContext(parameters: unknown): number | null {
  if (typeof parameters !== 'string') return null;
  const match = /^num_ctx\s+(\d{1,9})\s*$/m.exec(parameters);
  return match ? Number(match[1]) : null;
}

/** `<architecture>.context_length` of the weights. */
function nativeContext(about: unknown): number | null {
  if (typeof about !== 'object' || about === null) return null;
  for (const [name, value] of Object.entries(about)) {
    if (name.endsWith('.context_length') && typeof value === 'number') return value;
  }
  return null;
}
