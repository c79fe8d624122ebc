// Small readings that the formats share: times, texts, addresses. Pure. Called by the readers of formats. Source: advisory, Evidence.
import type { EvidenceDocument, Format } from './records.ts';

/** Longest text kept of one member, characters; the raw document has the rest. */
export const MAX_TEXT = 20_000;

/** Programs write the zero of their clock where they know no time: the year 1 (Go, .NET), 1970 (Unix), the first of January 1980 (zip). */
const FIRST_TIME = Date.UTC(1980, 0, 2);

/** @returns epoch milliseconds; null where it is no time, or the zero of a clock */
export function timeOf(text: string | undefined | null): number | null {
  if (text === undefined || text === null) return null;
  const time = Date.parse(text);
  return time >= FIRST_TIME ? time : null;
}

export function cut(text: string | undefined | null, most = MAX_TEXT): string {
  if (!text) return '';
  return text.length > most ? `${text.slice(0, most).toWellFormed()}…` : text;
}

/** Addresses that a person may follow. */
export const isWebAddress = (url: string): boolean => /^https?:\/\/\S{1,4000}$/i.test(url);

/** Without what is there twice, in the order in which it came. */
export const unique = <T>(items: readonly T[]): T[] => [...new Set(items)];

/** A document that says nothing yet. */
export function blank(
  format: Format,
  key: string,
  about: Partial<Pick<EvidenceDocument, 'version' | 'title' | 'issuer' | 'licence' | 'statedAt'>>,
): EvidenceDocument {
  return {
    ...{ format, key, version: '', title: key, issuer: '', licence: null, statedAt: null, ...about },
    ...{
      advisories: [],
      claims: [],
      sbom: null,
      traces: [],
      hints: [],
      exploited: [],
      scores: [],
      notes: [],
    },
  };
}

/** Digests of images that texts name, such as a version, a reference or a package URL, which writes the colon as `%3A`. */
export function imageDigests(texts: readonly (string | undefined | null)[]): string[] {
  return unique(texts.flatMap((text) => DIGEST.exec(text?.replaceAll(/%3a/gi, ':') ?? '')?.[0] ?? []));
}

const DIGEST = /sha256:[0-9a-f]{64}(?![0-9a-f])/;

/** What a package URL calls its package; null where it is none. */
export const nameInPurl = (purl: string | null): string | null =>
  /^pkg:[a-z0-9.+-]{1,40}\/(?:[^@?#]{1,2000}\/)?([^/@?#]{1,500})/.exec(purl ?? '')?.[1] ?? null;
