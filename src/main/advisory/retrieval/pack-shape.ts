// The pack of a brief as it is written: names as its readers outside know them, order as it counts. Types, and what an ordinary pack has room for.
// Source: advisory, Retrieval.
import type { ChunkKind } from '../../store/schema.ts';
import type { PromptTask } from '../prompt/templates.ts';
import type { BlastRadius } from '../vex/blast-radius.ts';
import type { Highlight } from './highlights.ts';

/** Goes up with every change of what a pack holds or how it is ordered. */
export const PACK_VERSION = 2;

export const PACK_SECTIONS = ['advisory', 'vex', 'sbom', 'policy', 'runtime'] as const;
export type PackSection = (typeof PACK_SECTIONS)[number];

/** `edge` is of the concept graph, and comes from whoever builds the pack. */
export type PackKind = ChunkKind | 'edge';

export const SECTION_OF: Readonly<Record<PackKind, PackSection>> = {
  ...{ advisory: 'advisory', range: 'advisory', kev: 'advisory', edge: 'advisory' },
  ...{ vex: 'vex', sbom: 'sbom', policy: 'policy', runtime: 'runtime' },
};

/** What of a pack a profile decides. */
export interface PackProfile {
  readonly name: string;
  /** In the order in which they are written; what is not named is left out. */
  readonly sections: readonly { readonly section: PackSection; readonly characters: number }[];
  readonly environments: boolean;
  readonly blastRadius: boolean;
}

/** Together below the cap of a prompt, with room for its frame. */
export const ORDINARY_SECTIONS: PackProfile['sections'] = [
  { section: 'advisory', characters: 6000 },
  { section: 'vex', characters: 4000 },
  { section: 'sbom', characters: 1500 },
  { section: 'policy', characters: 1500 },
  { section: 'runtime', characters: 1000 },
];

export interface Clamped {
  readonly kept: number;
  readonly total: number;
}

export interface Excerpt {
  readonly source_id: string;
  readonly kind: PackKind;
  readonly issuer: string;
  /** `suspicious`, whoever issued it: words in it read like instructions to a model. */
  readonly trust: 'trusted' | 'unrated' | 'suspicious';
  readonly licence: string | null;
  readonly source_url: string | null;
  /** Of the document's bytes. */
  readonly content_hash: string;
  /** Of the whole text, also where its beginning alone is shown. */
  readonly text_hash: string;
  /** What it stands under of what was asked; null where words or likeness found it, and its beginning is shown. */
  readonly found_by: 'id' | 'package' | 'resource' | null;
  readonly retrieved_at: number;
  readonly text: string;
  readonly highlights: readonly Highlight[];
}

export interface PackStatement {
  readonly source_id: string;
  readonly about: string;
  readonly issuer: string;
  readonly says: string;
  readonly fixes: readonly string[];
  /** Null where it says no date. */
  readonly stated_at: number | null;
}

/** What one statement weighs: of who wrote it, how exactly, how checkable, of what kind; and how recent, which is another figure every day. */
export interface PackTerm {
  readonly source_id: string;
  readonly issuer: string;
  readonly status: string;
  readonly provenance: number;
  readonly coverage: number;
  readonly replayability: number;
  readonly strength: number;
  readonly freshness: number;
  readonly score: number;
  readonly counts: string;
}

export interface PackFinding {
  readonly key: string;
  readonly product: string;
  readonly package_key: string;
  readonly component: string;
  readonly version: string | null;
  readonly vulnerability: string;
  readonly status: string;
  readonly held: boolean;
  readonly rule: string;
  readonly sentence: string;
  /** The one fact that would turn it over. */
  readonly flip: string | null;
  readonly fixed_in: string | null;
  readonly fixed_by: string | null;
  readonly severity: string;
  readonly cvss: number | null;
  readonly epss: number | null;
  readonly exploited: {
    readonly added: number;
    readonly due: number | null;
    readonly ransomware: boolean;
  } | null;
  readonly scope: string;
  readonly depth: number;
  readonly statements: readonly PackStatement[];
  /** By source id and status: which is the weightiest hangs on the day. */
  readonly terms: readonly PackTerm[];
  readonly votes: readonly { readonly status: string; readonly weight: number }[];
}

export interface PackPath {
  readonly product: string;
  readonly scope: 'runtime' | 'build';
  /** From what the list is of to the component. */
  readonly path: readonly string[];
}

export interface PackObservation {
  readonly product: string;
  readonly package_key: string;
  readonly vulnerability: string;
  readonly version: string | null;
  readonly status: string;
  readonly fix: string | null;
  readonly first_seen: number;
  readonly last_seen: number;
}

export interface PackSbom {
  readonly lists: readonly {
    readonly source_id: string;
    readonly content_hash: string;
    readonly product: string;
    readonly name: string;
    readonly version: string | null;
  }[];
  readonly paths: { readonly items: readonly PackPath[]; readonly clamped: Clamped };
  readonly timeline: { readonly items: readonly PackObservation[]; readonly clamped: Clamped };
}

export interface ContextPack {
  readonly pack_version: number;
  readonly task: PromptTask;
  readonly project: string;
  readonly advisory_key: string;
  readonly ids: readonly string[];
  readonly packages: readonly string[];
  readonly artifact: string | null;
  readonly policy_version: string | null;
  readonly profile: string;
  /** What made the vectors that were compared. */
  readonly embedder: string;
  readonly sections: readonly {
    readonly section: PackSection;
    readonly excerpts: readonly Excerpt[];
    /** What had no room, the best first. */
    readonly left_out: readonly string[];
  }[];
  readonly findings: readonly PackFinding[];
  /** Where there are more than a pack has room for, the gravest are in it. */
  readonly findings_clamped: Clamped;
  readonly sbom: PackSbom | 'absent';
  /** Null where the profile does not ask for it. */
  readonly environments: readonly { readonly environment: string; readonly resources: number }[] | null;
  readonly blast_radius: BlastRadius | null;
}
