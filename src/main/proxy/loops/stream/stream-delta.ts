// Reads the words that each line of a stream brings, thinking apart from what is said; tool calls bring none. A line that is written
// as the one before, but for its words, is not parsed. Called by stream-watch.ts.
import type { PromptRoute } from '../../routes.ts';

interface Delta {
  readonly said: string;
  readonly thought: string;
}

const NONE: Delta = { said: '', thought: '' };
/** A longer line brings no few words: it is the end of an answer, with all of its tokens. */
const MAX_PARSED = 65_536;

/** What stands in a value under these names, one within the other. */
export const valueAt = (value: unknown, ...path: readonly (string | number)[]): unknown =>
  path.reduce<unknown>(
    (within, key) =>
      typeof within === 'object' && within !== null
        ? (within as Record<typeof key, unknown>)[key]
        : undefined,
    value,
  );

export function textAt(value: unknown, ...path: readonly (string | number)[]): string {
  const text = valueAt(value, ...path);
  return typeof text === 'string' ? text : '';
}

/** The words of a message or a part of one, under the names it has for them. */
function wordsIn(message: unknown, said: string, ...thoughts: readonly string[]): Delta {
  const calls = valueAt(message, 'tool_calls');
  if (Array.isArray(calls) ? calls.length > 0 : calls) return NONE;
  const thought = thoughts.map((name) => textAt(message, name)).find((text) => text !== '');
  return { said: textAt(message, said), thought: thought ?? '' };
}

/** Those of an event that brings only one kind of words. */
const typed = (text: string, type: string, said: string, thoughts: readonly string[]): Delta =>
  type === said ? { said: text, thought: '' } : thoughts.includes(type) ? { said: '', thought: text } : NONE;

const REASONING = ['response.reasoning_text.delta', 'response.reasoning_summary_text.delta'];

const DELTAS: Readonly<Record<PromptRoute, (event: unknown) => Delta>> = {
  chat: (event) => wordsIn(valueAt(event, 'message'), 'content', 'thinking'),
  generate: (event) => wordsIn(event, 'response', 'thinking'),
  openai_chat: (event) =>
    wordsIn(valueAt(event, 'choices', 0, 'delta'), 'content', 'reasoning', 'reasoning_content'),
  openai_completions: (event) => wordsIn(valueAt(event, 'choices', 0), 'text'),
  openai_responses: (event) =>
    typed(textAt(event, 'delta'), textAt(event, 'type'), 'response.output_text.delta', REASONING),
  anthropic_messages: (event) => {
    const delta = valueAt(event, 'delta');
    const { said } = wordsIn(delta, 'text');
    return typed(said || textAt(delta, 'thinking'), textAt(delta, 'type'), 'text_delta', ['thinking_delta']);
  },
};

/** Those of Ollama begin with the moment. */
const hasClock = (route: PromptRoute): boolean => route === 'chat' || route === 'generate';

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const isDigit = (unit: number): boolean => unit >= 0x30 && unit <= 0x39;

/** Reads the lines of a stream whose bytes are given as a character each. */
export class DeltaReader {
  readonly #route: PromptRoute;
  said = '';
  thought = '';
  /** The stream has several choices side by side: what its lines bring is no one text. */
  hasChoices = false;
  /** The line as it was parsed; null where it is none, and where it is written as the one before. */
  event: unknown = null;
  /** What stood around the words of the line that was parsed last; empty where they have an escape in them. */
  #lead = '';
  #trail = '';

  constructor(route: PromptRoute) {
    this.#route = route;
  }

  /** Reads the line [`from`, `end`) of a text into `said`, `thought` and `event`. */
  read(text: string, from: number, end: number): void {
    this.event = null;
    if (this.#isUsual(text, from, end)) return;
    const line = text.slice(from, end);
    const isLong = line.length > MAX_PARSED && this.#route !== 'openai_responses';
    this.event = isLong ? null : parsed(line);
    const { said, thought } = DELTAS[this.#route](this.event);
    this.said = said;
    this.thought = thought;
    const choices = valueAt(this.event, 'choices');
    this.hasChoices ||=
      Array.isArray(choices) && choices.some((choice) => Number(valueAt(choice, 'index')) > 0);
    this.#remember(line);
  }

  /** Where the words stand in a line, if that is certain: once, and not beside others. */
  #remember(line: string): void {
    this.#lead = '';
    const said = this.said || this.thought;
    const words = isAscii(said) ? said : Buffer.from(said).toString('latin1');
    // Each event of these has a number, which its last ones go on from.
    const isNumbered = this.#route === 'openai_responses';
    if (isNumbered || words === '' || (this.said !== '' && this.thought !== '')) return;
    const at = line.indexOf(`"${words}"`) + 1;
    if (at === 0 || line.lastIndexOf(`"${words}"`) + 1 !== at) return;
    this.#lead = line.slice(0, at);
    this.#trail = line.slice(at + words.length);
  }

  #isUsual(text: string, from: number, end: number): boolean {
    const at = from + this.#lead.length;
    const stop = end - this.#trail.length;
    if (this.#lead === '' || stop <= at || !this.#isLed(text, from)) return false;
    let bits = 0;
    for (let place = at; place < stop; place++) {
      const unit = text.charCodeAt(place);
      if (unit === QUOTE || unit === BACKSLASH) return false;
      bits |= unit;
    }
    if (text.slice(stop, end) !== this.#trail) return false;
    const words = bits > 0x7f ? decoded(text.slice(at, stop)) : text.slice(at, stop);
    if (this.said === '') this.thought = words;
    else this.said = words;
    return true;
  }

  #isLed(text: string, from: number): boolean {
    const lead = this.#lead;
    if (text.slice(from, from + lead.length) === lead) return true;
    if (!hasClock(this.#route)) return false;
    for (let at = 0; at < lead.length; at++) {
      const unit = lead.charCodeAt(at);
      const other = text.charCodeAt(from + at);
      if (unit !== other && !(isDigit(unit) && isDigit(other))) return false;
    }
    return true;
  }
}

/** What bytes, a character each, say in UTF-8. */
const decoded = (bytes: string): string =>
  isAscii(bytes) ? bytes : Buffer.from(bytes, 'latin1').toString('utf8');
function isAscii(text: string): boolean {
  let bits = 0;
  for (let at = 0; at < text.length; at++) bits |= text.charCodeAt(at);
  return bits <= 0x7f;
}

function parsed(line: string): unknown {
  const from = line.indexOf('{');
  if (from < 0) return null;
  try {
    return JSON.parse(decoded(line.slice(from)));
  } catch {
    return null;
  }
}
