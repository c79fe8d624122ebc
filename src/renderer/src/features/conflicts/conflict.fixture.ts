// A conflict for this folder's tests.
import type { Conflict } from '../../../../shared/model/graph.ts';

export function aConflict(part: Partial<Conflict>): Conflict {
  const claim = { isIsa: true, confidence: 1, source: 'gutask', provenance: null, line: null } as const;
  return {
    id: 1,
    project: 'default',
    concept: 'gnommoweb',
    dimension: 'type',
    collisionType: 'isa_isa',
    correction: null,
    status: 'pending',
    priority: 0,
    version: 1,
    existing: { ...claim, parent: 'repo' },
    incoming: { ...claim, parent: 'container' },
    createdAt: 0,
    resolvedAt: null,
    decidedBy: null,
    seenCount: 1,
    attempts: 0,
    lastProblem: null,
    snoozedUntil: null,
    note: null,
    resolution: null,
    earlier: [],
    ...part,
  };
}
