// Whether a prompt was longer than its model's context. Ollama then drops the beginning of it, system text and tools included, answers 200
// and says nothing; what it reads is up to `num_ctx` tokens (before 0.30) or about half of them (since). Said only where it is proven:
// more words than the context has tokens, or a count of tokens read that ends exactly where Ollama cuts. Behind the answer, in slices.
// Source: Ollama's runner and chat prompt; decision 083. Called by carry-prompt.ts.
import { CONTEXT_SET_BY, type PromptCut } from '../../../shared/model/traffic.ts';
import { contextOption, type ScannedBytes } from '../body/context-option.ts';
import { inSlices } from '../body/in-slices.ts';
import type { PromptTurn } from '../body/prompt-turns.ts';
import type { PromptRoute } from '../routes.ts';
import { wantedContext } from './context-length.ts';
import type { Exchange } from './exchange.ts';

/** A shorter body fits into any context that Ollama gives a model. */
const LEAST_BYTES = 4096;
/** Fewer tokens read than one for so many bytes is a reason to look closer. */
const READ_BYTES = 6;
/** Longer descriptions of tools are counted up to there. */
const MOST_TOOL_BYTES = 1_048_576;
/** A word and the blank that parts it from the next: a body of fewer bytes for each token of the context is not counted. */
const WORD_BYTES = 2;
/** Of a text, as everybody estimates. */
const CHARS_A_TOKEN = 4;
/** Tokens that Ollama keeps of the beginning, and those around a template that may be counted or not. */
const SLACK = 8;

export interface SentBody extends ScannedBytes {
  readonly turns: readonly PromptTurn[];
}

/** What a body holds, at least and by estimate. */
export interface PromptSize {
  /** Words between blanks: no tokeniser joins two, so that there are at least as many tokens. */
  readonly words: number;
  readonly tokens: number;
}

interface Counted {
  readonly words: number;
  readonly chars: number;
}

/** Of turns, which requests of a conversation share. */
const COUNTED = new WeakMap<PromptTurn, Counted>();

/** Counts a prompt, in steps between which other work may run. @param tools bytes of the body that describe tools */
export function* promptSize(
  { bytes, turns }: Pick<SentBody, 'bytes' | 'turns'>,
  tools: { readonly start: number; readonly end: number } | null,
): Generator<void, PromptSize> {
  let words = 0;
  let chars = 0;
  const add = (counted: Counted) => {
    words += counted.words;
    chars += counted.chars;
  };
  for (const turn of turns) {
    const counted = COUNTED.get(turn) ?? (yield* countedIn(turn.read(bytes).map(({ text }) => text)));
    COUNTED.set(turn, counted);
    add(counted);
    yield;
  }
  if (tools) {
    const end = Math.min(tools.end, tools.start + MOST_TOOL_BYTES);
    add(yield* countedIn([bytes.toString('utf8', tools.start, end)]));
  }
  return { words, tokens: Math.max(words, Math.ceil(chars / CHARS_A_TOKEN)) };
}

function* countedIn(texts: readonly string[]): Generator<void, Counted> {
  const counted = { words: 0, chars: 0 };
  for (const text of texts) {
    counted.words += wordsIn(text);
    counted.chars += text.length;
    yield;
  }
  return counted;
}

function wordsIn(text: string): number {
  let words = 0;
  let isBlank = true;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    const blank = unit <= 0x20 || unit === 0xa0;
    if (isBlank && !blank) words++;
    isBlank = blank;
  }
  return words;
}

/** Whether so many tokens are what is left of a prompt that was cut: all of a context, or the half that is kept free of an answer. */
export function endsAtCut(readTokens: number | null, contextTokens: number): boolean {
  if (readTokens === null) return false;
  const isAt = (limit: number) => readTokens >= limit - 1 && readTokens <= limit + SLACK;
  return (
    isAt(Math.floor(contextTokens / 2)) || (readTokens >= contextTokens - 1 && readTokens <= contextTokens)
  );
}

/** Null where it fitted, or nothing is proven. */
export function cutOf(
  { words, tokens }: PromptSize,
  { contextTokens, setBy }: Pick<PromptCut, 'contextTokens' | 'setBy'>,
  readTokens: number | null,
): PromptCut | null {
  // More was read than the context is said to have: that is not the context it had.
  if (readTokens !== null && readTokens > contextTokens) return null;
  const isCertain = words > contextTokens;
  if (!isCertain && !(tokens > contextTokens && endsAtCut(readTokens, contextTokens))) return null;
  return { contextTokens, setBy, sentTokens: tokens, readTokens, isCertain };
}

/** Looks at a prompt that was answered, and notes where it was cut. Its row has its token counts. */
export async function noteCutPrompt(exchange: Exchange, route: PromptRoute, sent: SentBody): Promise<void> {
  const { parts, row } = exchange;
  const { model, upstream, usage } = row;
  const { promptTokens } = usage;
  const { bytes } = sent;
  if (model === null || bytes.length < LEAST_BYTES) return;
  const { upstreams, models, settings, clock, cutPrompts } = parts;
  const loaded = upstreams.loadedContext(upstream, model);
  const isOllamas = route === 'chat' || route === 'generate';
  const wanted = isOllamas ? (wantedContext(settings().model_context_lengths, model) ?? null) : null;
  const isShort = promptTokens === null || promptTokens < bytes.length / READ_BYTES;
  if (!isShort && !(loaded !== null && endsAtCut(promptTokens, loaded))) {
    cutPrompts.fitted(row, Math.max(promptTokens, wanted ?? 0));
    return;
  }
  const option = isOllamas ? contextOption(sent) : null;
  const asked: Readonly<Record<Exclude<PromptCut['setBy'], 'server'>, number | null>> = {
    request: option?.requested ?? null,
    setting: wanted,
    modelfile: models.numCtx(upstream, model),
  };
  const setBy = CONTEXT_SET_BY.find((by) => by === 'server' || asked[by] !== null) ?? 'server';
  const known = setBy === 'server' ? loaded : asked[setBy];
  // Before the first answer of a model nobody has seen it loaded.
  const mayLook = known === null && promptTokens !== null;
  const contextTokens = mayLook ? await upstreams.contextAfterLook(upstream, model) : known;
  if (contextTokens === null) return; // no Ollama, or one that does not say
  if (bytes.length < WORD_BYTES * contextTokens) {
    cutPrompts.fitted(row, contextTokens);
    return;
  }
  const { tools } = option ?? contextOption(sent);
  const size = await new Promise<PromptSize>((done, failed) =>
    inSlices(promptSize(sent, tools), clock, { done, failed }),
  );
  const cut = cutOf(size, { contextTokens, setBy }, promptTokens);
  if (cut) {
    exchange.update({ promptCut: cut });
    cutPrompts.enter(row, cut);
  } else if (size.tokens <= contextTokens) cutPrompts.fitted(row, contextTokens);
}
