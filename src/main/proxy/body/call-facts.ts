// What a scanned body says beside its prompt: the model, whether it streams, what kind of call it is.
// Small values are parsed here; the prompt is not. Source: proxy, Injection. Used by enrich.ts.
import type { InjectionReason } from '../../../shared/model/traffic.ts';
import { PROMPT_SHAPES, type PromptRoute } from '../routes.ts';
import type { BodyIndex, Field, FieldName } from './body-scanner.ts';
import { decodeString } from './json-strings.ts';

const SMALL_T = 0x74;
const SMALL_F = 0x66;
const SMALL_N = 0x6e;
/** Options and formats are small; a larger value is not looked into. */
const MAX_PARSED_BYTES = 65_536;

/** No upstream has a model of a longer name, and what is named here is kept in tables. */
export const MAX_MODEL_BYTES = 512;

/** The model's name, or null. */
export function modelOf(bytes: Buffer, { fields }: Pick<BodyIndex, 'fields'>): string | null {
  const name = fields.model?.string;
  return name && name.end - name.start <= MAX_MODEL_BYTES ? decodeString(bytes, name) : null;
}

/** Whether the caller wants a stream. */
export function isStreamed({ fields }: Pick<BodyIndex, 'fields'>, route: PromptRoute): boolean {
  if (fields.stream?.first === SMALL_T) return true;
  return fields.stream?.first !== SMALL_F && PROMPT_SHAPES[route].streamsByDefault;
}

const isThere = (field: Field | undefined): field is Field => field !== undefined && field.first !== SMALL_N;
const isText = (field: Field | undefined): boolean =>
  field?.string !== undefined && field.string !== null && field.string.end > field.string.start;

/**
 * Why a call must pass untouched, by what stands in its body; null when it is a prompt to be enriched.
 * Calls without a message or prompt load or unload a model. Source: proxy, Injection.
 */
export function reasonToPass(index: BodyIndex, route: PromptRoute): InjectionReason | null {
  const { fields, list, text } = index;
  if (fields.raw?.first === SMALL_T) return 'raw';
  if (isText(fields.suffix)) return 'suffix';
  if (list) return list.turns.length === 0 ? 'empty_call' : null;
  if (text) return text.span.end === text.span.start ? 'empty_call' : null;
  const shape = PROMPT_SHAPES[route];
  const given = [shape.list, shape.text].some((name) => name !== null && isThere(fields[name]));
  return given ? 'unreadable_body' : 'empty_call';
}

function parsed(bytes: Buffer, index: BodyIndex, name: FieldName): unknown {
  const field = index.fields[name];
  if (!field || field.end - field.start > MAX_PARSED_BYTES) return undefined;
  return JSON.parse(bytes.toString('utf8', field.start, field.end));
}

const member = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined;

/** Whether the caller binds the answer to JSON. */
export function isFormatSet(bytes: Buffer, index: BodyIndex, route: PromptRoute): boolean {
  const { fields } = index;
  switch (route) {
    case 'chat':
    case 'generate':
      return isThere(fields.format) && (fields.format.string === null || isText(fields.format));
    case 'openai_chat':
    case 'openai_completions':
      return isJsonType(member(parsed(bytes, index, 'response_format'), 'type'));
    case 'openai_responses':
      return isJsonType(member(member(parsed(bytes, index, 'text'), 'format'), 'type'));
    case 'anthropic_messages':
      return false;
  }
}

const isJsonType = (type: unknown): boolean => type === 'json_object' || type === 'json_schema';

/** Whether the call offers tools. */
export function hasTools({ fields }: BodyIndex): boolean {
  return fields.tools !== undefined && fields.tools.end - fields.tools.start > 2 && isThere(fields.tools);
}

/** The context length the request itself asks for (`options.num_ctx`), in tokens. */
export function requestedContext(bytes: Buffer, index: BodyIndex): number | undefined {
  if (!index.fields.options) return undefined;
  const tokens = member(parsed(bytes, index, 'options'), 'num_ctx');
  return typeof tokens === 'number' && tokens > 0 ? tokens : undefined;
}
