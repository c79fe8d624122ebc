// What is seen of a turn at once, without masking and hashing what it says: enough to tell most turns apart. Two turns that
// the rules take for the same have calls with the same key and openings that agree; the contrary need not hold.
// Used by seen-turns.ts and may-repeat.ts.
import { canonicalArguments } from './canonical-args.ts';
import { MARK, maskArguments } from './mask.ts';
import type { Message } from './message.ts';
import { isOwnAnswer, withoutNotes } from './own-words.ts';
import type { RawCall } from './raw-call.ts';
import { fencedAction } from './text-actions.ts';
import { isResponse, MAX_MASKED, messageAt, spokenIn, type TurnPosition } from './turn-features.ts';

/** An assistant's turn. */
export interface TurnGlance {
  /** A local answer of ours. */
  readonly isOurs: boolean;
  readonly calls: number;
  /** A sum over the calls, without the UUIDs in them: it does not matter in how many turns they were made. */
  readonly callsKey: number;
  readonly hasText: boolean;
  /** Of the fenced block that may be its action; 0 without one. */
  readonly fenceKey: number;
  readonly opening: string;
  /** It may be a near repeat. */
  readonly isProse: boolean;
}

/** A turn that cannot be read counts by its bytes. */
const OPAQUE: TurnGlance = {
  isOurs: false,
  calls: 0,
  callsKey: 0,
  hasText: true,
  fenceKey: 0,
  opening: '',
  isProse: true,
};

export function glanceAt(body: Buffer, place: TurnPosition & { readonly isFar: boolean }): TurnGlance {
  const message = place.isFar ? null : messageAt(body, place);
  try {
    return message ? glanceOf(message) : OPAQUE;
  } catch {
    return OPAQUE;
  }
}

function glanceOf(message: Message): TurnGlance {
  const { said, calls, isToolJson } = spokenIn(message);
  const isOurs = isOwnAnswer(said);
  if (calls.length > 0) {
    const isProse = isToolJson && isResponse(calls);
    const callsKey = keyOf(calls);
    return { isOurs, calls: calls.length, callsKey, hasText: false, fenceKey: 0, opening: '', isProse };
  }
  const hasText = message.media.length > 0 || /\S/.test(said);
  const block = fencedAction(said.slice(0, MAX_MASKED));
  const fenceKey = block ? keyOf([block]) : 0;
  return { isOurs, calls: 0, callsKey: 0, hasText, fenceKey, opening: opening(said), isProse: hasText };
}

function keyOf(calls: readonly RawCall[]): number {
  let sum = 0;
  for (const { name, args } of calls) {
    sum = (sum + mix(mix(0x811c9dc5, name), maskArguments(canonicalArguments(args)).text)) | 0;
  }
  return sum;
}

function mix(from: number, text: string): number {
  let mixed = from;
  for (let at = 0; at < text.length; at++) mixed = Math.imul(mixed ^ text.charCodeAt(at), 0x01000193);
  return mixed;
}

/** How what came back in a user's or tool's turn begins. */
export function openingAt(body: Buffer, place: TurnPosition & { readonly isFar: boolean }): string {
  const message = place.isFar ? null : messageAt(body, place);
  return message ? returnedOpening(message) : '';
}

function returnedOpening({ texts, results, media }: Message): string {
  if (media.length > 0 || texts.length + results.length !== 1) return '';
  const [result] = results;
  if (result) return opening(withoutNotes(result.text));
  const text = withoutNotes(texts[0] as string).trimStart();
  if (!/^[A-Za-z]/.test(text)) return '';
  const taken = text.slice(0, WINDOW).search(TAKEN_APART);
  return opening(taken < 0 ? text : text.slice(0, taken));
}

/** So much of a text is looked at, so much of that is its opening at most. */
const WINDOW = 96;
const OPENING = 64;
/** What is masked begins with a digit or a mark, or at most so many characters in front of one of the others. */
const BEFORE = 16;
const MASKED_FROM = new RegExp(`[\\d${MARK}]`);
const MASKED_NEAR =
  /[0-9a-fA-F]{8}-[0-9a-fA-F]{4}|\/[tT]|@|tmp|pytest|(?:equest|race|orrelation|pan|hunk)[ _-]?[Ii][Dd]|Mon|Tue|Wed|Thu|Fri|Sat|Sun|Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec/;
/** Where a user's text may fall into pieces. */
const TAKEN_APART = /[{<\r\n\u2028\u2029]|\[EXTRAS/;

/** The first words of a text, folded, as far as nothing in them can be masked. */
export function opening(text: string): string {
  const window = text.trimStart().slice(0, WINDOW);
  const from = window.search(MASKED_FROM);
  const near = window.search(MASKED_NEAR);
  let end = OPENING;
  if (from >= 0) end = Math.min(end, from - 1);
  if (near >= 0) end = Math.min(end, near - BEFORE);
  // Joined anew, so that the turn's whole text is not kept for it.
  return end <= 0 ? '' : window.slice(0, end).split(/\s+/).join(' ');
}

/** Whether two texts that open so may be the same. */
export const agree = (a: string, b: string): boolean => a.startsWith(b) || b.startsWith(a);
