// What a record is found under: ids in their one spelling, keys of packages. The tables of evidence and the pieces made for searching use the same. Pure.
// Called in the thread that imports. Source: advisory, Evidence.
import { createHash } from 'node:crypto';
import type { AffectedPackage, Claim, Component } from '../formats/records.ts';
import { advisoryId } from './advisory-id.ts';
import { cpeKey, parseCpe } from './cpe.ts';
import { packageKey, packageKeyOfEcosystem } from './package-key.ts';
import { parsePurl } from './purl.ts';

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

/** @returns null for a component without an identity */
export function keyOfComponent({ purl, cpe }: Pick<Component, 'purl' | 'cpe'>): string | null {
  const named = cpe === null ? null : parseCpe(cpe);
  return keyOfPurl(purl) ?? (named && cpeKey(named));
}

export function keyOfAffected({ purl, ecosystem, name, cpe }: AffectedPackage): string | null {
  const read = cpe === undefined ? null : parseCpe(cpe);
  if (read !== null) return cpeKey(read);
  const key = ecosystem === null ? null : (packageKeyOfEcosystem(ecosystem, name)?.key ?? null);
  return key ?? keyOfPurl(purl);
}

/** Of each package URL that is one, once, in their order. */
export const keysOfPurls = (purls: readonly string[]): string[] => [
  ...new Set(purls.map(keyOfPurl).filter((key) => key !== null)),
];

/** Under which statements about a whole product are found: an image's digest, a name, a list's serial number. */
export const digestKey = (digest: string): string => boundedKey(`digest/${digest}`);
export const nameKey = (name: string): string => boundedKey(`name/${name}`);
export const bomKey = (serial: string): string => boundedKey(`bom/${serial}`);

/** Keys under which a statement is found: those of the parts it names, else of its product; a name where it has nothing better. */
export function keysOfClaim({ product, subcomponents }: Claim): string[] {
  if (product.bomLink) return [bomKey(product.bomLink.bom)];
  const parts = keysOfPurls(subcomponents);
  if (parts.length > 0 && parts.length === subcomponents.length) return parts;
  const cpe = product.cpe === null ? null : parseCpe(product.cpe);
  const keys = [
    ...keysOfPurls(product.purls),
    ...digestsIn(product.purls).map(digestKey),
    ...product.digests.map(digestKey),
    ...(cpe === null ? [] : [cpeKey(cpe)]),
  ];
  return keys.length > 0 ? [...new Set(keys)] : [nameKey(product.name)];
}

/** Digests of images that package URLs name as their versions. */
export const digestsIn = (purls: readonly string[]): string[] =>
  purls.flatMap(
    (text) => /(?<=@)sha256(?::|%3a)[0-9a-f]{64}/i.exec(text)?.[0].replace(/%3a/i, ':').toLowerCase() ?? [],
  );
