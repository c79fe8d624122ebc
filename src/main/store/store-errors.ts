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

/**
 * An error of a database driver as this program's: ConstraintError for what the database refused, AppError
 * `UNAVAILABLE` for what an operator can mend, otherwise AppError `INTERNAL`.
 * @param subject names the database in the message, e.g. its path.
 */
export function databaseError(error: WireError, subject: string): ConstraintError | AppError {
  const code = error.code ?? '';
  const violation = VIOLATIONS.get(code);
  if (violation) return new ConstraintError(violation, error.message);
  const advice = SQLITE_ADVICE.find(([prefix]) => code.startsWith(prefix))?.[1];
  if (advice) {
    const retryable = code.startsWith('SQLITE_BUSY');
    return new AppError(
      'UNAVAILABLE',
      `The database ${subject} cannot be used: ${advice}.`,
      { code },
      retryable,
    );
  }
  return new AppError('INTERNAL', `The database ${subject} failed: ${error.message}`, code ? { code } : {});
}

/** The same for what the `pg` driver throws; what is ours already, or of a kind no driver throws, passes unchanged. */
export function postgresError(error: unknown, subject: string): Error {
  if (error instanceof ConstraintError || error instanceof AppError) return error;
  const code = (error as { code?: unknown }).code;
  if (error instanceof Error && error.constructor !== Error && code === undefined) return error;
  const message = error instanceof Error ? error.message : String(error);
  return databaseError({ code: typeof code === 'string' ? code : null, message }, subject);
}
