// Errors of the database in the program's own terms, whichever database it is. Driver codes are read here and
// nowhere else; messages of drivers are shown, never matched.
import { AppError } from '../../shared/model/envelope.ts';
import type { WireError } from './sqlite-protocol.ts';

/** What the database itself refused. `trigger`: a cycle, or a change of an event. */
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
    'it is damaged. Stop Festinger, move the file and those beside it (-wal, -shm) away, start it and restore a backup',
  ],
  ['SQLITE_BUSY', 'another process holds its lock. Stop that process or wait until it is done'],
  ['SQLITE_LOCKED', 'another process holds its lock. Stop that process or wait until it is done'],
  ['SQLITE_READONLY', 'it cannot be written. Check the permissions of the file and of its directory'],
  [
    'SQLITE_CANTOPEN',
    'it cannot be opened or created. Check what lies there and beside it (-wal, -shm), its permissions, and that its directory exists and can be written',
  ],
  ['SQLITE_FULL', 'the disk is full. Free some space and try again'],
  [
    'SQLITE_IOERR',
    'the disk reported an error. Check the disk, the free space, and what lies beside it (-wal, -shm)',
  ],
];

/** What is wrong with the files of a SQLite database; SQLite itself does not see these. */
const FILE_ADVICE = {
  FILE_GONE:
    'it is not there any more; it was deleted or moved while Festinger had it open. Put the same file back and all goes on by itself; or stop Festinger, start it and restore a backup',
  FILE_REPLACED:
    'another file lies in its place. Put the one back that Festinger had opened and all goes on by itself; or restart Festinger to use the new one',
  FILE_UNREADABLE: 'its files cannot be looked at. It is tried again by itself',
  FILE_NOT_WRITABLE: 'it cannot be written. Give write permission back; it is tried again by itself',
  LOG_GONE:
    'its write-ahead log was removed while Festinger had it open. Restart Festinger; do not start another one or any other program on the database before that',
} as const;

const MISSING_TABLES =
  'its tables are gone. Restore them and all goes on by itself; or restart Festinger to begin with an empty memory';

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
  ['42P01', MISSING_TABLES, true],
  ['3F000', MISSING_TABLES, true],
  ['58', 'the server reported an error of its system or disk. Check its log', true],
  ['XX001', 'it is damaged. Restore it from a backup', true],
  ['XX002', 'an index of it is damaged. Run REINDEX, or restore it from a backup', true],
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
  return unusable(subject, advice, code, !LASTING.test(code));
}

/** What is wrong with the files of a SQLite database. @param detail which file, and how */
export function fileError(code: keyof typeof FILE_ADVICE, subject: string, detail?: string): AppError {
  const advice = FILE_ADVICE[code];
  return unusable(subject, detail ? `${advice} (${detail})` : advice, code, !NEEDS_A_PERSON.test(code));
}

/** Until a restart: a damaged file is not trusted again, whatever it answers. */
const LASTING = /^(SQLITE_CORRUPT|SQLITE_NOTADB|LOG_GONE)/;
const NEEDS_A_PERSON = /^(SQLITE_CORRUPT|SQLITE_NOTADB|LOG_GONE|FILE_GONE|FILE_REPLACED)/;
/** What refuses or loses every write, and not the one it was told of alone. */
const STOPS_WRITES =
  /^(FILE_|LOG_GONE|SQLITE_(CORRUPT|NOTADB|IOERR|READONLY|FULL|CANTOPEN)|25006|53100|42501|42P01|3F000|3D000|58|XX00[12])/;

const ownCode = ({ details }: AppError): string => String(details?.code ?? '');

/** Whether the database takes no writes after this error, whoever asks. */
export const stopsWrites = (error: AppError): boolean => STOPS_WRITES.test(ownCode(error));

/** Whether what lies in the database's place is not what is open: who opens it anew reads something else. */
export const isElsewhere = (error: AppError): boolean => /^FILE_(GONE|REPLACED)/.test(ownCode(error));

/** Whether only a restart ends it. */
export const isLasting = (error: AppError): boolean => LASTING.test(ownCode(error));

/** Whether it ends by itself once its cause does. */
export const endsByItself = (error: unknown): boolean =>
  !(error instanceof AppError && NEEDS_A_PERSON.test(ownCode(error)));

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
  // Which one is missing is worth knowing.
  const advice = known[1] === MISSING_TABLES ? `${known[1]} (${message})` : known[1];
  const ours = unusable(subject, advice, code, known[2]);
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
