// Taking the memory out and in: exports, imports, backups. Long work; progress is in `jobs`.
// The same over plain HTTP for large files and the command line: see http/file-routes.ts.
import { eventIterator } from '@orpc/contract';
import * as z from 'zod';
import { ProjectName } from '../model/graph.ts';
import { Task } from '../model/job.ts';
import { procedure } from './base.ts';

export const EXPORT_FORMATS = ['jsonl', 'graphml', 'cytoscape', 'csv'] as const;

const Backup = z.strictObject({
  name: z.string(),
  bytes: z.number().int(),
  at: z.number().int(),
  /** Whether it holds API keys (then it is encrypted with the operator's passphrase). */
  hasKeys: z.boolean(),
});

export const transfer = {
  /** The file in pieces, in order. */
  export: procedure
    .route({ method: 'GET', path: '/transfer/export' })
    .input(z.strictObject({ format: z.enum(EXPORT_FORMATS), project: ProjectName.optional() }))
    .output(eventIterator(z.strictObject({ chunk: z.string() }))),
  /** JSON Lines as `export` wrote them. `dryRun` says what it would do. All of it or nothing. */
  import: procedure
    .meta({ kind: 'danger' })
    .route({ method: 'POST', path: '/transfer/import' })
    .input(z.strictObject({ text: z.string().max(3_500_000), dryRun: z.boolean().default(false) }))
    .output(
      z.strictObject({
        concepts: z.number().int(),
        inserted: z.number().int(),
        confirmed: z.number().int(),
        conflicts: z.number().int(),
        refused: z.number().int(),
        /** Periods of the past. */
        history: z.number().int(),
        /** What was there exactly like this already. */
        unchanged: z.number().int(),
        /** Null for a dry run, and when nothing changed. */
        actionId: z.number().int().nullable(),
        /** The first conflicts and refusals, each with its line. */
        notes: z.array(z.string()),
        /** The backup written before an import that is too large to be undone. */
        backup: z.string().nullable(),
      }),
    ),
  backups: procedure.route({ method: 'GET', path: '/transfer/backups' }).output(z.array(Backup)),
  /** Writes a backup into the data directory while everything goes on. With a passphrase it holds the API keys too. */
  backup: procedure
    .meta({ kind: 'write' })
    .route({ method: 'POST', path: '/transfer/backups' })
    .input(z.strictObject({ passphrase: z.string().min(8).max(200).optional() }))
    .output(Task),
  /** Replaces the memory by a backup of the data directory; a backup of the present is written first. */
  restore: procedure
    .meta({ kind: 'danger' })
    .route({ method: 'POST', path: '/transfer/restore' })
    .input(z.strictObject({ name: z.string().max(200), passphrase: z.string().max(200).optional() }))
    .output(Task),
};
