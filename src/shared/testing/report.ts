// For tests: a public bug report that somebody else's program failed on, kept beside the project; where it is not at hand, its test
// is skipped and says so.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const FOLDER = join(import.meta.dirname, '../../../../shared/data/reports/proxy');

export interface Report<Case> {
  /** Null where it is not at hand. */
  readonly given: Case | null;
  /** For the title of its test. */
  readonly note: string;
}

/** @param name of the file, without `.json` */
export function report<Case>(name: string): Report<Case> {
  const path = join(FOLDER, `${name}.json`);
  if (!existsSync(path)) return { given: null, note: ' (skipped: the report is not at hand)' };
  return { given: JSON.parse(readFileSync(path, 'utf8')) as Case, note: '' };
}
