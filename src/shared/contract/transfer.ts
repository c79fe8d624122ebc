// Taking the memory out and in: exports, imports, backups. Long work; progress is in `jobs`.
// The same over plain HTTP for large files and the command line: see http/file-routes.ts.
import { eventIterator } from '@orpc/contract';
import * as z from 'zod';
import { ProjectName } from '../model/graph.ts';
import { Task } from '../model/job.ts';
import { BackupFile, EXPORT_FORMATS, ImportReport } from '../model/transfer.ts';
import { danger, read, write } from './base.ts';

export const transfer = {
  /** The file in pieces, in order. */
  export: read('/transfer/export')
    .input(z.strictObject({ format: z.enum(EXPORT_FORMATS), project: ProjectName.optional() }))
    .output(eventIterator(z.strictObject({ chunk: z.string() }))),
  /** JSON Lines as `export` wrote them. `dryRun` says what it would do. All of it or nothing. */
  import: danger('/transfer/import', 'memory')
    .input(z.strictObject({ text: z.string().max(3_500_000), dryRun: z.boolean().default(false) }))
    .output(ImportReport),
  backups: read('/transfer/backups').output(z.array(BackupFile)),
  /** Writes a backup into the data directory while everything goes on. With a passphrase it holds the API keys too. */
  backup: write('/transfer/backups', 'console')
    .input(z.strictObject({ passphrase: z.string().min(8).max(200).optional() }))
    .output(Task),
  /** Replaces the memory by a backup of the data directory; a backup of the present is written first. */
  restore: danger('/transfer/restore', 'memory')
    .input(z.strictObject({ name: z.string().max(200), passphrase: z.string().max(200).optional() }))
    .output(Task),
};
