// Blanks what is not somebody's own running prose in one block: what `proseOf` does, and headings, quotations and markdown's
// marks. Keeps every offset (same length out as in) and never reads a character more than a few times. Called by cues.ts only.
// Source: memory, Segmenting (what cue scanning never reads).

import { proseOf } from '../../text/prose.ts';
import { asRendered, withoutMarks } from './markdown.ts';

/** Stands where something unreadable was; no cue reaches across it. */
export const HOLE = '\u0000';

/** Stands where the bullet or number of a list item was, right before its words: no line before it goes on there. */
export const ITEM = '\u0001';

const BULLET = /^[ \t]{0,12}(?:[-*+•·]|\d{1,3}[.)]|\[[ xX]\])[ \t]+(?:\[[ xX]\][ \t]+)?/;

/** A heading, somebody else's words, a comment, a section of a log or of settings. */
const FOREIGN_LINE =
  /^[ \t]*(?:#{1,6}[ \t]|>|--|;;|\[[^\]]*\][ \t](?!(?:is|are) (?:an?|the|written|built) ))/;

const UNDERLINE = /^[ \t]{0,3}(?:={3,}|-{3,})[ \t]*$/;
const INDENTED = /^(?: {4,}|\t)/;

function blank(length: number): string {
  return HOLE.repeat(length);
}

/** Blanks whole lines: indented code, headings, logs, tables and the like. */
function blankLines(block: string): string {
  const lines = block.split('\n');
  let atStart = true;
  const out = lines.map((line, index) => {
    const bulleted = BULLET.test(line);
    const code = atStart && INDENTED.test(line) && !bulleted;
    atStart = line.trim() === '' || code;
    const title = line.trim() !== '' && UNDERLINE.test(lines[index + 1] ?? '');
    if (code || title || FOREIGN_LINE.test(line)) return blank(line.length);
    return bulleted ? line.replace(BULLET, (bullet) => ITEM.padStart(bullet.length)) : line;
  });
  return out.join('\n');
}

/** Struck out; a placeholder. */
const FOREIGN_SPANS = /~~[^~\n]*~~|\{[^{}\n]*\}/g;

/** Wide gaps inside a line are what a mask left behind. */
const MASKED_GAP = /(?<=\S) {3,}(?=\S)/g;

function blankSpans(text: string): string {
  const rendered = asRendered(
    text.replace(MASKED_GAP, (gap) => blank(gap.length)),
    HOLE,
  );
  return withoutMarks(rendered.replace(FOREIGN_SPANS, (found) => blank(found.length)));
}

const CLOSING: Readonly<Record<string, string>> = {
  '"': '"',
  '“': '”',
  '«': '»',
  '„': '“',
  '‘': '’',
  "'": "'",
};

const OPENING = new RegExp(`[${Object.keys(CLOSING).join('')}]`, 'g');

/** @param at where a mark stands that may open one */
function opensQuote(text: string, at: number): boolean {
  const mark = text[at] ?? '';
  if (mark !== "'" && mark !== '"' && mark !== '‘') return true;
  return !/[\p{L}\p{N}]/u.test(text[at - 1] ?? ' ') && /\S/.test(text[at + 1] ?? ' ');
}

/** A quoted single name ("gnommoweb", "Glitch University") is a name; anything longer is somebody's words. */
function isQuotedName(inner: string): boolean {
  return /^(?:[\p{L}\p{N}_.-]+|\p{Lu}[\p{L}\p{N}_-]*(?: \p{Lu}[\p{L}\p{N}_-]*){1,4})$/u.test(inner);
}

/** Blanks quotations in one pass; one that is not closed on its line reaches to the line's end. */
function blankQuotes(text: string): string {
  const out: string[] = [];
  let from = 0;
  let openUntil = 0;
  for (;;) {
    const at = OPENING.exec(text)?.index;
    if (at === undefined) break;
    if (!opensQuote(text, at)) continue;
    const mark = text[at] ?? '';
    const single = mark === "'" || mark === '‘';
    if (single && at < openUntil) continue;
    const end = closeQuote(text, at + 1, CLOSING[mark] ?? mark);
    if (end === -1 && single) {
      openUntil = Math.min(lineEnd(text, at), at + LONGEST_QUOTE);
      continue;
    }
    const stop = end === -1 ? lineEnd(text, at) : end + 1;
    const inner = text.slice(at + 1, stop - 1);
    out.push(text.slice(from, at));
    out.push(end !== -1 && isQuotedName(inner) ? ` ${inner} ` : blank(stop - at));
    from = stop;
    OPENING.lastIndex = stop;
  }
  out.push(text.slice(from));
  return out.join('');
}

function lineEnd(text: string, from: number): number {
  const end = text.indexOf('\n', from);
  return end === -1 ? text.length : end;
}

/** Longest quotation looked for; past it an opening mark counts as unmatched. */
const LONGEST_QUOTE = 2_000;

function closeQuote(text: string, from: number, mark: string): number {
  const limit = Math.min(text.length, from + LONGEST_QUOTE);
  for (let at = from; at < limit && text[at] !== '\n'; at++) {
    if (text[at] !== mark) continue;
    const apostrophe = (mark === "'" || mark === '’') && /[\p{L}\p{N}]/u.test(text[at + 1] ?? ' ');
    if (!apostrophe) return at;
  }
  return -1;
}

/**
 * The same text with everything that is not plain prose replaced by `HOLE` characters.
 * @param text one block of raw or masked text (see paragraphs.ts), any length
 * @returns a string of exactly the same length (UTF-16), newlines kept
 */
export function blankForeign(text: string): string {
  // Control characters cannot be part of prose either.
  // biome-ignore lint/suspicious/noControlCharactersInRegex: naming them is the point.
  const clean = text.replace(/[\u0000-\u0008\u000b-\u001f\u007f]/g, (c) => (c === '\r' ? ' ' : HOLE));
  return blankQuotes(blankSpans(blankLines(proseOf(clean))));
}
