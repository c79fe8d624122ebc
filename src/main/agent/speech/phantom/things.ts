// Whether words name something of the live system: a kind of thing, a name, an amount. Used by states.ts and findings.ts. Source: agent, D6 Phantom.

import { MASS, MEASURES, THINGS_SET } from './nouns.ts';
import type { Word } from './sentences.ts';
import { CHANGE_NOUNS } from './verbs.ts';
import { INDEFINITE } from './words.ts';

/** It has the look of a name: digits, points, dashes, or it stands in code. */
export const isNamed = ({ text, kind }: Word): boolean =>
  kind === 'code' || kind === 'number' || /[\d./_-]/.test(text);

const EVERYTHING = new Set('everything it they services systems nodes'.split(' '));

/** A live thing, or a name that can only be of one. */
export function isLive(words: readonly Word[]): boolean {
  if (words.some((word) => THINGS_SET.has(word.text) || isNamed(word) || EVERYTHING.has(word.text)))
    return true;
  const [only] = words;
  return (
    words.length === 1 &&
    only?.kind === 'word' &&
    !INDEFINITE.has(only.text) &&
    !MASS.has(only.text) &&
    !PLAIN.has(only.text)
  );
}
/** Alone, these name nothing. */
const PLAIN = new Set('that this what which there these those one idea plan answer order'.split(' '));

/** A command in code whose output is spoken of: `df -h`. */
export const isCommand = (words: readonly Word[]): boolean =>
  words.length === 1 && words[0]?.kind === 'code' && COMMANDS.has(words[0].text.split(' ', 1)[0] ?? '');
const COMMANDS = new Set(
  'docker podman kubectl systemctl journalctl df du free ps top uptime nvidia-smi ollama zpool zfs lsblk ss netstat ping curl qm pct dmesg who iostat smartctl ip'.split(
    ' ',
  ),
);

/** It is about a change: `the rollout`. */
export const isChange = (words: readonly Word[]): boolean => words.some(({ text }) => CHANGE_NOUNS.has(text));

export const isMeasured = (words: readonly Word[]): boolean => words.some(({ text }) => MEASURES.has(text));
