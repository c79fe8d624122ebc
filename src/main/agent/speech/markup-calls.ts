// Reads the calls in a block of markup, whichever model's form they have: JSON, a name in front of JSON, tags with parameters, keys and values,
// functions. Never calls a tool that is not known. One pass for each form; the block has a largest size. Used by speech-reader.ts.
// Source: agent, Markup.
import { callOf, isRecord, toolNamed } from './json-calls.ts';
import { namedCalls } from './named-calls.ts';
import type { SpokenCall } from './speech-event.ts';

type Read = (text: string, tools: ReadonlySet<string>) => SpokenCall[];

/** DSML's tags are tags with more in front of the name. */
const DSML = /<(\/?)[|\uff5c\u2016\u2502\u00a6 \n]{0,8}DSML[|\uff5c\u2016\u2502\u00a6 \n]{0,8}/g;

/** The calls of known tools in a block, in order. @param block with its opening tag */
export function callsInMarkup(block: string, tools: ReadonlySet<string>): SpokenCall[] {
  const text = block.replace(DSML, '<$1').replaceAll('antml:', '');
  for (const read of [taggedCalls, pairedCalls, jsonCalls, functionCalls]) {
    const calls = read(text, tools);
    if (calls.length > 0) return calls;
  }
  return [];
}

const TAG = /<(\/?)(invoke|function|parameter)\b([^<>]{0,300})>/g;
const NAME = /\bname\s{0,4}=\s{0,4}["']?([^"'\s]{1,64})/;
const EQUALS = /^\s{0,4}=\s{0,4}["']?([^"'\s]{1,64})/;

/** One call in tags while its tags are read. */
class TaggedCall {
  readonly args: [string, unknown][] = [];
  readonly name: string | null;
  readonly #bodyAt: number;
  #open: { key: string; at: number; isText: boolean } | null = null;

  constructor(name: string | null, bodyAt: number) {
    this.name = name;
    this.#bodyAt = bodyAt;
  }

  get isInParameter(): boolean {
    return this.#open !== null;
  }

  opens(key: string, attributes: string, at: number): void {
    this.#open = { key, at, isText: /\bstring\s{0,4}=\s{0,4}["']?true/.test(attributes) };
  }

  closes(text: string, at: number): void {
    if (!this.#open) return;
    const { key, at: from, isText } = this.#open;
    const written = withoutOuterLines(text.slice(from, at));
    this.args.push([key, isText ? written : guessed(written)]);
    this.#open = null;
  }

  /** Arguments of a call without parameters are JSON. */
  finished(text: string, at: number): SpokenCall | null {
    this.closes(text, at);
    if (this.name === null) return null;
    if (this.args.length > 0)
      return { name: this.name, arguments: JSON.stringify(Object.fromEntries(this.args)) };
    const body = text.slice(this.#bodyAt, at).trim();
    const given = body === '' ? {} : parsed(body);
    return isRecord(given) ? { name: this.name, arguments: JSON.stringify(given) } : null;
  }
}

/** `<invoke name="x"><parameter name="k">v</parameter></invoke>`, `<function=x><parameter=k>v</parameter></function>`, or JSON within. */
const taggedCalls: Read = (text, tools) => {
  const calls: (SpokenCall | null)[] = [];
  let call: TaggedCall | null = null;
  for (const { 1: slash, 2: tag, 3: attributes = '', 0: whole, index } of text.matchAll(TAG)) {
    const isParameter = tag === 'parameter';
    if (isParameter && call) {
      call.closes(text, index);
      if (slash === '') call.opens(nameIn(attributes) ?? '', attributes, index + whole.length);
    } else if (!isParameter && !(call?.isInParameter && slash === '')) {
      if (call) calls.push(call.finished(text, index));
      const name = toolNamed(nameIn(attributes) ?? '', tools);
      call = slash === '' ? new TaggedCall(name, index + whole.length) : null;
    }
  }
  if (call) calls.push(call.finished(text, text.length));
  return calls.filter((found) => found !== null);
};

const nameIn = (attributes: string): string | undefined =>
  EQUALS.exec(attributes)?.[1] ?? NAME.exec(attributes)?.[1];

/** A line of its own for a value is form, not part of it. */
const withoutOuterLines = (value: string): string =>
  value.replace(/^\r?\n/, '').replace(/\r?\n[ \t]{0,32}$/, '');

/** A value whose type nobody wrote down: what JSON would make of it, unless that would be a text anyway. */
function guessed(written: string): unknown {
  const value = parsed(written.trim());
  return value === undefined || typeof value === 'string' ? written : value;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const PAIR = /<(\/?)(arg_key|arg_value)>/g;

/** GLM: `<tool_call>query <arg_key>action</arg_key><arg_value>list</arg_value></tool_call>`. */
const pairedCalls: Read = (text, tools) => {
  const calls: SpokenCall[] = [];
  for (const part of text.split('<tool_call>')) {
    const firstKey = part.indexOf('<arg_key>');
    const name = firstKey < 0 ? null : toolNamed(part.slice(0, firstKey), tools);
    if (name === null) continue;
    const args: [string, unknown][] = [];
    let key = '';
    let from = 0;
    for (const { 1: slash, 2: tag, 0: whole, index } of part.matchAll(PAIR)) {
      if (slash === '') from = index + whole.length;
      else if (tag === 'arg_key') key = part.slice(from, index).trim();
      else args.push([key, guessed(withoutOuterLines(part.slice(from, index)))]);
    }
    calls.push({ name, arguments: JSON.stringify(Object.fromEntries(args)) });
  }
  return calls;
};

/** `{"name": …, "arguments": {…}}`, lists and rows of it, and arguments behind the name: `query{…}`, `functions.query:0 … {…}`. */
const jsonCalls: Read = (text, tools) => {
  const calls: (SpokenCall | null)[] = [];
  let last = 0;
  for (const [from, end] of jsonSpans(text)) {
    const value = parsed(text.slice(from, end));
    const named = lastTool(text.slice(Math.max(last, from - 200), from), tools);
    if (named !== null && isRecord(value)) calls.push({ name: named, arguments: JSON.stringify(value) });
    else
      for (const item of Array.isArray(value) ? value : [value])
        calls.push(isRecord(item) ? callOf(item, tools, false) : null);
    last = end;
  }
  return calls.filter((found) => found !== null);
};

/** Objects and lists that stand for themselves, each from its bracket to the one that closes it. */
function* jsonSpans(text: string): Generator<readonly [number, number]> {
  let depth = 0;
  let from = 0;
  let inString = false;
  for (let at = 0; at < text.length; at++) {
    const char = text.charAt(at);
    if (inString) {
      if (char === '\\') at++;
      else if (char === '"') inString = false;
    } else if (char === '"') inString = depth > 0;
    else if (char === '{' || (char === '[' && (depth > 0 || opensList(text, at)))) {
      if (depth++ === 0) from = at;
    } else if ((char === '}' || char === ']') && depth > 0 && --depth === 0) yield [from, at + 1];
  }
}

/** A bracket in front of an object; others belong to marks, such as `[ARGS]`. */
const opensList = (text: string, at: number): boolean => /^\[\s{0,16}\{/.test(text.slice(at, at + 18));

const WORD = /[A-Za-z_][\w.:-]{0,80}/g;

/** The tool that is named last in what stands in front of JSON. */
function lastTool(text: string, tools: ReadonlySet<string>): string | null {
  const names = (text.match(WORD) ?? []).map((word) => toolNamed(word, tools));
  return names.findLast((name) => name !== null) ?? null;
}

const TOKEN = /<[^<>]{1,48}>/g;

const functionCalls: Read = (text, tools) => namedCalls(text.replace(TOKEN, ' ').trim(), tools) ?? [];
