// Whether a prompt was longer than its model's context. Ollama then drops the beginning of it, system text and tools included, answers 200
// and says nothing; what it reads is up to `num_ctx` tokens (before 0.30) or about half of them (since). Said only where it is proven:
// more words than the context has tokens, or a count of tokens read that ends exactly where Ollama cuts. Behind the answer, in slices.
// Source: Ollama's runner and chat prompt; decision 083. Called by carry-prompt.ts.
import { CONTEXT_SET_BY, type PromptCut } from '../../../shared/model/traffic.ts';
import { contextOption } from '../body/context-option.ts';
import { inSlices } from '../body/in-slices.ts';
import type { PromptTurn } from '../body/prompt-turns.ts';
import type { PromptRoute } from '../routes.ts';
import { wantedContext } from './context-length.ts';
import type { Exchange } from './exchange.ts';

/** A shorter body fits into any context that Ollama gives a model. */
const LEAST_BYTES = 4096;
/** Fewer tokens read than one for so many bytes is a reason to look closer. */
const READ_BYTES = 6;
/** Of a text, as everybody estimates. */
const CHARS_A_TOKEN = 4;
/** Tokens that Ollama keeps of the beginning, and those around a template that may be counted or not. */
const SLACK = 8;

export interface SentBody {
  readonly bytes: Buffer;
  readonly turns: readonly PromptTurn[];
}

/** What a body holds, at least and by estimate. */
export interface PromptSize {
  /** Words between blanks: no tokeniser joins two, so that there are at least as many tokens. */
  readonly words: number;
  readonly tokens: number;
}

/** Counts a prompt, in steps between which other work may run. @param tools bytes of the body that describe tools */
export function* promptSize(
  { bytes, turns }: SentBody,
  tools: { readonly start: number; readonly end: number } | null,
): Generator<void, PromptSize> {
  let words = 0;
  let chars = 0;
  const texts = function* () {
    for (const turn of turns) for (const { text } of turn.read(bytes)) yield text;
    if (tools) yield bytes.toString('utf8', tools.start, tools.end);
  };
  for (const text of texts()) {
    words += wordsIn(text);
    chars += text.length;
    yield;
  }
  return { words, tokens: Math.max(words, Math.ceil(chars / CHARS_A_TOKEN)) };
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
  const isShort = promptTokens === null || promptTokens < bytes.length / READ_BYTES;
  if (!isShort && !(loaded !== null && endsAtCut(promptTokens, loaded))) return;
  const { requested, tools } = contextOption(bytes);
  const isOllamas = route === 'chat' || route === 'generate';
  const asked: Readonly<Record<Exclude<PromptCut['setBy'], 'server'>, number | null>> = {
    request: isOllamas ? requested : null,
    setting: (isOllamas && wantedContext(settings().model_context_lengths, model)) || null,
    modelfile: models.numCtx(upstream, model),
  };
  const setBy = CONTEXT_SET_BY.find((by) => by === 'server' || asked[by] !== null) ?? 'server';
  const known = setBy === 'server' ? loaded : asked[setBy];
  // Before the first answer of a model nobody has seen it loaded.
  const mayLook = known === null && promptTokens !== null;
  const contextTokens = mayLook ? await upstreams.contextAfterLook(upstream, model) : known;
  if (contextTokens === null) return; // no Ollama, or one that does not say
  const size = await new Promise<PromptSize>((done, failed) =>
    inSlices(promptSize(sent, tools), clock, { done, failed }),
  );
  const cut = cutOf(size, { contextTokens, setBy }, promptTokens);
  if (cut) {
    exchange.update({ promptCut: cut });
    cutPrompts.enter(row, cut);
  } else if (size.tokens <= contextTokens) cutPrompts.fitted(row, contextTokens);
}
