// What may be said of several approvals at once: yes to those that differ in nothing but what they are done to, and none of them high risk; no to
// any. Pure. The core decides the same; here it is said before. Source: agent, Approvals.
import type { Approval } from '../../../../shared/model/approval.ts';

/** Why these cannot be approved at once; null when they can. */
export function whyNotTogether(chosen: readonly Approval[]): 'differs' | 'high' | 'elsewhere' | null {
  if (chosen.some(({ here }) => !here)) return 'elsewhere';
  if (chosen.some(({ plan }) => plan.risk === 'high')) return 'high';
  return new Set(chosen.map(({ shape }) => shape)).size > 1 ? 'differs' : null;
}
