// Finds where the prompt lies in a request body, from its raw bytes: the fields that decide what is done with it,
// the system text, and every message with the byte span of its content. Nothing is decoded and no value is built.
// A scan can resume behind the last complete message (or flat-prompt heading) that a previous body has in common
// with this one, so a conversation's next turn costs what is new in it. Source: proxy, Speed. Used by enrich.ts.

import { PROMPT_SHAPES, type PromptRoute, type PromptShape } from '../routes.ts';
import { JsonCursor, type ValueSpan } from './json-cursor.ts';
import { GivenUp, type Heading, MalformedJson, type ReadingLimits, type StringSpan } from './json-strings.ts';
import { type ContentParts, scanContentParts, scanTurn, type Turn } from './turn-scanner.ts';

const QUOTE = 0x22;
const OPEN_BRACE = 0x7b;
const OPEN_BRACKET = 0x5b;

/** The top-level members that are looked at, beside those of the route's shape. */
const FIELD_NAMES = [
  'model',
  'stream',
  'raw',
  'suffix',
  'format',
  'response_format',
  'text',
  'keep_alive',
  'options',
  'temperature',
  'seed',
  'stream_options',
  'tools',
  'template',
] as const;
/** Members that hold the prompt on one route or another. */
const SHAPE_NAMES = ['prompt', 'system', 'instructions', 'input', 'messages'] as const;
export type FieldName = (typeof FIELD_NAMES)[number] | (typeof SHAPE_NAMES)[number];

/** A member's value; `string` is set when it is one. */
export interface Field extends ValueSpan {
  readonly string: StringSpan | null;
}
export type Fields = { readonly [name in FieldName]?: Field };

/** What a body had said before its list or prompt began: what a resumed scan takes over. */
interface Preamble {
  readonly fields: Fields;
  readonly systemBlocks: ContentParts | null;
}

/** The array that holds the turns; the offsets include its brackets. */
export interface TurnList {
  readonly start: number;
  readonly end: number;
  readonly turns: readonly Turn[];
  readonly before: Preamble;
}

/** A prompt that is one string, with the headings of LiteLLM's flat shape found in it. */
export interface PromptText {
  readonly span: StringSpan;
  readonly headings: readonly Heading[];
  readonly before: Preamble;
}

export interface BodyIndex {
  /** Offsets of the outermost braces. */
  readonly open: number;
  readonly close: number;
  readonly fields: Fields;
  /** Null when the shape has no list or the body does not hold one. */
  readonly list: TurnList | null;
  readonly text: PromptText | null;
  /** The blocks of an Anthropic `system` array. */
  readonly systemBlocks: ContentParts | null;
}

/** A body scanned before that shares its first `same` bytes with the one to scan. */
export interface ScannedBefore {
  readonly index: BodyIndex;
  readonly same: number;
}

const KNOWN_NAMES = new Map<string, FieldName>([...FIELD_NAMES, ...SHAPE_NAMES].map((name) => [name, name]));

class Scan {
  readonly #cursor: JsonCursor;
  readonly #shape: PromptShape;
  #fields: { [name in FieldName]?: Field } = {};
  #list: TurnList | null = null;
  #text: PromptText | null = null;
  #systemBlocks: ContentParts | null = null;

  constructor(bytes: Buffer, shape: PromptShape, limits: ReadingLimits | undefined) {
    this.#cursor = new JsonCursor(bytes, 0, limits);
    this.#shape = shape;
  }

  /** What was read so far. */
  get fields(): Fields {
    return this.#fields;
  }

  run(before: ScannedBefore | undefined): BodyIndex {
    const cursor = this.#cursor;
    if (cursor.peek() !== OPEN_BRACE) cursor.fail();
    const open = cursor.pos;
    const member = (key: StringSpan) => this.#member(key);
    if (before && this.#resume(before)) cursor.objectRest(member);
    else cursor.object(member);
    const close = cursor.pos - 1;
    if (cursor.peek() !== -1) cursor.fail();
    return {
      open,
      close,
      fields: this.#fields,
      list: this.#list,
      text: this.#text,
      systemBlocks: this.#systemBlocks,
    };
  }

  #member(key: StringSpan): void {
    // Ollama reads names in any case: another spelling is the same member.
    const name = this.#cursor.text(key).toLowerCase();
    const { list, text, system } = this.#shape;
    const first = this.#cursor.peek();
    if (name === list || name === text) {
      this.#list = null;
      this.#text = null;
      delete this.#fields[name as FieldName];
      if (name === list && first === OPEN_BRACKET) this.#scanList();
      else if (name === text && first === QUOTE) this.#scanText();
      else this.#keep(name as FieldName);
    } else if (name === system && first === OPEN_BRACKET) {
      this.#systemBlocks = scanContentParts(this.#cursor);
      delete this.#fields[name];
    } else {
      if (name === system) this.#systemBlocks = null;
      const known = KNOWN_NAMES.get(name);
      if (known) this.#keep(known);
      else this.#cursor.value();
    }
  }

  #keep(name: FieldName): void {
    const cursor = this.#cursor;
    const first = cursor.peek();
    if (first !== QUOTE) {
      this.#fields[name] = { ...cursor.value(), string: null };
      return;
    }
    const start = cursor.pos;
    const string = cursor.string();
    this.#fields[name] = { start, end: cursor.pos, first, string };
  }

  #scanList(from?: { start: number; turns: Turn[] }): void {
    const cursor = this.#cursor;
    const start = from ? from.start : cursor.pos;
    const turns = from ? from.turns : [];
    const before = this.#preamble();
    cursor.array(() => turns.push(scanTurn(cursor)), from !== undefined);
    this.#list = { start, end: cursor.pos, turns, before };
  }

  #scanText(from?: { start: number; at: number; headings: Heading[] }): void {
    const headings = from ? from.headings : [];
    const before = this.#preamble();
    const span = this.#cursor.headedString(headings, from);
    this.#text = { span, headings, before };
  }

  /** Takes over what both bodies have in common; false when that is not enough to skip anything. */
  #resume({ index, same }: ScannedBefore): boolean {
    const { list, text } = index;
    if (list && list.turns.length > 0) {
      const kept = countWithin(list.turns, (turn) => turn.end <= same);
      if (kept === 0) return false;
      const turns = list.turns.slice(0, kept);
      for (const { content } of turns) this.#cursor.countItems(1 + partsIn(content));
      this.#takeOver(list.before);
      this.#cursor.pos = (turns[kept - 1] as Turn).end;
      this.#scanList({ start: list.start, turns });
      return true;
    }
    if (!text) return false;
    const at = countWithin(text.headings, (heading) => heading.start <= same) - 1;
    if (at < 1) return false;
    this.#cursor.countItems(at);
    this.#takeOver(text.before);
    const { start } = text.headings[at] as Heading;
    this.#scanText({ start: text.span.start, at: start, headings: text.headings.slice(0, at) });
    return true;
  }

  #preamble(): Preamble {
    return { fields: { ...this.#fields }, systemBlocks: this.#systemBlocks };
  }

  #takeOver({ fields, systemBlocks }: Preamble): void {
    this.#fields = { ...fields };
    this.#systemBlocks = systemBlocks;
  }
}

const partsIn = (content: Turn['content']): number =>
  content.kind === 'parts' ? content.list.parts.length : 0;

/** How many items from the front hold, for a condition that once false stays false. */
function countWithin<T>(items: readonly T[], holds: (item: T) => boolean): number {
  let low = 0;
  let high = items.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (holds(items[middle] as T)) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Why a body was not scanned, and what it had said before; the request passes untouched. */
export interface NotScanned {
  readonly reason: 'unreadable_body' | GivenUp['reason'];
  readonly fields: Fields;
}

/** What a request is scanned for: an agent's longest conversations have some hundreds of turns. */
export const MAX_ITEMS = 10_000;

/**
 * Scans the body of a prompt route, or says why not: it is no JSON object, or there is more of it than `limits` allow.
 * `before` must truly share its first `same` bytes with `bytes`, on the same route. Of a key that stands twice the
 * last one counts. Time is linear in what is new; strings over 4 KB outside prompt texts cost next to nothing.
 */
export function scanWithin(
  limits: ReadingLimits | undefined,
  bytes: Buffer,
  route: PromptRoute,
  before?: ScannedBefore,
): BodyIndex | NotScanned {
  const scan = new Scan(bytes, PROMPT_SHAPES[route], limits);
  try {
    return scan.run(before);
  } catch (error) {
    if (error instanceof GivenUp) return { reason: error.reason, fields: scan.fields };
    if (error instanceof MalformedJson || error instanceof SyntaxError) {
      return { reason: 'unreadable_body', fields: {} };
    }
    throw error;
  }
}

/** The same without limits; null for what is no JSON object. */
export function scanBody(bytes: Buffer, route: PromptRoute, before?: ScannedBefore): BodyIndex | null {
  const scanned = scanWithin(undefined, bytes, route, before);
  return 'reason' in scanned ? null : scanned;
}
