// One message of a list, or one item of `/v1/responses`, as what was said, called and returned in it, whichever of the
// four APIs it is written for. Pictures and files count by their bytes. Used by turn-features.ts.
import { hash } from 'node:crypto';
import type { RawCall } from './raw-call.ts';
import { isObject, nativeCalls, textOr } from './tool-text.ts';

export interface Result {
  /** The call it answers; null where the API names none. */
  readonly id: string | null;
  readonly text: string;
}

export interface Message {
  readonly texts: string[];
  readonly calls: RawCall[];
  readonly results: Result[];
  /** Hashes of pictures and files. */
  readonly media: string[];
}

type Json = Record<string, unknown>;
const idOf = (...values: unknown[]): string | null =>
  (values.find((value) => typeof value === 'string') as string | undefined) ?? null;
const mediaHash = (value: unknown): string => hash('sha1', JSON.stringify(value)).slice(0, 16);

/** What an agent thought: no part of what it did. */
const UNHEARD = new Set(['thinking', 'redacted_thinking', 'reasoning', 'summary_text', 'reasoning_text']);

/** Reads a parsed message or item. `isTool`: it is a tool's turn, so its text is a result. */
export function readMessage(value: unknown, isTool: boolean): Message {
  const read: Message = { texts: [], calls: [], results: [], media: [] };
  if (!isObject(value)) return read;
  const type = textOr(value.type, '');
  if (UNHEARD.has(type)) return read;
  if (type.endsWith('_output')) {
    readResult(read, idOf(value.call_id), value.output);
  } else if (type.endsWith('_call')) {
    const args = value.arguments ?? value.input ?? value.action ?? value.operation ?? '';
    read.calls.push({
      id: idOf(value.call_id, value.id),
      name: textOr(value.name, type === 'function_call' ? '' : type),
      args,
    });
  } else if (isTool) {
    readResult(read, idOf(value.tool_call_id), value.content);
  } else {
    readContent(read, value.content);
  }
  read.calls.push(...nativeCalls(value.tool_calls));
  if (isObject(value.function_call)) read.calls.push(...nativeCalls([value.function_call]));
  if (Array.isArray(value.images)) read.media.push(...value.images.map(mediaHash));
  // A call without a name may be any: it is none.
  return { ...read, calls: read.calls.filter(({ name }) => name !== '') };
}

function readResult(read: Message, id: string | null, value: unknown): void {
  const inner: Message = { texts: [], calls: [], results: [], media: [] };
  if (isObject(value)) inner.texts.push(JSON.stringify(value));
  else readContent(inner, value);
  read.results.push({ id, text: inner.texts.join('\n') });
  read.media.push(...inner.media);
}

function readContent(read: Message, content: unknown): void {
  if (typeof content === 'string') read.texts.push(content);
  if (!Array.isArray(content)) return;
  for (const part of content) {
    if (typeof part === 'string') read.texts.push(part);
    else if (isObject(part)) readPart(read, part);
  }
}

function readPart(read: Message, part: Json): void {
  const type = textOr(part.type, '');
  if (UNHEARD.has(type)) return;
  if (typeof part.text === 'string') read.texts.push(part.text);
  else if (typeof part.refusal === 'string') read.texts.push(part.refusal);
  else if (type === 'tool_use' || type === 'server_tool_use') {
    read.calls.push({ id: idOf(part.id), name: textOr(part.name, ''), args: part.input ?? '' });
  } else if (type.endsWith('tool_result')) readResult(read, idOf(part.tool_use_id), part.content);
  else if (type !== '') read.media.push(mediaHash(part));
}
