// Watches an answer while it streams, for an agent that chants: rule 6. Sees the stream's bytes as they pass and holds none of
// them up; says where to cut, and how to end what the client has got so far as its protocol wants it ended.
// One per answer. Bounded memory; never throws. Source: proxy.md Loop detection 6. Used by the exchange's relay.
import type { PromptRoute } from '../routes.ts';
import { ChantText, fromItsStart } from './chant-text.ts';
import { shorten } from './finding.ts';
import type { Chant } from './loop-memory.ts';
import { deltaOf } from './stream-delta.ts';
import { StreamProgress } from './stream-progress.ts';
import type { Repetition } from './tail-period.ts';
import { WIRES } from './wire.ts';

export interface Cut {
  /**
   * The stream's bytes [0, `at`) go to the client, then `closing`. It is the end of the line that brought the chant, so it
   * lies within the chunk that was just added.
   */
  readonly at: number;
  /** For `LoopMemory.chanted` and for people. */
  readonly chant: Chant;
  /** Thinking chanted, not what was said. */
  readonly isThought: boolean;
}

export interface ClosingFacts {
  /** As the request names it. */
  readonly model: string;
  /** Epoch milliseconds. */
  readonly now: number;
  /** OpenAI's `stream_options.include_usage`. */
  readonly includesUsage: boolean;
}

const NEWLINE = 0x0a;
/** A longer line is no stream of words; from there on nothing is watched. */
const MAX_LINE = 1_048_576;

export class StreamWatch {
  readonly #route: PromptRoute;
  readonly #said = new ChantText();
  readonly #thought = new ChantText();
  readonly #progress: StreamProgress;
  #held: Buffer[] = [];
  #heldBytes = 0;
  #bytes = 0;
  #isOver = false;
  /** An event was cut behind its data line; the empty line that ends it is still missing. */
  #isEventOpen = false;

  constructor(route: PromptRoute) {
    this.#route = route;
    this.#progress = new StreamProgress(route);
  }

  /** Takes note of the next bytes. A cut is said once. */
  add(chunk: Buffer): Cut | null {
    const start = this.#bytes;
    this.#bytes += chunk.length;
    if (this.#isOver) return null;
    let from = 0;
    for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, from)) {
      const found = this.#line(this.#wholeLine(chunk, from, end));
      from = end + 1;
      if (!found) continue;
      this.#isOver = true;
      return { ...found, at: start + this.#eventEnd(chunk, from) };
    }
    this.#hold(chunk.subarray(from));
    return null;
  }

  /** What ends the client's stream behind a cut. */
  closing(facts: ClosingFacts): Buffer {
    const open = this.#progress.open(facts);
    return Buffer.from((this.#isEventOpen ? '\n' : '') + WIRES[this.#route].closing(open));
  }

  /** The answer is over. */
  release(): void {
    this.#isOver = true;
    this.#said.release();
    this.#thought.release();
  }

  #wholeLine(chunk: Buffer, from: number, end: number): string {
    if (this.#heldBytes === 0) return chunk.toString('utf8', from, end);
    const line = Buffer.concat([...this.#held, chunk.subarray(from, end)]).toString('utf8');
    this.#held = [];
    this.#heldBytes = 0;
    return line;
  }

  #hold(rest: Buffer): void {
    if (rest.length === 0) return;
    this.#held.push(Buffer.from(rest));
    this.#heldBytes += rest.length;
    if (this.#heldBytes > MAX_LINE) {
      this.#isOver = true;
      this.#held = [];
    }
  }

  #line(line: string): Pick<Cut, 'chant' | 'isThought'> | null {
    const delta = deltaOf(this.#route, line);
    this.#progress.note(line, delta.said);
    const said = delta.said === '' ? null : this.#said.add(delta.said);
    if (said) return { chant: chantOf(said), isThought: false };
    const thought = delta.thought === '' ? null : this.#thought.add(delta.thought);
    return thought && { chant: chantOf(thought), isThought: true };
  }

  /** Behind the empty line that ends an event, where it has come. */
  #eventEnd(chunk: Buffer, from: number): number {
    if (WIRES[this.#route].streamType !== 'text/event-stream') return from;
    const gap = chunk[from] === NEWLINE ? 1 : chunk[from] === 0x0d && chunk[from + 1] === NEWLINE ? 2 : 0;
    this.#isEventOpen = gap === 0;
    return from + gap;
  }
}

const chantOf = ({ block, copies }: Repetition): Chant => ({
  words: shorten(fromItsStart(block).replace(/\s+/g, ' ').trim(), 200),
  copies,
});
