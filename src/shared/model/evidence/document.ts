// What is known about risks, as it crosses a border: documents, imports of them, what was refused. Source: advisory, Evidence.
import * as z from 'zod';
import { EVIDENCE_FORMATS } from './words.ts';

export const EvidenceFormat = z.enum(EVIDENCE_FORMATS);
export type EvidenceFormat = z.infer<typeof EvidenceFormat>;

/** A document in its newest version. */
export const EvidenceDocument = z.strictObject({
  id: z.number().int(),
  format: EvidenceFormat,
  /** As the document names itself. */
  key: z.string(),
  version: z.string(),
  title: z.string(),
  issuer: z.string(),
  licence: z.string().nullable(),
  /** The file, or the archive and the entry in it. */
  origin: z.string(),
  sha256: z.string(),
  bytes: z.number().int(),
  /** When this version was made. */
  statedAt: z.number().int().nullable(),
  firstSeen: z.number().int(),
  lastSeen: z.number().int(),
  /** Of a list of components: what it is of. */
  product: z.string().nullable(),
  /** What of it could not be used, each a sentence. */
  notes: z.array(z.string()),
  /** Versions that are stored, this one among them. */
  versions: z.number().int(),
  /** Null where nobody signed it. */
  signature: z
    .strictObject({
      state: z.enum(['verified', 'unknown_key']),
      /** The accepted key that signed it; of an unknown one what the signature calls it, empty where it does not say. */
      keyId: z.string(),
    })
    .nullable(),
});
export type EvidenceDocument = z.infer<typeof EvidenceDocument>;

export const EvidencePage = z.strictObject({
  documents: z.array(EvidenceDocument),
  /** All that fit, whatever the page. */
  total: z.number().int(),
});
export type EvidencePage = z.infer<typeof EvidencePage>;

export const EvidenceImport = z.strictObject({
  id: z.string(),
  origin: z.string(),
  by: z.string(),
  begunAt: z.number().int(),
  /** Null while it goes on; where its process died, when that was last known to live. */
  endedAt: z.number().int().nullable(),
  taken: z.number().int(),
  /** There already, byte for byte. */
  same: z.number().int(),
  refused: z.number().int(),
  /** No documents by their names. */
  leftOut: z.number().int(),
  /** Why it ended early. */
  error: z.string().nullable(),
});
export type EvidenceImport = z.infer<typeof EvidenceImport>;

export const EvidenceRefusal = z.strictObject({
  origin: z.string(),
  /** JSON pointer within the document; the entry's name where an archive is refused. */
  path: z.string(),
  reason: z.string(),
});
export type EvidenceRefusal = z.infer<typeof EvidenceRefusal>;

/** A public key of somebody else that documents of evidence may be signed with. */
export const EvidenceKey = z.strictObject({
  /** SHA-256 of the public key (SPKI), hex. */
  keyId: z.string(),
  algorithm: z.enum(['ed25519', 'ecdsa-p256', 'ecdsa-p384', 'rsa']),
  pem: z.string(),
  /** Whom it speaks for, as documents name their issuers. */
  issuers: z.array(z.string()),
  note: z.string(),
  addedAt: z.number().int(),
  addedBy: z.string(),
  /** Documents of the project that it signed, in their newest versions. */
  documents: z.number().int(),
});
export type EvidenceKey = z.infer<typeof EvidenceKey>;

/** Whose statements count by themselves: those of issuers you chose, and those that keys you accepted have signed. */
export const EvidenceTrust = z.strictObject({
  issuers: z.array(
    z.strictObject({
      name: z.string(),
      /** Documents of the project that name it as their issuer, in their newest versions. */
      documents: z.number().int(),
    }),
  ),
  keys: z.array(EvidenceKey),
});
export type EvidenceTrust = z.infer<typeof EvidenceTrust>;
