// The context lengths that an operator sets for models, as they are written: `qwen3:8b=16384, llama3.1=8192`. Which model a name
// means is not known here. Pure, without zod. Read by model/settings.ts, by the proxy and by the console.

const MOST_MODELS = 100;
const LEAST_TOKENS = 256;
const MOST_TOKENS = 16_777_216;
/** A name as Ollama takes it, and a number of tokens. */
const ENTRY = /^([^\s=,]{1,200})\s{0,9}=\s{0,9}(\d{1,9})$/;

const entriesOf = (text: string): string[] =>
  text
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');

/** By the name as it is written. Entries that are none are left out; the setting takes none of those. */
export function contextLengths(text: string): ReadonlyMap<string, number> {
  const entries = entriesOf(text).flatMap((entry) => {
    const [, model, tokens] = ENTRY.exec(entry) ?? [];
    return model === undefined ? [] : [[model, Number(tokens)] as const];
  });
  return new Map(entries);
}

export const isContextLength = (tokens: number): boolean =>
  Number.isInteger(tokens) && tokens >= LEAST_TOKENS && tokens <= MOST_TOKENS;

/** Why a text can't be the setting; null when it can. Empty is none. */
export function contextLengthsProblem(text: string): string | null {
  const entries = entriesOf(text);
  const wrong = entries.find((entry) => !isContextLength(Number(ENTRY.exec(entry)?.[2] ?? 0)));
  if (wrong !== undefined)
    return `a model and its tokens such as qwen3:8b=16384, with commas between them; "${wrong.slice(0, 80)}" is none`;
  return entries.length > MOST_MODELS ? `at most ${MOST_MODELS} models` : null;
}

/** The setting with another length for a model; without one where `tokens` is null. */
export function withContextLength(text: string, model: string, tokens: number | null): string {
  const lengths = new Map(contextLengths(text));
  lengths.delete(model);
  if (tokens !== null) lengths.set(model, tokens);
  return [...lengths].map(([name, count]) => `${name}=${count}`).join(', ');
}
