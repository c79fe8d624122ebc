// How far a stream has come, as much as ending it in its own protocol needs: its id, the block, item and part that are open,
// and for `/v1/responses` the text, which its last events repeat. Bounded. Used by stream-watch.ts.
import type { PromptRoute } from '../routes.ts';
import type { OpenPart, OpenStream } from './own-answer.ts';

/** Text beyond this is not repeated at the end. */
const MAX_TEXT = 262_144;
const MAX_ITEMS = 64;

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

export class StreamProgress {
  readonly #route: PromptRoute;
  #id: string | null = null;
  #block: number | null = null;
  #response: Json | null = null;
  #sequence = 0;
  #part: Omit<OpenPart, 'text'> | null = null;
  #text: string[] = [];
  #textLength = 0;
  readonly #items: unknown[] = [];

  constructor(route: PromptRoute) {
    this.#route = route;
  }

  /** Takes note of a whole line, and of the text it brings. */
  note(line: string, said: string): void {
    switch (this.#route) {
      case 'openai_chat':
      case 'openai_completions':
        if (this.#id === null && line.startsWith('data:')) this.#id = textOr(parsed(line).id, '') || null;
        return;
      case 'anthropic_messages':
        if (line.includes('"content_block_start"')) this.#block = numberOr(parsed(line).index, 0);
        else if (line.includes('"content_block_stop"')) this.#block = null;
        return;
      case 'openai_responses':
        if (line.startsWith('data:')) this.#responseEvent(line, said);
        return;
      case 'chat':
      case 'generate':
        return;
    }
  }

  open({ model, now, includesUsage }: Pick<OpenStream, 'model' | 'now' | 'includesUsage'>): OpenStream {
    const part = this.#part && { ...this.#part, text: this.#text.join('') };
    const response = this.#response && {
      ...{ opened: this.#response, sequence: this.#sequence, items: this.#items, part },
    };
    return { model, now, includesUsage, id: this.#id, block: this.#block, response };
  }

  #responseEvent(line: string, said: string): void {
    if (said !== '') {
      this.#sequence++;
      this.#textLength += said.length;
      if (this.#textLength <= MAX_TEXT) this.#text.push(said);
      if (this.#text.length > 1024) this.#text = [this.#text.join('')];
      return;
    }
    const event = parsed(line);
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
    this.#text = [];
    this.#textLength = 0;
  }
}
