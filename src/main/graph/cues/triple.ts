// Says whether a subject and what was read behind a cue make a fact, and makes it: a name may be told of anything, a bare noun of
// less, and what a name says already is not said again. Called by statements.ts.
// Source: memory, Cue scanner, D18.

import type { CueTriple } from '../types.ts';
import type { CueMatch } from './match.ts';
import type { CueObject } from './object.ts';
import type { Subject } from './subject.ts';
import { TITLE_NOUNS, TRADE_NOUNS } from './words/nouns.ts';
import { ALIAS, CONFIDENCE } from './words/table.ts';

/**
 * The fact that a cue states of a subject.
 * @param share what the speaker's words are worth, 0 to 1
 * @returns null where such a subject may not be told of so, or nothing new is said
 */
export function makeTriple(
  subject: Subject,
  match: CueMatch,
  object: CueObject,
  share: number,
): Omit<CueTriple, 'sentence'> | null {
  const { cue } = match;
  const dim = object.dim ?? cue.dim;
  if (!mayState(subject, match, object)) return null;
  const isAlias = cue.dim === ALIAS;
  if (isAlias && subject.kind !== 'name') return null;
  if (subject.token === object.token || dim === subject.token || dim === object.token) return null;
  const confidence = Math.round(CONFIDENCE[cue.strength] * share * 1_000) / 1_000;
  const [told, parent] = isAlias ? [object.token, subject.token] : [subject.token, object.token];
  return { subject: told, parent, dim, isIsa: cue.isIsa || isAlias, confidence };
}

/** A name may be the subject of any cue; a common noun only of what is true of its whole class. */
function mayState(subject: Subject, { cue, from }: CueMatch, object: CueObject): boolean {
  if (subject.kind === 'name') return true;
  // "Composer is the package manager": a noun without an article is a name; "Backup is our server" is careless.
  if (cue.name === 'is our')
    return subject.kind === 'noun' && !TITLE_NOUNS.has(subject.token) && !TRADE_NOUNS.has(subject.token);
  if (cue.strength === 'bare' && from > 0) return false;
  const thing = TITLE_NOUNS.has(subject.token) || TRADE_NOUNS.has(subject.token);
  if (cue.strength === 'keyword') return true;
  // "DHCP runs on hilbert", "our wiki runs on hilbert".
  const isServed = cue.dim === 'runs-on' && TRADE_NOUNS.has(subject.token);
  return cue.isIsa ? !(thing && object.isName) : object.isName && (!thing || isServed);
}
