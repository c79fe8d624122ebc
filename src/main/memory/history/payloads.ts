// What the events of the write path carry, for reading them back. Written by write-plan.ts.
import * as z from 'zod';
import { COLLISION_TYPES, SOURCES } from '../../../shared/model/graph.ts';

/** `fact.inserted`, `fact.confirmed`. */
export const FactPayload = z.object({
  concept: z.string(),
  parent: z.string(),
  dimension: z.string(),
  isIsa: z.boolean(),
  confidence: z.number(),
  source: z.enum(SOURCES),
  until: z.number().optional(),
});

/** `conflict.opened`. */
export const OpenedPayload = FactPayload.extend({ collision: z.enum(COLLISION_TYPES) });
