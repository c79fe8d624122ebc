// How far a stream has come, as much as ending it in its own protocol needs: its id, the block, item and part that are open,
// and for `/v1/responses` the text, which its last events repeat. Bounded. Used by stream-watch.ts.
import type { PromptRoute } from '../../routes.ts';
import type { OpenPart, OpenStream } from '../wire/own-answer.ts';
import { Needle } from './needle.ts';
import { decoded } from './stream-delta.ts';

/** Text beyond this is not repeated at the end. */
const MAX_TEXT = 262_144;
const MAX_ITEMS = 64;
const ID_FIRST = 'data: {"id":"';
const QUOTE = 0x22;
/** Lines that are kept for their id. */
const MAX_NAMED = 4;

type Json = Record<string, unknown>;
const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null;
const numberOr = (value: unknown, other: number): number => (typeof value === 'number' ? value : other);
const textOr = (value: unknown, other: string): string => (typeof value === 'string' ? value : other);

function parsed(line: string): Json {
  const from = line.indexOf('{');
  if (from < 0) return {};
  try {
    const value: unknown = JSON.parse(line.slice(from));
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}

const idIn = ({ id }: Json): string | null => textOr(id, '') || null;

export class StreamProgress {
  readonly #route: PromptRoute;
  #id: string | null = null;
  /** The first lines that seem to bring the id. */
  readonly #named: string[] = [];
  #block: number | null = null;
  #response: Json | null = null;
  #sequence = 0;
  #part: Omit<OpenPart, 'text'> | null = null;
  #words: string[] = [];
  #wordsLength = 0;
  #text = '';
  /** Of the events that open and close a content block. */
  readonly #blocks = new Needle('"content_block_st');
  readonly #items: unknown[] = [];

  constructor(route: PromptRoute) {
    this.#route = route;
  }

  /** Goes on to the next text of whole lines, whose bytes are given as a character each. */
  open(text: string): void {
    this.#text = text;
    if (this.#route === 'anthropic_messages') this.#blocks.open(text);
  }

  /** Takes note of the line [`from`, `end`), and of the words it brings. */
  note(from: number, end: number, said: string): void {
    switch (this.#route) {
      case 'openai_chat':
      case 'openai_completions':
        if (this.#id === null && this.#named.length < MAX_NAMED && this.#isData(from))
          this.#noteId(from, end);
        return;
      case 'anthropic_messages':
        if (this.#blocks.find(from, end) >= 0) this.#noteBlock(from, end);
        return;
      case 'openai_responses':
        if (!this.#isData(from)) return;
        if (said === '') this.#responseEvent(this.#parsed(from, end));
        else this.#noteWords(said);
        return;
      case 'chat':
      case 'generate':
        return;
    }
  }

  #isData(from: number): boolean {
    return this.#text.startsWith('data:', from);
  }

  #parsed(from: number, end: number): Json {
    return parsed(decoded(this.#text.slice(from, end)));
  }

  /** Lines that open with their id are only parsed when it is asked for: the first may be no JSON after all. */
  #noteId(from: number, end: number): void {
    const text = this.#text;
    const opensWithId = text.startsWith(ID_FIRST, from) && text.charCodeAt(from + ID_FIRST.length) !== QUOTE;
    if (opensWithId || this.#named.length > 0) this.#named.push(text.slice(from, end));
    else this.#id = idIn(this.#parsed(from, end));
  }

  #idNow(): string | null {
    if (this.#id !== null) return this.#id;
    for (const line of this.#named) {
      const id = idIn(parsed(decoded(line)));
      if (id !== null) return id;
    }
    return null;
  }

  #noteBlock(from: number, end: number): void {
    const line = this.#text.slice(from, end);
    if (line.includes('"content_block_start"')) this.#block = numberOr(this.#parsed(from, end).index, 0);
    else if (line.includes('"content_block_stop"')) this.#block = null;
  }

  /** What is open when the stream is cut here. */
  state({ model, now, includesUsage }: Pick<OpenStream, 'model' | 'now' | 'includesUsage'>): OpenStream {
    const part = this.#part && { ...this.#part, text: this.#words.join('') };
    const response = this.#response && {
      ...{ opened: this.#response, sequence: this.#sequence, items: this.#items, part },
    };
    return { model, now, includesUsage, id: this.#idNow(), block: this.#block, response };
  }

  #noteWords(said: string): void {
    this.#sequence++;
    this.#wordsLength += said.length;
    if (this.#wordsLength <= MAX_TEXT) this.#words.push(said);
    if (this.#words.length > 1024) this.#words = [this.#words.join('')];
  }

  #responseEvent(event: Json): void {
    this.#sequence = numberOr(event.sequence_number, this.#sequence + 1);
    if (event.type === 'response.created' && isObject(event.response)) this.#response = event.response;
    else if (event.type === 'response.content_part.added') this.#openPart(event);
    else if (event.type === 'response.output_item.done' && this.#items.length < MAX_ITEMS) {
      this.#items.push(event.item);
      this.#part = null;
    }
  }

  #openPart(event: Json): void {
    this.#part = {
      itemId: textOr(event.item_id, 'msg_cut'),
      outputIndex: numberOr(event.output_index, 0),
      contentIndex: numberOr(event.content_index, 0),
    };
    this.#words = [];
    this.#wordsLength = 0;
  }
}
