// Where the program asks models: picks the one chosen for a purpose, holds the budgets, counts what was used (also by calls
// that failed or were left), keeps keys out of answers, and turns what went wrong into one AppError. Retrying belongs to
// whoever asks. Implements the memory's port AskModel by its shape. Called by the write path, the resolution job and models.test.
import type { Clock } from '../../shared/model/clock.ts';
import { AppError } from '../../shared/model/envelope.ts';
import type { Budget } from '../../shared/model/job.ts';
import type { Settings } from '../../shared/model/settings.ts';
import { spelledPlainly, withoutFence } from '../../shared/plain-json.ts';
import { HiddenInPieces, hideSecret, withoutHidden } from '../../shared/redact.ts';
import type { Store, StoreLog } from '../store/store-access.ts';
import { reserveCall, type Settlement, settleCall, sumCalls } from '../store/tables/model-calls.ts';
import type { Traces } from '../telemetry/traces.ts';
import { aboutModel, aboutNobody, type ModelAbout } from './about-model.ts';
import type { ModelNetwork } from './call-guard.ts';
import { CallSpan } from './call-span.ts';
import type { AnswerEvent, AnswerSchema, ChatEvent, ChatRequest } from './chat-model.ts';
import { AnswerCount, collected, worstCase } from './collect-answer.ts';
import { exceeded, limitsOf, localDay, resetsAt } from './limits/budgets.ts';
import { type GuestPlaces, gaveWay, Places, untilPlaced } from './limits/places.ts';
import { LlmError } from './llm-error.ts';
import { refusedAnswer, toAppError } from './model-problems.ts';
import type { KnownModel, ModelRegistry } from './model-registry.ts';
import { openChatModel } from './open-chat-model.ts';
import type { Asker, Purpose, Purposes } from './purpose.ts';
import { schemaInWords } from './schema-on-the-wire.ts';

/** Tokens an answer may have: a few hundred are enough, thinking models spend more on the way. */
const MAX_OUTPUT_TOKENS = 4096;
const NOTHING = { estimated: true, inputTokens: 0, outputTokens: 0 } as const;

/** What the desk reports as it works; a purpose is one of those that were registered, or `test`. */
export interface DeskCounters {
  modelCalled(call: {
    readonly purpose: string;
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
  readonly settings: () => Settings;
  readonly purposes: Purposes;
  readonly log: StoreLog;
  readonly counters: DeskCounters;
  readonly traces: Pick<Traces, 'begin'>;
}

type CallRequest = Omit<ChatRequest, 'timeoutMs' | 'maxAnswerBytes'>;

export interface DeskRequest extends Omit<CallRequest, 'maxTokens'> {
  /** The name of one that was registered. */
  readonly purpose: string;
  /** Of the table or config.yaml, in the place of the one that the purpose's setting names. */
  readonly model?: string | null | undefined;
  /** What this call belongs to with others, for a purpose with a budget a run. */
  readonly run?: string | undefined;
  /** Tokens the answer may have, where that is less than usual. */
  readonly maxTokens?: number | undefined;
}

/** Something else than a chat that is asked of a model. */
export interface SingleCall {
  readonly asker: Asker;
  readonly model: KnownModel;
  /** What the model reads, for counting. */
  readonly texts: readonly string[];
  readonly signal?: AbortSignal | undefined;
}

export interface DeskQuestion extends Omit<DeskRequest, 'messages'> {
  readonly prompt: string;
  readonly schema: AnswerSchema;
}

export interface DeskAnswer {
  readonly text: string;
  readonly model: string;
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly ms: number;
}

export class ModelDesk {
  readonly #parts: DeskParts;
  readonly #places: Places;

  constructor(parts: DeskParts) {
    this.#parts = parts;
    this.#places = new Places(parts.clock);
  }

  /** Calls of models at upstreams of agents take what those leave, from now on. */
  serveThrough(guests: GuestPlaces): void {
    this.#places.guests = guests;
  }

  /** @throws AppError, see the memory's AskModel */
  async ask({ prompt, ...question }: DeskQuestion): Promise<DeskAnswer> {
    const asked = { ...question, messages: [{ role: 'user', content: prompt }], temperature: 0 } as const;
    const answer = await untilPlaced(() => collected(this.stream(asked)));
    const { model, inputTokens, outputTokens, ms } = answer;
    const refused = refusedAnswer(model, answer);
    if (refused) throw refused;
    return { text: withoutKeys(withoutFence(wordsOnly(answer.text))), model, inputTokens, outputTokens, ms };
  }

  /**
   * The answer as it comes. Leaving it ends the call and counts what had come; an answer of an error has no end.
   * @throws AppError while it is iterated, as `ask`
   */
  async *stream({ purpose: name, model: id, run, ...request }: DeskRequest): AsyncGenerator<AnswerEvent> {
    const purpose = this.#parts.purposes.get(name);
    const model = await this.#chosen(purpose, id ?? null);
    const { system, schema, temperature, ...asked } = request;
    // A model known to take no schema is asked in words.
    const words = schema && model.abilities.jsonSchema === false ? schemaInWords(schema.schema) : null;
    const said = [system, words].filter((part) => part !== undefined && part !== null).join('\n\n');
    const call = {
      ...asked,
      ...(said === '' ? {} : { system: said }),
      ...(words === null ? { schema } : {}),
      // Only local models take it without fail; the others are asked as they are.
      ...(model.provider === 'ollama' ? { temperature } : {}),
      maxTokens: Math.min(asked.maxTokens ?? MAX_OUTPUT_TOKENS, MAX_OUTPUT_TOKENS),
    };
    yield* this.call(purpose, model, call, run);
  }

  /**
   * A call that is no chat, in its place and within the budgets as those are.
   * @param ask makes it; tokens it read as the server counts, null where it does not
   * @throws AppError, as `ask`; details.gaveWay where an agent wanted the place
   */
  async single<T>(
    { asker, model, texts, signal }: SingleCall,
    ask: (
      signal: AbortSignal | undefined,
    ) => Promise<{ readonly answer: T; readonly inputTokens: number | null }>,
  ): Promise<T> {
    const place = await this.#places.enter(model, signal);
    try {
      const request = {
        messages: texts.map((content) => ({ role: 'user' as const, content })),
        maxTokens: 0,
      };
      const id = await this.#reserve(asker, undefined, model, request);
      return await this.#once(id, asker, model, { request, ask: () => ask(place.signal) });
    } catch (error) {
      throw place.gaveWay ? gaveWay(model.label) : error;
    } finally {
      place.leave();
    }
  }

  async #once<T>(
    id: number,
    { name }: Asker,
    model: KnownModel,
    {
      request,
      ask,
    }: {
      readonly request: CallRequest;
      ask(): Promise<{ readonly answer: T; readonly inputTokens: number | null }>;
    },
  ): Promise<T> {
    const { clock, traces } = this.#parts;
    const started = clock.monotonic();
    const span = new CallSpan(traces, 'embeddings', model.endpoint, name);
    const count = new AnswerCount(request);
    let error: LlmError | null = null;
    try {
      const { answer, inputTokens } = await ask();
      count.take({ type: 'usage', inputTokens: inputTokens ?? 0, outputTokens: 0 });
      return answer;
    } catch (thrown) {
      error = thrown instanceof LlmError ? thrown : new LlmError('protocol', 'could not be understood');
      throw toAppError(model.label, error);
    } finally {
      const used = count.total(error);
      span.end(used, error);
      const problem = error && `${error.kind}: ${error.message}`;
      const cost = costOf(model, used.inputTokens, used.outputTokens);
      const ms = Math.round(clock.monotonic() - started);
      await this.#settle(id, name, { ...used, cost, ok: error === null, problem, ms });
    }
  }

  /** Whom a purpose's setting names. @throws AppError UNAVAILABLE when it names nobody who can be asked */
  chosen(purpose: string): Promise<KnownModel> {
    return this.#chosen(this.#parts.purposes.get(purpose), null);
  }

  /** Why nobody can be asked for this purpose now; null when somebody can. As of the registry's last look. */
  problem(purpose: string): string | null {
    const { setting } = this.#parts.purposes.get(purpose);
    const id = this.#parts.settings()[setting];
    if (id === null) return `No model is chosen: ${setting} is empty.`;
    const model = this.#parts.registry.known().find((one) => one.id === id);
    if (!model) return `${setting} names the model ${id}, which is not there.`;
    return model.problem === null ? null : `${model.label} cannot be asked. ${model.problem}`;
  }

  /** What would be asked. @param id as in a request; null for the one that the purpose's setting names */
  async about(purpose: string, id: string | null): Promise<ModelAbout> {
    const { setting } = this.#parts.purposes.get(purpose);
    const wanted = id ?? this.#parts.settings()[setting];
    if (wanted === null) return aboutNobody(null, `No model is chosen: set ${setting} in Settings.`);
    const model = await this.#find(wanted);
    return model ? aboutModel(model) : aboutNobody(wanted, notThere(wanted, id === null ? setting : null));
  }

  /** Tokens of a purpose today, those under way with what they may take. */
  async usedToday(purpose: string): Promise<number> {
    const { store, clock } = this.#parts;
    return (await sumCalls(store.reader, { day: localDay(clock.now()), purpose })).tokens;
  }

  async today(): Promise<Budget> {
    const now = this.#parts.clock.now();
    const day = localDay(now);
    const { store, purposes } = this.#parts;
    // Money and calls of everything; tokens of those that share the day's.
    const [sum, { tokens }] = await Promise.all([
      sumCalls(store.reader, { day }),
      sumCalls(store.reader, { day, without: purposes.apart() }),
    ]);
    const { budget_daily_tokens: tokenLimit, budget_daily_cost: costLimit } = this.#parts.settings();
    return { day, ...sum, tokens, tokenLimit, costLimit, resetsAt: resetsAt(now) };
  }

  /**
   * One call within the budgets: reserved before, settled after, whatever became of it.
   * @throws AppError BUDGET_EXCEEDED before it is made; otherwise what went wrong
   */
  async *call(
    asker: Asker,
    model: KnownModel,
    request: CallRequest,
    run?: string,
  ): AsyncGenerator<AnswerEvent> {
    for (;;) {
      const place = await this.#places.enter(model, request.signal);
      let said = false;
      try {
        const asked = { ...request, signal: place.signal };
        // A prompt that gave way unanswered is asked again: it is counted then.
        const isUncounted = () => place.gaveWay && !said;
        for await (const event of this.#held(asker, model, asked, { run, isUncounted })) {
          said = true;
          yield event;
        }
        return;
      } catch (error) {
        if (!place.gaveWay || request.signal?.aborted === true) throw error;
        // An agent wanted the place. Before the first word nobody notices; after it, whoever asked begins anew.
        if (said) throw gaveWay(model.label);
      } finally {
        place.leave();
      }
    }
  }

  async *#held(
    asker: Asker,
    model: KnownModel,
    request: CallRequest,
    { run, isUncounted }: { readonly run: string | undefined; isUncounted(): boolean },
  ): AsyncGenerator<AnswerEvent> {
    const id = await this.#reserve(asker, run, model, request);
    // Its key stays hidden until the answer is read, though somebody replaces or removes it meanwhile.
    const key = model.endpoint.apiKey();
    const letGo = key === null ? () => {} : hideSecret(key);
    try {
      yield* this.#metered(id, asker, model, { request, isUncounted });
    } finally {
      letGo();
    }
  }

  async *#metered(
    id: number,
    { name }: Asker,
    model: KnownModel,
    { request, isUncounted }: { readonly request: CallRequest; isUncounted(): boolean },
  ): AsyncGenerator<AnswerEvent> {
    const { clock, network, settings, traces } = this.#parts;
    const started = clock.monotonic();
    const span = new CallSpan(traces, 'chat', model.endpoint, name);
    const ms = () => Math.round(clock.monotonic() - started);
    const count = new AnswerCount(request);
    const limits = {
      timeoutMs: settings().model_timeout_seconds * 1000,
    };
    let error: LlmError | null = new LlmError('aborted', 'was left by its caller');
    let end: Extract<ChatEvent, { type: 'done' }> | undefined;
    const counted = () => {
      const { estimated, ...tokens } = isUncounted() ? NOTHING : count.total(error);
      return { ...tokens, estimated, cost: costOf(model, tokens.inputTokens, tokens.outputTokens) };
    };
    try {
      const events = openChatModel(model.endpoint, network).chat({ ...request, ...limits });
      for await (const event of withoutKeysInPieces(events, count)) {
        if (event.type === 'done') end = event;
        else yield event;
      }
      error = null;
    } catch (thrown) {
      error = thrown instanceof LlmError ? thrown : new LlmError('protocol', 'could not be understood');
    } finally {
      const problem = error && `${error.kind}: ${error.message}`;
      span.end(counted(), error, end?.model);
      await this.#settle(id, name, { ...counted(), ok: error === null, problem, ms: ms() });
    }
    if (error) throw toAppError(model.label, error);
    const { inputTokens, outputTokens, cost } = counted();
    yield {
      type: 'done',
      reason: end?.reason ?? 'stop',
      model: model.label,
      inputTokens,
      outputTokens,
      cost: isPriced(model) ? cost : null,
      ms: ms(),
    };
  }

  /** @throws AppError UNAVAILABLE */
  async #chosen({ setting }: Purpose, given: string | null): Promise<KnownModel> {
    const id = given ?? this.#parts.settings()[setting];
    const details = given === null ? { setting } : { model: given };
    if (id === null) {
      throw new AppError('UNAVAILABLE', `No model is chosen: set ${setting} in Settings.`, details);
    }
    const model = await this.#find(id);
    if (!model) throw new AppError('UNAVAILABLE', notThere(id, given === null ? setting : null), details);
    const { problem } = aboutModel(model);
    if (problem !== null) throw new AppError('UNAVAILABLE', problem, details);
    return model;
  }

  async #find(id: string): Promise<KnownModel | undefined> {
    return this.#parts.registry.find(id).catch((error: unknown) => {
      if (error instanceof AppError && error.code === 'NOT_FOUND') return undefined;
      throw error;
    });
  }

  async #reserve(
    asker: Asker,
    run: string | undefined,
    model: KnownModel,
    request: CallRequest,
  ): Promise<number> {
    const { clock, settings, store, counters, purposes } = this.#parts;
    const now = clock.now();
    const { name: purpose } = asker;
    const inputTokens = worstCase(request);
    const outputTokens = request.maxTokens;
    const call = {
      ...{ at: now, day: localDay(now), purpose, run: run ?? null, model: model.label },
      ...{ inputTokens, outputTokens, cost: costOf(model, inputTokens, outputTokens) },
    };
    const limits = limitsOf(asker, run, { settings: settings(), apart: purposes.apart(), now });
    const reserved = await store.write((writer) => reserveCall(writer, call, limits));
    if ('id' in reserved) return reserved.id;
    counters.modelCalled({
      ...{ purpose, inputTokens: 0, outputTokens: 0, cost: 0 },
      outcome: 'refused_by_budget',
    });
    throw exceeded(reserved.full, reserved.sum, now);
  }

  async #settle(id: number, purpose: string, used: Settlement): Promise<void> {
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

/** The answer without the thoughts that a server did not tell apart. */
export function wordsOnly(text: string): string {
  return text.replace(/^\s*<think>[\s\S]*?<\/think>/, '').trim();
}

/** What may be shown of the events, all of which are counted: a server that echoes its request would hand its key on. */
async function* withoutKeysInPieces(
  events: AsyncIterable<ChatEvent>,
  count: AnswerCount,
): AsyncGenerator<Exclude<ChatEvent, { type: 'usage' }>> {
  const pieces = { text: new HiddenInPieces(), thinking: new HiddenInPieces() };
  for await (const event of events) {
    count.take(event);
    if (event.type === 'text' || event.type === 'thinking') {
      const text = pieces[event.type].take(event.text);
      if (text !== '') yield { type: event.type, text };
    } else if (event.type === 'tool_call') {
      yield { ...event, call: { ...event.call, arguments: withoutKeys(event.call.arguments) } };
    } else if (event.type === 'done') {
      for (const type of ['thinking', 'text'] as const) {
        const text = pieces[type].end();
        if (text !== '') yield { type, text };
      }
      yield event;
    }
  }
}

/** The answer as it came, unless a key stands in it, plainly or spelled with JSON's escapes. */
function withoutKeys(text: string): string {
  const plain = spelledPlainly(text);
  const clean = withoutHidden(plain);
  return clean === plain ? withoutHidden(text) : clean;
}

/** @param setting what names it; null where the request does */
const notThere = (id: string, setting: string | null): string =>
  setting === null
    ? `There is no model ${id.slice(0, 80)}. Choose one of those in Settings.`
    : `${setting} names the model ${id}, which is not there.`;

const isPriced = ({ inputPrice, outputPrice }: KnownModel): boolean =>
  inputPrice !== null && outputPrice !== null;

/** US dollars; nothing where prices are unknown. */
function costOf(model: KnownModel, inputTokens: number, outputTokens: number): number {
  return (inputTokens * (model.inputPrice ?? 0) + outputTokens * (model.outputPrice ?? 0)) / 1e6;
}
