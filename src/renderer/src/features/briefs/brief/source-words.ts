// What a source is called, and where what it is from can be opened: by its id, which the core makes. Pure. Called by passage.tsx and sections.tsx.
import type { BriefSource } from '../../../../../shared/model/evidence/brief.ts';

const KINDS = [
  ...['advisory', 'range', 'vex', 'sbom', 'policy', 'runtime', 'kev', 'epss', 'computed', 'edge'],
  'conflict',
] as const;
export type SourceKind = (typeof KINDS)[number] | 'other';

/** A word of `briefs.one.source.kind`. */
export const kindOf = ({ kind, source_id: id }: Pick<BriefSource, 'kind' | 'source_id'>): SourceKind =>
  id.startsWith('graph:conflict/') ? 'conflict' : (KINDS.find((known) => known === kind) ?? 'other');

/** Who says it, where that is anybody: some kinds have their own name there. */
export const issuerOf = ({ issuer, kind }: Pick<BriefSource, 'issuer' | 'kind'>): string | null =>
  issuer === null || issuer === '' || issuer === kind ? null : issuer;

/** What the core writes above a source's own words. */
const ABOVE = /^(?:Issuer|Address): /;
const BEGINNING = 100;

/** How a source's own words begin, to tell it from others of its kind. */
export function beginningOf({ text }: Pick<BriefSource, 'text'>): string {
  const lines = text.slice(0, 4000).split('\n');
  const own = lines.find((line) => line.trim() !== '' && !ABOVE.test(line)) ?? '';
  return own
    .replace(/^Computed: /, '')
    .slice(0, BEGINNING)
    .toWellFormed();
}

export type Origin =
  | { readonly kind: 'finding'; readonly key: string }
  | { readonly kind: 'concept'; readonly token: string; readonly dimension: string }
  /** Looked for by its name, known by its hash. */
  | { readonly kind: 'document'; readonly name: string; readonly sha256: string };

const OF_GRAPH = /^graph:(?:edge|conflict)\/([^/]+)\/([^/]+)\//;
const FINDING = /^festinger:finding\/([0-9a-f]{32})$/;

/** Null for what was computed of many things. */
export function originOf({
  source_id,
  content_hash,
}: Pick<BriefSource, 'source_id' | 'content_hash'>): Origin | null {
  const key = FINDING.exec(source_id)?.[1];
  if (key !== undefined) return { kind: 'finding', key };
  const [, token, dimension] = OF_GRAPH.exec(source_id) ?? [];
  if (token !== undefined && dimension !== undefined) return { kind: 'concept', token, dimension };
  const from = source_id.indexOf(':');
  const to = source_id.lastIndexOf('#');
  if (content_hash === null || from < 0 || to < from) return null;
  return { kind: 'document', name: source_id.slice(from + 1, to), sha256: content_hash };
}
