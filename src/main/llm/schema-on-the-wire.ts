// JSON schemas as providers take them: their constrained decoding knows a part of the language, and refuses the rest.
// What is left out here is checked by whoever asked, as is everything else.

type Schema = Readonly<Record<string, unknown>>;

/** Keywords that OpenAI's and Anthropic's structured outputs refuse or refused. */
const UNSUPPORTED: ReadonlySet<string> = new Set([
  '$schema',
  'default',
  'exclusiveMaximum',
  'exclusiveMinimum',
  'format',
  'maxItems',
  'maxLength',
  'maxProperties',
  'maximum',
  'minItems',
  'minLength',
  'minProperties',
  'minimum',
  'multipleOf',
  'pattern',
  'propertyNames',
  'uniqueItems',
]);

/** The schema without constraints on values, every object closed. */
export function portableSchema(schema: Schema): Record<string, unknown> {
  return simplify(schema) as Record<string, unknown>;
}

function simplify(value: unknown, isProperties = false): unknown {
  if (Array.isArray(value)) return value.map((one) => simplify(one));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value)
    .filter(([key]) => isProperties || !UNSUPPORTED.has(key))
    .map(([key, inner]) => {
      if (!isProperties && (key === 'const' || key === 'enum' || key === 'required')) return [key, inner];
      const named = !isProperties && (key === 'properties' || key === '$defs');
      // What discriminated unions become; only `anyOf` is understood.
      return [!isProperties && key === 'oneOf' ? 'anyOf' : key, simplify(inner, named)];
    });
  const result = Object.fromEntries(entries) as Record<string, unknown>;
  if (!isProperties && result.type === 'object' && 'properties' in result) {
    result.additionalProperties = false;
  }
  return result;
}

/** Whether OpenAI's strict mode takes it: an object at the top, every property required. */
export function fitsStrictMode(schema: Schema): boolean {
  return schema.type === 'object' && everyObject(schema, isStrictObject);
}

function isStrictObject(schema: Schema): boolean {
  if ('allOf' in schema || 'not' in schema || 'patternProperties' in schema) return false;
  if (schema.type !== 'object') return true;
  const required = new Set(Array.isArray(schema.required) ? (schema.required as unknown[]) : []);
  return (
    schema.additionalProperties === false &&
    Object.keys((schema.properties ?? {}) as object).every((key) => required.has(key))
  );
}

function everyObject(value: unknown, test: (schema: Schema) => boolean): boolean {
  if (Array.isArray(value)) return value.every((one) => everyObject(one, test));
  if (typeof value !== 'object' || value === null) return true;
  return test(value as Schema) && Object.values(value).every((inner) => everyObject(inner, test));
}

/** The same demand in words, for models that take no schema. */
export function schemaInWords(schema: Schema): string {
  return `Answer with one JSON object and nothing else. It must fit this JSON schema:\n${JSON.stringify(schema)}`;
}
