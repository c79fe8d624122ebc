// What findings are computed from, read from the tables or made by hand: components with what they need, and what is said of packages. Pure.
// Source: advisory, Findings.
import type { AffectedPackage, Claim, Component, SbomSubject, Scope } from '../formats/records.ts';
import { purlOfComponent } from '../identity/component.ts';
import { keyOfComponent } from '../identity/keys.ts';
import { packageKey } from '../identity/package-key.ts';
import type { Purl } from '../identity/purl.ts';
import { versionText } from '../identity/version-text.ts';

/** A component of a list, as it is matched. */
export interface Part {
  /** Its number in the list; 0 is the subject. */
  readonly n: number;
  readonly component: Component;
  /** Null where it has none, or one that cannot be read. */
  readonly purl: Purl | null;
}

export function partOf(n: number, component: Component): Part {
  const { purl } = component;
  const read = purl === null ? null : purlOfComponent({ ...component, purl });
  return { n, component, purl: read?.ok ? read.purl : null };
}

/** What a list is of, as a component of it. */
export const partOfSubject = ({ name, version, purl, cpe, ref, digests }: SbomSubject): Part =>
  partOf(0, {
    ref: ref ?? '',
    name,
    version,
    purl,
    cpe: cpe ?? null,
    kind: 'application',
    scope: 'runtime',
    digests,
  });

/** Its package URL without version, or its CPE: what findings and decisions about it are kept under. */
export function keyOfPart({ purl, component }: Part): string {
  return purl === null ? (keyOfComponent(component) ?? `name/${component.name}`) : packageKey(purl);
}

/** As comparators read it. */
export const versionOfPart = ({ purl, component }: Part): string | null =>
  purl === null ? component.version : versionText(purl);

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
  /** The places the document came from, as they are stored. */
  readonly source: string;
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
  /** The vulnerabilities that an advisory speaks of, by the ids that stand for them. */
  subjects(advisory: string): readonly string[];
  /** Why packages like this one are not covered; null where their whole database was imported. */
  coverageGap(purl: Purl): string | null;
  /** Whether any of the ids that mean the same, or of what they have as upstream, is known to be exploited. */
  isExploited(vulnerability: string): boolean;
  /** Whether the operator trusts who says it: the issuer, or the key that signed the document. */
  isTrusted(said: Pick<Said, 'issuer' | 'document'>): boolean;
  /** Whether it may speak for a distribution: a record of a whole database, or of an issuer who is trusted. */
  speaksForDistribution(said: Said): boolean;
  /** Whether a key signed the document that the operator accepted for its issuer. */
  isSigned(said: Pick<Said, 'document'>): boolean;
}
