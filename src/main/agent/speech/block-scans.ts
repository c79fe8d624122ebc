// What stands between marks and is never shown as text: the body of a block, up to its end, also where a string of JSON in it quotes the end; and the
// words that say whose words come next, as gpt-oss and ChatML write them. Used by speech-reader.ts.
import { MAX_CALL } from './call-values.ts';
import type { Reading } from './held-scans.ts';
import { type Block, endsTurn, isSpace, tagName } from './notations.ts';

const MAX_TAG = 96;
const MAX_HEADER = 200;
const RECIPIENT = /\bto=(?:functions\.)?([A-Za-z_][\w-]{0,63})/;
const CALL: Block = { kind: 'block', ends: new Set(['call', 'end', 'start', 'channel']), hasCalls: true };

/** @returns its text, null when that is more than anybody would call a tool with */
export function* blockBody(ends: ReadonlySet<string>): Reading<{ text: string | null; isTurnOver: boolean }> {
  let text: string | null = '';
  let tag = '';
  let isJson: boolean | null = null;
  let inString = false;
  for (let last = ''; ; ) {
    const char: string = yield;
    if (char === '') return { text, isTurnOver: false };
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
      if (endsTurn(name) || ends.has(name)) return { text, isTurnOver: endsTurn(name) };
    }
  }
}

/** @returns what comes next, once the header is over; null at the end of the answer */
export function* headerEnd(): Reading<'text' | 'thoughts' | { mark: Block; tool: string } | null> {
  let held = '';
  for (;;) {
    const char: string = yield;
    if (char === '') return null;
    if (char === '\n' || held.length > MAX_HEADER) return 'text';
    held += char;
    if (char !== '>') continue;
    const name = tagName(held.slice(held.lastIndexOf('<')));
    if (name !== 'message' && name !== 'end_header_id') continue;
    const tool = RECIPIENT.exec(held)?.[1];
    if (tool !== undefined) return { mark: CALL, tool };
    return held.includes('analysis') ? 'thoughts' : 'text';
  }
}
