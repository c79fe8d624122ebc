// A scanned body as the turns of a conversation, whichever of the four shapes it came in: who speaks, which bytes say
// it, and, on demand, the text. Images and tool arguments give no text. Source: memory, Segmenting. Used by enrich.ts.
import { wholeTexts } from '../../graph/text/foreign.ts';
import { segmentTurn } from '../../graph/text/segment.ts';
import type { Role } from '../../graph/types.ts';
import { PROMPT_SHAPES, type PromptRoute } from '../routes.ts';
import type { BodyIndex } from './body-scanner.ts';
import { decodeString, type StringSpan } from './json-strings.ts';
import type { ContentPart, ContentParts, Turn } from './turn-scanner.ts';

/** Text of one speaker. */
export interface Piece {
  readonly role: Role;
  readonly text: string;
}

export interface PromptTurn {
  readonly role: Role;
  /** The bytes that decide what the turn says. */
  readonly start: number;
  readonly end: number;
  /** The calls that stand beside them: no text, but turns that call something else are other turns. */
  readonly calls: { readonly start: number; readonly end: number } | null;
  /** Bytes of it that are not read: the middle of a very long text, a tool's very long result. */
  readonly unreadBytes: number;
  /** Decodes the turn from a body it stands in. Throws SyntaxError where a string is broken behind what the scanner checks. */
  read(bytes: Buffer): Piece[];
}

const BACKSLASH = 0x5c;

const ROLES: Readonly<Record<string, Role>> = {
  system: 'system',
  developer: 'system',
  user: 'user',
  assistant: 'assistant',
  model: 'assistant',
};

/** Who speaks under a role's name. A role nobody knows is as little trusted as a tool. */
export function roleOf(name: string): Role {
  return Object.hasOwn(ROLES, name) ? (ROLES[name] as Role) : 'tool';
}

/** A longer text is a dump: it goes upstream like any other, but only its beginning and its end are read. */
const MAX_TEXT_BYTES = 1_048_576;
const READ_HEAD_BYTES = 8192;
const READ_TAIL_BYTES = 65_536;
/** An escape in a JSON string takes so many bytes at most. */
const ESCAPE_BYTES = 6;
/** In so many characters behind a cut a word ends; else it is no text. */
const CUT_CHARS = 1000;

/** A body whose turns are known. */
export interface KnownTurns {
  readonly index: BodyIndex;
  readonly turns: readonly PromptTurn[];
}

/**
 * The turns of a body, system text first.
 * @param before the body its index was scanned on from: the messages both have are taken over
 */
export function promptTurns(index: BodyIndex, route: PromptRoute, before?: KnownTurns): PromptTurn[] {
  const turns: PromptTurn[] = [];
  const { system } = PROMPT_SHAPES[route];
  const field = system ? index.fields[system]?.string : null;
  if (field) turns.push(stringTurn('system', field));
  if (index.systemBlocks) turns.push(contentPartsTurn('system', index.systemBlocks));
  if (index.list) addMessages(turns, index.list.turns, before);
  if (index.text) turns.push(...textTurns(index.text));
  return turns;
}

function addMessages(turns: PromptTurn[], messages: readonly Turn[], before?: KnownTurns): void {
  const known = before?.index.list?.turns ?? [];
  const first = (before?.turns.length ?? 0) - known.length;
  let at = 0;
  for (; at < known.length && known[at] === messages[at]; at++) {
    turns.push(before?.turns[first + at] as PromptTurn);
  }
  for (; at < messages.length; at++) turns.push(messageTurn(messages[at] as Turn));
}

function stringTurn(role: Role, span: StringSpan, calls: PromptTurn['calls'] = null): PromptTurn {
  const { start, end } = span;
  return {
    role,
    start,
    end,
    calls,
    unreadBytes: unreadOf(span),
    read: (bytes) => pieceOf(bytes, role, span),
  };
}

function pieceOf(bytes: Buffer, role: Role, span: StringSpan): Piece[] {
  return isDump(span) ? endsOf(bytes, role, span) : [{ role, text: decodeString(bytes, span) }];
}

const isDump = ({ start, end }: StringSpan): boolean => end - start > MAX_TEXT_BYTES;
const unreadOfLength = (length: number): number =>
  length > MAX_TEXT_BYTES ? length - READ_HEAD_BYTES - READ_TAIL_BYTES : 0;
const unreadOf = ({ start, end }: StringSpan): number => unreadOfLength(end - start);

/** So many bytes of a text's beginning, up to the last word that is whole. */
function headOf(bytes: Buffer, { start, end, escaped }: StringSpan, length: number): string {
  if (end - start <= length) return decodeString(bytes, { start, end, escaped });
  const head = decodeString(bytes, { start, end: cutAt(bytes, start + length) ?? start, escaped });
  const lastBlank = Math.max(head.lastIndexOf(' '), head.lastIndexOf('\n'));
  return lastBlank > head.length - CUT_CHARS ? head.slice(0, lastBlank) : '';
}

/** So many bytes of a text's end, from the first word that is whole. */
function tailOf(bytes: Buffer, { start, end, escaped }: StringSpan, length: number): string {
  if (end - start <= length) return decodeString(bytes, { start, end, escaped });
  const tail = decodeString(bytes, { start: cutAt(bytes, end - length) ?? end, end, escaped });
  const firstBlank = tail.slice(0, CUT_CHARS).search(/\s/);
  return firstBlank < 0 ? '' : tail.slice(firstBlank);
}

/**
 * The beginning and the end of a text that is too long to be read. Whoever speaks where the beginning ends may not speak any
 * more where the end begins: what is not surely the speaker's is a tool's.
 */
function endsOf(bytes: Buffer, role: Role, span: StringSpan): Piece[] {
  const head = headOf(bytes, span, READ_HEAD_BYTES);
  const isSpeakers = segmentTurn(role, head).at(-1)?.scanned === true;
  const pieces: Piece[] = [
    { role, text: head },
    { role: isSpeakers || role === 'system' ? role : 'tool', text: tailOf(bytes, span, READ_TAIL_BYTES) },
  ];
  return pieces.filter(({ text }) => text !== '');
}

/** An offset soon behind one at which neither a character nor an escape of a JSON string is cut in two; null for none. */
function cutAt(bytes: Buffer, from: number): number | null {
  const window = bytes.subarray(from - ESCAPE_BYTES, from + CUT_CHARS);
  let slash = -1;
  for (let at = 0; at < window.length; at++) {
    const byte = window[at] as number;
    if (byte === BACKSLASH) slash = at;
    const isContinued = (byte & 0xc0) === 0x80;
    if (at >= ESCAPE_BYTES && !isContinued && at - slash > ESCAPE_BYTES) return from - ESCAPE_BYTES + at;
  }
  return null;
}

function messageTurn({ role: name, content, start, end, toolCalls: calls }: Turn): PromptTurn {
  const role = roleOf(name);
  switch (content.kind) {
    case 'string':
      return stringTurn(role, content.span, calls);
    case 'parts':
      return contentPartsTurn(role, content.list, calls);
    case 'none':
      return { role, start, end, calls: null, unreadBytes: 0, read: () => [] }; // a tool call, perhaps
  }
}

/** Parts that hold what the speaker says; a document, a search result or a file is nobody's word, whoever hands it over. */
const SPOKEN = new Set(['', 'text', 'input_text', 'output_text']);

function contentPartsTurn(role: Role, list: ContentParts, calls: PromptTurn['calls'] = null): PromptTurn {
  const read = (bytes: Buffer) => {
    const pieces: Piece[] = [];
    for (const { type, text, texts } of list.parts) {
      if (text) pieces.push(...pieceOf(bytes, SPOKEN.has(type) ? role : 'tool', text));
      else if (type === 'tool_result') pieces.push(...resultPieces(bytes, texts));
    }
    return role === 'user' || role === 'assistant' ? joined(role, pieces) : pieces;
  };
  const unreadBytes = list.parts.reduce((sum, part) => sum + unreadOfPart(part), 0);
  return { role, start: list.start, end: list.end, calls, unreadBytes, read };
}

function unreadOfPart({ type, text, texts }: ContentPart): number {
  if (text) return unreadOf(text);
  return type === 'tool_result' ? unreadOfLength(lengthOf(texts)) : 0;
}

/** What one part of a turn leaves open takes the parts behind it. */
function joined(role: Role, pieces: Piece[]): Piece[] {
  const own = pieces.filter((piece) => piece.role === role);
  if (own.length < 2) return pieces;
  const texts = wholeTexts(own.map(({ text }) => text));
  if (texts.length === own.length) return pieces;
  return [...pieces.filter((piece) => piece.role !== role), ...texts.map((text) => ({ role, text }))];
}

const lengthOf = (texts: readonly StringSpan[]): number =>
  texts.reduce((sum, { start, end }) => sum + end - start, 0);

/** The texts of an Anthropic `tool_result` block: together one text, however many blocks it comes in. */
function resultPieces(bytes: Buffer, texts: readonly StringSpan[]): Piece[] {
  const read =
    lengthOf(texts) > MAX_TEXT_BYTES
      ? [...beginningOf(bytes, texts), ...endOf(bytes, texts)]
      : texts.map((span) => decodeString(bytes, span));
  return read.length === 0 ? [] : [{ role: 'tool', text: read.join('\n') }];
}

function beginningOf(bytes: Buffer, [first]: readonly StringSpan[]): string[] {
  return first ? [headOf(bytes, first, READ_HEAD_BYTES)] : [];
}

/** The last texts, as many as are read of the end of one. */
function endOf(bytes: Buffer, texts: readonly StringSpan[]): string[] {
  const read: string[] = [];
  let room = READ_TAIL_BYTES;
  for (let at = texts.length - 1; at >= 0 && room > 0; at--) {
    const span = texts[at] as StringSpan;
    read.unshift(tailOf(bytes, span, room));
    room -= span.end - span.start;
  }
  return read;
}

/** Whether a prompt string has the flat shape: it begins with a heading. */
export function isFlat({ span, headings }: NonNullable<BodyIndex['text']>): boolean {
  return headings[0]?.start === span.start;
}

/** Bytes of the two escaped newlines in front of a heading. */
const GAP_BYTES = 4;

/** Where the content under a heading ends, in bytes: before the empty line of the next one. */
export function headedContentEnd({ span, headings }: NonNullable<BodyIndex['text']>, place: number): number {
  const next = headings[place + 1];
  const contentStart = headings[place]?.contentStart ?? span.start;
  return next ? Math.max(contentStart, next.start - GAP_BYTES) : span.end;
}

function textTurns(text: NonNullable<BodyIndex['text']>): PromptTurn[] {
  if (!isFlat(text)) return [stringTurn('user', text.span)];
  return text.headings.map(({ role: heading, contentStart }, place) => {
    const end = headedContentEnd(text, place);
    const read = (bytes: Buffer) => {
      const role: Role = heading === 'user' && callsTools(text, place - 1, bytes) ? 'tool' : heading;
      const said = pieceOf(bytes, role, { start: contentStart, end, escaped: true });
      return said.map(({ text }) => ({ role, text: text.endsWith('\n\n') ? text.slice(0, -2) : text }));
    };
    const unreadBytes = unreadOf({ start: contentStart, end, escaped: true });
    return { role: heading, start: contentStart, end, calls: null, unreadBytes, read };
  });
}

/** LiteLLM writes what a tool returned under the user's heading; what was called stands at the end of the section before. */
function callsTools(text: NonNullable<BodyIndex['text']>, place: number, bytes: Buffer): boolean {
  const before = text.headings[place];
  if (before?.role !== 'assistant') return false;
  return bytes.subarray(before.contentStart, headedContentEnd(text, place)).includes('Tool Calls: [');
}
