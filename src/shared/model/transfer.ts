// What is said of imports and backups, the same over every door.
import * as z from 'zod';

export const EXPORT_FORMATS = ['jsonl', 'graphml', 'cytoscape', 'csv'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** What an import did, or would do. */
export const ImportReport = z.strictObject({
  /** New ones. */
  concepts: z.number().int(),
  inserted: z.number().int(),
  confirmed: z.number().int(),
  conflicts: z.number().int(),
  refused: z.number().int(),
  /** Periods of the past. */
  history: z.number().int(),
  /** Dimensions that ask what the file has them ask, and did not before. */
  questions: z.number().int(),
  /** What was there exactly like this already. */
  unchanged: z.number().int(),
  /** Null for a dry run, and when nothing changed. */
  actionId: z.number().int().nullable(),
  /** The first conflicts, refusals and questions that differ, each with its line. */
  notes: z.array(z.string()),
  /** The backup written before an import that is too large to be undone. */
  backup: z.string().nullable(),
});
export type ImportReport = z.infer<typeof ImportReport>;

export const BackupFile = z.strictObject({
  name: z.string(),
  bytes: z.number().int(),
  /** Epoch milliseconds. */
  at: z.number().int(),
  /** Whether it holds API keys; they are sealed with the operator's passphrase. */
  hasKeys: z.boolean(),
});
export type BackupFile = z.infer<typeof BackupFile>;
