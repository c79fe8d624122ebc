// The closed lists of words that findings and evidence are told in. Free of zod, so that the renderer may have them at run time; the schemas of finding.ts and
// document.ts are made of them. Source: advisory, Findings.

/** The gravest first. */
export const FINDING_STATUSES = [
  'affected',
  'under_investigation',
  'unknown',
  'fixed',
  'not_affected',
] as const;

/** The worst first. */
export const SEVERITIES = ['critical', 'high', 'medium', 'low', 'none', 'unknown'] as const;

/** What a person can decide about a finding. `accepted` is a risk taken until a day. */
export const FINDING_DECISIONS = ['accepted', 'affected', 'not_affected', 'fixed'] as const;

/** The five reasons of VEX for which something is not affected. */
export const JUSTIFICATIONS = [
  'component_not_present',
  'vulnerable_code_not_present',
  'vulnerable_code_not_in_execute_path',
  'vulnerable_code_cannot_be_controlled_by_adversary',
  'inline_mitigations_already_exist',
] as const;

/** What could come to be known that changes a finding. */
export const CHANGING_FACTS = [
  'trusted',
  'restated',
  'withdrawn',
  'vendor_states',
  'distribution_fixes',
  'enters_kev',
] as const;
export const FINDING_VIEWS = [
  'open',
  'held',
  'exploited',
  'accepted',
  'unimportant',
  'closed',
  'all',
] as const;

/** Who can reach a port, the fewest first. */
export const EXPOSURES = ['none', 'loopback', 'lan', 'public'] as const;

export const EVIDENCE_FORMATS = [
  'osv',
  'csaf',
  'openvex',
  'cyclonedx',
  'spdx',
  'policy-trace',
  'runtime-hint',
  'kev',
  'epss',
] as const;

/** What a list of components is to its product. */
export const LIST_STATES = ['current', 'kept', 'running', 'superseded', 'retired'] as const;

/** What became of a component between two lists of a product. */
export const COMPONENT_CHANGES = ['added', 'removed', 'changed'] as const;

/** What became of a finding between two lists of a product. */
export const FINDING_CHANGES = ['new', 'fixed', 'removed'] as const;

/** What can be done about a vulnerability, as CSAF calls it; what helps most first. */
export const REMEDY_KINDS = [
  'vendor_fix',
  'optional_patch',
  'workaround',
  'mitigation',
  'fix_planned',
  'no_fix_planned',
  'none_available',
] as const;
