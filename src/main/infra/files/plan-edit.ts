// A change of a text file, worked out before anybody is asked: the bytes it would hold, what differs as the operator reads it, the
// digest it relies on, and how it is taken back. Pure: reads and writes nothing. Secrets do not leave in the difference; where one
// changes, that is said. Called by the hands. Source: agent, Tools (file_edit), Approvals.
import { createHash } from 'node:crypto';
import { AppError } from '../../../shared/model/envelope.ts';
import type { FileContent } from '../executor.ts';
import { shownDifference } from './shown-difference.ts';

export const MAX_TEXT_BYTES = 1_000_000;

export type FileChange =
  | { readonly kind: 'write'; readonly text: string }
  | { readonly kind: 'append'; readonly text: string }
  /** `find` has to stand in it exactly once. */
  | { readonly kind: 'replace'; readonly find: string; readonly with: string };

export interface EditRequest {
  readonly path: string;
  /** As it was read whole; null where there is none. */
  readonly current: FileContent | null;
  readonly change: FileChange;
}

export interface EditPlan {
  readonly path: string;
  readonly bytes: Uint8Array;
  /** Of what it will hold. */
  readonly digest: string;
  /** What the file has to be when it is written; null: not there. */
  readonly expected: string | null;
  /** Unified, without secrets. */
  readonly diff: string;
  /** Lines that are shown without the secrets in them, though they change. */
  readonly hiddenLines: number;
  /** What is written back to take it back, only while the file's digest is `digest`; null: the file was not there, and is to be removed. */
  readonly previous: Uint8Array | null;
}

/** @throws AppError NOT_ALLOWED for what is no text, INVALID_INPUT, NOT_FOUND, PAYLOAD_TOO_LARGE */
export function planEdit({ path, current, change }: EditRequest): EditPlan {
  const before = current === null ? null : textOf(path, current);
  const after = changed(path, before, change);
  if (after === before)
    throw new AppError('INVALID_INPUT', `${path} would stay as it is; there is nothing to do`);
  const bytes = new TextEncoder().encode(after);
  if (bytes.length > MAX_TEXT_BYTES)
    throw new AppError(
      'PAYLOAD_TOO_LARGE',
      `${path} would hold ${bytes.length} bytes, more than ${MAX_TEXT_BYTES}`,
    );
  return {
    path,
    bytes,
    digest: createHash('sha256').update(bytes).digest('hex'),
    expected: current?.digest ?? null,
    ...shownDifference(path, before, after),
    previous: current?.bytes ?? null,
  };
}

/** @throws AppError NOT_ALLOWED, PAYLOAD_TOO_LARGE */
export function textOf(path: string, { bytes, size }: FileContent): string {
  if (size > MAX_TEXT_BYTES || bytes.length < size)
    throw new AppError(
      'PAYLOAD_TOO_LARGE',
      `${path} holds ${size} bytes; files up to ${MAX_TEXT_BYTES} are edited`,
    );
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    if (!text.includes('\0')) return text;
  } catch {
    // Said below.
  }
  throw new AppError('NOT_ALLOWED', `${path} is no UTF-8 text; only text is edited here`);
}

/** @throws AppError INVALID_INPUT, NOT_FOUND */
function changed(path: string, before: string | null, change: FileChange): string {
  const given = change.kind === 'replace' ? change.with : change.text;
  if (given.includes('\0') || !given.isWellFormed())
    throw new AppError(
      'INVALID_INPUT',
      `the new text of ${path} holds a NUL or half a character; send plain text`,
    );
  const lines = (text: string) => (before === null ? text : withLineEndsOf(before, text));
  switch (change.kind) {
    case 'write':
      return before === null ? given : withLastLineOf(before, lines(given));
    case 'append':
      return appended(before ?? '', lines(given));
    case 'replace':
      if (before === null)
        throw new AppError('NOT_FOUND', `there is no file ${path} to replace something in`);
      return replaced(path, before, lines(change.find), lines(given));
  }
}

/** A file of Windows line ends keeps them: models write plain ones. Mixed ones are left to whoever wrote them. */
function withLineEndsOf(before: string, text: string): string {
  const ends = before.split('\n').length - 1;
  const isWindows = ends > 0 && before.split('\r\n').length - 1 === ends;
  return isWindows ? text.replaceAll('\r\n', '\n').replaceAll('\n', '\r\n') : text;
}

/** A whole new text ends in a line break if the old one did: leaving it off is the commonest slip. */
function withLastLineOf(before: string, text: string): string {
  if (text === '' || !before.endsWith('\n') || text.endsWith('\n')) return text;
  return text + (before.endsWith('\r\n') ? '\r\n' : '\n');
}

/** Begins on a line of its own, and ends as the file ended. */
function appended(before: string, text: string): string {
  const end = text.includes('\r\n') || before.includes('\r\n') ? '\r\n' : '\n';
  const start = before === '' || before.endsWith('\n') ? before : before + end;
  return before === '' || before.endsWith('\n') ? withLastLineOf(before || end, start + text) : start + text;
}

function replaced(path: string, before: string, find: string, into: string): string {
  const at = find === '' ? -1 : before.indexOf(find);
  if (at < 0)
    throw new AppError('INVALID_INPUT', `what is to be replaced does not stand in ${path}; read it again`);
  if (before.indexOf(find, at + 1) >= 0)
    throw new AppError(
      'INVALID_INPUT',
      `what is to be replaced stands more than once in ${path}; give more around it`,
    );
  return before.slice(0, at) + into + before.slice(at + find.length);
}
