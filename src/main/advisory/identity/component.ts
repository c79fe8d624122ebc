// The package URL under which a component is matched: its own, with what tools say elsewhere in its place: the source package, the module stream.
// Pure. Called by the matching of findings and where keys of components are made. Source: structure S5.
import type { Component } from '../formats/records.ts';
import { packageKey, sourceKey } from './package-key.ts';
import { type PurlResult, parsePurl, withQualifiers } from './purl.ts';

export function purlOfComponent({
  purl,
  source,
  module,
}: Pick<Component, 'source' | 'module'> & { readonly purl: string }): PurlResult {
  const read = parsePurl(purl);
  if (!read.ok) return read;
  const { qualifiers } = read.purl;
  const said = {
    ...(source && !qualifiers.has('upstream') && { upstream: source }),
    ...(module && !qualifiers.has('rpmmod') && { rpmmod: module }),
  };
  return { ok: true, purl: withQualifiers(read.purl, said) };
}

/** The key of the source package a component was built from; null where that is its own. */
export function sourceKeyOf(component: Component): string | null {
  const read = component.purl === null ? null : purlOfComponent({ ...component, purl: component.purl });
  if (!read?.ok) return null;
  const key = sourceKey(read.purl);
  return key === packageKey(read.purl) ? null : key;
}
