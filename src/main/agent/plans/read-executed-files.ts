// Reads the files that a command executes or applies, on the machine where it runs: path, size and digest of each, so that the approval is for
// exactly this content, or why it cannot be. Links are followed to what they name. Reads no secrets. Called by plan-command.ts.
// Source: structure, S1.
import { posix } from 'node:path';
import type { PlanFile } from '../../../shared/model/approval.ts';
import { AppError, type ErrorCode } from '../../../shared/model/envelope.ts';
import { type ExecutedFile, executedFiles } from '../../infra/bound-files/executed-files.ts';
import type { FileContent } from '../../infra/executor.ts';
import { textOf } from '../../infra/files/plan-edit.ts';
import type { CallContext } from '../tools/tool.ts';
import { refuseUnreadable } from './files.ts';
import type { Place } from './place.ts';

const MAX_MIB = 8;
const MAX_BYTES = MAX_MIB << 20;
const MOST_FILES = 16;
/** Of one file, and of all together. */
const SHOWN_BYTES = 32 * 1024;
const ALL_SHOWN_BYTES = 2 * SHOWN_BYTES;

const REASONS: Partial<Record<ErrorCode, string>> = {
  NOT_FOUND: 'it does not exist',
  PAYLOAD_TOO_LARGE: `it is larger than ${MAX_MIB} MiB`,
  NOT_ALLOWED: 'it is a directory, is not a regular file, or may not be read',
};

interface Start {
  readonly directory: string | null;
  readonly home: string | null;
}

/** @throws AppError POLICY_BLOCKED for a file of this program, CANCELLED */
export async function readExecutedFiles(
  command: string,
  place: Place,
  context: CallContext,
): Promise<PlanFile[]> {
  const named = executedFiles(command);
  const isRelative = named.some((one) => 'paths' in one && !one.paths[0]?.startsWith('/'));
  const start = isRelative ? await startOf(place, context) : { directory: null, home: null };
  const files = new Map<string, PlanFile>();
  let left = ALL_SHOWN_BYTES;
  for (const one of named.slice(0, MOST_FILES)) {
    const file = await readFirst(one, start, place, context);
    if (file === null) continue;
    const isShown = file.covered && file.text !== null && file.size <= left;
    if (isShown) left -= file.size;
    files.set(file.path, file.covered && !isShown ? { ...file, text: null } : file);
  }
  const more = named.length - MOST_FILES;
  if (more > 0) files.set('', unread(`${more} more files`, `only ${MOST_FILES} files are read`));
  return [...files.values()];
}

const unread = (path: string, reason: string): PlanFile => ({ covered: false, path, reason });

/** Where a command starts. In a container nothing is run to find that out: what is called `sh` there need not be it. */
async function startOf({ executor }: Place, { resource, signal }: CallContext): Promise<Start> {
  const unknown = { directory: null, home: null };
  if (resource?.kind === 'docker_container') return unknown;
  const limits = { timeoutMs: 10_000, maxOutputBytes: 16_384, writes: false };
  const argv = ['sh', '-c', 'pwd -P && echo ~'] as const;
  const result = await executor.run({ argv, ...limits }, signal).catch((error: unknown) => {
    if (signal.aborted) throw error;
    return null;
  });
  const [directory = '', home = ''] = result?.exitCode === 0 ? result.stdout.split('\n') : [];
  return {
    directory: directory.startsWith('/') ? directory : null,
    home: home.startsWith('/') ? home : null,
  };
}

/** @returns null for one that may be missing, and is */
async function readFirst(
  file: ExecutedFile,
  start: Start,
  place: Place,
  context: CallContext,
): Promise<PlanFile | null> {
  if ('reason' in file) return unread(file.name, file.reason);
  for (const path of file.paths) {
    const whole = wholePath(path, start);
    if (whole === null) return unread(path, 'the directory it is looked up in is not known');
    const read = await readOne(whole, place, context);
    if (read.covered) return { ...read, after: file.after };
    if (read.reason !== REASONS.NOT_FOUND) return read;
    if (file.paths.length === 1 && !file.isOptional) return read;
  }
  return file.isOptional ? null : unread(file.paths.join(', '), 'none of these exists');
}

function wholePath(path: string, { directory, home }: Start): string | null {
  if (path.startsWith('/')) return plain(path);
  const base = path.startsWith('~') ? home : directory;
  return base && plain(`${base}/${path.slice(1)}`);
}

const plain = (path: string): string => posix.normalize(path).replace(/(?<=.)\/$/, '');

async function readOne(
  path: string,
  place: Place,
  context: CallContext,
  isTarget = false,
): Promise<PlanFile> {
  const isSecret = context.parts.isHidden(path);
  try {
    if (!isSecret) refuseUnreadable(path, place, context);
    const content = await place.executor.readFile(path, isSecret ? 0 : MAX_BYTES, context.signal);
    if (isSecret) return unread(path, 'it may hold secrets');
    return {
      covered: true,
      path,
      size: content.size,
      sha256: content.digest,
      text: shownText(path, content),
      after: null,
    };
  } catch (error) {
    if (context.signal.aborted || !(error instanceof AppError) || error.code === 'POLICY_BLOCKED')
      throw error;
    if (isSecret && error.code !== 'NOT_FOUND') return unread(path, 'it may hold secrets');
    const target = error.details?.real_path;
    if (typeof target === 'string' && !isTarget) return await readOne(target, place, context, true);
    return unread(path, REASONS[error.code] ?? 'it could not be read');
  }
}

/** Null for what is not text, or is too long. */
function shownText(path: string, content: FileContent): string | null {
  if (content.size > SHOWN_BYTES) return null;
  try {
    return textOf(path, content);
  } catch {
    return null;
  }
}
