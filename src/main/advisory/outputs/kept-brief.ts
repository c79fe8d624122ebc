// A brief as a row of its table, and back: the same bytes are hashed before it is kept and after it is read. Pure. Called by briefs.ts, brief-worker.ts and exports.
// Source: advisory, Outputs.
import { createHash } from 'node:crypto';
import * as z from 'zod';
import {
  BriefBody,
  BriefManifest,
  type BriefSignature,
  StoredBrief,
} from '../../../shared/model/evidence/brief.ts';
import type { NewOutput, OutputRow } from '../../store/briefs/outputs.ts';
import { canonicalText, outputHash } from '../brief/brief-body.ts';

export interface KeptParts {
  readonly subject: string;
  readonly manifest: BriefManifest;
  readonly signatures: readonly BriefSignature[];
  /** Epoch milliseconds. */
  readonly generatedAt: number;
  /** What brought it; null where it was made here. */
  readonly cameFrom: string | null;
}

export function rowOf(
  body: BriefBody,
  { subject, manifest, signatures, generatedAt, cameFrom }: KeptParts,
): NewOutput {
  const { sections, citations, steps, follow_ups, guardrail, inference, supersedes, ...own } = body;
  const { summary, conflicts, remediation, references } = sections;
  return {
    ...own,
    ...{ subject, summary, conflicts, remediation, reference_list: references },
    ...{
      citations: canonicalText(citations),
      steps: canonicalText(steps),
      follow_ups: canonicalText(follow_ups),
    },
    ...{ guardrail_blocked: guardrail.blocked ? 1 : 0, guardrail: canonicalText(guardrail) },
    ...{ model_id: inference.model_id ?? null, fallback_reason: inference.fallback_reason ?? null },
    ...{ supersedes: supersedes ?? null, output_hash: outputHash(body) },
    ...{
      signatures: canonicalText(signatures),
      manifest: canonicalText(manifest),
      generated_at: generatedAt,
      came_from: cameFrom,
    },
  };
}

/** @throws ZodError where the row is not of this version of the program */
export function briefOf(row: OutputRow): StoredBrief {
  const { summary, conflicts, remediation, reference_list: references } = row;
  return StoredBrief.parse({
    ...{ task: row.task, project: row.project, advisory_key: row.advisory_key, artifact_id: row.artifact_id },
    ...{ policy_version: row.policy_version, profile: row.profile, cache_key: row.cache_key },
    ...{ revision: row.revision, input_digest: row.input_digest, provenance_hash: row.provenance_hash },
    ...(row.supersedes === null ? {} : { supersedes: row.supersedes }),
    sections: { summary, conflicts, remediation, references },
    coverage: row.coverage,
    ...{ citations: JSON.parse(row.citations), steps: JSON.parse(row.steps) },
    ...{ follow_ups: JSON.parse(row.follow_ups), guardrail: JSON.parse(row.guardrail) },
    ...{ prompt_sha256: row.prompt_sha256, effective_mode: row.effective_mode },
    inference: {
      ...(row.model_id === null ? {} : { model_id: row.model_id }),
      ...(row.fallback_reason === null ? {} : { fallback_reason: row.fallback_reason }),
    },
    ...{ output_hash: row.output_hash, signatures: JSON.parse(row.signatures) },
    generated_at: new Date(row.generated_at).toISOString(),
  });
}

/** SHA-256 of what a brief was made from, as it is kept: what its signature names beside the brief itself. */
export const contextHashOf = ({ manifest }: Pick<OutputRow, 'manifest'>): string =>
  createHash('sha256').update(manifest, 'utf8').digest('hex');

export const manifestIn = ({ manifest }: Pick<OutputRow, 'manifest'>): BriefManifest =>
  BriefManifest.parse(JSON.parse(manifest));

/** Whether a row holds a brief as it was kept: what takes briefs in believes no other. */
export function isWhole(row: OutputRow): boolean {
  try {
    const isHashed = outputHash(bodyOf(briefOf(row))) === row.output_hash;
    return isHashed && manifestIn(row).input_digest === row.input_digest;
  } catch (error) {
    if (error instanceof z.ZodError || error instanceof SyntaxError) return false;
    throw error;
  }
}

/** Made once: zod compiles a schema when it first reads with it, which takes longer than reading. */
const Body = BriefBody.strip();

/** What of a stored brief is hashed. */
export const bodyOf = (brief: StoredBrief): BriefBody => Body.parse(brief);
