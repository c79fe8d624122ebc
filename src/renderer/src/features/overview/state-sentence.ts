// What the first line of the Overview says: the one thing that matters, then the figures. Pure; words come from the catalogue.
import type { Component, SystemStatus } from '../../../../shared/model/status.ts';

export interface Verdict {
  readonly tone: 'ok' | 'wait' | 'bad';
  /** The part that speaks for the state when not all is well: the worst, the oldest first. */
  readonly part: Component | null;
  /** How many more are not well. */
  readonly others: number;
  /** Agents that go in circles now. */
  readonly loops: number;
  /** Prompts that wait for a place at an upstream. */
  readonly waiting: number;
  /** Active alerts that nobody has acknowledged or silenced. */
  readonly alerts: { readonly critical: number; readonly warning: number };
  /** Models whose prompts are longer than their context. */
  readonly cut: number;
  /** Open findings that are exploited or held. */
  readonly findings: number;
}

const RANK = { bad: 0, wait: 1, ok: 2 } as const;

/** Picks what to say about a status. */
export function verdict(status: SystemStatus): Verdict {
  const unwell = status.parts
    .filter((part) => part.health !== 'ok')
    .sort((a, b) => RANK[a.health] - RANK[b.health] || (a.since ?? Infinity) - (b.since ?? Infinity));
  const [first] = unwell;
  const { agentsLooping: loops, requestsWaiting: waiting, findingsWaiting: findings } = status.counts;
  const alerts = { critical: status.counts.alertsCritical, warning: status.counts.alertsWarning };
  const cut = status.cutPrompts.length;
  const wants = loops + findings + cut + alerts.warning > 0 ? 'wait' : 'ok';
  return {
    // An alert, a loop and a finding need attention even where every part is healthy; a queue is what a busy upstream has.
    tone: first?.health ?? (alerts.critical > 0 ? 'bad' : wants),
    part: first ?? null,
    others: Math.max(0, unwell.length - 1),
    loops,
    alerts,
    cut,
    waiting,
    findings,
  };
}
