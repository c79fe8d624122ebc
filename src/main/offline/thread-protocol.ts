// What passes between the main thread and the one that writes exports. Types only. Source: advisory, Outputs.

import type { ErrorBody } from '../../shared/model/envelope.ts';
import type { BundlePreview, BundleVerification } from '../../shared/model/evidence/bundle.ts';
import type { WrittenBundle } from '../bundle/write-bundle.ts';
import type { DatabaseAddress } from '../store/bulk/snapshot.ts';
import type { ExportScope } from './bundle-contents.ts';
import type { CheckAsked, CheckedExport } from './check-export.ts';
import type { Moment } from './export-notes.ts';

interface ExportAsked {
  readonly place: DatabaseAddress;
  readonly scope: ExportScope;
  readonly moment: Moment;
}

/** One thread does one of them and ends. */
export type OfflineJob =
  | ({ readonly kind: 'preview' } & ExportAsked)
  | ({ readonly kind: 'export'; readonly path: string } & ExportAsked)
  /** Whether it is whole and signed, and what it says it holds. */
  | ({ readonly kind: 'verify' } & CheckAsked)
  /** That, and whether every file is what it says. */
  | ({ readonly kind: 'check' } & CheckAsked);

export interface OfflineResults {
  readonly preview: BundlePreview;
  readonly export: WrittenBundle & { readonly notes: readonly string[] };
  readonly verify: BundleVerification;
  readonly check: CheckedExport;
}

export type ToOffline =
  | { readonly kind: 'cancel' }
  /** The envelope that was asked for; null where it cannot be had, and the job is over. */
  | { readonly kind: 'signed'; readonly text: string };

export type FromOffline =
  | { readonly kind: 'progress'; readonly done: number; readonly total: number }
  /** Keys are no thread's. */
  | { readonly kind: 'sign'; readonly sumsSha256: string }
  | { readonly kind: 'done'; readonly result: unknown }
  | { readonly kind: 'failed'; readonly error: ErrorBody };
