// Reads what is said of the class that a sentence gives its subject, and so of the subject: "X is a daemon written in Rust",
// "X is a VM on hilbert". Called by statements.ts once a class is read. Source: decision 034.

import type { Lexicon } from '../types.ts';
import { type CueMatch, findCue } from './match.ts';
import { canonicalOf } from './names.ts';
import { readPhrase } from './noun-phrase.ts';
import { type CueObject, readObject } from './object.ts';
import type { Chunk, Word } from './sentences/sentences.ts';
import type { Subject } from './subject.ts';
import { words } from './words/lists.ts';
import { MAKES } from './words/nouns.ts';
import { isPlace } from './words/places.ts';
import { CUES, type Cue } from './words/table.ts';

/** "a container running on Docker" tells what kind of container, one running on hilbert where it is. */
function isOfMake(dim: string, kind: string, place: readonly Word[]): boolean {
  return (
    dim === 'runs-on' &&
    /^(?:container|image|daemon|pod)$/.test(kind) &&
    place.some((word) => MAKES.has(word.lower))
  );
}

/** "a VM on pve5", "a client in the basement": where it is, said without a verb. */
function placedAt(words: readonly Word[], to: number, lexicon: Lexicon): CueMatch | null {
  const preposition = words[to]?.lower;
  const place = preposition === 'in' ? readPhrase(words, to + 1, lexicon) : null;
  const isIn = place !== null && isPlace(canonicalOf(place.words));
  if (!isIn && (preposition !== 'on' || !GUESTS.has(words[to - 1]?.lower ?? ''))) return null;
  return { cue: isIn ? IS_IN : RUNS_ON, from: 0, to: 1 };
}

const GUESTS = words('vm container lxc pod daemon guest jail service cluster instance server app site');
const IS_IN = CUES.find(({ name }) => name === 'is in') as Cue;
const RUNS_ON = CUES.find(({ name }) => name === 'runs on') as Cue;

/**
 * What is said of the class a sentence gives its subject: "X is a daemon written in Rust".
 * @param chunks the chunk of the class and those behind it
 * @param match the cue before the class
 * @param behind index of the first word behind the class
 * @returns the second cue and its object, or null where nothing is said of it
 */
export function attached(
  [chunk, ...rest]: readonly Chunk[],
  subject: Subject,
  { cue }: CueMatch,
  behind: number,
  lexicon: Lexicon,
): { readonly match: CueMatch; readonly object: CueObject } | null {
  if (chunk === undefined || !cue.isIsa || (subject.kind !== 'name' && !subject.capital)) return null;
  const { words } = chunk;
  // "a Pi 4 in the garage"
  const to = behind + Number(/^\p{N}+$/u.test(words[behind]?.text ?? ''));
  // "a daemon that runs on hilbert".
  const start = words[to]?.lower === 'that' || words[to]?.lower === 'which' ? to + 1 : to;
  const found = placedAt(words, to, lexicon) ?? findCue(words.slice(start));
  if (found === null || found.from !== 0 || found.cue.isIsa) return null;
  const match = { ...found, from: 0, to: found.to + start };
  const place = readObject(chunk, match.to, rest, match.cue, lexicon);
  const kind = words[to - 1]?.lower ?? '';
  if (place?.isName !== true || isOfMake(found.cue.dim, kind, words.slice(match.to, place.to))) return null;
  return { match, object: place };
}
