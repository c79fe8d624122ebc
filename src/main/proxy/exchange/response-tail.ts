// Reads an answer's token counts, and whether it came to its end, from the first and last few kilobytes of it:
// the stream itself is never buffered, parsed or delayed. Source: proxy, Seeing it, Fidelity.
import type { z } from 'zod';
import type { RouteKind, Usage } from '../../../shared/model/traffic.ts';

type UsageCounts = z.infer<typeof Usage>;

/** Anthropic names its input tokens in the first event. */
const HEAD_BYTES = 2048;
/** Ollama's final line can carry a long `context`; the counts stand behind it. */
const TAIL_BYTES = 8192;

export const NO_USAGE: UsageCounts = {
  promptTokens: null,
  completionTokens: null,
  promptEvalNs: null,
  evalNs: null,
};

const OLLAMA_END =
  /"done"\s{0,9}:\s{0,9}true|"done_reason"\s{0,9}:\s{0,9}"|"total_duration"\s{0,9}:|"error"\s{0,9}:/;
const OPENAI_END =
  /^data:\s{0,9}\[DONE\]|"finish_reason"\s{0,9}:\s{0,9}"|"total_tokens"\s{0,9}:|"error"\s{0,9}:\s{0,9}[{"]/m;

/** Characters in which a mark of the end is looked for first: most often it is there. */
const LAST_LINES = 512;

/** What says that a stream is over. Within a JSON string the quotes would be escaped, so that no answer's own words match. */
const END_MARKS: Readonly<Record<Exclude<RouteKind, 'other'>, RegExp>> = {
  chat: OLLAMA_END,
  generate: OLLAMA_END,
  openai_chat: OPENAI_END,
  openai_completions: OPENAI_END,
  openai_responses:
    /"response\.(?:completed|incomplete|failed)"|^data:\s{0,9}\[DONE\]|"total_tokens"\s{0,9}:|"error"\s{0,9}:\s{0,9}[{"]|^event:\s{0,9}error/m,
  anthropic_messages: /"message_stop"|"stop_reason"\s{0,9}:\s{0,9}"|^event:\s{0,9}error/m,
};

export class ResponseTail {
  bytes = 0;
  readonly #head: Buffer[] = [];
  #tail: Buffer[] = [];
  #held = 0;
  /** The last bytes as text, once the answer is over and somebody asked. */
  #text: string | null = null;

  /** Takes note of a chunk. The chunk is neither copied nor changed. */
  add(chunk: Buffer): void {
    if (this.bytes < HEAD_BYTES) this.#head.push(chunk);
    this.bytes += chunk.length;
    this.#text = null;
    this.#tail.push(chunk);
    this.#held += chunk.length;
    while (this.#held - (this.#tail[0]?.length ?? 0) >= TAIL_BYTES) {
      this.#held -= this.#tail.shift()?.length ?? 0;
    }
    if (this.#tail.length > 64) this.#tail = [this.#last()];
  }

  /** The line breaks without which what follows would be part of the last line, or of the last event of a stream of events. */
  missingBreaks(isEvents: boolean): string {
    const end = this.#tail.length === 0 ? '\n\n' : this.#lastText().slice(-3).replaceAll('\r', '');
    if (!end.endsWith('\n')) return isEvents ? '\n\n' : '\n';
    return isEvents && !end.endsWith('\n\n') ? '\n' : '';
  }

  /** Where the last line, or event, ends in a chunk that was not added yet; 0 where none does. */
  endIn(chunk: Buffer, isEvents: boolean): number {
    const before = isEvents ? this.#lastText().slice(-2) : '';
    const text = before + chunk.toString('latin1');
    const last = isEvents ? Math.max(text.lastIndexOf('\n\n'), text.lastIndexOf('\n\r\n')) : -1;
    if (isEvents && last < 0) return 0;
    const end = isEvents ? text.indexOf('\n', last + 1) : text.lastIndexOf('\n');
    return Math.max(0, end + 1 - before.length);
  }

  #lastText(): string {
    this.#text ??= this.#last().toString('latin1');
    return this.#text;
  }

  #last(): Buffer {
    const joined = this.#tail.length === 1 ? (this.#tail[0] as Buffer) : Buffer.concat(this.#tail);
    return joined.length > TAIL_BYTES ? Buffer.from(joined.subarray(-TAIL_BYTES)) : joined;
  }

  /**
   * Whether a stream says itself that it came to its end, by any mark of its route's protocol, or by an error the upstream
   * reported. A long last event may begin before what is kept; then its token counts, which stand last, are the mark.
   */
  saysEnd(route: RouteKind): boolean {
    if (route === 'other') return true;
    const text = this.#lastText();
    const lastLines = text.slice(text.lastIndexOf('\n', text.length - LAST_LINES) + 1);
    return END_MARKS[route].test(lastLines) || END_MARKS[route].test(text);
  }

  /** The counts of a finished answer; null where the upstream gave none. */
  usage(route: RouteKind): UsageCounts {
    if (route === 'other') return NO_USAGE;
    const tail = this.#lastText();
    if (route === 'chat' || route === 'generate') {
      return {
        promptTokens: lastNumber(tail, 'prompt_eval_count'),
        completionTokens: lastNumber(tail, 'eval_count'),
        promptEvalNs: lastNumber(tail, 'prompt_eval_duration'),
        evalNs: lastNumber(tail, 'eval_duration'),
      };
    }
    if (!tail.includes('_tokens"') && route !== 'anthropic_messages') return NO_USAGE;
    const isMessages = route === 'anthropic_messages' || route === 'openai_responses';
    const promptName = isMessages ? 'input_tokens' : 'prompt_tokens';
    return {
      ...NO_USAGE,
      promptTokens: lastNumber(tail, promptName) ?? lastNumber(this.#headText(), promptName),
      completionTokens: lastNumber(tail, isMessages ? 'output_tokens' : 'completion_tokens'),
    };
  }

  #headText(): string {
    return Buffer.concat(this.#head).toString('latin1', 0, HEAD_BYTES);
  }
}

/** The last `"name": 123` in the text. Inside a JSON string the quotes would be escaped, so no answer text matches. */
function lastNumber(text: string, name: string): number | null {
  const at = text.lastIndexOf(`"${name}"`);
  if (at < 0) return null;
  const match = /^\s*:\s*(\d{1,15})/.exec(text.slice(at + name.length + 2, at + name.length + 40));
  return match ? Number(match[1]) : null;
}
