// Briefs as they are asked for, stored and answered: the names of the HTTP surface, which are those of the stored rows. Source: advisory, Profiles.
import * as z from 'zod';
import { PlainText } from '../plain-text.ts';

export const BRIEF_TASKS = ['summary', 'conflict', 'remediation'] as const;
export const BriefTask = z.enum(BRIEF_TASKS);
export type BriefTask = z.infer<typeof BriefTask>;

export const BRIEF_PROFILES = ['default', 'fips-local', 'gost-local', 'cloud-openai'] as const;
export const BriefProfile = z.enum(BRIEF_PROFILES);
export type BriefProfile = z.infer<typeof BriefProfile>;
/** What a request that names none is given. */
export const ORDINARY_PROFILE: BriefProfile = 'fips-local';

/** Sections of the pack; the preferred are written first, and so last to be cut. */
export const BRIEF_PACK_SECTIONS = ['advisory', 'vex', 'sbom', 'policy', 'runtime'] as const;

/** What is asked for: the body of `POST /api/v1/advisory/{task}`. */
export const BriefRequest = z.strictObject({
  /** An id of an advisory in any spelling, a text with ids in it, a package URL, the name of a package, or `concept:NAME` of the graph. */
  advisoryKey: PlainText.trim().min(1).max(2000),
  /** Key of a product, id of a resource or digest of an image. */
  artifactId: PlainText.trim().min(1).max(500).optional(),
  policyVersion: PlainText.trim().min(1).max(200).optional(),
  profile: BriefProfile.default(ORDINARY_PROFILE),
  preferredSections: z.array(z.enum(BRIEF_PACK_SECTIONS)).max(BRIEF_PACK_SECTIONS.length).optional(),
  /** False: no context of lists of components (paths, timelines, environments, blast radius). */
  sbomContext: z.boolean().optional(),
  /** False: no environments of the resources that run it. */
  environments: z.boolean().optional(),
  /** False: no blast radius, and not what runs it. */
  blastRadius: z.boolean().optional(),
  /** The prompt, without secrets, in the answer; it is put together anew, and not stored. */
  includePrompt: z.boolean().optional(),
  /** A new revision, whatever is there. */
  forceRefresh: z.boolean().default(false),
});
export type BriefRequest = z.infer<typeof BriefRequest>;

/** A hexadecimal SHA-256. */
export const Sha256 = z.string().regex(/^[0-9a-f]{64}$/, 'a SHA-256 in lower-case hexadecimal');

/** Of a key's briefs, as a caller writes it; more than a column holds is none. */
export const RevisionAsked = z.coerce.number().int().min(1).max(1_000_000);

export const BriefCodes = z.enum([
  'citation_missing',
  'citation_invalid',
  'prompt_too_long',
  'prompt_injection',
  'quota_exceeded',
  'entity_unsupported',
  'remediation_unapproved',
  'canary_leak',
]);
export type BriefCode = z.infer<typeof BriefCodes>;

/** Why no model put it in order, where one was to. */
export const FALLBACK_REASONS = [
  'no_model',
  'egress_denied',
  'unreachable',
  'overloaded',
  'rate_limited',
  'unauthenticated',
  'not_found',
  'timeout',
  'bad_answer',
  'quota_exceeded',
  'refused',
  'failed',
] as const;
export const FallbackReason = z.enum(FALLBACK_REASONS);
export type FallbackReason = z.infer<typeof FallbackReason>;

export const BriefSections = z.strictObject({
  summary: z.string(),
  conflicts: z.string(),
  remediation: z.string(),
  references: z.string(),
});
export type BriefSections = z.infer<typeof BriefSections>;

const Span = z.strictObject({ start: z.number().int().min(0), end: z.number().int().min(0) });

export const BriefCitation = z.strictObject({
  n: z.number().int().min(1),
  source_id: z.string(),
  /** Of the document's bytes; of what was computed that of its text. */
  content_hash: Sha256,
  /** The passage in the source's text, in UTF-16 units. */
  span: Span,
});
export type BriefCitation = z.infer<typeof BriefCitation>;

/** One step of a remediation, as it is handed to the assistant. */
export const BriefStep = z.strictObject({
  finding: z.string(),
  product: z.string(),
  package_key: z.string(),
  component: z.string(),
  version: z.string().nullable(),
  target: z.string().nullable(),
  score: z.number(),
  fix: z.enum(['direct', 'parent_upgrade']),
});
export type BriefStep = z.infer<typeof BriefStep>;

export const BriefFollowUp = z.strictObject({
  /** When it is looked at; null: a day after the brief was made. */
  at: z.iso.datetime().nullable(),
  check: z.enum(['rescan', 'version']),
  target: z.string(),
});
export type BriefFollowUp = z.infer<typeof BriefFollowUp>;

export const BriefSignature = z.strictObject({
  /** Of the key: SHA-256 of its public half, or what an external signer calls it. */
  keyid: z.string(),
  algorithm: z.string(),
  /** The DSSE envelope, as JSON. */
  envelope: z.string(),
});
export type BriefSignature = z.infer<typeof BriefSignature>;

/** What is hashed and signed: a brief without what differs between two readings of it. */
export const BriefBody = z.strictObject({
  task: BriefTask,
  project: z.string(),
  advisory_key: z.string(),
  artifact_id: z.string().nullable(),
  policy_version: z.string().nullable(),
  profile: BriefProfile,
  cache_key: Sha256,
  revision: z.number().int().min(1),
  /** What it took the place of: `CACHE_KEY/REVISION`. */
  supersedes: z.string().optional(),
  input_digest: Sha256,
  provenance_hash: Sha256,
  sections: BriefSections,
  /** Of the pieces of evidence that stand under the key, those that are cited: 0 to 1, before anything was left out. */
  coverage: z.number().min(0).max(1),
  citations: z.array(BriefCitation),
  steps: z.array(BriefStep),
  follow_ups: z.array(BriefFollowUp),
  guardrail: z.strictObject({
    blocked: z.boolean(),
    codes: z.array(BriefCodes),
    redactions: z.record(z.string(), z.number().int()),
  }),
  /** Of exactly what was sent first; where nobody was asked, of what would have been but for its canary. Null where nothing could be put together. */
  prompt_sha256: Sha256.nullable(),
  effective_mode: z.enum(['Local', 'Remote']),
  inference: z.strictObject({
    model_id: z.string().optional(),
    fallback_reason: FallbackReason.optional(),
  }),
});
export type BriefBody = z.infer<typeof BriefBody>;

export const StoredBrief = BriefBody.extend({
  output_hash: Sha256,
  generated_at: z.iso.datetime(),
  signatures: z.array(BriefSignature),
});
export type StoredBrief = z.infer<typeof StoredBrief>;

/** `data` of an answer. */
export const Brief = StoredBrief.extend({
  /** What a model is sent, with another word in the place of the secret one; where it was asked for. */
  prompt: z.string().optional(),
  cache: z.strictObject({ hit: z.boolean(), age_s: z.number().int().min(0) }),
});
export type Brief = z.infer<typeof Brief>;

/** A source as the brief's reader sees it beside the brief. */
export const BriefSource = z.strictObject({
  n: z.number().int().min(1),
  source_id: z.string(),
  content_hash: Sha256,
  kind: z.string(),
  issuer: z.string().nullable(),
  trust: z.enum(['computed', 'trusted', 'unrated', 'suspicious']),
  source_url: z.string().nullable(),
  licence: z.string().nullable(),
  /** As the model was shown it, without secrets. */
  text: z.string(),
  highlights: z.array(Span.extend({ why: z.string() })),
});
export type BriefSource = z.infer<typeof BriefSource>;

/** What a brief was made from: `context_manifest.json` of a bundle. */
export const BriefManifest = z.strictObject({
  manifest_version: z.literal(1),
  input_digest: Sha256,
  versions: z.strictObject({
    pack: z.number().int(),
    template: z.string(),
    guardrail: z.string(),
    comparator: z.number().int(),
  }),
  /** What made the vectors that were compared. */
  embedder: z.string(),
  ids: z.array(z.string()),
  packages: z.array(z.string()),
  sources: z.array(BriefSource),
  /** What there was no room for. */
  left_out: z.array(z.string()),
  /** Sources in which something reads like instructions. */
  suspicious: z.array(z.string()),
});
export type BriefManifest = z.infer<typeof BriefManifest>;

/** What became of what was asked for. */
export const BriefAnswer = z.discriminatedUnion('state', [
  z.strictObject({ state: z.literal('there'), cacheKey: Sha256, revision: z.number().int() }),
  z.strictObject({
    state: z.literal('refused'),
    ...{ cacheKey: Sha256, revision: z.number().int() },
    codes: z.array(BriefCodes),
  }),
  z.strictObject({
    state: z.literal('queued'),
    cacheKey: Sha256,
    revision: z.number().int(),
    jobId: z.string(),
  }),
  /** Nobody asked for it yet. */
  z.strictObject({ state: z.literal('absent'), cacheKey: Sha256 }),
  /** It could not be made; what to do is in the message. */
  z.strictObject({ state: z.literal('failed'), reason: z.string(), message: z.string() }),
]);
export type BriefAnswer = z.infer<typeof BriefAnswer>;

/** A line of the list, and of a history. */
export const BriefRow = z.strictObject({
  ...{ task: BriefTask, advisoryKey: z.string(), artifactId: z.string().nullable() },
  ...{ policyVersion: z.string().nullable(), profile: BriefProfile },
  ...{ cacheKey: Sha256, revision: z.number().int(), outputHash: Sha256 },
  /** Epoch milliseconds. */
  generatedAt: z.number().int(),
  blocked: z.boolean(),
  codes: z.array(BriefCodes),
  /** Null where it was made of what was computed. */
  modelId: z.string().nullable(),
  fallbackReason: FallbackReason.nullable(),
  /** The beginning of its summary, as plain text. */
  summary: z.string(),
  signed: z.boolean(),
});
export type BriefRow = z.infer<typeof BriefRow>;

export const BriefsPage = z.strictObject({ briefs: z.array(BriefRow), total: z.number().int() });
export type BriefsPage = z.infer<typeof BriefsPage>;

/** `valid`: by a key known here; `unknown_key`: by one that is not; `not_verifiable`: by a program that verifies nothing here. */
export const SignatureState = z.enum(['valid', 'invalid', 'unknown_key', 'not_verifiable', 'unsigned']);
export type SignatureState = z.infer<typeof SignatureState>;

export const BriefDetail = z.strictObject({
  brief: StoredBrief,
  manifest: BriefManifest,
  /** Whether what is stored still hashes to what was signed. */
  intact: z.boolean(),
  signature: SignatureState,
  /** The bundle it came in; null for one that was made here. */
  cameFrom: z.string().nullable(),
  /** Every revision of what was asked for, the newest first, this one among them. */
  history: z.array(BriefRow),
  /** What it took the place of; null for the first. */
  before: StoredBrief.nullable(),
});
export type BriefDetail = z.infer<typeof BriefDetail>;

export const BriefPreview = z.strictObject({
  /** The prompt with another word in the place of its canary. */
  text: z.string(),
  sha256: Sha256,
  /** Null where nobody would be sent it, and why. */
  model: z.string().nullable(),
  isLocal: z.boolean(),
  problem: z.string().nullable(),
});
export type BriefPreview = z.infer<typeof BriefPreview>;

/** What is handed to the assistant. */
export const BriefPlan = z.strictObject({ title: z.string(), message: z.string() });
export type BriefPlan = z.infer<typeof BriefPlan>;

export const BriefProfileView = z.strictObject({
  name: BriefProfile,
  title: z.string(),
  says: z.string(),
  /** Off until an operator turns it on. */
  isOn: z.boolean(),
  /** Why no brief of it can be made now; null where one can. */
  problem: z.string().nullable(),
  /** Who words its briefs; null where nobody does. */
  model: z.string().nullable(),
  modelIsLocal: z.boolean(),
  /** Why nobody does, where somebody was to. */
  fallback: FallbackReason.nullable(),
  /** Of the weights that word its briefs; null where none were met yet. */
  digest: z.string().nullable(),
  /** The model has other weights now: nothing is made until an operator takes them. */
  digestNow: z.string().nullable(),
});
export type BriefProfileView = z.infer<typeof BriefProfileView>;

export const BriefsState = z.strictObject({
  profiles: z.array(BriefProfileView),
  tasks: z.strictObject({ summary: z.boolean(), conflict: z.boolean(), remediation: z.boolean() }),
  /** Briefs that are there, of all subjects. */
  count: z.number().int(),
  /** Those that are being made. */
  waiting: z.number().int(),
  /** Goes up whenever one was made here. */
  made: z.number().int(),
});
export type BriefsState = z.infer<typeof BriefsState>;

export const SigningKeyView = z.strictObject({
  keyId: z.string(),
  algorithm: z.string(),
  /** SPKI in PEM, for whoever verifies. */
  publicPem: z.string(),
  createdAt: z.number().int(),
  /** Null for the one that signs. */
  retiredAt: z.number().int().nullable(),
  /** False: a restored backup brought it. */
  isOwn: z.boolean(),
});
export type SigningKeyView = z.infer<typeof SigningKeyView>;
