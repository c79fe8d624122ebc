// An argument vector as one line for a POSIX shell on the far side of ssh, which takes lines alone: every word in single quotes, in
// which nothing has a meaning. What stands around it is ours and constant. Called by ssh/ssh-executor.ts.
// Source: agent, What it acts on (Executors).
import { AppError } from '../../../shared/model/envelope.ts';
import type { Command } from '../executor.ts';

/** Linux gives a program no single argument beyond 128 KB, and the line is one of the far shell's. */
const MAX_LINE_BYTES = 100_000;

export const quote = (word: string): string => `'${word.replaceAll("'", "'\\''")}'`;

/** Of the environment nothing but these goes to the program; `sbin` is missing where nobody logged in at a terminal. */
const CLEAN = 'exec env -i PATH="$PATH:/usr/sbin:/sbin" HOME="$HOME" USER="$USER" LANG=C.UTF-8';

/** @throws AppError INVALID_INPUT for what is too long */
export function shellLine({ argv, cwd }: Pick<Command, 'argv' | 'cwd'>): string {
  const words = argv.map(quote).join(' ');
  const line = `${cwd === undefined ? '' : `cd ${quote(cwd)} && `}${CLEAN} ${words}`;
  if (Buffer.byteLength(line) > MAX_LINE_BYTES)
    throw new AppError(
      'INVALID_INPUT',
      `the arguments of ${argv[0]} are longer than ${MAX_LINE_BYTES} bytes`,
    );
  return line;
}
