// Whether kubectl only shows, and shows no secrets: options that may stand before the sub-command are put behind it. Called by
// judge-argv.ts, with the row of programs/kubectl.ts.
// Source: decision 051.
import type { Word } from '../parse-command.ts';
import { KUBECTL } from '../programs/kubectl.ts';
import { refused } from '../verdict.ts';
import type { Inspected } from './inspection.ts';

const SECRETS = /(^|,)secrets?([./,]|$)/i;

/** @returns a refusal where a secret would be shown; null where the table decides */
export function secretResource({ words }: Inspected): ReturnType<typeof refused> | null {
  const shown = words.some(({ text }) => /^(get|describe|explain)$/.test(text));
  return shown && words.some(({ text }) => SECRETS.test(text))
    ? refused('secrets', 'shows secrets of the cluster')
    : null;
}

/** `kubectl -n x get po` as `kubectl get -n x po`: the table reads options behind the sub-command. */
export function subCommandFirst(words: readonly Word[]): readonly Word[] {
  const front: Word[] = [];
  for (let at = 0; at < words.length; at++) {
    const word = words[at] as Word;
    if (!word.text.startsWith('-'))
      return [
        word,
        ...words.slice(at + 1, at + 2).filter((next) => isNested(word, next)),
        ...front,
        ...words.slice(at + 1).filter((next, n) => !(n === 0 && isNested(word, next))),
      ];
    front.push(word);
    const takes = word.text.startsWith('--')
      ? KUBECTL?.longs.get(word.text.slice(2))
      : KUBECTL?.letters.get(word.text.slice(1));
    if (takes === 'one') front.push(...words.slice(++at, at + 1));
  }
  return words;
}

const isNested = (word: Word, next: Word): boolean =>
  /^(top|rollout|config|auth)$/.test(word.text) && !next.text.startsWith('-');
