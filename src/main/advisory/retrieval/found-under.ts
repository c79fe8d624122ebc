// What a record is found under: ids in their one spelling, keys of packages. The tables of evidence and the pieces made for searching use the same. Pure.
// Called in the thread that imports. Source: advisory, Evidence.
import { createHash } from 'node:crypto';
import type { AffectedPackage } from '../formats/records.ts';
import { advisoryId } from '../identity/advisory-id.ts';
import { packageKey, packageKeyOfEcosystem } from '../identity/package-key.ts';
import { parsePurl } from '../identity/purl.ts';

/** A key has to fit into an index. */
export const boundedKey = (key: string): string =>
  key.length <= 500
    ? key
    : `${key.slice(0, 400).toWellFormed()}#${createHash('sha256').update(key).digest('hex')}`;

/** An id as it stands where it is none: it is shown, and found by nobody. */
export const spelledId = (id: string): string => advisoryId(id)?.id ?? id.slice(0, 256).toWellFormed();

/** @returns null where it is no package URL */
export function keyOfPurl(text: string | null): string | null {
  const parsed = text === null ? null : parsePurl(text);
  return parsed?.ok ? packageKey(parsed.purl) : null;
}

export function keyOfAffected({ purl, ecosystem, name }: AffectedPackage): string | null {
  const key = ecosystem === null ? null : (packageKeyOfEcosystem(ecosystem, name)?.key ?? null);
  return key ?? keyOfPurl(purl);
}

/** Of each package URL that is one, once, in their order. */
export const keysOfPurls = (purls: readonly string[]): string[] => [
  ...new Set(purls.map(keyOfPurl).filter((key) => key !== null)),
];
