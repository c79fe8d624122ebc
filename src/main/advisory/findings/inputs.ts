// What findings are computed from, read from the tables or made by hand: components with what they need, and what is said of packages. Types only.
// Source: advisory, Findings.
import type { AffectedPackage, Claim, Component, SbomSubject, Scope } from '../formats/records.ts';
import type { Distro } from '../identity/distro.ts';
import type { Purl } from '../identity/purl.ts';

/** A component of a list, as it is matched. */
export interface Part {
  /** Its number in the list; 0 is the subject. */
  readonly n: number;
  readonly component: Component;
  /** Null where it has none, or one that cannot be read. */
  readonly purl: Purl | null;
}

export interface Inventory {
  /** Of the document, as it is stored. */
  readonly document: number;
  /** What the list is of, without a version. */
  readonly product: string;
  readonly subject: SbomSubject;
  readonly parts: readonly Part[];
  /** `parent` needs `child`, by numbers. */
  readonly needs: readonly { readonly parent: number; readonly child: number; readonly scope: Scope }[];
}

/** Where something is said: enough to open it. */
export interface Said {
  /** Stable over imports: format, key and place within the document. */
  readonly sourceId: string;
  /** Of the document, as it is stored. */
  readonly document: number;
  readonly format: string;
  readonly issuer: string;
  /** Milliseconds. Where nobody says when, when it came: at the latest it was stated then. */
  readonly statedAt: number;
  /** Whether `statedAt` is what was said. */
  readonly dated: boolean;
}

/** An entry of an advisory about a package. */
export interface SaidAffected extends Said {
  /** Of the advisory, in its one spelling. */
  readonly advisory: string;
  readonly affected: AffectedPackage;
}

/** A statement about a product. */
export interface SaidClaim extends Said {
  readonly claim: Claim;
}

/** What is said of packages, by the keys they are found under. */
export interface KnownRisks {
  affectedBy(key: string): readonly SaidAffected[];
  claimsBy(key: string): readonly SaidClaim[];
  /** Every spelling of a vulnerability becomes the one id that stands for it. */
  representative(id: string): string;
  /** Why packages of this type, or of this release of a distribution, are not covered; null where their whole database was imported. */
  coverageGap(type: string, distro: Distro | null): string | null;
  /** Whether any of the ids that mean the same is known to be exploited. */
  isExploited(vulnerability: string): boolean;
  /** Whether the operator trusts what an issuer says. */
  isTrusted(issuer: string): boolean;
}
