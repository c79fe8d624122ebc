// The codes by which the pipeline of advisories refuses or blocks: one closed list. Data only. Used by the guard, the checks of
// answers and whoever stores or shows why something was blocked.
// Source: advisory, Guardrails.

export const GUARD_CODES = [
  'citation_missing',
  'citation_invalid',
  'prompt_too_long',
  'prompt_injection',
  'quota_exceeded',
  'entity_unsupported',
  'remediation_unapproved',
  'canary_leak',
] as const;
export type GuardCode = (typeof GUARD_CODES)[number];
