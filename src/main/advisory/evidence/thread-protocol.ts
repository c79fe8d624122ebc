// What passes between the main thread and the one that reads documents. Types only. Source: advisory, Evidence.
import type { ErrorBody } from '../../../shared/model/envelope.ts';
import type { ImportedDocument, TakenRows } from '../../store/evidence/documents.ts';
import type { StoredRefusal } from '../../store/evidence/imports.ts';

export interface ReadingJob {
  readonly project: string;
  /** Files, folders and archives; absolute. */
  readonly paths: readonly string[];
  /** Taken off the origins of what lies in it. */
  readonly base: string | null;
  /** What was brought from elsewhere: it is called what it is called there. */
  readonly brought: readonly BroughtFile[];
  /** Milliseconds. */
  readonly now: number;
  /** What is stored already: SHA-256 of the bytes and a place they came from, 40 bytes each. */
  readonly stored: Uint8Array;
  /** Of those, what is signed already; a signature that comes for others is verified. */
  readonly signed: Uint8Array;
  /** Keys that the operator accepted. */
  readonly keys: readonly ReadingKey[];
  /** Origins that are passed over: reading one of them took too long. */
  readonly skip: readonly string[];
}

export interface BroughtFile {
  readonly path: string;
  readonly origin: string;
  /** The places it came from, as they are stored; its origin unless given. */
  readonly source?: string | undefined;
}

export interface ReadingKey {
  readonly pem: string;
  readonly issuers: readonly string[];
}

/** What was found since the last one. */
export interface Batch {
  readonly documents: readonly ImportedDocument[];
  /** Digests of what is stored already. */
  readonly same: readonly string[];
  readonly refused: readonly StoredRefusal[];
  readonly leftOut: number;
  readonly done: number;
  /** As far as is known. */
  readonly total: number;
}

export type ToReader = { readonly kind: 'credit' | 'heard' | 'cancel' };

export type FromReader =
  /** Before a document is read: who hears nothing for long knows which it was. */
  | { readonly kind: 'begins'; readonly origin: string }
  /** Rows of a long document, which is alone in the batch behind them; each list goes on where it stood. One goes out when the one before it was heard. */
  | { readonly kind: 'part'; readonly rows: Partial<TakenRows> }
  | { readonly kind: 'batch'; readonly batch: Batch }
  | { readonly kind: 'done' }
  | { readonly kind: 'failed'; readonly error: ErrorBody };
