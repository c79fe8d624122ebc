// Free text that somebody writes and a database keeps or compares: reasons, notes, searches, labels. Every such field
// of a border starts from it. PostgreSQL has no NUL, and neither database has half a character: what the table would
// keep as U+FFFD and the event as it came, would never be the same again.
import * as z from 'zod';

/** Text without NUL; a half of a surrogate pair becomes U+FFFD, as it would on its way into a column. */
export const PlainText = z
  .string()
  .refine((text) => !text.includes('\0'), 'a text has no NUL characters (U+0000); take them out')
  .overwrite((text) => text.toWellFormed());

/** Why something is done, as a person says it; may be left out. */
export const Reason = PlainText.trim().max(500).default('');
