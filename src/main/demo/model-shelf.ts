// The models the demo upstream has, and which of them are loaded until when: what /api/tags, /api/show and /api/ps tell.
// Holds names and numbers only; there are no weights. Changed by create, copy, delete, pull and by every prompt.
import { createHash } from 'node:crypto';
import type { Clock } from '../../shared/model/clock.ts';
import { UpstreamError } from './reply.ts';
import { bareName, DIRECTIVE_MODELS } from './script.ts';

export type Capability = 'completion' | 'tools' | 'thinking' | 'vision' | 'insert' | 'embedding';

export interface ModelCard {
  /** With its tag. */
  readonly name: string;
  readonly family: string;
  readonly parameterSize: string;
  readonly parameterCount: number;
  readonly contextLength: number;
  readonly capabilities: readonly Capability[];
  /** The Modelfile's SYSTEM; empty when it has none. */
  readonly system: string;
  /** The Modelfile's PARAMETER lines. */
  readonly parameters: string;
  /** Epoch milliseconds. */
  readonly modifiedAt: number;
}

export interface LoadedModel {
  readonly card: ModelCard;
  /** Epoch milliseconds; null for never. */
  readonly expiresAt: number | null;
}

const DEFAULT_KEEP_ALIVE_MS = 5 * 60_000;

type CardSeed = Omit<ModelCard, 'modifiedAt'>;

const card = (
  name: string,
  family: string,
  parameterSize: string,
  contextLength: number,
  capabilities: readonly Capability[],
  system = '',
): CardSeed => ({
  name,
  family,
  parameterSize,
  parameterCount: Math.round(Number.parseFloat(parameterSize) * (parameterSize.endsWith('M') ? 1e6 : 1e9)),
  contextLength,
  capabilities,
  system,
  parameters: 'stop                           "<|im_end|>"',
});

/** What an inference host of the demo's story would have pulled. */
const DEMO_MODELS: readonly CardSeed[] = [
  card('qwen2.5:7b', 'qwen2', '7.6B', 32_768, ['completion', 'tools']),
  card('llama3.2:3b', 'llama', '3.2B', 131_072, ['completion', 'tools']),
  card('gpt-oss:20b', 'gptoss', '20.9B', 131_072, ['completion', 'tools', 'thinking']),
  card('qwen2.5-coder:1.5b', 'qwen2', '1.5B', 32_768, ['completion', 'insert']),
  card('llava:7b', 'llama', '7.2B', 4_096, ['completion', 'vision']),
  card(
    'gnomm-helpdesk:7b',
    'qwen2',
    '7.6B',
    32_768,
    ['completion', 'tools'],
    'You are the help desk of Glitch University. Answer in two sentences at most.',
  ),
  card('nomic-embed-text:latest', 'nomic-bert', '137M', 2_048, ['embedding']),
];

/** The Modelfile SYSTEM of the directive model `demo`. */
export const DEMO_SYSTEM = 'You are Ada, the demo persona. Never forget it.';

export class ModelShelf {
  readonly #clock: Clock;
  readonly #cards = new Map<string, ModelCard>();
  readonly #loaded = new Map<string, LoadedModel>();

  constructor(clock: Clock) {
    this.#clock = clock;
    const dayMs = 86_400_000;
    DEMO_MODELS.forEach((seed, i) => {
      this.#cards.set(seed.name, { ...seed, modifiedAt: clock.now() - (i + 3) * dayMs });
    });
  }

  /** Newest first, as Ollama lists them. */
  list(): ModelCard[] {
    return [...this.#cards.values()].sort((a, b) => b.modifiedAt - a.modifiedAt);
  }

  /**
   * The card of a model by the name a client sent.
   * @throws UpstreamError 400 without a name, 404 for a model that is not there, both worded as Ollama does.
   */
  get(name: string): ModelCard {
    if (name === '') throw new UpstreamError(400, 'model is required');
    const found = this.#cards.get(withTag(name)) ?? this.#directive(name);
    if (found === undefined) throw new UpstreamError(404, `model '${name}' not found`);
    return found;
  }

  put(seed: CardSeed): void {
    this.#cards.set(withTag(seed.name), {
      ...seed,
      name: withTag(seed.name),
      modifiedAt: this.#clock.now(),
    });
  }

  /** @throws UpstreamError 404 when it is not there. */
  remove(name: string): void {
    const full = this.get(name).name;
    this.#cards.delete(full);
    this.#loaded.delete(full);
  }

  /** Those still loaded now; what has expired is dropped. */
  running(): LoadedModel[] {
    for (const [name, model] of this.#loaded) {
      if (model.expiresAt !== null && model.expiresAt <= this.#clock.now()) this.#loaded.delete(name);
    }
    return [...this.#loaded.values()];
  }

  /**
   * Loads a model or keeps it loaded; `keep_alive: 0` unloads it after use.
   * @param keepAlive seconds, or a Go duration like `5m`; negative for ever; absent for five minutes
   * @returns whether it had to be loaded
   * @throws UpstreamError 400 for a duration that cannot be read
   */
  touch(model: ModelCard, keepAlive: unknown): boolean {
    const ms = keepAliveMs(keepAlive);
    const wasLoaded = this.running().some((loaded) => loaded.card.name === model.name);
    if (ms === 0) this.unload(model);
    else
      this.#loaded.set(model.name, { card: model, expiresAt: ms === null ? null : this.#clock.now() + ms });
    return !wasLoaded;
  }

  unload(model: ModelCard): void {
    this.#loaded.delete(model.name);
  }

  #directive(name: string): ModelCard | undefined {
    const bare = bareName(name);
    if (DIRECTIVE_MODELS[bare] === undefined) return undefined;
    const capabilities: Capability[] = ['completion', 'tools', 'vision', 'insert'];
    if (bare === 'demo-thinking') capabilities.push('thinking');
    const seed = card(withTag(name), 'qwen2', '0.5B', 32_768, capabilities);
    return { ...seed, system: bare === 'demo' ? DEMO_SYSTEM : '', modifiedAt: this.#clock.now() };
  }
}

/** `llama3.2` is `llama3.2:latest`. */
export const withTag = (name: string): string => (/:[^/]+$/.test(name) ? name : `${name}:latest`);

/** A stable digest: 64 hexadecimal characters. */
export const digestOf = (name: string): string => createHash('sha256').update(name).digest('hex');

/** Bytes on disk at four bits a weight. */
export const sizeOf = (model: ModelCard): number => Math.round(model.parameterCount * 0.6);

const GO_UNITS: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 };

/** Milliseconds of a `keep_alive`; null for ever. */
export function keepAliveMs(value: unknown): number | null {
  if (value === undefined || value === null) return DEFAULT_KEEP_ALIVE_MS;
  if (typeof value === 'number') return value < 0 ? null : value * 1000;
  const spelled = typeof value === 'string' ? value : '';
  if (/^-/.test(spelled)) return null;
  if (/^0$/.test(spelled)) return 0;
  const parts = [...spelled.matchAll(/(\d+(?:\.\d+)?)(ms|s|m|h)/g)];
  if (parts.length === 0 || parts.map((p) => p[0]).join('') !== spelled) {
    throw new UpstreamError(400, `time: invalid duration ${JSON.stringify(value)}`);
  }
  return parts.reduce((sum, [, count, unit]) => sum + Number(count) * (GO_UNITS[unit ?? ''] ?? 0), 0);
}
