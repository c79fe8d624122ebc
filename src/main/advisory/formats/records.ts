// What is taken out of a document of evidence, whatever format it came in: advisories, claims about products, lists of components, traces, hints,
// lists of what is exploited and how likely it is. Names stand as the document has them; keys to find them by are made where they are stored.
// Types only. Source: advisory, Evidence.

import type {
  EVIDENCE_FORMATS,
  EXPOSURES,
  FINDING_STATUSES,
  REMEDY_KINDS,
} from '../../../shared/model/evidence/words.ts';

export type Format = (typeof EVIDENCE_FORMATS)[number];

/** A document that was read whole. */
export interface EvidenceDocument {
  readonly format: Format;
  /** Which document this is a version of: equal for every version of it. */
  readonly key: string;
  /** As the document counts its versions; empty where it does not. */
  readonly version: string;
  readonly title: string;
  /** Who says it; empty where the document does not tell. */
  readonly issuer: string;
  readonly licence: string | null;
  /** When this version was made, epoch milliseconds. */
  readonly statedAt: number | null;
  readonly advisories: readonly Advisory[];
  readonly claims: readonly Claim[];
  readonly sbom: Sbom | null;
  readonly traces: readonly PolicyTrace[];
  readonly hints: readonly RuntimeHint[];
  readonly exploited: readonly ExploitedEntry[];
  readonly scores: readonly ExploitScore[];
  /** What of it could not be used, each a sentence. */
  readonly notes: readonly string[];
}

export interface Advisory {
  readonly id: string;
  readonly aliases: readonly string[];
  readonly related: readonly string[];
  readonly upstream: readonly string[];
  readonly summary: string;
  readonly details: string;
  readonly published: number | null;
  readonly modified: number | null;
  readonly withdrawn: number | null;
  readonly severity: readonly Severity[];
  /** Of a document about several vulnerabilities, what it says of each by itself. */
  readonly ratings?: Readonly<Record<string, readonly Severity[]>>;
  readonly weaknesses: readonly string[];
  readonly references: readonly Reference[];
  readonly affected: readonly AffectedPackage[];
}

export interface Severity {
  /** `CVSS_V3`, `CVSS_V4`, `CVSS_V2`, or an issuer's own word. */
  readonly type: string;
  /** A vector, a number or a word, as the document has it. */
  readonly score: string;
}

export interface Reference {
  readonly type: string;
  readonly url: string;
}

export interface AffectedPackage {
  /** As the document has it; null where it names an ecosystem and a name alone. */
  readonly purl: string | null;
  readonly ecosystem: string | null;
  readonly name: string;
  readonly ranges: readonly AffectedRange[];
  readonly versions: readonly string[];
  /** How urgent the distribution holds it to be: `unimportant`, `low`, `end-of-life`. */
  readonly urgency?: string;
  /** The module stream of an rpm: `nodejs:16`; empty where it is modular and nothing says which. */
  readonly module?: string;
  readonly cpe?: string;
  /** Affected only together with other software that the record names. */
  readonly conditional?: boolean;
}

export type RangeEvent = Readonly<
  Partial<Record<'introduced' | 'fixed' | 'last_affected' | 'limit', string>>
>;

export type AffectedRange =
  | { readonly type: 'SEMVER' | 'ECOSYSTEM' | 'GIT'; readonly events: readonly RangeEvent[] }
  | { readonly type: 'VERS'; readonly vers: string };

export type ClaimStatus = (typeof FINDING_STATUSES)[number];

/** What somebody says of one vulnerability in one product. */
export interface Claim {
  readonly vulnerability: string;
  readonly aliases: readonly string[];
  readonly product: ClaimedProduct;
  /** What within the product it is about, as package URLs or names. */
  readonly subcomponents: readonly string[];
  readonly status: ClaimStatus;
  /** One of the five labels of VEX; null where none was given or it maps to none. */
  readonly justification: string | null;
  /** As the document has it, where it uses other words. */
  readonly originalJustification: string | null;
  readonly impact: string;
  readonly action: string;
  readonly remedies: readonly Remedy[];
  readonly statedAt: number | null;
  /** The first of its rows as it is stored: what it is called after. */
  readonly row?: number;
}

export interface ClaimedProduct {
  readonly name: string;
  readonly purls: readonly string[];
  readonly cpe: string | null;
  /** `sha256:…` and the like. */
  readonly digests: readonly string[];
  readonly version: string | null;
  /** A range in VERS. */
  readonly versions: string | null;
  /** `from`: `version` or the version of a package URL begins what is said; `upTo`: it ends it. Exactly that version otherwise. */
  readonly bound?: 'from' | 'upTo';
  /** What it is a part of: a platform, or a product that contains it. */
  readonly within?: ProductIdentity;
  /** A component of one list, as a BOM-Link names it. */
  readonly bomLink?: BomLink;
}

/** By which a whole product can be recognised. */
export interface ProductIdentity {
  readonly name: string;
  readonly purls: readonly string[];
  readonly cpe: string | null;
  readonly digests: readonly string[];
}

export interface BomLink {
  /** Serial number without `urn:uuid:`, a slash, the version of the document. */
  readonly bom: string;
  readonly ref: string;
}

export interface Remedy {
  readonly kind: (typeof REMEDY_KINDS)[number];
  readonly details: string;
  readonly url: string | null;
}

export interface Sbom {
  readonly subject: SbomSubject;
  readonly components: readonly Component[];
  readonly dependencies: readonly Dependency[];
}

/** What the list is of. */
export interface SbomSubject {
  readonly name: string;
  readonly version: string | null;
  readonly purl: string | null;
  /** Of the image, where it is one: `sha256:…`. */
  readonly digests: readonly string[];
  /** The component that stands for it; null where the document has none. */
  readonly ref: string | null;
  readonly cpe?: string;
  /** Of a CycloneDX document, which BOM-Links name it by: `3e671687-395b-41f5-a30f-a58921a69b79/1`. */
  readonly serial?: string;
  readonly supplier?: string | null;
  /** `container`, `application` …; left out where the document does not say. */
  readonly kind?: string;
}

export type Scope = 'runtime' | 'build';

export interface Component {
  /** Unique within the document. */
  readonly ref: string;
  readonly name: string;
  readonly version: string | null;
  readonly purl: string | null;
  readonly cpe: string | null;
  readonly kind: string;
  readonly scope: Scope;
  readonly digests: readonly string[];
  /** The source package it was built from, as `name` or `name@version`, where the tool says it beside the package URL. */
  readonly source?: string;
  /** The module stream an rpm was built in, as its label has it: `nodejs:18:8030020200:abc`. */
  readonly module?: string;
}

/** `from` needs `to`. */
export interface Dependency {
  readonly from: string;
  readonly to: string;
  readonly scope: Scope;
}

export interface PolicyTrace {
  readonly policyVersion: string;
  /** A vulnerability, or a vulnerability and a component: `CVE-…` or `CVE-… pkg:…`. */
  readonly finding: string;
  readonly decision: string;
  readonly rules: readonly { readonly id: string; readonly matched: boolean; readonly text: string }[];
}

export type Exposure = (typeof EXPOSURES)[number];

export interface RuntimeHint {
  /** A resource's id. */
  readonly resource: string;
  readonly imageDigest: string | null;
  /** Other digests of the same image: what an engine calls it, or another registry. */
  readonly otherDigests: readonly string[];
  readonly ports: readonly { readonly port: number; readonly exposure: Exposure }[];
  readonly entrypoint: readonly string[];
  readonly user: string | null;
}

export interface ExploitedEntry {
  readonly cve: string;
  readonly name: string;
  readonly added: number;
  readonly due: number | null;
  readonly ransomware: boolean;
  readonly action: string;
}

export interface ExploitScore {
  readonly cve: string;
  /** Chance of being exploited within thirty days, 0 to 1. */
  readonly score: number;
  readonly percentile: number;
  readonly at: number | null;
}
