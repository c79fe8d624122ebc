// From the bytes of a file to what is taken out of it, or to why not: which format it is, whether it follows its schema, what it says. Effects: none but
// compiling schemas. Called in the thread that imports, and by `festinger evidence check`. Source: advisory, Evidence.
import { createHash } from 'node:crypto';
import type { Envelope } from '../signing/envelope.ts';
import { type AttestedSubject, openDocument, withSubjects } from './attestation.ts';
import { readCsaf } from './csaf.ts';
import { readCycloneDx } from './cyclonedx.ts';
import { isEpssText, readEpssAnswer, readEpssText, readKev } from './exploited.ts';
import { decode, type Members, membersOf, parseDocument, withoutMark } from './json-document.ts';
import { reasonForObject, reasonForText, TAKEN } from './not-read.ts';
import { isNvd, readNvd } from './nvd.ts';
import { readOpenVex, upgradeOpenVex } from './openvex.ts';
import { readOsv } from './osv.ts';
import { readPolicyTrace, readRuntimeHint } from './our-formats.ts';
import type { EvidenceDocument } from './records.ts';
import { Refusal } from './refusal.ts';
import { checkAgainst, isSchemaName, type SchemaName } from './schemas.ts';
import { type AcceptedKey, type DocumentSignature, verifyDocument } from './signature.ts';
import { readSpdx } from './spdx.ts';

/** Longest document read, bytes. Real lists of a whole distribution are some 60 MB. */
export const MAX_DOCUMENT_BYTES = 100_000_000;

export type ReadDocument =
  | {
      readonly ok: true;
      readonly document: EvidenceDocument;
      /** Null where nobody signed it. */
      readonly signature: DocumentSignature | null;
      /** The very bytes, as text. */
      readonly raw: string;
      readonly sha256: string;
      readonly size: number;
    }
  | { readonly ok: false; readonly path: string; readonly reason: string; readonly sha256: string };

export interface DocumentTrust {
  /** Keys that the operator accepted; at most 32. */
  readonly keys: readonly AcceptedKey[];
  /** A signature that lies beside the document; null where none does. */
  readonly detached: Uint8Array | null;
}

const NO_KEYS: DocumentTrust = { keys: [], detached: null };

/**
 * @param bytes of one document; not of an archive
 * @returns what it says; or the JSON pointer and the reason for which it is not taken
 */
export async function readDocument(
  bytes: Uint8Array,
  { keys, detached }: DocumentTrust = NO_KEYS,
): Promise<ReadDocument> {
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  try {
    if (bytes.length > MAX_DOCUMENT_BYTES)
      throw new Refusal('', `It is ${bytes.length} bytes; ${MAX_DOCUMENT_BYTES} are read at most.`);
    const raw = decode(bytes);
    const { document, envelope } = await documentOf(raw, sha256);
    const signature = verifyDocument({ bytes, issuer: document.issuer, envelope, detached }, keys);
    return { ok: true, document, signature, raw, sha256, size: bytes.length };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { ok: false, path: error.path, reason: error.message, sha256 };
  }
}

async function documentOf(
  raw: string,
  sha256: string,
): Promise<{ readonly document: EvidenceDocument; readonly envelope: Envelope | null }> {
  const text = withoutMark(raw);
  if (isEpssText(text)) return { document: readEpssText(text), envelope: null };
  const { value, path, wrapper, subjects, envelope } = openDocument(jsonOf(raw));
  try {
    return { document: withSubjects(await documentIn(value, sha256, subjects), subjects), envelope };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    if (wrapper !== null && error instanceof UnknownFormat)
      throw new Refusal(path, `It is ${wrapper}, and what it carries is not read. ${error.message}`);
    throw new Refusal(`${path}${error.path}`, error.message);
  }
}

/** @throws Refusal, with what the text is where that can be told */
function jsonOf(raw: string): unknown {
  try {
    return parseDocument(raw);
  } catch (error) {
    const reason = error instanceof Refusal && error.path === '' ? reasonForText(withoutMark(raw)) : null;
    throw reason === null ? error : new Refusal('', reason);
  }
}

async function documentIn(
  value: unknown,
  sha256: string,
  subjects: readonly AttestedSubject[],
): Promise<EvidenceDocument> {
  const object = membersOf(value);
  if (!object) throw new UnknownFormat('', `It is none of the formats that are read: ${TAKEN}.`);
  const kind = KINDS.find(({ fits }) => fits(object));
  if (!kind)
    throw new UnknownFormat(
      '',
      reasonForObject(object) ?? `It is none of the formats that are read: ${TAKEN}.`,
    );
  const current = kind.upgrade?.(object) ?? object;
  if (kind.schema) await checkAgainst(kind.schema(current), current);
  return kind.read(current, sha256, subjects);
}

/** Thrown for what is none of the formats. */
class UnknownFormat extends Refusal {}

interface Kind {
  readonly fits: (object: Members) => boolean;
  /** Brings an older version of the format to the one that is read. */
  readonly upgrade?: (object: Members) => Members;
  /** Absent where no schema is published. @throws Refusal where the version is none that is read */
  readonly schema?: (object: Members) => SchemaName;
  readonly read: (object: Members, sha256: string, subjects: readonly AttestedSubject[]) => EvidenceDocument;
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

/** The name of a schema made of a format and the version a document gives. */
function versioned(format: string, version: unknown, path: string, read: string): SchemaName {
  const name = `${format}-${text(version)}`;
  if (isSchemaName(name)) return name;
  throw unknownVersion(version, path, read);
}

const unknownVersion = (version: unknown, path: string, read: string): Refusal =>
  new Refusal(path, `This version is not read: ${JSON.stringify(version) ?? 'none is given'}; ${read} are.`);

const memberOf = (value: unknown, name: string): unknown => membersOf(value)?.[name];

/** The first that fits is taken; the order is of no account, as each looks for what no other has. */
const KINDS: readonly Kind[] = [
  {
    fits: ({ bomFormat }) => bomFormat === 'CycloneDX',
    schema: ({ specVersion }) => versioned('cyclonedx', specVersion, '/specVersion', '1.2 to 1.7'),
    read: readCycloneDx,
  },
  {
    fits: ({ spdxVersion }) => text(spdxVersion).startsWith('SPDX-'),
    schema: ({ spdxVersion }) => {
      if (/^SPDX-2\.[23](?:\.\d)?$/.test(text(spdxVersion))) return 'spdx-2.3';
      throw unknownVersion(spdxVersion, '/spdxVersion', 'SPDX-2.2 to SPDX-2.3.1');
    },
    read: readSpdx,
  },
  {
    fits: ({ document }) => memberOf(document, 'csaf_version') !== undefined,
    schema: ({ document }) =>
      versioned('csaf', memberOf(document, 'csaf_version'), '/document/csaf_version', '2.0 and 2.1'),
    read: readCsaf,
  },
  {
    fits: (object) => text(object['@context']).startsWith('https://openvex.dev/ns'),
    upgrade: upgradeOpenVex,
    schema: () => 'openvex',
    read: (vex, _, subjects) => readOpenVex(vex, subjects),
  },
  { fits: ({ schema }) => schema === 'policy-trace.v1', schema: () => 'policy-trace', read: readPolicyTrace },
  { fits: ({ schema }) => schema === 'runtime-hint.v1', schema: () => 'runtime-hint', read: readRuntimeHint },
  {
    fits: ({ catalogVersion, vulnerabilities }) =>
      catalogVersion !== undefined && Array.isArray(vulnerabilities),
    read: readKev,
  },
  {
    fits: ({ data }) => Array.isArray(data) && memberOf(data[0], 'epss') !== undefined,
    read: readEpssAnswer,
  },
  { fits: isNvd, read: readNvd },
  {
    fits: ({ id, modified }) => typeof id === 'string' && typeof modified === 'string',
    schema: () => 'osv',
    read: readOsv,
  },
];
