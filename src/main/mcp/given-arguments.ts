// The arguments of a call as clients write them, read as the tool's schema has them: `null` or `""` for what may be left out, lists,
// numbers and objects written as text. Only where one reading fits the schema; everything else stays, and the schema refuses it.
// Pure. Called by call-tool.ts, door.ts and the tool that proposes. Source: proxy, Traps (MCP).
import type * as z from 'zod';
import { hasFewValues } from './few-values.ts';

/** @param given whatever came as arguments; what is no object is left to the schema */
export function readArguments(schema: z.ZodObject, given: unknown): unknown {
  if (!isRecord(given)) return given ?? {};
  const read: [string, unknown][] = [];
  for (const [name, value] of Object.entries(given)) {
    const field = Object.hasOwn(schema.shape, name) ? (schema.shape[name] as z.ZodType) : undefined;
    const found = field ? readValue(field, value) : value;
    if (found !== undefined) read.push([name, found]);
  }
  return Object.fromEntries(read);
}

/** Undefined for what is left out. */
function readValue(field: z.ZodType, value: unknown): unknown {
  const fits = (candidate: unknown) => field.safeParse(candidate).success;
  if (value !== null && typeof value !== 'string') return value;
  if (fits(value)) return value;
  if (value === null || value.trim() === '') return fits(undefined) ? undefined : value;
  const parsed = parsedText(value);
  if (parsed !== undefined) return fits(parsed) ? parsed : value;
  // A list of texts that came as its one text; broken JSON is none.
  const isOneText = !value.includes('\n') && !'[{'.includes(value.trim().charAt(0));
  return isOneText && fits([value]) ? [value] : value;
}

/** What JSON in a text says; undefined where it is none, or a text. */
export function parsedText(text: string): unknown {
  if (!hasFewValues(text)) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'string' ? undefined : value;
  } catch {
    return undefined;
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A message whose call has no arguments, `null` for them, or their JSON as a text: as MCP has it. */
export function asMcpHasIt(message: unknown): unknown {
  if (Array.isArray(message)) return message.map(asMcpHasIt);
  if (!isRecord(message) || message.method !== 'tools/call' || !isRecord(message.params)) return message;
  const { arguments: given, ...params } = message.params;
  const read = typeof given === 'string' ? (given.trim() === '' ? {} : parsedText(given)) : (given ?? {});
  return { ...message, params: { ...params, arguments: read === undefined ? given : read } };
}
