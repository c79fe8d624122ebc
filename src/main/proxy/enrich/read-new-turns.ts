// Reads the turns a conversation has not shown before: which concepts they name, and what they ask. Bounded in time: what is not
// reached is read with the next request. Holds nothing itself: what was read is kept in the conversation.
// Source: proxy, Speed; memory D3, D4. Called by enrich.ts.
import type { Clock } from '../../../shared/model/clock.ts';
import { isCounted } from '../../graph/text/segment.ts';
import type { PromptTurn } from '../body/prompt-turns.ts';
import type { Conversation } from './conversation.ts';
import type { FoundBelow, ReadSegment } from './mentions.ts';
import { turnHash } from './recognise.ts';
import { segmentsOf } from './segments.ts';

/** The turns of a request while they are read. */
export interface Reading {
  readonly body: Buffer;
  readonly turns: readonly PromptTurn[];
  readonly hashes: readonly string[];
  readonly read: Map<PromptTurn, ReadSegment[]>;
}

/** What a request names, as far as it was read. */
export interface Named {
  readonly newest: number[];
  readonly asked: FoundBelow[];
  /** In the system prompt, where this is the conversation's first request. */
  readonly introduced: number[];
  /** Older turns that were not reached. */
  unreached: number;
}

/** On the clock's `monotonic`. */
export interface ReadingLimits {
  readonly clock: Pick<Clock, 'monotonic'>;
  /** The newest turns are read by then, or nothing is injected. */
  readonly deadline: number;
  /** Older turns are begun until then. */
  readonly catchUpUntil: number;
}

/**
 * Reads the turns that are new: the newest first and in any case, then older ones, the latest first, for as long as the
 * guard leaves time. Those that were not reached are read with the next request.
 * @returns what they name; null when it got late
 */
export function readNewTurns(
  reading: Reading,
  conversation: Conversation,
  sharedTurns: number,
  { clock, ...limits }: ReadingLimits,
): Named | null {
  const { turns, hashes } = reading;
  const { read, isBehind } = conversation;
  conversation.mentions.refresh();
  const newestFrom =
    turns.findLastIndex(({ role }, place) => role === 'assistant' && place < turns.length - 1) + 1;
  const newestPlaces: number[] = [];
  const older: number[] = [];
  for (let place = isBehind ? 0 : Math.min(newestFrom, sharedTurns); place < turns.length; place++) {
    if (place >= newestFrom && turns[place]?.role !== 'system') newestPlaces.push(place);
    else if ((isBehind || place >= sharedTurns) && !read.get(hashes[place] as string)) older.push(place);
  }
  const named: Named = { newest: [], asked: [], introduced: [], unreached: 0 };
  const isLate = () => clock.monotonic() > limits.deadline;
  conversation.isBehind = true; // until everything has been reached
  for (const place of newestPlaces) {
    const ids = readTurn(reading, place, conversation, isLate, named.asked);
    if (ids === null) return null;
    named.newest.push(...ids);
  }
  named.unreached = older.length;
  const reached = older.reverse().every((place) => {
    if (clock.monotonic() > limits.catchUpUntil) return false;
    const ids = readTurn(reading, place, conversation, isLate);
    if (turns[place]?.role === 'system') named.introduced.push(...(ids ?? []));
    if (ids !== null) named.unreached--;
    return ids !== null;
  });
  conversation.isBehind = !reached;
  return named;
}

/** Reads one turn. @returns the ids it names; null when it got late on the way */
function readTurn(
  { body, turns, hashes, read: kept }: Reading,
  place: number,
  { mentions, read }: Conversation,
  isLate: () => boolean,
  asked?: FoundBelow[],
): number[] | null {
  const turn = turns[place] as PromptTurn;
  const segments = segmentsOf(turn, { turns, body })
    .filter(isCounted)
    .map((segment): ReadSegment => ({ segment, words: null, prose: null }));
  const ids = mentions.read(segments, isLate, asked);
  if (ids === null) return null;
  kept.set(turn, segments);
  read.set(hashes[place] as string, true);
  return ids;
}

/** A hash of every turn; those of turns the last body had too are taken from there (system turns need none then). */
export function turnHashes(
  turns: readonly PromptTurn[],
  body: Buffer,
  { last, isBehind }: Conversation,
  sharedTurns: number,
): string[] {
  let spoken = 0;
  return turns.map((turn, place) => {
    const isShared = place < sharedTurns;
    if (turn.role === 'system') return isShared && !isBehind ? '' : turnHash(turn, body);
    const known = isShared ? last?.turnHashes[spoken] : undefined;
    spoken++;
    return known ?? turnHash(turn, body);
  });
}
