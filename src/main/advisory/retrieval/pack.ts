// The pack of a brief: everything a model may speak of, as one document in one order. The same evidence gives the same bytes, in whatever order it comes in, on
// any machine, in any time zone. Reads nothing and asks no clock. Called by the pipeline of briefs. Source: advisory, Retrieval.
import { createHash } from 'node:crypto';
import { canonicalJson, type Json } from '../../store/audit/canonical-json.ts';
import type { StoredChunk } from '../../store/evidence/chunks.ts';
import type { FindingRecord } from '../findings/stored-finding.ts';
import { byCodePoint } from '../identity/code-points.ts';
import { preview } from '../prompt/preview.ts';
import type { PromptTask } from '../prompt/templates.ts';
import { blastRadius, type HeldBy } from '../vex/blast-radius.ts';
import { type About, highlightsOf } from './highlights.ts';
import { dependentsOf, type PackList, sbomOf } from './pack-sbom.ts';
import {
  type ContextPack,
  type Excerpt,
  PACK_VERSION,
  type PackComponent,
  type PackFact,
  type PackFinding,
  type PackKind,
  type PackObservation,
  type PackProfile,
  type PackRemedy,
  type PackRunner,
  type PackUnchecked,
  SECTION_OF,
} from './pack-shape.ts';

/** A piece to put in: found, or given by the caller. */
export interface PackChunk extends Omit<StoredChunk, 'id' | 'kind' | 'embedder' | 'vector'> {
  readonly kind: PackKind;
  readonly exact: Excerpt['found_by'];
  readonly rank: number;
  /** Words in it read like instructions; set by whoever looked for them. */
  readonly suspicious?: boolean;
}

export interface PackParts {
  readonly task: PromptTask;
  readonly project: string;
  readonly advisoryKey: string;
  /** Every id that means the same, the key among them. */
  readonly ids: readonly string[];
  readonly packages: readonly string[];
  readonly artifact: string | null;
  readonly policyVersion: string | null;
  readonly profile: PackProfile;
  readonly embedder: string;
  readonly chunks: readonly PackChunk[];
  /** Issuers whose word the operator trusts. */
  readonly trusted: ReadonlySet<string>;
  readonly findings: readonly FindingRecord[];
  /** How many findings there are; those given, where it is not said. */
  readonly findingsTotal?: number;
  readonly lists: readonly PackList[];
  readonly observations: readonly PackObservation[];
  /** Lists of components that were matched; those given, where it is not said. */
  readonly listsTotal?: number;
  /** Resources that run what the lists are of. */
  readonly held: readonly HeldBy[];
  readonly runners?: readonly PackRunner[];
  readonly remedies?: readonly PackRemedy[];
  readonly components?: readonly PackComponent[];
  readonly facts?: readonly PackFact[];
  readonly unchecked?: readonly PackUnchecked[];
}

/** Lone halves of surrogate pairs, which no canonical JSON has, become U+FFFD. */
export function buildPack(parts: PackParts): ContextPack {
  const { task, project, advisoryKey, artifact, policyVersion, profile, embedder, lists } = parts;
  const about = aboutOf(parts);
  const pack: ContextPack = {
    ...{ pack_version: PACK_VERSION, task, project, advisory_key: advisoryKey },
    ...{ ids: sorted(parts.ids), packages: sorted(parts.packages) },
    ...{ artifact, policy_version: policyVersion, profile: profile.name, embedder },
    sections: sectionsOf(parts, about),
    findings: parts.findings.map(packFinding).sort(byContent),
    findings_clamped: {
      kept: parts.findings.length,
      total: Math.max(parts.findings.length, parts.findingsTotal ?? 0),
    },
    remedies: (parts.remedies ?? []).toSorted(byContent),
    components: (parts.components ?? []).toSorted(byContent),
    lists_total: parts.listsTotal ?? lists.length,
    unchecked: (parts.unchecked ?? []).toSorted(byContent),
    facts: (parts.facts ?? []).toSorted(byContent),
    sbom: profile.sbom ? sbomOf(lists, parts.observations) : 'off',
    runners: profile.blastRadius ? (parts.runners ?? []).toSorted(byContent) : null,
    environments: profile.environments ? environmentsOf(parts.held) : null,
    blast_radius: profile.blastRadius ? blastRadius(parts.held, dependentsOf(lists)) : null,
  };
  return wellFormed(pack as unknown as Json) as unknown as ContextPack;
}

/** The bytes of a pack. */
export const packText = (pack: ContextPack): string => canonicalJson(pack as unknown as Json);

/** Times at which this host saw something; what follows from them, such as the status, counts. */
const TIMES: ReadonlySet<string> = new Set(['retrieved_at', 'first_seen', 'last_seen', 'stated_at']);

/** What a brief was made from: the same where another host has the same evidence from another day. SHA-256, hexadecimal. */
export const inputDigest = (pack: ContextPack): string =>
  createHash('sha256')
    .update(canonicalJson(withoutTimes(pack as unknown as Json)))
    .digest('hex');

const withoutTimes = (value: Json): Json =>
  mapped(
    value,
    (name) => !TIMES.has(name),
    (text) => text,
  );
const wellFormed = (value: Json): Json =>
  mapped(
    value,
    () => true,
    (text) => text.toWellFormed(),
  );

/** As deep as a pack is, which is a few steps. */
function mapped(value: Json, keeps: (name: string) => boolean, write: (text: string) => string): Json {
  if (typeof value === 'string') return write(value);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item: Json) => mapped(item, keeps, write));
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => keeps(name))
      .map(([name, item]) => [name, mapped(item as Json, keeps, write)]),
  );
}

const sorted = (texts: readonly string[]): string[] => [...new Set(texts)].sort(byCodePoint);
const byContent = (a: object, b: object): number =>
  byCodePoint(canonicalJson(a as Json), canonicalJson(b as Json));

function aboutOf({ ids, packages, findings }: PackParts): About {
  const versions = findings.flatMap(({ version, shown, grounds }) => [
    ...[version, shown.fixedIn].filter((one) => one !== null),
    ...grounds.flatMap(({ fixes }) => fixes),
  ]);
  return { ids: new Set(ids), packages: new Set(packages), versions: new Set(versions) };
}

function sectionsOf({ profile, chunks, trusted }: PackParts, about: About): ContextPack['sections'] {
  const bySection = Map.groupBy(once(chunks), ({ kind }) => SECTION_OF[kind]);
  return profile.sections.map(({ section, characters }) => {
    const all = (bySection.get(section) ?? []).map((chunk) => excerptOf(chunk, trusted, about));
    const fitting = countFitting(all, characters);
    return {
      section,
      excerpts: all.slice(0, fitting),
      left_out: all.slice(fitting).map((one) => one.source_id),
      structured: all.filter(isStructured).length,
    };
  });
}

/** It stands under what was asked: words or likeness alone did not bring it. */
export const isStructured = ({ found_by: by, kind }: Pick<Excerpt, 'found_by' | 'kind'>): boolean =>
  by !== null || kind === 'edge';

/** The best first; what came twice once, in its best place. */
function once(chunks: readonly PackChunk[]): PackChunk[] {
  const ordered = chunks.toSorted(
    (a, b) => a.rank - b.rank || byCodePoint(a.sourceId, b.sourceId) || byContent(a, b),
  );
  const seen = new Set<string>();
  return ordered.filter(({ sourceId }) => !seen.has(sourceId) && seen.add(sourceId));
}

/** How many of the best have room; the first has, and behind one that has none nobody comes in for being short. */
function countFitting(excerpts: readonly Excerpt[], characters: number): number {
  let left = characters;
  const over = excerpts.findIndex(({ text }, n) => {
    left -= text.length;
    return left < 0 && n > 0;
  });
  return over < 0 ? excerpts.length : over;
}

function excerptOf(chunk: PackChunk, trusted: ReadonlySet<string>, about: About): Excerpt {
  const whole = chunk.text.toWellFormed();
  const text = chunk.exact === null && chunk.kind !== 'edge' ? preview(whole) : whole;
  return {
    ...{ source_id: chunk.sourceId, kind: chunk.kind, issuer: chunk.issuer },
    trust: chunk.suspicious === true ? 'suspicious' : trusted.has(chunk.issuer) ? 'trusted' : 'unrated',
    ...{ licence: chunk.licence, source_url: chunk.sourceUrl },
    ...{ content_hash: chunk.contentHash, text_hash: chunk.textHash, found_by: chunk.exact },
    ...{ retrieved_at: chunk.retrievedAt, text, highlights: highlightsOf(text, about) },
  };
}

function packFinding(record: FindingRecord): PackFinding {
  const { shown, packageKey, source, version, severityOf, grounds, rule, flip } = record;
  const { component, exploited } = shown;
  return {
    ...{ key: shown.key, product: shown.product.key, package_key: packageKey, component: component.name },
    product_name: shown.product.name,
    ...{ source, version, vulnerability: shown.vulnerability, status: shown.status, held: shown.held },
    unimportant: shown.unimportant,
    ...{ rule: rule.name, sentence: rule.sentence },
    flip: flip && { fact: flip.fact, sentence: flip.sentence, issuer: flip.issuer, status: flip.status },
    ...{ fixed_in: shown.fixedIn, fixed_by: shown.fixedBy, severity: shown.severity, cvss: shown.cvss },
    severity_of: severityOf,
    epss: shown.epss,
    exploited: exploited && {
      ...{ added: exploited.added, due: exploited.due, ransomware: exploited.ransomware },
    },
    ...{ scope: shown.scope, depth: shown.depth },
    statements: grounds
      .map(({ sourceId, about, issuer, says, doubt, fixes, statedAt, dated, counts }) => ({
        ...{ source_id: sourceId, about, issuer, says, doubt, fixes, counts },
        stated_at: dated ? statedAt : null,
      }))
      .sort((a, b) => byCodePoint(a.source_id, b.source_id) || byContent(a, b)),
  };
}

/** Every environment with how many resources are in it. */
function environmentsOf(held: readonly HeldBy[]): NonNullable<ContextPack['environments']> {
  const resources = Map.groupBy(held, ({ environment }) => environment ?? '');
  return [...resources]
    .filter(([environment]) => environment !== '')
    .map(([environment, of]) => ({
      environment,
      resources: new Set(of.map(({ resource }) => resource)).size,
    }))
    .sort((a, b) => byCodePoint(a.environment, b.environment));
}
