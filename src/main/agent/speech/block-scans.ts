// What stands between marks and is never shown as text: the body of a block, up to its end, also where a string of JSON in it quotes the end; and the
// words that say whose words come next, as gpt-oss and ChatML write them. Used by speech-reader.ts.
import { MAX_CALL } from './call-values.ts';
import type { Reading } from './held-scans.ts';
import { endsTurn, isSpace, tagName } from './notations.ts';

const MAX_TAG = 96;
const MAX_HEADER = 200;
const HEADER_ENDS: ReadonlySet<string> = new Set(['message', 'end_header_id']);

/** @returns its text, null when that is more than anybody would call a tool with, and the name of the tag that ended it */
export function* blockBody(ends: ReadonlySet<string>): Reading<{ text: string | null; end: string }> {
  let text: string | null = '';
  let tag = '';
  let isJson: boolean | null = null;
  let inString = false;
  for (let last = ''; ; ) {
    const char: string = yield;
    if (char === '') return { text, end: '' };
    text = text !== null && text.length < MAX_CALL ? text + char : null;
    // The content is JSON when it begins so; a line that ends within a string was none.
    if (!isSpace(char)) isJson ??= char === '{' || char === '[';
    if (inString && char === '\n') isJson = false;
    if (char === '"' && last !== '\\') inString = !inString;
    last = last === '\\' ? '' : char;
    if (isJson && inString) continue;
    if (char === '<' || char === '[') tag = char;
    else if (tag !== '') {
      tag = tag.length < MAX_TAG ? tag + char : '';
      if (char !== '>' && char !== ']') continue;
      const name = tagName(tag);
      tag = '';
      if (endsTurn(name) || ends.has(name)) return { text, end: name };
    }
  }
}

/** A header, up to the text that it announces. @returns all of it, and where that is not over, what came behind it */
export function* headerEnd(): Reading<{ readonly held: string; readonly behind: string }> {
  let held = '';
  for (let isLineStart = false; held.length <= MAX_HEADER; ) {
    const char: string = yield;
    // On a line of its own only another token goes on with it.
    if (char === '' || (isLineStart && char !== '<')) return { held, behind: char };
    held += char;
    isLineStart = char === '\n';
    if (char === '>' && HEADER_ENDS.has(tagName(held.slice(held.lastIndexOf('<'))))) break;
  }
  return { held, behind: '' };
}
