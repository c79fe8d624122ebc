// Steps over one message (or one item of `/v1/responses`) and says who speaks, and where the bytes of its content
// lie: one string, an array of parts, or nothing. Images and tool arguments are stepped over. Used by body-scanner.ts.
import type { JsonCursor, ValueSpan } from './json-cursor.ts';
import type { StringSpan } from './json-strings.ts';

const QUOTE = 0x22;
const OPEN_BRACE = 0x7b;
const OPEN_BRACKET = 0x5b;
const SMALL_N = 0x6e;

/** One element of a content array. `text` is its `text` member when that is a string. */
export interface ContentPart {
  readonly start: number;
  readonly end: number;
  /** `text`, `image_url`, `tool_result`, ...; empty when it names none. */
  readonly type: string;
  readonly text: StringSpan | null;
  /** The texts its `content` member is made of: a string, or the `text` of blocks; of Anthropic's `tool_result`. */
  readonly texts: readonly StringSpan[];
  /** Anthropic's mark for a prefix to be cached. */
  readonly cached: boolean;
}

/** A content array; the offsets include its brackets. */
export interface ContentParts {
  readonly start: number;
  readonly end: number;
  readonly parts: readonly ContentPart[];
}

export type Content =
  | { readonly kind: 'string'; readonly span: StringSpan }
  | { readonly kind: 'parts'; readonly list: ContentParts }
  | { readonly kind: 'none' };

/** A message; the offsets include its braces. */
export interface Turn {
  readonly start: number;
  readonly end: number;
  /** As the body has it, in lower case, as Ollama reads it; for an item of `/v1/responses` that is no message the one its type implies. */
  readonly role: string;
  readonly content: Content;
  /** The value of `tool_calls`, or of an item's `arguments`. */
  readonly toolCalls: ValueSpan | null;
}

const NO_CONTENT: Content = { kind: 'none' };

/** Who speaks in an item of `/v1/responses` that is not a message. */
const ITEM_ROLES: Readonly<Record<string, string>> = {
  function_call: 'assistant',
  custom_tool_call: 'assistant',
  local_shell_call: 'assistant',
  shell_call: 'assistant',
  apply_patch_call: 'assistant',
  computer_call: 'assistant',
  reasoning: 'assistant',
  function_call_output: 'tool',
  custom_tool_call_output: 'tool',
  local_shell_call_output: 'tool',
  shell_call_output: 'tool',
  apply_patch_call_output: 'tool',
  computer_call_output: 'tool',
};

/** The short text of a string value, or empty for any other value. Steps over the value. */
function shortText(cursor: JsonCursor): string {
  if (cursor.peek() !== QUOTE) {
    cursor.value();
    return '';
  }
  const span = cursor.string();
  return cursor.text(span);
}

function content(cursor: JsonCursor): Content {
  const first = cursor.peek();
  if (first === QUOTE) return { kind: 'string', span: cursor.wholeString() };
  if (first === OPEN_BRACKET) return { kind: 'parts', list: scanContentParts(cursor) };
  cursor.value();
  return NO_CONTENT;
}

/** Steps over a content array; the cursor stands on its opening bracket. */
export function scanContentParts(cursor: JsonCursor): ContentParts {
  const start = cursor.pos;
  const parts: ContentPart[] = [];
  cursor.array(() => parts.push(scanContentPart(cursor)));
  return { start, end: cursor.pos, parts };
}

function scanContentPart(cursor: JsonCursor): ContentPart {
  cursor.countItems();
  const first = cursor.peek();
  const start = cursor.pos;
  let type = '';
  let text: StringSpan | null = null;
  let texts: readonly StringSpan[] = NO_TEXTS;
  let cached = false;
  if (first !== OPEN_BRACE) {
    cursor.value();
  } else {
    cursor.object((key) => {
      const name = cursor.text(key);
      if (name === 'type') type = shortText(cursor);
      else if (name === 'text') text = cursor.peek() === QUOTE ? cursor.wholeString() : skipped(cursor);
      else if (name === 'content') texts = innerTexts(cursor);
      else if (name === 'cache_control') cached = cursor.value().first !== SMALL_N;
      else cursor.value();
    });
  }
  return { start, end: cursor.pos, type, text, texts, cached };
}

const NO_TEXTS: readonly StringSpan[] = [];

/** What a part's own content says; what its blocks hold deeper down is stepped over. */
function innerTexts(cursor: JsonCursor): readonly StringSpan[] {
  const first = cursor.peek();
  if (first === QUOTE) return [cursor.wholeString()];
  if (first !== OPEN_BRACKET) {
    cursor.value();
    return NO_TEXTS;
  }
  const texts: StringSpan[] = [];
  cursor.array(() => {
    cursor.countItems();
    if (cursor.peek() !== OPEN_BRACE) cursor.value();
    else
      cursor.object((key) => {
        if (cursor.text(key) === 'text' && cursor.peek() === QUOTE) texts.push(cursor.wholeString());
        else cursor.value();
      });
  });
  return texts;
}

function skipped(cursor: JsonCursor): null {
  cursor.value();
  return null;
}

/** Steps over one element of `messages` or `input`, of whatever kind it is. */
export function scanTurn(cursor: JsonCursor): Turn {
  cursor.countItems();
  const first = cursor.peek();
  const start = cursor.pos;
  if (first !== OPEN_BRACE) {
    cursor.value();
    return { start, end: cursor.pos, role: '', content: NO_CONTENT, toolCalls: null };
  }
  const seen: { role: string; type: string; content: Content; output: Content; toolCalls: ValueSpan | null } =
    {
      role: '',
      type: '',
      content: NO_CONTENT,
      output: NO_CONTENT,
      toolCalls: null,
    };
  cursor.object((key) => {
    const name = cursor.text(key);
    if (name === 'role' || name === 'type') seen[name] = shortText(cursor);
    else if (name === 'content' || name === 'output') seen[name] = content(cursor);
    else if (name === 'tool_calls' || name === 'arguments') seen.toolCalls = cursor.value();
    else cursor.value();
  });
  return {
    start,
    end: cursor.pos,
    role: Object.hasOwn(ITEM_ROLES, seen.type) ? (ITEM_ROLES[seen.type] as string) : seen.role.toLowerCase(),
    content: seen.content.kind === 'none' ? seen.output : seen.content,
    toolCalls: seen.toolCalls,
  };
}
