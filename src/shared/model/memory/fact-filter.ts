// Which facts somebody wants to look at: by who said them, how trusted, how sure, how old, what kind, whether contested. What is left
// out narrows nothing. Source: console, Concepts.
import * as z from 'zod';
import { Source } from '../graph.ts';

const share = z.number().min(0).max(1);
const moment = z.number().int().min(0);

export const FactFilter = z.strictObject({
  sources: z.array(Source).min(1).max(5).optional(),
  /** This source, or one that is trusted more. */
  trustedAs: Source.optional(),
  /** Confidence of at least so much; of less than so much. */
  sureFrom: share.optional(),
  sureBelow: share.optional(),
  /** Last confirmed at this moment or later; before this one. Epoch milliseconds. */
  confirmedFrom: moment.optional(),
  confirmedBefore: moment.optional(),
  isIsa: z.boolean().optional(),
  contested: z.literal(true).optional(),
});
export type FactFilter = z.infer<typeof FactFilter>;

/** Whether it lets everything through. */
export const isOpen = (filter: FactFilter | undefined): boolean =>
  filter === undefined || Object.values(filter).every((value) => value === undefined);
