// What reads our lines on the far side: the login shell's name, and the proof that a quoted word comes through it as it is. Pure;
// asked once a connection by ssh-executor.ts. Source: agent, What it acts on (a login shell that is not sh, bash, dash or ash is
// refused for writes).
import { posix } from 'node:path';
import { AppError } from '../../../../shared/model/envelope.ts';
import { quote } from '../posix-quote.ts';

export interface LoginShell {
  /** `bash`; empty where it does not say. */
  readonly name: string;
  /** A word of everything that shells read differently came back unchanged. */
  readonly quotes: boolean;
}

/** Backslashes (fish), line breaks and `!` (csh), doubled quotes (rc, zsh's rc_quotes), dollars and braces. */
const PROBE = "a\\b\\\\c'd''e\"f$HOME`g`!h{1,2}*?~ \n#i\t\\'\\n%";

/** A line that every shell can at least read the first half of; sshd sets SHELL for each session. */
export const PROBE_LINE = `echo $SHELL; printf %s ${quote(PROBE)}`;

export function readLoginShell(answer: string): LoginShell {
  const end = answer.indexOf('\n');
  return {
    name: posix.basename(answer.slice(0, Math.max(0, end)).trim()),
    quotes: answer.slice(end + 1) === PROBE,
  };
}

const POSIX = new Set(['sh', 'bash', 'dash', 'ash']);
/** Single quotes mean the same in these; they differ elsewhere, so that nothing is written through them. */
const READS_ALIKE = new Set(['zsh', 'ksh', 'ksh93', 'mksh', 'oksh', 'yash']);

/** @throws AppError NOT_ALLOWED */
export function checkLoginShell({ name, quotes }: LoginShell, host: string, writes: boolean): void {
  if (quotes && (POSIX.has(name) || (READS_ALIKE.has(name) && !writes))) return;
  const what = name === '' ? 'a login shell that does not say what it is' : `${name} as login shell`;
  const why =
    !quotes && (POSIX.has(name) || READS_ALIKE.has(name))
      ? 'a quoted word did not come back from it as it was sent (does its start-up file print something?)'
      : READS_ALIKE.has(name)
        ? 'only reading is done through that'
        : 'how that reads a command is not known here';
  throw new AppError('NOT_ALLOWED', `${host} has ${what}, and ${why}; give its user sh, bash, dash or ash`, {
    login_shell: name,
  });
}
