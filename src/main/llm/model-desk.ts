// Where the program asks models: picks the one chosen for a purpose, holds the day's budget, counts what was used
// (also by calls that failed), and turns what went wrong into one AppError. Retrying belongs to whoever asks.
// Implements the memory's port AskModel by its shape. Called by the write path, the resolution job and models.test.
import type { Clock } from '../../shared/model/clock.ts';
import { AppError } from '../../shared/model/envelope.ts';
import type { Budget } from '../../shared/model/job.ts';
import type { Settings } from '../../shared/model/settings.ts';
import { spelledPlainly, withoutFence } from '../../shared/plain-json.ts';
import { hideSecret, withoutHidden } from '../../shared/redact.ts';
import type { Store, StoreLog } from '../store/store-access.ts';
import {
  type DayLimits,
  type DaySum,
  reserveCall,
  type Settlement,
  settleCall,
  sumDay,
} from '../store/tables/model-calls.ts';
import { localDay, resetsAt } from './budget-day.ts';
import type { ModelNetwork } from './call-guard.ts';
import type { AnswerSchema, ChatRequest } from './chat-model.ts';
import { type CollectedAnswer, collectAnswer, worstCase } from './collect-answer.ts';
import { refusedAnswer, toAppError } from './model-problems.ts';
import type { KnownModel, ModelRegistry } from './model-registry.ts';
import { openChatModel } from './open-chat-model.ts';
import { schemaInWords } from './schema-on-the-wire.ts';

export type Purpose = 'write' | 'resolve' | 'test';

/** Tokens an answer may have: a few hundred are enough, thinking models spend more on the way. */
const MAX_OUTPUT_TOKENS = 4096;
/** Answers are short; what is longer is not worth reading to the end. */
const MAX_ANSWER_BYTES = 131_072;

const SETTING = { write: 'write_model_id', resolve: 'resolve_model_id' } as const;

export type DeskSettings = Pick<
  Settings,
  | 'write_model_id'
  | 'resolve_model_id'
  | 'budget_daily_tokens'
  | 'budget_daily_cost'
  | 'model_timeout_seconds'
>;

/** What the desk reports as it works; labels are bounded by the types. */
export interface DeskCounters {
  modelCalled(call: {
    readonly purpose: Purpose;
    readonly outcome: 'ok' | 'failed' | 'refused_by_budget';
    readonly inputTokens: number;
    readonly outputTokens: number;
    /** US dollars. */
    readonly cost: number;
  }): void;
}

export interface DeskParts {
  readonly store: Store;
  readonly registry: ModelRegistry;
  readonly network: ModelNetwork;
  readonly clock: Clock;
  readonly settings: () => DeskSettings;
  readonly log: StoreLog;
  readonly counters: DeskCounters;
}

export interface DeskQuestion {
  readonly purpose: 'write' | 'resolve';
  readonly system: string;
  readonly prompt: string;
  readonly schema: AnswerSchema;
  readonly signal?: AbortSignal | undefined;
}

export interface DeskAnswer {
  readonly text: string;
  readonly model: string;
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly ms: number;
}

type MeteredRequest = Omit<ChatRequest, 'timeoutMs' | 'maxAnswerBytes'>;

export class ModelDesk {
  readonly #parts: DeskParts;

  constructor(parts: DeskParts) {
    this.#parts = parts;
  }

  /** @throws AppError, see the memory's AskModel */
  async ask(question: DeskQuestion): Promise<DeskAnswer> {
    const model = await this.#chosen(question.purpose);
    const { system, prompt, schema, signal } = question;
    // A model known to take no schema is asked in words.
    const inWords = model.abilities.jsonSchema === false;
    const started = this.#parts.clock.monotonic();
    const answer = await this.call(question.purpose, model, {
      system: inWords ? `${system}\n\n${schemaInWords(schema.schema)}` : system,
      messages: [{ role: 'user', content: prompt }],
      ...(inWords ? {} : { schema }),
      // Only local models take it without fail; the others are asked as they are.
      ...(model.provider === 'ollama' ? { temperature: 0 } : {}),
      maxTokens: MAX_OUTPUT_TOKENS,
      signal,
    });
    const refused = refusedAnswer(model.label, answer);
    if (refused) throw refused;
    return {
      text: withoutKeys(wordsOnly(answer.text, inWords)),
      model: model.label,
      inputTokens: answer.inputTokens,
      outputTokens: answer.outputTokens,
      ms: Math.round(this.#parts.clock.monotonic() - started),
    };
  }

  /** Why nobody can be asked for this purpose now; null when somebody can. As of the registry's last look. */
  problem(purpose: 'write' | 'resolve'): string | null {
    const setting = SETTING[purpose];
    const id = this.#parts.settings()[setting];
    if (id === null) return `No model is chosen: ${setting} is empty.`;
    const model = this.#parts.registry.known().find((one) => one.id === id);
    if (!model) return `${setting} names the model ${id}, which is not there.`;
    return model.problem === null ? null : `${model.label} cannot be asked. ${model.problem}`;
  }

  async today(): Promise<Budget> {
    const now = this.#parts.clock.now();
    const day = localDay(now);
    const sum = await sumDay(this.#parts.store.reader, day);
    const limits = this.#limits();
    return { day, ...sum, tokenLimit: limits.tokens, costLimit: limits.cost, resetsAt: resetsAt(now) };
  }

  /**
   * One call within the budget: reserved before, settled after, whatever became of it.
   * @throws AppError BUDGET_EXCEEDED before it is made; otherwise what went wrong
   */
  async call(purpose: Purpose, model: KnownModel, request: MeteredRequest): Promise<CollectedAnswer> {
    const id = await this.#reserve(purpose, model, request);
    // Its key stays hidden until the answer is read, though somebody replaces or removes it meanwhile.
    const key = model.endpoint.apiKey();
    const letGo = key === null ? () => {} : hideSecret(key);
    try {
      return await this.#metered(id, purpose, model, request);
    } finally {
      letGo();
    }
  }

  async #metered(
    id: number,
    purpose: Purpose,
    model: KnownModel,
    request: MeteredRequest,
  ): Promise<CollectedAnswer> {
    const { clock, network } = this.#parts;
    const started = clock.monotonic();
    const { answer, error } = await collectAnswer(openChatModel(model.endpoint, network), {
      ...request,
      timeoutMs: this.#parts.settings().model_timeout_seconds * 1000,
      maxAnswerBytes: MAX_ANSWER_BYTES,
    });
    const cost = costOf(model, answer.inputTokens, answer.outputTokens);
    await this.#settle(id, purpose, {
      ...{ inputTokens: answer.inputTokens, outputTokens: answer.outputTokens, estimated: answer.estimated },
      ok: error === null,
      problem: error === null ? null : `${error.kind}: ${error.message}`,
      cost,
      ms: Math.round(clock.monotonic() - started),
    });
    if (error) throw toAppError(model.label, error);
    // A server that echoes its request would hand the key to the graph, however it spells it.
    return { ...answer, text: withoutKeys(answer.text) };
  }

  async #chosen(purpose: 'write' | 'resolve'): Promise<KnownModel> {
    const setting = SETTING[purpose];
    const id = this.#parts.settings()[setting];
    if (id === null) {
      throw new AppError('UNAVAILABLE', `No model is chosen: set ${setting} in Settings.`, { setting });
    }
    const model = await this.#parts.registry.find(id).catch((error: unknown) => {
      if (!(error instanceof AppError) || error.code !== 'NOT_FOUND') throw error;
      throw new AppError('UNAVAILABLE', `${setting} names the model ${id}, which is not there.`, { setting });
    });
    if (model.problem !== null) {
      throw new AppError('UNAVAILABLE', `${model.label} cannot be asked. ${model.problem}`, { setting });
    }
    return model;
  }

  #limits(): DayLimits {
    const { budget_daily_tokens: tokens, budget_daily_cost: cost } = this.#parts.settings();
    return { tokens, cost };
  }

  async #reserve(purpose: Purpose, model: KnownModel, request: MeteredRequest): Promise<number> {
    const now = this.#parts.clock.now();
    const inputTokens = worstCase(request);
    const outputTokens = request.maxTokens;
    const limits = this.#limits();
    const reserved = await this.#parts.store.write((writer) =>
      reserveCall(
        writer,
        {
          ...{ at: now, day: localDay(now), purpose, model: model.label, inputTokens, outputTokens },
          cost: costOf(model, inputTokens, outputTokens),
        },
        limits,
      ),
    );
    if ('id' in reserved) return reserved.id;
    this.#parts.counters.modelCalled({
      ...{ purpose, inputTokens: 0, outputTokens: 0, cost: 0 },
      outcome: 'refused_by_budget',
    });
    throw exceeded(reserved.full, limits, now);
  }

  async #settle(id: number, purpose: Purpose, used: Settlement): Promise<void> {
    const { inputTokens, outputTokens, cost, ok } = used;
    this.#parts.counters.modelCalled({
      ...{ purpose, inputTokens, outputTokens, cost },
      outcome: ok ? 'ok' : 'failed',
    });
    try {
      await this.#parts.store.write((writer) => settleCall(writer, id, used));
    } catch (error) {
      // The reservation stays: the budget errs on the safe side, and the answer is not thrown away.
      this.#parts.log.warn({ err: error, call: id }, 'what a model call used could not be recorded');
    }
  }
}

function exceeded(sum: DaySum, limits: DayLimits, now: number): AppError {
  const at = resetsAt(now);
  return new AppError(
    'BUDGET_EXCEEDED',
    `The daily budget for models has no room for another call: ${sum.tokens} of ${limits.tokens} tokens and ${sum.cost.toFixed(2)} of ${limits.cost.toFixed(2)} US dollars are used or reserved. It starts anew at midnight; budget_daily_tokens and budget_daily_cost in Settings raise it.`,
    { resetsAt: at, retryAfterMs: at - now, tokens: sum.tokens, cost: sum.cost },
    true,
  );
}

/**
 * The answer without what models put around it: thoughts that a server did not tell apart and, where the schema was
 * asked for in words, the fence of a code block.
 */
function wordsOnly(text: string, inWords: boolean): string {
  const answer = text.replace(/^\s*<think>[\s\S]*?<\/think>/, '').trim();
  return inWords ? withoutFence(answer) : answer;
}

/** The answer as it came, unless a key stands in it, plainly or spelled with JSON's escapes. */
function withoutKeys(text: string): string {
  const plain = spelledPlainly(text);
  const clean = withoutHidden(plain);
  return clean === plain ? withoutHidden(text) : clean;
}

/** US dollars; nothing where prices are unknown. */
function costOf(model: KnownModel, inputTokens: number, outputTokens: number): number {
  return (inputTokens * (model.inputPrice ?? 0) + outputTokens * (model.outputPrice ?? 0)) / 1e6;
}
