// Errors of the database in the program's own terms, whichever database it is. Driver codes are read here and
// nowhere else; messages of drivers are shown, never matched.
import { AppError } from '../../shared/model/envelope.ts';
import type { WireError } from './sqlite-protocol.ts';

/** What the database itself refused. `trigger`: a cycle in `urd`, or a change of an event. */
export type Violation = 'unique' | 'foreign_key' | 'check' | 'not_null' | 'trigger';

/** The database refused a write because of one of its constraints; the transaction it stood in is undone. */
export class ConstraintError extends Error {
  readonly violation: Violation;

  constructor(violation: Violation, message: string) {
    super(message);
    this.name = 'ConstraintError';
    this.violation = violation;
  }
}

/** SQLSTATEs our own Postgres triggers raise: a cycle, and a change of the append-only event table. */
export const PG_CYCLE = 'FC001';
export const PG_APPEND_ONLY = 'FC002';

const VIOLATIONS: ReadonlyMap<string, Violation> = new Map([
  ['SQLITE_CONSTRAINT_UNIQUE', 'unique'],
  ['SQLITE_CONSTRAINT_PRIMARYKEY', 'unique'],
  ['SQLITE_CONSTRAINT_ROWID', 'unique'],
  ['SQLITE_CONSTRAINT_FOREIGNKEY', 'foreign_key'],
  ['SQLITE_CONSTRAINT_CHECK', 'check'],
  ['SQLITE_CONSTRAINT_NOTNULL', 'not_null'],
  ['SQLITE_CONSTRAINT_TRIGGER', 'trigger'],
  ['23505', 'unique'],
  ['23503', 'foreign_key'],
  ['23514', 'check'],
  ['23502', 'not_null'],
  [PG_CYCLE, 'trigger'],
  [PG_APPEND_ONLY, 'trigger'],
]);

/** What each SQLite code means for the person who runs the program, and what to try. */
const SQLITE_ADVICE: readonly (readonly [prefix: string, advice: string])[] = [
  ['SQLITE_NOTADB', 'it is not a SQLite database. Move it away or name another with --database'],
  [
    'SQLITE_CORRUPT',
    'it is damaged. Restore it from a backup, or move it away to start with an empty memory',
  ],
  ['SQLITE_BUSY', 'another process holds its lock. Stop that process or wait until it is done'],
  ['SQLITE_LOCKED', 'another process holds its lock. Stop that process or wait until it is done'],
  ['SQLITE_READONLY', 'it cannot be written. Check the permissions of the file and of its directory'],
  ['SQLITE_CANTOPEN', 'it cannot be opened or created. Check that the directory exists and can be written'],
  ['SQLITE_FULL', 'the disk is full. Free some space and try again'],
  ['SQLITE_IOERR', 'the disk reported an error. Check the disk and the free space'],
];

/** What SQLSTATEs mean for the person who runs the program, and whether the same call may work later. */
const POSTGRES_ADVICE: readonly (readonly [prefix: string, advice: string, retryable: boolean])[] = [
  ['40', 'other writers were in the way. Try again', true],
  ['55P03', 'another writer holds its lock for long. Try again', true],
  ['57014', 'a statement took longer than it may. Try again when the server is less busy', true],
  ['57P', 'the server ended the connection. It is tried again by itself', true],
  ['08', 'the connection failed. It is tried again by itself', true],
  ['25P03', 'the server ended an idle connection. Try again', true],
  ['25006', 'it takes no writes: it is a standby, or was made read-only', true],
  ['53300', 'it has no connection left. Raise max_connections or use a pooler', true],
  ['53100', 'its disk is full. Free some space and try again', true],
  ['53', 'the server is out of resources. Try again later', true],
  ['28', 'it does not let this user in. Check user and password of the database URL', false],
  ['3D000', 'there is no such database. Create it with createdb, or name another with --database', false],
  ['42501', 'this user may not do that. Let it own the database', false],
];

/** The connection to the database could not be made, broke, or gave no answer in time. */
export class ConnectionLost extends Error {
  constructor(cause: unknown) {
    super(reasonOf(cause), { cause });
    this.name = 'ConnectionLost';
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(reasonOf).join('; ');
  return error instanceof Error ? error.message : String(error);
}

function codeOf(error: unknown): string | null {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === 'string' ? code : null;
}

/** Whether the server itself refused to commit: the transaction is undone for certain. */
export function isDefiniteRefusal(error: unknown): boolean {
  return /^(22|23|25|40|44)/.test(codeOf(error) ?? '');
}

/**
 * An error of the SQLite driver as this program's: ConstraintError for what the database refused, AppError
 * `UNAVAILABLE` for what an operator can mend, otherwise AppError `INTERNAL`.
 * @param subject names the database in the message, e.g. its path.
 */
export function databaseError(error: WireError, subject: string): ConstraintError | AppError {
  const code = error.code ?? '';
  const violation = VIOLATIONS.get(code);
  if (violation) return new ConstraintError(violation, error.message);
  const advice = SQLITE_ADVICE.find(([prefix]) => code.startsWith(prefix))?.[1];
  if (!advice) return failure(error.message, code, subject);
  return unusable(subject, advice, code, code.startsWith('SQLITE_BUSY'));
}

/** The same for what the `pg` driver throws; errors that are ours already pass unchanged. */
export function postgresError(error: unknown, subject: string): Error {
  if (error instanceof ConstraintError || error instanceof AppError) return error;
  if (error instanceof ConnectionLost) {
    const code = codeOf(error.cause);
    const known = POSTGRES_ADVICE.find(([prefix]) => code?.startsWith(prefix));
    if (known) return unusable(subject, known[1], code, known[2]);
    return unusable(
      subject,
      `it cannot be reached (${error.message}). It is tried again by itself`,
      code,
      true,
    );
  }
  const code = codeOf(error) ?? '';
  const violation = VIOLATIONS.get(code);
  const message = reasonOf(error);
  if (violation) return new ConstraintError(violation, message);
  const known = POSTGRES_ADVICE.find(([prefix]) => code.startsWith(prefix));
  if (!known) return failure(message, code, subject);
  const ours = unusable(subject, known[1], code, known[2]);
  return code.startsWith('40') ? new Undone(ours) : ours;
}

/**
 * The same for a transaction that writes and has not been committed: when its connection is gone, the server undoes it,
 * so it may be written again. @param error as the driver threw it
 */
export function uncommittedError(error: unknown, subject: string): Error {
  const ours = postgresError(error, subject);
  const isGone = error instanceof ConnectionLost || /^(57P|08|25P03)/.test(codeOf(error) ?? '');
  return isGone && ours instanceof AppError ? new Undone(ours) : ours;
}

function unusable(subject: string, advice: string, code: string | null, retryable: boolean): AppError {
  const message = `The database ${subject} cannot be used: ${advice}.`;
  return new AppError('UNAVAILABLE', message, code ? { code } : {}, retryable);
}

function failure(message: string, code: string, subject: string): AppError {
  return new AppError('INTERNAL', `The database ${subject} failed: ${message}`, code ? { code } : {});
}

/** A connection broke or other writers were in the way: nothing of the write remains, and it may well succeed at once. */
export class Undone extends AppError {
  constructor({ message, details }: AppError) {
    super('UNAVAILABLE', message, details, true);
    this.name = 'Undone';
  }
}

/**
 * A write whose commit was sent and not answered, and the server cannot be asked yet. It may have taken place: whoever
 * would do it again waits for `settled` first.
 */
export class UnknownOutcome extends AppError {
  readonly settled: Promise<'committed' | 'aborted' | 'unknown'>;

  constructor(subject: string, settled: UnknownOutcome['settled']) {
    super(
      'UNAVAILABLE',
      `The connection to the database ${subject} broke while the write was being committed; whether it was stored is not known yet. Look, or say it again: what is known already is only confirmed.`,
      { outcome: 'unknown' },
      true,
    );
    this.name = 'UnknownOutcome';
    this.settled = settled;
  }
}
