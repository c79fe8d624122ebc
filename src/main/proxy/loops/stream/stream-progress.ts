// How far a stream has come, as much as ending it in its own protocol needs: its id, the block, item and part that are open,
// and for `/v1/responses` the text, which its last events repeat. Bounded. Used by stream-watch.ts.
import type { OpenPart, OpenStream } from '../wire/own-answer.ts';
import { textAt, valueAt } from './stream-delta.ts';

/** Text beyond this is not repeated at the end. */
const MAX_TEXT = 262_144;
const MAX_ITEMS = 64;

type Json = Record<string, unknown>;
const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null;
const numberOr = (value: unknown, other: number): number => (typeof value === 'number' ? value : other);

export class StreamProgress {
  #id: string | null = null;
  #block: number | null = null;
  #response: Json | null = null;
  #sequence = 0;
  #part: Omit<OpenPart, 'text'> | null = null;
  #words: string[] = [];
  #wordsLength = 0;
  readonly #items: unknown[] = [];

  /** Takes note of an event, and of the words it brings. */
  note(event: unknown, said: string): void {
    if (!isObject(event)) return;
    this.#id ??= textAt(event, 'id') || null;
    this.#sequence = numberOr(event.sequence_number, this.#sequence + 1);
    switch (event.type) {
      case 'content_block_start':
        this.#block = numberOr(event.index, 0);
        return;
      case 'content_block_stop':
        this.#block = null;
        return;
      case 'response.created':
        if (isObject(event.response)) this.#response = event.response;
        return;
      case 'response.content_part.added':
        this.#openPart(event);
        return;
      case 'response.output_text.delta':
        this.#noteWords(said);
        return;
      case 'response.output_item.done':
        if (this.#items.length < MAX_ITEMS) this.#items.push(event.item);
        this.#part = null;
    }
  }

  /** What is open when the stream is cut here. */
  state({ model, now, includesUsage }: Pick<OpenStream, 'model' | 'now' | 'includesUsage'>): OpenStream {
    const part = this.#part && { ...this.#part, text: this.#words.join('') };
    const opened = this.#response;
    const response = opened && { opened, sequence: this.#sequence, items: this.#items, part };
    return { model, now, includesUsage, id: this.#id, block: this.#block, response };
  }

  #noteWords(said: string): void {
    this.#wordsLength += said.length;
    if (this.#wordsLength <= MAX_TEXT) this.#words.push(said);
    if (this.#words.length > 1024) this.#words = [this.#words.join('')];
  }

  #openPart(event: Json): void {
    this.#part = {
      itemId: textAt(event, 'item_id') || 'msg_cut',
      outputIndex: numberOr(valueAt(event, 'output_index'), 0),
      contentIndex: numberOr(valueAt(event, 'content_index'), 0),
    };
    this.#words = [];
    this.#wordsLength = 0;
  }
}
