// The package URL under which a component is matched: its own, with what tools say elsewhere in its place: the source package, the module stream.
// Pure. Called by the matching of findings and where keys of components are made. Source: structure S5.
import type { Component } from '../formats/records.ts';
import { buildPurl, type PurlResult, parsePurl } from './purl.ts';

type Named = Pick<Component, 'source' | 'module'> & { readonly purl: string };

export function purlOfComponent({ purl, source, module }: Named): PurlResult {
  const read = parsePurl(purl);
  if (!read.ok || (source === undefined && module === undefined)) return read;
  const { type, namespace, name, version, subpath, qualifiers } = read.purl;
  const said = Object.fromEntries(qualifiers);
  return buildPurl({
    type,
    namespace,
    name,
    version,
    subpath,
    qualifiers: { ...(source && { upstream: source }), ...(module && { rpmmod: module }), ...said },
  });
}
