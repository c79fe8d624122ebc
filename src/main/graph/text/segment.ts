// Cuts a turn into segments: who wrote which stretch, in what envelope, and whether it may be read for facts. Knows the plain
// shape, agent-zero's JSON envelopes and, through foreign.ts, every other wrapping; errs on the side of not reading. Pure and
// linear. A speaker's own prose is what is left of the segments marked `scanned` when `proseOf` (prose.ts) has blanked code,
// logs and the like in them: the cue scanner and everything else that reads statements takes that and nothing else.
// Called by the proxy (proxy/enrich/segments.ts) and by `explain text`. Source: memory, Segmenting.

import type { Envelope, Foreign, Role, Segment, Trust } from '../types.ts';
import { foreignStretches } from './foreign.ts';
import { type JsonMember, scanObject, stringValue } from './json-spans.ts';

/** A stretch before it has a role. */
type Piece = Omit<Segment, 'role'>;

/** A piece and where it stands in the turn. */
interface Placed {
  readonly start: number;
  readonly end: number;
  readonly piece: Piece;
}

const unread = (envelope: Envelope, trust: Trust, text: string, why: string): Piece => ({
  envelope,
  trust,
  scanned: false,
  text,
  why,
});

/** What a top-level key of a user turn's JSON object says it is; the first of these that is there decides. */
const USER_ENVELOPES: readonly { key: string; envelope: Envelope; trust: Trust; scanned: boolean }[] = [
  { key: 'tool_result', envelope: 'tool_result', trust: 'tool', scanned: false },
  { key: 'tool_args', envelope: 'tool_call', trust: 'assistant', scanned: false },
  { key: 'user_intervention', envelope: 'user_intervention', trust: 'user', scanned: true },
  { key: 'user_message', envelope: 'user_message', trust: 'user', scanned: true },
  { key: 'system_warning', envelope: 'framework', trust: 'system', scanned: false },
  { key: 'system_error', envelope: 'framework', trust: 'system', scanned: false },
  { key: 'system_message', envelope: 'framework', trust: 'system', scanned: false },
  { key: 'messages_summary', envelope: 'framework', trust: 'system', scanned: false },
  { key: 'tool_name', envelope: 'tool_result', trust: 'tool', scanned: false },
];

/** The arguments in which the `response` tool carries its text. */
const RESPONSE_ARGS = ['text', 'message'];

/**
 * The segments of one turn, in order; stretches without a word are left out.
 * @param role whose turn it is
 * @param text the turn's text, without images
 * @param task why all that is said in it is material, where the instructions in front of it make it so; see standingTask
 */
export function segmentTurn(role: Role, text: string, task: string | null = null): Segment[] {
  return piecesOf(role, text)
    .flatMap(withoutOurs)
    .filter((piece) => HAS_WORD.test(piece.text))
    .map((piece) => ({
      role,
      ...piece,
      ...(piece.scanned && task !== null ? { scanned: false, why: task } : {}),
    }));
}

/** Whether a person's turn hands a text over, so that what is answered is made of it. */
export const handsOver = (text: string): boolean =>
  foreignStretches(text).some(({ kind }) => kind === 'material');

const HAS_WORD = /[\p{L}\p{N}]/u;

function piecesOf(role: Role, text: string): Piece[] {
  switch (role) {
    case 'system':
      return [unread('plain', 'system', text, 'a system prompt')];
    case 'tool':
      return [unread('tool_result', 'tool', text, "a tool's turn")];
    case 'user':
      return userPieces(text);
    case 'assistant':
      return assistantPieces(text);
  }
}

/** Whether the segment's words are counted as encounters (each segment once per conversation: memory D4). */
export function isCounted(segment: Segment): boolean {
  return (
    segment.envelope !== 'framework' &&
    segment.envelope !== 'extras' &&
    segment.envelope !== 'note' &&
    segment.envelope !== 'recollection'
  );
}

// --- what others said in a turn

/** How a stretch that is not the speaker's is taken. */
function foreignPiece(own: Piece, { kind, why }: Pick<Foreign, 'kind' | 'why'>, text: string): Piece {
  switch (kind) {
    case 'tool':
      return unread('tool_result', 'tool', text, why);
    case 'note':
      return unread('note', 'system', text, why);
    case 'material':
      return { ...own, scanned: false, text, why };
  }
}

/**
 * A turn's pieces: its envelopes, what others said between them, and the speaker's own words. An envelope within what
 * somebody else said is a part of that.
 * @param plain makes a piece of the speaker's own words
 */
function laidOut(text: string, envelopes: readonly Placed[], plain: (stretch: string) => Piece): Piece[] {
  const foreign = foreignStretches(text, envelopes, plain('').trust === 'user');
  if (foreign.length === 0 && envelopes.length === 0) return [plain(text)];
  const placed = [
    ...foreign.map((one) => ({ ...one, piece: null })),
    ...envelopes.map((one) => ({ ...one, kind: 'tool' as const, why: 'an envelope in what others said' })),
  ].sort((a, b) => a.start - b.start);
  const pieces: Piece[] = [];
  let from = 0;
  for (const { start, end, piece, ...foreign } of placed) {
    if (end <= from) continue;
    if (start > from) pieces.push(plain(text.slice(from, start)));
    const isInside = start < from;
    if (piece && !isInside) pieces.push(...withoutForeign(piece));
    else pieces.push(foreignPiece(plain(''), foreign, text.slice(Math.max(from, start), end).trim()));
    from = end;
  }
  pieces.push(plain(text.slice(from)));
  return pieces;
}

/** What an envelope holds may quote others too. */
const withoutForeign = (piece: Piece): Piece[] =>
  piece.scanned ? laidOut(piece.text, [], (stretch) => ({ ...piece, text: stretch.trim() })) : [piece];

// --- user turns

const EXTRAS = /(?:^|\n)\[EXTRAS\]\r?\n/g;
/** Marks, objects and lines of ours that are told apart in one turn: behind so many the rest is a dump and goes unread. */
const MAX_EXTRAS = 100;
const MAX_OBJECTS = 4096;
const MAX_OURS = 1000;

function userPieces(text: string): Piece[] {
  return laidOut(text, userEnvelopes(text), plainUser);
}

/** agent-zero ends its last user message with memories and the time; they change every turn and are nobody's word. */
function userEnvelopes(text: string): Placed[] {
  const placed: Placed[] = [];
  let from = 0;
  let marks = 0;
  for (const marker of text.matchAll(EXTRAS)) {
    if (marker.index < from) continue;
    const start = marker.index + marker[0].length;
    const isLast = ++marks >= MAX_EXTRAS;
    const scan = !isLast && text.charAt(start) === '{' ? scanObject(text, start) : null;
    const end = scan?.kind === 'object' ? scan.end : text.length;
    placed.push(...envelopesIn(text, from, marker.index, userEnvelope), {
      start: marker.index,
      end,
      piece: unread('extras', 'system', text.slice(start, end), '[EXTRAS]'),
    });
    from = end;
    if (isLast) break;
  }
  placed.push(...envelopesIn(text, from, text.length, userEnvelope));
  return placed;
}

/** Every JSON object in a stretch that is an envelope, wherever it stands: turns get merged with and without a newline. */
function envelopesIn(
  text: string,
  from: number,
  to: number,
  envelope: (text: string, found: FoundObject) => Piece | null,
): Placed[] {
  const stretch = text.slice(from, to);
  const placed: Placed[] = [];
  for (const found of jsonObjects(stretch)) {
    const piece = envelope(stretch, found);
    if (piece !== null) placed.push({ start: from + found.start, end: from + found.end, piece });
  }
  return placed;
}

const plainUser = (text: string): Piece => ({
  envelope: 'plain',
  trust: 'user',
  scanned: true,
  text: text.trim(),
  why: "a person's own words",
});

function userEnvelope(text: string, { members, closed, start, end }: FoundObject): Piece | null {
  for (const { key, ...kind } of USER_ENVELOPES) {
    const member = members.find((one) => one.key === key);
    if (member === undefined) continue;
    const why = `in "${key}"`;
    if (!closed) return { ...kind, scanned: false, text: text.slice(start, end), why: `${why}, cut off` };
    return { ...kind, text: stringValue(text, member), why };
  }
  return null;
}

interface FoundObject {
  readonly start: number;
  readonly end: number;
  readonly members: JsonMember[];
  /** False when the text was cut off inside it. */
  readonly closed: boolean;
}

/** Top-level JSON objects in running text. What is not JSON after all is not looked into again: linear. */
function* jsonObjects(text: string): Generator<FoundObject> {
  const opening = /\{\s*"/g;
  let tried = 0;
  for (let match = opening.exec(text); match !== null; match = opening.exec(text)) {
    if (++tried > MAX_OBJECTS) {
      yield restUnread(text, match.index);
      return;
    }
    const scan = scanObject(text, match.index);
    if (scan.kind === 'broken') {
      opening.lastIndex = Math.max(scan.at, match.index + 1);
      continue;
    }
    const end = scan.kind === 'object' ? scan.end : text.length;
    yield { start: match.index, end, members: scan.members, closed: scan.kind === 'object' };
    opening.lastIndex = end;
  }
}

/** The rest of a turn as a call that was cut off: nobody's word, whatever stands in it. */
function restUnread(text: string, start: number): FoundObject {
  const end = text.length;
  return { start, end, members: [{ key: 'tool_args', start, end }], closed: false };
}

// --- assistant turns

const THOUGHT = /<think(?:ing)?>/;
const THOUGHT_END = /<\/think(?:ing)?>/g;

function assistantPieces(text: string): Piece[] {
  const start = thoughtEnd(text);
  if (start === 0) return answerPieces(text);
  const thought = unread('plain', 'assistant', text.slice(0, start), 'in <think>');
  return [thought, ...answerPieces(text.slice(start))];
}

/** Where the thinking that opens the turn ends; 0 when there is none, the text's end when it never closes. */
function thoughtEnd(text: string): number {
  if (!THOUGHT.test(text.trimStart().slice(0, 12))) return 0;
  const closings = [...text.matchAll(THOUGHT_END)];
  const last = closings.at(-1);
  return last === undefined ? text.length : last.index + last[0].length;
}

function answerPieces(text: string): Piece[] {
  if (isSloppyRequest(text)) return [toolCall(text)];
  return laidOut(text, envelopesIn(text, 0, text.length, assistantEnvelope), plainAssistant);
}

/** agent-zero accepts sloppy JSON: what starts like a tool request and cannot be read as JSON is taken for one. */
function isSloppyRequest(text: string): boolean {
  const opening = /^\s*(?:```\w*\s*)?\{/.exec(text);
  return opening !== null && scanObject(text, opening[0].length - 1).kind !== 'object';
}

const toolCall = (text: string): Piece => unread('tool_call', 'assistant', text, 'a call');

function plainAssistant(stretch: string): Piece {
  const text = stretch.trim();
  // The fence around a tool request says nothing.
  const kept = /^```\w*$/.test(text) ? '' : text;
  return { envelope: 'plain', trust: 'assistant', scanned: true, text: kept, why: ANSWER };
}

function assistantEnvelope(text: string, { members, closed, start, end }: FoundObject): Piece | null {
  const name = members.find((one) => one.key === 'tool_name');
  const args = members.find((one) => one.key === 'tool_args');
  const isRequest = name !== undefined || args !== undefined || members.some((one) => one.key === 'thoughts');
  if (!isRequest) return null;
  const whole = text.slice(start, end);
  if (!closed || name === undefined || args === undefined || stringValue(text, name) !== 'response') {
    return toolCall(whole);
  }
  const answer = responseText(text, args);
  return answer === null
    ? toolCall(whole)
    : { envelope: 'response', trust: 'assistant', scanned: true, text: answer, why: ANSWER };
}

const ANSWER = "an assistant's own words";

function responseText(text: string, args: JsonMember): string | null {
  if (text.charAt(args.start) !== '{') return null;
  const scan = scanObject(text, args.start);
  if (scan.kind !== 'object') return null;
  const member = scan.members.find((one) => RESPONSE_ARGS.includes(one.key));
  return member === undefined ? null : stringValue(text, member);
}

// --- what we put there ourselves

/** Our block, or a line that tells us a fact by command: never read, never counted. */
const OURS =
  /<recollection>[\s\S]*?(?:<\/recollection>|(?![\s\S]))|^.*(?:\biknowthat\b|[ \t]-is(?:a|part)[ \t]).*$|^[ \t$>#`*-]*gutask\b.*$/gim;
const MAYBE_OURS = /<recollection>|iknowthat|\s-isa|gutask|\s-ispart/i;

function withoutOurs(piece: Piece): Piece[] {
  if (!MAYBE_OURS.test(piece.text)) return [piece];
  const pieces: Piece[] = [];
  let from = 0;
  for (const match of piece.text.matchAll(OURS)) {
    pieces.push({ ...piece, text: piece.text.slice(from, match.index).trim() });
    const isLast = pieces.length >= 2 * MAX_OURS;
    const text = isLast ? piece.text.slice(match.index) : match[0];
    pieces.push(unread('recollection', 'system', text, 'words of ours'));
    from = match.index + text.length;
    if (isLast) break;
  }
  pieces.push({ ...piece, text: piece.text.slice(from).trim() });
  return pieces;
}
