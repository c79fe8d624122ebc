// `festinger explain citations`: which citations an answer holds, and what is wrong with them, a line at a time. Opens nothing. Called by explain.ts.
import * as z from 'zod';
import { citationsIn, DIALECTS } from '../../advisory/cite/citations.ts';

const MAX_TEXT = 65_536;
/** A line that opens a hundred quotations and list items at once: the parser takes minutes for thousands of them. */
const DEEP = /^(?:[ \t]*(?:>|(?:[*+-]|\d{1,9}[.)])[ \t])){100}/m;

/** A line that is asked about. Without `sources` no id is out of range. */
export const CitationsLine = z.strictObject({
  id: z.union([z.string(), z.number(), z.null()]).optional(),
  text: z
    .string()
    .max(MAX_TEXT, `has more than ${MAX_TEXT} characters (64 KB): split it and check each part`)
    .refine((text) => !DEEP.test(text), 'has a line that nests 100 quotations or list items: remove them'),
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
