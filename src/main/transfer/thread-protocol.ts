// What passes between the main thread and the one that does a transfer's heavy work. Types only.
import type { ErrorBody } from '../../shared/model/envelope.ts';
import type { LoadReport, LoadRequest } from '../store/backup/backup-load.ts';
import type { ArchiveReport } from '../store/backup/backup-read.ts';
import type { BackupRequest, BackupSummary } from '../store/backup/backup-write.ts';
import type { DatabaseAddress } from '../store/bulk/snapshot.ts';
import type { ExportRequest } from './export-formats.ts';

/** One thread does one job and ends. */
export type ThreadJob =
  | { readonly kind: 'export'; readonly place: DatabaseAddress; readonly request: ExportRequest }
  | { readonly kind: 'write_backup'; readonly place: DatabaseAddress; readonly request: BackupRequest }
  | { readonly kind: 'check_backup'; readonly path: string }
  | { readonly kind: 'load_backup'; readonly request: LoadRequest };

export interface ThreadResults {
  readonly export: { readonly edges: number; readonly bytes: number };
  readonly write_backup: BackupSummary;
  readonly check_backup: ArchiveReport;
  readonly load_backup: LoadReport;
}

export type ToThread =
  /** So many more pieces may be sent. */
  { readonly kind: 'credit'; readonly pieces: number } | { readonly kind: 'cancel' };

export type FromThread =
  | { readonly kind: 'piece'; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly kind: 'progress'; readonly done: number; readonly total: number | null }
  | { readonly kind: 'done'; readonly result: unknown }
  | { readonly kind: 'failed'; readonly error: ErrorBody };
