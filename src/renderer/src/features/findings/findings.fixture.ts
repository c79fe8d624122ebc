// Findings for tests of this screen.
import type { Finding, FindingsState } from '../../../../shared/model/evidence/finding.ts';
import { SEVERITIES } from '../../../../shared/model/evidence/words.ts';

const AT = Date.UTC(2026, 0, 2);

export const aFinding = (part: Partial<Finding> = {}): Finding => ({
  ...{ key: 'a'.repeat(32), vulnerability: 'CVE-2026-1000', aliases: [], title: 'A hole' },
  ...{ severity: 'high', cvss: 7.5, document: 1, status: 'affected', held: false, unimportant: false },
  component: { name: 'left-pad', version: '1.2.0', purl: 'pkg:npm/left-pad@1.2.0' },
  product: { key: 'web', name: 'web', version: null },
  ...{ fixedIn: '1.2.3', fixedBy: 'upstream', scope: 'runtime', depth: 1, exploited: null, epss: null },
  ...{ firstSeen: AT, decision: null, resources: [], exposure: null },
  ...part,
});

export const aState = (
  counts: Partial<FindingsState['counts']> = {},
  part: Partial<Omit<FindingsState, 'counts'>> = {},
): FindingsState => ({
  counts: {
    ...{ open: 0, held: 0, exploited: 0, overdue: 0, accepted: 0, stale: 0, checked: 0, unchecked: 0 },
    bySeverity: Object.fromEntries(
      SEVERITIES.map((one) => [one, 0]),
    ) as FindingsState['counts']['bySeverity'],
    ...counts,
  },
  ...{ products: [], oldEcosystems: [], newestAdvisoryAt: null, matching: false, matchedAt: null },
  evidence: { advisories: 0, statements: 0, lists: 0, exploited: 0, scores: 0 },
  ...part,
});
