// Briefs for tests of this screen.
import type {
  BriefDetail,
  BriefProfileView,
  BriefRow,
  BriefsState,
  StoredBrief,
} from '../../../../shared/model/evidence/brief.ts';

const HASH = 'a'.repeat(64);

export const aBrief = (part: Partial<StoredBrief> = {}): StoredBrief => ({
  ...{ task: 'summary', project: 'default', advisory_key: 'CVE-2026-1000', artifact_id: null },
  ...{ policy_version: null, profile: 'fips-local', cache_key: HASH, revision: 1 },
  ...{ input_digest: HASH, provenance_hash: HASH, prompt_sha256: HASH, output_hash: HASH },
  sections: {
    ...{ summary: 'It is fixed in 1.2.3 [1].', conflicts: 'No evidence.' },
    ...{ remediation: 'No evidence.', references: '- [1] osv:GHSA-1' },
  },
  citations: [{ n: 1, source_id: 'osv:GHSA-1#advisory-1', content_hash: HASH, span: { start: 0, end: 9 } }],
  coverage: 1,
  ...{ steps: [], follow_ups: [], guardrail: { blocked: false, codes: [], redactions: {} } },
  ...{ effective_mode: 'Local', inference: {}, generated_at: '2026-01-02T00:00:00.000Z', signatures: [] },
  ...part,
});

export const aRow = (part: Partial<BriefRow> = {}): BriefRow => ({
  ...{ task: 'summary', advisoryKey: 'CVE-2026-1000', artifactId: null, policyVersion: null },
  ...{ profile: 'fips-local', cacheKey: HASH, revision: 1, outputHash: HASH, generatedAt: 0 },
  ...{ blocked: false, codes: [], modelId: null, fallbackReason: null, summary: 'It is fixed.' },
  signed: true,
  ...part,
});

export const aDetail = (part: Partial<StoredBrief> = {}): BriefDetail => ({
  brief: aBrief(part),
  manifest: {
    ...{ manifest_version: 1, input_digest: HASH, embedder: 'hashed', ids: [], packages: [] },
    versions: { pack: 1, template: '1', guardrail: '1', comparator: 1 },
    ...{ sources: [], left_out: [], suspicious: [] },
  },
  ...{ intact: true, signature: 'unsigned', cameFrom: null, history: [], before: null },
});

export const aProfile = (part: Partial<BriefProfileView> = {}): BriefProfileView => ({
  ...{ name: 'fips-local', title: 'FIPS, local', says: '', isOn: true, problem: null, model: null },
  ...{ modelIsLocal: false, fallback: null, digest: null, digestNow: null },
  ...part,
});

export const aState = (part: Partial<BriefsState> = {}): BriefsState => ({
  profiles: [aProfile()],
  tasks: { summary: true, conflict: true, remediation: true },
  ...{ count: 0, waiting: 0, made: 0 },
  ...part,
});
