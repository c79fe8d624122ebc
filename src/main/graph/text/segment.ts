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
      return laidOut(text, userEnvelopes(text), plainUser);
    case 'assistant':
      return assistantPieces(text);
  }
}

/** Whether the segment's words are counted as encounters (each segment once per conversation: memory D4). */
export const isCounted = (segment: Segment): boolean => !UNCOUNTED.has(segment.envelope);

const UNCOUNTED: ReadonlySet<Envelope> = new Set(['framework', 'extras', 'note', 'recollection']);

// --- what others said in a turn

/** How a stretch that is not the speaker's is taken. */
function foreignPiece(own: Piece, { kind, why }: Pick<Foreign, 'kind' | 'why'>, text: string): Piece {
  if (kind === 'material') return { ...own, scanned: false, text, why };
  return kind === 'tool' ? unread('tool_result', 'tool', text, why) : unread('note', 'system', text, why);
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

/** agent-zero ends its last user message with memories and the time; they change every turn and are nobody's word. */
function userEnvelopes(text: string): Placed[] {
  const placed: Placed[] = [];
  let from = 0;
  for (const [n, marker] of [...text.matchAll(EXTRAS)].slice(0, MAX_EXTRAS).entries()) {
    if (marker.index < from) continue;
    const start = marker.index + marker[0].length;
    const scan = n + 1 < MAX_EXTRAS && text.charAt(start) === '{' ? scanObject(text, start) : null;
    const end = scan?.kind === 'object' ? scan.end : text.length;
    const piece = unread('extras', 'system', text.slice(start, end), '[EXTRAS]');
    placed.push(...envelopesIn(text, from, marker.index, userEnvelope), { start: marker.index, end, piece });
    from = end;
  }
  placed.push(...envelopesIn(text, from, text.length, userEnvelope));
  return placed;
}

/** Every JSON object in a stretch that is an envelope, wherever it stands: turns get merged with and without a newline. */
function envelopesIn(text: string, from: number, to: number, envelope: EnvelopeReader): Placed[] {
  const stretch = text.slice(from, to);
  return [...jsonObjects(stretch)].flatMap((found) => {
    const piece = envelope(stretch, found);
    return piece ? [{ start: from + found.start, end: from + found.end, piece }] : [];
  });
}

type EnvelopeReader = (text: string, found: FoundObject) => Piece | null;

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
    if (member && closed) return { ...kind, text: stringValue(text, member), why: `in "${key}"` };
    if (member) return { ...kind, scanned: false, text: text.slice(start, end), why: `in "${key}", cut off` };
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
  for (let tried = 1, match = opening.exec(text); match !== null; tried++, match = opening.exec(text)) {
    const start = match.index;
    // The rest of a turn of too many is a call that was cut off: nobody's word, whatever stands in it.
    const isRest = tried > MAX_OBJECTS;
    const members = [{ key: 'tool_args', start, end: text.length }];
    const scan = isRest ? { kind: 'open' as const, members } : scanObject(text, start);
    if (scan.kind === 'broken') {
      opening.lastIndex = Math.max(scan.at, start + 1);
      continue;
    }
    const end = scan.kind === 'object' ? scan.end : text.length;
    yield { start, end, members: scan.members, closed: scan.kind === 'object' };
    opening.lastIndex = end;
  }
}

// --- assistant turns

/** Thinking that opens the turn: to its last closing, or to the turn's end. */
const THOUGHT = /^\s{0,12}<think(?:ing)?>(?:[\s\S]*<\/think(?:ing)?>|[\s\S]*)/;

function assistantPieces(text: string): Piece[] {
  const thought = THOUGHT.exec(text)?.[0] ?? '';
  if (thought === '') return answerPieces(text);
  return [unread('plain', 'assistant', thought, 'in <think>'), ...answerPieces(text.slice(thought.length))];
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
  const [name, args, thoughts] = ['tool_name', 'tool_args', 'thoughts'].map((key) =>
    members.find((one) => one.key === key),
  );
  if (!name && !args && !thoughts) return null;
  const isResponse = closed && name && args && stringValue(text, name) === 'response';
  const answer = isResponse ? responseText(text, args) : null;
  if (answer === null) return toolCall(text.slice(start, end));
  return { envelope: 'response', trust: 'assistant', scanned: true, text: answer, why: ANSWER };
}

const ANSWER = "an assistant's own words";

function responseText(text: string, args: JsonMember): string | null {
  const scan = text.charAt(args.start) === '{' ? scanObject(text, args.start) : null;
  const member = scan?.kind === 'object' && scan.members.find((one) => RESPONSE_ARGS.includes(one.key));
  return member ? stringValue(text, member) : null;
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
  for (const { index, 0: line } of piece.text.matchAll(OURS)) {
    pieces.push({ ...piece, text: piece.text.slice(from, index).trim() });
    const ours = pieces.length < 2 * MAX_OURS ? line : piece.text.slice(index);
    pieces.push(unread('recollection', 'system', ours, 'words of ours'));
    from = index + ours.length;
    if (from === piece.text.length) break;
  }
  return [...pieces, { ...piece, text: piece.text.slice(from).trim() }];
}
