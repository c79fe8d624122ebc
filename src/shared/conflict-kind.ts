// How people and models see a conflict. Pure; the console needs it without the schemas.
import type { Conflict, ConflictKind } from './model/graph.ts';

/** A correction, or what collided. A cycle stays one: its facts decide what may be done. */
export function conflictKind(conflict: Pick<Conflict, 'collisionType' | 'correction'>): ConflictKind {
  if (conflict.collisionType === 'cycle' || conflict.correction === null) return conflict.collisionType;
  return 'correction';
}
