// A proxied request as the operator sees it: who asked, what was added and why, how long each phase took.
// Source: proxy, Seeing it, console, Traffic.
import * as z from 'zod';
import { LoopMark, LoopVerdict } from './loop.ts';

/** The prompt-carrying routes, by the shape of their bodies. `other` passes through untouched. */
export const ROUTE_KINDS = [
  'chat',
  'generate',
  'openai_chat',
  'openai_completions',
  'openai_responses',
  'anthropic_messages',
  'other',
] as const;
export const RouteKind = z.enum(ROUTE_KINDS);
export type RouteKind = z.infer<typeof RouteKind>;

/** Why a request was enriched or left alone. One closed list, shown in Traffic and by `festinger explain prompt`. */
export const INJECTION_REASONS = [
  'injected',
  'nothing_to_recall',
  'disabled',
  'not_a_prompt_route',
  'empty_call',
  'raw',
  'suffix',
  'utility_call',
  'foreign_origin',
  'unreadable_body',
  'body_too_large',
  'too_many_turns',
  'no_room',
  'too_slow',
  'prompt_refused',
  'broken_loop',
  'internal_error',
] as const;
export const InjectionReason = z.enum(INJECTION_REASONS);
export type InjectionReason = z.infer<typeof InjectionReason>;

/** Which concept brought which line of the block, and why it surfaced. */
export const RecalledLine = z.strictObject({
  concept: z.string(),
  line: z.string(),
  kind: z.enum(['edges', 'zero_hit']),
  /** `asked_for`: it stands below a concept the newest message asks about; `introduced`: the system prompt names it. */
  why: z.enum(['named_now', 'asked_for', 'salient', 'novel', 'introduced', 'kept']),
  saliency: z.number(),
  edgeIds: z.array(z.number().int()),
});
export type RecalledLine = z.infer<typeof RecalledLine>;

export const Timings = z.strictObject({
  /** Milliseconds each. `addedMs` is our own work before forwarding; the rest follows from the upstream. */
  addedMs: z.number(),
  queuedMs: z.number(),
  firstByteMs: z.number().nullable(),
  totalMs: z.number().nullable(),
});

export const Usage = z.strictObject({
  promptTokens: z.number().int().nullable(),
  completionTokens: z.number().int().nullable(),
  /** Nanoseconds as Ollama reports them. */
  promptEvalNs: z.number().nullable(),
  evalNs: z.number().nullable(),
});

/** Where a request is; one that failed or was left keeps the phase in which that happened. */
export const REQUEST_PHASES = ['reading', 'queued', 'prefill', 'streaming', 'over'] as const;

export const REQUEST_STATES = ['running', 'done', 'failed', 'aborted'] as const;

/**
 * What of a prompt was not looked at, and how much: bytes of a text's middle; turns, read with the next request; lines the
 * block had no room for; characters of a long message that were not counted and read for facts; bytes that waited too long.
 */
export const LEFT_OUT = ['text', 'turns', 'lines', 'counting', 'observation'] as const;
export const LeftOut = z.strictObject({ what: z.enum(LEFT_OUT), amount: z.number().int() });
export type LeftOut = z.infer<typeof LeftOut>;

/** The request's own `num_ctx`, our setting, the Modelfile, or the server's default. */
export const CONTEXT_SET_BY = ['request', 'setting', 'modelfile', 'server'] as const;

/** A prompt that was longer than its model's context: the upstream dropped its beginning and answered all the same. */
export const PromptCut = z.strictObject({
  /** The context in force, tokens. */
  contextTokens: z.number().int(),
  /** Tokens that were sent, estimated from characters. */
  sentTokens: z.number().int(),
  /** Tokens that the upstream says it read; null where it does not say. */
  readTokens: z.number().int().nullable(),
  /** Who set that context. */
  setBy: z.enum(CONTEXT_SET_BY),
  /** The words alone are more than the context has tokens; else what the upstream read ends exactly where it cuts. */
  isCertain: z.boolean(),
});
export type PromptCut = z.infer<typeof PromptCut>;

export const TrafficRow = z.strictObject({
  id: z.string(),
  at: z.number().int(),
  state: z.enum(REQUEST_STATES),
  phase: z.enum(REQUEST_PHASES),
  method: z.string(),
  path: z.string(),
  route: RouteKind,
  client: z.string(),
  project: z.string(),
  conversation: z.string().nullable(),
  model: z.string().nullable(),
  upstream: z.string(),
  status: z.number().int().nullable(),
  error: z.string().nullable(),
  streamed: z.boolean(),
  reason: InjectionReason,
  /** Lines of its recollection, also those that ask what a concept is. */
  recalledConcepts: z.number().int(),
  injectedBytes: z.number().int(),
  /** No cap is silent: what was left out of reading and recalling it; empty for nothing. */
  leftOut: z.array(LeftOut),
  /** How many bytes of the prompt stayed an identical prefix of the conversation's previous request. */
  prefixBytes: z.number().int(),
  requestBytes: z.number().int(),
  responseBytes: z.number().int(),
  timings: Timings,
  usage: Usage,
  /** Null where it fitted, or nobody can say. */
  promptCut: PromptCut.nullable().default(null),
  /** The loop it was a part of; null for none. */
  loop: LoopMark.nullable(),
  /** Answered here, by the breaker, and not sent upstream. */
  local: z.boolean(),
  /** Kept when older rows go. */
  pinned: z.boolean(),
});
export type TrafficRow = z.infer<typeof TrafficRow>;

/** The prompt around the injection. `before` and `after` hold the changed string's text, cut to the kept size. */
export const PromptDiff = z.strictObject({
  bodiesKept: z.boolean(),
  /** Where the block went, e.g. `messages[0].content`. */
  where: z.string(),
  block: z.string(),
  before: z.string().nullable(),
  after: z.string().nullable(),
  truncated: z.boolean(),
});

/** A question for what stands below a concept in a dimension, and how many of it were reminded of. */
export const AskedBelow = z.strictObject({
  concept: z.string(),
  dimension: z.string(),
  shown: z.number().int(),
  /** Counted up to 200. */
  total: z.number().int(),
});
export type AskedBelow = z.infer<typeof AskedBelow>;

export const TrafficDetail = z.strictObject({
  row: TrafficRow,
  lines: z.array(RecalledLine),
  asked: z.array(AskedBelow),
  loop: LoopVerdict.nullable(),
  diff: PromptDiff.nullable(),
  /** The rest of the prompt by segment, redacted; null unless bodies are kept. */
  segments: z
    .array(z.strictObject({ role: z.string(), trust: z.string(), scanned: z.boolean(), text: z.string() }))
    .nullable(),
  /** Facts this request's prompt taught. */
  learned: z.array(z.strictObject({ text: z.string(), status: z.string() })),
});
export type TrafficDetail = z.infer<typeof TrafficDetail>;
