// A brief as it is hashed, stored and answered, and what it was made from. The bytes that are hashed are canonical JSON (RFC 8785) of everything but what differs between
// two readings. Pure. Called by whoever keeps briefs, and by who checks them. Source: advisory, Outputs.
import { createHash } from 'node:crypto';
import type { BriefBody, BriefManifest, BriefSource } from '../../../shared/model/evidence/brief.ts';
import { canonicalJson, type Json } from '../../store/audit/canonical-json.ts';
import { GUARDRAIL_VERSION } from '../guard/version.ts';
import { byCodePoint } from '../identity/code-points.ts';
import { TEMPLATE_VERSION } from '../prompt/templates.ts';
import { type ContextPack, type Excerpt, PACK_VERSION } from '../retrieval/pack-shape.ts';
import { COMPARATOR_VERSION } from '../versions/compare.ts';
import type { CitedSource } from './sources.ts';

const sha256 = (text: string): string => createHash('sha256').update(text, 'utf8').digest('hex');

/** The bytes of any of our documents. */
export const canonicalText = (value: object): string => canonicalJson(value as Json);

/** Of a body, hexadecimal: it holds no `output_hash`, `generated_at` and `signatures`, and no `cache`. */
export const outputHash = (body: BriefBody): string => sha256(canonicalText(body));

/** What a brief rests on: names and bytes of every piece in its pack, whatever of it was cited. */
export const provenanceHash = ({ sections }: ContextPack): string =>
  sha256(
    canonicalText(
      sections
        .flatMap(({ excerpts }) =>
          excerpts.map(({ source_id, content_hash, text_hash }) => ({ source_id, content_hash, text_hash })),
        )
        .sort((a, b) => byCodePoint(a.source_id, b.source_id)),
    ),
  );

/** Everything that decides over a brief beside what it is asked about. */
export interface KeyParts {
  readonly inputDigest: string;
  readonly profile: string;
  /** Digest or name of the model that would put it in order; null where none would. */
  readonly model: string | null;
  /** What an answer with faults comes to. */
  readonly strict: boolean;
  /** A person's words in the prompt. */
  readonly question: string;
}

/** Raised when what is made of the same pack and answer is made otherwise. */
const BRIEF_VERSION = 2;

/** The key under which a brief is kept: task, ids, policy version, chunk hashes and what else a pack holds are in its digest. */
export const cacheKeyOf = (pack: ContextPack, { inputDigest, ...parts }: KeyParts): string =>
  sha256(
    canonicalText({
      ...{
        brief: BRIEF_VERSION,
        pack: PACK_VERSION,
        template: TEMPLATE_VERSION,
        guardrail: GUARDRAIL_VERSION,
      },
      ...{ comparator: COMPARATOR_VERSION, input: inputDigest },
      ...{ task: pack.task, project: pack.project, ids: pack.ids, policy: pack.policy_version, ...parts },
    }),
  );

/** What of a brief's history is one: asked for the same, whatever the evidence was. */
export const subjectOf = (
  asked: Pick<BriefBody, 'project' | 'task' | 'advisory_key' | 'artifact_id' | 'policy_version' | 'profile'>,
): string => {
  const { project, task, advisory_key, artifact_id, policy_version, profile } = asked;
  return sha256(canonicalText({ project, task, advisory_key, artifact_id, policy_version, profile }));
};

export interface ManifestParts {
  readonly inputDigest: string;
  readonly sources: readonly CitedSource[];
  readonly leftOut: readonly string[];
  readonly suspicious: readonly string[];
}

export function manifestOf(pack: ContextPack, parts: ManifestParts): BriefManifest {
  const excerpts = new Map(
    pack.sections.flatMap(({ excerpts: all }) => all.map((one) => [one.source_id, one] as const)),
  );
  return {
    ...{ manifest_version: 1, input_digest: parts.inputDigest },
    versions: {
      ...{ pack: PACK_VERSION, template: TEMPLATE_VERSION, guardrail: GUARDRAIL_VERSION },
      comparator: COMPARATOR_VERSION,
    },
    ...{ embedder: pack.embedder, ids: [...pack.ids], packages: [...pack.packages] },
    sources: parts.sources.map((source) => sourceOf(source, excerpts.get(source.sourceId), parts.suspicious)),
    ...{ left_out: [...parts.leftOut], suspicious: [...parts.suspicious] },
  };
}

function sourceOf(
  { n, sourceId, contentHash, content, from }: CitedSource,
  excerpt: Excerpt | undefined,
  suspicious: readonly string[],
): BriefSource {
  const doubtful = suspicious.includes(sourceId) ? 'suspicious' : null;
  return {
    ...{ n, source_id: sourceId, content_hash: contentHash, text: content },
    kind: excerpt?.kind ?? 'computed',
    issuer: excerpt?.issuer ?? null,
    trust: doubtful ?? excerpt?.trust ?? 'computed',
    ...{ source_url: excerpt?.source_url ?? null, licence: excerpt?.licence ?? null },
    highlights: (excerpt?.highlights ?? []).map(({ start, end, why }) => ({
      ...{ start: start + from, end: end + from, why },
    })),
  };
}
