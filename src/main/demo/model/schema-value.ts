// A value that fits a JSON schema: what the scripted model answers to `format`, and the arguments of its tool calls.
// Covers the keywords that structured-output clients send; unknown ones are ignored. Pure.
import { isRecord, type Json, list, number, record, text } from '../json-fields.ts';

const MAX_DEPTH = 16;

/**
 * A value that fits the schema; free strings hold `words`.
 * @param root where `$ref` is looked up, by default the schema itself
 */
export function valueFor(schema: Json, words: string, root: Json = schema, depth = 0): unknown {
  if (depth > MAX_DEPTH) return null;
  const go = (inner: unknown): unknown => valueFor(record(inner), words, root, depth + 1);
  if (typeof schema.$ref === 'string') return go(resolve(root, schema.$ref));
  if ('const' in schema) return schema.const;
  if (list(schema.enum).length > 0) return list(schema.enum)[0];
  const choice = [...list(schema.anyOf), ...list(schema.oneOf), ...list(schema.allOf)][0];
  if (choice !== undefined) return go(choice);
  switch (typeOf(schema)) {
    case 'object':
      return Object.fromEntries(
        Object.entries(record(schema.properties)).map(([key, inner]) => [key, go(inner)]),
      );
    case 'array':
      return Array.from({ length: Math.max(1, number(schema.minItems) ?? 1) }, () => go(schema.items ?? {}));
    case 'integer':
    case 'number':
      return number(schema.minimum) ?? 1;
    case 'boolean':
      return true;
    case 'null':
      return null;
    default:
      return fitLength(words, schema);
  }
}

function typeOf(schema: Json): string {
  const type = Array.isArray(schema.type) ? text(schema.type[0]) : text(schema.type);
  if (type !== '') return type;
  return isRecord(schema.properties) ? 'object' : 'string';
}

function fitLength(words: string, schema: Json): string {
  const cut = words.slice(0, number(schema.maxLength) ?? words.length);
  return cut.padEnd(number(schema.minLength) ?? 0, '.');
}

function resolve(root: Json, pointer: string): unknown {
  const steps = pointer.replace(/^#\/?/, '').split('/').filter(Boolean);
  return steps.reduce<unknown>(
    (value, step) => record(value)[step.replaceAll('~1', '/').replaceAll('~0', '~')],
    root,
  );
}
