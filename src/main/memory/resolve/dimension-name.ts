// Reads the name a model gives a dimension, as untrusted as the rest of its answer. Pure. Called by whatever reads an answer here.
// Source: memory, Conflicts.
import { isSecretWord } from '../../../shared/redact.ts';
import { canonicalToken, isNoiseToken } from '../../graph/text/words.ts';

const MAX_DIMENSION_CHARS = 80;

/** A name that is none of a dimension here, and what it is instead. */
export type TakenName = readonly [what: string, token: string | null];

export type ReadName =
  | { readonly ok: true; readonly token: string }
  | { readonly ok: false; readonly problem: string };

const unusable = (problem: string): ReadName => ({ ok: false, problem });

/**
 * A dimension is a question about concepts: neither one of them, nor one of the answers, nor noise, nor a secret.
 * @param key what the answer calls it
 */
export function readDimensionName(
  key: string,
  given: string | null | undefined,
  taken: readonly TakenName[],
): ReadName {
  if (given === null || given === undefined || given.trim() === '') return unusable(`it names no ${key}`);
  const token = canonicalToken(given.slice(0, 4 * MAX_DIMENSION_CHARS));
  const shown = JSON.stringify(given.slice(0, MAX_DIMENSION_CHARS).toWellFormed());
  if (isSecretWord(token)) return unusable(`${key} looks like a key or a token`);
  if (token.length > MAX_DIMENSION_CHARS || isNoiseToken(token) || /\p{Cc}/u.test(given)) {
    return unusable(`${key} ${shown} cannot be the name of a dimension`);
  }
  const same = taken.find(([, name]) => name === token);
  if (same) return unusable(`${key} ${shown} is ${same[0]}, not a question about it`);
  if (token === 'root') return unusable(`${key} ${shown} is the top of a dimension, not one`);
  return { ok: true, token };
}
