// For tests: a conflict about gnommoweb as the console shows it.
import type { CollisionType, Conflict } from '../../../../shared/model/graph.ts';

const NOBODY = { client: null, conversation: null, role: 'user', segment: null };

/** @param sentence what the incoming claim was read out of */
export function aConflict(
  collisionType: CollisionType = 'isa_isa',
  sentence: string | null = null,
): Conflict {
  const claim = { isIsa: true, confidence: 0.8, line: null };
  return {
    ...{ id: 1, project: 'default', concept: 'gnommoweb', dimension: 'type', collisionType },
    correction: null,
    ...{ status: 'pending', priority: 0, version: 1, createdAt: 0, resolvedAt: null, decidedBy: null },
    existing: {
      ...{ ...claim, parent: 'repo', source: 'gutask' },
      provenance: { ...NOBODY, source: 'gutask', sentence: null, at: 0 },
    },
    incoming: {
      ...{ ...claim, parent: 'container', source: 'inferred' },
      provenance: { ...NOBODY, source: 'inferred', sentence, at: 0 },
    },
    ...{ seenCount: 1, attempts: 0, lastProblem: null, snoozedUntil: null, note: null },
    ...{ resolution: null, earlier: [] },
  };
}
