// `festinger explain citations`: which citations an answer holds, and what is wrong with them, a line at a time. Opens nothing. Called by explain.ts.
import * as z from 'zod';
import { citationsIn, DIALECTS } from '../../advisory/cite/citations.ts';

/** A line that is asked about. Without `sources` no id is out of range. */
export const CitationsLine = z.strictObject({
  id: z.union([z.string(), z.number(), z.null()]).optional(),
  text: z.string(),
  sources: z.int().min(0).optional(),
  dialect: z.enum(DIALECTS).optional(),
});

/** @returns `{id, citations: [{marker, ids, start, end}], faults: [{code, marker, start, reason}]}`, places in UTF-16 units. */
export function explainCitations({ id, text, sources, dialect }: z.output<typeof CitationsLine>): object {
  const found = citationsIn(text, {
    ...(sources === undefined ? {} : { sources }),
    ...(dialect === undefined ? {} : { dialect }),
  });
  return { id, ...found };
}
