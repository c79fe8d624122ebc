// The context lengths that an operator sets for models, as they are written: `qwen3:8b=16384, llama3.1=8192`. Which model a name
// means is not known here. Read by model/settings.ts, by the proxy and by the console.
import * as z from 'zod';

const MOST_MODELS = 100;
const LEAST_TOKENS = 256;
const MOST_TOKENS = 16_777_216;
/** A name as Ollama takes it, and a number of tokens. */
const ENTRY = /^([^\s=,]{1,200})\s{0,9}=\s{0,9}(\d{1,9})$/;

/** By the name as it is written. Entries that are none are left out; the setting takes none of those. */
export function contextLengths(text: string): ReadonlyMap<string, number> {
  return new Map(
    entriesOf(text).flatMap((entry) => {
      const [, model, tokens] = ENTRY.exec(entry) ?? [];
      return model === undefined ? [] : [[model, Number(tokens)] as const];
    }),
  );
}

const entriesOf = (text: string): string[] =>
  text
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');

const fits = (entry: string): boolean => {
  const tokens = Number(ENTRY.exec(entry)?.[2] ?? 0);
  return tokens >= LEAST_TOKENS && tokens <= MOST_TOKENS;
};

/** Empty: none. */
export const ContextLengths = z
  .string()
  .trim()
  .max(4000)
  .superRefine((text, context) => {
    const entries = entriesOf(text);
    const wrong = entries.find((entry) => !fits(entry));
    if (wrong !== undefined) {
      const message = `a model and its tokens such as qwen3:8b=16384, with commas between them; "${wrong.slice(0, 80)}" is none`;
      context.addIssue({ code: 'custom', message });
    } else if (entries.length > MOST_MODELS)
      context.addIssue({ code: 'custom', message: `at most ${MOST_MODELS} models` });
  })
  .default('');
