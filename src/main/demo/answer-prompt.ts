// The way of every prompt, whichever API it came through: check the model, load it, think of an answer, play it out.
// Called by the chat, generate and compatible routes; the order of checks is Ollama's.
import type { DemoHost, Exchange } from './demo-host.ts';
import { timestamp } from './demo-host.ts';
import { answerFrom } from './model/scripted-model.ts';
import type { ModelCard } from './model-shelf.ts';
import { playAnswer } from './play-answer.ts';
import {
  type Answer,
  countTokens,
  type Delta,
  type PromptMessage,
  type PromptRequest,
  renderPrompt,
  tokenPieces,
  type Usage,
  withModelfile,
} from './prompt.ts';
import { sendJson, UpstreamError } from './reply.ts';
import type { Behaviour } from './script.ts';
import type { WireFormat } from './wire-format.ts';

/** What is reported where the upstream itself does not wait: loading, finding the model loaded, and the least of a token. */
const LOAD_NS = 1_850_000_000;
const WARM_NS = 21_000_000;
const MIN_PROMPT_TOKEN_MS = 0.25;
const MIN_TOKEN_MS = 1;

export interface PromptCall {
  readonly prompt: PromptRequest;
  readonly wire: WireFormat;
  readonly verb: 'chat' | 'generate';
  /** As in the request; the compatible APIs have none. */
  readonly keepAlive: unknown;
}

/**
 * Answers a prompt.
 * @throws UpstreamError before the first byte, ClientLeft when the client leaves
 */
export async function answerPrompt(host: DemoHost, exchange: Exchange, call: PromptCall): Promise<void> {
  const { prompt } = call;
  const model = host.shelf.get(prompt.model);
  checkCapabilities(model, call);
  const behaviour = host.script.behaviourFor(exchange.request, prompt.model);
  const messages = withModelfile(prompt, model.system);
  exchange.request.messagesSeen = messages;
  const rendered = renderPrompt(messages, prompt.raw);
  if (prompt.debugRenderOnly) return sendRendered(host, exchange, prompt, rendered);
  if (behaviour.raw) return sendRaw(exchange, behaviour.raw);
  if (behaviour.fail) throw refusal(exchange, behaviour.fail);
  if (behaviour.usage === 'none') call.wire.omitUsage?.();
  const release = await host.slots.take(exchange.signal);
  try {
    const isCold = host.shelf.touch(model, call.keepAlive);
    const prefill = measurePrefill(host, model, rendered);
    const answer = composeAnswer(prompt, model, messages, rendered, behaviour);
    const { deltas, doneReason } = toDeltas(answer, behaviour, prompt.maxTokens);
    await playAnswer(host, exchange, {
      deltas,
      doneReason,
      usage: {
        ...usageOf(host, isCold, prefill, deltas),
        ...(behaviour.usage === 'none' ? {} : behaviour.usage),
      },
      wire: call.wire,
      behaviour,
      stream: prompt.stream,
      prefillMs: (isCold ? host.speed.loadMs : 0) + prefill.newTokens * host.speed.promptTokenMs,
    });
  } finally {
    release();
  }
}

function sendRaw({ res }: Exchange, raw: NonNullable<Behaviour['raw']>): void {
  res.writeHead(raw.status ?? 200, { ...raw.headers });
  res.end(raw.body);
}

function refusal({ res }: Exchange, fail: NonNullable<Behaviour['fail']>): UpstreamError {
  for (const [name, value] of Object.entries(fail.headers ?? {})) res.setHeader(name, value);
  return new UpstreamError(fail.status, fail.message);
}

function checkCapabilities(model: ModelCard, { prompt, verb }: PromptCall): void {
  const quoted = JSON.stringify(prompt.model);
  if (!model.capabilities.includes('completion')) {
    throw new UpstreamError(400, `${quoted} does not support ${verb}`);
  }
  if (prompt.tools.length > 0 && !model.capabilities.includes('tools')) {
    throw new UpstreamError(400, `${prompt.model} does not support tools`);
  }
  if (prompt.think === true && !model.capabilities.includes('thinking')) {
    throw new UpstreamError(400, `${quoted} does not support thinking`);
  }
}

function sendRendered(host: DemoHost, exchange: Exchange, prompt: PromptRequest, rendered: string): void {
  sendJson(exchange.res, 'ollama', 200, {
    model: prompt.model,
    created_at: timestamp(host),
    _debug_info: { rendered_template: rendered },
  });
}

function composeAnswer(
  prompt: PromptRequest,
  model: ModelCard,
  messages: readonly PromptMessage[],
  rendered: string,
  behaviour: Behaviour,
): Answer {
  const own = answerFrom({ prompt, messages, model });
  const text = behaviour.echo
    ? rendered
    : (behaviour.text ?? behaviour.pieces?.join('') ?? fillerOf(behaviour.bytes));
  const fixed = text !== undefined || behaviour.toolCalls !== undefined;
  const thinks = prompt.think !== false && model.capabilities.includes('thinking');
  return {
    thinking: behaviour.thinking ?? (thinks ? own.thinking : ''),
    text: fixed ? (text ?? '') : own.text,
    toolCalls: fixed ? (behaviour.toolCalls ?? []) : own.toolCalls,
    doneReason: behaviour.doneReason ?? own.doneReason,
  };
}

/** ASCII words of exactly so many bytes. */
function fillerOf(bytes: number | undefined): string | undefined {
  return bytes === undefined ? undefined : 'glitch '.repeat(Math.ceil(bytes / 7)).slice(0, bytes);
}

function toDeltas(
  answer: Answer,
  behaviour: Behaviour,
  maxTokens: number | null,
): { deltas: Delta[]; doneReason: Answer['doneReason'] } {
  const thinking = tokenPieces(answer.thinking).map((text): Delta => ({ kind: 'thinking', text }));
  const pieces = behaviour.pieces ?? tokenPieces(answer.text);
  const deltas = thinking.concat(pieces.map((text): Delta => ({ kind: 'text', text })));
  if (answer.toolCalls.length > 0) deltas.push({ kind: 'tools', calls: answer.toolCalls });
  if (maxTokens === null || maxTokens <= 0 || deltas.length <= maxTokens) {
    return { deltas, doneReason: answer.doneReason };
  }
  return { deltas: deltas.slice(0, maxTokens), doneReason: 'length' };
}

interface Prefill {
  readonly tokens: number;
  /** Those that the prefix cache did not hold. */
  readonly newTokens: number;
}

/** llama-server reuses the longest common prefix with the prompt before; only the rest costs time. */
function measurePrefill(host: DemoHost, model: ModelCard, rendered: string): Prefill {
  const before = host.prefixes.get(model.name) ?? '';
  host.prefixes.set(model.name, rendered);
  let same = 0;
  while (same < before.length && before.charCodeAt(same) === rendered.charCodeAt(same)) same += 1;
  return { tokens: countTokens(rendered), newTokens: countTokens(rendered.slice(same)) };
}

function usageOf(host: DemoHost, isCold: boolean, prefill: Prefill, deltas: readonly Delta[]): Usage {
  const promptTokenMs = Math.max(host.speed.promptTokenMs, MIN_PROMPT_TOKEN_MS);
  const tokenMs = Math.max(host.speed.tokenMs, MIN_TOKEN_MS);
  return {
    promptTokens: prefill.tokens,
    completionTokens: deltas.length,
    loadNs: isCold ? host.speed.loadMs * 1e6 || LOAD_NS : WARM_NS,
    promptNs: Math.round(Math.max(1, prefill.newTokens) * promptTokenMs * 1e6),
    evalNs: Math.round(Math.max(1, deltas.length) * tokenMs * 1e6),
  };
}
