// One answer of a model, as it comes: words cleaned of markup and told at once, thinking told apart, calls gathered, tokens counted. A model that
// cannot be asked just now is asked again, as long as it has said nothing. Source: agent, Models, The loop (markup).
import { isDeepStrictEqual } from 'node:util';
import { parseArguments } from '../../../shared/bounded-json.ts';
import { AppError } from '../../../shared/model/envelope.ts';
import { bell } from '../../streams/bell.ts';
import { SpeechReader } from '../speech/speech-reader.ts';
import { toolsInCode } from '../speech/spoken-calls.ts';
import { TOOLS } from '../tools/registry.ts';
import type { TurnCall } from './calls.ts';
import type { RunEnv } from './env.ts';
import type { ModelMessage, ModelRequest, ToolSpec } from './model-port.ts';

const TRIES = 4;
const PAUSE_MS = 1500;
const MOST_WAYS = 20;
/** Calls of one turn; others are not made. */
const MAX_CALLS = 8;
const NAMES: ReadonlySet<string> = new Set(TOOLS.map(({ name }) => name));

export interface Turn {
  /** The entry in the transcript. */
  readonly messageId: string;
  readonly text: string;
  readonly calls: readonly TurnCall[];
  /** Calls past the bound, which were not made. */
  readonly left: number;
  /** Tools that it called where only words were asked for; they were not called. */
  readonly dropped: readonly string[];
  /** Tools whose calls stand in code blocks of an answer that makes none; they were not called. */
  readonly shown: readonly string[];
  readonly reason: 'stop' | 'length' | 'tool_calls' | 'refused';
}

export interface Asked {
  readonly system: string;
  readonly messages: readonly ModelMessage[];
  readonly tools: readonly ToolSpec[];
  readonly maxTokens: number;
  readonly textOnly: boolean;
}

/** @param cut an answer that the model's limit cut, which this one continues. @throws AppError, or what aborted it */
export async function takeTurn(env: RunEnv, asked: Asked, cut: Turn | null = null): Promise<Turn> {
  const { run, signal } = env;
  let ways = 0;
  for (let tries = 1; ; tries++) {
    const answer = new Answer(env, cut);
    try {
      return await answer.take(requestOf(env, asked), asked, ways > 0);
    } catch (error) {
      const yields = isGaveWay(error) && !signal.aborted && ways++ < MOST_WAYS;
      answer.end(yields ? 'yielded' : 'broken');
      signal.throwIfAborted();
      if (yields) {
        tries--;
        continue;
      }
      const again =
        error instanceof AppError &&
        error.retryable &&
        error.code !== 'BUDGET_EXCEEDED' &&
        !answer.saidSomething;
      if (!again || tries >= TRIES) throw error;
      await pause(env, PAUSE_MS * tries);
    } finally {
      run.inputTokens += answer.inputTokens;
      run.outputTokens += answer.outputTokens;
      if (answer.cost !== null) run.cost = (run.cost ?? 0) + answer.cost;
    }
  }
}

/** An agent wanted the model's place: what was said so far is said anew. */
const isGaveWay = (error: unknown): boolean => error instanceof AppError && error.details?.gaveWay === true;

async function pause({ parts, signal }: RunEnv, ms: number): Promise<void> {
  const { ring, rung, close } = bell(signal);
  const stop = parts.clock.after(ms, ring);
  await rung();
  stop();
  close();
  signal.throwIfAborted();
}

/** Control characters are no words: terminals obey them, databases refuse some, and those of direction show other words than are there. */
const withoutControls = (text: string): string =>
  text.replaceAll(/[[\p{Cc}\u202a-\u202e\u2066-\u2069]--[\n\t]]/gv, '');

/** Nothing of it can be seen. */
export const isBlank = (text: string): boolean =>
  !/[^\p{C}\p{Z}\p{M}\p{Default_Ignorable_Code_Point}]/u.test(text);

const requestOf = (env: RunEnv, { textOnly, ...asked }: Asked): ModelRequest => ({
  ...{ model: env.run.model, run: env.run.id, ...asked },
  ...{ toolChoice: textOnly ? 'none' : 'auto', signal: env.signal },
});

function isSameCall(call: TurnCall, name: string, text: string): boolean {
  const [one, other] = [parseArguments(call.arguments), parseArguments(text)];
  return call.name === name && one.ok && other.ok && isDeepStrictEqual(one.value, other.value);
}

class Answer {
  readonly #env: RunEnv;
  readonly #id: string;
  readonly #speech: SpeechReader | null;
  #text: string;
  readonly #continues: boolean;
  #calls: TurnCall[] = [];
  /** Calls past the bound. */
  #left = 0;
  saidSomething = false;
  inputTokens = 0;
  outputTokens = 0;
  cost: number | null = null;

  constructor(env: RunEnv, cut: Turn | null) {
    this.#env = env;
    this.#id = cut?.messageId ?? env.parts.ids();
    this.#text = cut?.text ?? '';
    this.#continues = cut !== null;
    const { markup } = env.parts.switches();
    this.#speech = markup ? new SpeechReader(NAMES) : null;
  }

  /** @param isPaused an agent has the place of the one before: until this one begins, the operator is told that */
  async take(request: ModelRequest, { textOnly }: Asked, isPaused: boolean): Promise<Turn> {
    const { parts, session } = this.#env;
    this.#tell('content', '');
    session.waits(isPaused ? 'agent' : 'model');
    for await (const event of parts.model.stream(request)) {
      session.waits('model');
      if (event.type === 'text') this.#hear(withoutControls(event.text));
      else if (event.type === 'thinking') this.#tell('thinking', withoutControls(event.text));
      else if (event.type === 'tool_call') this.#called(event.call.name, event.call.arguments, false);
      else if (event.type === 'done') {
        const { reason, model, inputTokens, outputTokens, cost, ms } = event;
        Object.assign(this, { inputTokens, outputTokens, cost });
        this.#end();
        const dropped = textOnly ? this.#calls.map(({ name }) => name) : [];
        for (const _name of dropped) parts.counters.dropped();
        const calls = textOnly ? [] : this.#calls;
        session.tell({
          ...{ type: 'usage', message_id: this.#id, state: calls.length > 0 ? 'said' : 'final', model },
          ...{ input_tokens: inputTokens, output_tokens: outputTokens, cost, ms },
          ...{ context_tokens: this.#env.room.tokens, truncated: this.#continues && reason === 'length' },
        });
        const mayMean = this.#speech !== null && this.#calls.length === 0 && !textOnly;
        const shown = mayMean ? toolsInCode(this.#text, NAMES) : [];
        return { messageId: this.#id, text: this.#text, calls, left: this.#left, dropped, shown, reason };
      }
    }
    throw new AppError('BAD_ANSWER', 'The model’s answer ended without an end.', undefined, true);
  }

  /** `broken`: what came of it so far stays, marked as that. `yielded`: it is said again, and its entry goes. */
  end(state: 'broken' | 'yielded'): void {
    this.#env.session.tell({
      ...{ type: 'usage', message_id: this.#id, state, model: null },
      ...{ input_tokens: this.inputTokens, output_tokens: this.outputTokens, cost: this.cost, ms: null },
      context_tokens: null,
    });
  }

  #hear(piece: string): void {
    if (this.#speech) for (const event of this.#speech.take(piece)) this.#said(event);
    else this.#say(piece);
  }

  #end(): void {
    if (!this.#speech) return;
    for (const event of this.#speech.end()) this.#said(event);
    if (this.#speech.cleaned) this.#env.parts.counters.markupRemoved();
  }

  #said(event: ReturnType<SpeechReader['take']>[number]): void {
    switch (event.type) {
      case 'text':
        this.#say(event.text);
        return;
      case 'thinking':
        this.#tell('thinking', event.text);
        return;
      case 'call':
        if (!this.#env.parts.switches().textCalls) return;
        this.#env.parts.counters.textCall(event.name);
        this.#called(event.name, event.arguments, true);
        return;
      case 'retract':
        this.#text = '';
        this.#env.session.tell({
          type: 'content_replaced',
          message_id: this.#id,
          text: '',
          reason: 'markup',
        });
    }
  }

  #say(text: string): void {
    this.#text += text;
    this.#tell('content', text);
  }

  #called(name: string, text: string, asText: boolean): void {
    this.saidSomething = true;
    // The same call once as a call and once in the text is one.
    if (this.#calls.some((call) => call.asText !== asText && isSameCall(call, name, text))) return;
    if (this.#calls.length >= MAX_CALLS) {
      this.#env.parts.counters.dropped();
      this.#left += 1;
      return;
    }
    // An id of our own: those of models come twice.
    this.#calls.push({ id: `call_${this.#env.parts.ids()}`, name, arguments: text, asText });
  }

  #tell(type: 'content' | 'thinking', text: string): void {
    const { parts, session, run } = this.#env;
    if (text !== '') this.saidSomething = true;
    session.tell({ type, run_id: run.id, message_id: this.#id, at: parts.clock.now(), turn: run.turn, text });
  }
}
