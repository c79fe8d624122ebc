// The queue of facts that collided with what the graph holds.
import * as z from 'zod';
import { CollisionType, Conflict, ProjectName } from '../model/graph.ts';
import { procedure } from './base.ts';

export const conflicts = {
  /** Open first (operator and gutask before the rest, then oldest), or the recently decided. */
  list: procedure
    .route({ method: 'GET', path: '/conflicts' })
    .input(
      z.strictObject({
        project: ProjectName.optional(),
        view: z.enum(['open', 'decided']).default('open'),
        type: CollisionType.optional(),
        search: z.string().max(200).optional(),
        limit: z.number().int().min(1).max(500).default(100),
        offset: z.number().int().min(0).default(0),
      }),
    )
    .output(
      z.strictObject({ conflicts: z.array(Conflict), total: z.number().int(), open: z.number().int() }),
    ),
  get: procedure
    .route({ method: 'GET', path: '/conflicts/{id}' })
    .input(z.strictObject({ id: z.number().int() }))
    .output(Conflict),
};
