// The pack of a brief as it is written: names as its readers outside know them, order as it counts. Types, and what an ordinary pack has room for.
// Source: advisory, Retrieval.
import type { ChunkKind } from '../../store/schema.ts';
import type { Ground } from '../findings/finding.ts';
import type { Remedy } from '../formats/records.ts';
import type { PromptTask } from '../prompt/templates.ts';
import type { BlastRadius, HeldBy } from '../vex/blast-radius.ts';
import type { Highlight } from './highlights.ts';

/** Goes up with every change of what a pack holds or how it is ordered. */
export const PACK_VERSION = 4;

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
  /** Lists of components, paths and timelines; without them the pack says `off`. */
  readonly sbom: boolean;
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
  /** What it stands under of what was asked, `finding` where one rests on it; null where words or likeness found it, and its beginning is shown. */
  readonly found_by: 'finding' | 'id' | 'package' | 'resource' | null;
  readonly retrieved_at: number;
  readonly text: string;
  readonly highlights: readonly Highlight[];
}

export interface PackStatement {
  readonly source_id: string;
  readonly about: string;
  readonly issuer: string;
  readonly says: string;
  /** Why it cannot be told whether it holds. */
  readonly doubt: string | null;
  readonly fixes: readonly string[];
  /** Null where it says no date. */
  readonly stated_at: number | null;
  /** Whether it was decided on. */
  readonly counts: Ground['counts'];
}

export interface PackFinding {
  readonly key: string;
  readonly product: string;
  /** As its list of components names it. */
  readonly product_name: string;
  readonly package_key: string;
  readonly component: string;
  /** The source package it was built from, where that has another name. */
  readonly source: string | null;
  readonly version: string | null;
  readonly vulnerability: string;
  readonly status: string;
  readonly held: boolean;
  /** Its distribution rates it so, and nobody else speaks of it. */
  readonly unimportant: boolean;
  readonly rule: string;
  readonly sentence: string;
  /** The one fact that would change the outcome. */
  readonly flip: {
    readonly fact: string;
    readonly sentence: string;
    readonly issuer: string | null;
    readonly status: string | null;
  } | null;
  readonly fixed_in: string | null;
  readonly fixed_by: string | null;
  readonly severity: string;
  /** The erratum whose severity it is, which is of several together; null for its own. */
  readonly severity_of: string | null;
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
}

/** What an issuer says can be done, or cannot, in the words of its document. */
export interface PackRemedy {
  /** Of the statement it stands in. */
  readonly source_id: string;
  readonly issuer: string;
  readonly kind: Remedy['kind'];
  readonly details: string;
}

/** A component of a package the pack is about, affected or not. */
export interface PackComponent {
  readonly product_name: string;
  readonly package_key: string;
  readonly name: string;
  /** The source package it was found by; null where it was found by its own name. */
  readonly source: string | null;
  readonly version: string | null;
  /** Why nothing could be said of it; null where something could. */
  readonly unchecked: string | null;
}

/** Components of a product that could not be checked, for one reason. */
export interface PackUnchecked {
  readonly product_name: string;
  readonly reason: string;
  readonly count: number;
}

/** A resource that runs a product. */
export interface PackRunner {
  readonly product: string;
  readonly resource: string;
  readonly exposure: HeldBy['exposure'];
}

/** One side of a contested concept, or a fact of it: what was told, by whom and when. */
export interface PackTelling {
  /** Null: that it holds no more. */
  readonly parent: string | null;
  readonly is_isa: boolean;
  readonly told_by: string | null;
  readonly confidence: number | null;
  /** Epoch milliseconds. */
  readonly at: number | null;
  /** The words it was read in. */
  readonly sentence: string | null;
}

/** A fact of the concept graph, or two claims that cannot both hold. */
export interface PackFact {
  readonly source_id: string;
  readonly concept: string;
  readonly dimension: string;
  readonly known: PackTelling;
  /** Null for a fact nobody contests. */
  readonly claimed: (PackTelling & { readonly times: number }) | null;
  /** Of a conflict: `pending`, `needs_human`, `resolved` or `dismissed`. */
  readonly status: string | null;
  readonly decision: { readonly outcome: string; readonly reason: string } | null;
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
    /** Pieces that stand under what was asked, with or without room: what a citation coverage is measured against. */
    readonly structured: number;
  }[];
  readonly findings: readonly PackFinding[];
  /** Where there are more than a pack has room for, the gravest are in it. */
  readonly findings_clamped: Clamped;
  /** Of the sources of this pack. */
  readonly remedies: readonly PackRemedy[];
  /** Of the packages it is about; those in findings, too. */
  readonly components: readonly PackComponent[];
  /** Lists of components that were matched. */
  readonly lists_total: number;
  /** Of those lists. */
  readonly unchecked: readonly PackUnchecked[];
  /** Of a concept of the graph. */
  readonly facts: readonly PackFact[];
  /** `off`: whoever asked wanted none. */
  readonly sbom: PackSbom | 'absent' | 'off';
  /** Null where nobody asked for the blast radius. */
  readonly runners: readonly PackRunner[] | null;
  /** Null where the profile does not ask for it. */
  readonly environments: readonly { readonly environment: string; readonly resources: number }[] | null;
  readonly blast_radius: BlastRadius | null;
}
