// The paths an operator hides from commands that only read: their schema, as one setting with commas between them, and the list. Used by
// settings.ts and core. Source: structure, S1 (every path an operator adds).
import * as z from 'zod';

const MOST = 100;
/** Absolute, plain, and below the root: a sandbox without any of it reads nothing. */
const PATH = /^\/(?!\.{0,2}(\/|$))[\w@%+=:.*?/ -]+[^/ ]$/;

export const hiddenPaths = (text: string): readonly string[] =>
  text
    .split(',')
    .map((path) => path.trim())
    .filter((path) => path !== '');

const problemOf = (text: string): string | null => {
  const paths = hiddenPaths(text);
  if (paths.length > MOST) return `at most ${MOST} paths`;
  const odd = paths.find((path) => !PATH.test(path) || /(^|\/)\.{1,2}(\/|$)/.test(path));
  return odd === undefined
    ? null
    : `"${odd.slice(0, 80)}" is no absolute path: write /srv/app/secrets or /srv/*/private, with commas between`;
};

export const HiddenPaths = z
  .string()
  .max(4000)
  .default('')
  .superRefine((text, context) => {
    const problem = problemOf(text);
    if (problem !== null) context.addIssue({ code: 'custom', message: problem });
  });
