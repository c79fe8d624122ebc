// Which calls a written notation holds: JSON of whichever shape, a name in front of its arguments, tags with parameters, functions. Never calls a tool
// that is not known. Pure; one pass for each form. Used by speech-reader.ts.
import { MAX_DEPTH, readItems, readObject } from './call-values.ts';
import type { SpokenCall } from './speech-event.ts';

type Tools = ReadonlySet<string>;

const NAME_KEYS = ['name', 'tool_name', 'action', 'tool', 'function'];
const ARGUMENT_KEYS: readonly string[] = 'arguments parameters input args action_input tool_input'.split(' ');
const WRAPPERS = ['tool_calls', 'tool_call', 'function_call', 'function'];
/** All that a call's object may hold where no markup announces it; anything else makes it data. */
const OTHER_KEYS = ['type', 'id', 'index', 'tool_call_id'];
export const CALL_KEYS = new Set([...NAME_KEYS, ...ARGUMENT_KEYS, ...WRAPPERS, ...OTHER_KEYS]);
const CALL_TYPES: ReadonlySet<unknown> = new Set(['function', 'tool_call', 'tool_use', undefined]);

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The tool that is meant: Kimi writes `functions.query:0`, Gemma `default_api.query`, Llama `query.call`. */
export function toolNamed(written: string, tools: Tools): string | null {
  const name = written.trim();
  if (tools.has(name)) return name;
  const bare = name
    .replace(/^(?:functions?\.|default_api\.|tools\.|mcp__[\w-]{1,64}__)/, '')
    .replace(/(?:\.call|:\d{1,6})$/, '');
  return tools.has(bare) ? bare : null;
}

/**
 * The calls of a text that consists of calls of known tools and nothing else: objects, functions, fenced blocks of them, ReAct.
 * @returns null when anything in it is no call
 */
export function callsAlone(text: string, tools: Tools): SpokenCall[] | null {
  const react = /^Action:[ \t]*([^\n]{1,100})\n\s*Action Input:([\s\S]*)$/.exec(text);
  const body = (react?.[2] ?? text.replace(/^Action:/, '')).replace(/^[ \t]*(?:`{3,}|~{3,})[^\n`]*$/gm, '');
  const items = readItems(body) ?? readItems(`${body}}`);
  const reactTool = react && toolNamed(react[1] ?? '', tools);
  // Plain words are no arguments: the call says so, and the model is told.
  if (reactTool && !items && !/^\s*[{`]/.test(react?.[2] ?? ''))
    return [{ name: reactTool, arguments: body.trim() }];
  if (!items) return null;
  const calls = react
    ? [items.length === 1 ? callWith(react[1] ?? '', items[0], tools) : null]
    : items.flatMap((item) => callsOf(item, tools, true));
  return calls.length === 0 || calls.includes(null) ? null : (calls as SpokenCall[]);
}

/** Tools of the calls that fill a code block of an answer. It may show an example: nothing is called for it. */
export function toolsInCode(text: string, tools: Tools): string[] {
  const found: string[] = [];
  let block: string[] | null = null;
  for (const line of text.split('\n')) {
    if (!/^[ \t]{0,3}(?:`{3}|~{3})/.test(line)) block?.push(line);
    else if (block === null) block = [];
    else {
      found.push(...(callsAlone(block.join('\n'), tools) ?? []).map(({ name }) => name));
      block = null;
    }
  }
  return found;
}

/** The calls of known tools in a block of markup, in order. @param block with its opening tag */
export function callsInMarkup(block: string, tools: Tools): SpokenCall[] {
  let text = DIALECTS.reduce((all, [written, read]) => all.replace(written, read), block);
  let isTagged = false;
  // What a block begins with says how it is written; anything like another form in it is a value.
  for (let opening = OPENING.exec(text); opening && !isTagged; opening = OPENING.exec(text)) {
    const tag = opening[1] ?? '';
    isTagged = CALL_TAGS.has(tag) || toolNamed(tag, tools) !== null;
    if (!isTagged) text = text.slice(opening[0].length);
  }
  const items = isTagged ? null : readItems(text.replace(CLOSING, ''));
  const whole = items?.flatMap((item) => callsOf(item, tools, false));
  return (whole ?? (isTagged ? taggedCalls : jsonCalls)(text, tools)).filter((call) => call !== null);
}

const OPENING = /^\s*(?:<([A-Za-z_][\w-]{0,63})?[^<>{]{0,300}(?:>|(?=\{))|\[[A-Z_]{1,16}\]|functools)/;
const CLOSING = /(?:<[^<>]{1,96}>\s{0,16}){1,4}$/;

type Read = (text: string, tools: Tools) => (SpokenCall | null)[];

/**
 * What a parsed value calls; null for each part that is no call of a known tool.
 * @param isStrict a call without arguments, or with anything else in it, is not taken for one
 */
function callsOf(value: unknown, tools: Tools, isStrict: boolean): (SpokenCall | null)[] {
  if (Array.isArray(value)) return value.flatMap((item) => callsOf(item, tools, isStrict));
  if (!isRecord(value)) return [null];
  if (isStrict && !(Object.keys(value).every((key) => CALL_KEYS.has(key)) && CALL_TYPES.has(value.type)))
    return [null];
  const inner = WRAPPERS.map((key) => value[key]).find((held) => typeof held === 'object' && held !== null);
  if (inner !== undefined) return callsOf(inner, tools, isStrict);
  const name = NAME_KEYS.map((key) => value[key]).find((held) => typeof held === 'string');
  const given = ARGUMENT_KEYS.map((key) => value[key]).filter((held) => held !== undefined);
  if (name === undefined || given.length > 1 || (isStrict && given.length === 0)) return [null];
  return [callWith(name as string, given[0] ?? {}, tools)];
}

/** Arguments are an object, or an object written as a string. */
function callWith(written: string, given: unknown, tools: Tools): SpokenCall | null {
  const name = toolNamed(written, tools);
  const args = typeof given === 'string' ? readObject(given, 0)?.value : given;
  return name !== null && isRecord(args) ? { name, arguments: JSON.stringify(args) } : null;
}

/** DeepSeek's, Claude's and Step's tags are tags with more in front of the name; Claude's old ones and GLM's name the tool in a tag of its own. */
const DIALECTS: readonly (readonly [RegExp, string])[] = [
  [
    /<(\/?)(?:[|\uff5c\u2016\u2502\u00a6\s]{0,8}DSML[|\uff5c\u2016\u2502\u00a6\s]{0,8}|antml:|steptml:)/g,
    '<$1',
  ],
  [/<tool_name>\s{0,8}([\w.:-]{1,96})\s{0,8}<\/tool_name>/g, '<function=$1>'],
  [/<tool_call>\s{0,8}<name>\s{0,8}([\w.:-]{1,96})\s{0,8}<\/name>/g, '<function=$1>'],
  [/<tool_call>\s{0,8}([\w.:-]{1,96})\s{0,8}(?=<arg_key>|<\/tool_call>)/g, '<function=$1>'],
  [/<arg_key>\s{0,8}([^<\s]{1,96})\s{0,8}<\/arg_key>\s{0,8}<arg_value>/g, '<parameter=$1>'],
  [/<\/arg_value>/g, '</parameter>'],
  [/<parameters>(?=\s{0,16}<)|function<[^<>]{1,16}>(?=<invoke)/g, ''],
];

const TAG = /<(\/?)([A-Za-z_][\w-]{0,63})((?:\s|=)[^<>]{0,300})?>/g;
const CALL_TAGS: ReadonlySet<string> = new Set(['invoke', 'function', '/invoke', '/function', '/tool_call']);
const NAME = /(?:^\s{0,4}|\bname\s{0,4})=\s{0,4}["']?([^"'\s]{1,96})/;

interface OpenTag {
  readonly tag: string;
  readonly name: string;
  readonly at: number;
  readonly isText: boolean;
}

/** `<invoke name="x"><parameter name="k">v</parameter></invoke>`, `<function=x><parameter=k>v</parameter></function>`, `<x><k>v</k></x>`, or JSON within. */
const taggedCalls: Read = (text, tools) => {
  const calls: (SpokenCall | null)[] = [];
  let call: OpenTag | null = null;
  let parameter: OpenTag | null = null;
  let args: [string, unknown][] = [];
  for (const { 0: whole, 1: slash, 2: tag = '', 3: attributes = '', index } of text.matchAll(TAG)) {
    const isKnown = CALL_TAGS.has(slash + tag);
    const isCall: boolean = isKnown || (toolNamed(tag, tools) !== null && (slash === '/' || call === null));
    // A parameter that is not closed ends with the next one, or with the call.
    const isSame: boolean = tag === parameter?.tag;
    if (parameter && !(isSame ? slash === '/' || tag === 'parameter' : slash === '/' && isKnown)) continue;
    if (parameter) args.push([parameter.name, valueIn(text.slice(parameter.at, index), parameter.isText)]);
    parameter = null;
    const isText = /\bstring\s{0,4}=\s{0,4}["']?true/.test(attributes);
    const opened = { tag, name: NAME.exec(attributes)?.[1] ?? tag, at: index + whole.length, isText };
    if (isCall) {
      if (call) calls.push(taggedCall(call.name, args, text.slice(call.at, index).trim(), tools));
      args = [];
      call = slash === '' ? opened : null;
    } else if (slash === '') parameter = call && opened;
  }
  // One that is not closed was cut off.
  return calls;
};

/** Arguments of a call without parameters are JSON; so may be the one that holds all. */
function taggedCall(name: string, args: [string, unknown][], body: string, tools: Tools): SpokenCall | null {
  const [key = '', only] = args[0] ?? [];
  if (args.length === 1 && ARGUMENT_KEYS.includes(key) && isRecord(only)) return callWith(name, only, tools);
  const isJson = body.startsWith('{') || (args.length === 0 && body !== '');
  return callWith(name, isJson ? body : Object.fromEntries(args), tools);
}

/** What JSON would make of it where nobody wrote its type down, unless that would be a text anyway. A line of its own is form, not part of it. */
function valueIn(text: string, isText: boolean): unknown {
  const written = text.replace(/^\r?\n/, '').replace(/\r?\n[ \t]{0,32}$/, '');
  if (isText) return written;
  try {
    const value: unknown = JSON.parse(written);
    return typeof value === 'string' || isDeeper(value, MAX_DEPTH) ? written : value;
  } catch {
    return written;
  }
}

const isDeeper = (value: unknown, levels: number): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (levels === 0 || Object.values(value).some((held) => isDeeper(held, levels - 1)));

const OBJECT = /\{|\[(?=\s{0,16}\{)/g;
const WORD = /[A-Za-z_][\w.:-]{0,80}/g;

/** `{"name": …, "arguments": {…}}`, lists and rows of it, and arguments behind the name: `query{…}`, `functions.query:0 … {…}`. */
const jsonCalls: Read = (text, tools) => {
  const calls: (SpokenCall | null)[] = [];
  let last = 0;
  for (OBJECT.lastIndex = 0; ; OBJECT.lastIndex = last) {
    const from = OBJECT.exec(text)?.index;
    const found = from === undefined ? null : readObject(text, from);
    if (from === undefined || !found) return calls;
    const words = text.slice(Math.max(last, from - 200), from).match(WORD) ?? [];
    const named = words.findLast((word) => toolNamed(word, tools) !== null);
    if (named !== undefined && isRecord(found.value)) calls.push(callWith(named, found.value, tools));
    else calls.push(...callsOf(found.value, tools, false));
    last = found.end;
  }
};
