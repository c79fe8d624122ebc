// Watches an answer while it streams, for an agent that chants: rule 6. Sees the stream's bytes as they pass and holds none of
// them up; says where to cut, and how to end what the client has got so far as its protocol wants it ended.
// One per answer. Bounded memory; never throws. Source: loops, Rule 6. Used by the exchange's relay.
import type { PromptRoute } from '../../routes.ts';
import { shorten } from '../finding.ts';
import type { Chant } from '../loop-memory.ts';
import { WIRES } from '../wire/wire.ts';
import { ChantText, fromItsStart } from './chant-text.ts';
import { DeltaReader } from './stream-delta.ts';
import { StreamProgress } from './stream-progress.ts';
import type { Repetition } from './tail-period.ts';

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

/** A shorter line says nothing. */
const LEAST_LINE = 2;
/** A longer line is no stream of words; from there on nothing is watched. */
const MAX_LINE = 1_048_576;

export class StreamWatch {
  readonly #route: PromptRoute;
  readonly #said = new ChantText();
  #thought: ChantText | null = null;
  readonly #reader: DeltaReader;
  readonly #progress = new StreamProgress();
  /** The beginning of a line, its bytes as a character each. */
  #held: string[] = [];
  #heldLength = 0;
  #bytes = 0;
  #isOver = false;
  /** An event was cut behind its data line; the empty line that ends it is still missing. */
  #isEventOpen = false;

  constructor(route: PromptRoute) {
    this.#route = route;
    this.#reader = new DeltaReader(route);
  }

  /** Takes note of the next bytes. A cut is said once. */
  add(chunk: Buffer): Cut | null {
    let start = this.#bytes;
    this.#bytes += chunk.length;
    if (this.#isOver) return null;
    let text = chunk.toString('latin1');
    let end = text.indexOf('\n');
    if (end >= 0 && this.#heldLength > 0) {
      text = this.#held.join('') + text;
      end += this.#heldLength;
      start -= this.#heldLength;
      this.#held = [];
      this.#heldLength = 0;
    }
    let from = 0;
    for (; end >= 0; end = text.indexOf('\n', from)) {
      const found = end - from < LEAST_LINE ? null : this.#line(text, from, end);
      from = end + 1;
      if (!found) continue;
      this.#isOver = true;
      return { ...found, at: start + this.#eventEnd(text, from) };
    }
    if (from < text.length) this.#hold(from === 0 ? text : text.slice(from));
    return null;
  }

  /** What ends the client's stream behind a cut. */
  closing(facts: ClosingFacts): Buffer {
    const open = this.#progress.state(facts);
    return Buffer.from((this.#isEventOpen ? '\n' : '') + WIRES[this.#route].closing(open));
  }

  /** The answer is over. */
  release(): void {
    this.#isOver = true;
    this.#said.release();
    this.#thought?.release();
  }

  #hold(rest: string): void {
    this.#held.push(rest);
    this.#heldLength += rest.length;
    if (this.#heldLength > MAX_LINE) {
      this.#isOver = true;
      this.#held = [];
    }
  }

  #line(text: string, from: number, end: number): Pick<Cut, 'chant' | 'isThought'> | null {
    const reader = this.#reader;
    reader.read(text, from, end);
    if (reader.hasChoices) {
      this.#isOver = true;
      return null;
    }
    this.#progress.note(reader.event, reader.said);
    const said = reader.said === '' ? null : this.#said.add(reader.said);
    if (said) return { chant: chantOf(said), isThought: false };
    if (reader.thought === '') return null;
    this.#thought ??= new ChantText();
    const thought = this.#thought.add(reader.thought);
    return thought && { chant: chantOf(thought), isThought: true };
  }

  /** Behind the empty line that ends an event, where it has come. */
  #eventEnd(text: string, from: number): number {
    if (WIRES[this.#route].streamType !== 'text/event-stream') return from;
    const gap = text.startsWith('\n', from) ? 1 : text.startsWith('\r\n', from) ? 2 : 0;
    this.#isEventOpen = gap === 0;
    return from + gap;
  }
}

const chantOf = ({ block, copies }: Repetition): Chant => ({
  words: shorten(fromItsStart(block).replace(/\s+/g, ' ').trim(), 200),
  copies,
});
