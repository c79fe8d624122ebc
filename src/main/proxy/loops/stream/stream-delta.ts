// The text a line of a stream brings, without parsing the line where its shape is the usual one. Thinking is told apart from
// what is said. Tool calls bring none. Used by stream-watch.ts.
import type { PromptRoute } from '../../routes.ts';
import { Needle } from './needle.ts';

export interface Delta {
  readonly said: string;
  readonly thought: string;
}

/** Where a line has its text: members by name, and what the line must hold for them to mean that. */
interface LineShape {
  readonly said: readonly string[];
  readonly thought: readonly string[];
  readonly saidIn?: readonly string[];
  readonly thoughtIn?: readonly string[];
}

const LINE_SHAPES: Record<PromptRoute, LineShape> = {
  chat: { said: ['content'], thought: ['thinking'] },
  generate: { said: ['response'], thought: ['thinking'] },
  openai_chat: { said: ['content'], thought: ['reasoning', 'reasoning_content'] },
  openai_completions: { said: ['text'], thought: [] },
  openai_responses: {
    said: ['delta'],
    thought: ['delta'],
    saidIn: ['response.output_text.delta'],
    thoughtIn: ['response.reasoning_text.delta', 'response.reasoning_summary_text.delta'],
  },
  anthropic_messages: {
    said: ['text'],
    thought: ['thinking'],
    saidIn: ['text_delta'],
    thoughtIn: ['thinking_delta'],
  },
};

/** Some servers name the calls of every line, also where there are none. */
const NO_CALLS = /^"tool_calls"\s{0,8}:\s{0,8}(?:null|\[\s{0,8}\])/;
const ANOTHER_CHOICE = /^"index"\s{0,8}:\s{0,8}[1-9]/;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COLON = 0x3a;
const SPACE = 0x20;
/** Words that mean something wherever they stand in quotes. */
const MEANT = new Set([
  'tool_calls',
  'content_block_start',
  'content_block_stop',
  ...Object.values(LINE_SHAPES).flatMap(({ saidIn = [], thoughtIn = [] }) => [...saidIn, ...thoughtIn]),
]);
/** After so many lines that were not written as the one before, nothing is compared any more. */
const MAX_MISSES = 4;

interface JsonMember {
  readonly needle: Needle;
  readonly length: number;
}

interface Members {
  readonly names: readonly JsonMember[];
  readonly within: readonly Needle[] | null;
}

const quoted = (word: string): string => `"${word}"`;
const membersOf = (names: readonly string[], within: readonly string[] | undefined): Members => ({
  names: names.map((name) => ({ needle: new Needle(quoted(name)), length: name.length + 2 })),
  within: within ? within.map((type) => new Needle(quoted(type))) : null,
});

/** Reads the lines of a stream whose bytes are given as a character each. */
export class DeltaReader {
  readonly #said: Members;
  readonly #thought: Members;
  readonly #toolCalls = new Needle('"tool_calls"');
  readonly #choice: Needle | null;
  #text = '';
  #isOpen = false;
  said = '';
  thought = '';
  /** The stream has several choices side by side: what its lines bring is no one text. */
  hasChoices = false;
  /** Where the string that was read last begins, behind its quote. */
  #foundAt = 0;
  /** What stood around the words of a line before. */
  #lead = '';
  #trail = '';
  #isThought = false;
  #misses = 0;

  constructor(route: PromptRoute) {
    const { said, thought, saidIn, thoughtIn } = LINE_SHAPES[route];
    this.#said = membersOf(said, saidIn);
    this.#thought = membersOf(thought, thoughtIn);
    this.#choice = route === 'openai_chat' || route === 'openai_completions' ? new Needle('"index"') : null;
  }

  /** Goes on to the next text of whole lines. */
  open(text: string): void {
    this.#text = text;
    this.#isOpen = false;
  }

  /** Reads the line [`from`, `end`) into `said` and `thought`. @returns whether it is written as the one before */
  read(from: number, end: number): boolean {
    if (this.#isUsual(from, end)) return true;
    if (!this.#isOpen) this.#openNeedles();
    this.said = '';
    this.thought = '';
    if (this.#callsTool(from, end)) return false;
    if (this.#isOfAnother(from, end)) this.hasChoices = true;
    this.said = this.#firstMember(this.#said, from, end);
    const saidAt = this.#foundAt;
    this.thought = this.#firstMember(this.#thought, from, end);
    if (this.#misses >= MAX_MISSES || (this.said === '') === (this.thought === '')) return false;
    this.#misses++;
    this.#isThought = this.said === '';
    const at = this.#isThought ? this.#foundAt : saidAt;
    this.#lead = this.#text.slice(from, at);
    this.#trail = this.#text.slice(this.#text.indexOf('"', at), end);
    return false;
  }

  /** Written as a line before, but for a string without an escape in it: what was found out about that holds. */
  #isUsual(from: number, end: number): boolean {
    const text = this.#text;
    const lead = this.#lead;
    if (lead === '' || text.slice(from, from + lead.length) !== lead) return false;
    const at = from + lead.length;
    const stop = end - this.#trail.length;
    if (stop <= at) return false;
    let bits = 0;
    for (let place = at; place < stop; place++) {
      const unit = text.charCodeAt(place);
      if (unit === QUOTE || unit === BACKSLASH) return false;
      bits |= unit;
    }
    if (text.slice(stop, end) !== this.#trail) return false;
    if (MEANT.has(text.slice(at, stop))) return false;
    const words = bits > 0x7f ? decoded(text.slice(at, stop)) : text.slice(at, stop);
    this.said = this.#isThought ? '' : words;
    this.thought = this.#isThought ? words : '';
    this.#misses = 0;
    return true;
  }

  #openNeedles(): void {
    this.#isOpen = true;
    this.#toolCalls.open(this.#text);
    this.#choice?.open(this.#text);
    for (const { names, within } of [this.#said, this.#thought]) {
      for (const { needle } of names) needle.open(this.#text);
      if (within) for (const needle of within) needle.open(this.#text);
    }
  }

  #callsTool(from: number, end: number): boolean {
    const at = this.#toolCalls.find(from, end);
    return at >= 0 && !NO_CALLS.test(this.#text.slice(at, at + 64));
  }

  /** Of OpenAI's choices the first is 0; Anthropic's and Ollama's lines have none. */
  #isOfAnother(from: number, end: number): boolean {
    const at = this.#choice?.find(from, end) ?? -1;
    return at >= 0 && ANOTHER_CHOICE.test(this.#text.slice(at, at + 32));
  }

  #firstMember({ names, within }: Members, from: number, end: number): string {
    if (within && !within.some((needle) => needle.find(from, end) >= 0)) return '';
    for (const { needle, length } of names) {
      const at = needle.find(from, end);
      if (at < 0) continue;
      const start = valueStart(this.#text, at + length, end);
      const text = start < 0 ? '' : stringAt(this.#text, start, end);
      if (text === '') continue;
      this.#foundAt = start + 1;
      return text;
    }
    return '';
  }
}

/** The text of a line: of an NDJSON line the whole of it, of an event what stands behind `data:`. */
export function deltaOf(route: PromptRoute, line: string): Delta {
  const reader = new DeltaReader(route);
  const text = Buffer.from(line).toString('latin1');
  reader.open(text);
  reader.read(0, text.length);
  return { said: reader.said, thought: reader.thought };
}

/** Where the string behind a member's name begins; -1 when it is none. Inside of a string the quotes would be escaped. */
function valueStart(text: string, behind: number, lineEnd: number): number {
  let at = behind;
  while (text.charCodeAt(at) === SPACE) at++;
  if (text.charCodeAt(at) !== COLON) return -1;
  at++;
  while (text.charCodeAt(at) === SPACE) at++;
  return text.charCodeAt(at) === QUOTE && at < lineEnd ? at : -1;
}

function stringAt(text: string, at: number, lineEnd: number): string {
  let bits = 0;
  let isEscaped = false;
  for (let end = at + 1; end < lineEnd; end++) {
    const unit = text.charCodeAt(end);
    if (unit === QUOTE) {
      const literal = text.slice(at, end + 1);
      const said = bits > 0x7f ? decoded(literal) : literal;
      return isEscaped ? unescaped(said) : said.slice(1, -1);
    }
    bits |= unit;
    if (unit !== BACKSLASH) continue;
    isEscaped = true;
    bits |= text.charCodeAt(++end);
  }
  return '';
}

/** What bytes, a character each, say in UTF-8. */
export const decoded = (bytes: string): string => Buffer.from(bytes, 'latin1').toString('utf8');

function unescaped(literal: string): string {
  try {
    return JSON.parse(literal) as string;
  } catch {
    return '';
  }
}
