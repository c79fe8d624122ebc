// Statements of in-toto, version 1: which files, by their digests, and what is said of them. What a brief's or bundle's signature covers. Pure.
// Called by who signs bundles and who verifies them. Source: advisory, Outputs.
import * as z from 'zod';
import { canonicalJson, type Json } from '../../store/audit/canonical-json.ts';
import { decode, parseDocument } from '../formats/json-document.ts';
import { Refusal } from '../formats/refusal.ts';

export const IN_TOTO_PAYLOAD = 'application/vnd.in-toto+json';
const STATEMENT_TYPE = 'https://in-toto.io/Statement/v1';
/** More than fit into an envelope. */
const MAX_SUBJECTS = 20_000;

export interface Subject {
  readonly name: string;
  /** SHA-256, lower-case hex. */
  readonly sha256: string;
}

export interface Statement {
  readonly subjects: readonly Subject[];
  /** A URI that says what the predicate is. */
  readonly predicateType: string;
  readonly predicate: { readonly [member: string]: Json };
}

/** The statement's bytes: canonical JSON, subjects in code-unit order of their names. @throws RangeError for two subjects of one name */
export function statementBytes({ subjects, predicateType, predicate }: Statement): Uint8Array {
  const sorted = subjects.toSorted((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
  const twice = sorted.find(({ name }, n) => name === sorted[n + 1]?.name);
  if (twice) throw new RangeError(`the subject ${twice.name} is there twice`);
  const subject = sorted.map(({ name, sha256 }) => ({ name, digest: { sha256 } }));
  return Buffer.from(canonicalJson({ _type: STATEMENT_TYPE, subject, predicateType, predicate }), 'utf8');
}

/**
 * Members that are not known are passed over, as in-toto asks, and so are digests of other algorithms: a subject without a SHA-256 cannot be checked here and is refused.
 * A type URI is not compared without regard to case: it was signed as it stands.
 */
const Shape = z.object({
  _type: z.literal(STATEMENT_TYPE),
  subject: z
    .array(
      z.object({
        name: z.string().min(1).max(4096),
        digest: z.object({ sha256: z.string().regex(/^[0-9a-f]{64}$/) }),
      }),
    )
    .min(1)
    .max(MAX_SUBJECTS),
  predicateType: z.string().min(1).max(1000),
  predicate: z.record(z.string(), z.json()).optional(),
});

export type ReadStatement =
  | { readonly ok: true; readonly statement: Statement }
  | { readonly ok: false; readonly reason: string };

/** Reads a payload whose signature holds. Never throws. */
export function readStatement(payload: Uint8Array): ReadStatement {
  let value: unknown;
  try {
    value = parseDocument(decode(payload));
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { ok: false, reason: `What is signed cannot be read: ${error.message}` };
  }
  const shape = Shape.safeParse(value);
  if (!shape.success) {
    const place = shape.error.issues[0]?.path.map(String).join('.') ?? '';
    return {
      ok: false,
      reason: `What is signed is no statement of in-toto v1: see ${place || 'the whole'}.`,
    };
  }
  const { subject, predicateType, predicate = {} } = shape.data;
  const names = new Set(subject.map(({ name }) => name));
  if (names.size < subject.length)
    return {
      ok: false,
      reason: 'What is signed names a file twice, and which one holds is anybody’s guess.',
    };
  const subjects = subject.map(({ name, digest }) => ({ name, sha256: digest.sha256 }));
  return { ok: true, statement: { subjects, predicateType, predicate } };
}

/** The first file that is not what was signed. */
export interface SubjectMismatch {
  readonly name: string;
  readonly why: 'changed' | 'missing' | 'not_signed';
}

/**
 * Holds files against what was signed. All are looked for both ways: a file that nobody signed is a mismatch, too.
 * @param files names and SHA-256 (lower-case hex), in the order in which the first mismatch is looked for; a name that is there twice is not signed the second time
 * @returns null when they are exactly the subjects
 */
export function firstMismatch(
  { subjects }: Pick<Statement, 'subjects'>,
  files: readonly Subject[],
): SubjectMismatch | null {
  const signed = new Map(subjects.map(({ name, sha256 }) => [name, sha256]));
  for (const { name, sha256 } of files) {
    const expected = signed.get(name);
    if (expected === undefined) return { name, why: 'not_signed' };
    if (expected !== sha256) return { name, why: 'changed' };
    signed.delete(name);
  }
  const [missing] = signed.keys();
  return missing === undefined ? null : { name: missing, why: 'missing' };
}
