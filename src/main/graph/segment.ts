// Cuts a turn into segments: who wrote which stretch, in what envelope, and whether the cue scanner may read it.
// Knows the plain shape and agent-zero's JSON envelopes; errs on the side of not reading. Pure and linear.
// Called by the proxy for every new turn and by `explain text`. Source: memory.md Segmenting; reference agent-zero-wire.
import { type JsonMember, scanObject, stringValue } from './json-spans.ts';
import type { Envelope, Role, Segment, Trust } from './types.ts';

/** A stretch before it has a role. */
interface Piece {
  readonly envelope: Envelope;
  readonly trust: Trust;
  readonly scanned: boolean;
  readonly text: string;
}

const UNREAD = { scanned: false } as const;

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
 */
export function segmentTurn(role: Role, text: string): Segment[] {
  return piecesOf(role, text)
    .flatMap(withoutOurs)
    .filter((piece) => HAS_WORD.test(piece.text))
    .map((piece) => ({ role, ...piece }));
}

const HAS_WORD = /[\p{L}\p{N}]/u;

function piecesOf(role: Role, text: string): Piece[] {
  switch (role) {
    case 'system':
      return [{ envelope: 'plain', trust: 'system', scanned: false, text }];
    case 'tool':
      return [{ envelope: 'tool_result', trust: 'tool', scanned: false, text }];
    case 'user':
      return userPieces(text);
    case 'assistant':
      return assistantPieces(text);
  }
}

/** Whether the segment's words are counted as encounters (each segment once per conversation, D4). */
export function isCounted(segment: Segment): boolean {
  return (
    segment.envelope !== 'framework' && segment.envelope !== 'extras' && segment.envelope !== 'recollection'
  );
}

// --- user turns

const EXTRAS = /(?:^|\n)\[EXTRAS\]\r?\n/g;

/** agent-zero ends its last user message with memories and the time; they change every turn and are nobody's word. */
function userPieces(text: string): Piece[] {
  const parts: Piece[][] = [];
  let from = 0;
  for (const marker of text.matchAll(EXTRAS)) {
    if (marker.index < from) continue;
    const start = marker.index + marker[0].length;
    const scan = text.charAt(start) === '{' ? scanObject(text, start) : null;
    const end = scan?.kind === 'object' ? scan.end : text.length;
    parts.push(envelopes(text.slice(from, marker.index)));
    parts.push([{ envelope: 'extras', trust: 'system', scanned: false, text: text.slice(start, end) }]);
    from = end;
  }
  parts.push(envelopes(text.slice(from)));
  return parts.flat();
}

/** Splits off every JSON object that is an envelope, wherever it stands: turns get merged with and without a newline. */
function envelopes(text: string): Piece[] {
  const pieces: Piece[] = [];
  let plainFrom = 0;
  for (const found of jsonObjects(text)) {
    const piece = userEnvelope(text, found);
    if (piece === null) continue;
    pieces.push(plainUser(text.slice(plainFrom, found.start)), piece);
    plainFrom = found.end;
  }
  pieces.push(plainUser(text.slice(plainFrom)));
  return pieces;
}

const plainUser = (text: string): Piece => ({
  envelope: 'plain',
  trust: 'user',
  scanned: true,
  text: text.trim(),
});

function userEnvelope(text: string, { members, closed, start, end }: FoundObject): Piece | null {
  for (const { key, ...kind } of USER_ENVELOPES) {
    const member = members.find((one) => one.key === key);
    if (member === undefined) continue;
    if (!closed) return { ...kind, ...UNREAD, text: text.slice(start, end) };
    return { ...kind, text: stringValue(text, member) };
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
  for (let match = opening.exec(text); match !== null; match = opening.exec(text)) {
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

// --- assistant turns

const THOUGHT = /<think(?:ing)?>/;
const THOUGHT_END = /<\/think(?:ing)?>/g;

function assistantPieces(text: string): Piece[] {
  const start = thoughtEnd(text);
  if (start === 0) return answerPieces(text);
  const thought: Piece = {
    envelope: 'plain',
    trust: 'assistant',
    scanned: false,
    text: text.slice(0, start),
  };
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
  const pieces: Piece[] = [];
  let plainFrom = 0;
  for (const found of jsonObjects(text)) {
    const piece = assistantEnvelope(text, found);
    if (piece === null) continue;
    pieces.push(plainAssistant(text.slice(plainFrom, found.start)), piece);
    plainFrom = found.end;
  }
  pieces.push(plainAssistant(text.slice(plainFrom)));
  return pieces;
}

/** agent-zero accepts sloppy JSON: what starts like a tool request and cannot be read as JSON is taken for one. */
function isSloppyRequest(text: string): boolean {
  const opening = /^\s*(?:```\w*\s*)?\{/.exec(text);
  return opening !== null && scanObject(text, opening[0].length - 1).kind !== 'object';
}

const toolCall = (text: string): Piece => ({
  envelope: 'tool_call',
  trust: 'assistant',
  scanned: false,
  text,
});

function plainAssistant(stretch: string): Piece {
  const text = stretch.trim();
  // The fence around a tool request says nothing.
  const kept = /^```\w*$/.test(text) ? '' : text;
  return { envelope: 'plain', trust: 'assistant', scanned: true, text: kept };
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
    : { envelope: 'response', trust: 'assistant', scanned: true, text: answer };
}

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
    pieces.push({ envelope: 'recollection', trust: 'system', scanned: false, text: match[0] });
    from = match.index + match[0].length;
  }
  pieces.push({ ...piece, text: piece.text.slice(from).trim() });
  return pieces;
}

// --- the flattened prompt

/** A turn of a flattened prompt; offsets of its content, UTF-16. */
export interface FlatTurn {
  readonly role: Role;
  readonly start: number;
  readonly end: number;
}

const FLAT_ROLES: Readonly<Record<string, Role>> = { System: 'system', User: 'user', Assistant: 'assistant' };
const FLAT_MARKER = /(?:^|\n\n)### (System|User|Assistant):\n/g;

/**
 * The turns of a conversation that LiteLLM's `ollama/` route flattened into one prompt, or null when the prompt does not
 * start with a turn's heading. The content excludes the heading and the blank line after it.
 */
export function splitFlatPrompt(prompt: string): FlatTurn[] | null {
  const turns: { role: Role; start: number; end: number }[] = [];
  for (const match of prompt.matchAll(FLAT_MARKER)) {
    const last = turns.at(-1);
    if (last === undefined && match.index !== 0) return null;
    if (last !== undefined) last.end = match.index;
    const role = FLAT_ROLES[match[1] as string] as Role;
    const start = match.index + match[0].length;
    turns.push({ role, start, end: prompt.length });
  }
  const last = turns.at(-1);
  if (last === undefined) return null;
  if (prompt.startsWith('\n\n', last.end - 2) && last.end - 2 >= last.start) last.end -= 2;
  return turns;
}
