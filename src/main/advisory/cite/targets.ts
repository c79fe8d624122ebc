// What CommonMark lets stand behind a link's text and inside pointed brackets: resources, labels, definitions, tags, addresses. Each function reads
// forward from one place and says where the thing ends, or -1. None goes back. Used by inline.ts and reading.ts. Source: advisory, Guardrails.

export interface Resource {
  /** Behind the closing parenthesis, or the last sign of a definition. */
  readonly end: number;
  /** Where it leads, as written, without pointed brackets. */
  readonly target: string;
}

const MOST_PARENS = 32;
const MOST_LABEL = 999;

const isSpace = (code: number): boolean => code === 32 || code === 9 || code === 10 || code === 13;
const isPunctuation = (code: number): boolean =>
  (code > 32 && code < 48) ||
  (code > 57 && code < 65) ||
  (code > 90 && code < 97) ||
  (code > 122 && code < 127);

function skipSpace(text: string, from: number, end: number): number {
  let at = from;
  while (at < end && isSpace(text.charCodeAt(at))) at++;
  return at;
}

/** `(target "title")` that begins at this place. */
export function resourceAt(text: string, from: number, end: number): Resource | null {
  if (text.charAt(from) !== '(' || from >= end) return null;
  let at = skipSpace(text, from + 1, end);
  const target = destination(text, at, end);
  if (target === null) return null;
  const behind = skipSpace(text, target.end, end);
  at = behind;
  if (behind > target.end && '"\'('.includes(text.charAt(behind)) && behind < end) {
    at = titleEnd(text, behind, end);
    if (at < 0) return null;
    at = skipSpace(text, at, end);
  }
  return at < end && text.charAt(at) === ')' ? { end: at + 1, target: target.target } : null;
}

function destination(text: string, from: number, end: number): Resource | null {
  return text.charAt(from) === '<' && from < end ? pointed(text, from, end) : bare(text, from, end);
}

function pointed(text: string, from: number, end: number): Resource | null {
  for (let at = from + 1; at < end; at++) {
    const char = text.charAt(at);
    if (char === '>') return { end: at + 1, target: text.slice(from + 1, at) };
    if (char === '<' || char === '\n' || char === '\r') return null;
    if (char === '\\' && isPunctuation(text.charCodeAt(at + 1))) at++;
  }
  return null;
}

function bare(text: string, from: number, end: number): Resource | null {
  let depth = 0;
  let at = from;
  for (; at < end; at++) {
    const code = text.charCodeAt(at);
    if (code <= 32 || code === 127) break;
    if (code === 92 && isPunctuation(text.charCodeAt(at + 1))) at++;
    else if (code === 40 && ++depth > MOST_PARENS) return null;
    else if (code === 41 && --depth < 0) break;
  }
  const closed = Math.min(at, end);
  return depth > 0 ? null : { end: closed, target: text.slice(from, closed) };
}

/** Behind a title in quotes or parentheses. */
function titleEnd(text: string, from: number, end: number): number {
  const opening = text.charAt(from);
  const closing = opening === '(' ? ')' : opening;
  for (let at = from + 1; at < end; at++) {
    const char = text.charAt(at);
    if (char === closing) return at + 1;
    if (char === '\\') at++;
    else if (opening === '(' && char === '(') return -1;
  }
  return -1;
}

/** A label from its opening bracket to behind the closing one, and its words as labels are compared; null where there is none. */
export function labelAt(text: string, from: number, end: number): { end: number; label: string } | null {
  if (text.charAt(from) !== '[') return null;
  const last = Math.min(end, from + MOST_LABEL + 2);
  for (let at = from + 1; at < last; at++) {
    const char = text.charAt(at);
    if (char === ']') {
      const label = foldedLabel(text.slice(from + 1, at));
      return label === '' ? null : { end: at + 1, label };
    }
    if (char === '[') return null;
    if (char === '\\') at++;
  }
  return null;
}

const foldedLabel = (label: string): string => label.trim().replace(/\s+/g, ' ').toLowerCase().toUpperCase();

/** `[label]: target "title"` from this place to the end of its last line. */
export function definitionAt(
  text: string,
  from: number,
  end: number,
): { end: number; label: string; target: string } | null {
  const label = labelAt(text, from, end);
  if (!label || text.charAt(label.end) !== ':' || label.end >= end) return null;
  const target = destination(text, skipSpace(text, label.end + 1, end), end);
  if (!target || (target.target === '' && text.charAt(target.end - 1) !== '>')) return null;
  const whole = { label: label.label, target: target.target };
  const behind = skipSpace(text, target.end, end);
  if (behind > target.end && behind < end && '"\'('.includes(text.charAt(behind))) {
    const close = titleEnd(text, behind, end);
    const line = close < 0 ? -1 : lineEnd(text, close, end);
    if (line >= 0) return { end: line, ...whole };
  }
  const line = lineEnd(text, target.end, end);
  return line < 0 ? null : { end: line, ...whole };
}

/** The end of the line where nothing but blanks is left of it. */
function lineEnd(text: string, from: number, end: number): number {
  for (let at = from; at < end; at++) {
    const code = text.charCodeAt(at);
    if (code === 10 || code === 13) return at;
    if (code !== 32 && code !== 9) return -1;
  }
  return end;
}

const ABSOLUTE = /<([A-Za-z][A-Za-z0-9+.-]{1,31}:[^\s<>]*)>/y;
const MAIL = /<([A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]+@[A-Za-z0-9.-]+)>/y;

/** `<https://…>` or `<a@b>`. */
export function autolinkAt(text: string, from: number, end: number): Resource | null {
  for (const pattern of [ABSOLUTE, MAIL]) {
    pattern.lastIndex = from;
    const found = pattern.exec(text);
    if (found && from + found[0].length <= end)
      return { end: from + found[0].length, target: found[1] ?? '' };
  }
  return null;
}

export interface Tag {
  readonly end: number;
  /** Lower case; of a closing tag with its slash. */
  readonly name: string;
}

const NAME = /\/?[A-Za-z][A-Za-z0-9-]*/y;
const ATTRIBUTE = /[A-Za-z_:][\w.:-]*/y;
const PLAIN_VALUE = /[^\s"'=<>`]+/y;

/** A tag of HTML as CommonMark has it, from `<` to behind `>`. */
export function tagAt(text: string, from: number, end: number): Tag | null {
  NAME.lastIndex = from + 1;
  const name = NAME.exec(text)?.[0].toLowerCase();
  if (name === undefined) return null;
  let at = from + 1 + name.length;
  for (;;) {
    const behind = skipSpace(text, at, end);
    const char = behind < end ? text.charAt(behind) : '';
    if (char === '>') return { end: behind + 1, name };
    if (char === '/' && text.charAt(behind + 1) === '>' && !name.startsWith('/') && behind + 1 < end)
      return { end: behind + 2, name };
    if (behind === at || name.startsWith('/')) return null;
    const next = attributeEnd(text, behind, end);
    if (next < 0) return null;
    at = next;
  }
}

function attributeEnd(text: string, from: number, end: number): number {
  ATTRIBUTE.lastIndex = from;
  const name = ATTRIBUTE.exec(text)?.[0];
  if (name === undefined) return -1;
  const behind = from + name.length;
  const sign = skipSpace(text, behind, end);
  if (text.charAt(sign) !== '=' || sign >= end) return behind;
  const value = skipSpace(text, sign + 1, end);
  const quote = text.charAt(value);
  if (quote === '"' || quote === "'") {
    const close = text.indexOf(quote, value + 1);
    return close < 0 || close >= end ? -1 : close + 1;
  }
  PLAIN_VALUE.lastIndex = value;
  const plain = PLAIN_VALUE.exec(text)?.[0];
  return plain === undefined ? -1 : value + plain.length;
}

/** Signs that end an address written as it is, beside blanks. */
const ENDS_ADDRESS = new Set(['<', '>', '"', '`', '*', '|', '\\', "'"]);
const TRAILING = /[.,:;!?_~]/;
const BEHIND_ADDRESS = /[\s\u3000-\u303f\uff01-\uff20]/;

/**
 * The end of an address that is written as it is, from behind its `://`: at a blank, at a bracket that was not opened in it, or at one behind the end of a
 * sentence; signs that end sentences belong to the text.
 */
export function addressEnd(text: string, from: number, end: number): number {
  const open = { '(': 0, '[': 0 };
  let at = from;
  for (; at < end; at++) {
    const char = text.charAt(at);
    if (text.charCodeAt(at) <= 32 || ENDS_ADDRESS.has(char) || BEHIND_ADDRESS.test(char)) break;
    if (char === '(') open['(']++;
    else if (char === '[') {
      const before = text.charAt(at - 1);
      if (text.charAt(at + 1) === '^' || TRAILING.test(before) || before === ')') break;
      open['[']++;
    } else if ((char === ')' && --open['('] < 0) || (char === ']' && --open['['] < 0)) break;
  }
  while (at > from && TRAILING.test(text.charAt(at - 1))) at--;
  return at;
}
