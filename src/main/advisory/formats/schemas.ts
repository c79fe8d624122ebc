// The published schemas of the formats, compiled when the first document of a format comes. They are their publishers' and may hold patterns that take long
// on text made for it: documents are checked in a thread that is watched, never where anybody waits. Called by read-document.ts.
// Source: advisory, Evidence.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { AnySchemaObject, ErrorObject, ValidateFunction } from 'ajv';
import { Ajv } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import openvex from '../../../../resources/schemas/openvex.schema.json' with { type: 'json' };
import osv from '../../../../resources/schemas/osv.schema.json' with { type: 'json' };
import policyTrace from '../../../../resources/schemas/policy-trace.v1.schema.json' with { type: 'json' };
import runtimeHint from '../../../../resources/schemas/runtime-hint.v1.schema.json' with { type: 'json' };
import spdx from '../../../../resources/schemas/spdx-2.3.schema.json' with { type: 'json' };
import type { SchemaSet } from './csaf-schemas.ts';
import { Refusal } from './refusal.ts';
import { unique } from './words.ts';

/** The schemas there are, by what a document says it follows. */
const SCHEMAS = {
  osv: () => compile2020(openOsv(osv)),
  openvex: () => compile2020(openvex),
  'spdx-2.3': () => compileDraft7(spdxOfAnyVersion(spdx)),
  'csaf-2.0': async () => compileCsaf((await import('./csaf-schemas.ts')).csaf20),
  'csaf-2.1': async () => compileCsaf((await import('./csaf-schemas.ts')).csaf21),
  // Their own schemas leave members open that are read here; 1.4 has all of them, and closes what those leave open.
  'cyclonedx-1.2': () => compileCycloneDx('1.4', withOpenObjects),
  'cyclonedx-1.3': () => compileCycloneDx('1.4', withOpenObjects),
  'cyclonedx-1.4': () => compileCycloneDx('1.4'),
  'cyclonedx-1.5': () => compileCycloneDx('1.5'),
  'cyclonedx-1.6': () => compileCycloneDx('1.6'),
  'cyclonedx-1.7': () => compileCycloneDx('1.7'),
  'policy-trace': () => compile2020(policyTrace),
  'runtime-hint': () => compile2020(runtimeHint),
} satisfies Record<string, () => Promise<ValidateFunction> | ValidateFunction>;

export type SchemaName = keyof typeof SCHEMAS;

export const isSchemaName = (name: string): name is SchemaName => Object.hasOwn(SCHEMAS, name);

const compiled = new Map<SchemaName, ValidateFunction>();

/** @throws Refusal naming the place that does not follow the schema, the deepest of those that are told */
export async function checkAgainst(name: SchemaName, value: unknown): Promise<void> {
  let validate = compiled.get(name);
  if (!validate) {
    validate = await SCHEMAS[name]();
    compiled.set(name, validate);
  }
  if (validate(value)) return;
  const error = deepest(validate.errors ?? []);
  throw new Refusal(
    error?.instancePath ?? '',
    `It does not follow the schema of ${name}: ${reasonOf(error)}.`,
  );
}

/** Where several ways to be right were tried, the one that came furthest is what was meant. */
function deepest(errors: readonly ErrorObject[]): ErrorObject | undefined {
  const depth = ({ instancePath }: ErrorObject) => instancePath.split('/').length;
  let best: ErrorObject | undefined;
  for (const error of errors) if (!best || depth(error) > depth(best)) best = error;
  return best;
}

function reasonOf(error: ErrorObject | undefined): string {
  if (!error) return 'it is not valid';
  const { keyword, params, message = 'it is not valid' } = error;
  if (keyword === 'additionalProperties') return `the member "${params.additionalProperty}" is unknown there`;
  if (keyword === 'enum') return `${message}: ${(params.allowedValues as unknown[]).slice(0, 12).join(', ')}`;
  if (keyword === 'uniqueItems') return 'an item is there twice, and each must be unique';
  if (keyword === 'const') return `it must be ${JSON.stringify(params.allowedValue)}`;
  return message;
}

// --- what published schemas are too narrow in

/** A copy in which each member passes through `change`, the innermost first. */
const changed = (schema: AnySchemaObject, change: (name: string, value: unknown) => unknown) =>
  JSON.parse(JSON.stringify(schema), change) as AnySchemaObject;

const withOpenObjects = (schema: AnySchemaObject) =>
  changed(schema, (name, value) => (name === 'additionalProperties' ? undefined : value));

/**
 * The schema of SPDX 2.3, wide enough for 2.2 and 2.3.1: they part words with `_` or `-`, and nobody keeps to which (spdx/spdx-spec#798). What 2.2 alone requires
 * is not required.
 */
function spdxOfAnyVersion(schema: AnySchemaObject): AnySchemaObject {
  const open = changed(schema, (name, value) => {
    if (name !== 'enum' || !Array.isArray(value)) return value;
    if (!value.includes('PACKAGE-MANAGER') && !value.includes('OPERATING_SYSTEM')) return value;
    const words = value.map(String);
    return unique([
      ...words,
      ...words.map((word) => word.replaceAll(/[-_]/g, (sign) => (sign === '-' ? '_' : '-'))),
    ]);
  });
  return { ...open, properties: { ...open.properties, $schema: { type: 'string' } } };
}

/** Databases and ecosystems come anew every month: an advisory is not refused because nobody here knows who gives it out. */
function openOsv(schema: AnySchemaObject): AnySchemaObject {
  const { $defs } = schema;
  return {
    ...schema,
    $defs: {
      ...$defs,
      prefix: { type: 'string', pattern: '^[A-Za-z][A-Za-z0-9_.]{0,40}[-:]\\S{1,200}$' },
      ecosystemWithSuffix: { type: 'string', pattern: '^[^:]{1,100}(:.+)?$' },
    },
  };
}

// --- compiling

/**
 * Formats that are told and not held against a document: by JSON Schema they are remarks, and real advisories carry links with letters of other alphabets.
 * An advisory that is not taken for such a link is a danger that is not seen. Times are held: everything is ordered by them. CSAF holds all of them itself.
 */
const REMARKS = ['uri', 'uri-reference', 'email', 'iri', 'iri-reference', 'idn-email', 'idn-hostname'];

const OPTIONS = { strict: false, allErrors: false, logger: false, validateFormats: true } as const;

function prepared<A extends Ajv | Ajv2020>(ajv: A, remarks: readonly string[] = REMARKS): A {
  addFormats.default(ajv, { mode: 'fast' });
  for (const format of remarks) ajv.addFormat(format, true);
  ajv.removeKeyword('uniqueItems');
  ajv.addKeyword({ keyword: 'uniqueItems', type: 'array', schemaType: 'boolean', validate: areUnique });
  return ajv;
}

/** In time of the list's size; ajv compares every item with every other. */
function areUnique(wanted: boolean, items: readonly unknown[]): boolean {
  if (!wanted || items.length < 2) return true;
  return new Set(items.map((item) => JSON.stringify(item, sortedKeys))).size === items.length;
}

function sortedKeys(_: string, value: unknown): unknown {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}

const compile2020 = (schema: AnySchemaObject) => prepared(new Ajv2020(OPTIONS)).compile(schema);

function compileCsaf({ schema, others }: SchemaSet): ValidateFunction {
  const ajv = prepared(new Ajv2020(OPTIONS), []);
  for (const [other, id] of others) ajv.addSchema(other, id);
  return ajv.compile(schema);
}

const compileDraft7 = (schema: AnySchemaObject) => prepared(new Ajv(OPTIONS)).compile(schema);

function compileCycloneDx(
  version: string,
  change: (schema: AnySchemaObject) => AnySchemaObject = (schema) => schema,
): ValidateFunction {
  const folder = dirname(createRequire(import.meta.url).resolve('@cyclonedx/cyclonedx-library/package.json'));
  const read = (name: string) =>
    JSON.parse(
      readFileSync(join(folder, 'res', 'schema', `${name}.SNAPSHOT.schema.json`), 'utf8'),
    ) as AnySchemaObject;
  const ajv = prepared(new Ajv(OPTIONS));
  for (const name of ['spdx', 'jsf-0.82', 'cryptography-defs'])
    ajv.addSchema(read(name), `http://cyclonedx.org/schema/${name}.SNAPSHOT.schema.json`);
  return ajv.compile(change(read(`bom-${version}`)));
}
