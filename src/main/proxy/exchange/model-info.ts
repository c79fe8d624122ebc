// What `/api/show` says of a model: its own SYSTEM (which an inserted system text must carry on) and its context length.
// Asked on first use, forgotten when a model is created, copied, deleted or pulled through the proxy, and asked again
// behind the requests now and then, since a model can also be changed on its host.
// Source: proxy, Injection. Used by write-prompt.ts and the exchanges.
import type { Clock } from '../../../shared/model/clock.ts';
import type { OpenUpstream } from '../pool/port.ts';

export interface ModelInfo {
  /** Empty when the model has none. */
  readonly system: string;
  readonly contextTokens: number | null;
  /** What its Modelfile sets; null where it leaves that to the server. */
  readonly numCtx: number | null;
}

/** An answer that is no Ollama model (another server, an unknown model): nothing to carry on. */
const NOTHING: ModelInfo = { system: '', contextTokens: null, numCtx: null };

/** Answers of one that does not let us ask. */
const REFUSALS: ReadonlySet<number> = new Set([401, 403, 407, 408, 429]);

const ASK_TIMEOUT_MS = 2000;
/** An answer is used for good, but asked for again behind a request after so long. */
const REFRESH_AFTER_MS = 60_000;
/** Without an answer of Ollama's the next request that needs one asks again after so long. */
const RETRY_AFTER_MS = 10_000;
/** Names come from clients: those that were asked about longest ago are forgotten first. */
const MOST_MODELS = 1000;
const MOST_NAME_CHARS = 1000;

interface Known {
  /** Another one of that name is another host. */
  readonly upstream: OpenUpstream;
  /** Null when the upstream could not be asked. */
  readonly info: ModelInfo | null;
  /** Whether Ollama described the model; else `info` only holds for a while. */
  readonly isSure: boolean;
  /** As the clock's `monotonic`. */
  readonly at: number;
}

const keyOf = ({ name }: OpenUpstream, model: string): string => `${name}\n${model}`;

export class ModelInfoCache {
  readonly #clock: Clock;
  readonly #known = new Map<string, Known>();
  readonly #asking = new Map<string, { upstream: OpenUpstream; answer: Promise<ModelInfo | null> }>();
  /** Models that take no system message. */
  readonly #refusers = new Set<string>();
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
   * @param headers of the asking client, for upstreams that want a key; asked for when they are needed
   */
  get(upstream: OpenUpstream, model: string, headers: () => readonly string[]): Promise<ModelInfo | null> {
    if (model.length > MOST_NAME_CHARS) return Promise.resolve(NOTHING);
    const key = keyOf(upstream, model);
    const known = this.#of(key, upstream);
    const age = known ? this.#clock.monotonic() - known.at : Number.POSITIVE_INFINITY;
    if (known && age < (known.isSure ? REFRESH_AFTER_MS : RETRY_AFTER_MS)) return Promise.resolve(known.info);
    let asking = this.#asking.get(key);
    if (asking?.upstream !== upstream) {
      asking = { upstream, answer: this.#ask(upstream, model, headers(), key) };
      this.#asking.set(key, asking);
    }
    return known?.isSure ? Promise.resolve(known.info) : asking.answer;
  }

  #of(key: string, upstream: OpenUpstream): Known | undefined {
    const known = this.#known.get(key);
    return known?.upstream === upstream ? known : undefined;
  }

  /** The `num_ctx` of a model's Modelfile, without asking; null where there is none or nobody has asked. */
  numCtx(upstream: string, model: string): number | null {
    return this.#known.get(`${upstream}\n${model}`)?.info?.numCtx ?? null;
  }

  /** Whether a model there has refused a system message, and answered without one. */
  refusesSystem(upstream: OpenUpstream, model: string | null): boolean {
    return model !== null && this.#refusers.has(keyOf(upstream, model));
  }

  noteRefusesSystem(upstream: OpenUpstream, model: string): void {
    if (this.#refusers.size >= MOST_MODELS) this.#refusers.clear();
    this.#refusers.add(keyOf(upstream, model));
  }

  /** Forgets everything: a model may have changed. */
  clear(): void {
    this.#generation++;
    this.#refusers.clear();
    this.#known.clear();
    this.#asking.clear();
  }

  async #ask(upstream: OpenUpstream, model: string, headers: readonly string[], key: string) {
    const generation = this.#generation;
    let answer: Pick<Known, 'info' | 'isSure'>;
    try {
      answer = await show(upstream, model, headers);
    } catch {
      answer = { info: null, isSure: false }; // the caller decides what a missing answer means, and says so
    }
    // Neither forgotten nor replaced by another host of the name meanwhile.
    if (generation === this.#generation && this.#asking.get(key)?.upstream === upstream) {
      this.#asking.delete(key);
      const isWorse = !answer.isSure && this.#of(key, upstream)?.isSure;
      if (!isWorse) this.#learn(key, { ...answer, upstream, at: this.#clock.monotonic() });
    }
    return answer.info;
  }

  #learn(key: string, known: Known): void {
    this.#known.delete(key);
    this.#known.set(key, known);
    if (this.#known.size <= MOST_MODELS) return;
    for (const oldest of this.#known.keys()) {
      this.#known.delete(oldest);
      return;
    }
  }
}

async function show(
  upstream: OpenUpstream,
  model: string,
  headers: readonly string[],
): Promise<Pick<Known, 'info' | 'isSure'>> {
  const { statusCode, body } = await upstream.dispatcher.request({
    method: 'POST',
    path: `${upstream.basePath}/api/show`,
    headers: [...headers, 'content-type', 'application/json'],
    body: JSON.stringify({ model }),
    signal: AbortSignal.timeout(ASK_TIMEOUT_MS),
  });
  const text = await body.text();
  // A refusal to say is no model without a SYSTEM: that one would be displaced unseen.
  if (statusCode >= 500 || REFUSALS.has(statusCode)) throw new Error(`/api/show answered ${statusCode}`);
  return statusCode === 200 ? { info: readShow(text), isSure: true } : { info: NOTHING, isSure: false };
}

/** Reads an answer of `/api/show`. Anything but the expected members counts as absent. */
export function readShow(text: string): ModelInfo {
  const answer: unknown = JSON.parse(text);
  if (typeof answer !== 'object' || answer === null) return NOTHING;
  const { system, parameters, model_info: about } = answer as Record<string, unknown>;
  const numCtx = configuredContext(parameters);
  return {
    system: typeof system === 'string' ? system : '',
    contextTokens: numCtx ?? nativeContext(about),
    numCtx,
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
