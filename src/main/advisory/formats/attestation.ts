// What a document of evidence comes wrapped in: a Sigstore bundle, a DSSE envelope, an in-toto statement, GitHub's answer. Opens all of it and verifies
// nothing. Called by read-document.ts. Source: advisory, Evidence; reference evidence-identity, 7.
import * as z from 'zod';
import { bytesOfBase64 } from '../signing/base64.ts';
import { type Envelope, envelopeOf } from '../signing/envelope.ts';
import { decode, membersOf, parseDocument } from './json-document.ts';
import { reasonForText } from './not-read.ts';
import type { EvidenceDocument } from './records.ts';
import { Refusal } from './refusal.ts';
import { nameInPurl, unique } from './words.ts';

export interface AttestedSubject {
  readonly name: string;
  /** `sha256:…` and the like. */
  readonly digests: readonly string[];
}

export interface OpenedDocument {
  /** The document itself. */
  readonly value: unknown;
  /** JSON pointer to where it lies; a step `payload` leads into the text that an envelope carries. */
  readonly path: string;
  /** What it came wrapped in, as people call it; null where it came bare. */
  readonly wrapper: string | null;
  readonly subjects: readonly AttestedSubject[];
  /** The envelope, whose signatures nobody has verified. */
  readonly envelope: Envelope | null;
}

/** @throws Refusal where a wrapper is not what it has to be */
export function openDocument(outer: unknown): OpenedDocument {
  const inner = membersOf(outer)?.dsseEnvelope;
  const envelopePath = inner === undefined ? '' : '/dsseEnvelope';
  const envelope = openEnvelope(inner ?? outer, envelopePath);
  const path = envelope === null ? '' : `${envelopePath}/payload`;
  const signed = envelope === null ? outer : parsePayload(envelope.payload, path);
  const statement = openStatement(signed, path);
  const { value, subjects, wrapper } = statement ?? {
    value: signed,
    subjects: [],
    wrapper: envelope && `an envelope of type "${envelope.payloadType}"`,
  };
  const opened = { value, path: statement ? `${path}/predicate` : path, wrapper, subjects, envelope };
  const sbom = membersOf(membersOf(value)?.sbom);
  return sbom && 'spdxVersion' in sbom ? { ...opened, value: sbom, path: `${opened.path}/sbom` } : opened;
}

function openEnvelope(value: unknown, path: string): Envelope | null {
  const members = membersOf(value);
  if (typeof members?.payload !== 'string' || typeof members.payloadType !== 'string') return null;
  const read = envelopeOf(members);
  if (!read.ok) throw new Refusal(path, read.reason);
  return read.envelope;
}

function parsePayload(payload: Uint8Array, path: string): unknown {
  try {
    return parseDocument(decode(payload));
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    throw new Refusal(`${path}${error.path}`, error.message);
  }
}

const StatementShape = z.object({
  predicateType: z.string().min(1).max(1000),
  predicate: z.unknown(),
  subject: z
    .array(
      z.object({
        name: z.string().max(4096).default(''),
        digest: z.record(z.string().max(40), z.string().max(1000)).default({}),
      }),
    )
    .max(20_000)
    .nullish(),
});

function openStatement(
  value: unknown,
  path: string,
): Pick<OpenedDocument, 'value' | 'subjects' | 'wrapper'> | null {
  const type = membersOf(value)?._type;
  if (typeof type !== 'string' || !type.startsWith('https://in-toto.io/Statement/')) return null;
  const shape = StatementShape.safeParse(value);
  if (!shape.success) {
    const place = shape.error.issues[0]?.path.map(String).join('/') ?? '';
    throw new Refusal(
      `${path}/${place}`,
      'This is no in-toto statement: the member is missing or malformed.',
    );
  }
  const { predicateType, predicate, subject } = shape.data;
  const wrapper = `an attestation with the predicate type "${predicateType}"`;
  return {
    value: predicateValue(predicate, `${path}/predicate`, wrapper),
    wrapper,
    subjects: (subject ?? []).map(({ name, digest }) => ({
      name,
      digests: Object.entries(digest).map(([kind, hex]) => `${kind.toLowerCase()}:${hex.toLowerCase()}`),
    })),
  };
}

/** Old versions of cosign put the document into `Data`, as an object, as text or as base64 of text. */
function predicateValue(predicate: unknown, path: string, wrapper: string): unknown {
  const data = membersOf(predicate)?.Data;
  const text = typeof predicate === 'string' ? predicate : data;
  if (typeof text !== 'string') return data ?? predicate;
  try {
    return parsePayload(bytesOfBase64(text) ?? Buffer.from(text), path);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    throw new Refusal(
      error.path,
      `It is ${wrapper}. What it carries: ${reasonForText(text) ?? error.message}`,
    );
  }
}

/** What an attestation says of its subjects, said of the document in it. */
export function withSubjects(
  document: EvidenceDocument,
  subjects: readonly AttestedSubject[],
): EvidenceDocument {
  const [first] = subjects;
  if (!document.sbom || !first) return document;
  const { subject } = document.sbom;
  const digests = unique([...subject.digests, ...subjects.flatMap((one) => one.digests)]);
  const isNamed = subject.ref !== null || first.name === '';
  const name = isNamed ? subject.name : (nameInPurl(first.name) ?? first.name);
  return { ...document, sbom: { ...document.sbom, subject: { ...subject, name, digests } } };
}
