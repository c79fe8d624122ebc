// Offline bundles as the operator sees them: what goes in, what there is, what an import joined or would join. Source: advisory, Outputs.
import * as z from 'zod';
import { ProjectName } from '../graph.ts';
import { ImportReport } from '../transfer.ts';
import { type BriefProfile, Sha256 } from './brief.ts';

const Count = z.number().int().min(0);

/** What an export takes along. */
export const BundleScope = z.strictObject({
  /** One project; all of them where it is left out. */
  project: ProjectName.optional(),
  /** The documents themselves; what was taken from them is made anew where they are taken in. */
  evidence: z.boolean().default(true),
  /** Of all projects: with the chain of events, so that an empty host goes on with it. */
  graph: z.boolean().default(true),
});
export type BundleScope = z.infer<typeof BundleScope>;

export const BundleCounts = z.strictObject({
  briefs: Count,
  decisions: Count,
  documents: Count,
  /** Public keys that the briefs are signed with. */
  keys: Count,
  facts: Count,
  conflicts: Count,
  /** Of the memory's chain. */
  events: Count,
});
export type BundleCounts = z.infer<typeof BundleCounts>;

/** What takes room in an export. */
export const BundlePart = z.enum(['briefs', 'decisions', 'documents', 'keys', 'memory', 'rest']);
export type BundlePart = z.infer<typeof BundlePart>;

export const BundlePreview = z.strictObject({
  counts: BundleCounts,
  files: Count,
  /** Of the file, without its signature. */
  bytes: Count,
  /** Bytes of the files themselves, the largest part first; none that has none. */
  parts: z.array(z.strictObject({ part: BundlePart, bytes: Count })),
  /** The head of the memory's chain; null where it does not go in. */
  chain: z.strictObject({ events: Count, hash: Sha256 }).nullable(),
  /** What is to be known before, each a sentence. */
  notes: z.array(z.string()),
});
export type BundlePreview = z.infer<typeof BundlePreview>;

export const BundleFile = z.strictObject({
  name: z.string(),
  bytes: Count,
  /** Epoch milliseconds. */
  at: z.number().int(),
});
export type BundleFile = z.infer<typeof BundleFile>;

export const BundleVerification = z.discriminatedUnion('ok', [
  z.strictObject({
    ok: z.literal(true),
    files: Count,
    bytes: Count,
    /** Ids of the keys whose signatures hold; null where nobody is known to have made it. */
    signedBy: z.array(z.string()).nullable(),
    /** Why the signature was not taken; null where it was. */
    unsigned: z.string().nullable(),
    /** Null where there is nothing in it that could be taken in. */
    counts: BundleCounts.nullable(),
  }),
  z.strictObject({ ok: z.literal(false), file: z.string(), reason: z.string() }),
]);
export type BundleVerification = z.infer<typeof BundleVerification>;

const Joined = z.strictObject({
  /** Not here before. */
  added: Count,
  /** Here already, just like this. */
  same: Count,
});

export const BundleReport = z.strictObject({
  dryRun: z.boolean(),
  /**
   * `restored`: an empty host has all of it now, chain and all. `merged`: joined to what was here, without the chain. `continued`: the memory here is the
   * bundle's, further on, so that of the graph there is nothing to join.
   */
  how: z.enum(['restored', 'merged', 'continued']),
  /** Null where nobody is known to have made it and the operator took it all the same. */
  signedBy: z.array(z.string()).nullable(),
  /** What its manifest says it holds. */
  holds: BundleCounts,
  briefs: Joined.extend({
    /** `PROJECT CACHE_KEY/REVISION` of briefs that are others here under the same key: left out. */
    conflicting: z.array(z.string()),
  }),
  decisions: Joined.extend({
    /** Taken back there, and so here as well. */
    takenBack: Count,
  }),
  documents: Joined.extend({ refused: Count }),
  keys: Joined,
  /** Null where no graph was in it, and where it was taken whole. */
  graph: ImportReport.nullable(),
  /** Of the memory's chain, where it was taken. */
  chain: z.strictObject({ events: Count, hash: Sha256 }).nullable(),
  /** What was done otherwise than one may think, each a sentence. */
  notes: z.array(z.string()),
});
export type BundleReport = z.infer<typeof BundleReport>;

/** Whose key signs it, where nobody is asked. */
export const BUNDLE_PROFILE: BriefProfile = 'default';

/** The header that says what is to be known of a bundle that leaves: sentences, as percent-encoded JSON. */
export const BUNDLE_NOTES = 'festinger-notes';
