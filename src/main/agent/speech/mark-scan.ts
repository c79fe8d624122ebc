// Knows a mark of the table from its first characters on, in whichever bars it is written. Never looks further than one tag; each character takes
// bounded time. Used by speech-reader.ts.
import type { Reading } from './held-scans.ts';
import { BRACKETS, isSpace, type Mark, TAGS, TOKENS, tagName } from './notations.ts';

export const prefixesOf = (names: Iterable<string>): ReadonlySet<string> =>
  new Set([...names].flatMap((name) => Array.from(name, (_, at) => name.slice(0, at + 1))));
const TAG_PREFIXES = prefixesOf([...TAGS.keys(), 'dsml', '/dsml']);
const TOKEN_PREFIXES = prefixesOf([...TOKENS.keys(), 'dsml', '/dsml']);
const BRACKET_PREFIXES = prefixesOf(BRACKETS.keys());
const BAR = /[|\uff5c\u2016\u2502\u00a6]/;
/** A token: a bar in front of its name. */
const TOKEN = /^<\/?\s*[|\uff5c\u2016\u2502\u00a6]/;
const TAG = /^<(function=|[\w/:.-]*\|?)(.*)$/is;
const MAX_NAME = 48;
const MAX_TAG = 160;

export interface Scanned {
  readonly held: string;
  readonly mark: Mark | null;
  /** One that any XML has: it may also be named in a sentence. */
  readonly isTag: boolean;
  /** The answer ends within what can only have become a mark. */
  readonly isCutOff: boolean;
}

type Found = Mark | 'no' | 'more';
const more = (isPossible: boolean): Found => (isPossible ? 'more' : 'no');

/**
 * Follows one possible mark from its `<` or `[` on.
 * @param tools names that are tags of their own, as Cline has them
 * @param prefixes the beginnings of those names
 */
export function* scanMark(
  first: string,
  tools: ReadonlySet<string>,
  prefixes: ReadonlySet<string>,
): Reading<Scanned> {
  let held = first;
  for (;;) {
    const char: string = yield;
    held += char;
    const found = char === '' || char === '<' || held.length > MAX_TAG ? 'no' : lookUp(held, tools, prefixes);
    if (found === 'more') continue;
    const isTag = first === '<' && !TOKEN.test(held) && !isDsml(held);
    const isCutOff = char === '' && (held.startsWith('<\uff5c') || isDsml(held) || held.length > 12);
    return { held, mark: found === 'no' ? null : found, isTag, isCutOff };
  }
}

const isDsml = (held: string): boolean =>
  /^\/?dsml/.test(tagName(held)) && (BAR.test(held) || held.includes('DSML'));

function lookUp(held: string, tools: ReadonlySet<string>, prefixes: ReadonlySet<string>): Found {
  if (held.startsWith('[')) return BRACKETS.get(held) ?? more(BRACKET_PREFIXES.has(held));
  if (isDsml(held)) return dsml(held);
  const name = tagName(held);
  if (!TOKEN.test(held)) return tag(held, tools, prefixes);
  if (!held.endsWith('>'))
    return more(held.length <= MAX_NAME && (TOKEN_PREFIXES.has(name) || TAG_PREFIXES.has(`|${name}`)));
  // Gemma's have one bar, at the beginning or at the end.
  return (BAR.test(held.slice(-2)) ? undefined : TAGS.get(`|${name}`)) ?? TOKENS.get(name) ?? 'no';
}

function dsml(held: string): Found {
  const name = tagName(held);
  const [, inner = ''] = /^\/?dsml(\w*)/.exec(name) ?? [];
  const last = held.slice(-1);
  const isOver = isSpace(last) ? inner !== '' : !BAR.test(last) && !/[\w\u2581]/.test(last);
  if (!isOver && inner.length <= MAX_NAME) return 'more';
  if (name.startsWith('/')) return { kind: 'rest' };
  return { kind: 'block', ends: new Set([`/dsml${inner}`, `/${inner}`]), hasCalls: true };
}

function tag(held: string, tools: ReadonlySet<string>, prefixes: ReadonlySet<string>): Found {
  const [, written = '', rest = ''] = TAG.exec(held) ?? [];
  const name = written.toLowerCase();
  if (rest === '') return more(TAG_PREFIXES.has(name) || prefixes.has(written));
  const mark = TAGS.get(name);
  if (!mark) return rest === '>' && tools.has(written) ? { kind: 'tool', name: written } : 'no';
  if (rest.includes('\n') || (name !== 'function=' && !/^[\s>]/.test(rest))) return 'no';
  // `<functioncall {"name": …}>` holds the call itself.
  if (!rest.endsWith('>') && !(name === 'functioncall' && rest.endsWith('{'))) return 'more';
  const isUnnamed = name === 'function=' ? rest === '>' : name.endsWith('invoke') && !rest.includes('name=');
  return isUnnamed && !name.startsWith('/') ? 'no' : mark;
}
